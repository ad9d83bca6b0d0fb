import { seal } from './columns.ts'
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
