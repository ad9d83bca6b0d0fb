import type { AssetId, Hash, Nanos, Snapshot } from '#contract/domain'
import { failure } from '#contract/errors'
import { kernelAssetId } from '#protocol'
import type { Database } from '../database.ts'
import { amountOf, bytesOf, hexOf, nanos } from '../encoding.ts'
import type { Assets } from './assets.ts'
import type { Dictionary } from './dictionary.ts'
import { BLOCKS_READ, isWithin, type Magnitudes, openHistoryAmounts } from './history-amounts.ts'
import type { HistoryBlocks } from './history-blocks.ts'
import type { Block } from './history-tail.ts'
import { type Bounds, openWanted, type Place, type SnapshotFilter, wordsOf } from './history-wanted.ts'
import type { LabelTexts } from './label-texts.ts'
import { allPlaces, BLOCK, hasPlace, keepCommon, type Places, placeUpTo } from './places.ts'
import { canBeMiddle, idPrefix, searchedWords, type Tag, type Wanted, wantedWord } from './search.ts'
import { decodeSnapshot, directionOf, KINDS, kindOf, openNamed, SHORT_ID, type SnapshotRow } from './snapshot-row.ts'
import type { Users } from './users.ts'

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
  /** All that are wanted and not older than this were looked at; null when that is all of them. */
  readonly until: Nanos | null
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
  parts: { dictionary: Dictionary; users: Users; assets: Assets; blocks: HistoryBlocks; labels: LabelTexts },
) {
  const { dictionary, blocks } = parts
  const wanted = openWanted(parts)
  const amounts = openHistoryAmounts(db)
  const [rowsByPrefix, rowsByHash] = [openPrefixes(db), openNamed(db, 'transaction_hash')]
  const rowsOf = openBlockRows(db)

  /** By the kernel's id, whatever was said of its uuid and whatever else was called by that; by what it was called where nothing has that id. */
  function rowsOfAsset(assetId: AssetId): bigint[] {
    const own = dictionary.asset(kernelAssetId(assetId) as Hash) // a formula
    return own === undefined ? dictionary.assetsNamed(assetId).map(({ row }) => row) : [own.row]
  }

  /** undefined when the filter names something that occurs nowhere. */
  function boundsOf(filter: SnapshotFilter, cursor: string | null): Bounds | undefined {
    const assetId = filter.assetId ?? null
    const opponent = filter.opponent ?? null
    const wantedAssets = assetId === null ? null : rowsOfAsset(assetId)
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
      amounts: magnitudesIn(filter),
      check: wanted.checkOf(filter),
    }
  }

  /** `end` is where the next question goes on when this one looked at enough without finding all. */
  function rowsByBlocks(
    asked: readonly Wanted[],
    bounds: Bounds,
    limit: number,
  ): { rows: SnapshotRow[]; end?: bigint } {
    let found: SnapshotRow[] = []
    const matching = asked.length === 0 ? allPlaces : blocks.matching(asked)
    const rest: Rest = { blocks: BLOCKS_READ, rows: ROWS_LOOKED }
    for (const block of blocks.list()) {
      const oldest = found[limit - 1]
      if (block.last < bounds.from || (oldest !== undefined && oldest.created_at > block.last)) break
      if (block.first > bounds.before.created_at) continue
      if (rest.blocks <= 0 || rest.rows <= 0) {
        return { rows: found.filter((row) => row.created_at > block.last), end: block.last + 1n }
      }
      const places = placesWithin(block, matching(block), bounds, rest)
      const ofBlock = rowsOf(block, places, { bounds, limit, rest })
      // Blocks seldom overlap, so that nearly always one page follows on the other.
      found = ofBlock.length === 0 ? found : newest([...found, ...ofBlock], limit)
    }
    return { rows: found }
  }

  /** Those at which amounts lie within the bounds, too. */
  function placesWithin(block: Block, places: Places | null, bounds: Bounds, rest: Rest): Places | null {
    if (places === null || bounds.amounts === null) return places
    // Full blocks never change.
    const version = blocks.isFull(block) ? 'full' : `${block.used} ${db.version('snapshots')}`
    if (!amounts.isRead(block.number, version)) rest.blocks -= 1
    const within = amounts.placesOf(block.number, version, bounds.amounts)
    return within !== null && keepCommon(within, places) ? within : null
  }

  /** Whether a row that an id led to is what else is asked beside that id. */
  function isAskedBeside(bounds: Bounds, filter: SnapshotFilter): (row: SnapshotRow) => boolean {
    const asked = wanted.by(bounds, { ...filter, search: '' }, NO_WORDS)
    const matching = asked.length === 0 ? allPlaces : blocks.matching(asked)
    const numbered = new Map(blocks.list().map((block) => [BigInt(block.number), block]))
    return (row) => {
      const block = numbered.get(row.row / BigInt(BLOCK))
      const places = block === undefined ? null : matching(block)
      return places !== null && hasPlace(places, Number(row.row % BigInt(BLOCK))) && isWanted(row, bounds)
    }
  }

  return {
    list(query: SnapshotQuery): SnapshotPage {
      const { filter = {}, cursor = null, limit } = query
      const bounds = boundsOf(filter, cursor)
      if (bounds === undefined) return { snapshots: [], cursor: null, until: null }
      const search = filter.search ?? ''
      const look = (middles: ReadonlySet<string>) => rowsByBlocks(wanted.by(bounds, filter, middles), bounds, limit)
      let { rows, end } = look(NO_WORDS)
      const prefix = searchedWords(search).length === 0 ? null : idPrefix(search)
      if (prefix !== null) {
        const isAsked = isAskedBeside(bounds, filter)
        const named = rowsByPrefix(prefix).filter((row) => row.created_at >= (end ?? bounds.from) && isAsked(row))
        rows = newest([...rows, ...named], limit)
      }
      const middles = rows.length === 0 && end === undefined ? middlesIn(filter, blocks, wanted.tagsNamed) : NO_WORDS
      if (middles.size > 0) ({ rows, end } = look(middles))
      const { also = [] } = query
      if (also.length > 0) {
        const found = also
          .flatMap((hash) => rowsByHash(bytesOf(hash)))
          .filter((row) => row.created_at >= (end ?? bounds.from))
        rows = newest(
          [...rows, ...found.filter((row) => isWanted(row, { ...bounds, person: null, check: null }))],
          limit,
        )
      }
      const oldest = rows[limit - 1]
      const stop = oldest ?? (end === undefined ? undefined : { created_at: end, row: 0n })
      return {
        snapshots: rows.map((row) => decodeSnapshot(row, dictionary, db)),
        cursor: stop === undefined ? null : `${stop.created_at}:${stop.row}`,
        until: stop === undefined ? null : nanos(stop.created_at),
      }
    },
  }
}

