import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runFolder } from '../support/run-folder.ts'

/** A folder of its own for each use, which `remove` deletes: in memory where the system has room there, unless it is to lie elsewhere. */
export function temporaryFolder(parent?: string) {
  const path = parent === undefined ? runFolder('bench') : mkdtempSync(join(parent, 'coffer-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** One line of the table. Times are per operation; `ratio` is ours divided by the peer's. */
export interface BenchRow {
  readonly name: string
  readonly peer: number | null
  readonly ours: number
  readonly unit: string
  readonly ratio: number | null
  readonly budget: string
  readonly ok: boolean
  /** The picture of cost against size that this row is a point of. */
  readonly curve?: { readonly name: string; readonly size: number }
}

export interface BenchOptions {
  /** Small sizes, to see whether all still runs; budgets are meant for the full ones. */
  readonly quick: boolean
  /** The largest sizes too, where they take minutes. */
  readonly full: boolean
}

/** A list of rows about one module. Every suite brings its own peers. */
export type BenchSuite = (options: BenchOptions) => Promise<readonly BenchRow[]>

export interface MeasureOptions {
  /** Rounds after the warm-up; the one at the end of the quickest quarter counts. */
  readonly rounds?: number
  /** Least time of one sample, so that the clock is fine enough. */
  readonly sampleMs?: number
}

/** Time of the processor, so that what else runs on the machine counts little. */
function sample(action: () => unknown, times: number): number {
  const passed = processorClock()
  for (let time = 0; time < times; time++) action()
  return passed()
}

/** How often an action must run for one sample. Running it so often also warms it up. */
function timesFor(action: () => unknown, sampleMs: number): number {
  let times = 1
  for (;;) {
    const took = sample(action, times)
    if (took >= sampleMs) return times
    times = Math.max(times * 2, Math.ceil((times * sampleMs) / Math.max(took, 0.001)))
  }
}

/** Milliseconds of the processor since this was called, which others on the machine disturb least. */
export function processorClock(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

/** What else runs on a machine only ever adds time, of the processor too, so the quicker samples are the truer ones; the very quickest is luck. */
export function quick(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN
}

/**
 * Microseconds per run of each action, side by side: every round takes one sample of each, so that a busy machine
 * disturbs all alike.
 */
export function measure(
  actions: readonly (() => unknown)[],
  { rounds = 15, sampleMs = 15 }: MeasureOptions = {},
): number[] {
  const times = actions.map((action) => timesFor(action, sampleMs))
  const taken: number[][] = actions.map(() => [])
  for (let round = 0; round < rounds; round++) {
    actions.forEach((action, at) => {
      const count = times[at] ?? 1
      taken[at]?.push((sample(action, count) * 1000) / count)
    })
  }
  return taken.map(quick)
}

export interface Comparison {
  readonly name: string
  readonly peer: () => unknown
  readonly ours: () => unknown
  /** Operations that one run of each does. */
  readonly operations?: number
  /** Largest ratio of ours to the peer's. */
  readonly ratioMax?: number
  /** Largest time of ours, where the budget is one of time. */
  readonly limit?: { readonly us: number }
  readonly options?: MeasureOptions
}

/** What noble takes for one signature where the budgets in time were set. */
const NOBLE_US = 1100
let slowness = 1

/** Measures how slow this machine is, now: budgets in time grow with it, and never shrink. Answers what noble takes, in microseconds. */
export function measureMachine(verify: () => unknown): number {
  const [taken = NOBLE_US] = measure([verify])
  slowness = Math.max(1, taken / NOBLE_US)
  return taken
}

const TIMES: readonly string[] = ['us', 'ms', 's']

/** Row of one comparison in microseconds per operation. */
export function compare({ name, peer, ours, operations = 1, ratioMax, limit, options }: Comparison): BenchRow {
  const [theirs = Number.NaN, own = Number.NaN] = measure([peer, ours], options).map((time) => time / operations)
  const ratio = own / theirs
  const row = { name, peer: theirs, ours: own, unit: 'us', ratio }
  if (limit !== undefined) return { ...row, ...budgetOf(own, 'us', limit.us) }
  const max = ratioMax ?? 1
  return { ...row, budget: `<= ${max} of peer`, ok: ratio <= max }
}

/** Row of a value that has a largest one and no peer. */
export function limit({
  max,
  ...row
}: Pick<BenchRow, 'name' | 'ours' | 'unit' | 'curve'> & { readonly max: number }): BenchRow {
  return { ...row, peer: null, ratio: null, ...budgetOf(row.ours, row.unit, max) }
}

/** Row of a rate against a peer's that has a smallest one: a budget in time, as those of what a row takes are. */
export function rate({
  min,
  ...row
}: Pick<BenchRow, 'name' | 'peer' | 'ours' | 'ratio'> & { readonly min: number }): BenchRow {
  const least = min / slowness
  return { ...row, unit: 'rows/s', budget: `>= ${(least / 1000).toPrecision(3)} k rows/s`, ok: row.ours >= least }
}

/** A time as this machine takes it. */
export const onThisMachine = (time: number): number => time * slowness

/** A budget as it is on this machine. */
function budgetOf(ours: number, unit: string, max: number): Pick<BenchRow, 'budget' | 'ok'> {
  const most = TIMES.includes(unit) ? onThisMachine(max) : max
  return { budget: `<= ${most === max ? max : most.toPrecision(3)} ${unit}`, ok: ours <= most }
}
