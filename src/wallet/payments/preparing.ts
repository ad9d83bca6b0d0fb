import { v4 as uuid } from 'uuid'
import { defined } from '#contract/defined'
import type { AssetId, Hash, Holder, OutputId, RequestId } from '#contract/domain'
import { codeOf, type ErrorCode, failure } from '#contract/errors'
import type { Calls, PaymentReview } from '#contract/ipc'
import { type Amount, kernelAssetId, sumOf } from '#protocol'
import { isOut, type Payment } from '#store'
import type { Said } from '#words/facts'
import { findTransaction } from '../shared/transactions.ts'
import { firstTries, isSameRow, isSameWish } from './again.ts'
import {
  type ConsolidationStep,
  checkedIntent,
  contradiction,
  type InscriptionAct,
  type Intent,
  intentOf,
  isWithdrawal,
  planTransactions,
} from './intent.ts'
import { knownPayment, needFirstUnpaid, reviewed, type Steps } from './step-parts.ts'
import { coinToVoid } from './void.ts'

/*
 * From what was asked to a review. Nothing is held and nothing remains when a step before the review fails.
 */

export type PrepareInput = Parameters<Calls['payments.prepare']>[0]

/** What an intent that nobody filled a form for leaves empty. */
const PLAIN = { memoHex: '', references: [], fee: null, label: '', returnTo: null, draftId: null } as const

const freshId = ({ random }: Steps): RequestId => uuid({ random: random(16) }) as RequestId // a fresh uuid

function draftOf(
  { store, feeUser }: Steps,
  intent: Intent,
  { id, holder, kind, content = '' }: { id: RequestId; holder: Holder; kind: Payment['kind']; content?: string },
): Payment {
  const transactions = planTransactions(intent, id, feeUser, content)
  return store.intents.payments.create({
    id,
    holder: holder.id,
    kind,
    assetId: intent.assetId,
    amount: sumOf(intent.rows),
    detail: intent,
    ...defined({ voids: intent.voids }),
    transactions: transactions.map((transaction) => ({
      requestId: transaction.requestId,
      purpose: transaction.purpose,
      assetId: transaction.assetId,
      kernelAssetId: kernelAssetId(transaction.assetId) as Hash, // a formula over the asset id
      extra: transaction.extra,
      references: transaction.references,
    })),
  })
}

/** What the service refuses bytes with whose coins are spent or promised since they were last read. */
const TAKEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote.output_locked', 'remote.output_unknown'])

/**
 * The review of a new payment; where coins are chosen here, and another computer or member was quicker, once more with coins that the service is asked for.
 * Where one of those asked for the very same bytes, as those of some withdrawals are, once more with the same coins in other bytes: one of the two is paid.
 */
async function reviewedTwice(steps: Steps, draft: () => Payment, choosesCoins: boolean): Promise<PaymentReview> {
  try {
    return await reviewed(steps, draft())
  } catch (error) {
    const code = codeOf(error)
    if (code === 'remote.already_paid') return reviewed(steps, draft())
    if (!choosesCoins || !TAKEN.has(code)) throw error
    return reviewed(steps, draft(), 'asked')
  }
}

async function refusePaid({ remote, signal }: Steps, requestId: RequestId): Promise<void> {
  const record = await findTransaction(remote, requestId, { signal })
  if (record !== null && record.state !== 'unspent')
    throw failure('wallet.already_sent', 'this request is paid', { details: { requestId } })
}

/**
 * What another try must be tied to. Throws `wallet.payment_state` while the first is undecided, and `wallet.already_sent` where it was paid
 * after all.
 */
function triedBefore(
  steps: Steps,
  { again, memoHex: content }: Pick<PrepareInput, 'again' | 'memoHex'>,
  intent: Intent,
): Pick<Intent, 'again'> {
  // Of a try that was given up unsigned, the one that it was a try of.
  const first = again == null ? undefined : firstTries(steps.store, { again })[0]
  if (first === undefined) return {}
  if (isOut(first.state)) {
    throw failure('wallet.payment_state', 'the first try is undecided', { details: { state: first.state } })
  }
  if (!isSameWish({ ...intent, content }, first) && !isSameRow(intent, first)) return {}
  needFirstUnpaid(steps, { again: first.id })
  return { again: first.id }
}

