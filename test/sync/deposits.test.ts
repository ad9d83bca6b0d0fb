import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AssetId, HOUR, type PendingDeposit } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { parseAmount } from '#protocol/text'
import { type AccountStore, openAccountStore } from '#store'
import { createSync, type Sync } from '#sync'
import { manualClock } from '../support/clock.ts'
import { remoteAt } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, asset, hashOf, kernel, uuidFrom } from '../support/store.ts'

/* How often the service is asked for deposits of somebody whose groups have addresses on many chains. */

const [own, group] = [aHolder(), aHolder('me', 'ana')]
let store: AccountStore
let clock: ReturnType<typeof manualClock>
let sync: Sync
let asked: string[]
let onTheWay: PendingDeposit[]
/** What is answered of an address instead. */
let instead: Map<string, () => Response>

const chain = (at: number): AssetId => uuidFrom<AssetId>(`chain ${at}`)
const destination = (at: number): string => `address ${at}`

function deposit(at: number): PendingDeposit {
  return {
    ...{ deposit_id: uuidFrom(`deposit ${at}`), transaction_hash: hashOf(`deposit ${at}`), output_index: 0 },
    ...{ destination: destination(at), tag: '', amount: parseAmount('1'), asset_id: asset('BTC'), chain_id: chain(at) },
    ...{
      kernel_asset_id: kernel('BTC'),
      asset_key: '',
      block_hash: '',
      block_number: 1,
      sender: '',
      extra: '',
      confirmations: 1,
      threshold: 3,
      state: 'pending',
      created_at: clock.now(),
      updated_at: clock.now(),
    },
  }
}

beforeEach(async () => {
  clock = manualClock()
  ;[asked, onTheWay, instead] = [[], [], new Map()]
  store = openAccountStore({ dir: newFolder('store'), network: 'local', account: ACCOUNT, clock })
  for (let at = 0; at < 24; at += 1) pin(at, at % 2 === 0 ? own : group)
  await clock.advance(Number((2n * HOUR) / 1_000_000n))
  const fetch: typeof globalThis.fetch = async (target) => {
    const { pathname, searchParams } = new URL(String(target))
    if (pathname !== '/safe/deposits') return Response.json({ data: [] })
    const to = searchParams.get('destination') ?? ''
    asked.push(to)
    const other = instead.get(to)
    if (other !== undefined) return other()
    const tag = searchParams.get('tag') ?? ''
    const isTo = (each: PendingDeposit): boolean => each.destination === to && each.tag === tag
    const data = searchParams.has('offset') ? [] : onTheWay.filter(isTo)
    return Response.json({ data: z.encode(ENDPOINTS['deposits.list'].answer, data) })
  }
  sync = createSync({
    remote: remoteAt('http://127.0.0.1:1', { dialect: 'upstream', fetch, authorize: async () => 'token' }),
    ...{ account: ACCOUNT, store, clock, log: () => undefined, holders: () => [own, group] },
    ...{ intervalMs: 60_000, unattendedIntervalMs: 60_000, unattendedMs: () => 0 },
    ...{ unknown: () => ({ users: [], assets: [] }), statusChanged: () => undefined },
  })
})
afterEach(async () => {
  await sync.stop()
  store.close()
})

function pin(at: number, holder: typeof own, { to = destination(at), tag = '' } = {}): void {
  store.intents.depositPins.pin(holder.id, {
    ...{ type: 'deposit_entry', entry_id: '', threshold: 1, members: [], signature: '', is_primary: true },
    ...{ destination: to, tag, chain_id: chain(at), minimum: '', maximum: '' },
  })
}

/** The addresses of a round, each once. */
async function round(): Promise<Set<string>> {
  asked = []
  await sync.look()
  return new Set(asked)
}

const pending = () =>
  [own, group].flatMap(({ id }) => store.cache.deposits.listPending(id)).map((each) => each.destination)

