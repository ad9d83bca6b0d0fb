import { defined } from '#contract/defined'
import type { WireAnswer, WireInput } from '#contract/ipc'
import { type Amount, formatAmountShort, isClean, parseExactAmount, toAmount } from '#protocol/text'
import { say } from '#words'
import { partyId } from '../../components/party.tsx'
import { formatFigure, isSome } from '../../lib/digits.ts'
import { MEMO_BYTES, readMemo, STORED_BYTES } from '../../lib/memo.ts'
import { isLineFailure } from '../../state/line-failure.ts'
import type { Asset, Balance, FeeOption, Owner, Party, Payee, PayeeView, Report, SendForm } from '../../state/types.ts'
import { pricedOf, readingOf } from './fiat.ts'

/* The Send form as a person fills it, and what keeps it from becoming a payment. No screen, no call. */

export const ROWS_MAX = 255

/** What the text of one row was understood as. */
export type Resolution =
  | { readonly kind: 'empty' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly view: PayeeView; readonly payee: Payee }
  | {
      readonly kind: 'problem'
      readonly error: Report
      readonly party: Party | null
      readonly hint?: string
      readonly fits?: readonly Asset[]
      /** It stands in names of people, groups or places that are known here. */
      readonly isBegun?: true
    }

export function resolutionOf(view: PayeeView): Resolution {
  if (view.problem !== null)
    return {
      ...{ kind: 'problem', error: view.problem, party: view.payee === null ? null : view.party },
      ...defined({ fits: view.fits }),
    }
  return view.payee === null
    ? { kind: 'problem', error: { code: 'input.payee', details: {} }, party: null }
    : { kind: 'known', view, payee: view.payee }
}

/** Whether anything was entered that would be a loss to forget. */
export function isWorthKeeping(form: SendForm): boolean {
  return (
    form.memo !== '' ||
    form.label !== '' ||
    (form.reason ?? '') !== '' ||
    form.tag !== '' ||
    form.rows.some((row) => row.to.trim() !== '' || row.amount.trim() !== '' || row.fiat !== undefined)
  )
}

/** Text that names a payee again later. */
export const payeeText = (party: Party): string =>
  (party.kind === 'user' && party.user.identityNumber) || (partyId(party) ?? '')

export type Field = 'asset' | 'to' | 'amount' | 'tag' | 'memo' | 'fee' | 'coins' | 'account'

export interface Obstacle {
  readonly field: Field
  /** Row the obstacle is in; 0 where there is only one. */
  readonly row: number
  readonly text: string
  /** Its field says it already, as it is written. */
  readonly isTold: boolean
}

export interface SendContext {
  readonly asset: Asset | undefined
  readonly balance: Pick<Balance, 'available' | 'held'> | undefined
  /** The most that the coins of one transaction reach, after a fee in the same asset; undefined while unknown. */
  readonly inOne: string | undefined
  readonly resolutions: readonly Resolution[]
  readonly fees: readonly FeeOption[] | undefined
  /** The person said that the receiver needs no tag. */
  readonly noTag: boolean
  readonly watchOnly: boolean
  /** A group's members would have to sign the storing and the payment apart. */
  readonly isGroup?: boolean
  /** What keeping a long memo costs; undefined while unknown or not needed. */
  readonly storage?: StoragePrice | undefined
}

export type StoragePrice = WireAnswer<'storage.price'>

export interface SendLook {
  readonly obstacles: readonly Obstacle[]
  /** Sum of all rows once every amount is readable. */
  readonly total: Amount | null
  readonly leaves: boolean
  readonly fee: FeeOption | null
  /** What keeping a long memo costs besides. */
  readonly storage: StoragePrice | undefined
  /** Available after this payment and what it costs in the same asset; null while unknown or not enough. */
  readonly left: Amount | null
  readonly duplicates: readonly string[]
}

/** Says nothing of who is paid: nobody could be asked, and the next one may be. What the service refused for good is an answer. */
export const isPassing = (resolution: Resolution): boolean =>
  resolution.kind === 'problem' && isLineFailure(resolution.error)

