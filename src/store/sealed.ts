import { codeOf } from '#contract/errors'
import { hexOf, jsonOf, seal } from './columns.ts'
import type { Column, Database, Value } from './database.ts'

/*
 * The convention of sealed tables: their column `seal` is a checksum of all the others, `row` apart, in column order.
 */

/** A row of a sealed table, read with `SELECT *`. */
export type Row = Readonly<Record<string, Column>> & { readonly row?: bigint; readonly seal: bigint }

export interface SealedTable {
  readonly name: string
  /** Columns of its primary key, in their order. */
  readonly key: readonly string[]
}

/**
 * A prepared upsert of one sealed table; it compares before it writes and answers whether anything was different.
 * `columns` are those after the key, without the seal, in the order of the table.
 */
export function sealedWriter(
  db: Database,
  table: string,
  key: readonly string[],
  columns: readonly string[],
): (values: readonly Value[]) => boolean {
  const names = [...key, ...columns, 'seal']
  const statement = db.prepare(`
    INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[...columns, 'seal'].map((name) => `${name} = excluded.${name}`).join(', ')}
    WHERE ${columns.map((name) => `${table}.${name} IS NOT excluded.${name}`).join(' OR ')}`)
  return (values) => statement.run(...values, seal(values)) > 0
}

/**
 * Every sealed table of a file but its `meta`, parents before children, read from the schema: what a migration adds is
 * checked, rescued and restored without being named anywhere.
 */
export function sealedTables(db: Database): SealedTable[] {
  const names = db
    .prepare<{ name: string }>(
      `SELECT DISTINCT master.name FROM sqlite_schema AS master, pragma_table_info(master.name) AS info
       WHERE master.type = 'table' AND master.name <> 'meta' AND info.name = 'seal' ORDER BY master.name`,
    )
    .all()
    .map(({ name }) => name)
  const keys = db.prepare<{ name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
  const parents = db.prepare<{ table: string }>('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)')
  const ordered: SealedTable[] = []
  const visit = (name: string): void => {
    if (ordered.some((table) => table.name === name)) return
    for (const parent of parents.all(name)) if (parent.table !== name) visit(parent.table)
    ordered.push({ name, key: keys.all(name).map((column) => column.name) })
  }
  names.forEach(visit)
  return ordered
}

/** Throws `store.damaged` when a row of these tables does not carry the checksum of its columns. */
export function checkSeals(db: Database, tables: readonly string[]): void {
  for (const table of tables) {
    for (const row of db.prepare<Row>(`SELECT * FROM ${table}`).all()) {
      if (!isSealed(row)) throw db.damaged(`row of ${table}`)
    }
  }
}

/** The checksum that a whole row, read with `SELECT *`, should carry. */
export function sealOf(row: Row): bigint {
  const { row: _key, seal: _stored, ...rest } = row
  return seal(Object.values(rest))
}

/** Whether a whole row, read with `SELECT *`, carries the checksum of its columns. */
export const isSealed = (row: Row): boolean => sealOf(row) === row.seal

/** Writes a whole row under the names that it was read with; one whose key is there already is left out. */
export function insertRow(db: Database, table: string, row: Row): number {
  const names = Object.keys(row)
  return db
    .prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
    )
    .run(...Object.values(row))
}

/**
 * Copies the rows of a damaged file that can still be read and carry their checksum, and tells how many. Each table is
 * read from both ends, so that only what lies in a damaged page is lost; rows whose parent is lost are left out.
 */
export function rescueSealed(from: Database, to: Database, table: SealedTable): number {
  const found = new Map<string, Row>()
  for (const direction of ['ASC', 'DESC']) {
    const order = table.key.map((column) => `${column} ${direction}`)
    attempt(() =>
      from.prepare<Row>(`SELECT * FROM ${table.name} ORDER BY ${order.join(', ')}`).each((row) => {
        if (isSealed(row)) found.set(keyOf(table, row), row)
      }),
    )
  }
  let copied = 0
  for (const row of found.values()) {
    attempt(() => {
      copied += insertRow(to, table.name, row)
    })
  }
  return copied
}

/** A row's primary key as text. */
export const keyOf = ({ key }: SealedTable, row: Row): string =>
  jsonOf(key.map((column) => keyText(row[column] ?? null)))

const keyText = (value: Column): string => (value instanceof Uint8Array ? hexOf(value) : String(value))

/** A damaged place ends one reading or loses one row, not the rescue. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'store.damaged' && code !== 'internal') throw error
  }
}
