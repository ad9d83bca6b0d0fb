import type { Migration } from '../migrate.ts'

export const cache0004: Migration = {
  id: 4,
  sql: `
    -- Snapshots are numbered as they come, 7680 to a block, so that a set of them is a set of small numbers. class = kind
    -- (0 transfer, 2 deposit, 4 withdrawal) + 1 when money left.
    ALTER TABLE snapshots RENAME TO snapshots_by_time;
    CREATE TABLE snapshots (
      row INTEGER PRIMARY KEY,
      id BLOB NOT NULL CHECK (length(id) = 16),
      class INTEGER NOT NULL CHECK (class BETWEEN 0 AND 5),
      asset INTEGER NOT NULL REFERENCES kernel_assets (row),
      claimed_asset BLOB,
      user INTEGER NOT NULL REFERENCES people (row),
      opponent INTEGER REFERENCES people (row),
      units INTEGER NOT NULL,
      large BLOB NOT NULL,
      transaction_hash BLOB NOT NULL CHECK (length(transaction_hash) = 32),
      output_index INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      request_id BLOB,
      trace_id BLOB,
      memo BLOB,
      inscription BLOB,
      deposit TEXT,
      withdrawal TEXT,
      opening_units INTEGER,
      opening_large BLOB,
      closing_units INTEGER,
      closing_large BLOB,
      type TEXT,
      seal INTEGER NOT NULL
    ) STRICT;
    INSERT INTO snapshots
    SELECT row_number() OVER (ORDER BY row) - 1, id, class, asset, claimed_asset, user, opponent, units, large,
      transaction_hash, output_index, created_at, request_id, trace_id, memo, inscription, deposit, withdrawal,
      opening_units, opening_large, closing_units, closing_large, type, seal
    FROM snapshots_by_time ORDER BY row;
    DROP TABLE snapshots_by_time;
    DROP TABLE snapshot_words;
    CREATE INDEX snapshots_id ON snapshots (substr(id, 1, 6));
    CREATE INDEX snapshots_transaction ON snapshots (substr(transaction_hash, 1, 6));
    CREATE INDEX snapshots_request ON snapshots (substr(request_id, 1, 6)) WHERE request_id IS NOT NULL;

    -- Full blocks; they never change. order_by_time is null where the numbers are in order of time, else the places in that
    -- order, two bytes each.
    CREATE TABLE snapshot_blocks (
      row INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, order_by_time BLOB, seal INTEGER NOT NULL
    ) STRICT;

    -- At which places of a block a term occurs: words, beginnings of words, and what snapshots are filtered by.
    CREATE TABLE snapshot_terms (
      block INTEGER NOT NULL, term TEXT NOT NULL, places BLOB NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (block, term)
    ) STRICT, WITHOUT ROWID;
  `,
}
