import type { Database } from './database.ts'
import { seal } from './row-checksum.ts'
import { sealedWriter } from './sealed.ts'

/** Small facts about a file, kept in it. */
export interface Meta {
  get(key: string): string | undefined
  set(key: string, value: string): void
}

export function metaOf(db: Database): Meta {
  const read = db.prepare<{ value: string }>('SELECT value FROM meta WHERE key = ?')
  const write = sealedWriter(db, 'meta', ['key'])
  return {
    get: (key) => read.get(key)?.value,
    set: (key, value) => void write([key, value]),
  }
}

/** A checksum of the schema as text; a changed letter in it would give a column another name or type. */
export function schemaMark(db: Database): string {
  const rows = db
    .prepare<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY name')
    .all()
  return String(seal(rows.flatMap((row) => [row.name, row.sql])))
}
