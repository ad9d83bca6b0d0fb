import Sqlite from 'better-sqlite3'
import { codeOf, failure } from '#contract/errors'
import type { CofferError } from '#protocol/text'

/** What a column may hold going in. Sums and times are bigint: a JavaScript number would be bound as REAL. */
export type Value = bigint | number | string | Uint8Array | null

/** What a column gives back; integers always as bigint, so that nothing above 2^53 loses digits. */
export type Column = bigint | string | Buffer | null

export interface Statement<Result> {
  get(...values: readonly Value[]): Result | undefined
  all(...values: readonly Value[]): Result[]
  /** Rows one by one, so that those before a damaged place are seen; nothing else may run meanwhile. */
  each(visit: (row: Result) => void): void
  /** Number of rows that were written. */
  run(...values: readonly Value[]): number
}

/** A part of a table's declaration, in which it stands once, and the words for it from now on. */
export interface Rewording {
  readonly table: string
  readonly from: string
  readonly to: string
}

/**
 * Pages that may wait in memory for a commit that many parts share. What is more goes to the disk beside the work that changes it, so that
 * the commit has little left to write: whoever asks meanwhile waits for that as a whole. Room for what sixteen thousand rows change in an
 * index of a hundred thousand: with less, its pages go to the disk and come back in the midst of each commit.
 */
const SHARED_PAGES = 'cache_size = -8192'

/**
 * One SQLite file. The only place that sees the library: its errors are translated here, once, and everything above
 * speaks `store.*`. Statements are prepared when they are first used, since most uses of a file need a part of them, and live as long as it is open.
 */
export class Database {
  readonly #sqlite: Sqlite.Database
  readonly #run: Sqlite.Transaction<(work: () => unknown) => unknown>
  readonly #onDamage: () => void
  readonly #onUnreadable: (what: string) => void
  #known: (table: string) => void = () => undefined
  #onCommit: ((table: string) => void) | null = null
  /** Tables that the transaction in progress has written. */
  readonly #written = new Set<string>()
  readonly #versions = new Map<string, number>()
  #depth = 0
  #undone = 0
  /** Parts that were shared and wait to be committed. */
  #waiting = 0
  /** Whether each part of what is shared can be taken back by itself: since one had to be. */
  #isCareful = false
  #dropped = 0
  #isQuiet = false
  /** How many pages are kept while nothing is shared, once less are. */
  #usualPages: unknown = null

