import type { UserId } from '#contract/domain'
import type { Handlers } from '../call.ts'
import { approve, decline } from '../ledger/oauth-codes.ts'
import { RESIDENTS } from '../ledger/residents.ts'
import type { World } from '../ledger/world.ts'

const PEOPLE = 20

interface PersonRow {
  readonly user_id: UserId
  readonly full_name: string
  readonly identity_number: string
}

/** What stands in for a person's phone. */
export function phoneCalls(world: World): Pick<Handlers, 'local.phone' | 'local.approve' | 'local.decline'> {
  return {
    'local.phone': () => ({
      app_id: RESIDENTS.radio.userId,
      people: world.db.all<PersonRow>(
        `SELECT user_id, full_name, identity_number FROM account
         WHERE kind = 'user' AND spend_key IS NOT NULL ORDER BY registered_at DESC LIMIT ?`,
        PEOPLE,
      ),
    }),
    'local.approve': ({ body }) => approve(world, body),
    'local.decline': ({ body }) => decline(world, body),
  }
}
