import type { Hash, Holder, RequestId, UserId } from '#contract/domain'
import type { AssetView, CheckRow, PartyView, PaymentReview, RequestReview } from '#contract/ipc'
import {
  type Amount,
  decodeScript,
  decodeTransaction,
  hashMembers,
  OUTPUT,
  sha3Hash,
  shownText,
  sumOf,
  type Transaction,
} from '#protocol'
import type { Intents } from '#store'
import { type Said, said } from '#words/facts'
import { COIN_DOUBTED } from '../payments/frozen.ts'
import type { Target } from '../payments/target.ts'
import { spoken } from '../shared/fiat.ts'
import { REVIEW_CHARACTERS } from '../shared/memo.ts'
import type { Directory } from '../shared/names.ts'
import { placedBy } from '../shared/placed-by.ts'
import { plainJson } from '../shared/plain-json.ts'
import { idOfSentence } from '../shared/sentence-id.ts'
import type { Coin, Request } from './request.ts'
import type { CountedSignatures } from './signatures.ts'

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
  /** A script, or a withdrawal where the kernel takes one: first and alone. */
  readonly ordinary: boolean
  /** Where a withdrawal goes, by the bytes; what is no text stands there as hex. */
  readonly leaves: Extract<Target, { kind: 'chain' }> | null
}

export interface Actual {
  readonly transaction: Transaction
  readonly outputs: readonly JudgedOutput[]
  readonly asset: AssetView | undefined
  /** What leaves the group. */
  readonly amount: Amount
  readonly spent: Amount
}

/** A payment of this account over a coin of a request; signing the request gives it up. */
export interface HeldBy {
  readonly paymentId: RequestId
  /** What it does, in one line. */
  readonly title: Said
  readonly signed: boolean
}

export interface ReviewContext {
  readonly directory: Directory
  readonly account: UserId
  readonly network: string
  readonly group: Holder
  readonly groupAdded: boolean
  readonly coins: readonly (Coin | undefined)[]
  readonly signed: CountedSignatures
  /** Whether the service gave us the same keys for an output; undefined when it could not be asked. */
  readonly confirmed: (index: number) => boolean | undefined
  /** Places of our key on each input, once the view scalars proved them; null when they could not be had. */
  readonly proved: boolean | null
  readonly provedProblem: Said | null
  /** What to know of requests that were given up after they were signed. */
  readonly outstanding: PaymentReview['checks']
  /** Whether the service came to describe one of its coins differently. */
  readonly doubted: boolean
  /** How many of its coins this account froze. */
  readonly frozen: number
  /** Other payments of this account that hold a coin of this request. */
  readonly heldBy: readonly HeldBy[]
  readonly reviewedHash: Hash
}

/** What the bytes do. Whom outputs are for is the service's word; that they are change is believed only if it says so. */
export function readActual(
  request: Request,
  directory: Directory,
  group: Holder,
  coins: ReviewContext['coins'],
): Actual {
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
    const leaves = destinationOf(output)
    const ordinary = output.type === OUTPUT.script || (leaves !== null && index === 0)
    return { index, amount, threshold, keys, mask, script, members, change, ordinary, leaves }
  })
  const leaving = outputs.filter((output) => !output.change)
  return {
    transaction,
    outputs,
    asset: directory.assetOfKernel(transaction.asset as Hash), // the decoder gives 32 bytes of hex
    amount: sumOf(leaving),
    spent: sumOf(coins.flatMap((coin) => coin ?? [])),
  }
}

/** The item that is handed over whole: one coin that carries it, to one output; null where there is none. */
export function itemIn([coin, ...more]: ReviewContext['coins'], { outputs: [only, ...others] }: Actual): Hash | null {
  const whole = more.length === 0 && others.length === 0 && only?.amount === coin?.amount
  return whole ? (coin?.output?.inscription_hash ?? null) : null
}

/** Where an output leaves the network to, by the bytes; null where it does not. */
export function destinationOf({ type, withdrawal }: Transaction['outputs'][number]): JudgedOutput['leaves'] {
  if (type !== OUTPUT.withdrawalSubmit || withdrawal === undefined) return null
  return { kind: 'chain', destination: shownText(withdrawal.address), tag: shownText(withdrawal.tag) }
}

/** What a withdrawal pays to, `undefined` for a request that stays on this network. */
export const withdrawnIn = ({ outputs }: Actual): JudgedOutput | undefined =>
  outputs.find(({ leaves }) => leaves !== null)

