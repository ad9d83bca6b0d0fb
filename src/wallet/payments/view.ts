import { defined } from '#contract/defined'
import type { Hash } from '#contract/domain'
import { type ErrorReport, isErrorCode } from '#contract/errors'
import type { PaymentView } from '#contract/ipc'
import { type Amount, STORAGE_RECIPIENT, storagePrice, toAmount } from '#protocol'
import { isOut, memoText, type PaymentSummary } from '#store'
import { type Said, said } from '#words/facts'
import { subjectOfPayment } from '../shared/label-keys.ts'
import { pageAddress } from '../shared/page-address.ts'
import { placedBy } from '../shared/placed-by.ts'
import { fiatThen } from '../value/then.ts'
import { HISTORY_UNREAD } from './caution.ts'
import type { GroupRequest, PaymentsDesk } from './desk.ts'
import { readIntent, shownIntent } from './intent.ts'
import { pricedTotal } from './price-checks.ts'
import { mayPutAway } from './put-away.ts'
import { partyOf, titleOf } from './review.ts'
import { mainOf } from './review-checks.ts'
import { movedItem, together } from './titles.ts'
import { mayVoid } from './void.ts'

/** Where the XIN for stored bytes goes: 64 signatures of one key, so that nobody can spend it. */
export const STORAGE_PARTY = { kind: 'kernel', address: STORAGE_RECIPIENT, members: 1, threshold: 64 } as const

/**
 * The word for where the money is. A signed payment with trouble is unknown, never failed: nobody says how far its bytes came. Nor is one whose
 * money left before what was to be paid with it became impossible, as the fee of a withdrawal.
 */
export function moneyOf(payment: Pick<PaymentSummary, 'state' | 'problem' | 'transactions'>): PaymentView['money'] {
  switch (payment.state) {
    case 'draft':
    case 'reserved':
    case 'keyed':
    case 'built':
      return 'checking'
    case 'verified':
      return 'ready'
    case 'approved':
      return 'signing'
    case 'signed':
    case 'sent':
      return payment.problem === null ? 'submitted' : 'unknown_checking'
    case 'accepted':
      return 'accepted'
    case 'final':
      return 'final'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
      return mainOf(payment)?.finalAt == null ? 'cannot_complete' : 'unknown_checking'
  }
}

/** Whoever a payment pays, row by row. */
export function partiesOf(payment: PaymentSummary, runtime: PaymentsDesk): PaymentView['party'][] {
  if (payment.kind === 'consolidation' || shownIntent(payment).voids !== undefined) return [{ kind: 'self' }]
  const asset = runtime.directory.asset(payment.assetId)
  return shownIntent(payment).rows.map(({ payee }) =>
    placedBy(partyOf(payee, runtime.directory), asset, runtime.store.intents),
  )
}

function rowsOf(payment: PaymentSummary, runtime: PaymentsDesk): PaymentView['rows'] {
  const parties = partiesOf(payment, runtime)
  return shownIntent(payment).rows.flatMap(({ payee, amount }, at) => {
    const party = parties[at]
    return party === undefined
      ? []
      : [{ party, amount, paidBefore: runtime.paymentSteps.paidBefore(payee, payment.assetId) }]
  })
}

export function paymentTitle(payment: PaymentSummary | undefined, runtime: PaymentsDesk): Said {
  if (payment === undefined) return said('title.payment')
  const { symbol } = runtime.directory.asset(payment.assetId)
  const parties = partiesOf(payment, runtime)
  return titleOf(payment, parties, burntBy(payment, parties) ?? payment.amount, symbol)
}

/** Storing alone pays nobody; what leaves is what is burnt. */
function burntBy(payment: PaymentSummary, parties: ReturnType<typeof partiesOf>): Amount | null {
  const { stored } = shownIntent(payment)
  return parties.length === 0 && stored !== undefined ? storagePrice(stored.bytes) : null
}

type Line = 'kind' | 'state' | 'money' | 'asset' | 'amount' | 'party' | 'memoHex' | 'memoText' | 'label' | 'hashes'

