import { z } from 'zod'
import type { AssetId, Hash, Holder, RequestId, UserId } from '#contract/domain'
import { type Assumption, type CofferError, type ErrorCode, failure } from '#contract/errors'
import type { AssetView, Input } from '#contract/ipc'
import { assetId, hash, hex, outputId, requestId, sentence, userId } from '#contract/wire'
import {
  EXTRA_SIZE_MAX,
  feeRequestId,
  STORAGE_RECIPIENT,
  storagePrice,
  sumOf,
  uniqueObjectId,
  XIN_ASSET_ID,
} from '#protocol'
import { type Amount, amountAtPrice } from '#protocol/text'
import { needStored, type Payment, readStored, storedAmount, storedObject, storedTime } from '#store'
import { isSaid, type Said, said } from '#words/facts'
import { inscribedId } from './inscribed.ts'
import { storedPayee, type Target } from './target.ts'

export const MEMO_BYTES_MAX = 255

const itemName = z.union([z.string(), sentence])

/** `name` is what the review calls the item or collection, as it was known when this was asked for. */
const act = z.discriminatedUnion('kind', [
  /** The whole of one output, to one output. */
  storedObject({ kind: z.literal('transfer'), item: hash, spends: inscribedId, name: itemName }),
  /** One output, split in two for its owner: nobody holds the item any more. */
  storedObject({ kind: z.literal('release'), item: hash, spends: inscribedId, name: itemName }),
  /** Ordinary coins, of which one unit becomes the item's output. */
  storedObject({ kind: z.literal('occupy'), item: hash, name: itemName }),
  storedObject({ kind: z.literal('inscribe'), collection: hash, name: itemName }),
  storedObject({ kind: z.literal('deploy'), name: itemName }),
])
export type InscriptionAct = z.output<typeof act>

