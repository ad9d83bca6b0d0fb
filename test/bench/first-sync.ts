import { createClock, createRandom, installHostCurve } from '#platform'
import { createRemote } from '#remote'
import { openAccountStore } from '#store'
import { createSync } from '#sync'
import { ACCOUNT } from '../support/store.ts'
import { HOLDER } from './records.ts'

/*
 * The first sync of an account, in a process of its own: arguments are the service's address and a folder. Tells its parent what it took.
 * Meanwhile a window asks for balances and the first page of history, ten times a second.
 */

export interface FirstSync {
  /** Seconds of processor time, all threads. */
  readonly cpu: number
  readonly seconds: number
  /** Milliseconds from a question of the window to its answer, in ascending order. */
  readonly calls: readonly number[]
  /** Megabytes, at most. */
  readonly memory: number
  /** Seconds until something could be shown. */
  readonly first: number
  /** Seconds of processor time of the round after it. */
  readonly again: number
}

const ASK_EVERY_MS = 100

const [baseUrl = '', dir = ''] = process.argv.slice(2)
await installHostCurve()
const clock = createClock()
const store = openAccountStore({ dir, network: 'local', account: ACCOUNT, clock })
store.cache.holders.put(HOLDER)
const log = () => undefined
const sync = createSync({
  remote: createRemote({
    baseUrl,
    dialect: 'interface',
    fetch,
    clock,
    random: createRandom(),
    log,
    authorize: async () => '',
  }),
  ...{ account: ACCOUNT, store, clock, log, intervalMs: 60_000, statusChanged: () => undefined },
  holders: () => [HOLDER],
  unknown: () => ({ users: [], assets: [] }),
})

const calls: number[] = []
const began = performance.now()
let first = Number.NaN
const seconds = (): number => (performance.now() - began) / 1000
let asking: NodeJS.Timeout | undefined
/** Asked at its time and answered when the program comes to it. */
function ask(due: number): void {
  const { snapshots } = store.cache.snapshots.list({ filter: {}, cursor: null, limit: 50 })
  const balances = store.cache.outputs.balances(HOLDER.id)
  if (Number.isNaN(first) && snapshots.length + balances.length > 0) first = seconds()
  calls.push(performance.now() - due)
  const next = performance.now() + ASK_EVERY_MS
  asking = setTimeout(() => ask(next), ASK_EVERY_MS)
}
ask(began)

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const before = cpuSeconds()
await sync.look()
const cpu = cpuSeconds() - before
const took = seconds()
clearTimeout(asking)
const beforeAgain = cpuSeconds()
await sync.look()
const again = cpuSeconds() - beforeAgain
await sync.stop()
const memory = process.resourceUsage().maxRSS / 1024
store.close()
const result: FirstSync = { cpu, seconds: took, calls: calls.toSorted((a, b) => a - b), memory, first, again }
process.send?.(result)
process.disconnect?.()
