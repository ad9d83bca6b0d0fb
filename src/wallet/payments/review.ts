import type { Hash, Holder, Nanos, OutputId, UserId } from '#contract/domain'
import type { PartyView, Payee, PaymentReview } from '#contract/ipc'
import { decodeTransaction, encodeScript, hashMembers, sha3Hash, shownText, THRESHOLD_MAX, toAmount } from '#protocol'
import { type Intents, memoText, type Payment, type PaymentOutput, type PaymentTransaction } from '#store'
import type { Book } from '../book.ts'
import { savedLabel } from '../contacts/addresses.ts'
import { estimate, spoken } from '../fiat.ts'
import { shownBytes } from '../memo.ts'
import { differencesFromPlan } from './bytes.ts'
import { feeChecks } from './fees.ts'
import { asideAmong, COIN_DOUBTED, frozenAmong, frozenCoins } from './frozen.ts'
import {
  type ConsolidationStep,
  type InscriptionAct,
  intentOf,
  isWithdrawal,
  paysOneself,
  type Target,
} from './intent.ts'
import { kernelMembers } from './keys.ts'
import { payeeChecks } from './payee-checks.ts'
import { actTitle, titleOf, verbOf } from './titles.ts'

export { nameOf, titleOf } from './titles.ts'

type Check = PaymentReview['checks'][number]
type Proof = PaymentReview['payees'][number]['proof']
type OutputReview = PaymentReview['transactions'][number]['outputs'][number]

const LEAVING: ReadonlySet<PaymentOutput['role']> = new Set(['payment', 'withdrawal'])

/** Nobody can spend what asks for 64 signatures of one key: that is how storage is paid for. */
const BURN_SCRIPT = encodeScript(THRESHOLD_MAX)

export interface ReviewParts {
  readonly book: Book
  readonly holder: Holder
  readonly intents: Intents
  readonly network: string
  readonly account: UserId
  readonly feeUser: UserId
  /** Whether a coin is one whose facts came back different. */
  readonly isAside: (id: OutputId) => boolean
  readonly paidBefore: (target: Target) => { readonly times: number; readonly last: Nanos } | null
  /** What to know of requests that were given up after they were signed. */
  readonly outstanding: (spends: readonly OutputId[]) => PaymentReview['checks']
  /** What is suspicious about a receiver next to those that are known. */
  readonly alike: (payee: Payee) => readonly string[]
  readonly approval: PaymentReview['approval']
  /** Units of the preferred currency per US dollar; null without one. */
  readonly rate: number | null
  /** Keys of a kernel address as Coffer derives them, to compare with those in the bytes. */
  readonly deriveKernel: (
    requestId: PaymentTransaction['requestId'],
    index: number,
    members: readonly string[],
  ) => Promise<{ readonly mask: string; readonly keys: readonly string[] }>
}

export function partyOf(target: Target, book: Book, holder: Holder): PartyView {
  switch (target.kind) {
    case 'self':
      return holder.members.length === 1
        ? { kind: 'self' }
        : book.group(holder.members, holder.threshold, holder.membersHash, null)
    case 'user':
    case 'fee':
      return { kind: 'user', user: book.user(target.userId) }
    case 'group': {
      const members = [...target.members].sort()
      return book.group(members, target.threshold, hashMembers(members) as Hash, null)
    }
    case 'kernel': {
      const { members, threshold } = kernelMembers(target.address)
      return { kind: 'kernel', address: target.address, members: members.length, threshold }
    }
    case 'chain':
      return { kind: 'chain', chainId: null, chainName: '', destination: target.destination, tag: target.tag }
  }
}

/**
 * Digest of everything that approving means: the network, the account, every transaction's bytes and the roles of its
 * outputs. Approval names it, and signing compares it again, so nothing can change in between.
 */
export function digestOf(payment: Payment, network: string, account: UserId): Hash {
  const meaning = {
    network,
    account,
    payment: payment.id,
    holder: payment.holder,
    detail: payment.detail,
    transactions: payment.transactions.map(({ requestId, unsignedRaw, hash, outputs }) => ({
      requestId,
      hash,
      raw: unsignedRaw,
      outputs: outputs.map(({ role, payee, amount }) => ({ role, payee, amount })),
    })),
  }
  return sha3Hash(Buffer.from(JSON.stringify(meaning, sortedJson)).toString('hex')) as Hash
}

