import type { Hash, Holder, UserId } from '#contract/domain'
import type { AssetView, CheckRow, PartyView, PaymentReview, RequestReview } from '#contract/ipc'
import {
  type Amount,
  decodeScript,
  decodeTransaction,
  encodeScript,
  hashMembers,
  kernelAssetId,
  OUTPUT,
  sha3Hash,
  type Transaction,
  toAmount,
} from '#protocol'
import { memoText } from '#store'
import type { Book } from '../book.ts'
import { spoken } from '../fiat.ts'
import { REVIEW_CHARACTERS } from '../memo.ts'
import { frozenCoins, nameOf } from '../payments/review.ts'
import { groupWords } from '../words.ts'
import { type Coin, countSignatures, type Request } from './request.ts'

type Check = RequestReview['checks'][number]
type Proof = RequestReview['payees'][number]['proof']

/** An output of the bytes, with what the service says of whom it is for. */
export interface JudgedOutput {
  readonly index: number
  readonly amount: Amount
  readonly threshold: number
  readonly keys: readonly string[]
  readonly mask: string
  readonly script: string
  /** Members as the service names them; empty when it names none. */
  readonly members: readonly UserId[]
  readonly change: boolean
  readonly ordinary: boolean
}

export interface Actual {
  readonly transaction: Transaction
  readonly outputs: readonly JudgedOutput[]
  readonly asset: AssetView | undefined
  /** What leaves the group. */
  readonly amount: Amount
  readonly spent: Amount
}

export interface ReviewContext {
  readonly book: Book
  readonly account: UserId
  readonly network: string
  readonly group: Holder
  readonly groupAdded: boolean
  readonly groupName: string
  readonly coins: readonly (Coin | undefined)[]
  /** Whether the service gave us the same keys for an output; undefined when it could not be asked. */
  readonly confirmed: (index: number) => boolean | undefined
  /** Places of our key on each input, once the view scalars proved them; null when they could not be had. */
  readonly proved: boolean | null
  readonly provedProblem: string | null
  /** What to know of requests that were given up after they were signed. */
  readonly outstanding: PaymentReview['checks']
  /** How many of its coins this account froze. */
  readonly frozen: number
  /** Title of another payment that holds a coin of this request. */
  readonly heldBy: string | null
  readonly reviewedHash: Hash
}

/** What the bytes do. Whom outputs are for is the service's word; that they are change is believed only if it says so. */
export function readActual(request: Request, book: Book, group: Holder, coins: ReviewContext['coins']): Actual {
  const transaction = decodeTransaction(request.raw)
  const receivers = request.detail.record?.receivers ?? []
  const aligned = receivers.length === transaction.outputs.length
  const outputs = transaction.outputs.map((output, index): JudgedOutput => {
    const receiver = aligned ? receivers[index] : undefined
    const threshold = thresholdIn(output.script)
    const change =
      receiver !== undefined &&
      receiver.membersHash === group.membersHash &&
      receiver.threshold === group.threshold &&
      threshold === group.threshold &&
      output.keys.length === group.members.length
    const { amount, keys, mask, script } = output
    const members = receiver?.members ?? []
    return { index, amount, threshold, keys, mask, script, members, change, ordinary: output.type === OUTPUT.script }
  })
  const leaving = outputs.filter((output) => !output.change)
  return {
    transaction,
    outputs,
    asset: book.assetOfKernel(transaction.asset as Hash), // the decoder gives 32 bytes of hex
    amount: sum(leaving),
    spent: sum(coins.flatMap((coin) => coin ?? [])),
  }
}