/** Looks the whole form over. The first obstacle is the one to name beside the button. */
export function lookAtForm(form: SendForm, context: SendContext): SendLook {
  const { asset, balance, resolutions } = context
  const obstacles: Obstacle[] = []
  const stop = (field: Field, row: number, text: string) => {
    const { to = '', amount = '', fiat } = form.rows[row] ?? {}
    const isTold =
      (field === 'to' && to.trim() !== '') || (field === 'amount' && (amount.trim() !== '' || fiat !== undefined))
    obstacles.push({ field, row, text, isTold })
  }
  if (context.watchOnly && context.isGroup === true) {
    stop('account', 0, say('send.this-account-is-watch-only-a'))
  }
  const noAsset = asset === undefined ? say('send.choose-an-asset') : null
  // As the form is read: the amount of the only receiver is its first field, with the asset in it; above several the asset is.
  const found: (readonly [Field, number, string | null])[] = form.rows.flatMap((row, at) => {
    const to = ['to', at, payeeObstacle(resolutions[at] ?? { kind: 'empty' })] as const
    const amount = ['amount', at, amountObstacle(row)] as const
    return form.rows.length === 1 ? [amount, ['asset', 0, noAsset] as const, to] : [to, amount]
  })
  if (form.rows.length !== 1) found.unshift(['asset', 0, noAsset])
  for (const [field, row, text] of found) if (text !== null) stop(field, row, text)

  const leaves = resolutions.some((resolution) => resolution.kind === 'known' && resolution.payee.kind === 'chain')
  if (leaves && !context.watchOnly && form.rows.length > 1)
    stop('to', 0, say('send.a-withdrawal-to-another-network-has'))
  // One member pays the fee of a group’s, once that is final.
  const paysFee = leaves && context.isGroup !== true && !context.watchOnly
  const fee = paysFee ? feeOf(form, context.fees) : null
  if (leaves && asset !== undefined && !context.watchOnly) {
    if (asset.tag !== 'none' && form.tag.trim() === '' && !context.noTag) {
      stop('tag', 0, say('send.enter-the-tag-or-say-that'))
    }
    // What is pasted brings them along, and the chain refuses what reads right.
    if (!isClean(form.tag.trim())) stop('tag', 0, say('send.tag-unseen'))
    // An empty list is an answer too: this withdrawal is free.
    if (paysFee && context.fees === undefined) stop('fee', 0, say('send.the-withdrawal-fee-is-not-known'))
    else if (fee !== null && !fee.sufficient) {
      stop(
        'fee',
        0,
        say('send.the-fee-is-you-have-available', {
          amount: formatFigure(fee.amount),
          symbol: fee.asset.symbol,
          available: formatFigure(fee.available),
        }),
      )
    }
  }
  const memo = readMemo(form.memo, form.memoForm, STORED_BYTES)
  if (!leaves && memo.problem !== null) stop('memo', 0, memo.problem)
  const stores = !leaves && !context.watchOnly && memo.bytes > MEMO_BYTES
  if (stores && context.isGroup === true) {
    stop('memo', 0, say('send.a-groups-memo-has-at-most', { memoBytes: MEMO_BYTES }))
  } else if (stores && memo.problem === null) {
    if (context.storage === undefined) stop('memo', 0, say('send.the-price-of-storing-the-memo'))
    else if (!context.storage.sufficient) stop('memo', 0, storageShort(context.storage))
  }
  if (context.watchOnly && context.isGroup !== true) {
    for (const { field, text } of unsayable(form, context)) stop(field, 0, text)
  }
  if (form.coins !== null && form.coins.length === 0) stop('coins', 0, say('send.choose-at-least-one-coin-or'))

  const total = totalOf(form)
  const storage = stores && !storesAlone(form, context.storage) ? context.storage : undefined
  const costs = asset === undefined ? 0n : costsIn(asset, fee, storage)
  const left = leftOf(total, asset, balance, costs, toOneself(form, context))
  const byHand = chosenShort(form, total, context, storage)
  if (byHand !== null) {
    stop('coins', 0, byHand)
  } else if (total !== null && asset !== undefined && balance !== undefined && left === null) {
    stop('amount', 0, tooMuch(balance, asset, costs))
  } else if (total !== null && asset !== undefined && context.inOne !== undefined) {
    const inOne = mostBeside(context.inOne, asset, storage)
    if (parseExactAmount(inOne) < total) {
      stop('amount', 0, say('send.one-payment-takes-at-most-256', { inOne: formatFigure(inOne), symbol: asset.symbol }))
    }
  }
  return { obstacles, total, leaves, fee, storage, left, duplicates: duplicatesOf(resolutions) }
}

/** Why nobody can be paid in this row yet. */
function payeeObstacle(resolution: Resolution): string | null {
  if (resolution.kind === 'empty') return say('send.enter-who-is-paid')
  if (resolution.kind === 'asking') return say('send.coffer-is-looking-up-who-that')
  if (isPassing(resolution)) return say('send.this-recipient-could-not-be-looked-up')
  if (resolution.kind === 'problem')
    return resolution.isBegun === true ? say('send.choose-who-is-meant') : say('send.this-receiver-cannot-be-paid')
  if (resolution.view.standing === 'paid') return say('send.this-link-was-paid-before')
  return resolution.view.standing === 'going' ? say('send.this-link-is-being-paid') : null
}

