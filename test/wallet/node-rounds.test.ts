import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, type Fiat, HOUR, MINUTE, type Nanos, type Output } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { AccountStore } from '#store'
import { createNodes } from '../../src/wallet/nodes/nodes.ts'
import { createNodeRound } from '../../src/wallet/nodes/round.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { listening } from '../support/listening.ts'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anAsset, anOutput, kernel, openAccount, time } from '../support/store.ts'
import { type Answering, startNode } from './false-node.ts'

/* Which coins nodes are asked about by themselves, and how often, whatever the service says of them. */

const self = aHolder()
const nothing: Answering = () => null
const silent: Answering = () => undefined
let empty: Awaited<ReturnType<typeof listening>>
let one: Awaited<ReturnType<typeof startNode>>
let two: Awaited<ReturnType<typeof startNode>>
let store: AccountStore
let now: Nanos
let names: string[]
let currency: string
let rounds: ReturnType<typeof start>

beforeAll(async () => {
  empty = await listening(createServer((_, response) => response.end('{"data":null}')))
  one = await startNode(empty.url)
  two = await startNode(empty.url)
})
afterAll(() => Promise.all([one.close(), two.close(), empty.close()]))

function start() {
  const clock = { ...systemClock, now: () => now }
  const directory = createDirectory({
    ...{ table: { assets: [], chains: [] }, cache: store.cache, account: ACCOUNT, groups: store.intents.groups },
  })
  const desk = { self, store, clock, directory, random: freshBytes, log: () => undefined }
  const nodes = createNodes(desk, { fetch }, () => ({
    nodes: names,
    from: { limit: parseAmount('1000'), currency },
  }))
  const about = (coin: Output) => ({ hash: coin.transaction_hash, index: coin.output_index })
  const asking = new Set<Promise<unknown>>()
  const ask: typeof nodes.ask = (...place) => {
    const answer = nodes.ask(...place)
    asking.add(answer)
    void answer.finally(() => asking.delete(answer))
    return answer
  }
  return {
    ...createNodeRound({ ...desk, nodes: { ...nodes, ask } }),
    asking,
    said: (coin: Output) => nodes.opinion(about(coin))?.nodes.map(({ says }) => says) ?? null,
    ask: (coin: Output) => nodes.ask(about(coin), coin.created_at),
    contradicted: () => nodes.contradicted().length,
  }
}

beforeEach(() => {
  for (const node of [one, two]) Object.assign(node, { answering: nothing, asked: [] })
  now = time(1_000_000)
  names = [one.url]
  currency = 'USD'
  store = openAccount(newFolder('store'), { now: () => now })
  store.cache.assets.put([{ ...anAsset('BTC'), price_usd: '100' }])
  rounds = start()
})
afterEach(async () => {
  await rounds.stop()
  store.close()
})

/** Rounds, until one asks about nothing more. */
async function settle(): Promise<void> {
  for (let before = -1; before < one.asked.length + two.asked.length; ) {
    before = one.asked.length + two.asked.length
    await round()
  }
}

/** One that is ended, with all that it asked. */
async function round(): Promise<void> {
  rounds.round()
  for (; rounds.asking.size > 0; await setImmediate()) await Promise.all(rounds.asking)
}

function list(...coins: Output[]): void {
  store.cache.outputs.applyPage({ holder: self, outputs: coins, cursor: coins.at(-1)?.sequence ?? 0 })
}

const later = (by: bigint): void => {
  now = (now + by) as Nanos
}
const aCoin = (at: number, fields: Partial<Output> = {}): Output =>
  anOutput(at, { created_at: now, amount: parseAmount('20'), ...fields })
const small = (at: number): Output => aCoin(at, { amount: parseAmount('0.1') })

