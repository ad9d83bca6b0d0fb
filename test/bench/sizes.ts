import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Output, Snapshot } from '#contract/domain'
import type { AccountStore, SnapshotFilter } from '#store'
import { accountFolder, anOutput, aPayment, aPlan, openAccount, request } from '../support/store.ts'
import { type BenchOptions, type BenchRow, limit, median, processorClock } from './measure.ts'
import { HOLDER, MAIN_ASSET, pagesOf, someAsset, someOutputs, somePerson, someSnapshots, WORDS } from './records.ts'

/*
 * Cost against size: accounts that grow and are looked at on the way. All is counted in time of the processor, which others on the
 * machine disturb least.
 */

const PAGE = 500
/** Pages in one transaction while much comes in. */
const TOGETHER = 10

function processorMs(work: () => void): number {
  const passed = processorClock()
  work()
  return passed()
}

/** The best of some openings: the first ones compile what the others use. */
function openingMs(folder: string, times = 3): number {
  const taken = Array.from({ length: times }, () => {
    let store: AccountStore | undefined
    const ms = processorMs(() => {
      store = openAccount(folder)
    })
    store?.close()
    return ms
  })
  return Math.min(...taken)
}

/** Opening what a kill left behind, which it does but once. */
function openingAfterKillMs(used: string, store: AccountStore): number {
  const copy = join(used, 'killed')
  const taken = Array.from({ length: 2 }, () => {
    mkdirSync(copy, { recursive: true })
    cpSync(accountFolder(used), accountFolder(copy), { recursive: true })
    const ms = openingMs(copy, 1)
    rmSync(copy, { recursive: true })
    return ms
  })
  if (store.suspect()) throw new Error('the account that was copied is damaged')
  return Math.min(...taken)
}

/** Bytes of the tables and indexes of the history. */
function historyBytes(folder: string): number {
  const db = new Sqlite(join(accountFolder(folder), 'cache.db'), { readonly: true })
  const bytes = db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name GLOB 'snapshot*'").pluck().get()
  db.close()
  return Number(bytes)
}

/** Microseconds of the slowest of some questions, each at its best. */
function slowest(store: AccountStore, filters: readonly SnapshotFilter[]): number {
  const taken = filters.map((filter) => {
    const once = (): number => processorMs(() => void store.cache.snapshots.list({ filter, limit: 50 }))
    return Math.min(...Array.from({ length: 5 }, once))
  })
  return Math.max(...taken) * 1000
}

/** Microseconds of a question that nothing is remembered for, in the middle of some. */
function firstTime(store: AccountStore, filters: readonly SnapshotFilter[]): number {
  const others = Array.from({ length: 20 }, (_, at) => `${at}x`).join(' ')
  const taken = filters.map((filter) => {
    store.cache.snapshots.list({ filter: { search: others }, limit: 50 })
    return processorMs(() => void store.cache.snapshots.list({ filter, limit: 50 }))
  })
  return median(taken) * 1000
}

const PAIRS = WORDS.flatMap((one, at) =>
  WORDS.slice(at + 1).map((other): SnapshotFilter => ({ search: `${one} ${other}` })),
)
const FOURFOLD = Array.from({ length: 40 }, (_, at): SnapshotFilter => {
  const assetId = (at % 4 === 0 ? someAsset(at) : MAIN_ASSET).id
  return {
    opponent: somePerson(at * 7),
    assetId,
    direction: at % 2 === 0 ? 'in' : 'out',
    search: WORDS[at % WORDS.length] ?? '',
  }
})

/** The next rows, so many pages together. */
const next = <Item>(source: Generator<Item[]>, pages: number): Item[] =>
  Array.from({ length: pages }, () => source.next().value ?? []).flat()

interface Sources {
  readonly outputs: Generator<Output[]>
  readonly snapshots: Generator<Snapshot[]>
}

interface Grown {
  /** Microseconds of the processor that a snapshot took. */
  readonly each: number
  /** Milliseconds of all transactions of snapshots but one in a hundred, in which the file is written back. */
  readonly longest: number
}

