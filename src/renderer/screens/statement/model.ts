/** What can be chosen instead of the period that was asked for. */
export const PERIODS = ['asked', 'month', 'previous', 'year', 'all'] as const
export type Period = (typeof PERIODS)[number]

interface Span {
  readonly from: string | null
  readonly to: string | null
}

const at = (year: number, month: number): string => new Date(year, month, 1).toISOString()

/** Whole months and years of the calendar here; what has not ended goes up to now. */
export function periodOf(period: Exclude<Period, 'asked'>, now: Date): Span {
  const [year, month] = [now.getFullYear(), now.getMonth()]
  switch (period) {
    case 'month':
      return { from: at(year, month), to: null }
    case 'previous':
      return { from: at(year, month - 1), to: at(year, month) }
    case 'year':
      return { from: at(year, 0), to: null }
    case 'all':
      return { from: null, to: null }
  }
}

/** Cents of some values together; null where one of them is not known. */
export function sumOf(values: readonly (string | null)[]): string | null {
  let cents = 0n
  for (const value of values) {
    if (value === null) return null
    cents += BigInt(value.replace('.', ''))
  }
  const size = `${cents < 0n ? -cents : cents}`.padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}
