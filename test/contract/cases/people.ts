import { expect } from 'vitest'
import type { Hash } from '#contract/domain'
import { freshId, order, refusalOf } from '../../support/localnet.ts'
import type { Cases, Scene } from './scene.ts'

const UNKNOWN_HASH = 'ab'.repeat(32) as Hash

/** A collection of two items, both for Ana. */
async function inscribed({ net, ana }: Scene): Promise<{ readonly hash: Hash; readonly items: Hash[] }> {
  const items = [{ members: [ana.id] }, { members: [ana.id] }]
  const made = (await order(net, 'collections', { name: 'Stamps', symbol: 'STMP', items })) as {
    collection_hash: Hash
    items: { inscription_hash: Hash }[]
  }
  return { hash: made.collection_hash, items: made.items.map(({ inscription_hash }) => inscription_hash) }
}

export const peopleCases = {
  async 'users.read'({ ana, ben }) {
    const byId = await ana.remote.call('users.read', { params: { id: ben.id } })
    expect(byId).toMatchObject({ user_id: ben.id, full_name: 'Ben', relationship: 'STRANGER', has_safe: true })
    expect(await ana.remote.call('users.read', { params: { id: byId.identity_number } })).toEqual(byId)
  },

  async 'users.fetch'({ ana, ben }) {
    const users = await ana.remote.call('users.fetch', { body: [ben.id, freshId() as typeof ben.id, ana.id] })
    expect(users.map(({ user_id }) => user_id)).toEqual([ben.id, ana.id])
  },

  async 'users.search'({ ana, bot }) {
    const { identity_number } = await ana.remote.call('users.read', { params: { id: bot.id } })
    const found = await ana.remote.call('users.search', { params: { q: identity_number } })
    expect(found).toMatchObject({ user_id: bot.id, app: { app_id: bot.id, app_number: identity_number } })
  },

  async 'friends.list'({ someone, ben }) {
    const dan = await someone('Dan')
    expect(await dan.remote.call('friends.list')).toEqual([])
    await dan.remote.call('relationships.update', { body: { user_id: ben.id, action: 'ADD', full_name: 'Benny' } })
    expect(await dan.remote.call('friends.list')).toMatchObject([
      { user_id: ben.id, full_name: 'Benny', relationship: 'FRIEND' },
    ])
  },

  async 'relationships.update'({ someone, ben }) {
    const dan = await someone('Dan')
    const change = async (action: 'ADD' | 'REMOVE' | 'BLOCK' | 'UNBLOCK') =>
      (await dan.remote.call('relationships.update', { body: { user_id: ben.id, action } })).relationship
    expect(await change('ADD')).toBe('FRIEND')
    expect(await change('REMOVE')).toBe('STRANGER')
    expect(await change('BLOCK')).toBe('BLOCKING')
    expect(await change('UNBLOCK')).toBe('STRANGER')
    const rename = { user_id: ben.id, action: 'UPDATE', full_name: 'B.' } as const
    expect(await refusalOf(dan.remote.call('relationships.update', { body: rename }))).toBe(10002)
    const oneself = { user_id: dan.id, action: 'ADD' } as const
    expect(await refusalOf(dan.remote.call('relationships.update', { body: oneself }))).toBe(10002)
  },

  async 'relationships.blocked'({ someone, ben }) {
    const dan = await someone('Dan')
    await dan.remote.call('relationships.update', { body: { user_id: ben.id, action: 'BLOCK' } })
    expect(await dan.remote.call('relationships.blocked')).toMatchObject([{ user_id: ben.id }])
  },

  async 'sharedBots.list'({ ana, someone, bot }) {
    const dan = await someone('Dan')
    await dan.remote.call('sharedBots.share', { params: { client_id: bot.id }, body: {} })
    const seen = await ana.remote.call('sharedBots.list', { params: { user_id: dan.id } })
    expect(seen).toMatchObject([{ type: 'app', user_id: dan.id, app_id: bot.id }])
  },

  async 'sharedBots.share'({ someone, ben }) {
    const dan = await someone('Dan')
    const share = (clientId: typeof ben.id) =>
      dan.remote.call('sharedBots.share', { params: { client_id: clientId }, body: {} })
    const bots = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => someone(name, { kind: 'bot' })))
    for (const { id } of bots.slice(0, 3)) await share(id)
    expect(await share(bots[0]?.id ?? ben.id)).toHaveLength(3)
    expect(await refusalOf(share(bots[3]?.id ?? ben.id))).toBe(20132)
    expect(await refusalOf(share(ben.id))).toBe(404)
  },

  async 'sharedBots.unshare'({ someone, bot }) {
    const dan = await someone('Dan')
    await dan.remote.call('sharedBots.share', { params: { client_id: bot.id }, body: {} })
    await dan.remote.call('sharedBots.unshare', { params: { client_id: bot.id }, body: {} })
    expect(await dan.remote.call('sharedBots.list', { params: { user_id: dan.id } })).toEqual([])
  },

  async 'codes.read'({ net, ana }) {
    const { code_id } = await ana.remote.call('me.read')
    const code = await net.control.call('codes.read', { params: { id: code_id ?? '' } })
    expect(code).toMatchObject({ type: 'user', user_id: ana.id, full_name: 'Ana' })
    expect(await refusalOf(net.control.call('codes.read', { params: { id: freshId() } }))).toBe(404)
  },

  async 'schemes.list'({ net }) {
    expect(await net.control.call('schemes.list')).toContain('https://mixin.one/pay/')
  },

  async 'schemes.create'({ ana }) {
    const target = 'mixin://codes/one'
    expect(await ana.remote.call('schemes.create', { body: { target } })).toMatchObject({ type: 'scheme', target })
  },

  async 'schemes.read'({ ana, ben }) {
    const { scheme_id } = await ana.remote.call('schemes.create', { body: { target: 'https://example.org' } })
    const read = await ben.remote.call('schemes.read', { params: { id: scheme_id } })
    expect(read).toEqual({ type: 'scheme', scheme_id, target: 'https://example.org' })
  },

  async 'collections.read'(scene) {
    const { hash } = await inscribed(scene)
    const read = (of: Hash) => scene.net.control.call('collections.read', { params: { hash: of } })
    expect(await read(hash)).toMatchObject([{ collection_hash: hash, name: 'Stamps', unit: '1', supply: '2' }])
    expect(await refusalOf(read(UNKNOWN_HASH))).toBe(404)
  },

  async 'collections.items'(scene) {
    const { hash, items } = await inscribed(scene)
    const list = (of: Hash, query: { offset?: number } = {}) =>
      scene.net.control.call('collections.items', { params: { hash: of }, query })
    expect((await list(hash)).map(({ inscription_hash }) => inscription_hash)).toEqual(items)
    expect((await list(hash, { offset: 0 })).map(({ inscription_hash }) => inscription_hash)).toEqual(items.slice(1))
    expect(await refusalOf(list(UNKNOWN_HASH))).toBe(404)
  },

  async 'items.read'(scene) {
    const { hash, items } = await inscribed(scene)
    const read = (of: Hash) => scene.net.control.call('items.read', { params: { hash: of } })
    const [first = UNKNOWN_HASH] = items
    expect(await read(first)).toMatchObject([{ inscription_hash: first, collection_hash: hash, sequence: 0 }])
    expect(await refusalOf(read(UNKNOWN_HASH))).toBe(404)
  },
} as const satisfies Partial<Cases>
