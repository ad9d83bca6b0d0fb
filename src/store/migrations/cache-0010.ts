import type { Migration } from '../migrate.ts'

export const cache0010: Migration = {
  id: 10,
  sql: `
    -- What left for another chain and whose transaction there is not known yet, however much left since.
    CREATE INDEX snapshots_leaving ON snapshots (created_at) WHERE instr(withdrawal, '"withdrawal_hash":""') > 0;
  `,
}
