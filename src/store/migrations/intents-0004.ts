import type { Migration } from '../migrate.ts'

export const intents0004: Migration = {
  id: 4,
  sql: `
    -- Payments to oneself that make another one impossible: they spend a coin that it holds. depth is 1, or one more than that
    -- of the payment to be ended where that is such a payment itself.
    CREATE TABLE payment_voids (
      payment BLOB PRIMARY KEY CHECK (length(payment) = 16),
      voids BLOB NOT NULL CHECK (length(voids) = 16),
      depth INTEGER NOT NULL CHECK (depth > 0),
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX payment_voids_voids ON payment_voids (voids);

    -- What they hold, beside what is held already: at each depth an output belongs to at most one live payment.
    CREATE TABLE void_holds (
      output_id BLOB NOT NULL CHECK (length(output_id) = 16),
      depth INTEGER NOT NULL CHECK (depth > 0),
      payment INTEGER NOT NULL REFERENCES payments (row),
      asset BLOB NOT NULL CHECK (length(asset) = 16),
      units INTEGER NOT NULL,
      large BLOB NOT NULL,
      seal INTEGER NOT NULL,
      PRIMARY KEY (output_id, depth)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX void_holds_payment ON void_holds (payment);

    -- Signed payments that are not sent before their owner was asked. reason: 0 old, 1 spent elsewhere meanwhile, 2 restored.
    CREATE TABLE payment_pauses (
      payment BLOB PRIMARY KEY CHECK (length(payment) = 16),
      reason INTEGER NOT NULL,
      at INTEGER NOT NULL,
      allowed_at INTEGER,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}
