import { failure } from '#contract/errors'
import type { Database } from './database.ts'

/** One step of a schema. Frozen once released; imports nothing from the application, whose code will change under it. */
export interface Migration {
  readonly id: number
  readonly sql: string
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
      db.exec(step.sql)
      db.pragma(`user_version = ${step.id}`)
    })
  }
}