/** How the first versions wrote, in English, that an item or a collection had no name. */
const BY_HASH = /^Collectible ([0-9a-f]{8})$/
const NAMELESS = /^Collection without a name(?: #(\d+))?$/

/** What the item or collection is called, or that it has no name. */
export function actName({ name }: Pick<InscriptionAct, 'name'>): string | Said {
  if (isSaid(name)) return name
  const [, hash] = BY_HASH.exec(name) ?? []
  if (hash !== undefined) return said('shared.item-by-hash', { hash })
  const nameless = NAMELESS.exec(name)
  if (nameless === null) return name
  const collection = said('shared.nameless-collection')
  const [, number] = nameless
  return number === undefined ? collection : said('shared.item-of', { collection, number })
}

const step = storedObject({
  planId: requestId,
  /** Position, from 0, among so many. */
  at: z.number().int(),
  of: z.number().int(),
  /** Coins and amount of the whole plan, which is approved with its first step. */
  coins: z.number().int(),
  amount: storedAmount,
})
export type ConsolidationStep = z.output<typeof step>

/** An amount that was typed in a currency: how much of it, at which price of a unit, read when. */
const priced = storedObject({ currency: z.string(), value: storedAmount, price: z.string(), at: storedTime })
/** What a link asks for, where something else is paid under its request id. */
export const storedAskedOtherwise = storedObject({ assetId, amount: storedAmount.nullable(), memo: z.boolean() })
export type AskedOtherwise = z.output<typeof storedAskedOtherwise>

/** In what a planned payment may be different from the one before. */
const PLAN_DIFFERENCES = ['amount', 'payees', 'memo'] as const

/**
 * What a person asked for, fixed once: the meaning of a payment never changes after its first commit,
 * so that the same request id always means the same money. What the first versions did not write has a stand-in, or is absent.
 */
const intent = storedObject({
  assetId,
  rows: z.array(storedObject({ payee: storedPayee, amount: storedAmount, priced: priced.exactOptional() })).readonly(),
  memoHex: hex,
  references: z.array(hash).readonly(),
  /** A withdrawal's fee; null for transfers and for a fee of zero. */
  fee: storedObject({ assetId, amount: storedAmount }).nullable(),
  coins: z.array(outputId).readonly().nullable(),
  label: z.string(),
  /** Why, for the others of the group. */
  reason: z.string().exactOptional(),
  returnTo: z.string().nullable(),
  /** The form it came from, which has served its purpose once the payment is approved. */
  draftId: z.string().nullable().default(null),
  /** A memo too long to be one, kept as an object; its bytes are the extra of the transaction that stores it. */
  stored: storedObject({ bytes: z.number().int() }).exactOptional(),
  /** The consolidation that this payment is a step of. */
  step: step.exactOptional(),
  /** What is done to an item or a collection; the bytes follow from it. */
  act: act.exactOptional(),
  /** What is asked for under its request id, where something else is paid. */
  asked: storedAskedOtherwise.exactOptional(),
  /** The signed payment that this one is another try of; see `again.ts`. */
  again: requestId.exactOptional(),
  /** The run of payments that this one belongs to, which of its rows it pays, and when its list was read. */
  run: storedObject({
    id: requestId,
    rows: z.array(requestId).readonly(),
    since: storedTime.exactOptional(),
    /** The memo that its row has, where the network that it goes to carries none. */
    unsent: z.string().exactOptional(),
  }).exactOptional(),
  /** The plan by which it came, which of its times it is, and how it compares with the one before. */
  plan: storedObject({
    id: requestId,
    name: z.string(),
    day: z.string(),
    at: storedTime,
    last: storedObject({ at: storedTime, assetId, amount: storedAmount }).nullable(),
    differs: z.array(z.enum(PLAN_DIFFERENCES)).readonly(),
  }).exactOptional(),
  /** Other tries of the same that another copy of these files showed to the service, and the coins here that each would spend. */
  shown: z
    .array(storedObject({ id: requestId, coins: z.array(outputId).readonly() }))
    .readonly()
    .exactOptional(),
  /** The final withdrawal of a group whose fee this is. */
  feeOf: storedObject({ request: requestId, assetId, amount: storedAmount }).exactOptional(),
  /** What these people ask its first receiver's key with as well: the ledger gives a key to one transaction, so one of theirs takes place at most. */
  sharedKey: storedObject({ hint: requestId, members: z.array(userId).readonly() }).exactOptional(),
  /** The signed payment that this one, to oneself over one of its coins, is to make impossible. */
  voids: requestId.exactOptional(),
  /** What that one is called, as it was when this was asked for; the first versions wrote it in English. */
  voidsTitle: z.union([z.string(), sentence]).exactOptional(),
})
export type Intent = z.output<typeof intent>

/** Read once for each description that was taken out of the journal; lists ask for the same one again and again. */
const intents = new WeakMap<object, Intent | { readonly unreadable: true }>()

/** What was asked, as stored with a payment; undefined where it cannot be read. */
export function readIntent(detail: Payment['detail']): Intent | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined
  const known = intents.get(detail)
  if (known !== undefined) return 'unreadable' in known ? undefined : known
  const read = readStored(intent, detail)
  intents.set(detail, read ?? { unreadable: true })
  return read
}

/** The same for what is decided by it. Throws `store.damaged`. */
export const intentOf = ({ detail }: Pick<Payment, 'detail'>): Intent => needStored(intent, detail, 'payment')

/** The same for what is only shown: one that cannot be read pays nobody that could be named. */
export function shownIntent({ assetId: paid, detail }: Pick<Payment, 'assetId' | 'detail'>): Intent {
  return (
    readIntent(detail) ?? {
      ...{ assetId: paid, rows: [], memoHex: '', references: [], fee: null, coins: null },
      ...{ label: '', returnTo: null, draftId: null },
    }
  )
}

/** Money that only changes its form stays with whoever pays. */
export function paysOneself({ step, act, voids }: Intent): boolean {
  return step !== undefined || voids !== undefined || act?.kind === 'release' || act?.kind === 'occupy'
}

type OutputRole = 'payment' | 'withdrawal' | 'fee' | 'storage' | 'change'

interface PlannedOutput {
  readonly role: OutputRole
  readonly target: Target
  readonly amount: Amount
}