describe('which coins are asked about', () => {
  it('are those of the worth that was set, and not those below', async () => {
    const [below, above] = [small(1), aCoin(2)]
    list(below, above)
    await settle()
    expect([rounds.said(below), rounds.said(above)]).toEqual([null, ['waiting']])
  })

  it.each(['', '0'])('are those whose price is "%s", which may be worth anything', async (price_usd) => {
    store.cache.assets.put([{ ...anAsset('ODD'), price_usd }])
    const odd = aCoin(1, { kernel_asset_id: kernel('ODD') })
    list(odd)
    await settle()
    expect(rounds.said(odd)).toEqual(['waiting'])
  })

  it('are those of which nobody said what they are', async () => {
    const odd = aCoin(1, { kernel_asset_id: kernel('NEVER SEEN') })
    list(odd)
    await settle()
    expect(rounds.said(odd)).toEqual(['waiting'])
  })

  it('are those whose price fell so far within the day that they would be below', async () => {
    const coin = aCoin(1)
    later(2n * HOUR)
    store.cache.assets.put([{ ...anAsset('BTC'), price_usd: '1' }])
    list(coin)
    await settle()
    expect(rounds.said(coin)).toEqual(['absent'])
  })

  it('are those that would be below by a rate of the currency that fell so far within the day', async () => {
    currency = 'EUR'
    const coin = aCoin(1)
    for (const rate of [1, 0.01]) {
      store.cache.fiats.put([{ code: 'EUR', rate } as Fiat])
      later(2n * HOUR)
    }
    list(coin)
    await settle()
    expect(rounds.said(coin)).toEqual(['absent'])
  })

  it('are all of them, however many came later', async () => {
    const first = aCoin(1)
    list(first, ...Array.from({ length: 160 }, (_, at) => small(at + 2)))
    for (let rest = 5; rest > 0; rest--) await round()
    expect(rounds.said(first)).toEqual(['waiting'])
  })

  it('are those too that the service calls paid by this account, of which its journal knows nothing', async () => {
    const coin = aCoin(1, { senders: [ACCOUNT], senders_hash: self.membersHash, senders_threshold: 1 })
    list(coin)
    await settle()
    expect(rounds.said(coin)).toEqual(['waiting'])
  })
})

describe('how often', () => {
  it.each([
    ['long ago', -1_000n * DAY],
    ['far ahead', 1_000n * DAY],
  ])('is again where a node was silent, for a day, though the service dates it %s', async (_, by) => {
    one.answering = silent
    const coin = aCoin(1, { created_at: (now + by) as Nanos })
    list(coin)
    await settle()
    const asked = one.asked.length
    later(6n * MINUTE)
    await settle()
    expect(one.asked.length).toBeGreaterThan(asked)
    const again = one.asked.length
    later(6n * MINUTE)
    await settle()
    later(6n * MINUTE)
    await settle()
    expect(one.asked.length).toBe(again + asked)
    later(2n * DAY)
    await settle()
    expect(one.asked.length).toBe(again + asked)
  })

  it('is for a day after it was asked first, over a restart too', async () => {
    one.answering = silent
    const coin = aCoin(1, { created_at: (now - 1_000n * DAY) as Nanos })
    list(coin)
    await settle()
    later(DAY / 2n)
    rounds = start()
    one.answering = nothing
    await settle()
    expect(rounds.said(coin)).toEqual(['absent'])
    const asked = one.asked.length
    later(DAY)
    rounds = start()
    await settle()
    expect(one.asked.length).toBe(asked)
  })

  it('is no later because the clock had been ahead and was set back', async () => {
    one.answering = silent
    list(aCoin(1, { created_at: (now - 1_000n * DAY) as Nanos }))
    await settle()
    later(DAY / 2n)
    await settle()
    const asked = one.asked.length
    later(-DAY / 2n)
    await settle()
    expect(one.asked.length).toBeGreaterThan(asked)
  })

  it('is once more where a node was named since', async () => {
    const coin = aCoin(1, { created_at: (now - 1_000n * DAY) as Nanos })
    list(coin)
    await settle()
    later(2n * DAY)
    names = [one.url, two.url]
    await settle()
    expect(rounds.said(coin)).toEqual(['absent', 'absent'])
  })
})

describe('nodes that were named since', () => {
  const asked = () => [one.asked.length, two.asked.length]

  it('are asked no sooner than five minutes after the others', async () => {
    list(aCoin(1, { created_at: (now - 1_000n * DAY) as Nanos }))
    await settle()
    const [before = 0] = asked()
    names = [one.url, two.url]
    await settle()
    expect(asked()).toEqual([before, 0])
    later(5n * MINUTE - 1_000_000_000n)
    await settle()
    expect(asked()).toEqual([before, 0])
    later(1_000_000_000n)
    await settle()
    expect(two.asked.length).toBeGreaterThan(0)
  })

  it('are asked in place of one that is named no more, whose word counts for none of them', async () => {
    const coin = aCoin(1, { created_at: (now - 1_000n * DAY) as Nanos })
    list(coin)
    await settle()
    later(2n * DAY)
    names = [two.url]
    await settle()
    expect(two.asked.length).toBeGreaterThan(0)
    expect(rounds.said(coin)).toContain('absent')
  })
})

describe('what a node said otherwise', () => {
  it('is kept, however many coins were asked about since', async () => {
    const [coin, ...others] = Array.from({ length: 202 }, (_, at) => aCoin(at + 1))
    if (coin === undefined) throw new Error('there are some')
    list(coin, ...others)
    await rounds.ask(coin)
    later(6n * MINUTE)
    await rounds.ask(coin)
    one.answering = silent
    for (const other of others) await rounds.ask(other)
    expect([rounds.said(coin), rounds.contradicted()]).toEqual([['absent'], 1])
  })
})
