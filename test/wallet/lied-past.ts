import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import assets from '#assets' with { type: 'json' }
import { startLocalnet } from '#localnet'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import type { PlayNetwork } from '../support/wallet.ts'

/*
 * A service that is as it was at some time before, as one that was put back from a copy, or that asks a replica that is behind: all that it answers
 * fits together, and none of it is so any more.
 */

/** Keys follow from what is asked. Those that only a service of before gave out would be nobody's afterwards, which no wallet can know. */
const KEYS = '/safe/keys'

export interface Past {
  readonly url: string
  /** Whether what changes something reaches the service as it is. */
  readonly onlyReads: boolean
}

export type Pasts = ReturnType<typeof pastsOf>

export function pastsOf(network: PlayNetwork) {
  const kept: string[] = []
  const running: { close(): Promise<void> }[] = []
  return {
    count: () => kept.length,
    /** Keeps the service as it is now. */
    keep(): void {
      const dir = newFolder('past')
      const db = new Sqlite(join(network.dir, 'ledger.db'), { readonly: true, timeout: 10_000 })
      db.prepare('VACUUM INTO ?').run(join(dir, 'ledger.db'))
      db.close()
      kept.push(dir)
    },
    /** The service as it was when it was kept, from where it goes on by itself. Each can be gone back to once. */
    async goBack(what: 'reads' | 'everything', which = 0): Promise<Past | null> {
      const [dir] = kept.splice(which, 1)
      if (dir === undefined) return null
      const parts = { dir, assets, clock: network.clock, random: freshBytes, log: () => undefined }
      const past = await startLocalnet({ ...parts, manualBlocks: true, finalityMs: 100 })
      running.push(past)
      return { url: past.url, onlyReads: what === 'reads' }
    },
    async close(): Promise<void> {
      await Promise.all(running.splice(0).map((each) => each.close()))
    },
  }
}

/** A line to the service as it is, or as it was. */
export const toThePast =
  (past: () => Past | null, real: typeof fetch): typeof fetch =>
  async (target, init) => {
    const [then, url, method] = [past(), new URL(String(target)), init?.method ?? 'GET']
    if (then === null || (then.onlyReads && method !== 'GET') || url.pathname.startsWith('/localnet'))
      return real(target, init)
    if (url.pathname === KEYS) await real(target, init)
    return real(new URL(url.pathname + url.search, then.url), init)
  }
