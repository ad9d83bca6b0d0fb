import { type Clock, MINUTE, type Nanos } from '#contract/domain'
import { earlier, later } from '../shared/time-behind.ts'

/** What was written down of the time. */
interface Seen {
  /** The latest time that was seen. */
  readonly seen: Nanos
  /** As late as it is by all that passed while the wallet was open. */
  readonly passed?: Nanos
}

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  /** Whether the wallet is guarded by a passphrase. */
  readonly guarded: () => boolean
}

/** The time as rules count it: neither turned forward while the wallet is open, nor gone back behind what was seen. */
export function createRuleClock({ clock, guarded }: Parts) {
  const here = () => ({ at: clock.now(), mono: clock.monotonicMs() })
  let anchor = here()
  /** How late it was when that was first asked; null before. */
  let running: { readonly at: Nanos; readonly mono: number } | null = null

  const since = (mono: number): bigint => BigInt(Math.round((clock.monotonicMs() - mono) * 1e6))

  /** The computer's clock, but never faster than its monotonic one since the wallet was opened: waits cannot be turned away. */
  function wall(): Nanos {
    const at = clock.now()
    if (!guarded()) return at
    const most = anchor.at + since(anchor.mono) + MINUTE
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

    /** From here on the computer's clock is believed. */
    believe(): void {
      anchor = here()
    },

    /** A time that was seen was wrong: it is what the computer's clock says now. */
    reset(): Nanos {
      anchor = here()
      running = null
      return anchor.at
    },
  }
}
