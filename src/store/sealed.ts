import { codeOf } from '#contract/errors'
import { hexOf, jsonOf, seal } from './columns.ts'
import type { Column, Database, Value } from './database.ts'

/*
 * The convention of sealed tables: their last column is a checksum of all the others, `row` apart, in column order.
 */

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

/** Throws `store.damaged` when a row of these tables does not carry the checksum of its columns. */
export function checkSeals(db: Database, tables: readonly string[]): void {
  for (const table of tables) {
    for (const row of db.prepare<Record<string, Column>>(`SELECT * FROM ${table}`).all()) {
      if (!isSealed(row)) throw db.damaged(`row of ${table}`)
    }
  }
}

/** Whether a whole row, read with `SELECT *`, carries the checksum of its columns. */
export function isSealed(row: Readonly<Record<string, Column>>): boolean {
  const { row: _key, seal: stored, ...rest } = row
  return seal(Object.values(rest)) === stored
}

/**
 * Copies the rows of a damaged file that can still be read and carry their checksum, and tells how many. Each table is
 * read from both ends, so that only what lies in a damaged page is lost; rows whose parent is lost are left out.
 */
export function rescueSealed(from: Database, to: Database, table: string, key: string): number {
  const found = new Map<string, Record<string, Column>>()
  for (const direction of ['ASC', 'DESC']) {
    const order = key.split(', ').map((column) => `${column} ${direction}`)
    attempt(() =>
      from.prepare<Record<string, Column>>(`SELECT * FROM ${table} ORDER BY ${order.join(', ')}`).each((row) => {
        if (isSealed(row)) found.set(jsonOf(key.split(', ').map((column) => keyText(row[column] ?? null))), row)
      }),
    )
  }
  const names = Object.keys(found.values().next().value ?? {})
  if (names.length === 0) return 0
  const insert = to.prepare(`
    INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`)
  let copied = 0
  for (const row of found.values()) {
    attempt(() => {
      copied += insert.run(...Object.values(row))
    })
  }
  return copied
}

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
