import type { Migration } from '../migrate.ts'

export const intents0005: Migration = {
  id: 5,
  sql: `
    -- What failed after it was signed is looked at again in each round.
    CREATE INDEX payments_failed ON payments (state) WHERE state = 11 AND signed_at IS NOT NULL;

    -- Whose an address is, and which ones begin and end alike.
    CREATE INDEX contact_addresses_owner ON contact_addresses (user_id);
    CREATE INDEX contact_addresses_ends ON contact_addresses (
      lower(substr(destination, 1, 4)), lower(substr(destination, -4))
    );
  `,
}
