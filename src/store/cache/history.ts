import type { AssetId, Hash, Nanos, Snapshot, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Database } from '../database.ts'
import { bytesOf, hexOf } from '../encoding.ts'
import type { Assets } from './assets.ts'
import type { Dictionary } from './dictionary.ts'
import type { HistoryBlocks } from './history-blocks.ts'
import type { Block } from './history-tail.ts'
import { allPlaces, BLOCK, hasPlace, type Places, placeUpTo } from './places.ts'
import { idPrefix, searchedWords, type Tag, tagTerms, type Wanted, wantedWord } from './search.ts'
import { decodeSnapshot, directionOf, KINDS, kindOf, SHORT_ID, type SnapshotRow } from './snapshot-row.ts'
import type { Users } from './users.ts'

/** What of the history is wanted; null wants all. Times are `from` inclusive and `to` exclusive. */
export interface SnapshotFilter {
  readonly assetId?: AssetId | null
  readonly direction?: 'in' | 'out' | null
  readonly kind?: 'transfer' | 'deposit' | 'withdrawal' | null
  readonly opponent?: UserId | null
  readonly from?: Nanos | null
  readonly to?: Nanos | null
  /** Words that must all occur, as beginnings of words, or the beginning (6 digits) of an id or hash. */
  readonly search?: string
}

export interface SnapshotQuery {
  readonly filter?: SnapshotFilter
  readonly cursor?: string | null
  readonly limit: number
  /** Transactions that are wanted although neither the words nor the person of the filter stand in them. */
  readonly also?: readonly Hash[]
}

export interface SnapshotPage {
  readonly snapshots: readonly Snapshot[]
  /** Where the next page begins; null after the last. */
  readonly cursor: string | null
}

/** A filter in the numbers of the tables; a null member wants all. */
interface Bounds {
  readonly kind: number | null
  readonly direction: 'in' | 'out' | null
  readonly assets: readonly bigint[] | null
  readonly person: bigint | null
  readonly from: bigint
  /** Everything wanted stands before this place in the history. */
  readonly before: Place
}

/** Order by time; of one time, what came later is newer. */
interface Place {
  readonly created_at: bigint
  readonly row: bigint
}

/** At most this many rows are compared with an id's beginning; six digits match a handful among millions. */
const PREFIX_MATCHES = 1_000

/**
 * Pages of the history, newest first, block by block. In each block the places at which everything wanted occurs are what is
 * common to some sets of places, so a page costs at most a few look-ups for each block and term, whatever is asked: the worst
 * is a question with no answer whose terms occur in every block (at a million snapshots there are 131).
 */
