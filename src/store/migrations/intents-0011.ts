import type { Migration } from '../migrate.ts'

export const intents0011: Migration = {
  id: 11,
  sql: `
    -- Before something is paid it is looked whether the same was paid since, however much was paid besides.
    CREATE INDEX payments_paid ON payments (holder, asset, coalesce(signed_at, final_at, approved_at));
  `,
}
