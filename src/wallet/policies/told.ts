import { DAY, MINUTE, type Nanos } from '#contract/domain'

/** Hours of the week begin and end at whole hours of their zone, of which none lies on another part of an hour than its quarters. */
const QUARTER: bigint = 15n * MINUTE

interface Said {
  /** Times that were named: until then it is so. */
  readonly until: readonly (Nanos | null)[]
  /** What was signed, which counts for a day. */
  readonly signed: readonly { readonly at: Nanos }[]
  /** Whether it goes by hours of the week. */
  readonly byHours: boolean
}

/** Until when what was said of rules holds, as far as time alone ends it: windows are told once it does, and not whenever time passes. */
export function createTold() {
  let [until, wasBehind]: [Nanos | null, boolean | null] = [null, null]
  return {
    said(now: Nanos, what: Said): void {
      const times = [
        ...what.until,
        ...what.signed.map(({ at }) => at + DAY),
        ...(what.byHours ? [now - (now % QUARTER) + QUARTER] : []),
      ]
      for (const at of times) if (at !== null && at > now && (until === null || at < until)) until = at as Nanos
    },
    saidBehind(isBehind: boolean): void {
      wasBehind = isBehind
    },
    /** Whether some of it holds no longer; what is said from here on holds again. */
    isOld(now: Nanos, isBehind: boolean): boolean {
      const isOld = (until !== null && until <= now) || (wasBehind !== null && wasBehind !== isBehind)
      if (isOld) [until, wasBehind] = [null, null]
      return isOld
    },
  }
}
