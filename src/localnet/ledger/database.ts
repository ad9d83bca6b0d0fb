import { truncateSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { failure } from '#contract/errors'

type Value = bigint | number | string | Uint8Array | null

const ROLLED_BACK = Symbol('rolled back')

/** A file that may only be read is opened without a word: it locks nothing, and fails at the first change, which is this one. */
const TRIAL = 'BEGIN IMMEDIATE; CREATE TABLE trial (x); ROLLBACK'

/**
 * One SQLite file. Integers come back as bigint. A statement is prepared once for each text, so texts are written as
 * constants. Whatever happens inside `transaction` happens whole or not at all, also when the process is killed.
 */
export class Database {
  readonly #sqlite: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement<Value[]>>()
  readonly #run: Sqlite.Transaction<(work: () => unknown) => unknown>

  constructor(path: string) {
    this.#sqlite = new Sqlite(path, { timeout: 2_000 })
    this.#sqlite.defaultSafeIntegers(true)
    try {
      this.#sqlite.pragma('journal_mode = WAL')
      this.#sqlite.exec(TRIAL)
    } catch (error) {
      this.#sqlite.close()
      throw error
    }
    // A killed process loses nothing in this mode; a power cut may lose the last commits, never the order of them.
    this.#sqlite.pragma('synchronous = NORMAL')
    this.#sqlite.pragma('foreign_keys = ON')
    this.#run = this.#sqlite.transaction((work: () => unknown) => work())
  }

  #statement(sql: string): Sqlite.Statement<Value[]> {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#sqlite.prepare<Value[]>(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** The row type is the caller's word for what its statement selects. */
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    return this.#statement(sql).all(...values) as Row[]
  }

  /** Number of rows written. */
  run(sql: string, ...values: readonly Value[]): number {
    return this.#statement(sql).run(...values).changes
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql)
  }

  /** All or nothing; inside another transaction it is a part of that one that can be undone alone. */
  transaction<Result>(work: () => Result): Result {
    return this.#run.immediate(work) as Result // the wrapped function hands back what `work` returns
  }

  /** Does the work, takes it back, and answers what it answered. */
  dryRun<Result>(work: () => Result): Result {
    let result: { readonly value: Result } | undefined
    try {
      this.transaction(() => {
        result = { value: work() }
        throw ROLLED_BACK
      })
    } catch (error) {
      if (error !== ROLLED_BACK) throw error
    }
    if (result === undefined) throw new Error('a dry run ended without a result')
    return result.value
  }

  close(): void {
    this.#sqlite.close()
  }
}

/**
 * Holds a data folder for one process. The lock dies with its process, however that ends. Throws `store.in_use`, and what the system
 * says where the folder cannot be written.
 */
export function lockFolder(path: string): { close(): void } {
  try {
    return holdLock(path)
  } catch (error) {
    const code = error instanceof Sqlite.SqliteError ? error.code : ''
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
      throw failure('store.in_use', 'another local network runs on this folder', { cause: error })
    }
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error
    // Nothing is ever written there. Who could read it that far shows that nobody holds it.
    truncateSync(path)
    return holdLock(path)
  }
}

function holdLock(path: string): { close(): void } {
  const sqlite = new Sqlite(path, { timeout: 0 })
  try {
    sqlite.pragma('journal_mode = DELETE')
    sqlite.exec(TRIAL)
    sqlite.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    sqlite.close()
    throw error
  }
  return { close: () => void sqlite.close() }
}
