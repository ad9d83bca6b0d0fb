import { type Clock, MINUTE, type Moment, momentOf, type Nanos } from '#contract/domain'
import { earlier, later } from '../shared/time-behind.ts'

/** What was written down of the time. */
interface Seen {
  /** The latest time that was seen. */
  readonly seen: Nanos
  /** As late as it is by all that passed while the wallet was open. */
  readonly passed?: Nanos
}

export interface RuleClockParts {
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  /** Whether the wallet is guarded by a passphrase. */
  readonly guarded: () => boolean
  /** When the wallet was opened by its owner: only then the computer's clock is believed, whatever a window asks for while it is open. */
  readonly openedAt: () => Moment
}

/** The time as rules count it: neither turned forward while the wallet is open, nor gone back behind what was seen. */
export function createRuleClock({ clock, guarded, openedAt }: RuleClockParts) {
  /** When its owner said that a time that was seen was wrong; null before. */
  let putRight: Moment | null = null
  /** How late it was when that was first asked; null before. */
  let running: { readonly at: Nanos; readonly mono: number } | null = null

  const since = (mono: number): bigint => BigInt(Math.round((clock.monotonicMs() - mono) * 1e6))

  /** The computer's clock, but never faster than its monotonic one since the wallet was opened: waits cannot be turned away. */
  function wall(): Nanos {
    const at = clock.now()
    if (!guarded()) return at
    const opened = openedAt()
    const believed = putRight !== null && putRight.monotonicMs >= opened.monotonicMs ? putRight : opened
    const most = believed.wall + since(believed.monotonicMs) + MINUTE
    return earlier(at, most as Nanos)
  }

  const now = ({ seen }: Seen): Nanos => later(wall(), seen)

  return {
    wall,
    /** Never before a time that was seen. */
    now,

    /**
     * From when something counts that is signed or begins to wait now. Behind a clock that was set back the time stands still, and it would be older than
     * it is once that is put right; so it counts from as late as time has really passed.
     */
    passed(kept: Seen): Nanos {
      const at = now(kept)
      running ??= { at: later(at, kept.passed ?? at), mono: clock.monotonicMs() }
      return later(at, (running.at + since(running.mono)) as Nanos)
    },

    /** A time that was seen was wrong: it is what the computer's clock says now. */
    reset(): Nanos {
      putRight = momentOf(clock)
      running = null
      return putRight.wall
    },
  }
}
