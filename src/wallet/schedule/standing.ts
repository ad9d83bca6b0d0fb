import { DAY, HOUR, type Nanos, type RequestId } from '#contract/domain'
import type { Answer } from '#contract/ipc'
import { uniqueObjectId } from '#protocol'
import { type AccountStore, isOut, isUnsigned, type PaymentSummary, type PlanTime } from '#store'
import { isSpent } from '../payments/again.ts'
import { hasPaid } from '../payments/review-checks.ts'
import { type KnownPlan, type Occurrence, occurrencesOf } from './records.ts'

/*
 * What became of a plan's times. Whether one is paid is what the journal of payments says of the request ids that follow from plan and day;
 * what else a person decided stands beside the plan.
 */

/** How late a payment may be prepared without asking. */
const GRACE = HOUR

type TimeState = Answer<'schedule.read'>['history'][number]['state']

export interface Standing extends Occurrence {
  readonly state: TimeState
  /** The payment that stands for it, or the last that was tried. */
  readonly payment: PaymentSummary | null
  readonly problem: PlanTime['problem']
  /** What the next try is called. */
  readonly requestId: RequestId
  /** The signed payment that the next try is tied to, whatever was prepared and given up since. */
  readonly again: RequestId | null
}

/** One time of a plan has one request id; another one only after a try that was prepared came to nothing. */
export const timeId = (plan: RequestId, day: string, attempt: number): RequestId =>
  uniqueObjectId(plan, `time ${day} ${attempt}`) as RequestId // a formula over an id and a text

interface Tries {
  readonly last: PaymentSummary | null
  readonly attempt: number
  /** The last that was signed, also where one that was given up unsigned came after it. */
  readonly signed: PaymentSummary | null
}

/** Payments that were made for a time, up to the one that stands for it. */
function triesOf({ intents }: Pick<AccountStore, 'intents'>, plan: RequestId, day: string): Tries {
  let last: PaymentSummary | null = null
  let signed: PaymentSummary | null = null
  for (let attempt = 0; ; attempt += 1) {
    const payment = intents.payments.summary(timeId(plan, day, attempt))
    if (payment === undefined) return { last, attempt, signed }
    // What came to nothing before it had bytes claims nothing, and its id is free.
    if (payment.state === 'cancelled' && !isSpent(payment)) return { last, attempt, signed }
    last = payment
    if (payment.signedAt !== null) signed = payment
    if (!isSpent(payment)) return { last, attempt, signed }
  }
}

/** Prepared to the end: a person can look at it. */
const isReady = ({ state }: PaymentSummary): boolean => state === 'verified' || state === 'approved'

/** Why nothing is prepared for a time: what kept it from being prepared last, or took its coins since. */
const problemOf = (payment: PaymentSummary | null, decided: PlanTime | undefined): PlanTime['problem'] =>
  decided?.problem ?? (payment?.state === 'failed' ? payment.problem : null)

function stateOf(payment: PaymentSummary | null, decided: PlanTime | undefined): TimeState {
  if (payment !== null) {
    if (isOut(payment.state)) return 'going'
    // Of one that failed the money may have left, without what was to be paid with it.
    if (hasPaid(payment)) return 'paid'
    // One that a kill left half prepared is carried on like one that is being prepared.
    if (isUnsigned(payment.state)) return isReady(payment) ? 'waiting' : 'due'
  }
  if (decided?.state === 'skipped') return 'skipped'
  if (payment?.state === 'failed' && payment.signedAt !== null) return 'impossible'
  // Or nobody would be told of a time whose coin the others of a group spent while it waited to be looked at.
  if (problemOf(payment, decided) !== null) return 'problem'
  return decided?.state === 'prepared' ? 'given_up' : 'asks'
}

/** What a person, or the network, has still to do something about. */
const OPEN: ReadonlySet<TimeState> = new Set(['due', 'asks', 'problem', 'waiting'])
export const isOpen = ({ state }: Pick<Standing, 'state'>): boolean => OPEN.has(state)

/** What may be prepared because the person says so. */
const PREPARABLE: ReadonlySet<TimeState> = new Set(['due', 'asks', 'problem', 'given_up', 'impossible', 'skipped'])
export const isPreparable = ({ state }: Pick<Standing, 'state'>): boolean => PREPARABLE.has(state)

/** What nobody has to look at again. */
const isSettled = ({ state }: Pick<Standing, 'state'>): boolean => !OPEN.has(state) && state !== 'going'

/** Times of a plan from one moment to now, oldest first, each with what became of it. */
export function standingsOf(
  store: Pick<AccountStore, 'intents'>,
  plan: KnownPlan,
  { from, now }: { readonly from: Nanos; readonly now: Nanos },
): Standing[] {
  const occurrences = occurrencesOf(plan, from, (now + 1n) as Nanos)
  const [first] = occurrences
  if (first === undefined) return []
  const decided = new Map(store.intents.plans.times(plan.id, first.day).map((time) => [time.day, time]))
  const standings = occurrences.map((occurrence): Standing => {
    const { last, attempt, signed } = triesOf(store, plan.id, occurrence.day)
    const time = decided.get(occurrence.day)
    const state = stateOf(last, time)
    return {
      ...occurrence,
      ...{ state, payment: last, problem: state === 'problem' ? problemOf(last, time) : null },
      requestId: timeId(plan.id, occurrence.day, attempt),
      again: signed?.id ?? null,
    }
  })
  const due = plan.state === 'on' ? dueOf(standings, now, decided) : undefined
  return standings.map((one) => (one === due ? { ...one, state: 'due' } : one))
}

/** The one that is prepared without asking: it is not late, nobody has tried it, and nothing else of the plan waits. */
function dueOf(standings: readonly Standing[], now: Nanos, decided: ReadonlyMap<string, PlanTime>) {
  const open = standings.filter(isOpen)
  const [only] = open
  if (open.length !== 1 || only === undefined || only.state !== 'asks') return undefined
  return only.at > now - GRACE && !decided.has(only.day) && only.payment === null ? only : undefined
}

/** Up to when all of a plan's times are settled, judged by those since the last look. */
export function settledBy(standings: readonly Standing[], before: Nanos, now: Nanos): Nanos {
  // Nothing is settled that may still be one of today's by a clock that goes wrong.
  const limit = (now - 2n * DAY) as Nanos
  // Days of several zones need not come in the order of their times.
  const open = standings.filter((one) => !isSettled(one))
  const until = open.reduce((first, { at }) => (at < first ? at : first), limit)
  return until > before ? until : before
}
