import type { Handlers } from '../call.ts'
import { type AccountRow, userRecord } from '../ledger/accounts.ts'
import type { World } from '../ledger/world.ts'
import { notFound } from '../refusal.ts'

type PublicCalls =
  | 'collections.read'
  | 'collections.items'
  | 'items.read'
  | 'codes.read'
  | 'schemes.create'
  | 'schemes.read'

export function publicCalls(world: World): Pick<Handlers, PublicCalls> {
  return {
    // Nothing was inscribed on this ledger, which its transactions would have to have done.
    'collections.read'() {
      throw notFound('The collection')
    },
    'collections.items'() {
      throw notFound('The collection')
    },
    'items.read'() {
      throw notFound('The inscription')
    },

    'codes.read'({ params }) {
      const row = world.db.get<AccountRow>('SELECT * FROM account WHERE code_id = ?', params.id)
      if (row === undefined) throw notFound('The code')
      return { ...userRecord(world, row, null), type: 'user' }
    },

    'schemes.create'({ body }) {
      const schemeId = world.uuid()
      world.db.run(
        'INSERT INTO scheme (scheme_id, target, created_at) VALUES (?, ?, ?)',
        schemeId,
        body.target,
        world.now(),
      )
      return { type: 'scheme', scheme_id: schemeId, target: body.target }
    },

    'schemes.read'({ params }) {
      const row = world.db.get<{ target: string }>('SELECT target FROM scheme WHERE scheme_id = ?', params.id)
      if (row === undefined) throw notFound('The scheme')
      return { type: 'scheme', scheme_id: params.id, target: row.target }
    },
  }
}
