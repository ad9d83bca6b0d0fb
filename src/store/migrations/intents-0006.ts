import type { Migration } from '../migrate.ts'

export const intents0006: Migration = {
  id: 6,
  sql: `
    -- What a run has paid is what its payments say; few payments belong to one. One that cannot be read may belong to any.
    CREATE INDEX payments_run ON payments (CASE WHEN json_valid(detail) THEN json_extract(detail, '$.run.id') ELSE '' END)
      WHERE CASE WHEN json_valid(detail) THEN json_extract(detail, '$.run.id') ELSE '' END IS NOT NULL;
  `,
}
