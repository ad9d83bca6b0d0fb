import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Asset, type Hash, HOUR, type Holder, type HolderId, type Nanos } from '#contract/domain'
import { hashMembers } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { systemClock } from '../support/clock.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  BTC,
  newcomer,
  type Person,
  remoteAt,
  startTestLocalnet,
  type TestLocalnet,
  tokenFor,
  XIN,
} from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'

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
