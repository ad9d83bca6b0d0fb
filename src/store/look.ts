import type { Column, Database } from './database.ts'
import { bytesOf, hexOf } from './encoding.ts'
import { fromJson, jsonOf } from './exact-json.ts'
import { isSealed, type Row, type SealedTable, sealedTables } from './sealed.ts'

/*
 * Looking through a file that is too large to be checked while somebody waits: a piece at a time, in between other work, with
 * what SQLite checks at once: each row can be read, stands in its order, carries its checksum, is found by every index of its
 * table, and refers to what is there. What an index holds too much needs no look: SQLite refuses it when it is met.
 */

/** So long a piece may take; how many rows that are is learnt on the way. */
const PIECE_MS = 4
const ROWS = { least: 16, first: 64, most: 1_024 } as const

export interface Look {
  /** Looks at the next piece and tells whether there is more. Throws `store.damaged`, and is then at its end. */
  step(): boolean
  /** How far it has come, to go on from there with a later use of the file; null once it is at its end. */
  position(): string | null
}

/** Begins, or goes on from a `position`; one that means nothing in this file begins anew. */
export function openLook(db: Database, position: string | null): Look {
  const tables = sealedTables(db)
  let [at, key] = placeOf(tables, position)
  let looker = lookerAt(at)
  let rows: number = ROWS.first

  function lookerAt(index: number): TableLook | null {
    const table = tables[index]
    return table === undefined ? null : openTableLook(db, table)
  }

  return {
    step() {
      if (looker === null) return false
      const began = performance.now()
      try {
        key = looker(key, rows)
      } catch (error) {
        looker = null
        throw error
      }
      const took = performance.now() - began
      if (took > PIECE_MS) rows = Math.max(ROWS.least, rows >> 1)
      else if (took < PIECE_MS / 3) rows = Math.min(ROWS.most, rows << 1)
      if (key === null) {
        at += 1
        looker = lookerAt(at)
      }
      return looker !== null
    },
    position: () => (looker === null ? null : jsonOf([tables[at]?.name ?? '', (key ?? []).map(written)])),
  }
}

/** The newest rows of each table, so many at most: all that is looked at of a large file before it is used. */
export function lookAtNewest(db: Database, rows: number): void {
  for (const table of sealedTables(db)) openTableLook(db, table)(null, rows)
}

/** Looks at so many rows before a key, at the newest where there is none; answers the key of the last, null after the last row. */
type TableLook = (before: readonly Column[] | null, rows: number) => readonly Column[] | null

function openTableLook(db: Database, { name, key }: SealedTable): TableLook {
  const keys = `(${key.join(', ')})`
  const places = `(${key.map(() => '?').join(', ')})`
  const order = key.map((column) => `${column} DESC`).join(', ')
  const newest = db.prepare<Row>(`SELECT * FROM ${name} ORDER BY ${order} LIMIT ?`)
  const older = db.prepare<Row>(`SELECT * FROM ${name} WHERE ${keys} < ${places} ORDER BY ${order} LIMIT ?`)
  /** Rows between two keys that another place of the file does not know. */
  const lacking = [...indexesOf(db, name), ...parentsOf(db, name)].map(({ values, where, known }) =>
    db.prepare(`
      SELECT 1 FROM (
        SELECT ${[...key, ...values].map((value, at) => `${value} AS x${at}`).join(', ')} FROM ${name} NOT INDEXED
        WHERE ${keys} >= ${places} AND ${keys} <= ${places} AND ${where}
      ) AS wanted WHERE NOT EXISTS (${known(key)}) LIMIT 1`),
  )
  const keyOf = (row: Row): Column[] => key.map((column) => row[column] ?? null)

  return (before, rows) => {
    const found = before === null ? newest.all(rows) : older.all(...before, rows)
    let last = before
    for (const row of found) {
      const own = keyOf(row)
      if (!isSealed(name, row) || (last !== null && !isBefore(own, last))) throw db.damaged(`row of ${name}`)
      last = own
    }
    const first = found[0]
    if (first === undefined || last === null) return null
    for (const query of lacking)
      if (query.get(...last, ...keyOf(first)) !== undefined) throw db.damaged(`index of ${name}`)
    return found.length < rows ? null : last
  }
}

