import type { Migration } from '../migrate.ts'

export const cache0011: Migration = {
  id: 11,
  sql: `
    -- Units of a currency to a US dollar as first read in an hour; after some days the last of each day stays.
    CREATE TABLE rates (
      code TEXT NOT NULL,
      hour INTEGER NOT NULL,
      rate TEXT NOT NULL,
      seal INTEGER NOT NULL,
      PRIMARY KEY (code, hour)
    ) STRICT, WITHOUT ROWID;
  `,
}
