import type { Migration } from '../migrate.ts'

export const cache0002: Migration = {
  id: 2,
  sql: `
    -- Outputs whose facts contradict what was known of them, or each other: kept is what was known first, seen what came
    -- later, record the output as it was first listed.
    CREATE TABLE set_aside (
      output_id BLOB PRIMARY KEY CHECK (length(output_id) = 16),
      holder INTEGER NOT NULL REFERENCES holders (row),
      fields TEXT NOT NULL,
      kept TEXT,
      seen TEXT NOT NULL,
      record TEXT NOT NULL,
      at INTEGER NOT NULL,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
