import type { Migration } from '../migrate.ts'

export const cache0005: Migration = {
  id: 5,
  sql: `
    -- What came (+) and went (-) of an asset, summed by the hour in which it did, counted from 1970; after a month by the first
    -- hour of the day. What a holder had at any time follows from few rows, however many outputs there were.
    CREATE TABLE flows (
      holder INTEGER NOT NULL REFERENCES holders (row),
      asset INTEGER NOT NULL REFERENCES kernel_assets (row),
      hour INTEGER NOT NULL,
      units INTEGER NOT NULL,
      large BLOB NOT NULL,
      seal INTEGER NOT NULL,
      PRIMARY KEY (holder, asset, hour)
    ) STRICT, WITHOUT ROWID;

    -- US dollars for a unit as last read in an hour; after a month the last of each day stays.
    CREATE TABLE prices (
      asset_id BLOB NOT NULL CHECK (length(asset_id) = 16),
      hour INTEGER NOT NULL,
      price TEXT NOT NULL,
      seal INTEGER NOT NULL,
      PRIMARY KEY (asset_id, hour)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX prices_hour ON prices (hour);
  `,
}
