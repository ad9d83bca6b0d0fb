import type { Input } from '#contract/ipc'

/* When a plan pays by its own words, worked out day by day with nothing but the clocks that walls show. */

export type When = Input<'schedule.save'>['when']

const DAY_MS = 86_400_000
const forms = new Map<string, Intl.DateTimeFormat>()

/** What a wall shows, read as if it were the time of the world. */
function wall(at: number, timeZone: string): number {
  const form =
    forms.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      },
    })
  forms.set(timeZone, form)
  const part = Object.fromEntries(form.formatToParts(at).map(({ type, value }) => [type, value]))
  return Date.parse(`${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:00Z`)
}

/** The first moment at which the wall shows it; where it never does, as much later as the clocks skip. */
function momentOf(local: number, zone: string): number {
  for (let at = local - 16 * 3_600_000; at <= local + 16 * 3_600_000; at += 15 * 60_000)
    if (wall(at, zone) === local) return at
  const before = local - DAY_MS
  return local - (wall(before, zone) - before)
}

const lengthOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Whether a plan pays on a day, without its end. */
function isDay({ repeats, first }: When, day: number): boolean {
  const start = new Date(first)
  const date = new Date(day)
  const days = (day - start.getTime()) / DAY_MS
  const length = lengthOf(date.getUTCFullYear(), date.getUTCMonth())
  const isSame = date.getUTCDate() === Math.min(start.getUTCDate(), length)
  const isMonth = date.getUTCMonth() === start.getUTCMonth()
  switch (repeats) {
    case 'once':
      return days === 0
    case 'daily':
      return days >= 0
    case 'weekly':
      return days >= 0 && days % 7 === 0
    case 'biweekly':
      return days >= 0 && days % 14 === 0
    case 'monthly':
      return days >= 0 && isSame
    case 'month_end':
      return days >= 0 && date.getUTCDate() === length
    case 'yearly':
      return days >= 0 && isSame && isMonth
  }
}

/** Its times from one moment to before another, in nanoseconds. */
export function slotsOf(when: When, from: bigint, until: bigint): { readonly day: string; readonly at: bigint }[] {
  const found: { readonly day: string; readonly at: bigint }[] = []
  const [hours = 0, minutes = 0] = when.time.split(':').map(Number)
  let count = 0
  for (
    let day = Date.parse(when.first);
    BigInt(day) * 1_000_000n < until + 2n * BigInt(DAY_MS) * 1_000_000n;
    day += DAY_MS
  ) {
    if (!isDay(when, day)) continue
    count += 1
    const name = new Date(day).toISOString().slice(0, 10)
    if (when.end.kind === 'times' && count > when.end.times) break
    if (when.end.kind === 'until' && name > when.end.day) break
    const at = BigInt(momentOf(day + hours * 3_600_000 + minutes * 60_000, when.zone)) * 1_000_000n
    if (at >= from && at < until) found.push({ day: name, at })
  }
  return found
}