/** What a line of a list says of a payment. */
export function paymentLine(payment: PaymentSummary, runtime: PaymentsDesk): Pick<PaymentView, Line> {
  const intent = shownIntent(payment)
  const parties = partiesOf(payment, runtime)
  const { pauses, labels } = runtime.store.intents
  const main = mainOf(payment)
  const burnt = burntBy(payment, parties)
  const pause = isOut(payment.state) ? pauses.get(payment.id) : undefined
  const labelled = labels.get(subjectOfPayment(payment))
  return {
    kind: payment.kind,
    state: payment.state,
    money: pause !== undefined && pause.allowedAt === null ? 'unknown_checking' : moneyOf(payment),
    asset: runtime.directory.asset(payment.assetId),
    amount: burnt ?? toAmount(payment.amount),
    party: together(parties) ?? (burnt === null ? { kind: 'unknown' } : STORAGE_PARTY),
    memoHex: intent.memoHex,
    memoText: intent.memoHex === '' ? null : memoText(intent.memoHex),
    // Tags alone say nothing of the label that it was prepared with.
    label: labelled === undefined || labelled.label + labelled.note === '' ? intent.label : labelled.label,
    hashes: [main, ...payment.transactions.filter((each) => each !== main)].flatMap((each) => each?.hash ?? []),
  }
}

function worthThen(payment: PaymentSummary, runtime: PaymentsDesk): Pick<PaymentView, 'fiatThen'> {
  if (payment.signedAt === null) return {}
  const { asset, amount } = paymentLine(payment, runtime)
  const worth = fiatThen(runtime, { asset, amount, at: payment.signedAt })
  return worth === null ? {} : { fiatThen: worth }
}

export function paymentView(payment: PaymentSummary, runtime: PaymentsDesk): PaymentView {
  const intent = shownIntent(payment)
  const hash = mainOf(payment)?.hash ?? null
  const back = returnAddress(payment)
  const snapshots = hash === null ? [] : runtime.store.cache.snapshots.byTransaction(hash)
  return {
    ...paymentLine(payment, runtime),
    paymentId: payment.id,
    title: paymentTitle(payment, runtime),
    rows: rowsOf(payment, runtime),
    note: runtime.store.intents.labels.get(subjectOfPayment(payment))?.note ?? '',
    tags: [...(runtime.store.intents.labels.get(subjectOfPayment(payment))?.tags ?? [])],
    fee: intent.fee === null ? null : { asset: runtime.directory.asset(intent.fee.assetId), amount: intent.fee.amount },
    ...pricedTotal(intent),
    ...worthThen(payment, runtime),
    ...(intent.act === undefined ? {} : { act: true }),
    ...movedItem(intent),
    ...(intent.plan === undefined
      ? {}
      : { plan: { planId: intent.plan.id, name: intent.plan.name, at: intent.plan.at } }),
    requestIds: payment.transactions.map(({ requestId }) => requestId),
    createdAt: payment.createdAt,
    signedAt: payment.signedAt,
    sentAt: payment.sentAt,
    acceptedAt: payment.acceptedAt,
    finalAt: payment.finalAt,
    attempts: payment.attempts,
    problem: withServiceText(withEnder(payment, runtime)),
    withdrawalHash: snapshots.find((snapshot) => snapshot.withdrawal !== null)?.withdrawal?.withdrawal_hash || null,
    returnTo: intent.returnTo,
    ...undecidedView(payment, runtime),
    ...withdrawalView(payment, runtime),
    ...defined({
      storedBytes: intent.stored?.bytes,
      run: intent.run?.id,
      returnHost: back?.host,
      voids: intent.voids,
    }),
    ...takerOf(payment, runtime),
    ...(wasCalledImpossible(payment, runtime) ? { afterAll: true } : {}),
    cosigning: payment.kind === 'multisig' ? cosigningOf(payment, runtime) : null,
  }
}

/** The request that a group's payment is; where its very bytes were paid under another id, that one. */
function requestOf(payment: PaymentSummary, { requestStore }: PaymentsDesk): GroupRequest | undefined {
  const hash = payment.state === 'final' ? (mainOf(payment)?.hash ?? null) : null
  const paid = hash === null ? undefined : requestStore.findByHash(hash)
  return paid?.state === 'final' ? paid : requestStore.find(payment.id)
}

/** Of a group's withdrawal, and of the payment of its fee. */
function withdrawalView(payment: PaymentSummary, runtime: PaymentsDesk): Pick<PaymentView, 'withdrawal' | 'paysFeeOf'> {
  const { feeOf } = shownIntent(payment)
  const request = payment.kind === 'multisig' ? requestOf(payment, runtime) : undefined
  const withdrawal = request === undefined ? undefined : runtime.withdrawals.of(request.id)
  return defined({ paysFeeOf: feeOf?.request, withdrawal })
}

