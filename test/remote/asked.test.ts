import { beforeAll, describe, expect, it } from 'vitest'
import type { Hash, SnapshotId } from '#contract/domain'
import { isAbout } from '../../src/remote/asked.ts'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  BTC,
  ETH,
  newcomer,
  order,
  type Person,
  remoteAt,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
} from '../support/localnet.ts'

/* A service that answers about another thing than it was asked about. */

type Remote = Person['remote']

let net: TestLocalnet
let ana: Person
let ben: Person
let line: FaultyLine
let remote: Remote

beforeAll(async () => {
  net = await startTestLocalnet()
  ana = await newcomer(net, 'Ana')
  ben = await newcomer(net, 'Ben')
  line = faultyLine()
  remote = remoteAt(net.url, {
    fetch: line.fetch,
    authorize: async (request) => tokenFor(ana, request, systemClock.now()),
  })
})

/** Of the very shape, and another. */
const uuid = '00000000-0000-4000-8000-000000000001'
const hash = 'ab'.repeat(32)

interface Case {
  /** Says which call it is to be; answers the call itself. */
  readonly prepare: () => Promise<() => Promise<unknown>>
  /** What the answer says about itself instead. */
  readonly other: Readonly<Record<string, unknown>>
}

const inscribed = async () => {
  const items = [{ members: [ana.id], content_type: 'text/plain', content_url: 'https://example.org/0' }]
  const made = await order(net, 'collections', { name: 'Loaves', symbol: 'LOAF', items })
  await net.blocks(1)
  return made as { collection_hash: Hash; kernel_asset_id: Hash; items: [{ inscription_hash: Hash }] }
}
const paid = async () => {
  await ana.fund(BTC, '1')
  const { requestId, hash: named } = await ana.pay(ben.id, BTC, '0.1')
  return { requestId, hash: named }
}
const code = async (body: object) => (await order(net, 'codes', body)) as { code_id: string }

const CASES: Readonly<Record<string, Case>> = {
  'a person by an id': {
    prepare: async () => () => remote.call('users.read', { params: { id: ben.id } }),
    other: { user_id: uuid },
  },
  'people by their ids': {
    prepare: async () => () => remote.call('users.fetch', { body: [ben.id, ana.id] }),
    other: { user_id: uuid },
  },
  'a person by a number': {
    prepare: async () => {
      const { identity_number: q } = await ben.remote.call('me.read')
      return () => remote.call('users.search', { params: { q } })
    },
    other: { identity_number: '99999999' },
  },
  'a relationship': {
    prepare: async () => () =>
      remote.call('relationships.update', { body: { user_id: ben.id, action: 'ADD', full_name: 'Benny' } }),
    other: { user_id: uuid },
  },
  'an asset by its id': {
    prepare: async () => () => remote.call('assets.read', { params: { id: BTC } }),
    other: { asset_id: ETH },
  },
  'assets by their ids': {
    prepare: async () => () => remote.call('assets.fetch', { body: [BTC] }),
    other: { asset_id: ETH, kernel_asset_id: hash },
  },
  'a coin by its id': {
    prepare: async () => {
      const { output_id: id } = await ana.fund(BTC, '1')
      return () => remote.call('outputs.read', { params: { id } })
    },
    other: { output_id: uuid },
  },
  'a coin by its place': {
    prepare: async () => {
      const { transaction_hash, output_index } = await ana.fund(BTC, '1')
      return () => remote.call('outputs.read', { params: { id: `${transaction_hash}:${output_index}` } })
    },
    other: { output_index: 7 },
  },
  'a payment by its request': {
    prepare: async () => {
      const { requestId } = await paid()
      return () => remote.call('transactions.read', { params: { id: requestId } })
    },
    other: { request_id: uuid },
  },
  'a payment by its hash': {
    prepare: async () => {
      const { hash: id } = await paid()
      return () => remote.call('transactions.read', { params: { id } })
    },
    other: { transaction_hash: hash },
  },
  'payments by their requests': {
    prepare: async () => {
      const { requestId } = await paid()
      return () => remote.call('transactions.fetch', { body: [requestId] })
    },
    other: { request_id: uuid },
  },
  'a movement': {
    prepare: async () => {
      await ana.fund(BTC, '1')
      const [snapshot] = await ana.remote.call('snapshots.list', { query: { limit: 1 } })
      return () => remote.call('snapshots.read', { params: { id: snapshot?.snapshot_id as SnapshotId } })
    },
    other: { snapshot_id: uuid },
  },
  'a collection': {
    prepare: async () => {
      const { collection_hash } = await inscribed()
      return () => remote.call('collections.read', { params: { hash: collection_hash } })
    },
    other: { collection_hash: hash },
  },
  'a collection by its token': {
    prepare: async () => {
      const { kernel_asset_id } = await inscribed()
      return () => remote.call('collections.read', { params: { hash: kernel_asset_id } })
    },
    other: { kernel_asset_id: hash, asset_key: hash },
  },
  'items of a collection': {
    prepare: async () => {
      const { collection_hash } = await inscribed()
      return () => remote.call('collections.items', { params: { hash: collection_hash } })
    },
    other: { collection_hash: hash },
  },
  'an item': {
    prepare: async () => {
      const { items } = await inscribed()
      return () => remote.call('items.read', { params: { hash: items[0].inscription_hash } })
    },
    other: { inscription_hash: hash },
  },
  'a code of a payment': {
    prepare: async () => {
      const { code_id: id } = await code({ type: 'payment', asset_id: BTC, amount: '1', receivers: [ben.id] })
      return () => remote.call('codes.read', { params: { id } })
    },
    other: { code_id: uuid },
  },
  'a code of a conversation': {
    prepare: async () => {
      const { code_id: id } = await code({
        type: 'conversation',
        name: 'Bakers',
        creator_id: ana.id,
        members: [ben.id],
      })
      return () => remote.call('codes.read', { params: { id } })
    },
    other: { code_id: uuid },
  },
  'a transaction of the kernel': {
    prepare: async () => {
      const { hash: named } = await paid()
      return () => remote.call('kernel.transaction', { body: { method: 'gettransaction', params: [named] } })
    },
    other: { hash },
  },
  'a coin of the kernel': {
    prepare: async () => {
      const { hash: named } = await paid()
      return () => remote.call('kernel.output', { body: { method: 'getutxo', params: [named, 1] } })
    },
    other: { index: 0 },
  },
  'a short link': {
    prepare: async () => {
      const { scheme_id: id } = await ana.remote.call('schemes.create', { body: { target: 'mixin://users/1' } })
      return () => remote.call('schemes.read', { params: { id } })
    },
    other: { scheme_id: uuid },
  },
}

