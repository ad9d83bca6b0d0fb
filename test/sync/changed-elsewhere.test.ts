import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Holder } from '#contract/domain'
import { parseAmount } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { systemClock } from '../support/clock.ts'
import { groupOf } from '../support/group.ts'
import {
  BTC,
  newcomer,
  type Person,
  remoteAt,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
} from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'

/* Change that comes back tells of a spend that was made elsewhere: in the round that brings it, what was spent is looked for. */

let net: TestLocalnet
let shop: Person
let cas: Person
let store: AccountStore
let sync: Sync
let holders: Holder[]
let compared: string[]
/** How often the journal was asked for a transaction, and whether it has all of them. */
let journal: { asked: number; hasAll: boolean }
let isRefused: boolean

const unspentOf = ({ id }: Holder) => store.cache.outputs.balances(id).map(({ unspent }) => unspent.amount)

/** The same files, with an eye on what is asked of the journal. */
function watched(files: AccountStore): AccountStore {
  const { payments } = files.intents
  const given: typeof payments = {
    ...payments,
    summaryByTransaction(hash) {
      journal.asked += 1
      return payments.summaryByTransaction(hash)
    },
    knownAmong(hashes) {
      journal.asked += 1
      return journal.hasAll ? hashes : payments.knownAmong(hashes)
    },
  }
  return { ...files, intents: { ...files.intents, payments: given } }
}

beforeAll(async () => {
  net = await startTestLocalnet()
  shop = await newcomer(net, 'Shop')
})

beforeEach(async () => {
  cas = await newcomer(net, 'Cas')
  holders = [holderOf([cas.id], 1)]
  compared = []
  journal = { asked: 0, hasAll: false }
  isRefused = false
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: cas.id, clock: systemClock })
  sync = createSync({
    account: cas.id,
    remote: remoteAt(net.url, {
      fetch(target, init) {
        const { searchParams } = new URL(String(target))
        if (searchParams.get('state') === 'unspent') {
          compared.push(searchParams.get('members') ?? '')
          if (isRefused)
            return Promise.resolve(Response.json({ error: { status: 202, code: 99_999, description: '' } }))
        }
        return fetch(target, init)
      },
      authorize: async (request) => tokenFor(cas, request, systemClock.now()),
    }),
    store: watched(store),
    clock: systemClock,
    log: () => undefined,
    holders: () => holders,
    unknown: () => ({ users: [], assets: [] }),
    ...{ intervalMs: 60_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0, statusChanged: () => undefined },
  })
})
afterEach(async () => {
  await sync.stop()
  store.close()
})

describe('a round that brings change', () => {
  it('finds what another computer of the account has spent', async () => {
    const [self] = holders as [Holder]
    await cas.fund(BTC, '1')
    await sync.look()
    await cas.pay(shop.id, BTC, '0.4')
    await net.blocks(20)
    await sync.look()
    expect(unspentOf(self)).toEqual([parseAmount('0.6')])
  })

  it('finds what the others of a group have spent, and compares nothing else', async () => {
    const [ana, ben] = [await newcomer(net, 'Ana'), await newcomer(net, 'Ben')]
    const group = await groupOf(net, [ana, ben, cas], 2, BTC, '1')
    const shared = holderOf(group.ids, 2)
    holders.push(shared)
    await sync.look()
    const request = await group.ask('0.4', shop.id)
    const [one = 0, two = 0] = [ana, ben].map((each) => group.members.indexOf(each))
    await group.sign(one, request)
    await group.sign(two, request)
    await net.blocks(20)
    compared = []
    await sync.look()
    expect(unspentOf(shared)).toEqual([parseAmount('0.6')])
    expect(new Set(compared)).toEqual(new Set([group.membersHash]))
    compared = []
    await sync.look()
    expect(compared).toEqual([])
  })

  it('asks for the comparison once where that fails, and again in the next round', async () => {
    const [self] = holders as [Holder]
    await cas.fund(BTC, '1')
    await sync.look()
    await cas.pay(shop.id, BTC, '0.4')
    await net.blocks(20)
    compared = []
    isRefused = true
    await sync.look().catch(() => undefined)
    expect(compared).toHaveLength(1)
    isRefused = false
    await sync.look()
    expect(unspentOf(self)).toEqual([parseAmount('0.6')])
  })

  it('asks the journal once for all of a page, of outputs and of history', async () => {
    journal.hasAll = true
    await cas.fund(BTC, '1')
    for (let at = 0; at < 5; at += 1) {
      await cas.pay(shop.id, BTC, '0.1')
      await net.blocks(20)
    }
    await sync.look()
    expect(journal.asked).toBeGreaterThan(0)
    expect(journal.asked).toBeLessThanOrEqual(2)
  })
})
