import { errorFacts, inOneLine } from '#contract/errors'
import { say, wording } from '#words'
import { formatCivil, localZone } from '../lib/time.ts'
import type { Plan, PlanRow, PlanTime, When } from '../state/types.ts'

/* What a plan and its times are called. */

type Repeats = When['repeats']

export const REPEATS: Readonly<Record<Repeats, string>> = {
  once: say('scheduled.once'),
  daily: say('scheduled.daily'),
  weekly: say('scheduled.weekly'),
  biweekly: say('scheduled.biweekly'),
  monthly: say('scheduled.monthly'),
  month_end: say('scheduled.month-end'),
  yearly: say('scheduled.yearly'),
}

/** `Every month on day 1 at 09:00`, with the zone where that is another one than here. */
export function whenText({ first, time, zone, repeats, end }: Plan['when']): string {
  const text = say('scheduled.every', {
    ...{ repeats, time, day: formatCivil(first), weekday: formatCivil(first, 'weekday') },
    ...{ number: Number(first.slice(8)), inYear: formatCivil(first, 'inYear') },
  })
  const placed = zone === localZone() ? text : say('scheduled.in-zone', { text, zone: zone.replaceAll('_', ' ') })
  if (repeats === 'once' || end.kind === 'never') return placed
  return end.kind === 'until'
    ? say('scheduled.until-day', { text: placed, day: formatCivil(end.day) })
    : say('scheduled.so-many', { text: placed, times: end.times })
}

const TIME_STATES: Readonly<Record<PlanTime['state'], string>> = {
  due: say('scheduled.being-prepared'),
  asks: say('scheduled.missed'),
  problem: say('scheduled.not-prepared'),
  waiting: say('scheduled.waits-for-approval'),
  going: say('runs.going'),
  paid: say('runs.paid'),
  skipped: say('scheduled.skipped'),
  given_up: say('scheduled.given-up'),
  impossible: say('scheduled.never-paid'),
}

/** Of what its owner put away nobody knows that it is never paid. */
export const timeState = ({ state, problem }: Pick<PlanTime, 'state' | 'problem'>): string =>
  problem?.code === 'wallet.put_away' ? say('send.put-away-by-you') : TIME_STATES[state]

export const PLAN_STATES: Readonly<Record<Plan['state'], string>> = {
  on: '',
  paused: say('scheduled.paused'),
  ended: say('scheduled.ended'),
}

/** Why a time could not be prepared; where money is there and something holds it, that too, or nobody would understand what is short. */
export function problemText({ code, details }: NonNullable<PlanTime['problem']>): string {
  const { what, money } = errorFacts(code, details)
  const isHeld = money?.code === 'error.wallet.insufficient.held'
  return wording(isHeld ? inOneLine({ what, todo: money }) : what)
}

const FORMER: Readonly<Record<string, string>> = {
  'check.payments.address-changed': 'changed',
  'check.payments.address-changed-tag': 'changed',
  'check.payments.address-removed': 'removed',
  'check.payments.contact-removed': 'left',
}

/** In a list, what those whom a plan pays are by now; its own page says of whom. Empty where nothing is to be said. */
export function formerText(former: PlanRow['former']): string {
  if (former.length === 0) return ''
  const [what = 'other', ...others] = new Set(former.map(({ code }) => FORMER[code] ?? 'other'))
  return say('scheduled.pays-former', { what: others.length === 0 ? what : 'other' })
}
