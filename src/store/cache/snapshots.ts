import type { AssetId, Hash, Nanos, RequestId, Snapshot, SnapshotId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import {
  amountColumns,
  amountOf,
  bytesOf,
  fromJson,
  hexOf,
  jsonOf,
  nanos,
  orNull,
  seal,
  uuidBytes,
  uuidOf,
} from '../columns.ts'
import type { Column, Database, Statement, Value } from '../database.ts'
import { sealedWriter } from '../sealed.ts'
import type { Assets } from './assets.ts'
import type { Dictionary } from './dictionary.ts'
import { sameValue } from './output-row.ts'
import type { Progress } from './progress.ts'
import { anyTag, idPrefix, searchedText, searchedWords, wordQuery } from './search.ts'
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

export interface SnapshotPage {
  readonly snapshots: readonly Snapshot[]
  /** Where the next page begins; null after the last. */
  readonly cursor: string | null
}

export interface SnapshotChanges {
  readonly inserted: readonly SnapshotId[]
  readonly changed: readonly SnapshotId[]
}

/** Position in this list, times two, plus one for money that left, is the class of a snapshot. */
const KINDS = ['transfer', 'deposit', 'withdrawal'] as const
const CLASSES = [0n, 1n, 2n, 3n, 4n, 5n] as const

/** At most this many rows are compared with an id's beginning; six digits match a handful among millions. */
const PREFIX_MATCHES = 1_000

const COLUMNS = [
  ...[
    'id',
    'class',
    'asset',
    'claimed_asset',
    'user',
    'opponent',
    'units',
    'large',
    'transaction_hash',
    'output_index',
  ],
  ...['created_at', 'request_id', 'trace_id', 'memo', 'inscription', 'deposit', 'withdrawal'],
  ...['opening_units', 'opening_large', 'closing_units', 'closing_large', 'type'],
]
const AT_ID = 0
const AT_CREATED = 10

const ORDINARY_TYPE = 'snapshot'
const CURSOR = 'snapshots'

interface SnapshotRow {
  readonly row: bigint
  readonly id: Buffer
  readonly class: bigint
  readonly asset: bigint
  readonly claimed_asset: Buffer | null
  readonly user: bigint
  readonly opponent: bigint | null
  readonly units: bigint
  readonly large: Buffer
  readonly transaction_hash: Buffer
  readonly output_index: bigint
  readonly created_at: bigint
  readonly request_id: Buffer | null
  readonly trace_id: Buffer | null
  readonly memo: Buffer | null
  readonly inscription: Buffer | null
  readonly deposit: string | null
  readonly withdrawal: string | null
  readonly opening_units: bigint | null
  readonly opening_large: Buffer | null
  readonly closing_units: bigint | null
  readonly closing_large: Buffer | null
  readonly type: string | null
  readonly seal: bigint
}

export function openSnapshots(
  db: Database,
  parts: { dictionary: Dictionary; users: Users; assets: Assets; progress: Progress },
) {
  const { dictionary, users, assets, progress } = parts
  const insert = db.prepare(`
    INSERT INTO snapshots (row, ${COLUMNS.join(', ')}, seal) VALUES (?, ${COLUMNS.map(() => '?').join(', ')}, ?)`)
  const remove = db.prepare('DELETE FROM snapshots WHERE row = ?')
  const occupied = db.prepare('SELECT 1 FROM snapshots WHERE row = ?')
  const byId = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE id = ?')
  const byRow = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE row = ?')
  const byHash = db.prepare<SnapshotRow>(`
    SELECT * FROM snapshots WHERE substr(transaction_hash, 1, 8) = ? AND transaction_hash = ? ORDER BY row`)
  const byRequest = db.prepare<SnapshotRow>(`
    SELECT * FROM snapshots WHERE request_id IS NOT NULL AND substr(request_id, 1, 8) = ? AND request_id = ? ORDER BY row`)
  const startingWith = {
    id: db.prepare<SnapshotRow>(`SELECT * FROM snapshots WHERE id >= ? AND id <= ? LIMIT ${PREFIX_MATCHES}`),
    hash: db.prepare<SnapshotRow>(`
      SELECT * FROM snapshots WHERE substr(transaction_hash, 1, 8) BETWEEN ? AND ? LIMIT ${PREFIX_MATCHES}`),
    request: db.prepare<SnapshotRow>(`
      SELECT * FROM snapshots WHERE request_id IS NOT NULL AND substr(request_id, 1, 8) BETWEEN ? AND ?
      LIMIT ${PREFIX_MATCHES}`),
  }
  const walkBy = (condition: string): Statement<{ row: bigint }> =>
    db.prepare(`SELECT row FROM snapshots WHERE ${condition} AND row < ? AND row >= ? ORDER BY row DESC LIMIT ?`)
  const walks = {
    class: walkBy('class = ?'),
    asset: walkBy('asset = ? AND class = ?'),
    opponent: walkBy('opponent = ? AND class = ?'),
    both: walkBy('opponent = ? AND asset = ? AND class = ?'),
  }
  const match = db.prepare<{ row: bigint }>(`
    SELECT rowid AS row FROM snapshot_words WHERE snapshot_words MATCH ? AND rowid < ? AND rowid >= ?
    ORDER BY rowid DESC LIMIT ?`)
  const indexWords = db.prepare('INSERT OR REPLACE INTO snapshot_words (rowid, words, tags) VALUES (?, ?, ?)')
  const forgetWords = db.prepare('DELETE FROM snapshot_words WHERE rowid = ?')
  const readLabel = db.prepare<{ text: string }>('SELECT text FROM label_texts WHERE subject = ?')
  const anyLabel = db.prepare('SELECT 1 FROM label_texts LIMIT 1')
  const writeLabel = sealedWriter(db, 'label_texts', ['subject'], ['text'])
  const removeLabel = db.prepare('DELETE FROM label_texts WHERE subject = ?')
  const outgoing = db.prepare<{ times: bigint; last: bigint | null }>(`
    SELECT count(*) AS times, max(row) AS last FROM snapshots WHERE opponent = ? AND class = ?`)

  const decode = (row: SnapshotRow): Snapshot => decodeSnapshot(row, dictionary, db)

  function write<Result>(work: () => Result): Result {
    try {
      return db.transaction(work)
    } catch (error) {
      dictionary.reload()
      throw error
    }
  }

  function freeRow(createdAt: bigint): bigint {
    let row = createdAt
    while (occupied.get(row) !== undefined) row += 1n
    return row
  }

  /** Answers what became of it. A snapshot whose time changed gets a new place. */
  function put(snapshot: Snapshot, labelled: boolean): 'inserted' | 'changed' | 'same' {
    const values = encodeSnapshot(snapshot, dictionary)
    const stored = byId.get(values[AT_ID] ?? null)
    if (stored !== undefined) {
      const before = columnsOf(stored)
      if (values.every((value, at) => sameValue(value, before[at] ?? null))) return 'same'
      remove.run(stored.row)
      forgetWords.run(stored.row)
    }
    const stays = stored !== undefined && stored.created_at === values[AT_CREATED]
    const row = stays ? stored.row : freeRow(snapshot.created_at)
    insert.run(row, ...values, seal(values))
    index(row, values, snapshot, labelled)
    return stored === undefined ? 'inserted' : 'changed'
  }

  function index(row: bigint, values: readonly Value[], snapshot: Snapshot, labelled: boolean): void {
    const labels = labelled ? labelsOf(snapshot) : []
    const [, code, asset, , , opponent] = values
    const tags = [`c${code}`, `a${asset}`, ...(opponent === null ? [] : [`o${opponent}`])].join(' ')
    indexWords.run(row, searchedText(snapshot, labels), tags)
  }

  function labelsOf(snapshot: Snapshot): string[] {
    const subjects = [
      `s:${snapshot.snapshot_id}`,
      ...(snapshot.request_id === null ? [] : [`p:${snapshot.request_id}`]),
    ]
    return subjects.flatMap((subject) => readLabel.get(subject)?.text ?? [])
  }

  function rowsBySearch(filter: SnapshotFilter, classes: readonly bigint[], bounds: Bounds, limit: number): bigint[] {
    const words = searchedWords(filter.search ?? '')
    const conditions = words.map((word) => wordQuery(word, tagsNamed(word)))
    if (classes.length < CLASSES.length) conditions.push(anyTag(classes.map((code) => `c${code}`)))
    const rows = assetRows(filter)
    if (rows !== null) conditions.push(anyTag(rows.map((row) => `a${row}`)))
    const opponent = filter.opponent ?? null
    if (opponent !== null) conditions.push(anyTag([`o${dictionary.findPerson(opponent) ?? -1n}`.replace('-', 'x')]))
    const found = match.all(conditions.join(' AND '), bounds.before, bounds.from, limit).map((entry) => entry.row)
    const prefix = idPrefix(filter.search ?? '')
    if (prefix === null) return found
    const matches = rowsByPrefix(prefix).filter((row) => accepts(row, filter, classes, bounds))
    return newest([...found, ...matches.map((row) => row.row)], limit)
  }

  /** Tags that a word of a question names: assets whose symbol or name begins with it, people by name or number. */
  function tagsNamed(word: string): string[] {
    const kernels = assets.named(word).flatMap((kernel) => dictionary.asset(kernel)?.row ?? [])
    const people = users.named(word).flatMap((userId) => dictionary.findPerson(userId) ?? [])
    return [...kernels.map((row) => `a${row}`), ...people.map((row) => `o${row}`)]
  }

  function rowsByPrefix(prefix: string): SnapshotRow[] {
    const lowest = bytesOf(prefix.length % 2 === 0 ? prefix : `${prefix}0`)
    const highest = Buffer.concat([bytesOf(prefix.length % 2 === 0 ? prefix : `${prefix}f`), Buffer.alloc(32, 0xff)])
    const short = [lowest.subarray(0, 8), highest.subarray(0, 8)]
    const begins = (bytes: Buffer | null) => bytes !== null && hexOf(bytes).startsWith(prefix)
    return [
      ...startingWith.id.all(lowest, highest),
      ...startingWith.hash.all(...short).filter((row) => begins(row.transaction_hash)),
      ...startingWith.request.all(...short).filter((row) => begins(row.request_id)),
    ]
  }

  function accepts(row: SnapshotRow, filter: SnapshotFilter, classes: readonly bigint[], bounds: Bounds): boolean {
    const wanted = assetRows(filter)
    const opponent = filter.opponent ?? null
    return (
      row.row < bounds.before &&
      row.row >= bounds.from &&
      classes.includes(row.class) &&
      (wanted === null || wanted.includes(row.asset)) &&
      (opponent === null || (row.opponent !== null && dictionary.personOf(row.opponent) === opponent))
    )
  }

  function assetRows(filter: SnapshotFilter): readonly bigint[] | null {
    const assetId = filter.assetId ?? null
    return assetId === null ? null : dictionary.assetsNamed(assetId).map((asset) => asset.row)
  }

  /** Each class has its own stretch of an index in order of time; the newest of all are the newest of the whole. */
  function rowsByIndex(filter: SnapshotFilter, classes: readonly bigint[], bounds: Bounds, limit: number): bigint[] {
    const rest = [bounds.before, bounds.from, limit]
    const wanted = assetRows(filter)
    const opponent = filter.opponent ?? null
    const person = opponent === null ? null : dictionary.findPerson(opponent)
    if (person === undefined) return []
    const found = classes.flatMap((code) => {
      if (wanted === null) {
        return person === null ? walks.class.all(code, ...rest) : walks.opponent.all(person, code, ...rest)
      }
      return wanted.flatMap((asset) =>
        person === null ? walks.asset.all(asset, code, ...rest) : walks.both.all(person, asset, code, ...rest),
      )
    })
    return newest(
      found.map((entry) => entry.row),
      limit,
    )
  }

  return {
    /** A page of history and the place up to which it is now known, in one transaction. */
    applyPage(page: { snapshots: readonly Snapshot[]; cursor: string }): SnapshotChanges {
      return write(() => {
        const labelled = anyLabel.get() !== undefined
        const inserted: SnapshotId[] = []
        const changed: SnapshotId[] = []
        for (const snapshot of page.snapshots) {
          const outcome = put(snapshot, labelled)
          if (outcome === 'inserted') inserted.push(snapshot.snapshot_id)
          else if (outcome === 'changed') changed.push(snapshot.snapshot_id)
        }
        progress.set(CURSOR, page.cursor)
        return { inserted, changed }
      })
    },

    /** The cursor of the last page; null before the first. */
    cursor: (): string | null => progress.get(CURSOR),

    get(id: SnapshotId): Snapshot | undefined {
      const row = byId.get(uuidBytes(id))
      return row === undefined ? undefined : decode(row)
    },

    byRequest(requestId: RequestId): Snapshot[] {
      const bytes = uuidBytes(requestId)
      return byRequest.all(bytes.subarray(0, 8), bytes).map(decode)
    },

    byTransaction(hash: Hash): Snapshot[] {
      const bytes = bytesOf(hash)
      return byHash.all(bytes.subarray(0, 8), bytes).map(decode)
    },

    /** Newest first. Of several snapshots with one time, those that came later count as newer by a nanosecond. */
    list(query: { filter?: SnapshotFilter; cursor?: string | null; limit: number }): SnapshotPage {
      const filter = query.filter ?? {}
      const bounds = boundsOf(filter, query.cursor ?? null)
      const classes = CLASSES.filter((code) => isOfClass(code, filter))
      const searched = searchedWords(filter.search ?? '').length > 0
      const find = searched ? rowsBySearch : rowsByIndex
      const rows = find(filter, classes, bounds, query.limit)
      const snapshots = rows.flatMap((row) => {
        const found = byRow.get(row)
        return found === undefined ? [] : decode(found)
      })
      const last = rows.at(-1)
      return { snapshots, cursor: last === undefined || rows.length < query.limit ? null : last.toString(36) }
    },

    /** How often this account paid that person, and when last. */
    statsByOpponent(userId: UserId): { readonly times: number; readonly last: Nanos | null } {
      const person = dictionary.findPerson(userId)
      const found = person === undefined ? undefined : outgoing.get(person, 1n)
      const last = found === undefined || found.last === null ? undefined : byRow.get(found.last)
      return { times: Number(found?.times ?? 0n), last: last === undefined ? null : nanos(last.created_at) }
    },

    /**
     * Makes a label's words findable. The labels themselves are rows of intents.db; a subject is `s:` and a snapshot
     * id, or `p:` and a payment's request id. Empty text forgets.
     */
    setLabelText(subject: string, text: string): void {
      write(() => {
        if (text === '') removeLabel.run(subject)
        else writeLabel([subject, text])
        const id = uuidBytes(subject.slice(2))
        const rows = subject.startsWith('s:')
          ? [byId.get(id)]
          : subject.startsWith('p:')
            ? byRequest.all(id.subarray(0, 8), id)
            : []
        for (const row of rows) if (row !== undefined) index(row.row, columnsOf(row), decode(row), true)
      })
    },
  }
}

interface Bounds {
  readonly before: bigint
  readonly from: bigint
}

const END_OF_TIME = 2n ** 63n - 1n
const START_OF_TIME = -(2n ** 63n)

function boundsOf(filter: SnapshotFilter, cursor: string | null): Bounds {
  const to = filter.to ?? END_OF_TIME
  const after = cursor === null ? END_OF_TIME : parseCursor(cursor)
  return { before: after < to ? after : to, from: filter.from ?? START_OF_TIME }
}

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

function newest(rows: readonly bigint[], limit: number): bigint[] {
  return [...new Set(rows)].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)).slice(0, limit)
}

