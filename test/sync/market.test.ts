import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Asset,
  type Chain,
  type Fiat,
  type Hash,
  HOUR,
  type Holder,
  type HolderId,
  type Nanos,
} from '#contract/domain'
import { hashMembers } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  BTC,
  ETH,
  newcomer,
  type Person,
  remoteAt,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
  XIN,
} from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { hashOf, uuidFrom } from '../support/store.ts'

/* What is held and stands on no list of the service has a price all the same, which changes like any. */

let net: TestLocalnet
let ana: Person
let self: Holder
let line: FaultyLine
let store: AccountStore
let sync: Sync
let ahead: bigint

beforeAll(async () => {
  net = await startTestLocalnet()
  ana = await newcomer(net, 'Ana')
  await ana.fund(BTC, '1')
  const membersHash = hashMembers([ana.id]) as Hash // a SHA3-256 digest
  self = { id: `${membersHash}:1` as HolderId, members: [ana.id], membersHash, threshold: 1 } // how holders are named
})

beforeEach(() => {
  line = faultyLine()
  ahead = 0n
  const clock = {
    ...systemClock,
    now: () => (systemClock.now() + ahead) as Nanos,
    monotonicMs: () => systemClock.monotonicMs() + Number(ahead / 1_000_000n),
  }
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: ana.id, clock })
  const authorize = async (request: Parameters<typeof tokenFor>[1]) => tokenFor(ana, request, systemClock.now())
  sync = createSync({
    ...{ account: ana.id, remote: remoteAt(net.url, { fetch: line.fetch, authorize }), store, clock },
    ...{ log: () => undefined, holders: () => [self], unknown: () => ({ users: [], assets: [] }) },
    ...{ intervalMs: 60_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0, statusChanged: () => undefined },
  })
})
afterEach(async () => {
  await sync.stop()
  store.close()
})

const priceNow = () => store.cache.assets.get(BTC)?.price_usd
const costs = (price_usd: string) => (assets: Asset[]) =>
  assets.map((asset) => (asset.asset_id === BTC ? { ...asset, price_usd } : asset))
const withoutBitcoin = (assets: Asset[]) => assets.filter(({ asset_id }) => asset_id !== BTC)

describe('an asset that is held and not listed', () => {
  it('is worth what the service says now, not what it said first', async () => {
    line.faults.push(
      { path: /^\/safe\/assets$/, act: withoutBitcoin },
      { path: /^\/safe\/assets\/fetch$/, act: costs('100'), times: 1 },
      { path: /^\/safe\/assets\/fetch$/, act: costs('40') },
    )
    await sync.refresh()
    expect(priceNow()).toBe('100')
    ahead = HOUR
    await sync.refresh()
    expect(priceNow()).toBe('40')
  })

  it('is asked for by name, and what was listed is not', async () => {
    line.faults.push({ path: /^\/safe\/assets$/, act: withoutBitcoin })
    await ana.fund(XIN, '1')
    await sync.refresh()
    expect(line.passed.filter((one) => one === 'POST /safe/assets/fetch')).toHaveLength(1)
    line.faults.length = 0
    ahead = HOUR
    await sync.refresh()
    expect(line.passed.filter((one) => one === 'POST /safe/assets/fetch')).toHaveLength(1)
  })
})

/** So many others as are more than anything keeps of a list. */
const crowd = <Row>(one: (at: number) => Row): Row[] => Array.from({ length: 5_200 }, (_, at) => one(at))

describe('a service that named more than anything keeps', () => {
  it('keeps out nothing of what it lists when those are gone', async () => {
    const first = { times: 1 }
    const others = (made: (at: number) => object) => (all: object[]) => crowd((at) => ({ ...all[0], ...made(at) }))
    line.faults.push(
      {
        path: /^\/safe\/assets$/,
        ...first,
        act: others((at) => ({ asset_id: uuidFrom(at), kernel_asset_id: hashOf(at), price_usd: '' })),
      },
      { path: /^\/network\/chains$/, ...first, act: others((at) => ({ chain_id: uuidFrom(at) })) },
      { path: /^\/external\/fiats$/, ...first, act: others((at) => ({ code: `X${at}` })) },
    )
    await sync.refresh()
    const { assets, chains, fiats } = store.cache
    expect([assets.get(ETH), chains.get(BTC), fiats.get('EUR')]).toEqual([undefined, undefined, undefined])
    ahead = HOUR
    await sync.refresh()
    expect(assets.get(ETH)).toMatchObject({ symbol: 'ETH' } satisfies Partial<Asset>)
    expect(chains.get(BTC)).toMatchObject({ chain_id: BTC } satisfies Partial<Chain>)
    expect(fiats.get('EUR')).toMatchObject({ code: 'EUR' } satisfies Partial<Fiat>)
  })

  it('is remembered what the held costs all the same', async () => {
    line.faults.push({
      path: /^\/safe\/assets$/,
      act: (all: Asset[]) => [
        ...crowd((at) => ({ ...all[0], asset_id: uuidFrom(at), kernel_asset_id: hashOf(at) })).slice(0, 600),
        ...costs('100')(all),
      ],
    })
    await sync.refresh()
    expect(store.cache.prices.at(BTC, systemClock.now())).toBe('100')
  })
})
