import type { Hash, Holder, RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { PaymentReview } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { Payment, TransactionPlan } from '#store'
import { priceTrouble } from '../policies/worth.ts'
import type { Desk } from '../shared/desk.ts'
import { quoteOf } from '../value/quote.ts'
import { firstTries } from './again.ts'
import type { Agreed } from './agreed.ts'
import { alikeWarnings } from './alike.ts'
import { askedChecks } from './asked-rows.ts'
import { riskChecks } from './at-risk.ts'
import type { Audit } from './audit.ts'
import { needFeeNow } from './fee-now.ts'
import { readGroupRecord } from './group-record.ts'
import type { RequestKeeping } from './group-requests.ts'
import { type Hints, hintsOf, withShared } from './hints.ts'
import { type Intent, intentOf, paysOneself } from './intent.ts'
import { obtainKeys } from './keys.ts'
import { meanwhileChecks } from './meanwhile.ts'
import { outstandingChecks, putAwayChecks } from './outstanding.ts'
import { onChainOf, paidIn } from './paid.ts'
import { elsewhereChecks } from './paid-elsewhere.ts'
import type { Reserver } from './reserve.ts'
import { digestOf, reviewPayment } from './review.ts'
import { hasPaid } from './review-checks.ts'
import { type HeldByRules, heldBy, type RulesGate, spendsOf } from './rules.ts'
import { samePaidChecks } from './same-paid.ts'
import { beside, type Heard, shownChecks } from './shown-elsewhere.ts'
import type { Submitter } from './submitter.ts'
import type { TakeOver } from './take-over.ts'
import { needSame, stillStands } from './unchanged.ts'
import type { Unpaid } from './unpaid.ts'
import type { Verifier } from './verify.ts'

/** What may forbid a payment that is about to be reviewed or signed: it throws. */
export type Guard = (payment: Payment) => Promise<void>

/** What is to be known of a payment that only a higher room can tell. */
export type Warn = (payment: Payment) => PaymentReview['checks']

export interface StepsDeps
  extends Pick<Desk, 'account' | 'store' | 'remote' | 'signer' | 'directory' | 'clock' | 'random' | 'log'>,
    Pick<Desk, 'networkName' | 'feeUser' | 'holder' | 'rate' | 'approval'> {
  readonly sync: Pick<Desk['sync'], 'confirm'>
  readonly submitter: Submitter
  readonly takeOver: TakeOver
  readonly audit: Pick<Audit, 'frozen' | 'pending'>
  readonly requests: Pick<RequestKeeping, 'made' | 'signed'>
  readonly rules: RulesGate
  readonly unpaid: Pick<Unpaid, 'need'>
  readonly agreed: Agreed
}

/** What the steps of payments work with. */
export interface Steps extends StepsDeps {
  readonly reserver: Reserver
  readonly verifier: Verifier
  readonly pendingChange: Audit['pending']
  readonly signal: AbortSignal
  readonly guards: Guard[]
  readonly warnings: Warn[]
  readonly heard: Heard
  /** What was agreed to and is neither stored nor taken back yet. */
  readonly signing: Set<Promise<unknown>>
}

export function knownPayment({ store }: Pick<Steps, 'store'>, id: RequestId): Payment {
  const payment = store.intents.payments.get(id)
  if (payment === undefined) throw failure('wallet.payment_unknown', 'no such payment')
  return payment
}

/** Throws `remote.fee_too_small`, what a guard throws (`wallet.coin_taken`, `wallet.no_fee_due`, `wallet.already_sent`), and what asking the service does. */
export async function needFree(steps: Steps, payment: Payment): Promise<void> {
  await needUnspent(steps, payment)
  await needFeeNow(steps, payment)
  for (const guard of steps.guards) await guard(payment)
  const { shown = [] } = beside(steps, await steps.unpaid.need(payment))
  steps.heard.set(payment.id, shown)
  needFirstUnpaid(steps, intentOf(payment))
}

/** Throws `wallet.already_sent` where a payment that this is another try of was paid after all. */
export function needFirstUnpaid({ store }: Pick<Steps, 'store'>, intent: Pick<Intent, 'again'>): void {
  const paid = firstTries(store, intent).find((first) => hasPaid(first))
  if (paid !== undefined)
    throw failure('wallet.already_sent', 'the first try is paid', { details: { requestId: paid.id } })
}

/**
 * After a use that was cut off, and until all that is known is compared: the coins that are to be spent, as the service has
 * them. Throws `wallet.review_changed` when one is spent, or signed for by what this journal does not know, and what asking does.
 */
export async function needUnspent({ store, sync, holder }: Steps, payment: Payment): Promise<void> {
  if (store.resync.needed() === null) return
  const ids = payment.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
  await sync.confirm(holder(payment.holder), ids)
  const free = store.cache.outputs.getMany(ids).filter(({ state, signed_by: by }) => {
    return state === 'unspent' || (state === 'signed' && by !== null && isKnown(store, by))
  })
  if (free.length < ids.length) {
    // Reviewing it again would end here again.
    throw failure('wallet.review_changed', 'a coin was spent elsewhere', { details: { coin: 'spent' } })
  }
}

const isKnown = ({ intents }: Steps['store'], hash: Hash): boolean =>
  intents.payments.summaryByTransaction(hash) !== undefined

/** How often coins are chosen anew because those chosen before were spent elsewhere. */
const CHOICES_MAX = 20

/** Whether coins are taken as they are known here, or only once the service has been asked for each. */
type Choice = 'known' | 'asked'

/**
 * Coins for each transaction; where they are asked for, and while not all that is known is compared, coins that stay the choice once they are. Throws
 * `wallet.needs_sync`.
 */
async function confirmedPlans(
  { store, sync, reserver, ...steps }: Steps,
  { id, holder, hints, choice }: { id: RequestId; holder: Holder; hints: Hints; choice: Choice },
): Promise<readonly TransactionPlan[]> {
  const plan = (): readonly TransactionPlan[] => reserver.plan(knownPayment({ store }, id), holder, hints)
  let plans = plan()
  for (let choices = 0; choices < CHOICES_MAX; choices += 1) {
    if (choice === 'known' && store.resync.needed() === null) return plans
    const chosen = plans.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
    await sync.confirm(holder, chosen)
    plans = plan()
    const again = plans.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
    if (again.join() === chosen.join()) return plans
  }
  steps.log('info', 'payment.coins_unsettled', { payment: id })
  throw failure('wallet.needs_sync', 'outputs must be read again first')
}

/** Brings an unsigned payment up to `verified`, from wherever it stopped. */
export async function toVerified(steps: Steps, id: RequestId, choice: Choice = 'known'): Promise<Payment> {
  const { store, remote, signer, reserver, verifier, signal } = steps
  const { intents } = store
  let payment = knownPayment(steps, id)
  const holder = steps.holder(payment.holder)
  if (payment.state === 'draft') {
    const hints = withShared(await hintsOf(signer, holder, reserver.sizes(payment)), id, intentOf(payment))
    payment = reserver.reserve(payment, await confirmedPlans(steps, { id, holder, hints, choice }))
  }
  if (payment.state === 'reserved') {
    const intent = intentOf(payment)
    const [tries, { sharedKey }] = [firstTries(store, intent), intent]
    const keys = await obtainKeys(payment, holder.members, { remote, signer, intents, signal, tries, sharedKey })
    needSame(intents, payment)
    payment = intents.payments.storeKeys(id, keys)
  }
  if (payment.state === 'keyed') payment = reserver.build(payment)
  if (payment.state === 'built' || (payment.state === 'verified' && !verifier.hasViews(id)))
    payment = await steps.takeOver.during(id, () => verifier.verify(payment, holder))
  return payment
}

/** What rules are asked about. */
export const subjectOf = (steps: Steps, payment: Payment) => ({
  id: payment.id,
  holder: payment.holder,
  digest: digestOf(payment, steps.networkName, steps.account),
  spends: spendsOf(payment, steps),
})

/** Of what is ready to be signed: what the owner's rules say, asked anew each time. */
export async function heldByRules(steps: Steps, id: RequestId): Promise<HeldByRules | null> {
  const payment = knownPayment(steps, id)
  if (payment.state !== 'verified') return null
  return heldBy(await steps.rules.checks(subjectOf(steps, payment)))
}

/** Where the same money leaves by another payment as well, or was asked for. */
export const besideChecks = (steps: Steps, payment: Payment): PaymentReview['checks'] => [
  ...meanwhileChecks(steps, payment),
  ...samePaidChecks(steps, payment),
  ...shownChecks(steps, payment),
  ...(payment.kind === 'multisig' ? [] : elsewhereChecks(steps, payment)),
  ...steps.warnings.flatMap((warn) => warn(payment)),
]

export async function review(steps: Steps, payment: Payment): Promise<PaymentReview> {
  const { directory, store, account, feeUser, reserver } = steps
  const rules = await steps.rules.checks(subjectOf(steps, payment))
  return reviewPayment(payment, {
    ...{ directory, account, feeUser, intents: store.intents, network: steps.networkName },
    holder: steps.holder(payment.holder),
    outputs: store.cache.outputs,
    available: (asset) => reserver.capacity(steps.holder(payment.holder), asset, null, toAmount(0n)).available,
    paidBefore: (target) => paidIn(store).before(target, onChainOf(directory, payment.assetId)),
    outstanding: (spends) => [
      ...riskChecks(steps, payment),
      ...outstandingChecks(steps, payment.holder, {
        ...{ spends, isPaid: !paysOneself(intentOf(payment)), who: 'wallet' },
        assets: payment.transactions.map(({ assetId }) => assetId),
      }),
      ...putAwayChecks(steps, payment),
      ...besideChecks(steps, payment),
      ...(payment.kind === 'multisig' ? [] : askedChecks(steps, payment)),
      ...rules,
    ],
    alike: (payee) => alikeWarnings(payee, store),
    approval: steps.approval(),
    rate: steps.rate(),
    now: () => steps.clock.now(),
    quote: (assetId, currency) => quoteOf(steps, assetId, currency),
    priceTrouble: (assetId) => priceTrouble(steps, assetId),
    deriveKernel: (requestId, index, members) => derivedKeys(steps, payment, { requestId, index, members }),
  })
}

/** Keys of a kernel address follow from a request id: that of this payment, or of the one whose keys it keeps. */
async function derivedKeys(
  { store, signer }: Steps,
  payment: Payment,
  { requestId, index, members }: { requestId: RequestId; index: number; members: readonly string[] },
) {
  const own = payment.transactions.find((each) => each.requestId === requestId)
  const earlier = firstTries(store, intentOf(payment)).flatMap(
    ({ transactions }) => transactions.find(({ purpose }) => purpose === own?.purpose)?.requestId ?? [],
  )
  const derive = (id: RequestId) => signer.kernelKeys({ requestId: id, index, members })
  for (const id of earlier) {
    const keys = await derive(id)
    if (keys.keys.join() === own?.outputs[index]?.keys?.keys.join()) return keys
  }
  return derive(requestId)
}

/** The review of a new payment; of one that cannot be brought that far nothing remains. */
export async function reviewed(steps: Steps, payment: Payment, choice: Choice = 'known'): Promise<PaymentReview> {
  const { id } = payment
  try {
    return await review(steps, await toVerified(steps, id, choice))
  } catch (error) {
    steps.log('info', 'payment.not_prepared', { payment: id, code: codeOf(error) })
    // It was signed before, or given up, and another one stands under its id.
    if (stillStands(steps.store.intents, payment)) cancel(steps, id)
    throw error
  }
}

export function cancel(steps: Steps, id: RequestId): void {
  const ended = steps.store.intents.payments.cancel(id)
  steps.verifier.forget(id)
  steps.heard.delete(id)
  if (ended.kind === 'multisig') giveUp(steps, ended)
}

/**
 * The other members need not look at a request that nobody stands behind; if this is not heard, nothing is lost. One that somebody has signed, as
 * another computer of this account that has the same unsigned copy, is theirs: it stays asked for, and is given up among the requests alone.
 */
function giveUp({ remote, requests, log, signal }: Steps, payment: Payment): void {
  const giveUpOne = async (id: RequestId, hash: Hash, raw: string): Promise<void> => {
    const asked = await readGroupRecord(remote, id, {})
    const isAsked = asked.transaction_hash === hash && asked.revoked_by === null && asked.signers.length > 0
    const body = { request_id: id, raw }
    const record = isAsked ? asked : await remote.call('multisigs.unlock', { params: { id }, body })
    // What is heard after the wallet was closed is heard again when it is opened.
    if (!signal.aborted) requests.made(record)
  }
  for (const { requestId, hash, unsignedRaw: raw } of payment.transactions) {
    if (hash === null || raw === null) continue
    giveUpOne(requestId, hash, raw).catch((error: unknown) =>
      log('info', 'payment.not_given_up', { payment: payment.id, code: codeOf(error) }),
    )
  }
}
