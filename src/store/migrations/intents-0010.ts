import type { Migration } from '../migrate.ts'

export const intents0010: Migration = {
  id: 10,
  sql: `
    -- Which item an output was called first: no bytes say it, and the cache may be lost. told: 1 once the output was frozen because it was called otherwise,
    -- after which its owner decides.
    CREATE TABLE item_names (
      output_id BLOB PRIMARY KEY CHECK (length(output_id) = 16),
      item BLOB NOT NULL CHECK (length(item) = 32),
      told INTEGER,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
