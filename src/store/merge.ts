import type { Database } from './database.ts'
import type { Merged } from './rebuild.ts'
import { insertRow, keyOf, type Row, type SealedTable, sealedTables } from './sealed.ts'

/** Columns that say when a row was last written; the first that a table has counts. */
const TIMES = ['updated_at', 'saved_at', 'pinned_at', 'at'] as const

/**
 * Adds to one table what `to` lacks. Of two rows with one key the later stays where the table knows times, and else the one
 * that is there: the damaged file was written after its copy. Answers how many rows only `from` had.
 */
export function mergeTable(from: Database, to: Database, table: SealedTable): number {
  const known = new Map(
    to
      .prepare<Row>(`SELECT * FROM ${table.name}`)
      .all()
      .map((row) => [keyOf(table, row), row]),
  )
  const remove = to.prepare(`DELETE FROM ${table.name} WHERE ${table.key.map((name) => `${name} = ?`).join(' AND ')}`)
  let added = 0
  for (const row of from.prepare<Row>(`SELECT * FROM ${table.name}`).all()) {
    const present = known.get(keyOf(table, row))
    if (present === undefined) added += insertRow(to, table.name, row)
    else if (isLater(row, present)) {
      remove.run(...table.key.map((name) => row[name] ?? null))
      insertRow(to, table.name, row)
    }
  }
  return added
}

function isLater(row: Row, than: Row): boolean {
  const time = TIMES.find((name) => name in row)
  const [one, other] = time === undefined ? [null, null] : [row[time], than[time]]
  return typeof one === 'bigint' && typeof other === 'bigint' && one > other
}

/** For files whose tables all stand for themselves. */
export function mergeTables(from: Database, to: Database): Merged {
  const rows = to.transaction(() => sealedTables(to).reduce((sum, table) => sum + mergeTable(from, to, table), 0))
  return { rows, missed: 0 }
}