/** Members in one order and amounts as text, so that equal meanings are equal bytes. */
function sortedJson(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The review of a verified payment, read from its bytes. */
export async function reviewPayment(payment: Payment, parts: ReviewParts): Promise<PaymentReview> {
  const { book } = parts
  const intent = intentOf(payment)
  const asset = book.asset(payment.assetId)
  const transactions = await Promise.all(payment.transactions.map((each) => reviewTransaction(each, parts)))
  const outputs = transactions.flatMap((each) => each.outputs.map((output) => ({ ...output, asset: each.asset })))
  const checks = checksOf(payment, transactions, parts)
  const chain = isWithdrawal(intent) ? asset.chainName : ''
  const payees = payment.transactions.flatMap((planned, at) =>
    planned.outputs.flatMap((output, index) => {
      if (output.role === 'fee' ? intent.feeOf === undefined : !LEAVING.has(output.role)) return []
      const seen = transactions[at]?.outputs[index]
      if (seen === undefined) return []
      const target = output.payee as unknown as Target // written from a Target
      const party =
        seen.party.kind === 'chain'
          ? {
              ...seen.party,
              chainId: asset.chainId,
              chainName: chain,
              ...savedLabel(seen.party, asset.chainId, parts.intents),
            }
          : seen.party
      return [{ party, amount: seen.amount, paidBefore: parts.paidBefore(target), proof: seen.proof }]
    }),
  )
  const fees = intent.feeOf === undefined ? outputs.filter((output) => output.role === 'fee') : []
  const stored = storedOf(payment, parts)
  const paid = toAmount(payees.reduce((sum, payee) => sum + payee.amount, 0n))
  // Storing alone pays nobody; what leaves is what is burnt.
  const total = payees.length === 0 ? (stored.stored?.amount ?? paid) : paid
  return {
    paymentId: payment.id,
    digest: digestOf(payment, parts.network, parts.account),
    title: titleOf(
      payment,
      payees.map((payee) => payee.party),
      total,
      asset.symbol,
    ),
    verb:
      intent.voids !== undefined
        ? 'Make it impossible'
        : intent.act === undefined
          ? `${isWithdrawal(intent) ? 'Withdraw' : verbOf(payment)} ${spoken(total, asset.symbol)}`
          : actTitle(intent.act, ''),
    verdict: verdictOf(checks),
    checks,
    asset,
    amount: total,
    fiat: estimate(total, asset.priceUsd, parts.rate),
    payees,
    memoHex: intent.memoHex,
    memoText: intent.memoHex === '' ? null : memoText(intent.memoHex),
    ...stored,
    fee: fees[0] === undefined ? null : { asset: fees[0].asset, amount: fees[0].amount },
    change: outputs
      .filter((output) => output.role === 'change')
      .map((output) => ({ asset: output.asset, amount: output.amount, proof: output.proof })),
    coins: transactions.reduce((sum, each) => sum + each.inputs.length, 0),
    transactions,
    approval: parts.approval,
    returnTo: intent.returnTo,
  }
}

async function reviewTransaction(
  planned: PaymentTransaction,
  parts: ReviewParts,
): Promise<PaymentReview['transactions'][number]> {
  const raw = planned.unsignedRaw ?? ''
  const actual = decodeTransaction(raw)
  const outputs = await Promise.all(
    actual.outputs.map(async (output, index): Promise<OutputReview> => {
      const meant = planned.outputs[index]
      const target = meant?.payee as unknown as Target | undefined // written from a Target
      return {
        index,
        role: meant?.role ?? 'unknown',
        amount: output.amount,
        party:
          output.withdrawal !== undefined
            ? partyOf(
                {
                  ...{ kind: 'chain', destination: shownText(output.withdrawal.address) },
                  tag: shownText(output.withdrawal.tag),
                },
                parts.book,
                parts.holder,
              )
            : target === undefined
              ? { kind: 'unknown' }
              : partyOf(target, parts.book, parts.holder),
        threshold: meant?.threshold ?? 0,
        keys: output.keys.length,
        proof: await proofOf(planned, index, output, meant, parts),
      }
    }),
  )
  return {
    requestId: planned.requestId,
    hash: planned.hash ?? ('' as Hash),
    purpose: planned.purpose,
    asset: parts.book.asset(planned.assetId),
    inputs: planned.inputs.map(({ outputId, hash, index, amount }) => ({
      outputId,
      hash,
      index,
      amount,
      proved: true,
    })),
    outputs,
    ...shownBytes({ extra: actual.extra, raw }),
    references: actual.references as Hash[], // the decoder gives 32 bytes of hex
  }
}

/** Of stored bytes that are too many to show, besides their size and hash. */
const START_CHARACTERS = 512

/** What a payment stores, read from the bytes that are to be signed. */
function storedOf(payment: Payment, { book }: Pick<ReviewParts, 'book'>): Pick<PaymentReview, 'stored'> {
  if (intentOf(payment).stored === undefined) return {}
  for (const { assetId, unsignedRaw } of payment.transactions) {
    const { outputs, extra } = decodeTransaction(unsignedRaw ?? '')
    const burnt = outputs.find(({ script }) => script === BURN_SCRIPT)
    if (burnt === undefined) continue
    return {
      stored: {
        asset: book.asset(assetId),
        amount: burnt.amount,
        bytes: extra.length / 2,
        text: shownBytes({ extra, raw: '' }).extraText,
        startHex: extra.slice(0, START_CHARACTERS),
        contentHash: sha3Hash(extra) as Hash, // 32 bytes of hex
      },
    }
  }
  return {}
}

async function proofOf(
  planned: PaymentTransaction,
  index: number,
  actual: { readonly keys: readonly string[]; readonly mask: string; readonly withdrawal?: unknown },
  meant: PaymentOutput | undefined,
  parts: ReviewParts,
): Promise<Proof> {
  const target = meant?.payee as unknown as Target | undefined // written from a Target
  if (target === undefined) return 'unknown'
  if (target.kind === 'chain') return actual.withdrawal === undefined ? 'unknown' : 'proved'
  const same = (keys: { readonly mask: string; readonly keys: readonly string[] } | undefined | null) =>
    keys?.mask === actual.mask && keys.keys.join() === actual.keys.join()
  if (target.kind === 'kernel') {
    const { members } = kernelMembers(target.address)
    return same(await parts.deriveKernel(planned.requestId, index, members)) ? 'proved' : 'unknown'
  }
  const remembered = meant?.hint == null ? undefined : parts.intents.keys.recall(meant.hint)
  return same(remembered) ? 'claimed' : 'unknown'
}

function checksOf(
  payment: Payment,
  transactions: readonly PaymentReview['transactions'][number][],
  parts: ReviewParts,
): Check[] {
  const checks: Check[] = []
  const add = (id: string, result: Check['result'], text: string) => checks.push({ id, result, text })
  const differences = payment.transactions.flatMap((each) => differencesFromPlan(each, each.unsignedRaw ?? ''))
  if (differences.length === 0) add('bytes', 'ok', 'The bytes to be signed say exactly what you asked for.')
  for (const difference of differences) {
    add(`bytes:${difference.field}`, 'stop', `The bytes differ from what you asked for: ${difference.field}.`)
  }
  const coins = transactions.reduce((sum, each) => sum + each.inputs.length, 0)
  add(
    'inputs',
    'ok',
    coins === 1
      ? 'The coin that is spent was proved to be yours.'
      : `All ${coins} coins that are spent were proved to be yours.`,
  )
  const frozen = frozenAmong(payment, parts.intents)
  if (frozen > 0) {
    add(
      'frozen',
      'stop',
      `${frozenCoins(frozen)} frozen after this payment was prepared. Unfreeze, or give the payment up.`,
    )
  }
  if (asideAmong(payment, parts.isAside) > 0) {
    add('facts', 'stop', COIN_DOUBTED)
  }
  const leftOut = leftOutBy(payment)
  if (leftOut.length === 0) add('record', 'ok', 'The service recorded the same hash, amounts, memo and receivers.')
  else {
    add('record', 'ok', 'What the service recorded agrees with the bytes, the hash above all.')
    add(
      'record:left-out',
      'note',
      `The service did not repeat ${leftOut.join(', ')}. That could not be compared with what it recorded.`,
    )
  }
  add('keys', 'ok', 'All receiving keys are usable and were never used before.')

  const outputs = transactions.flatMap((each) => each.outputs)
  if (outputs.some((output) => output.proof === 'unknown')) {
    add('owner', 'stop', 'An output goes to keys that Coffer cannot account for.')
  }
  for (const transaction of transactions) {
    if (transaction.asset.trust === 'mismatch') {
      add(
        `asset:${transaction.asset.assetId}`,
        'stop',
        `The service describes ${transaction.asset.symbol} in a way that does not fit its id.`,
      )
    } else if (transaction.asset.trust === 'unlisted') {
      add(
        `asset:${transaction.asset.assetId}`,
        'attention',
        `${transaction.asset.symbol} is not in Coffer’s own table; its name is what the service says.`,
      )
    }
  }
  const { step, stored, act, voids, feeOf } = intentOf(payment)
  if (!paysOneself(intentOf(payment)) && feeOf === undefined) {
    const payees = intentOf(payment).rows.map(({ payee }) => payee)
    checks.push(...payeeChecks(payees, payment.assetId, { ...parts, who: 'This wallet' }))
  }
  checks.push(...feeChecks(payment, transactions, parts))
  if (step !== undefined) addPlanNote(step, add)
  if (voids !== undefined) {
    add(
      'voids',
      'attention',
      'The network takes one of the two payments only. If it takes this one, the other can never be paid, and your coin is yours again. If it takes the other one first, that is paid and this one never happens.',
    )
  }
  if (act !== undefined) addActChecks(act, transactions, add)
  if (stored !== undefined) {
    add(
      'storage',
      'note',
      'The content is stored for ever where everybody can read it, and the XIN for it is burnt: nobody receives it.',
    )
  }
  if (
    !paysOneself(intentOf(payment)) &&
    outputs.some((output) => output.proof === 'claimed' && output.role === 'payment')
  ) {
    add(
      'vouched',
      'note',
      'The service vouches that the receiving keys belong to the receiver. No wallet can check that for a person; it can for a kernel address.',
    )
  }
  if (outputs.some((output) => output.role === 'change')) {
    add(
      'change',
      'note',
      'Change comes back under a key that the service chose. Coffer checks that it arrives, and stops sending if it does not.',
    )
  }
  checks.push(...parts.outstanding(transactions.flatMap((each) => each.inputs.map(({ outputId }) => outputId))))
  return checks
}

/** What the service's record left out, as it was noted when the payment was verified. */
function leftOutBy({ transactions }: Payment): string[] {
  const records = transactions.map(({ record }) => record as { readonly leftOut?: readonly string[] } | null) // written by the verifier
  return [...new Set(records.flatMap((record) => record?.leftOut ?? []))]
}

/** What becomes of the item, read from the bytes. */
function addActChecks(
  act: InscriptionAct,
  transactions: readonly PaymentReview['transactions'][number][],
  add: (id: string, result: Check['result'], text: string) => void,
): void {
  const [main] = transactions
  const [inputs, outputs] = [main?.inputs ?? [], main?.outputs ?? []]
  const single = transactions.length === 1 && inputs.length === 1
  if (act.kind === 'transfer') {
    const whole = single && outputs.length === 1 && inputs[0]?.amount === outputs[0]?.amount
    if (whole) add('item', 'ok', `One input, one output, the whole amount: ${act.name} stays what it is.`)
    else add('item', 'stop', `These bytes would take ${act.name} apart instead of moving it.`)
  }
  if (act.kind === 'release') {
    if (!single || outputs.some(({ party }) => party.kind === 'unknown')) {
      add('item', 'stop', `These bytes would do something else with ${act.name} than release it.`)
    }
    add(
      'release',
      'attention',
      `You give ${act.name} up. Its money stays yours, but nobody holds the item any more, and whoever is first may occupy it.`,
    )
  }
  if (act.kind === 'occupy') {
    add(
      'occupy',
      'note',
      `If somebody else occupies ${act.name} first, this payment still happens: the unit stays yours, without the item.`,
    )
  }
  if (act.kind === 'inscribe' || act.kind === 'deploy') {
    add(
      'inscribed',
      'note',
      'What is inscribed can never be changed. The network ignores an inscription that breaks a rule of its collection, and the XIN is burnt all the same.',
    )
  }
}

/** The first step of a plan is approved for all of them. */
function addPlanNote(step: ConsolidationStep, add: (id: string, result: Check['result'], text: string) => void): void {
  if (step.of > 1) {
    add(
      'plan',
      'note',
      `Approving this approves all ${step.of} steps for ${step.coins} coins. Each moves only your own coins to yourself, without a fee. You can pause at any time.`,
    )
  }
  add(
    'combined',
    'note',
    'The combined coin comes back under a key that the service chose. Coffer proves that it is yours before it goes on, and stops sending if it is not.',
  )
}

function verdictOf(checks: readonly Check[]): PaymentReview['verdict'] {
  if (checks.some((check) => check.result === 'stop')) return 'stop'
  return checks.some(({ result }) => result === 'attention' || result === 'warning') ? 'attention' : 'ok'
}

/** The transaction that pays whom it is about; what stores a memo or pays a fee only serves it. */
export function mainOf(payment: Payment): PaymentTransaction | undefined {
  return payment.transactions.find(({ purpose }) => purpose === 'payment') ?? payment.transactions[0]
}