/** What was asked, what the service recorded and what the bytes do, line by line. */
export function compareRows(request: Request, actual: Actual, context: ReviewContext): CheckRow[] {
  const { asked, record } = request.detail
  const { book, group } = context
  const symbol = actual.asset?.symbol ?? ''
  const money = (amount: Amount | undefined) => (amount === undefined ? null : spoken(amount, symbol))
  const rows: CheckRow[] = []
  const row = (
    field: string,
    said: { asked?: string | null | undefined; record?: string | null | undefined; actual: string },
    agrees: boolean,
  ): void => {
    rows.push({ field, asked: said.asked ?? null, record: said.record ?? null, actual: said.actual, agrees })
  }

  row(
    'Transaction',
    { asked: asked?.hash, record: request.detail.otherHash ?? record?.hash, actual: request.hash },
    (asked?.hash ?? request.hash) === request.hash &&
      (record?.hash ?? request.hash) === request.hash &&
      request.detail.otherHash === null &&
      context.reviewedHash === request.hash,
  )
  if (record !== null) {
    row('Request', { record: record.requestId, actual: request.id }, record.requestId === request.id)
  }
  const own = `${group.threshold} of ${group.members.length}, ${groupWords(group.membersHash, group.threshold).join(' ')}`
  row(
    'Paying group',
    {
      asked: asked?.senders === undefined ? null : `${asked.threshold ?? '?'} of ${asked.senders.length}`,
      record:
        record === null
          ? null
          : record.sendersHash === group.membersHash
            ? own.replace(/^\d+/, String(record.sendersThreshold))
            : record.sendersHash,
      actual: own,
    },
    (asked?.senders === undefined || sameMembers(asked.senders, group.members)) &&
      (asked?.threshold === undefined || asked.threshold === group.threshold) &&
      (record === null || (record.sendersHash === group.membersHash && record.sendersThreshold === group.threshold)) &&
      context.coins.every((coin) => coin?.output == null || belongs(coin, group)),
  )
  const kernel = actual.transaction.asset
  row(
    'Asset',
    {
      asked: asked?.assetId === undefined ? null : book.asset(asked.assetId).symbol,
      record:
        record === null
          ? null
          : record.assetId === null
            ? (record.kernelAssetId ?? '')
            : book.asset(record.assetId).symbol,
      actual: actual.asset?.symbol ?? kernel,
    },
    (asked?.assetId === undefined || kernelAssetId(asked.assetId) === kernel) &&
      (record === null ||
        ((record.kernelAssetId ?? kernel) === kernel &&
          (record.assetId === null || kernelAssetId(record.assetId) === kernel))) &&
      context.coins.every((coin) => coin?.output == null || coin.output.kernel_asset_id === kernel),
  )
  const leaving = actual.outputs.filter((output) => !output.change)
  const named: Amount[] = [actual.amount, leaving[0]?.amount ?? actual.amount, sum(actual.outputs)]
  // Which output is change is the service's word. Without it, what was asked may be any of them, or all but one.
  const possible =
    record === null
      ? [...leaving.flatMap(({ amount }) => [amount, toAmount(actual.amount - amount)]), actual.amount]
      : [actual.amount]
  row(
    'Amount',
    {
      asked: money(asked?.amount),
      record: money(record?.amount),
      actual:
        record === null && leaving.length > 1
          ? `${leaving.map(({ amount }) => spoken(amount, symbol)).join(' and ')}, change among them or not`
          : spoken(actual.amount, symbol),
    },
    (asked?.amount === undefined || possible.includes(asked.amount)) &&
      (record === null || named.includes(record.amount)),
  )
  addReceivers(row, request, actual, context, symbol)
  const { extra } = actual.transaction
  row(
    'Memo',
    {
      asked: asked?.memoHex === undefined ? (asked?.memo ?? null) : textOf(asked.memoHex),
      record: record === null ? null : textOf(record.extra),
      actual: textOf(extra),
    },
    (asked?.memoHex === undefined || asked.memoHex === extra) &&
      (asked?.memo === undefined || asked.memo === extra || asked.memo === memoText(extra)) &&
      (record === null || record.extra === extra),
  )
  // Coins of a group that was not added were not read yet; nothing can be signed before that.
  if (context.groupAdded || context.coins.every((coin) => coin !== undefined))
    row(
      'Coins',
      { actual: `${context.coins.length}, worth ${spoken(actual.spent, symbol)}` },
      context.coins.every((coin) => coin !== undefined) && actual.spent === sum(actual.outputs),
    )
  if (actual.transaction.references.length > 0) {
    row('References', { actual: actual.transaction.references.join(', ') }, true)
  }
  return rows
}

type AddRow = (
  field: string,
  said: { asked?: string | null | undefined; record?: string | null | undefined; actual: string },
  agrees: boolean,
) => void

