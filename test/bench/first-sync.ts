import type { Clock } from '#contract/domain'
import { createClock, createRandom, installHostCurve } from '#platform'
import { createRemote } from '#remote'
import { openAccountStore } from '#store'
import { createSync } from '#sync'
import { ACCOUNT } from '../support/store.ts'
import { HOLDER } from './records.ts'

/*
 * The first sync of an account and an idle while after it, in a process of its own. Arguments are the service's address and a folder; tells
 * its parent what it took. During the sync a window asks for balances and the first page of history, a hundred times a second, so that what most
 * questions wait is no matter of one of them.
 */

export interface FirstSync {
  /** Seconds of processor time, all threads. */
  readonly cpu: number
  readonly seconds: number
  /**
   * Milliseconds from a question of the window to its answer, in ascending order; none of more than this thread was busy since the answer before,
   * which is what it waits for however many others share the machine.
   */
  readonly calls: readonly number[]
  /** Megabytes, at most. */
  readonly memory: number
  /** Seconds until something could be shown. */
  readonly first: number
  /** Seconds of processor time and bytes read in each second in which nothing happens. */
  readonly idle: { readonly cpu: number; readonly bytes: number }
}

const ASK_EVERY_MS = 10
const ROUND_EVERY_MS = 10_000
const IDLE_MS = 20 * 60_000

const [baseUrl = '', dir = ''] = process.argv.slice(2)
await installHostCurve()
let passedMs = 0
const system = createClock()
const clock: Clock = { ...system, monotonicMs: () => system.monotonicMs() + passedMs }
let bytes = 0
const counted: typeof fetch = async (target, init) => {
  const response = await fetch(target, init)
  bytes += Number(response.headers.get('content-length'))
  return response
}
const store = openAccountStore({ dir, network: 'local', account: ACCOUNT, clock })
store.cache.holders.put(HOLDER)
const log = () => undefined
const random = createRandom()
const sync = createSync({
  remote: createRemote({
    baseUrl,
    dialect: 'interface',
    fetch: counted,
    clock,
    random,
    log,
    authorize: async () => '',
  }),
  ...{
    account: ACCOUNT,
    store,
    clock,
    log,
    intervalMs: ROUND_EVERY_MS,
    unattendedIntervalMs: 60_000,
    unattendedMs: () => 0,
    statusChanged: () => undefined,
  },
  holders: () => [HOLDER],
  unknown: () => ({ users: [], assets: [] }),
})

const calls: number[] = []
const began = performance.now()
let first = Number.NaN
let asking: NodeJS.Timeout | undefined
const busyMs = (): number => {
  const { user, system: kernel } = process.threadCpuUsage()
  return (user + kernel) / 1000
}
let answered = busyMs()
/** Asked at its time and answered when the program comes to it. */
function ask(due: number): void {
  const { snapshots } = store.cache.snapshots.list({ filter: {}, cursor: null, limit: 50 })
  const balances = store.cache.outputs.balances(HOLDER.id)
  if (Number.isNaN(first) && snapshots.length + balances.length > 0) first = (performance.now() - began) / 1000
  calls.push(Math.min(performance.now() - due, busyMs() - answered))
  answered = busyMs()
  const next = performance.now() + ASK_EVERY_MS
  asking = setTimeout(() => ask(next), ASK_EVERY_MS)
}
ask(began)

function cpuSeconds(): number {
  const { user, system: kernel } = process.cpuUsage()
  return (user + kernel) / 1e6
}

const before = cpuSeconds()
await sync.look()
const cpu = cpuSeconds() - before
const seconds = (performance.now() - began) / 1000
clearTimeout(asking)
const memory = process.resourceUsage().maxRSS / 1024

bytes = 0
const idleFrom = cpuSeconds()
for (passedMs = 0; passedMs < IDLE_MS; passedMs += ROUND_EVERY_MS) await sync.look()
const each = IDLE_MS / 1000
const idle = { cpu: (cpuSeconds() - idleFrom) / each, bytes: bytes / each }
await sync.stop()
store.close()
const result: FirstSync = { cpu, seconds, calls: calls.toSorted((a, b) => a - b), memory, first, idle }
process.send?.(result)
process.disconnect?.()
