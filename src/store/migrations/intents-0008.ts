import type { Migration } from '../migrate.ts'

export const intents0008: Migration = {
  id: 8,
  sql: `
    -- Tags of what is labelled, one in a line; none where it is null. Sealed with the row, as columns are that a migration added.
    ALTER TABLE labels ADD COLUMN tags TEXT;
  `,
}
