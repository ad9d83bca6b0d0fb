import type { Migration } from '../migrate.ts'

export const cache0008: Migration = {
  id: 8,
  sql: `
    -- What the bytes of transactions say that this wallet did not make and that moved its money. They hash to their name, so it never changes.
    -- refers is the one transaction that they refer to, as those do that pay the fee of another one.
    CREATE TABLE transaction_facts (
      hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
      refers BLOB,
      record TEXT NOT NULL,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX transaction_facts_refers ON transaction_facts (refers) WHERE refers IS NOT NULL;
  `,
}