function encodeSnapshot(snapshot: Snapshot, dictionary: Dictionary): Value[] {
  const kind = snapshot.deposit !== null ? 'deposit' : snapshot.withdrawal !== null ? 'withdrawal' : 'transfer'
  const asset = dictionary.addAsset(snapshot.kernel_asset_id, snapshot.asset_id)
  const { units, large } = amountColumns(snapshot.amount)
  const opening = orNull(snapshot.opening_balance, amountColumns)
  const closing = orNull(snapshot.closing_balance, amountColumns)
  return [
    uuidBytes(snapshot.snapshot_id),
    BigInt(KINDS.indexOf(kind) * 2) + (snapshot.amount < 0n ? 1n : 0n),
    asset.row,
    snapshot.asset_id === asset.assetId ? null : uuidBytes(snapshot.asset_id),
    dictionary.personRow(snapshot.user_id),
    orNull(snapshot.opponent_id, dictionary.personRow),
    units,
    large,
    bytesOf(snapshot.transaction_hash),
    BigInt(snapshot.output_index),
    snapshot.created_at,
    orNull(snapshot.request_id, uuidBytes),
    orNull(snapshot.trace_id, uuidBytes),
    snapshot.memo === '' ? null : bytesOf(snapshot.memo),
    orNull(snapshot.inscription_hash, bytesOf),
    orNull(snapshot.deposit, jsonOf),
    orNull(snapshot.withdrawal, jsonOf),
    opening?.units ?? null,
    opening?.large ?? null,
    closing?.units ?? null,
    closing?.large ?? null,
    snapshot.type === ORDINARY_TYPE ? null : snapshot.type,
  ]
}

