import { DAY, type Nanos, nanosOf, type RequestId } from '#contract/domain'
import { CofferError, codeOf, ERRORS, failure } from '#contract/errors'
import type { PaymentReview } from '#contract/ipc'
import { isUnsigned } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { timeBehind } from '../shared/time-behind.ts'
import { createTurns } from '../shared/turns.ts'
import { putRight } from './clock.ts'
import { prepareTime } from './preparing.ts'
import { findPlan, hasHolder, type KnownPlan, listPlans, needPlan, noPlan, savePlan } from './records.ts'
import { isOpen, isPreparable, type Standing, settledBy, standingsOf } from './standing.ts'

/** A time of a plan, by its names. */
interface Named {
  readonly planId: RequestId
  readonly day: string
}

export interface Schedule {
  /**
   * Begins to prepare what is due, while the wallet is open; a payment that cannot be prepared stays with its reason. It is not waited for:
   * what it asks of the network may have to wait for the next round.
   */
  round(): void
  /** The review of a time, because the person says so. */
  prepare(time: Named): Promise<PaymentReview>
  /** Nothing is to be paid for that time. One that waits for approval is given up. */
  skip(time: Named): Promise<boolean>
  /** Waits for what is in progress. */
  stop(): Promise<void>
}

/** Nothing was tried: the next round may find the network, or an open vault. */
function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code === 'wallet.needs_sync' || code === 'wallet.sending_frozen' || code === 'vault.locked') return true
  return code.startsWith('remote.') && ERRORS[code].retry
}

function findTime(desk: Pick<PaymentsDesk, 'store' | 'now'>, { planId, day }: Named): [KnownPlan, Standing] {
  const plan = needPlan(desk.store, planId)
  // A day lies within two of its name, whatever the zone.
  const from = (nanosOf(Date.parse(day)) - 2n * DAY) as Nanos
  const time = standingsOf(desk.store, plan, { from, now: desk.now() }).find((one) => one.day === day)
  if (time === undefined) throw failure('input.invalid', 'the plan has no such time', { details: { field: 'day' } })
  return [plan, time]
}

/**
 * Times of an account's plans, one after the other. Each has one request id, and whether it is paid is what the journal of payments says:
 * nothing that happens in between makes two payments of one.
 */
export function createSchedule(desk: PaymentsDesk): Schedule {
  const turns = createTurns()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => turns.take(desk.account, work)
  let [isRunning, isStopped] = [false, false]
  return {
    round() {
      if (isRunning || isStopped) return
      isRunning = true
      const done = () => {
        isRunning = false
      }
      inTurn(() => round(desk, () => isStopped)).then(done, done)
    },
    prepare: (time) => inTurn(() => prepareNamed(desk, time)),
    skip: (time) => inTurn(async () => skip(desk, time)),
    async stop() {
      isStopped = true
      await inTurn(async () => undefined)
    },
  }
}

async function round(desk: PaymentsDesk, isStopped: () => boolean): Promise<void> {
  for (const { id } of listPlans(desk.store)) {
    // What was prepared before took its time, in which this one may have been changed, put to rest or forgotten.
    const known = findPlan(desk.store, id)
    if (isStopped()) return
    if (known === undefined || !hasHolder(desk, known)) continue
    const plan = putRight(desk, known)
    if (plan !== known) savePlan(desk.store, plan)
    const now = desk.now()
    const standings = standingsOf(desk.store, plan, { from: plan.settledTo, now })
    const settledTo = settledBy(standings, plan.settledTo, timeBehind(desk))
    if (settledTo > plan.settledTo + DAY) savePlan(desk.store, { ...plan, settledTo })
    if (!desk.unlocked() || !desk.hasKey() || desk.audit.frozen()) continue
    for (const { day } of standings.filter(({ state }) => state === 'due')) {
      await prepareDue(desk, { planId: plan.id, day }).catch((error: unknown) => {
        desk.log('info', 'schedule.not_prepared', { code: codeOf(error) })
      })
    }
  }
}

async function prepareDue(desk: PaymentsDesk, named: Named): Promise<void> {
  const [plan, time] = findTime(desk, named)
  if (time.state === 'due') await prepareKept(desk, plan, time)
}

async function prepareNamed(desk: PaymentsDesk, named: Named): Promise<PaymentReview> {
  const [plan, time] = findTime(desk, named)
  if (time.state === 'waiting' && time.payment !== null) return desk.paymentSteps.review(time.payment.id)
  if (!isPreparable(time)) {
    throw failure('wallet.payment_state', 'this time is paid', { details: { state: time.payment?.state ?? '' } })
  }
  return prepareKept(desk, plan, time)
}

/** Prepares it, and writes down what came of that. */
async function prepareKept(desk: PaymentsDesk, plan: KnownPlan, time: Standing): Promise<PaymentReview> {
  const { plans } = desk.store.intents
  const begun = time.state === 'due' && time.payment !== null ? time.payment.id : null
  try {
    const review = await (begun === null ? prepareTime(desk, plan, time) : desk.paymentSteps.review(begun))
    if (findPlan(desk.store, plan.id) === undefined) throw forgotten(desk, review)
    plans.setTime(plan.id, { day: time.day, state: 'prepared', problem: null })
    return review
  } catch (error) {
    if (!isPassing(error) && findPlan(desk.store, plan.id) !== undefined) {
      if (begun !== null) desk.paymentSteps.cancel(begun)
      const details = error instanceof CofferError ? error.details : {}
      plans.setTime(plan.id, { day: time.day, state: 'failed', problem: { code: codeOf(error), details } })
    }
    throw error
  }
}

/** Nobody wants what was prepared for a plan that was forgotten meanwhile. */
function forgotten({ paymentSteps }: PaymentsDesk, { paymentId }: PaymentReview): CofferError {
  paymentSteps.cancel(paymentId)
  return noPlan()
}

/** Answers whether there was something to skip. */
function skip(desk: PaymentsDesk, named: Named): boolean {
  const [plan, time] = findTime(desk, named)
  if (!isOpen(time)) return false
  // One that a kill left half prepared would be carried on with.
  if (time.payment !== null && isUnsigned(time.payment.state)) desk.paymentSteps.cancel(time.payment.id)
  desk.store.intents.plans.setTime(plan.id, { day: time.day, state: 'skipped', problem: null })
  return true
}
