import Sqlite from 'better-sqlite3'
import { sealOf } from '../../src/store/sealed.ts'

/** Rewrites one column of a row with a checksum that fits, as another version would have written it. The file must be closed. */
export function poison(path: string, table: string, column: string, value: string | bigint, where = '1'): void {
  const db = new Sqlite(path)
  try {
    db.defaultSafeIntegers(true)
    const found = db.prepare(`SELECT * FROM ${table} WHERE ${where}`).get() as
      | Record<string, bigint | string>
      | undefined
    if (found === undefined) throw new Error(`no such row in ${table}`)
    const after = sealOf(table, { ...found, [column]: value })
    db.prepare(`UPDATE ${table} SET ${column} = ?, seal = ? WHERE seal = ?`).run(value, after, found['seal'])
  } finally {
    db.close()
  }
}