/** Something that must know each row which meets a condition by these values of it. */
interface Knower {
  readonly values: readonly string[]
  readonly where: string
  /** A question for that row: its key is `wanted.x0` and on, the values follow. */
  readonly known: (key: readonly string[]) => string
}

const DEFINITION = /^CREATE (?:UNIQUE )?INDEX \w+ ON \w+ \((.*?)\)(?:\s+WHERE (.*))?$/s

/** The indexes of a table as the schema defines them. */
function indexesOf(db: Database, table: string): Knower[] {
  const columns = db.prepare<{ name: string }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno')
  return db
    .prepare<{ name: string; sql: string | null }>(`
      SELECT list.name, master.sql FROM pragma_index_list(?) AS list JOIN sqlite_schema AS master ON master.name = list.name
      WHERE list.origin <> 'pk'`)
    .all(table)
    .map(({ name, sql }) => {
      const [, terms, where = 'true'] = (sql === null ? null : DEFINITION.exec(sql)) ?? []
      const values = terms === undefined ? columns.all(name).map((column) => column.name) : splitTerms(terms)
      return {
        values,
        where,
        known: (key) => `
          SELECT 1 FROM ${table} INDEXED BY ${name} WHERE ${where}
          AND ${[...key, ...values].map((value, at) => `${value} IS wanted.x${at}`).join(' AND ')}`,
      }
    })
}

/** Terms of an index, each of which may be an expression with commas of its own. */
function splitTerms(text: string): string[] {
  const terms: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text[at]
    if (letter === '(') depth += 1
    else if (letter === ')') depth -= 1
    else if (at === text.length || (letter === ',' && depth === 0)) {
      terms.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return terms
}

/** Tables that rows of this one refer to. */
function parentsOf(db: Database, table: string): Knower[] {
  return db
    .prepare<{ parent: string; from: string; to: string }>(
      'SELECT "table" AS parent, "from", "to" FROM pragma_foreign_key_list(?)',
    )
    .all(table)
    .map(({ parent, from, to }) => ({
      values: [from],
      where: `${from} IS NOT NULL`,
      known: (key) => `SELECT 1 FROM ${parent} WHERE ${to} = wanted.x${key.length}`,
    }))
}

function isBefore(key: readonly Column[], other: readonly Column[]): boolean {
  for (const [at, value] of key.entries()) {
    const order = compare(value, other[at] ?? null)
    if (order !== 0) return order < 0
  }
  return false
}

/** As SQLite orders values of one type. */
function compare(one: Column, other: Column): number {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : one > other ? 1 : 0
  return Buffer.compare(bytes(one), bytes(other))
}

const bytes = (value: Column): Buffer => (value instanceof Uint8Array ? value : Buffer.from(String(value), 'utf8'))

// A place, as it is kept between two uses of a file

const written = (value: Column): bigint | string =>
  typeof value === 'bigint' ? value : value instanceof Uint8Array ? `x${hexOf(value)}` : `t${value}`

function placeOf(tables: readonly SealedTable[], position: string | null): [number, readonly Column[] | null] {
  if (position === null) return [0, null]
  const [name, key] = fromJson<[string, (bigint | string)[]]>(position)
  const at = tables.findIndex((table) => table.name === name)
  if (at === -1) return [0, null]
  const read = key.map((value) =>
    typeof value === 'bigint' ? value : value.startsWith('x') ? bytesOf(value.slice(1)) : value.slice(1),
  )
  return [at, read.length === tables[at]?.key.length ? read : null]
}