/** So many outputs and snapshots more, some pages in a transaction. */
function grow(store: AccountStore, count: number, pages: number, sources: Sources): Grown {
  const taken: number[] = []
  for (let rows = 0; rows < count; rows += PAGE * pages) {
    const outputs = next(sources.outputs, pages)
    store.cache.outputs.applyPage({ holder: HOLDER, outputs, cursor: outputs.at(-1)?.sequence ?? 0 })
    const snapshots = next(sources.snapshots, pages)
    const cursor = String(snapshots.at(-1)?.created_at ?? '')
    taken.push(processorMs(() => void store.cache.snapshots.applyPage({ snapshots, cursor })))
  }
  const longest = taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN
  return { each: (taken.reduce((sum, ms) => sum + ms, 0) * 1000) / count, longest }
}

/** Opening, history and what a snapshot costs, at some sizes. */
export function sizeRows(folder: string, { quick, full }: BenchOptions): BenchRow[] {
  const sizes = quick ? [10_000, 20_000] : [10_000, 50_000, 200_000, ...(full ? [1_000_000] : [])]
  const most = sizes.at(-1) ?? 0
  const sources = {
    outputs: pagesOf(someOutputs(most, { unspentOf: 10, mainOf: 2 }), PAGE),
    snapshots: pagesOf(someSnapshots(most), PAGE),
  }
  let held = 0
  return sizes.flatMap((size) => {
    const of = `${size / 1000} k`
    const store = openAccount(folder)
    // Half of the way as a few new rows come, half as a first sync brings them.
    const half = (size - held) / 2
    const [few, many] = [grow(store, half, 1, sources), grow(store, half, TOGETHER, sources)]
    held = size
    const killed = openingAfterKillMs(folder, store)
    const [pairs, fourfold, first] = [slowest(store, PAIRS), slowest(store, FOURFOLD), firstTime(store, FOURFOLD)]
    store.close()
    return [
      limit({
        ...{ name: `unlock, ${of} outputs and ${of} snapshots`, ours: openingMs(folder), unit: 'ms', max: 300 },
        curve: { name: 'Unlock', size },
      }),
      limit({ name: `unlock after a kill, ${of} outputs and ${of} snapshots`, ours: killed, unit: 'ms', max: 600 }),
      limit({
        name: `history among ${of}, slowest of ${PAIRS.length} pairs of words`,
        ours: pairs,
        unit: 'us',
        max: 2000,
      }),
      limit({
        name: `history among ${of}, slowest of ${FOURFOLD.length}: word, person, asset and direction`,
        ours: fourfold,
        unit: 'us',
        max: 2000,
      }),
      limit({ name: `history among ${of}, the same asked for the first time`, ours: first, unit: 'us', max: 3000 }),
      limit({ name: `processor for a snapshot, ${PAGE} at a time, up to ${of}`, ours: few.each, unit: 'us', max: 30 }),
      limit({
        name: `a page of ${PAGE} snapshots, 99 of 100, up to ${of}`,
        ours: few.longest,
        unit: 'ms',
        max: 40,
      }),
      limit({
        name: `processor for a snapshot, ${PAGE * TOGETHER} at a time, up to ${of}`,
        ours: many.each,
        unit: 'us',
        max: 20,
      }),
      limit({
        name: `bytes of a snapshot, indexes included, ${of}`,
        ours: historyBytes(folder) / size,
        unit: 'bytes',
        max: 250,
      }),
    ]
  })
}

/** Opening with a journal of payments of 64 coins each. */
export function journalRows(folder: string, { quick }: BenchOptions): BenchRow[] {
  const sizes = quick ? [20, 40] : [100, 500, 2_000]
  let held = 0
  return sizes.map((size) => {
    const store = openAccount(folder)
    const { payments } = store.intents
    for (; held < size; held += 1) {
      const coins = Array.from({ length: 64 }, (_, at) => anOutput(`${held} ${at}`))
      payments.create(aPayment(held))
      payments.reserve(request(held), [aPlan(held, coins)])
      payments.cancel(request(held))
    }
    store.close()
    return limit({ name: `unlock with ${size} payments of 64 coins`, ours: openingMs(folder), unit: 'ms', max: 700 })
  })
}