function addReceivers(add: AddRow, request: Request, actual: Actual, { book }: ReviewContext, symbol: string): void {
  const { asked, record } = request.detail
  const aligned = record === null || record.receivers.length === actual.outputs.length
  const count = actual.outputs.length
  if (!aligned) {
    add('Outputs', { record: String(record?.receivers.length ?? 0), actual: String(count) }, false)
  }
  let receivers = 0
  for (const output of actual.outputs) {
    const said = record?.receivers[output.index]
    const field = output.change ? 'Change' : `Receiver ${++receivers}`
    const shape = `${output.threshold} of ${output.keys.length} ${output.keys.length === 1 ? 'key' : 'keys'}`
    const agrees =
      record === null ||
      !aligned ||
      said === undefined ||
      (said.members.length === 0 && said.destination === '') ||
      (said.members.length === output.keys.length && said.threshold === output.threshold)
    const wanted = output.change || asked?.receivers === undefined || receivers > 1 ? undefined : asked.receivers
    add(
      field,
      {
        asked:
          wanted === undefined ? null : wanted.map((id) => nameOf({ kind: 'user', user: book.user(id) })).join(', '),
        record:
          said === undefined
            ? null
            : said.members.length === 0
              ? 'nobody that the service knows'
              : `${said.threshold} of ${said.members.map((id) => nameOf({ kind: 'user', user: book.user(id) })).join(', ')}`,
        actual: `${spoken(output.amount, symbol)} to ${shape}`,
      },
      agrees && (wanted === undefined || said === undefined || sameMembers(wanted, said.members)),
    )
  }
}

export function checksOf(request: Request, actual: Actual, rows: readonly CheckRow[], context: ReviewContext): Check[] {
  const checks: Check[] = []
  const add = (id: string, result: Check['result'], text: string) => checks.push({ id, result, text })
  const wrong = rows.filter(({ agrees }) => !agrees)
  if (wrong.length === 0)
    add('rows', 'ok', `All ${rows.length} lines agree: what was asked, recorded and what the bytes do.`)
  for (const { field } of wrong)
    add(`row:${field}`, 'stop', `${field}: what was asked or recorded is not what the bytes do.`)
  if (request.detail.record === null) {
    add('record', 'attention', 'The service’s record could not be compared: this was read from a bundle while offline.')
    if (actual.outputs.length > 1) {
      add('change', 'attention', 'Nobody has told Coffer yet which of the outputs is the group’s own change.')
    }
  }
  const bytes = actual.transaction.extra.length / 2
  if (actual.transaction.extra.length > REVIEW_CHARACTERS) {
    add('memo', 'attention', `Its memo has ${bytes} bytes, which are too many to show here.`)
  }
  const unknown = context.coins.filter((coin) => coin === undefined).length
  if (unknown > 0 && !context.groupAdded) {
    add('coins', 'attention', 'Coffer reads the coins of this group once you have added it.')
  } else if (unknown > 0)
    add('coins', 'stop', `${unknown} of the coins are unknown here, so nobody can say what is spent.`)
  else if (context.coins.some((coin) => coin?.output === null)) {
    add(
      'coins',
      'attention',
      'Coins are known only from the bundle; the network was not asked whether they are still there.',
    )
  } else add('coins', 'ok', 'Every coin belongs to this group and was read from the network.')
  if (context.coins.some((coin) => coin?.output?.inscription_hash != null)) {
    const [only, ...others] = actual.outputs
    const whole = context.coins.length === 1 && others.length === 0 && only?.amount === context.coins[0]?.amount
    if (whole) add('inscribed', 'ok', 'A collectible is handed over whole: one coin in, one out.')
    else {
      add(
        'inscribed',
        'attention',
        'A coin carries a collectible. This splits or joins it, which releases what it carries.',
      )
    }
  }
  if (context.proved === true) add('ours', 'ok', 'Your key was proved to be one of the keys of every coin.')
  else if (context.proved === false) add('ours', 'stop', context.provedProblem ?? 'A coin has no key of yours.')
  for (const output of actual.outputs) {
    if (!output.ordinary)
      add(`type:${output.index}`, 'stop', `Output ${output.index + 1} is of a kind that groups do not make.`)
    if (output.threshold < 1 || output.threshold > output.keys.length) {
      add(
        `script:${output.index}`,
        'stop',
        `Output ${output.index + 1} asks for ${output.threshold} of ${output.keys.length} signatures; nobody could ever spend it.`,
      )
    }
  }
  const keys = actual.outputs.flatMap((output) => [output.mask, ...output.keys])
  if (new Set(keys).size !== keys.length) add('keys', 'stop', 'A receiving key occurs twice.')
  if (actual.asset === undefined || actual.asset.trust === 'unlisted') {
    add('asset', 'attention', 'The asset is not in Coffer’s own table; its name is what the service says.')
  } else if (actual.asset.trust === 'mismatch') {
    add('asset', 'stop', `The service describes ${actual.asset.symbol} in a way that does not fit its id.`)
  }
  addKeyChecks(actual, context, add)
  checks.push(...context.outstanding)
  if (context.frozen > 0) {
    add(
      'frozen',
      'attention',
      `${frozenCoins(context.frozen)} frozen by you; this request would spend what you set aside.`,
    )
  }
  if (context.heldBy !== null)
    add('held', 'stop', `A coin is set aside for another payment of yours: ${context.heldBy}.`)
  const signed = countSignatures(request.raw, context.coins, encodeScript(context.group.threshold))
  if (signed.invalid > 0)
    add('signatures', 'attention', `${signed.invalid} signatures in the bytes are bad and were left out.`)
  const claimed = (request.detail.record?.signers ?? []).length
  if (claimed > signed.valid.length) {
    add(
      'signers',
      'note',
      `The service counts ${claimed} signatures; Coffer found ${signed.valid.length} good ones in the bytes.`,
    )
  }
  return checks
}