/** One kernel transaction of a payment before its coins are chosen; change is added behind the outputs. */
export interface PlannedTransaction {
  readonly requestId: RequestId
  readonly purpose: 'payment' | 'fee' | 'storage'
  readonly assetId: AssetId
  readonly outputs: readonly PlannedOutput[]
  readonly total: Amount
  readonly extra: string
  readonly references: readonly Hash[]
  /** Position of an earlier transaction of the same payment whose hash is referred to as well. */
  readonly refersTo: number | null
}

export function isWithdrawal(intent: Intent): boolean {
  return intent.rows.some((row) => row.payee.kind === 'chain')
}

/** Receivers of a payment that also burns for what it stores and has change: 256 outputs are the most. */
const STORED_ROWS_MAX = 254

/**
 * Whether the bytes to be stored travel in the payment itself, which only the asset that pays for storage allows, and only where an output is
 * left for it.
 */
export function storesInside({ stored, assetId, rows }: Intent): boolean {
  return stored !== undefined && assetId === XIN_ASSET_ID && rows.length <= STORED_ROWS_MAX
}

/** The two ids of an asset are not one another's: what would be paid could be something else. */
export const contradiction = (): CofferError<ErrorCode> =>
  failure('wallet.asset_mismatch', 'asset ids contradict each other', {
    details: { assumption: 'kernel-asset' satisfies Assumption },
  })

/** Whoever pays the price of what is stored to those who burn it stores it, and pays nobody. */
function storesAlone(
  { assetId, rows: [row, ...more] }: Pick<Input<'payments.prepare'>, 'assetId' | 'rows'>,
  bytes: number,
) {
  const burns = row?.payee.kind === 'kernel' && row.payee.address === STORAGE_RECIPIENT
  return burns && more.length === 0 && assetId === XIN_ASSET_ID && row.amount === storagePrice(bytes)
}

/** An intent of what was asked, or a refusal of what cannot be meant: `input.*`, `wallet.asset_mismatch`. */
export function checkedIntent(
  input: Input<'payments.prepare'>,
  fee: Intent['fee'],
  holder: Holder,
  { trust, precision }: Pick<AssetView, 'trust' | 'precision'>,
): Intent {
  const bytes = input.memoHex.length / 2
  const long = bytes > MEMO_BYTES_MAX
  const leaves = input.rows.some(({ payee }) => payee.kind === 'chain')
  // A group would have to sign two requests, one after the other, which nobody could tell apart from one.
  const storable = input.storeMemo === true && !leaves && holder.members.length === 1
  if (long && (!storable || bytes > EXTRA_SIZE_MAX)) {
    const most = storable ? EXTRA_SIZE_MAX : MEMO_BYTES_MAX
    throw failure('input.memo_too_long', 'memo is too long', { details: { bytes, most } })
  }
  if (input.rows.some((row) => row.amount <= 0n)) throw failure('input.amount', 'amounts must be positive')
  for (const { amount, priced: typed } of input.rows) {
    // What the review says of a sum that was typed has to be what was made of it.
    if (typed !== undefined && amountAtPrice(typed.value, typed.price, precision)?.amount !== amount)
      throw failure('input.amount', 'an amount is not what its price makes of it')
  }
  const intent: Intent = {
    assetId: input.assetId,
    rows: long && storesAlone(input, bytes) ? [] : input.rows,
    memoHex: long ? '' : input.memoHex,
    references: input.references,
    fee,
    coins: input.coins,
    label: input.label,
    returnTo: input.returnTo,
    draftId: input.draftId,
    ...(long ? { stored: { bytes } } : {}),
    ...reasonOf(input, holder),
    ...askedOtherwise(input),
  }
  if (isWithdrawal(intent) && intent.rows.length > 1) {
    throw failure('input.invalid', 'one withdrawal per payment', { details: { field: 'receivers' } })
  }
  if (trust === 'mismatch') throw contradiction()
  return intent
}

/** Who pays alone has nobody to tell. */
function reasonOf(
  { reason = '' }: Pick<Input<'payments.prepare'>, 'reason'>,
  { members }: Holder,
): Pick<Intent, 'reason'> {
  const text = reason.trim()
  return members.length > 1 && text !== '' ? { reason: text } : {}
}