interface Asked {
  readonly bounds: Bounds
  readonly limit: number
  readonly rest: Rest
}

/** Reads the newest rows of a block that are asked for. */
function openBlockRows(db: Database): (block: Block, places: Places | null, asked: Asked) => SnapshotRow[] {
  const byRow = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE row = ?')
  const timeOf = db.prepare<{ created_at: bigint }>('SELECT created_at FROM snapshots WHERE row = ?')

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

  return (block, places, { bounds, limit, rest }) => {
    if (places === null) return []
    const { before, from } = bounds
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
      if (!isChecked(row, bounds, rest)) continue
      found.push(row)
      if (found.length === limit) return found
    }
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

/** What one answer may still look at. */
interface Rest {
  /** Blocks whose amounts are read. */
  blocks: number
  /** Rows that are compared with words in their order; a block that was begun is looked through. */
  rows: number
}
const ROWS_LOOKED = 2_000

/** Words that no word anywhere begins with: those are looked for in the middle of words. */
function middlesIn(
  filter: SnapshotFilter,
  blocks: HistoryBlocks,
  tagsNamed: (word: string) => Tag[],
): ReadonlySet<string> {
  const isAnywhere = (word: string): boolean => {
    const ask = blocks.matching([wantedWord(word, tagsNamed(word))])
    return blocks.list().some((block) => ask(block) !== null)
  }
  return new Set(wordsOf(filter).filter((word) => canBeMiddle(word) && !isAnywhere(word)))
}

const NO_WORDS: ReadonlySet<string> = new Set()

const magnitudesIn = ({ least = null, most = null }: SnapshotFilter): Magnitudes | null =>
  least === null && most === null ? null : { least, most }

function isChecked(row: SnapshotRow, { amounts, check }: Bounds, rest: Rest): boolean {
  if (amounts !== null && !isWithin(amounts, amountOf(row.units, row.large))) return false
  if (check === null) return true
  rest.rows -= 1
  return check(row)
}

const isWanted = (
  row: SnapshotRow,
  { kind, direction, assets, person, from, before, amounts, check }: Bounds,
): boolean =>
  isBefore(row, before) &&
  row.created_at >= from &&
  (kind === null || kindOf(row.class) === kind) &&
  (direction === null || directionOf(row.class) === direction) &&
  (assets === null || assets.includes(row.asset)) &&
  (person === null || row.opponent === person) &&
  (amounts === null || isWithin(amounts, amountOf(row.units, row.large))) &&
  (check === null || check(row))

/** Each once, the newest first. */
function newest(rows: readonly SnapshotRow[], limit: number): SnapshotRow[] {
  const once = new Map(rows.map((row) => [row.row, row]))
  return [...once.values()].sort((a, b) => (isBefore(a, b) ? 1 : -1)).slice(0, limit)
}