/** How the names of lines begin. */
const ROWS = /^check\.row\./

export function checksOf(request: Request, actual: Actual, rows: readonly CheckRow[], context: ReviewContext): Check[] {
  const checks: Check[] = []
  const add = (id: string, result: Check['result'], text: Said) => checks.push({ id, result, text })
  const wrong = rows.filter(({ agrees }) => !agrees)
  // A line of which nobody said anything agrees with nothing.
  const described = rows.filter(({ asked, record }) => asked !== null || record !== null).length
  if (wrong.length === 0 && described > 0) {
    add('rows', 'ok', said('check.approvals.rows', { lines: described }))
  } else if (wrong.length === 0) {
    add('rows', 'note', said('check.approvals.nothing-said'))
  }
  for (const { field } of wrong) {
    const id = ['row', field.code.replace(ROWS, ''), ...Object.values(field.values)].join(':')
    add(id, 'stop', said('check.approvals.row', { field }))
  }
  if (request.detail.record === null) {
    add('record', 'attention', said('check.approvals.record'))
    if (actual.outputs.length > 1) {
      add('change', 'attention', said('check.approvals.change'))
    }
  }
  const bytes = actual.transaction.extra.length / 2
  if (actual.transaction.extra.length > REVIEW_CHARACTERS) {
    add('memo', 'attention', said('check.approvals.memo', { bytes }))
  }
  const unknown = context.coins.filter((coin) => coin === undefined).length
  if (context.doubted) add('facts', 'stop', COIN_DOUBTED)
  if (unknown > 0 && !context.groupAdded) {
    add('coins', 'attention', said('check.approvals.coins-unread'))
  } else if (unknown > 0 && !context.doubted)
    add('coins', 'stop', said('check.approvals.coins-unknown', { coins: unknown }))
  else if (unknown === 0 && context.coins.some((coin) => coin?.output === null)) {
    add('coins', 'attention', said('check.approvals.coins-bundle'))
  } else if (unknown === 0) add('coins', 'ok', said('check.approvals.coins'))
  if (context.coins.some((coin) => coin?.output?.inscription_hash != null)) {
    if (actual.asset?.trust === 'listed') {
      const sum = spoken(actual.spent, actual.asset.symbol)
      add('inscribed', 'stop', said('check.payments.item-money', { sum }))
    } else if (itemIn(context.coins, actual) !== null) add('inscribed', 'ok', said('check.approvals.item-whole'))
    else {
      add('inscribed', 'attention', said('check.approvals.item-apart'))
    }
  }
  if (context.proved === true) add('ours', 'ok', said('check.approvals.ours'))
  else if (context.proved === false) add('ours', 'stop', context.provedProblem ?? said('check.approvals.not-ours'))
  for (const output of actual.outputs) {
    if (!output.ordinary)
      add(`type:${output.index}`, 'stop', said('check.approvals.output-type', { output: output.index + 1 }))
    if (output.leaves === null && (output.threshold < 1 || output.threshold > output.keys.length)) {
      add(
        `script:${output.index}`,
        'stop',
        said('check.approvals.output-unspendable', {
          output: output.index + 1,
          threshold: output.threshold,
          keys: output.keys.length,
        }),
      )
    }
  }
  const keys = actual.outputs.flatMap((output) => [output.mask, ...output.keys])
  if (new Set(keys).size !== keys.length) add('keys', 'stop', said('check.approvals.key-twice'))
  if (actual.asset === undefined || actual.asset.trust === 'unlisted') {
    add('asset', 'attention', said('check.approvals.asset-unlisted'))
  } else if (actual.asset.trust === 'mismatch') {
    add('asset', 'stop', said('check.payments.asset-mismatch', { symbol: actual.asset.symbol }))
  }
  addKeyChecks(actual, context, add)
  checks.push(...context.outstanding)
  if (context.frozen > 0) {
    const text = said('check.approvals.frozen', { coins: context.frozen })
    add(idOfSentence('frozen', text), 'attention', text)
  }
  for (const { paymentId, title, signed } of context.heldBy) {
    // Agreeing gives up this payment, as far as it has come, and no other that took its place meanwhile.
    add(
      signed ? `held:${paymentId}:signed` : `held:${paymentId}`,
      'attention',
      signed ? said('check.approvals.held-signed', { title }) : said('check.approvals.held', { title }),
    )
  }
  const { signed } = context
  if (signed.invalid > 0) {
    const text = said('check.approvals.signatures', { count: signed.invalid })
    add(idOfSentence('signatures', text), 'attention', text)
  }
  const claimed = (request.detail.record?.signers ?? []).length
  if (claimed > signed.valid.length) {
    add('signers', 'note', said('check.approvals.signers', { claimed, found: signed.valid.length }))
  }
  return checks
}

