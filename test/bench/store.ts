import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import type { Output } from '#contract/domain'
import { endpointOf } from '#contract/http'
import { toAmount } from '#protocol/text'
import { decodeAnswer } from '../../src/remote/response.ts'
import { selectCoins } from '../../src/wallet/payments/select.ts'
import { accountFolder, openAccount } from '../support/store.ts'
import {
  type BenchOptions,
  type BenchRow,
  compare,
  limit,
  measure,
  processorClock,
  quick as quickest,
  rate,
  temporaryFolder,
} from './measure.ts'
import {
  HOLDER,
  MAIN_ASSET,
  type OutputMix,
  pagesOf,
  RARE_WORD,
  someAsset,
  someOutputs,
  somePerson,
  someSnapshots,
} from './records.ts'
import { journalRows, sizeRows } from './sizes.ts'
import { openTextStore } from './text-store.ts'

const PAGE = 500
/** Pages of one list that are committed together while they follow each other at once, as they are read. */
const TOGETHER = 32
/** Rows of such a commit. */
const COMMIT = PAGE * TOGETHER
const FEW_SAMPLES = { rounds: 5, sampleMs: 5 }

/** Rows a second of the processor, by the quicker of the commits that come when so many are held already. */
function ingest(pages: Iterable<Output[]>, held: number, apply: (page: Output[]) => void): number {
  const taken: number[] = []
  let rows = 0
  for (const page of pages) {
    const passed = processorClock()
    apply(page)
    const commit = Math.floor((rows - held) / COMMIT)
    if (commit >= 0) taken[commit] = (taken[commit] ?? 0) + passed() / 1000
    rows += page.length
  }
  return COMMIT / quickest(taken)
}

/** As the cache is opened, whatever is written there. */
const AS_OURS = ['locking_mode = EXCLUSIVE', 'journal_mode = WAL', 'synchronous = NORMAL', 'temp_store = MEMORY']
const AS_MUCH = ['cache_size = -32768', 'wal_autocheckpoint = 64000']

/**
 * The least that writing costs: as many bytes a row, in one column, in the order in which they come, into a file that is opened as ours is, and
 * nothing to find them by.
 */
function openBlobs(path: string, bytes: number) {
  const db = new Sqlite(path)
  for (const pragma of [...AS_OURS, ...AS_MUCH]) db.pragma(pragma)
  db.exec('CREATE TABLE rows (row INTEGER PRIMARY KEY, bytes BLOB)')
  const insert = db.prepare('INSERT INTO rows (bytes) VALUES (?)')
  const blob = randomBytes(Math.round(bytes))
  return {
    applyPage: db.transaction((page: readonly Output[]) => {
      for (const _ of page) insert.run(blob)
    }),
    close: (): void => void db.close(),
  }
}

function ingestRows(folder: string, quick: boolean): BenchRow[] {
  // Whole commits, or one would be counted that holds others' rows; some of them, since what else runs adds to each of them.
  const [held, measured] = quick ? [COMMIT, 4 * COMMIT] : [7 * COMMIT, 4 * COMMIT]
  const mix: OutputMix = { unspentOf: 10, mainOf: 2 }
  const all = held + measured
  const pages = () => pagesOf(someOutputs(all, mix), PAGE)

  const theirs = openTextStore(join(folder, 'text.db'))
  const theirRate = ingest(pages(), held, theirs.applyPage)
  theirs.close()
  const store = openAccount(folder)
  let read = 0
  const ourRate = ingest(pages(), held, (outputs) => {
    const cursor = outputs.at(-1)?.sequence ?? 0
    store.cache.outputs.applyPage({ holder: HOLDER, outputs, cursor, shared: store.cache.dropped() })
    read += 1
    if (read % TOGETHER === 0) store.cache.settle()
  })
  store.close()

  const peer = { rate: theirRate, bytes: statSync(join(folder, 'text.db')).size / all }
  const ours = { rate: ourRate, bytes: statSync(join(accountFolder(folder), 'cache.db')).size / all }
  const blobs = openBlobs(join(folder, 'blobs.db'), ours.bytes)
  const floor = ingest(pagesOf(someOutputs(all, mix), COMMIT), held, blobs.applyPage)
  blobs.close()
  return [
    {
      name: 'the same against as many bytes as blobs',
      peer: floor,
      ours: ours.rate,
      unit: 'rows/s',
      ratio: ours.rate / floor,
      budget: '>= 0.2 of peer',
      ok: ours.rate >= floor * 0.2,
    },
    rate({
      name: `ingest pages of ${PAGE}, ${held / 1000} k outputs held`,
      peer: peer.rate,
      ours: ours.rate,
      ratio: ours.rate / peer.rate,
      min: 50_000,
    }),
    {
      name: 'bytes of a row, indexes included',
      peer: peer.bytes,
      ours: ours.bytes,
      unit: 'bytes',
      ratio: ours.bytes / peer.bytes,
      budget: '<= 320 bytes',
      ok: ours.bytes <= 320,
    },
  ]
}

