import { defined } from '#contract/defined'
import { DAY, type HolderId, type Nanos, type RequestId, type TransactionRecord } from '#contract/domain'
import { failure } from '#contract/errors'
import type { PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol'
import type { Payment } from '#store'
import { needPayable } from '../contacts/payable.ts'
import { preparePayment } from '../payments/calls.ts'
import { needGivenUp } from '../payments/completed.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { triesOfHolder } from '../payments/group-record.ts'
import { type Intent, intentOf, readIntent } from '../payments/intent.ts'
import { beside } from '../payments/shown-elsewhere.ts'
import { isItself } from '../shared/transactions.ts'
import { differencesOf } from './changed.ts'
import type { KnownPlan } from './records.ts'
import { type Standing, standingsOf, timeId } from './standing.ts'

type Link = NonNullable<Intent['plan']>

/** How far back the payment before is looked for. */
const BEFORE = 3n * 366n * DAY
const PAID: ReadonlySet<Standing['state']> = new Set(['paid', 'going'])

/** The plan as a payment of it says it, with what is different from the payment before. */
function linkOf(desk: PaymentsDesk, plan: KnownPlan, { day, at, pays }: Standing): Link {
  const earlier = standingsOf(desk.store, plan, { from: (at - BEFORE) as Nanos, now: (at - 1n) as Nanos })
  const before = earlier.findLast(({ state }) => PAID.has(state))
  const intent = before?.payment == null ? undefined : readIntent(before.payment.detail)
  const named = { id: plan.id, name: plan.name, day, at }
  if (before === undefined || intent === undefined) return { ...named, last: null, differs: [] }
  const last = { at: before.at, assetId: intent.assetId, amount: sumOf(intent.rows) }
  return { ...named, last, differs: differencesOf(intent, pays) }
}

type Shown = readonly TransactionRecord[]

interface OneTime {
  readonly plan: RequestId
  readonly day: string
  readonly holder: HolderId
}

/**
 * Where this journal is a copy of an older one, it may not know of a later try that was paid, or that its group is asked for: the service does. And
 * a group may have completed one that was given up here, also since another one was prepared. Answers what was only shown to it. Throws `wallet.already_sent` and
 * `wallet.completed_by_others`.
 */
async function refuseLaterTries(desk: PaymentsDesk, { day, holder, plan }: OneTime, own?: Payment): Promise<Shown> {
  const others: TransactionRecord[] = []
  const idOf = (attempt: number) => timeId(plan, day, attempt)
  for await (const { id, record, isAsked, isPaid, shown } of triesOfHolder(desk, holder, idOf)) {
    if (own !== undefined && isItself(own, id)) continue
    if (record !== null || isPaid || isAsked) {
      const details = { requestId: id, asked: isAsked }
      throw failure('wallet.already_sent', 'this time is paid, or asked for', { details })
    }
    if (shown !== null) others.push(shown)
    await needGivenUp(desk, id)
  }
  return others
}

/**
 * Before it is signed, or sent long after that: it has waited, and another copy of these files may have paid its time since. Throws as the look for
 * later tries does.
 */
export async function needTimeUnpaid(desk: PaymentsDesk, payment: Payment): Promise<Shown> {
  const { plan } = intentOf(payment)
  const { holder } = payment
  return plan === undefined ? [] : refuseLaterTries(desk, { plan: plan.id, day: plan.day, holder }, payment)
}

/** The review of what a time of a plan pays. Whoever is paid is looked up anew. Throws what preparing does, and `wallet.payee_changed`. */
export async function prepareTime(desk: PaymentsDesk, plan: KnownPlan, time: Standing): Promise<PaymentReview> {
  const { pays } = time
  for (const { payee } of pays.rows) await needPayable(desk, payee, pays.assetId)
  const shown = await refuseLaterTries(desk, { plan: plan.id, day: time.day, holder: plan.holder })
  return preparePayment(
    desk,
    {
      ...{ account: desk.account, holder: plan.holder, assetId: pays.assetId, memoHex: pays.memoHex },
      rows: pays.rows.map(({ payee, amount }) => ({ payee, amount })),
      ...{ feeAssetId: pays.feeAssetId, coins: null, references: [], draftId: null, returnTo: null },
      requestId: time.requestId,
      ...defined({ again: time.again ?? undefined }),
      label: pays.label === '' ? plan.name : pays.label,
      reason: pays.reason,
    },
    { plan: linkOf(desk, plan, time), ...beside(desk, shown) },
  )
}