export async function prepare(
  steps: Steps,
  input: PrepareInput,
  fee: Intent['fee'],
  more: Pick<Intent, 'feeOf' | 'sharedKey' | 'run' | 'plan' | 'shown'> = {},
): Promise<PaymentReview> {
  const holder = steps.holder(input.holder)
  const intent = checkedIntent(input, fee, holder, steps.directory.asset(input.assetId))
  if (input.requestId !== null) await refusePaid(steps, input.requestId)
  const kind = holder.members.length > 1 ? 'multisig' : isWithdrawal(intent) ? 'withdrawal' : 'transfer'
  const asked = { ...intent, ...more }
  const tried = { ...asked, ...triedBefore(steps, input, asked) }
  const draft = (): Payment => {
    const id = input.requestId ?? freshId(steps)
    return draftOf(steps, tried, { id, holder, kind, content: input.memoHex })
  }
  // What gives the first of a group's requests up may be heard late, and must not name the second one.
  const isNamed = kind === 'multisig' && input.requestId !== null
  return isNamed ? reviewed(steps, draft()) : reviewedTwice(steps, draft, input.coins === null)
}

/**
 * The review of a payment to oneself that makes an undecided one impossible. Throws `wallet.payment_state`,
 * `wallet.nothing_to_void` and what `prepare` does.
 */
export async function prepareVoid(steps: Steps, voids: RequestId, title: Said): Promise<PaymentReview> {
  const payment = knownPayment(steps, voids)
  const holder = steps.holder(payment.holder)
  // One that was never there is known to be missing from now on.
  const coins = payment.transactions.filter(({ finalAt }) => finalAt === null).flatMap(({ inputs }) => inputs)
  if (coins.length > 0)
    await steps.sync.confirm(
      holder,
      coins.map(({ outputId }) => outputId),
    )
  const coin = coinToVoid(steps.store, voids)
  const { act } = intentOf(payment)
  const item = act?.kind === 'transfer' || act?.kind === 'release' ? { act: { ...act, kind: 'transfer' as const } } : {}
  const assetId = payment.transactions.find(({ finalAt }) => finalAt === null)?.assetId ?? payment.assetId
  const intent: Intent = {
    ...PLAIN,
    ...{ assetId, rows: [{ payee: { kind: 'user', userId: steps.account }, amount: coin.amount }] },
    ...{ coins: [coin.outputId], voids, voidsTitle: title, ...item },
  }
  const kind = holder.members.length > 1 ? 'multisig' : 'transfer'
  return reviewed(steps, draftOf(steps, intent, { id: freshId(steps), holder, kind }))
}

/** One step of a consolidation: these coins become one coin of their owner. */
export interface StepInput {
  readonly id: RequestId
  readonly holder: Holder
  readonly assetId: AssetId
  readonly coins: readonly OutputId[]
  readonly amount: Amount
  readonly step: ConsolidationStep
}

export async function prepareStep(steps: Steps, input: StepInput): Promise<PaymentReview> {
  const { id, holder, assetId, coins, amount, step } = input
  const rows: Intent['rows'] = [{ payee: { kind: 'user', userId: steps.account }, amount }]
  const intent: Intent = { ...PLAIN, assetId, rows, coins, step }
  return reviewed(steps, draftOf(steps, intent, { id, holder, kind: 'consolidation' }))
}

/**
 * Something done to an item or a collection. Rows name what moves, and are empty where bytes are only stored; `content` is
 * the hex of those.
 */
export interface ActInput {
  readonly holder: Holder
  readonly assetId: AssetId
  readonly rows: Intent['rows']
  readonly act: InscriptionAct
  readonly memoHex?: string
  readonly content?: string
  readonly references?: readonly Hash[]
}

/** Throws `wallet.collectible_gone` and what `prepare` does. */
export async function prepareAct(steps: Steps, input: ActInput): Promise<PaymentReview> {
  const { holder, assetId, rows, act, memoHex = '', content, references = [] } = input
  if (steps.directory.asset(assetId).trust === 'mismatch') throw contradiction()
  const intent: Intent = {
    ...{ ...PLAIN, assetId, rows, memoHex, references, act, coins: null },
    ...(content === undefined ? {} : { stored: { bytes: content.length / 2 } }),
  }
  const alone = content === undefined ? 'collectible' : 'storage'
  const kind = holder.members.length > 1 ? 'multisig' : alone
  const draft = { holder, kind, ...defined({ content }) } as const
  return reviewedTwice(steps, () => draftOf(steps, intent, { id: freshId(steps), ...draft }), true)
}
