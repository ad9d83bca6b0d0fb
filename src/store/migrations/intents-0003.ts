import type { Migration } from '../migrate.ts'

export const intents0003: Migration = {
  id: 3,
  sql: `
    -- Addresses on other chains as a person saved them; user_id is whose they are, or null.
    CREATE TABLE contact_addresses (
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      user_id BLOB,
      label TEXT NOT NULL,
      chain BLOB NOT NULL,
      destination TEXT NOT NULL,
      tag TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