describe('an answer about another thing than was asked for', () => {
  it.each(Object.keys(CASES))('is refused: %s', async (name) => {
    const { prepare, other } = CASES[name] as Case
    const call = await prepare()
    line.faults.length = 0
    await call()
    const changed = (record: object) => ({ ...record, ...other })
    line.faults.push({ path: /./, act: (data: object) => (Array.isArray(data) ? data.map(changed) : changed(data)) })
    await expect(call()).rejects.toMatchObject({ code: 'remote.malformed' })
  })
})

describe('what is asked of a request, or done to it', () => {
  it.each(['transactions.read', 'multisigs.read', 'multisigs.sign', 'multisigs.unlock'])(
    'is answered by the request of that id or of that hash, and by no other: %s',
    (call) => {
      const asked = { params: { id: uuid } }
      expect(isAbout(call, asked, { request_id: uuid, transaction_hash: hash })).toBe(true)
      expect(isAbout(call, { params: { id: hash } }, { request_id: uuid, transaction_hash: hash })).toBe(true)
      expect(isAbout(call, asked, { request_id: uuid.replace(/1$/, '2'), transaction_hash: hash })).toBe(false)
    },
  )
})

describe('a coin of the kernel', () => {
  it.each([
    ['is the one of that place', { hash, index: 1 }, true],
    ['is none', null, true],
    ['is not another one of the transaction', { hash, index: 0 }, false],
    ['is not one of another transaction', { hash: 'cd'.repeat(32), index: 1 }, false],
  ])('%s', (_, one, is) => {
    expect(isAbout('kernel.output', { body: { method: 'getutxo', params: [hash, 1] } }, one)).toBe(is)
  })
})

describe('a person by a phone number that is hidden', () => {
  it.each(['+4721234567', '4721234567', '298221234'])('is whom the service names: %s', async (q) => {
    const found = { ...(await ben.remote.call('me.read')), phone: '' }
    expect(isAbout('users.search', { params: { q } }, found)).toBe(true)
  })
})
