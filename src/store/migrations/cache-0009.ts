import type { Migration } from '../migrate.ts'

export const cache0009: Migration = {
  id: 9,
  sql: `
    -- Whom transactions of transaction_facts pay, each of them a single person; nobody where they leave the network. It only finds: what is told
    -- of what it finds is read from transaction_facts.
    CREATE TABLE transaction_payees (
      payee BLOB NOT NULL CHECK (length(payee) = 16),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      PRIMARY KEY (payee, hash)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO transaction_payees (payee, hash)
      SELECT unhex(replace(output.value ->> '$.members[0]', '-', '')), hash
      FROM transaction_facts, json_each(record, '$.outputs') AS output
      WHERE record ->> '$.withdrawal' IS NULL
        AND json_array_length(output.value, '$.members') = 1
        AND output.value ->> '$.threshold' <= 1;
  `,
}
