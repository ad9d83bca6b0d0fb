import type { AssetId, Nanos, Snapshot, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Database, Statement } from '../database.ts'
import { bytesOf, hexOf } from '../encoding.ts'
import type { Assets } from './assets.ts'
import type { Dictionary } from './dictionary.ts'
import { anyTag, idPrefix, searchedWords, type Tag, wordQuery } from './search.ts'
import { CLASSES, decodeSnapshot, KINDS, type SnapshotRow } from './snapshot-row.ts'
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
}

export interface SnapshotPage {
  readonly snapshots: readonly Snapshot[]
  /** Where the next page begins; null after the last. */
  readonly cursor: string | null
}

/** A filter in the numbers of the tables; a null member wants all. */
interface Wanted {
  readonly classes: readonly bigint[]
  readonly assets: readonly bigint[] | null
  readonly person: bigint | null
  /** Rows from the first, below the second; a row is a time. */
  readonly from: bigint
  readonly before: bigint
}

/** At most this many rows are compared with an id's beginning; six digits match a handful among millions. */
const PREFIX_MATCHES = 1_000

/**
 * Pages of the history, newest first. Without words, each class of each asset or person has its own stretch of an index
 * in order of time, and the newest of all stretches are the newest of the whole. With words, the index of words holds
 * tags for the filters and their combinations, so that a rare meeting of common things is found at once.
 */
export function openHistory(db: Database, parts: { dictionary: Dictionary; users: Users; assets: Assets }) {
  const { dictionary, users, assets } = parts
  const byRow = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE row = ?')
  const walkBy = (condition: string): Statement<{ row: bigint }> =>
    db.prepare(`SELECT row FROM snapshots WHERE ${condition} AND row < ? AND row >= ? ORDER BY row DESC LIMIT ?`)
  const walks = {
    class: walkBy('class = ?'),
    asset: walkBy('asset = ? AND class = ?'),
    person: walkBy('opponent = ? AND class = ?'),
    both: walkBy('opponent = ? AND asset = ? AND class = ?'),
  }
  const match = db.prepare<{ row: bigint }>(`
    SELECT rowid AS row FROM snapshot_words WHERE snapshot_words MATCH ? AND rowid < ? AND rowid >= ?
    ORDER BY rowid DESC LIMIT ?`)
  const startingWith = {
    id: db.prepare<SnapshotRow>(`SELECT * FROM snapshots WHERE id >= ? AND id <= ? LIMIT ${PREFIX_MATCHES}`),
    hash: db.prepare<SnapshotRow>(`
      SELECT * FROM snapshots WHERE substr(transaction_hash, 1, 8) BETWEEN ? AND ? LIMIT ${PREFIX_MATCHES}`),
    request: db.prepare<SnapshotRow>(`
      SELECT * FROM snapshots WHERE request_id IS NOT NULL AND substr(request_id, 1, 8) BETWEEN ? AND ?
      LIMIT ${PREFIX_MATCHES}`),
  }

  /** undefined when the filter names something that occurs nowhere. */
  function wantedBy(filter: SnapshotFilter, cursor: string | null): Wanted | undefined {
    const assetId = filter.assetId ?? null
    const opponent = filter.opponent ?? null
    const wantedAssets = assetId === null ? null : dictionary.assetsNamed(assetId).map((asset) => asset.row)
    const person = opponent === null ? null : dictionary.findPerson(opponent)
    if (person === undefined || wantedAssets?.length === 0) return undefined
    const to = filter.to ?? END_OF_TIME
    const after = cursor === null ? END_OF_TIME : parseCursor(cursor)
    return {
      classes: CLASSES.filter((code) => isOfClass(code, filter)),
      assets: wantedAssets,
      person,
      from: filter.from ?? START_OF_TIME,
      before: after < to ? after : to,
    }
  }

  function rowsByIndex(wanted: Wanted, limit: number): bigint[] {
    const { person } = wanted
    const rest = [wanted.before, wanted.from, limit]
    const found = wanted.classes.flatMap((code) => {
      if (wanted.assets === null) {
        return person === null ? walks.class.all(code, ...rest) : walks.person.all(person, code, ...rest)
      }
      return wanted.assets.flatMap((asset) =>
        person === null ? walks.asset.all(asset, code, ...rest) : walks.both.all(person, asset, code, ...rest),
      )
    })
    return newest(
      found.map((entry) => entry.row),
      limit,
    )
  }

  function rowsByWords(words: readonly string[], search: string, wanted: Wanted, limit: number): bigint[] {
    const conditions = words.map((word) => wordQuery(word, tagsNamed(word)))
    const tags = tagsWanted(wanted)
    if (tags !== null) conditions.push(anyTag(tags))
    const found = match.all(conditions.join(' AND '), wanted.before, wanted.from, limit).map((entry) => entry.row)
    const prefix = idPrefix(search)
    if (prefix === null) return found
    const matches = rowsByPrefix(prefix).filter((row) => isWanted(row, wanted))
    return newest([...found, ...matches.map((row) => row.row)], limit)
  }

  /** Tags that a word of a question names: assets whose symbol or name begins with it, people by name or number. */
  function tagsNamed(word: string): Tag[] {
    const kernels = assets.named(word).flatMap((kernel) => dictionary.asset(kernel)?.row ?? [])
    return [...kernels.map((asset) => ({ asset })), ...users.named(word).map((person) => ({ person }))]
  }

  function rowsByPrefix(prefix: string): SnapshotRow[] {
    const even = prefix.length % 2 === 0
    const lowest = bytesOf(even ? prefix : `${prefix}0`)
    const highest = Buffer.concat([bytesOf(even ? prefix : `${prefix}f`), Buffer.alloc(32, 0xff)])
    const short = [lowest.subarray(0, 8), highest.subarray(0, 8)]
    const begins = (bytes: Buffer | null) => bytes !== null && hexOf(bytes).startsWith(prefix)
    return [
      ...startingWith.id.all(lowest, highest),
      ...startingWith.hash.all(...short).filter((row) => begins(row.transaction_hash)),
      ...startingWith.request.all(...short).filter((row) => begins(row.request_id)),
    ]
  }

  return {
    list(query: SnapshotQuery): SnapshotPage {
      const { filter = {}, cursor = null, limit } = query
      const wanted = wantedBy(filter, cursor)
      if (wanted === undefined) return { snapshots: [], cursor: null }
      const search = filter.search ?? ''
      const words = searchedWords(search)
      const rows = words.length === 0 ? rowsByIndex(wanted, limit) : rowsByWords(words, search, wanted, limit)
      const snapshots = rows.flatMap((row) => {
        const found = byRow.get(row)
        return found === undefined ? [] : decodeSnapshot(found, dictionary, db)
      })
      const last = rows.at(-1)
      return { snapshots, cursor: last === undefined || rows.length < limit ? null : last.toString(36) }
    },
  }
}