describe('deposits to many addresses', () => {
  it('are looked for at all of them at first, and at some in each round after that', async () => {
    expect((await round()).size).toBe(24)
    const [one, two, three] = [await round(), await round(), await round()]
    expect([one.size, two.size, three.size]).toEqual([8, 8, 8])
    expect(new Set([...one, ...two, ...three]).size).toBe(24)
  })

  it('are looked for at all of them when a person asks', async () => {
    await round()
    asked = []
    await sync.refresh()
    expect(new Set(asked).size).toBe(24)
  })

  it('are followed in each round once they are known, and stay while others are looked for', async () => {
    await round()
    onTheWay = [deposit(3), deposit(20)]
    for (let rounds = 0; rounds < 3; rounds += 1) await round()
    expect(pending().sort()).toEqual([destination(20), destination(3)])
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const these = await round()
      expect([these.has(destination(3)), these.has(destination(20))]).toEqual([true, true])
      expect(pending()).toHaveLength(2)
    }
    onTheWay = [deposit(20)]
    await round()
    expect(pending()).toEqual([destination(20)])
  })

  it('are looked for in each round at an address that was just shown', async () => {
    await round()
    pin(24, own)
    for (let rounds = 0; rounds < 4; rounds += 1) expect(await round()).toContain(destination(24))
  })

  it('are told apart by their tags at an address that several have', async () => {
    const to = destination(30)
    pin(30, own, { to, tag: '7' })
    pin(31, own, { to, tag: '8' })
    pin(30, group, { to, tag: '9' })
    onTheWay = ['7', '8', '9'].map((tag) => ({ ...deposit(30), deposit_id: uuidFrom(`deposit ${tag}`), tag }))
    await round()
    const tagsOf = ({ id }: typeof own) => store.cache.deposits.listPending(id).map(({ tag }) => tag)
    expect([tagsOf(own).sort(), tagsOf(group)]).toEqual([['7', '8'], ['9']])
  })

  it('are not those of other tags, of which a service tells all the same', async () => {
    const to = destination(30)
    pin(30, own, { to, tag: '7' })
    const listed = ['7', '8', ''].map((tag) => ({ ...deposit(30), deposit_id: uuidFrom(`deposit ${tag}`), tag }))
    instead.set(to, () => Response.json({ data: z.encode(ENDPOINTS['deposits.list'].answer, listed) }))
    await round()
    expect(store.cache.deposits.listPending(own.id).map(({ tag }) => tag)).toEqual(['7'])
  })

  it('are looked for once at an address that several chains have', async () => {
    store.intents.depositPins.pin(own.id, {
      ...{ type: 'deposit_entry', entry_id: '', threshold: 1, members: [], signature: '', is_primary: true },
      ...{ destination: destination(0), tag: '', chain_id: chain(99), minimum: '', maximum: '' },
    })
    await round()
    expect(asked.filter((each) => each === destination(0))).toHaveLength(1)
  })

  it('to others are seen while the service refuses to say anything of one, where what is known stays', async () => {
    await round()
    onTheWay = [deposit(2), deposit(4)]
    await sync.refresh()
    expect(pending().sort()).toEqual([destination(2), destination(4)])
    instead.set(destination(2), () => Response.json({ error: { status: 202, code: 10002, description: 'no' } }))
    onTheWay = [deposit(6)]
    await sync.refresh().catch(() => undefined)
    expect(pending().sort()).toEqual([destination(2), destination(6)])
  })

  it('are said not to be read where the service refuses to say anything of one', async () => {
    await round()
    instead.set(destination(2), () => Response.json({ error: { status: 202, code: 10002, description: 'no' } }))
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'remote.invalid_field' })
    expect(sync.status().phase).toBe('failing')
  })

  it('are looked for next where a round that broke off did not get to', async () => {
    await round()
    const [turn] = [await round(), await round(), await round()]
    const down = () => {
      throw new TypeError('fetch failed')
    }
    for (let at = 0; at < 24; at += 1) instead.set(destination(at), down)
    asked = []
    await sync.look().catch(() => undefined)
    const reached = new Set(asked)
    instead.clear()
    const next = await round()
    expect(reached.size).toBe(1)
    expect([...(turn ?? [])].filter((each) => !next.has(each))).toEqual([...reached])
  })
})
