import { HOUR, type Nanos } from '#contract/domain'
import type { ValueRange } from '#contract/ipc'

export const timeOf = (hour: bigint): Nanos => (hour * HOUR) as Nanos // whole hours

/** Hours that a range reaches back, between its points, and after which a price of it is old. */
interface Grain {
  readonly span: bigint
  readonly step: bigint
  readonly oldAfter: bigint
}

export const DAY_HOURS = 24n
const POINTS = 90n

const GRAINS: Readonly<Record<Exclude<ValueRange, 'all'>, Grain>> = {
  day: { span: DAY_HOURS, step: 1n, oldAfter: 3n },
  week: { span: 7n * DAY_HOURS, step: 2n, oldAfter: 12n },
  month: { span: 30n * DAY_HOURS, step: 8n, oldAfter: 2n * DAY_HOURS },
  year: { span: 365n * DAY_HOURS, step: 4n * DAY_HOURS, oldAfter: 8n * DAY_HOURS },
}

/** Everything since `first`, in steps of some hours or of whole days, which is all that is kept of what is long ago. */
function allSince(first: bigint, now: bigint): Grain {
  const span = now - first > DAY_HOURS ? now - first : DAY_HOURS
  const { step, oldAfter } = stepsOf(span, POINTS)
  return { span: span + step, step, oldAfter }
}

/** Hours between points of which there are so many at most, of a long time whole days, and after which a price is old there. */
export function stepsOf(span: bigint, points: bigint): Pick<Grain, 'step' | 'oldAfter'> {
  const each = span / points + 1n
  const step = [1n, 2n, 4n, 8n].find((hours) => hours >= each) ?? ((each + DAY_HOURS - 1n) / DAY_HOURS) * DAY_HOURS
  return { step, oldAfter: step * 2n > 2n * DAY_HOURS ? step * 2n : 2n * DAY_HOURS }
}

/** The hours of a range, ascending, up to the last one that has begun; what began within it is drawn from its beginning on, and is not whole. */
export function hoursOf(
  range: ValueRange,
  now: bigint,
  first: bigint,
): { readonly hours: readonly bigint[]; readonly oldAfter: bigint; readonly isWhole: boolean } {
  const isShort = range === 'all' || (range !== 'day' && first > now - GRAINS[range].span)
  const { span, step, oldAfter } = isShort ? allSince(first, now) : GRAINS[range]
  const hours: bigint[] = []
  for (let hour = now - (now % step); hour >= now - span; hour -= step) hours.push(hour)
  return { hours: hours.reverse(), oldAfter, isWhole: !isShort || range === 'all' }
}
