import { failure } from '#contract/errors'
import { Database, type Rewording } from './database.ts'

/** One step of a schema. Frozen once released; imports nothing from the application, whose code will change under it. */
export interface Migration {
  readonly id: number
  readonly sql: string
  /** What the declaration of a table says in other words from now on, where no row changes by it. */
  readonly reword?: Rewording
}

/** Version that a file of these migrations has when it is up to date. */
export function headVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.id ?? 0
}

export function versionOf(db: Database): number {
  return Number(db.pragma('user_version'))
}

/**
 * Brings a file from its version to the newest one. Each step and its version number are one transaction, so that a
 * kill leaves the old schema or the new one. Throws `store.newer` for a file of the future, before anything is written.
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  migrations.forEach((step, at) => {
    if (step.id !== at + 1) throw failure('internal', 'migrations are not numbered 1, 2, 3 ...')
  })
  const version = versionOf(db)
  if (version > headVersion(migrations)) {
    throw failure('store.newer', 'file was written by a newer Coffer', { details: { version } })
  }
  for (const step of migrations.slice(version)) {
    db.transaction(() => {
      if (step.reword !== undefined) db.reword(step.reword)
      db.exec(step.sql)
      db.pragma(`user_version = ${step.id}`)
    })
  }
}

/** A database in memory as those migrations leave it, to compare with or to collect rows in. */
export function emptyAt(migrations: readonly Migration[]): Database {
  const db = new Database(':memory:', { readonly: false, timeoutMs: 0 })
  db.pragma('foreign_keys = ON')
  migrate(db, migrations)
  return db
}

/** Names of all tables with their columns. A number in a header can be wrong; this is what is really there. */
export function shapeOf(db: Database): string {
  return db
    .prepare<{ shape: string }>(
      `SELECT master.name || '.' || info.name AS shape FROM sqlite_schema AS master, pragma_table_info(master.name) AS info
       WHERE master.type = 'table' AND master.name NOT LIKE 'sqlite_%' ORDER BY master.name, info.cid`,
    )
    .all()
    .map(({ shape }) => shape)
    .join('\n')
}

/** The newest version whose tables and columns are those of this file; undefined when none has them. */
export function versionByShape(db: Database, migrations: readonly Migration[]): number | undefined {
  const shape = shapeOf(db)
  for (let version = migrations.length; version > 0; version -= 1) {
    const model = emptyAt(migrations.slice(0, version))
    const same = shapeOf(model) === shape
    model.close()
    if (same) return version
  }
  return undefined
}
