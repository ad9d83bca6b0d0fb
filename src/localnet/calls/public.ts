import type { Collection } from '#contract/domain'
import type { Handlers } from '../call.ts'
import { type AccountRow, userRecord } from '../ledger/accounts.ts'
import { findCode } from '../ledger/codes.ts'
import { findCollection, findItem, listItems } from '../ledger/inscriptions.ts'
import { noteAccess } from '../ledger/oauth-codes.ts'
import type { World } from '../ledger/world.ts'
import { notFound } from '../refusal.ts'

type PublicCalls =
  | 'collections.read'
  | 'collections.items'
  | 'items.read'
  | 'codes.read'
  | 'schemes.list'
  | 'schemes.create'
  | 'schemes.read'

/** Those that this network makes or reads itself; which ones the service names is not known. */
const LINKS = ['pay', 'codes', 'multisigs', 'users', 'schemes'].map((kind) => `https://mixin.one/${kind}/`)

function collection(world: World, hash: string): Collection {
  const found = findCollection(world, hash)
  if (found === undefined) throw notFound('The collection')
  return found
}

export function publicCalls(world: World): Pick<Handlers, PublicCalls> {
  return {
    'collections.read': ({ params }) => [collection(world, params.hash)],

    'collections.items': ({ params, query }) =>
      listItems(world, collection(world, params.hash).collection_hash, query.offset ?? -1),

    'items.read'({ params }) {
      const item = findItem(world, params.hash)
      if (item === undefined) throw notFound('The inscription')
      return [item]
    },

    'codes.read'({ params }) {
      const row = world.db.get<AccountRow>('SELECT * FROM account WHERE code_id = ?', params.id)
      if (row !== undefined) return { ...userRecord(world, row, null), type: 'user' }
      const made = findCode(world, params.id)
      if (made === undefined) throw notFound('The code')
      noteAccess(world, params.id)
      return made
    },

    'schemes.list': () => [...LINKS],

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
