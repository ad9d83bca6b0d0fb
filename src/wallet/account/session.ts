import { type Clock, momentOf, msOf } from '#contract/domain'
import { type Preferences, preferences as schema } from '#contract/ipc'
import type { Json, ProfileStore } from '#store'

const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'system',
  hideAmounts: false,
  currency: 'USD',
  autoLockMinutes: 5,
  chartRange: 'month',
  together: false,
  everyone: false,
  letterKeys: true,
  coinsInSidebar: true,
  keepRunning: false,
  startWithSystem: false,
  blockCapture: false,
  notices: { money: true, signature: true, settled: true, locked: true },
}
const KEY = 'preferences'
const LOOK_EVERY_MS = 1_000

/** What this release can read of what was kept; another one may know further languages or themes. */
function readable(stored: object): Partial<Preferences> {
  const read = Object.entries(stored).filter(
    ([name, value]) =>
      Object.hasOwn(schema.shape, name) && schema.shape[name as keyof Preferences].safeParse(value).success,
  )
  return Object.fromEntries(read)
}

/** Preferences of the person at this computer; they belong to the profile, not to an account. */
export function createPreferences(settings: ProfileStore['settings']) {
  function read(): Preferences {
    const stored = settings.get(KEY)
    return typeof stored === 'object' && stored !== null ? { ...DEFAULTS, ...readable(stored) } : DEFAULTS
  }
  return {
    read,
    write(patch: Partial<Preferences>): Preferences {
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      const kept: Preferences = { ...read(), ...given }
      settings.set(KEY, kept as Json) // what was undefined is left out above
      return kept
    },
  }
}

/** Without input for so long, whoever comes back wants to see what is new. */
const AWAY_MS = 60_000

/**
 * Locks after so long without input. It looks every second at two clocks: one that only grows, but on some systems stands
 * still while the computer sleeps, and the one on the wall, so that a computer that slept through the time is locked when
 * it wakes. Whichever says that the time is over is believed. `back` hears of the first input after a while without any.
 */
export function createIdleLock(deps: { clock: Clock; minutes: () => number; lock: () => void; back: () => void }) {
  const stopped = new AbortController()
  const read = () => momentOf(deps.clock)
  let touchedAt = read()
  let armed = false

  function idleMs(): number {
    const now = read()
    return Math.max(now.monotonicMs - touchedAt.monotonicMs, msOf(now.wall - touchedAt.wall))
  }

  const isOver = (): boolean => armed && idleMs() >= deps.minutes() * 60_000

  function begin(): void {
    const away = idleMs()
    touchedAt = read()
    if (away > AWAY_MS) deps.back()
  }

  function touch(): void {
    // Whoever wakes the computer may be here before this looks again.
    if (isOver()) deps.lock()
    begin()
  }

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      await deps.clock.sleep(LOOK_EVERY_MS, stopped.signal)
      if (!stopped.signal.aborted && isOver()) deps.lock()
    }
  }
  const watching = watch()

  return {
    idleMs,
    touch,
    arm(on: boolean): void {
      begin()
      armed = on
    },
    async stop(): Promise<void> {
      stopped.abort()
      await watching
    },
  }
}
