import type { Nanos } from '#contract/domain'
import { type Clocked, earlier, later, timeBehind, WRONG } from '../shared/time-behind.ts'
import { type KnownPlan, lastTerm } from './records.ts'

/*
 * Terms of a plan begin and end when a person says so, by the clock of this computer. One that stood ahead then would keep every time until
 * that day from being asked about, or let what was changed pay until then. What the service says of the time can only let more times ask.
 */

/** The clock here was compared with the service's, and is right. */
function isRight({ now, remote }: Clocked): boolean {
  const [here, there] = [now(), remote.serverTime()]
  return there !== null && here < there + WRONG && there < here + WRONG
}

/** From when something counts that a person says of a plan now: never before what was said last. */
export function saidAt(desk: Clocked, plan: KnownPlan): Nanos {
  const { from, until } = lastTerm(plan)
  return earlier(desk.now(), later(timeBehind(desk), until ?? from))
}

const START = 0n as Nanos

/**
 * The plan with what was written of moments that are yet to come put to where it can have been at the latest, and at the earliest where times
 * would be lost by it. The same where nothing was, or while nobody says that the clock is right.
 */
export function putRight(desk: Clocked, plan: KnownPlan): KnownPlan {
  const now = desk.now()
  const isAhead = (at: Nanos | null): boolean => at !== null && at > now + WRONG
  if (!plan.terms.some(({ from, until }) => isAhead(from) || isAhead(until)) || !isRight(desk)) return plan
  const settled = plan.settledTo > now ? START : plan.settledTo
  const froms = plan.terms.map(({ from }, at) => {
    const before = plan.terms[at - 1]?.until ?? START
    return isAhead(from) ? later(earlier(before, now), settled) : from
  })
  const terms = plan.terms.map((term, at) => ({
    ...term,
    from: froms[at] ?? term.from,
    until: isAhead(term.until) ? earlier(froms[at + 1] ?? now, now) : term.until,
  }))
  return { ...plan, terms, settledTo: froms.reduce(earlier, earlier(plan.settledTo, now)) }
}