/** A tenth of the outputs unspent, half of those of one asset. */
function outputRows(folder: string, quick: boolean): BenchRow[] {
  const count = quick ? 50_000 : 1_000_000
  const mix: OutputMix = { unspentOf: 10, mainOf: 2 }
  const theirs = openTextStore(join(folder, 'text.db'))
  const store = openAccount(folder)
  const { outputs } = store.cache
  for (const page of pagesOf(someOutputs(count, mix), PAGE)) {
    outputs.applyPage({ holder: HOLDER, outputs: page, cursor: page.at(-1)?.sequence ?? 0 })
    // Spent outputs do not slow the peer's question down, which goes by an index over the state.
    const unspent = page.filter(({ state }) => state === 'unspent')
    theirs.applyPage(unspent)
  }
  const sums = theirs.balances()
  const ours = outputs.balances(HOLDER.id)
  if (ours.some(({ kernelAssetId, unspent }) => unspent.amount !== (sums.get(kernelAssetId) ?? 0n))) {
    throw new Error('the peer and we have other balances')
  }

  const held = ours.find(({ kernelAssetId }) => kernelAssetId === MAIN_ASSET.kernel)?.unspent
  if (held === undefined) throw new Error('no coins of the main asset')
  const source = () => outputs.coins({ holder: HOLDER.id, kernelAsset: MAIN_ASSET.kernel })
  const [largest] = source().largest(1).at([0])
  if (largest === undefined) throw new Error('no largest coin')
  const mean = held.amount / BigInt(held.coins)
  const payments = [
    { name: 'a mean coin', target: mean },
    { name: 'an amount of some coins', target: largest.amount * 3n + 12_345n },
    { name: 'an amount of a hundred coins', target: largest.amount * 100n },
  ]
  const rows = [
    compare({
      name: `balances of every asset, ${count / 1000} k outputs, ${count / 10_000} k unspent`,
      peer: () => theirs.balances(),
      ours: () => outputs.balances(HOLDER.id),
      limit: { us: 1000 },
      options: FEW_SAMPLES,
    }),
    ...payments.map(({ name, target }) =>
      compare({
        name: `select coins for ${name}, ${(held.coins / 1000).toFixed(0)} k unspent of the asset`,
        peer: () => theirs.select(MAIN_ASSET.kernel, target),
        ours: () => {
          const chosen = selectCoins(source(), toAmount(target))
          if (!chosen.ok) throw new Error('there is enough')
        },
        limit: { us: 200 },
        options: { rounds: 15, sampleMs: 15 },
      }),
    ),
  ]
  theirs.close()
  store.close()
  return rows
}

