import type { Hash, RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Calls, PaymentReview } from '#contract/ipc'
import { isOut, type Payment } from '#store'
import { worthOfAll } from '../policies/worth.ts'
import { beside } from '../shared/beside.ts'
import { needAgreed, type Wish } from '../shared/consent.ts'
import { subjectOfPayment } from '../shared/label-keys.ts'
import { APPROVAL_LASTS } from './agreed.ts'
import { isOverLimit, isRiskCheck, riskChecks } from './at-risk.ts'
import { differencesFromPlan } from './bytes.ts'
import { HISTORY_UNREAD } from './caution.ts'
import { asideAmong, frozenAmong, turnedAmong } from './frozen.ts'
import { type Intent, intentOf, paysOneself, readIntent } from './intent.ts'
import { byTheService, isElsewhereCheck } from './paid-elsewhere.ts'
import { digestOf } from './review.ts'
import { isRuleCheck, spendsOf } from './rules.ts'
import {
  besideChecks,
  knownPayment,
  needFree,
  needUnspent,
  review,
  type Steps,
  subjectOf,
  toVerified,
} from './step-parts.ts'
import { isReplaced, needSame } from './unchanged.ts'

/*
 * From an agreed review to signed bytes. What was approved is written down, signed, written down and handed on to be sent;
 * after that only the stored bytes are used.
 */

const digest = (steps: Steps, payment: Payment): Hash => digestOf(payment, steps.networkName, steps.account)

const stoppedSending = () => failure('wallet.sending_frozen', 'change did not come back')

const notProved = () => failure('wallet.change_at_risk', 'change is not proved yet')

type ApproveInput = Parameters<Calls['payments.approve']>[0]
type Agreed = Pick<ApproveInput, 'digest' | 'accepted'>

/** Once agreed to, it is signed and stored; sending begins at once and goes on in the background. */
export async function approve(steps: Steps, input: ApproveInput): Promise<Wish<Intent>> {
  const payment = knownPayment(steps, input.paymentId)
  if (payment.state !== 'verified' && payment.state !== 'approved') {
    throw failure('wallet.payment_state', 'payment cannot be approved now', { details: { state: payment.state } })
  }
  const shown = async () => {
    const seen = await review(steps, payment)
    // Where it is this very wish that was paid elsewhere, that is said.
    if (seen.checks.some((check) => isElsewhereCheck(check) && !input.accepted.includes(check.id)))
      await needFree(steps, payment)
    needRead(seen, input)
    return { ...seen, account: input.account }
  }
  const act = async (): Promise<Intent> => {
    await needFree(steps, payment)
    // Between showing and approving only this function may have moved the payment on; a warning may have come up all the same.
    needRead(await review(steps, knownPayment(steps, payment.id)), input)
    return intentOf(await commit(steps, payment, input.digest, input.accepted))
  }
  const worth = (currency: string) => worthOfAll(steps, spendsOf(knownPayment(steps, payment.id), steps), currency)
  return { passphrase: input.passphrase, shown, worth, act }
}

const unticked = (checks: PaymentReview['checks']): Error | undefined =>
  checks.every(isRiskCheck) ? notProved() : undefined

/** Throws unless all that is shown was agreed to. */
function needRead(shown: PaymentReview, agreed: Agreed): void {
  needAgreed(shown, agreed, {
    stopped: (checks) =>
      checks.every(isRuleCheck) && checks.length > 0
        ? failure('wallet.rules_stop', 'rules forbid it')
        : failure('wallet.review_changed', 'the review forbids it'),
    unticked,
  })
}

/** What is agreed to with a plan, whichever its step: which asset it is. */
const isOfPlan = ({ id, result }: PaymentReview['checks'][number]): boolean =>
  result === 'attention' && id.startsWith('asset:')

/**
 * Approves a later step of a consolidation, whose owner approved all of it with the first: nothing but their own coins
 * of that plan, to themselves. What was ticked with the first about the limit for change stands for all. Throws `wallet.review_changed`
 * for anything else.
 */
export async function approveStep(steps: Steps, id: RequestId, first: RequestId | null): Promise<void> {
  const payment = await toVerified(steps, id)
  const { step } = intentOf(payment)
  if (payment.kind !== 'consolidation' || step === undefined || step.at === 0) {
    throw failure('wallet.review_changed', 'not what the plan allows')
  }
  const shown = await review(steps, payment)
  const ticked = first === null ? [] : steps.store.intents.payments.accepted(first).filter(isOverLimit)
  const accepted = [...shown.checks.filter(isOfPlan).map(({ id: check }) => check), ...ticked]
  const agreed = { digest: shown.digest, accepted }
  needRead(shown, agreed)
  await needUnspent(steps, payment)
  await commit(steps, payment, agreed.digest, agreed.accepted)
}

