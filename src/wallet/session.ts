import type { Clock } from '#contract/domain'
import type { Preferences } from '#contract/ipc'
import type { ProfileStore } from '#store'

const DEFAULTS: Preferences = { theme: 'system', hideAmounts: false, currency: 'USD', autoLockMinutes: 5 }
const KEY = 'preferences'
const LOOK_EVERY_MS = 1_000

/** Preferences of the person at this computer; they belong to the profile, not to an account. */
export function createPreferences(settings: ProfileStore['settings']) {
  function read(): Preferences {
    const stored = settings.get(KEY)
    return { ...DEFAULTS, ...(typeof stored === 'object' && stored !== null ? (stored as Partial<Preferences>) : {}) } // written below
  }
  return {
    read,
    write(patch: Partial<Preferences>): Preferences {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      const { camera, ...next } = { ...read(), ...given }
      const kept = camera === undefined ? next : { ...next, camera }
      settings.set(KEY, kept)
      return kept
    },
  }
}

/**
 * Locks after so long without input. It watches a clock that only grows, and looks every second, so that a computer that
 * slept through the time is locked when it wakes.
 */
export function createIdleLock(deps: { clock: Clock; minutes: () => number; lock: () => void }) {
  const stopped = new AbortController()
  let touchedAt = deps.clock.monotonicMs()
  let armed = false

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      await deps.clock.sleep(LOOK_EVERY_MS, stopped.signal)
      if (stopped.signal.aborted || !armed) continue
      if (deps.clock.monotonicMs() - touchedAt >= deps.minutes() * 60_000) deps.lock()
    }
  }
  const watching = watch()

  return {
    touch: (): void => {
      touchedAt = deps.clock.monotonicMs()
    },
    arm(on: boolean): void {
      touchedAt = deps.clock.monotonicMs()
      armed = on
    },
    async stop(): Promise<void> {
      stopped.abort()
      await watching
    },
  }
}