function historyRows(folder: string, quick: boolean): BenchRow[] {
  const count = quick ? 50_000 : 1_000_000
  const theirs = openTextStore(join(folder, 'text.db'))
  const store = openAccount(folder)
  const { snapshots } = store.cache
  for (const page of pagesOf(someSnapshots(count), PAGE)) {
    snapshots.applyPage({ snapshots: page, cursor: String(page.at(-1)?.created_at ?? '') })
    theirs.applyHistory(page)
  }
  const list = (filter: Parameters<typeof snapshots.list>[0]['filter']) => () =>
    snapshots.list({ filter: filter ?? {}, limit: 50 }).snapshots.map(({ snapshot_id }) => snapshot_id)
  const rare = list({ search: RARE_WORD })
  if (rare().join() !== theirs.search(RARE_WORD).join()) throw new Error('the peer and we find other snapshots')

  const asked = [
    { name: 'a rare word', ours: rare, peer: () => theirs.search(RARE_WORD) },
    { name: 'a common word', ours: list({ search: 'coffee' }), peer: () => theirs.search('coffee') },
  ]
  const filtered = {
    'no filter': {},
    'asset and direction': { assetId: someAsset(5).id, direction: 'out' },
    'a person': { opponent: somePerson(7) },
    'a person, asset, direction and word': {
      opponent: somePerson(7),
      assetId: MAIN_ASSET.id,
      direction: 'in',
      search: 'coffee',
    },
    'a rare word and its opposite filter': { search: RARE_WORD, kind: 'deposit' },
    'letters in the middle of a word': { search: 'offe' },
    'an amount that many have': { least: toAmount(2n ** 31n) },
    'an amount that none has, all of them read before': { least: toAmount(2n ** 40n) },
    'a word and an amount': { search: 'coffee', most: toAmount(2n ** 24n) },
  } as const
  // Each answer reads the amounts of some blocks; what that takes has a row of its own.
  readAmounts(snapshots)
  const rows = [
    ...asked.map(({ name, ours, peer }) =>
      compare({ name: historyName(count, name), peer, ours, limit: { us: 2000 }, options: FEW_SAMPLES }),
    ),
    ...Object.entries(filtered).map(([name, filter]) => {
      const [us = Number.NaN] = measure([list(filter)], FEW_SAMPLES)
      return limit({ name: historyName(count, name), ours: us, unit: 'us', max: 2000 })
    }),
  ]
  theirs.close()
  store.close()
  return [...rows, amountsRow(folder, count)]
}

/** Goes on through the history for an amount that none has. */
function readAmounts({ list }: ReturnType<typeof openAccount>['cache']['snapshots']): void {
  let cursor: string | null = null
  do cursor = list({ filter: { least: toAmount(2n ** 40n) }, limit: 50, cursor }).cursor
  while (cursor !== null)
}

/** The first question for an amount after opening, for which those of some blocks are read. */
function amountsRow(folder: string, count: number): BenchRow {
  const store = openAccount(folder)
  const passed = processorClock()
  store.cache.snapshots.list({ filter: { least: toAmount(2n ** 40n) }, limit: 50 })
  const ours = passed()
  store.close()
  return limit({ name: historyName(count, 'the first for an amount'), ours, unit: 'ms', max: 100 })
}

const historyName = (count: number, what: string) => `history page of 50 among ${count / 1000} k, ${what}`

/** From the bytes of an answer, as the line brings them, to checked records, against making a text of them and parsing that alone. */
function schemaRow(): BenchRow {
  const endpoint = endpointOf('outputs.list')
  const records = [...someOutputs(PAGE, { unspentOf: 10, mainOf: 2 })]
  const bytes = Buffer.from(JSON.stringify({ data: z.encode(endpoint.answer, records) }))
  return compare({
    name: `bytes to checked records of a page of ${PAGE}, against bytes to JSON`,
    peer: () => JSON.parse(bytes.toString()),
    ours: () => decodeAnswer(endpoint, bytes, 200, undefined, ''),
    ratioMax: 1.8,
    // Thousands of pages follow each other in a sync: what the engine takes until it has compiled the reading is no part of a page.
    options: { rounds: 60 },
  })
}

/** The store and what feeds it, against text columns in the same run. */
export async function benchStore(options: BenchOptions): Promise<BenchRow[]> {
  const { quick } = options
  const within = (suite: (folder: string) => BenchRow[], parent?: string): BenchRow[] => {
    const folder = temporaryFolder(parent)
    try {
      return suite(folder.path)
    } finally {
      folder.remove()
    }
  }
  // Writing is measured on a disk. What is read lies in the system's memory either way, and filling it is quicker there.
  return [
    ...within((folder) => ingestRows(folder, quick), tmpdir()),
    ...within((folder) => outputRows(folder, quick)),
    ...within((folder) => historyRows(folder, quick)),
    ...within((folder) => sizeRows(folder, options)),
    ...within((folder) => journalRows(folder, options)),
    schemaRow(),
  ]
}