function decodeSnapshot(row: SnapshotRow, dictionary: Dictionary, db: Database): Snapshot {
  if (seal(columnsOf(row)) !== row.seal) throw db.damaged('snapshot')
  const asset = dictionary.assetOf(row.asset)
  const assetId = row.claimed_asset === null ? asset.assetId : uuidOf<AssetId>(row.claimed_asset)
  if (assetId === null) throw db.damaged('snapshot')
  const balance = (units: bigint | null, large: Buffer | null) =>
    units === null || large === null ? null : amountOf(units, large)
  return {
    type: row.type ?? ORDINARY_TYPE,
    snapshot_id: uuidOf<SnapshotId>(row.id),
    user_id: dictionary.personOf(row.user),
    opponent_id: orNull(row.opponent, dictionary.personOf),
    transaction_hash: hexOf<Hash>(row.transaction_hash),
    output_index: Number(row.output_index),
    asset_id: assetId,
    kernel_asset_id: asset.kernel,
    amount: amountOf(row.units, row.large),
    memo: row.memo === null ? '' : hexOf(row.memo),
    request_id: orNull(row.request_id, (bytes) => uuidOf<RequestId>(bytes)),
    trace_id: orNull(row.trace_id, (bytes) => uuidOf(bytes)),
    created_at: nanos(row.created_at),
    inscription_hash: orNull(row.inscription, (bytes) => hexOf<Hash>(bytes)),
    deposit: orNull(row.deposit, (text) => fromJson<Snapshot['deposit']>(text)),
    withdrawal: orNull(row.withdrawal, (text) => fromJson<Snapshot['withdrawal']>(text)),
    opening_balance: balance(row.opening_units, row.opening_large),
    closing_balance: balance(row.closing_units, row.closing_large),
  }
}

function columnsOf(row: SnapshotRow): Column[] {
  const values: Column[] = Object.values(row)
  return values.slice(1, -1)
}
