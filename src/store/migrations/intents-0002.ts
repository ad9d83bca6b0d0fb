import type { Migration } from '../migrate.ts'

export const intents0002: Migration = {
  id: 2,
  sql: `
    -- Requests for a group's signatures. state: 0 open, 1 complete, 2 final, 3 revoked, 4 dead.
    CREATE TABLE requests (
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      holder TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      state INTEGER NOT NULL,
      raw BLOB NOT NULL,
      detail TEXT NOT NULL,
      seen_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX requests_hash ON requests (hash);
    CREATE INDEX requests_open ON requests (state) WHERE state < 2;
  `,
}