/** What ends the account's work waits until this is stored or taken back. Once that has begun, nothing more is signed. */
function untilStored<Value>({ signal, signing }: Steps, work: () => Promise<Value>): Promise<Value> {
  if (signal.aborted) return Promise.reject(failure('vault.locked', 'the wallet closes'))
  const done = work().finally(() => signing.delete(done))
  signing.add(done)
  return done
}

const commit = (steps: Steps, payment: Payment, agreed: Hash, accepted: readonly string[]): Promise<Payment> =>
  untilStored(steps, () => signAgreed(steps, payment, agreed, accepted))

async function signAgreed(steps: Steps, payment: Payment, agreed: Hash, accepted: readonly string[]): Promise<Payment> {
  const { intents } = steps.store
  const sealed = await steps.agreed.seal({ id: payment.id, digest: agreed, accepted })
  const needRules = await steps.rules.ready(() => subjectOf(steps, knownPayment(steps, payment.id)))
  // Others may have been approved, or sending stopped, while this was agreed to; nothing is awaited from here to its own mark.
  if (steps.audit.frozen()) throw stoppedSending()
  const isLeft = ({ id, result }: PaymentReview['checks'][number]) => result === 'attention' && !accepted.includes(id)
  const risks = riskChecks(steps, payment).filter(isLeft)
  if (risks.length > 0) throw unticked(risks) ?? failure('wallet.review_changed', 'the limit was lowered meanwhile')
  if (besideChecks(steps, payment).some(isLeft)) throw failure('wallet.review_changed', 'the same was paid meanwhile')
  needSame(intents, payment)
  needRules()
  steps.agreed.keep(payment.id, sealed)
  const approved = intents.payments.approve(payment.id, agreed, accepted)
  const { label } = intentOf(approved)
  if (label !== '') beside(steps, payment.id, () => intents.labels.set(subjectOfPayment(payment), label, ''))
  const signed = await sign(steps, approved).catch((error: unknown) => {
    takeBack(steps, approved)
    throw error
  })
  steps.submitter.submit(payment.id, true)
  if (!paysOneself(intentOf(signed))) beside(steps, payment.id, () => rememberPayees(steps, signed))
  return signed
}

/** Who was told that it was not signed must not find it sent after a lock or a restart. */
function takeBack({ store: { intents }, agreed, log }: Steps, payment: Payment): void {
  const { id } = payment
  try {
    // What was agreed to of another one under its id stands.
    if (isReplaced(intents, payment)) return
    agreed.end(id)
    if (intents.payments.summary(id)?.state === 'approved') intents.payments.takeBack(id)
  } catch (error) {
    // The files were closed meanwhile: it stands as after a kill.
    log('warn', 'payment.approval_stands', { payment: id, code: codeOf(error) })
  }
}

function needFreeCoins({ store: { intents, cache } }: Steps, payment: Payment): void {
  const { outputs } = cache
  if (frozenAmong(payment, intents) + asideAmong(payment, outputs.isAside) + turnedAmong(payment, outputs) > 0)
    throw failure('wallet.review_changed', 'a coin was frozen or set aside meanwhile, or is called otherwise')
}

async function sign(steps: Steps, payment: Payment): Promise<Payment> {
  const { verifier, signer, requests } = steps
  const { intents } = steps.store
  needFreeCoins(steps, payment)
  const holder = steps.holder(payment.holder)
  const views = await steps.takeOver.during(payment.id, () => verifier.viewsOf(payment, holder))
  const needRules = await steps.rules.ready(() => subjectOf(steps, knownPayment(steps, payment.id)))
  needRules()
  // An approval that a kill left waits here for the service, while change of another payment may be found to be lost.
  if (steps.audit.frozen()) throw stoppedSending()
  const raws: { requestId: RequestId; raw: string }[] = []
  for (const transaction of payment.transactions) {
    const { requestId, unsignedRaw, hash } = transaction
    if (unsignedRaw === null || hash === null) throw failure('internal', 'an approved transaction has bytes')
    if (differencesFromPlan(transaction, unsignedRaw).length > 0)
      throw failure('wallet.review_changed', 'bytes and plan differ')
    const signed = await signer.sign({
      raw: unsignedRaw,
      approvedHash: hash,
      inputs: transaction.inputs.map(({ keys }) => ({ keys })),
      views: views.get(requestId) ?? [],
    })
    raws.push({ requestId, raw: signed })
  }
  // After a restart the service is asked in between, and an answer may take its time. What is not kept is not sent.
  needFreeCoins(steps, payment)
  needSame(intents, payment)
  const done = intents.payments.storeSigned(payment.id, raws)
  for (const { requestId, raw } of payment.kind === 'multisig' ? raws : [])
    beside(steps, payment.id, () => requests.signed(requestId, raw))
  beside(steps, payment.id, () => steps.agreed.end(payment.id))
  verifier.forget(payment.id)
  steps.heard.delete(payment.id)
  return done
}

