import type { Handlers } from '../call.ts'
import { accountOf, type Preferences, userRecord } from '../ledger/accounts.ts'
import { wrongPins } from '../ledger/pin-log.ts'
import type { World } from '../ledger/world.ts'
import { invalidField } from '../refusal.ts'

const WRONG_PINS = 'PIN_INCORRECT'
const LOGS = 100
const SOURCES: readonly string[] = ['EVERYBODY', 'CONTACTS', 'NOBODY']

type ProfileCalls = 'profile.read' | 'profile.update' | 'profile.prefer' | 'profile.rotateCode' | 'profile.logs'

/** Programs send every member each time, those that they mean to leave alone as empty text. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

function checkPreferences(world: World, wanted: Preferences): void {
  for (const field of ['receive_message_source', 'accept_conversation_source', 'accept_search_source'] as const) {
    const value = wanted[field]
    if (value !== undefined && !SOURCES.includes(value)) throw invalidField(field, 'no such source')
  }
  if (wanted.fiat_currency !== undefined && !world.catalog.fiats.some(({ code }) => code === wanted.fiat_currency)) {
    throw invalidField('fiat_currency', 'no such currency')
  }
}

export function profileCalls(world: World): Pick<Handlers, ProfileCalls> {
  const own = (userId: string) => userRecord(world, accountOf(world, userId), userId)
  return {
    'profile.read': ({ caller }) => own(caller.userId),

    'profile.update'({ caller, body }) {
      if (isGiven(body.avatar_base64)) throw invalidField('avatar_base64', 'this network keeps no pictures')
      const { full_name, biography } = accountOf(world, caller.userId)
      world.db.run(
        'UPDATE account SET full_name = ?, biography = ? WHERE user_id = ?',
        body.full_name || full_name,
        body.biography || biography,
        caller.userId,
      )
      return own(caller.userId)
    },

    'profile.rotateCode'({ caller }) {
      world.db.run('UPDATE account SET code_id = ? WHERE user_id = ?', world.uuid(), caller.userId)
      return own(caller.userId)
    },

    // Wrong PINs are all that is kept here.
    'profile.logs': ({ caller, query: { category = WRONG_PINS, offset, limit = LOGS } }) =>
      category === WRONG_PINS ? wrongPins(world, caller.userId, { offset, limit, order: 'ASC' }) : [],

    'profile.prefer'({ caller, body }) {
      // Members of the body, some of them left out.
      const wanted = Object.fromEntries(Object.entries(body).filter(([, value]) => isGiven(value))) as Preferences
      checkPreferences(world, wanted)
      const before = JSON.parse(accountOf(world, caller.userId).preferences) as Preferences // written below
      const preferences = JSON.stringify({ ...before, ...wanted })
      world.db.run('UPDATE account SET preferences = ? WHERE user_id = ?', preferences, caller.userId)
      return own(caller.userId)
    },
  }
}