const END_OF_TIME = 2n ** 63n - 1n
const START_OF_TIME = -(2n ** 63n)

function parseCursor(cursor: string): bigint {
  if (!/^-?[0-9a-z]{1,13}$/.test(cursor)) throw failure('input.invalid', 'cursor is not one that was given out')
  const negative = cursor.startsWith('-')
  let value = 0n
  for (const digit of negative ? cursor.slice(1) : cursor) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return negative ? -value : value
}

function isOfClass(code: bigint, filter: SnapshotFilter): boolean {
  const kind = KINDS[Number(code >> 1n)]
  const direction = (code & 1n) === 1n ? 'out' : 'in'
  return (filter.kind ?? kind) === kind && (filter.direction ?? direction) === direction
}

/** Tags of which a wanted row has one; null when every row is wanted. */
function tagsWanted({ classes, assets, person }: Wanted): Tag[] | null {
  const isAnyClass = classes.length === CLASSES.length
  if (isAnyClass && assets === null && person === null) return null
  const codes = isAnyClass ? [null] : classes
  return codes.flatMap((code) => (assets ?? [null]).map((asset) => ({ person, asset, class: code })))
}

const isWanted = (row: SnapshotRow, wanted: Wanted): boolean =>
  row.row < wanted.before &&
  row.row >= wanted.from &&
  wanted.classes.includes(row.class) &&
  (wanted.assets === null || wanted.assets.includes(row.asset)) &&
  (wanted.person === null || row.opponent === wanted.person)

function newest(rows: readonly bigint[], limit: number): bigint[] {
  return [...new Set(rows)].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, limit)
}
