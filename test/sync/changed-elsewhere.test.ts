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

const unspentOf = ({ id }: Holder) => store.cache.outputs.balances(id).map(({ unspent }) => unspent.amount)

beforeAll(async () => {
  net = await startTestLocalnet()
  shop = await newcomer(net, 'Shop')
})

beforeEach(async () => {
  cas = await newcomer(net, 'Cas')
  holders = [holderOf([cas.id], 1)]
  compared = []
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: cas.id, clock: systemClock })
  sync = createSync({
    account: cas.id,
    remote: remoteAt(net.url, {
      fetch(target, init) {
        const { searchParams } = new URL(String(target))
        if (searchParams.get('state') === 'unspent') compared.push(searchParams.get('members') ?? '')
        return fetch(target, init)
      },
      authorize: async (request) => tokenFor(cas, request, systemClock.now()),
    }),
    store,
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
})
