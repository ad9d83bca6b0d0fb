import { type Clock, DAY, type Log, type LogEvent, type Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { AccountStore } from '#store'

const LOOK_EVERY_MS = 10_000

/** Brings the files of all open accounts to rest, so that a copied folder is whole. A disk that refuses is only noted. */
export function restAll(stores: Iterable<AccountStore>, log: Log): void {
  for (const store of stores) quietly('store.not_rested', log, store.rest)
}

/** The copy of this day, where the newest is a day old or there is none. */
function copyWhenDue(store: AccountStore, now: Nanos, log: Log): void {
  const newest = store.copies()[0]
  if (newest !== undefined && now - newest.at < DAY && newest.at <= now) return
  quietly('store.not_copied', log, store.copyNow)
}

/** The last copy of a day, made when the account closes: whatever came after the one before is in it. */
export function copyAtClose(store: AccountStore, log: Log): void {
  quietly('store.not_copied', log, store.copyNow)
}

/** Files are kept for the person; that one cannot be is no reason to end anything. */
function quietly(event: LogEvent, log: Log, work: () => void): void {
  try {
    work()
  } catch (error) {
    log('error', event, { code: codeOf(error) })
  }
}

/** Looks after the files of open accounts every ten seconds: idle ones are brought to rest, and copied once a day. */
export function createKeeping(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly stores: () => Iterable<AccountStore>
  /** Damage was seen in a file that is in use. */
  readonly suspected: () => void
  /** What else is due from time to time; must not throw. */
  readonly also: () => Promise<void>
}) {
  const stopped = new AbortController()
  const suspects = new WeakSet<AccountStore>()

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      await deps.clock.sleep(LOOK_EVERY_MS, stopped.signal)
      if (stopped.signal.aborted) return
      restAll(deps.stores(), deps.log)
      for (const store of deps.stores()) {
        copyWhenDue(store, deps.clock.now(), deps.log)
        if (!store.suspect() || suspects.has(store)) continue
        suspects.add(store)
        deps.suspected()
      }
      await deps.also()
    }
  }
  const watching = watch()

  return {
    async stop(): Promise<void> {
      stopped.abort()
      await watching
    },
  }
}
