import type { Migration } from '../migrate.ts'

export const intents0006: Migration = {
  id: 6,
  sql: `
    -- What a run has paid is what its payments say; few payments belong to one.
    CREATE INDEX payments_run ON payments (json_extract(detail, '$.run.id')) WHERE json_extract(detail, '$.run.id') IS NOT NULL;
  `,
}
