import type { Column, Database } from './database.ts'
import type { Merged } from './rebuild.ts'
import { insertRow, keyOf, type Row, type SealedTable, sealedTables, sealOf } from './sealed.ts'

/** What a table lets in from a copy; without a law rows come where their key is free, and what is here stays. */
export interface MergeLaw {
  /** Whether the row of the copy takes the place of the one that is here under its key. */
  readonly takes?: (copy: Row, here: Row) => boolean
  /** Whether a row comes that only the copy has. */
  readonly comes?: (copy: Row) => boolean
  /** What of a row that both have becomes another by what the copy has beside it; undefined where it stays. */
  readonly joins?: (copy: Row, here: Row) => Readonly<Record<string, Column>> | undefined
  /** What of a row that only the copy has is another here; undefined where it comes as it is. */
  readonly arrives?: (copy: Row) => Readonly<Record<string, Column>> | undefined
}

/** Adds to one table what `to` lacks. Answers how many rows only `from` had. */
export function mergeTable(from: Database, to: Database, table: SealedTable, law: MergeLaw = {}): number {
  const { takes = () => false, comes = () => true, joins = () => undefined, arrives = () => undefined } = law
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
    if (present === undefined) {
      const arrived = arrives(row)
      const next = arrived === undefined ? row : sealedAs(table, { ...row, ...arrived })
      if (comes(row)) added += insertRow(to, table.name, next)
      continue
    }
    const joined = joins(row, present)
    const next = joined !== undefined ? sealedAs(table, { ...present, ...joined }) : takes(row, present) ? row : null
    if (next === null) continue
    remove.run(...table.key.map((name) => row[name] ?? null))
    insertRow(to, table.name, next)
  }
  return added
}

const sealedAs = ({ name }: SealedTable, row: Row): Row => ({ ...row, seal: sealOf(name, row) })

/** For files whose tables all stand for themselves. */
export function mergeTables(from: Database, to: Database): Merged {
  const rows = to.transaction(() => sealedTables(to).reduce((sum, table) => sum + mergeTable(from, to, table), 0))
  return { rows, missed: 0 }
}