export function openHistory(
  db: Database,
  parts: { dictionary: Dictionary; users: Users; assets: Assets; blocks: HistoryBlocks },
) {
  const { dictionary, users, assets, blocks } = parts
  const byRow = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE row = ?')
  const byHash = db.prepare<SnapshotRow>(
    `SELECT * FROM snapshots WHERE substr(transaction_hash, 1, ${SHORT_ID}) = ? AND transaction_hash = ?`,
  )
  const rowsByPrefix = openPrefixes(db)
  const timeOf = db.prepare<{ created_at: bigint }>('SELECT created_at FROM snapshots WHERE row = ?')
  /** undefined when the filter names something that occurs nowhere. */
  function boundsOf(filter: SnapshotFilter, cursor: string | null): Bounds | undefined {
    const assetId = filter.assetId ?? null
    const opponent = filter.opponent ?? null
    const wantedAssets = assetId === null ? null : dictionary.assetsNamed(assetId).map((asset) => asset.row)
    const person = opponent === null ? null : (dictionary.findPerson(opponent) ?? NOBODY)
    if (wantedAssets?.length === 0) return undefined
    const to = { created_at: filter.to ?? END_OF_TIME, row: -1n }
    const after = cursor === null ? to : parseCursor(cursor)
    return {
      kind: filter.kind == null ? null : KINDS.indexOf(filter.kind),
      direction: filter.direction ?? null,
      assets: wantedAssets,
      person,
      from: filter.from ?? START_OF_TIME,
      before: isBefore(after, to) ? after : to,
    }
  }

  /** What a block is asked for; what may need more than a look-up for each term stands last. */
  function wantedBy(bounds: Bounds, words: readonly string[]): Wanted[] {
    const { kind, direction, person } = bounds
    const oneOf = (tags: readonly Tag[]): Wanted => ({ terms: tags.flatMap(tagTerms), beginning: null })
    const wanted = [
      ...(person === null ? [] : [oneOf([{ person }])]),
      ...words.map((word) => wantedWord(word, tagsNamed(word))),
      ...(bounds.assets === null ? [] : [oneOf(bounds.assets.map((asset) => ({ asset })))]),
      ...(kind === null ? [] : [oneOf([{ kind }])]),
      ...(direction === null ? [] : [oneOf([{ direction }])]),
    ]
    return wanted.sort((a, b) => Number(a.beginning !== null) - Number(b.beginning !== null))
  }

  /** Tags that a word of a question names: assets whose symbol or name begins with it, people by name or number. */
  function tagsNamed(word: string): Tag[] {
    const kernels = assets.named(word).flatMap((kernel) => dictionary.asset(kernel)?.row ?? [])
    return [...kernels.map((asset) => ({ asset })), ...users.named(word).map((person) => ({ person }))]
  }

  function rowsByBlocks(wanted: readonly Wanted[], bounds: Bounds, limit: number): SnapshotRow[] {
    let found: SnapshotRow[] = []
    const matching = wanted.length === 0 ? allPlaces : blocks.matching(wanted)
    for (const block of blocks.list()) {
      const oldest = found[limit - 1]
      if (block.last < bounds.from || (oldest !== undefined && oldest.created_at > block.last)) break
      if (block.first > bounds.before.created_at) continue
      const ofBlock = rowsOf(block, matching(block), bounds, limit)
      // Blocks seldom overlap, so that nearly always one page follows on the other.
      found = ofBlock.length === 0 ? found : newest([...found, ...ofBlock], limit)
    }
    return found
  }

  /** The newest rows of a block. */
  function rowsOf(block: Block, places: Places | null, { before, from }: Bounds, limit: number): SnapshotRow[] {
    if (places === null) return []
    const base = BigInt(block.number * BLOCK)
    const { order } = block
    const found: SnapshotRow[] = []
    let at = lastBefore(block, before)
    for (;;) {
      if (order === null) at = placeUpTo(places, at)
      else while (at >= 0 && !hasPlace(places, order[at] ?? 0)) at -= 1
      if (at < 0) return found
      const row = byRow.get(base + BigInt(order === null ? at : (order[at] ?? 0)))
      at -= 1
      if (row === undefined) continue
      if (row.created_at < from) return found
      found.push(row)
      if (found.length === limit) return found
    }
  }

  /** The last index in a block's order of time that stands before a place; -1 when none does. */
  function lastBefore(block: Block, before: Place): number {
    if (block.last < before.created_at) return block.used - 1
    let [low, high] = [0, block.used]
    while (low < high) {
      let middle = (low + high) >> 1
      const half = middle
      let row = 0n
      let time: bigint | undefined
      // Of places that are empty the one before tells.
      for (; middle >= low && time === undefined; middle -= 1) {
        row = BigInt(block.number * BLOCK + (block.order === null ? middle : (block.order[middle] ?? 0)))
        time = timeOf.get(row)?.created_at
      }
      if (time === undefined || isBefore({ created_at: time, row }, before)) low = half + 1
      else high = middle + 1
    }
    return low - 1
  }

  return {
    list(query: SnapshotQuery): SnapshotPage {
      const { filter = {}, cursor = null, limit } = query
      const bounds = boundsOf(filter, cursor)
      if (bounds === undefined) return { snapshots: [], cursor: null }
      const search = filter.search ?? ''
      const words = searchedWords(search)
      let rows = rowsByBlocks(wantedBy(bounds, words), bounds, limit)
      const prefix = words.length === 0 ? null : idPrefix(search)
      if (prefix !== null) {
        rows = newest([...rows, ...rowsByPrefix(prefix).filter((row) => isWanted(row, bounds))], limit)
      }
      const { also = [] } = query
      if (also.length > 0) {
        const others = also.flatMap((hash) => byHash.all(bytesOf(hash).subarray(0, SHORT_ID), bytesOf(hash)))
        const wanted = others.filter((row) => isWanted(row, { ...bounds, person: null }))
        rows = newest([...rows, ...wanted], limit)
      }
      const last = rows.at(-1)
      return {
        snapshots: rows.map((row) => decodeSnapshot(row, dictionary, db)),
        cursor: last === undefined || rows.length < limit ? null : `${last.created_at}:${last.row}`,
      }
    },
  }
}

/** Rows of which an id or hash begins with so many hex digits. */
function openPrefixes(db: Database) {
  const startingWith = (column: string, condition = 'true') =>
    db.prepare<SnapshotRow>(`
      SELECT * FROM snapshots WHERE ${condition} AND substr(${column}, 1, ${SHORT_ID}) BETWEEN ? AND ? LIMIT ${PREFIX_MATCHES}`)
  const beginnings = [
    startingWith('id'),
    startingWith('transaction_hash'),
    startingWith('request_id', 'request_id IS NOT NULL'),
  ]

  return (prefix: string): SnapshotRow[] => {
    const even = prefix.length % 2 === 0
    const lowest = bytesOf(even ? prefix : `${prefix}0`).subarray(0, SHORT_ID)
    const highest = Buffer.alloc(SHORT_ID, 0xff)
    bytesOf(even ? prefix : `${prefix}f`).copy(highest)
    return beginnings
      .flatMap((beginning) => beginning.all(lowest, highest))
      .filter((row) =>
        [row.id, row.transaction_hash, row.request_id].some(
          (bytes) => bytes !== null && hexOf(bytes).startsWith(prefix),
        ),
      )
  }
}

/** The row of no person. */
const NOBODY = -1n
const END_OF_TIME = 2n ** 63n - 1n
const START_OF_TIME = -(2n ** 63n)

function parseCursor(cursor: string): Place {
  const [, time, row] = /^(-?\d{1,19}):(\d{1,19})$/.exec(cursor) ?? []
  if (time === undefined || row === undefined) throw failure('input.invalid', 'cursor is not one that was given out')
  return { created_at: BigInt(time), row: BigInt(row) }
}

const isBefore = (one: Place, other: Place): boolean =>
  one.created_at < other.created_at || (one.created_at === other.created_at && one.row < other.row)

const isWanted = (row: SnapshotRow, { kind, direction, assets, person, from, before }: Bounds): boolean =>
  isBefore(row, before) &&
  row.created_at >= from &&
  (kind === null || kindOf(row.class) === kind) &&
  (direction === null || directionOf(row.class) === direction) &&
  (assets === null || assets.includes(row.asset)) &&
  (person === null || row.opponent === person)

/** Each once, the newest first. */
function newest(rows: readonly SnapshotRow[], limit: number): SnapshotRow[] {
  const once = new Map(rows.map((row) => [row.row, row]))
  return [...once.values()].sort((a, b) => (isBefore(a, b) ? 1 : -1)).slice(0, limit)
}