function addKeyChecks(
  actual: Actual,
  context: ReviewContext,
  add: (id: string, result: Check['result'], text: string) => void,
): void {
  for (const output of actual.outputs) {
    const confirmed = context.confirmed(output.index)
    const whom = output.change ? 'the change' : `receiver ${output.index + 1}`
    if (output.members.length === 0) {
      add(
        `owner:${output.index}`,
        'attention',
        `Nobody vouches for the keys of ${whom}. Sign only if you know whose they are.`,
      )
    } else if (confirmed === false) {
      add(
        `owner:${output.index}`,
        'attention',
        `The keys of ${whom} were made by a rule that cannot be recomputed here, so nothing confirms whose they are. Some programs make requests so: ask the maker of this one.`,
      )
    } else if (confirmed === undefined) {
      add(`owner:${output.index}`, 'note', `The keys of ${whom} could not be compared with the service’s.`)
    }
  }
  if (actual.outputs.some((output) => context.confirmed(output.index) === true)) {
    add(
      'vouched',
      'note',
      'The service gave you the same receiving keys as the maker of the request, and vouches whose they are. No wallet can check more than that.',
    )
  }
}

export function proofOf(output: JudgedOutput, context: ReviewContext): Proof {
  return output.members.length > 0 && context.confirmed(output.index) === true ? 'claimed' : 'unknown'
}

export function partyOfOutput(output: JudgedOutput, book: Book, group: { name: string | null }): PartyView {
  const [only, ...others] = output.members
  if (only === undefined) return { kind: 'unknown' }
  if (others.length === 0 && output.threshold === 1) return { kind: 'user', user: book.user(only) }
  return book.group(
    output.members,
    output.threshold,
    hashMembers(output.members) as Hash,
    output.change ? group.name : null,
  )
}

/** Digest of what is signed: the request, the network, the account and the bytes without signatures. */
export function digestOfRequest(
  request: Pick<Request, 'id' | 'hash' | 'holder'>,
  network: string,
  account: UserId,
): Hash {
  const meaning = JSON.stringify(['cosign', network, account, request.id, request.holder, request.hash])
  return sha3Hash(Buffer.from(meaning).toString('hex')) as Hash // 32 bytes of hex
}

export function verdictOf(checks: readonly Check[]): PaymentReview['verdict'] {
  if (checks.some(({ result }) => result === 'stop')) return 'stop'
  return checks.some(({ result }) => result === 'attention') ? 'attention' : 'ok'
}

function thresholdIn(script: string): number {
  try {
    return decodeScript(script)
  } catch {
    return 0
  }
}

function belongs(coin: Coin, group: Holder): boolean {
  const { output } = coin
  return (
    output === null || (output.receivers_hash === group.membersHash && output.receivers_threshold === group.threshold)
  )
}

function sum(parts: readonly { readonly amount: Amount }[]): Amount {
  return toAmount(parts.reduce((total, { amount }) => total + amount, 0n))
}

function sameMembers(a: readonly UserId[], b: readonly UserId[]): boolean {
  return [...a].sort().join() === [...b].sort().join()
}

function textOf(hex: string): string {
  if (hex === '') return 'none'
  if (hex.length > REVIEW_CHARACTERS) return `${hex.length / 2} bytes with the hash ${sha3Hash(hex)}`
  return memoText(hex) ?? hex
}