function addKeyChecks(
  actual: Actual,
  context: ReviewContext,
  add: (id: string, result: Check['result'], text: Said) => void,
): void {
  for (const output of actual.outputs) {
    const confirmed = context.confirmed(output.index)
    if (output.leaves !== null) continue
    const whom = output.change
      ? said('check.approvals.the-change')
      : said('check.approvals.recipient', { at: output.index + 1 })
    if (output.members.length === 0) {
      add(`owner:${output.index}`, 'attention', said('check.approvals.keys-unvouched', { whom }))
    } else if (confirmed === false) {
      add(`owner:${output.index}`, 'attention', said('check.approvals.keys-unconfirmed', { whom }))
    } else if (confirmed === undefined) {
      add(`owner:${output.index}`, 'note', said('check.approvals.keys-uncompared', { whom }))
    }
  }
  if (actual.outputs.some((output) => context.confirmed(output.index) === true)) {
    add('vouched', 'note', said('check.approvals.vouched'))
  }
}

export function proofOf(output: JudgedOutput, context: ReviewContext): Proof {
  if (output.leaves !== null) return 'proved'
  return output.members.length > 0 && context.confirmed(output.index) === true ? 'claimed' : 'unknown'
}

export function partyOfOutput(
  output: JudgedOutput,
  directory: Directory,
  parts: {
    readonly asset?: AssetView | undefined
    readonly intents: Pick<Intents, 'contactAddresses'>
  },
): PartyView {
  if (output.leaves !== null) {
    const party = { ...output.leaves, chainId: null, chainName: '' }
    return parts.asset === undefined ? party : placedBy(party, parts.asset, parts.intents)
  }
  const [only, ...others] = output.members
  if (only === undefined) return { kind: 'unknown' }
  if (others.length === 0 && output.threshold === 1) return { kind: 'user', user: directory.user(only) }
  return directory.group(output.members, output.threshold, hashMembers(output.members) as Hash)
}

/**
 * Digest of what is signed and of what it is shown as: the request, the network, the account, the bytes without signatures, and whom and
 * what for the service names. Its word is not in the bytes: said otherwise later, the same bytes are something else to agree to.
 */
export function digestOfRequest(
  { id, hash, holder, detail }: Pick<Request, 'id' | 'hash' | 'holder' | 'detail'>,
  { outputs }: Pick<Actual, 'outputs'>,
  network: string,
  account: UserId,
): Hash {
  const named = outputs.map(({ members, threshold, change }) => [[...members].sort(), threshold, change])
  const meaning = JSON.stringify([
    'cosign',
    network,
    account,
    id,
    holder,
    hash,
    named,
    plainJson(detail.proposal ?? null),
  ])
  return sha3Hash(Buffer.from(meaning).toString('hex')) as Hash // 32 bytes of hex
}

export function verdictOf(checks: readonly Check[]): PaymentReview['verdict'] {
  if (checks.some(({ result }) => result === 'stop')) return 'stop'
  return checks.some(({ result }) => result === 'attention') ? 'attention' : 'ok'
}

/** Whether what stops it is only what this account has ruled for itself. */
export function isByRulesAlone({ verdict, checks }: Pick<RequestReview, 'verdict' | 'checks'>): boolean {
  return verdict === 'stop' && checks.every(({ id, result }) => result !== 'stop' || id.startsWith('rule:'))
}

function thresholdIn(script: string): number {
  try {
    return decodeScript(script)
  } catch {
    return 0
  }
}

/** Whom an output pays: an address of the bytes, or whom the service names; undefined when it names nobody. */
export function payeeOf(output: JudgedOutput): Extract<Target, { kind: 'user' | 'group' | 'chain' }> | undefined {
  if (output.leaves !== null) return output.leaves
  const [only, ...others] = output.members
  if (only === undefined) return undefined
  if (others.length === 0 && output.threshold === 1) return { kind: 'user', userId: only }
  return { kind: 'group', members: [...output.members], threshold: output.threshold }
}