/** Why the amount of this row is none yet. */
function amountObstacle(row: SendForm['rows'][number]): string | null {
  const reading = readingOf(row)
  if (reading.kind === 'ok') return null
  if (reading.kind === 'invalid') return reading.reason
  return reading.kind === 'ask' ? say('send.choose-which-amount-you-mean') : say('send.enter-an-amount')
}

/** Whether what is paid is the price of storing the memo itself. */
function storesAlone({ assetId, rows: [row, ...more] }: SendForm, storage: StoragePrice | undefined): boolean {
  if (row === undefined || storage === undefined || more.length > 0 || assetId !== storage.asset.assetId) return false
  return row.to.trim() === storage.recipient && row.amount === storage.amount
}

/** What the link for a phone cannot say: it names one receiver on the network, an asset, an amount and a memo as text. */
function unsayable(form: SendForm, { resolutions }: SendContext): { readonly field: Field; readonly text: string }[] {
  const payees = resolutions.flatMap((one) => (one.kind === 'known' ? one : []))
  const found: { readonly field: Field; readonly text: string }[] = []
  if (payees.some(({ payee }) => payee.kind === 'chain')) {
    found.push({
      field: 'to',
      text: say('send.no-link-can-ask-a-phone'),
    })
  }
  if (payees.some(({ view }) => isOneself(view.party))) {
    found.push({ field: 'to', text: say('send.that-is-this-account-itself') })
  }
  if (form.rows.length > 1) found.push({ field: 'to', text: say('send.a-link-for-the-phone-pays') })
  if (form.references.length > 0) {
    found.push({
      field: 'to',
      text: say('send.this-link-refers-to-another-payment'),
    })
  }
  const { bytes } = readMemo(form.memo, form.memoForm, STORED_BYTES)
  if (bytes > 0 && form.memoForm === 'hex') {
    found.push({ field: 'memo', text: say('send.a-link-for-the-phone-carries') })
  } else if (bytes > MEMO_BYTES) {
    found.push({
      field: 'memo',
      text: say('send.a-link-for-the-phone-carries-2', { memoBytes: MEMO_BYTES }),
    })
  }
  return found
}

/** The call that writes a payment down for the phone, once nothing stands in its way. */
export function askInput(form: SendForm, context: SendContext, owner: Owner): WireInput<'asked.make'> | null {
  const input = prepareInput(form, context, owner)
  const row = input?.rows[0]
  if (input === null || row === undefined) return null
  const { account, assetId, requestId, label, asked } = input
  const { payee, amount } = row
  const inLink = asked === undefined ? {} : { asked }
  return { account, assetId, requestId, label, payee, amount, memo: form.memo, ...inLink }
}

/** Whether the memo is too long to be one and is stored instead. */
export function storesMemo(form: Pick<SendForm, 'memo' | 'memoForm'>): boolean {
  return readMemo(form.memo, form.memoForm, STORED_BYTES).bytes > MEMO_BYTES
}

function storageShort({ amount, available, asset }: StoragePrice): string {
  return say('send.storing-this-memo-costs-you-have', {
    ...{ amount: formatFigure(amount), symbol: asset.symbol, available: formatFigure(available) },
  })
}

const figureOf = (units: bigint): string => formatFigure(formatAmountShort(toAmount(units)))

/** What the coins chosen by hand lack, of which a memo is stored too; null when they suffice, or when Coffer chooses. */
function chosenShort(
  form: Pick<SendForm, 'coins'>,
  total: Amount | null,
  { asset, inOne }: SendContext,
  storage: StoragePrice | undefined,
): string | null {
  if (form.coins === null || form.coins.length === 0 || asset === undefined || inOne === undefined) return null
  const short = (total ?? 0n) + costsIn(asset, storage) - parseExactAmount(inOne)
  if (total === null || short <= 0n) return null
  return say('send.the-chosen-coins-come-to-short', {
    ...{ inOne: formatFigure(inOne), symbol: asset.symbol, toAmount: figureOf(short) },
  })
}

/** The fee that was chosen, else the first that can be paid. Null where there is none, or none is known. */
export function feeOf(form: SendForm, fees: readonly FeeOption[] | undefined): FeeOption | null {
  if (fees === undefined) return null
  return (
    fees.find((fee) => fee.asset.assetId === form.feeAssetId) ?? fees.find((fee) => fee.sufficient) ?? fees[0] ?? null
  )
}

export function totalOf(form: SendForm): Amount | null {
  let total = 0n
  for (const row of form.rows) {
    const reading = readingOf(row)
    if (reading.kind !== 'ok') return null
    total += reading.amount
  }
  return toAmount(total)
}