  /**
   * `path` may be the bytes of a file, which is then read in memory. `onDamage` hears of the first sign that the file itself is bad, so that the next opening does not trust it;
   * `onUnreadable` of rows that `readable` left out.
   */
  constructor(
    path: string | Uint8Array,
    options: {
      readonly: boolean
      timeoutMs: number
      onDamage?: () => void
      onUnreadable?: (what: string) => void
    },
  ) {
    this.#onDamage = options.onDamage ?? (() => undefined)
    this.#onUnreadable = options.onUnreadable ?? (() => undefined)
    try {
      this.#sqlite = new Sqlite(typeof path === 'string' ? path : Buffer.from(path), {
        readonly: options.readonly,
        timeout: options.timeoutMs,
      })
      this.#sqlite.defaultSafeIntegers(true)
      this.#run = this.#sqlite.transaction((work: () => unknown) => work())
    } catch (error) {
      throw translate(error)
    }
  }

  /** From now on `heard` learns of each table that a commit has written rows of; `known` refuses statements for others. */
  watch(known: (table: string) => void, heard: (table: string) => void): void {
    this.#known = known
    this.#onCommit = heard
  }

  prepare<Result>(sql: string): Statement<Result> {
    let prepared: Sqlite.Statement<Value[], Result> | undefined
    const statement = () => (prepared ??= this.#sqlite.prepare<Value[], Result>(sql))
    const table = writtenTable(sql)
    if (table !== null) this.#known(table)
    // Written out three times, since these run for every row and a closure for each call would be felt.
    return {
      get: (...values) => {
        try {
          if (table !== null) this.#beginsAlone()
          const row = statement().get(...values)
          if (table !== null && row !== undefined) this.#wrote(table)
          return row
        } catch (error) {
          throw this.#failed(error)
        }
      },
      all: (...values) => {
        try {
          return statement().all(...values)
        } catch (error) {
          throw this.#failed(error)
        }
      },
      each: (visit) =>
        this.#guard(() => {
          for (const row of statement().iterate()) visit(row)
        }),
      run: (...values) => {
        try {
          if (table !== null) this.#beginsAlone()
          const { changes } = statement().run(...values)
          if (table !== null && changes > 0) this.#wrote(table)
          return changes
        } catch (error) {
          throw this.#failed(error)
        }
      },
    }
  }

  /** All or nothing; inside another transaction it becomes a part of that one. The work must not wait for anything. */
  transaction<Result>(work: () => Result): Result {
    this.#beginsAlone()
    return this.#within(work)
  }

  /**
   * The same, but left open for what comes next of this kind: all of it is committed by `settle`, or before anything else is written, and
   * is read here at once. What fails takes all of it back the first time, also what others shared; from then on it is taken back by itself
   * where the disk lets it be. Throws `store.disk` where all was taken back after `dropped` was `since`: what follows on it would leave a gap.
   */
  shared<Result>(work: () => Result, since: number): Result {
    this.#needAll(since)
    if (!this.#sqlite.inTransaction) this.#beginsShared()
    const result = this.#within(work, this.#isCareful || this.#depth > 0 ? this.#apart : this.#together)
    if (this.#depth === 0) this.#waiting += 1
    return result
  }

  /** Writes what is in no answer, though answers are made of rows beside it: nobody is told. Must not wait for anything. */
  quietly(write: () => void): void {
    this.#isQuiet = true
    try {
      write()
    } finally {
      this.#isQuiet = false
    }
  }

  /** Commits what was left open. Throws as `shared` does. */
  settle(since = this.#dropped): void {
    this.#needAll(since)
    if (this.#depth > 0 || !this.#sqlite.inTransaction) return
    try {
      this.#guard(() => this.#sqlite.exec('COMMIT'))
      this.#waiting = 0
      this.#committed()
    } catch (error) {
      if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK')
      this.#takenBack()
      throw error
    } finally {
      this.#written.clear()
    }
  }

  /** A part that can be taken back by itself: SQLite copies each page before it changes it. */
  readonly #apart = (work: () => unknown): unknown => this.#run.immediate(work)

  /** A part that cannot, which takes a quarter of the time less where rows lie anywhere in an index. */
  readonly #together = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      this.#isCareful = true
      if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK')
      throw error
    }
  }

  #within<Result>(work: () => Result, run = this.#apart): Result {
    this.#depth += 1
    try {
      const result = this.#guard(() => run(work)) as Result // both hand back what `work` returns
      if (!this.#sqlite.inTransaction) this.#committed()
      return result
    } catch (error) {
      this.#takenBack()
      throw error
    } finally {
      this.#depth -= 1
      if (!this.#sqlite.inTransaction) this.#written.clear()
    }
  }

  /** Whatever is no part of a transaction in progress does not join one that was left open. */
  #beginsAlone(): void {
    if (this.#depth > 0) return
    this.settle()
    if (this.#usualPages === null) return
    this.pragma(`cache_size = ${this.#usualPages}`)
    this.#usualPages = null
  }

  #beginsShared(): void {
    if (this.#usualPages === null) {
      this.#usualPages = this.pragma('cache_size')
      this.pragma(SHARED_PAGES)
    }
    this.#guard(() => this.#sqlite.exec('BEGIN IMMEDIATE'))
  }

  #committed(): void {
    for (const table of this.#written) this.#onCommit?.(table)
  }

  /** What was read meanwhile is not there any more. */
  #takenBack(): void {
    this.#undone += 1
    if (this.#waiting > 0 && !this.#sqlite.inTransaction) {
      this.#dropped += 1
      this.#waiting = 0
    }
    for (const table of this.#written) this.#changed(table)
  }

  #needAll(since: number): void {
    if (since !== this.#dropped) throw failure('store.disk', 'what was shared before was taken back')
  }

  /** How often what was shared was taken back after it had been read. */
  get dropped(): number {
    return this.#dropped
  }

  get waiting(): number {
    return this.#waiting
  }

  /** How often something that was written was taken back. */
  get undone(): number {
    return this.#undone
  }

  /** Reads the only column of each row, which is quicker than reading rows. */
  prepareColumn<Only extends Column>(sql: string): (...values: readonly Value[]) => Only[] {
    let prepared: Sqlite.Statement<Value[], Only> | undefined
    const statement = () => (prepared ??= this.#sqlite.prepare<Value[], Only>(sql).pluck())
    return (...values) => this.#guard(() => statement().all(...values))
  }

  exec(sql: string): void {
    this.#guard(() => this.#sqlite.exec(sql))
  }

  /**
   * Rewords a declaration as SQLite's manual says it for what changes no row; copying the table would take its space and seconds. Belongs
   * to a transaction.
   */
  reword({ table, from, to }: Rewording): void {
    this.#sqlite.unsafeMode(true)
    try {
      this.pragma('writable_schema = ON')
      const declaration = "type = 'table' AND name = ? AND instr(sql, ?) > 0"
      const reworded = this.prepare(`UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE ${declaration}`)
      if (reworded.run(from, to, table, from) !== 1)
        throw failure('internal', `declaration of ${table} has other words`)
      this.pragma('writable_schema = RESET')
    } finally {
      this.#sqlite.unsafeMode(false)
    }
  }

  pragma(source: string): unknown {
    return this.#guard(() => this.#sqlite.pragma(source, { simple: true }))
  }

  get inTransaction(): boolean {
    return this.#sqlite.inTransaction
  }

  close(): void {
    try {
      this.settle()
    } finally {
      this.#guard(() => this.#sqlite.close())
    }
  }

  /**
   * Rows of a list as records. One whose content cannot be understood is left out and reported, so that it does not hide
   * the others. Not for rows that money depends on: those are refused.
   */
  readable<Row, Value>(what: string, rows: readonly Row[], decode: (row: Row) => Value): Value[] {
    const values: Value[] = []
    for (const row of rows) {
      try {
        values.push(decode(row))
      } catch (error) {
        if (codeOf(error) !== 'store.damaged') throw error
        this.#onUnreadable(what)
      }
    }
    return values
  }

  /** Rises with each write of a table, and when that is taken back: who keeps what was read from it sees here whether it still holds. */
  version(table: string): number {
    return this.#versions.get(table) ?? 0
  }

  /** Reports content that contradicts itself: checksums, sums, references. */
  damaged(what: string): CofferError {
    this.#onDamage()
    return failure('store.damaged', `stored ${what} does not match its checksum`)
  }

  #changed(table: string): void {
    this.#versions.set(table, this.version(table) + 1)
  }

  #wrote(table: string): void {
    this.#changed(table)
    if (this.#isQuiet) return
    if (this.#depth > 0) this.#written.add(table)
    else this.#onCommit?.(table)
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.#failed(error)
    }
  }

  #failed(error: unknown): Error {
    const translated = translate(error)
    if (translated.code === 'store.damaged') this.#onDamage()
    return translated
  }
}

const WRITES = /^\s*(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+"?(\w+)/i

/** The table that a statement writes; null for one that only reads. */
function writtenTable(sql: string): string | null {
  return WRITES.exec(sql)?.[1] ?? null
}

/** Errors of the library to codes of the table; what is already ours passes, what is a mistake of ours is `internal`. */
function translate(error: unknown): Error & { code?: string } {
  if (!(error instanceof Sqlite.SqliteError)) return error instanceof Error ? error : new Error('not an error')
  const code = error.code
  // The index of words and the header report a changed number of their formats as an ordinary error.
  if (
    /^SQLITE_(CORRUPT|NOTADB)/.test(code) ||
    error.message.startsWith('invalid fts5 file format') ||
    error.message === 'unsupported file format'
  )
    return failure('store.damaged', `file is damaged: ${code}`, { cause: error })
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return failure('store.in_use', `file is in use: ${code}`, { cause: error })
  if (/^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PERM|AUTH|NOLFS|PROTOCOL)/.test(code)) {
    return failure('store.disk', `file cannot be read or written: ${code}`, { cause: error })
  }
  return failure('internal', `statement refused: ${code}`, { cause: error })
}