/** Whoever asked knows the payment by its request id alone, and finds there another one than was asked for. */
export function askedOtherwise({
  requestId,
  asked,
  ...paid
}: Pick<Input<'payments.prepare'>, 'requestId' | 'asked' | 'assetId' | 'memoHex'> & {
  readonly rows: readonly { readonly amount: Amount }[]
}): Pick<Intent, 'asked'> {
  if (requestId === null || asked === undefined) return {}
  const [wanted, amount] = [asked.assetId ?? paid.assetId, asked.amount ?? null]
  const memo = asked.memoHex !== null && asked.memoHex !== paid.memoHex
  const isAsked = wanted === paid.assetId && (amount === null || amount === paid.rows[0]?.amount) && !memo
  return isAsked ? {} : { asked: { assetId: wanted, amount, memo } }
}

/**
 * The transactions of an intent, in sending order. A transfer is one, paying all receivers; so is a withdrawal with its
 * fee in the same asset (withdrawal first, as the kernel demands); a group's has no fee, which a member pays once it is final. A fee in another asset is a second transaction that
 * refers to the first. A stored memo is a transaction before the payment, which refers to it; in XIN both are one, since a person with
 * a single coin could not pay two. Request ids are derived from the payment's. `content` is the hex of what is stored.
 */
export function planTransactions(
  intent: Intent,
  requestId: RequestId,
  feeUser: UserId,
  content: string,
): readonly PlannedTransaction[] {
  const withdrawal = isWithdrawal(intent)
  const payments = intent.rows.map(
    ({ payee, amount }): PlannedOutput => ({
      role: payee.kind === 'chain' ? 'withdrawal' : intent.feeOf !== undefined ? 'fee' : 'payment',
      target:
        intent.feeOf !== undefined ? { kind: 'fee', userId: feeUser } : paysOneself(intent) ? { kind: 'self' } : payee,
      amount,
    }),
  )
  if (intent.stored !== undefined) return withStorage(intent, intent.stored.bytes, requestId, payments, content)
  const fee: PlannedOutput[] =
    withdrawal && intent.fee !== null
      ? [{ role: 'fee', target: { kind: 'fee', userId: feeUser }, amount: intent.fee.amount }]
      : []
  const sameAsset = intent.fee?.assetId === intent.assetId
  const main = transaction(requestId, 'payment', intent.assetId, sameAsset ? [...payments, ...fee] : payments, {
    extra: intent.memoHex,
    references: intent.references,
  })
  if (intent.fee === null || sameAsset || fee.length === 0) return [main]
  const feeId = feeRequestId(requestId) as RequestId // a formula over the request id
  return [main, transaction(feeId, 'fee', intent.fee.assetId, fee, { refersTo: 0 })]
}

function withStorage(
  intent: Intent,
  bytes: number,
  requestId: RequestId,
  payments: readonly PlannedOutput[],
  content: string,
): readonly PlannedTransaction[] {
  const { references } = intent
  const burnt: PlannedOutput = {
    role: 'storage',
    target: { kind: 'kernel', address: STORAGE_RECIPIENT },
    amount: storagePrice(bytes),
  }
  if (storesInside(intent)) {
    return [transaction(requestId, 'payment', intent.assetId, [burnt, ...payments], { extra: content, references })]
  }
  const storageId = uniqueObjectId(requestId, 'storage') as RequestId // a formula over the request id
  return [
    transaction(storageId, 'storage', XIN_ASSET_ID as AssetId, [burnt], { extra: content }),
    transaction(requestId, 'payment', intent.assetId, payments, {
      extra: intent.memoHex,
      references,
      refersTo: 0,
    }),
  ]
}

function transaction(
  requestId: RequestId,
  purpose: PlannedTransaction['purpose'],
  assetId: AssetId,
  outputs: readonly PlannedOutput[],
  rest: { extra?: string; references?: readonly Hash[]; refersTo?: number },
): PlannedTransaction {
  return {
    requestId,
    purpose,
    assetId,
    outputs,
    total: sumOf(outputs),
    extra: rest.extra ?? '',
    references: rest.references ?? [],
    refersTo: rest.refersTo ?? null,
  }
}