/** What is paid of the same asset besides: for the network, or for keeping a memo. */
function costsIn({ assetId }: Asset, ...costs: readonly (FeeOption | StoragePrice | null | undefined)[]): bigint {
  return costs.reduce((sum, cost) => (cost?.asset.assetId === assetId ? sum + parseExactAmount(cost.amount) : sum), 0n)
}

/** The most that one payment can take beside what keeping its memo costs in the same asset. */
export function mostBeside(inOne: string, asset: Asset, storage: StoragePrice | undefined): string {
  const left = parseExactAmount(inOne) - costsIn(asset, storage)
  return formatAmountShort(toAmount(left < 0n ? 0n : left))
}

function leftOf(
  total: Amount | null,
  asset: Asset | undefined,
  balance: SendContext['balance'],
  costs: bigint,
  kept: bigint,
): Amount | null {
  if (total === null || asset === undefined || balance === undefined) return null
  const left = parseExactAmount(balance.available) - total - costs
  return left < 0n ? null : toAmount(left + kept)
}

/** Whether a receiver is the account itself, which pays itself only where no group pays. */
export const isOneself = (party: Party): boolean => party.kind === 'user' && party.user.relationship === 'self'

/** What of a payment comes back to whoever pays. */
function toOneself(form: SendForm, { resolutions, isGroup }: SendContext): bigint {
  if (isGroup === true) return 0n
  return form.rows.reduce((sum, row, at) => {
    const [one, reading] = [resolutions[at], readingOf(row)]
    return one?.kind === 'known' && isOneself(one.view.party) && reading.kind === 'ok' ? sum + reading.amount : sum
  }, 0n)
}

function tooMuch(balance: { available: string; held: string }, asset: Asset, costs: bigint): string {
  const most = parseExactAmount(balance.available) - costs
  const { symbol } = asset
  const held = isSome(balance.held) ? say('send.is-held-or-frozen', { held: formatFigure(balance.held), symbol }) : ''
  return most <= 0n
    ? say('send.you-have-no-available', { symbol, held })
    : say('send.you-can-send-or-less', { toAmount: figureOf(most), symbol, held })
}

/** What an amount is worth by the estimate of the whole balance; null without one. For eyes only. */
export function worthOf(
  amount: Amount,
  balance: Pick<Balance, 'available' | 'held' | 'fiat'> | undefined,
): string | null {
  const cents = /^(\d+)\.(\d\d)$/.exec(balance?.fiat ?? '')
  if (cents === null || balance === undefined) return null
  const whole = parseExactAmount(balance.available) + parseExactAmount(balance.held)
  if (whole === 0n) return null
  const worth = (BigInt(`${cents[1]}${cents[2]}`) * amount) / whole
  return `${worth / 100n}.${(worth % 100n).toString().padStart(2, '0')}`
}

/** Payees that appear in more than one row: allowed, but worth a look. */
function duplicatesOf(resolutions: readonly Resolution[]): string[] {
  const seen = new Map<string, number>()
  for (const resolution of resolutions) {
    if (resolution.kind !== 'known') continue
    const key = JSON.stringify(resolution.payee)
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  return [...seen].filter(([, count]) => count > 1).map(([key]) => key)
}

/** The call that prepares the payment, once nothing stands in its way. */
export function prepareInput(form: SendForm, context: SendContext, owner: Owner): WireInput<'payments.prepare'> | null {
  const look = lookAtForm(form, context)
  if (look.obstacles.length > 0 || context.asset === undefined) return null
  const rows = form.rows.flatMap((row, at) => {
    const resolution = context.resolutions[at]
    const reading = readingOf(row)
    if (resolution?.kind !== 'known' || reading.kind !== 'ok') return []
    const payee =
      resolution.payee.kind === 'chain'
        ? { ...resolution.payee, tag: form.tag.trim() || (context.noTag ? '' : resolution.payee.tag) }
        : resolution.payee
    return [{ payee, amount: reading.text, ...pricedOf(row) }]
  })
  return {
    ...owner,
    assetId: context.asset.assetId,
    rows,
    memoHex: look.leaves ? '' : (readMemo(form.memo, form.memoForm, STORED_BYTES).hex ?? ''),
    ...(!look.leaves && storesMemo(form) ? { storeMemo: true } : {}),
    feeAssetId: look.fee?.asset.assetId ?? null,
    coins: form.coins,
    references: form.references,
    requestId: form.trace,
    ...defined({ asked: form.asked }),
    again: form.again ?? null,
    draftId: null,
    label: form.label.trim(),
    ...(context.isGroup === true && form.reason !== undefined ? { reason: form.reason.trim() } : {}),
    returnTo: form.returnTo,
  }
}