/** Who a payee was when paid: a later change of number is an alarm. */
function rememberPayees({ directory, store: { intents } }: Steps, payment: Payment): void {
  for (const { payee } of intentOf(payment).rows) {
    if (payee.kind !== 'user') continue
    const user = directory.user(payee.userId)
    const pinned = intents.contactPins.get(user.userId)
    if (user.identityNumber === '' || pinned?.identityNumber === user.identityNumber) continue
    const merelyPaid = pinned?.merelyPaid ?? true
    intents.contactPins.put({ ...user, merelyPaid })
  }
}

/** Troubles that are over with that. */
const WAITING: ReadonlySet<string> = new Set(['wallet.ask_before_sending', HISTORY_UNREAD])

/** Its owner says that a signed payment which waits for that may be sent, for a day. */
export function allowSending(steps: Steps, id: RequestId): void {
  const { intents } = steps.store
  const payment = knownPayment(steps, id)
  if (!isOut(payment.state)) {
    throw failure('wallet.payment_state', 'only what is undecided', { details: { state: payment.state } })
  }
  // A clock that is ahead of the one by which movements have their times would hide some that came since.
  intents.pauses.allow(id, byTheService(steps, steps.clock.now()))
  if (WAITING.has(payment.problem?.code ?? '')) intents.payments.setProblem(id, null)
  steps.submitter.submit(id)
  steps.submitter.nudge()
}

/** The form that a signed payment came from, where a kill kept it, and unless somebody has written in it since. */
function endDraft(steps: Steps, id: RequestId): void {
  const { drafts, payments } = steps.store.intents
  beside(steps, id, () => {
    const payment = payments.summary(id)
    const draftId = payment === undefined ? null : (readIntent(payment.detail)?.draftId ?? null)
    const draft = draftId === null ? undefined : drafts.get(draftId)
    if (draft !== undefined && draft.savedAt <= (payment?.approvedAt ?? draft.savedAt)) drafts.remove(draft.id)
  })
}

/**
 * What was agreed to before a kill stands where the vault has sealed that, and all that its review says by now was agreed to; else it is to be agreed
 * to anew.
 */
async function needStillAgreed(steps: Steps, payment: Payment, agreed: Hash): Promise<void> {
  const accepted = steps.store.intents.payments.accepted(payment.id)
  if (!(await steps.agreed.stands({ id: payment.id, digest: agreed, accepted }))) {
    takeBack(steps, payment)
    throw failure('wallet.review_changed', 'nobody here has agreed to it')
  }
  const shown = await review(steps, payment)
  try {
    needRead(shown, { digest: agreed, accepted })
  } catch (error) {
    takeBack(steps, payment)
    throw error
  }
}

/**
 * Picks up what a restart left behind. Signed bytes go out without asking; an approval of the last five minutes is
 * signed when that is allowed and its review says nothing new; everything earlier waits for its owner.
 */
export async function resume(steps: Steps, maySign: boolean): Promise<void> {
  const { clock, submitter, log } = steps
  for (const { id, state, approvedAt, digest: agreed } of steps.store.intents.payments.list({ live: true })) {
    if (isOut(state)) {
      submitter.submit(id)
      endDraft(steps, id)
    }
    const fresh = approvedAt !== null && clock.now() - approvedAt < APPROVAL_LASTS && clock.now() >= approvedAt
    if (state !== 'approved' || !maySign || !fresh) continue
    const payment = knownPayment(steps, id)
    if (digest(steps, payment) !== agreed) continue
    try {
      await needFree(steps, payment)
      await needStillAgreed(steps, payment, agreed)
      await untilStored(steps, () => sign(steps, payment))
      // What happened while the program was away is read before it is sent.
      submitter.submit(id)
      endDraft(steps, id)
    } catch (error) {
      log('warn', 'payment.not_resumed', { payment: id, code: codeOf(error) })
    }
  }
}
