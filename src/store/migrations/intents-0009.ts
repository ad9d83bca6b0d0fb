import type { Migration } from '../migrate.ts'

export const intents0009: Migration = {
  id: 9,
  sql: `
    -- 1 where somebody was pinned because they were paid: since when they are a contact, that does not say. Null where they were
    -- saved, and before it was written down.
    ALTER TABLE contact_pins ADD COLUMN paid INTEGER;
  `,
}