/** What its owner can do about a signed payment while nobody knows whether it was paid. */
function undecidedView(
  payment: PaymentSummary,
  { store, sync }: PaymentsDesk,
): Pick<PaymentView, 'waitsFor' | 'canVoid' | 'canPutAway' | 'voidedBy'> {
  if (!isOut(payment.state)) return {}
  const { payments, pauses } = store.intents
  const pause = pauses.get(payment.id)
  const voidedBy = payments.voidedBy(payment.id).filter((id) => payments.summary(id)?.state !== 'cancelled')
  return {
    canVoid: readIntent(payment.detail) !== undefined && mayVoid(store, payment.id),
    ...(mayPutAway({ store, sync }, payment.id) ? { canPutAway: true } : {}),
    ...(pause !== undefined && pause.allowedAt === null
      ? { waitsFor: pause.reason }
      : payment.problem?.code === HISTORY_UNREAD
        ? { waitsFor: 'history' }
        : {}),
    ...(voidedBy.length === 0 ? {} : { voidedBy }),
  }
}

/** What spent a coin of it first: as the service's history has it, or else this journal. */
function takerOf({ id, problem }: PaymentSummary, { store }: PaymentsDesk): Pick<PaymentView, 'takenBy'> {
  const hash = problem?.code === 'wallet.conflict' ? problem.details['spentBy'] : undefined
  if (typeof hash !== 'string' || hash === '') return {}
  const [recorded] = store.cache.snapshots.byTransaction(hash as Hash) // as it was proved
  const own = store.intents.payments.summaryByTransaction(hash as Hash)
  const takenBy =
    recorded !== undefined
      ? `s:${recorded.snapshot_id}`
      : own === undefined || own.id === id
        ? undefined
        : `p:${own.id}`
  return defined({ takenBy })
}

/** Final although it had ended as one that can never be paid. */
function wasCalledImpossible({ id, state }: PaymentSummary, { store }: PaymentsDesk): boolean {
  return state === 'final' && store.intents.payments.events(id).some(({ what }) => what === 'failed')
}

/** Where the payment's link leads back to, once the money is on its way and if it is an address that may be opened. */
export function returnAddress(payment: PaymentSummary): URL | null {
  const { returnTo } = shownIntent(payment)
  const gone = payment.kind === 'multisig' ? payment.acceptedAt : payment.sentAt
  const ended = payment.state === 'failed' || payment.state === 'cancelled'
  return returnTo === null || gone === null || ended ? null : pageAddress(returnTo, { loopback: true })
}

/** A group's payment that others have still to sign: nothing leaves before that. */
export function asksOthers(payment: PaymentSummary, runtime: PaymentsDesk): boolean {
  if (payment.kind !== 'multisig' || payment.state === 'final') return false
  const cosigning = cosigningOf(payment, runtime)
  return cosigning !== null && cosigning.signers.length < cosigning.needed
}

function cosigningOf(payment: PaymentSummary, runtime: PaymentsDesk): PaymentView['cosigning'] {
  const request = requestOf(payment, runtime)
  const isElsewhere = request !== undefined && request.id !== payment.id
  // The group may have been taken off the list since.
  const group = runtime.store.intents.groups.get(payment.holder) ?? runtime.store.cache.holders.get(payment.holder)
  if (group === undefined) return null
  const { members, threshold } = group
  const signed = new Set(request?.detail.signers.map(({ userId }) => userId) ?? [])
  if (payment.signedAt !== null && !isElsewhere) signed.add(runtime.account)
  const people = (wanted: boolean) =>
    members.filter((id) => signed.has(id) === wanted).map((id) => runtime.directory.user(id))
  return {
    ...{ needed: threshold, signers: people(true), waiting: people(false), asked: payment.acceptedAt !== null },
    ...(isElsewhere ? { paidUnder: request.id } : {}),
  }
}

type Problem = NonNullable<PaymentSummary['problem']>

/** What a payment came to grief on, without what the service says of it. */
export function problemView(problem: Problem | null | undefined): Pick<ErrorReport, 'code' | 'details'> | null {
  if (problem == null) return null
  const { serviceText: _, ...details } = problem.details
  // A newer version may have written one that is not of this table.
  return { code: isErrorCode(problem.code) ? problem.code : 'store.damaged', details }
}

/** Of a request that a member gave up, with who that was, where the service has named one. */
function withEnder({ id, problem }: PaymentSummary, { requestStore, directory }: PaymentsDesk): Problem | null {
  const by = problem?.code === 'wallet.request_revoked' ? requestStore.find(id)?.detail.revokedBy : null
  return problem === null || by == null
    ? problem
    : { ...problem, details: { ...problem.details, by: directory.user(by).name } }
}

function withServiceText(problem: Problem | null): ErrorReport | null {
  const view = problemView(problem)
  const text = problem?.details['serviceText']
  return view === null || typeof text !== 'string' ? view : { ...view, serviceText: text }
}
