import type { Migration } from '../migrate.ts'

export const cache0007: Migration = {
  id: 7,
  // References are looked at when the transaction ends. Where that is done in the midst of a statement, or a check calls a function, SQLite keeps
  // each page as it was before each statement of many rows. How wide ids and hashes are is seen to where outputs become columns.
  reword: {
    table: 'outputs',
    from: `id BLOB NOT NULL CHECK (length(id) = 16),
      holder INTEGER NOT NULL REFERENCES holders (row),
      asset INTEGER NOT NULL REFERENCES kernel_assets (row),
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
      units INTEGER NOT NULL CHECK (units >= 0),
      large BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      transaction_hash BLOB NOT NULL CHECK (length(transaction_hash) = 32),
      output_index INTEGER NOT NULL,
      mask BLOB NOT NULL CHECK (length(mask) = 32),
      keys BLOB NOT NULL,
      senders INTEGER REFERENCES parties (row),
      receivers INTEGER REFERENCES parties (row),`,
    to: `id BLOB NOT NULL,
      holder INTEGER NOT NULL REFERENCES holders (row) DEFERRABLE INITIALLY DEFERRED,
      asset INTEGER NOT NULL REFERENCES kernel_assets (row) DEFERRABLE INITIALLY DEFERRED,
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
      units INTEGER NOT NULL CHECK (units >= 0),
      large BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      transaction_hash BLOB NOT NULL,
      output_index INTEGER NOT NULL,
      mask BLOB NOT NULL,
      keys BLOB NOT NULL,
      senders INTEGER REFERENCES parties (row) DEFERRABLE INITIALLY DEFERRED,
      receivers INTEGER REFERENCES parties (row) DEFERRABLE INITIALLY DEFERRED,`,
  },
  sql: '',
}
