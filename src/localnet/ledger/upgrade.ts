import { failure } from '#contract/errors'
import type { Database } from './database.ts'
import { SCHEMA_VERSION } from './schema.ts'

/*
 * A play folder holds what somebody built up, so an older ledger is brought up instead of being refused. Steps import
 * nothing from the tables of today, which change under them.
 */

/** What changes a ledger of a version into one of the next. */
const STEPS: Readonly<Record<string, { readonly to: string; readonly sql: string }>> = {
  // Until then whatever was final had paid its fee, so the height at which it became final says the same. SQLite renames it in the index too.
  '5': { to: '6', sql: 'ALTER TABLE withdrawal RENAME COLUMN final_height TO paid_height' },
  '6': { to: '7', sql: "ALTER TABLE account ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}'" },
  '7': {
    to: '8',
    sql: `
      ALTER TABLE account ADD COLUMN hides_spend_key INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE request ADD COLUMN purpose TEXT;
      CREATE TABLE legacy_session (
        session_id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES account (user_id),
        public_key TEXT NOT NULL,
        pin_key TEXT NOT NULL,
        successor TEXT
      ) STRICT;
    `,
  },
  '8': {
    to: '9',
    sql: `
      CREATE TABLE address (
        address_id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES account (user_id),
        asset_id TEXT NOT NULL,
        chain_id TEXT NOT NULL,
        destination TEXT NOT NULL,
        tag TEXT NOT NULL,
        label TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        UNIQUE (user_id, asset_id, destination, tag)
      ) STRICT;
      CREATE TABLE wrong_pin (
        log_id TEXT PRIMARY KEY,
        user_id TEXT NOT NULL REFERENCES account (user_id),
        code TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX wrong_pin_user ON wrong_pin (user_id, created_at);
    `,
  },
}

/** Brings a ledger to today's version, whole or not at all. Throws `store.newer` for one that no step leads here from. */
export function upgrade(db: Database, from: string): void {
  db.transaction(() => {
    let version = from
    while (version !== SCHEMA_VERSION) {
      const step = STEPS[version]
      if (step === undefined) {
        throw failure(
          'store.newer',
          'this folder holds a local network of another version; choose another or remove it',
        )
      }
      db.exec(step.sql)
      version = step.to
    }
    if (version !== from) db.run('UPDATE version SET number = ?', version)
  })
}
