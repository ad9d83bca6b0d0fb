import { beforeAll, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId } from '#contract/domain'
import { verifyByHost } from '#platform'
import { parseAmount, verifyDepositEntry } from '#protocol'
import { stillClock } from '../support/clock.ts'
import {
  BTC,
  ETH,
  newcomer,
  order,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
  USDT,
  XIN,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from './trace.ts'

const CHAINS = assets.chains.filter(({ chain_id }) => assets.assets.some(({ asset_id }) => asset_id === chain_id))

describe('deposits', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  let key: string
  beforeAll(async () => {
    net = await startTestLocalnet({ clock: stillClock() })
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
    key = (await net.control.call('local.network')).deposit_public_key
  })

  async function entryOf(person: Person, chainId: AssetId = BTC, members = [person], threshold = 1) {
    const [entry] = await person.remote.call('deposits.entries', {
      body: { chain_id: chainId, members: members.map(({ id }) => id), threshold },
    })
    if (entry === undefined) throw new Error('no deposit entry came back')
    return entry
  }

  const arrive = (destination: string, amount: string, assetId: AssetId = BTC, tag = '') =>
    net.control.call('local.deposit', { body: { destination, tag, asset_id: assetId, amount: parseAmount(amount) } })

  const refused = (call: () => Promise<unknown>) => refusedWithoutTrace(net, [ana, ben], call)

  it('have one address for a holder and chain, whoever of the members asks', async () => {
    const first = await entryOf(ana, BTC, [ana, ben], 2)
    expect(await entryOf(ben, BTC, [ben, ana], 2)).toEqual(first)
    const others = [
      await entryOf(ana, BTC, [ana, ben], 1),
      await entryOf(ana, BTC),
      await entryOf(ben, BTC),
      await entryOf(ana, ETH, [ana, ben], 2),
    ]
    expect(new Set([first, ...others].map(({ destination }) => destination)).size).toBe(5)
  })

  it('take oneself for a group of one when no members are named', async () => {
    const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: BTC } })
    expect(entry).toEqual(await entryOf(ana))
  })

  it.each(CHAINS.map(({ name, chain_id }) => [name, chain_id as AssetId]))(
    'have a signed address on %s that the service itself takes for one',
    async (_, chainId) => {
      const entry = await entryOf(ana, chainId)
      expect(verifyDepositEntry(entry, [key], { verify: verifyByHost })).toBe(true)
      expect(verifyDepositEntry({ ...entry, tag: `${entry.tag}1` }, [key], { verify: verifyByHost })).toBe(false)
      const { destination, tag } = entry
      const query = { asset: chainId, destination, ...(tag === '' ? {} : { tag }) }
      expect(await net.control.call('addresses.check', { query })).toMatchObject({ destination, tag })
    },
  )

  it('are refused an address for others, for doubles, for nobody and for too high a threshold', async () => {
    const nobody = await newcomer(net, 'Nobody', { unregistered: true })
    const ask = (members: Person[], threshold: number) => () => entryOf(ana, BTC, members, threshold)
    expect(await refused(ask([ben], 1))).toBe(403)
    expect(await refused(ask([ana, ana], 1))).toBe(20150)
    expect(await refused(ask([ana, nobody], 1))).toBe(10404)
    expect(await refused(ask([ana, ben], 3))).toBe(10002)
    expect(await refused(() => entryOf(ana, USDT))).toBe(404)
  })

  it('count their confirmations up to the threshold of the chain and are credited then', async () => {
    const cat = await newcomer(net, 'Cat')
    const { destination } = await entryOf(cat)
    const seen = await arrive(destination, '0.5')
    expect(seen).toMatchObject({ confirmations: 0, state: 'pending', asset_id: BTC })
    const pending = async () =>
      (await cat.remote.call('deposits.list', { query: { asset: BTC } })).map(({ confirmations }) => confirmations)
    const counted = [await pending()]
    for (let block = 1; block < seen.threshold; block += 1) {
      await net.blocks(1)
      counted.push(await pending())
    }
    expect(counted).toEqual(Array.from({ length: seen.threshold }, (_, at) => [at]))
    expect(await cat.outputs()).toEqual([])
    await net.blocks(1)
    expect(await pending()).toEqual([])
    const [output] = await cat.outputs()
    expect(output).toMatchObject({
      amount: parseAmount('0.5'),
      deposit: { chain: BTC, deposit_hash: seen.transaction_hash },
      senders: [],
    })
    const [snapshot] = await cat.remote.call('snapshots.list')
    expect(snapshot).toMatchObject({
      type: 'deposit',
      amount: parseAmount('0.5'),
      opponent_id: null,
      deposit: { deposit_hash: seen.transaction_hash, destination, sender: seen.sender },
    })
  })

  it('credit a token of the chain as that token', async () => {
    const cat = await newcomer(net, 'Cat')
    await cat.fund(USDT, '12.34567891')
    expect((await cat.outputs()).map(({ asset_id, amount }) => [asset_id, amount])).toEqual([
      [USDT, parseAmount('12.34567891')],
    ])
  })

  it('to a group belong to the group and are told to no member as his own', async () => {
    const { destination } = await entryOf(ana, BTC, [ana, ben], 2)
    const { threshold } = await arrive(destination, '0.5')
    expect(await ben.remote.call('deposits.list', { query: { destination } })).toHaveLength(1)
    await net.blocks(threshold)
    expect(await ana.outputs()).toEqual([])
    const mine = await ana.remote.call('snapshots.list')
    expect(mine).toEqual([])
  })

  it('need the tag where an address is shared', async () => {
    const tagged = CHAINS.filter(({ tag }) => tag === 'needed')
    expect(tagged.length).toBeGreaterThan(0)
    for (const { chain_id } of tagged) {
      const chainId = chain_id as AssetId
      const { destination, tag } = await entryOf(ana, chainId)
      expect(tag).not.toBe('')
      expect(await refused(() => arrive(destination, '1', chainId))).toBe(404)
      expect(await refusalOf(arrive(destination, '1', chainId, tag))).toBe('no refusal')
    }
  })

  it('are refused at an unknown address, of nothing, and beyond what the kernel lets in', async () => {
    const { destination } = await entryOf(ana)
    expect(await refused(() => arrive('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1'))).toBe(404)
    expect(await refused(() => arrive(destination, '1', ETH))).toBe(404)
    expect(await refused(() => arrive(destination, '0'))).toBe(10002)
    expect(await refused(() => arrive(destination, '100000000000'))).toBe(10002)
  })

  it('are refused beyond that also while others are on their way to the ledger, so that blocks go on', async () => {
    const own = await startTestLocalnet({ clock: stillClock() })
    const cat = await newcomer(own, 'Cat')
    const [entry] = await cat.remote.call('deposits.entries', { body: { chain_id: ETH } })
    const { destination = '' } = entry ?? {}
    const arriving = (assetId: AssetId, amount: string) =>
      own.control.call('local.deposit', { body: { destination, asset_id: assetId, amount: parseAmount(amount) } })
    const { threshold } = await arriving(ETH, '3000')
    await own.control.call('local.blocks', { body: { count: threshold, final: false } })
    expect(await refusalOf(arriving(ETH, '3000'))).toBe(10002)
    // What the network brings in for itself leaves that much room too.
    await arriving(XIN, '749999.9999')
    const items = [{ members: [cat.id] }]
    expect(await refusalOf(order(own, 'collections', { name: 'Leaves', symbol: 'LEAF', items }))).toBe(10002)
    await own.blocks(threshold)
    expect([await cat.balance(ETH), await cat.balance(XIN)]).toEqual(['3000', '749999.9999'])
  })

  it('are seen by nobody else', async () => {
    const { destination } = await entryOf(ana)
    await arrive(destination, '0.25')
    expect(await ben.remote.call('deposits.list', { query: { destination } })).toEqual([])
  })

  it('are listed page by page, by time, the offset not included', async () => {
    const cat = await newcomer(net, 'Cat')
    const { destination } = await entryOf(cat)
    for (const amount of ['1', '2', '3']) await arrive(destination, amount)
    const list = (query: object) => cat.remote.call('deposits.list', { query })
    const all = await list({})
    expect(all.map(({ amount }) => amount)).toEqual(['1', '2', '3'].map(parseAmount))
    expect(await list({ limit: 2 })).toEqual(all.slice(0, 2))
    expect(await list({ offset: all[0]?.created_at })).toEqual(all.slice(1))
    expect(await list({ order: 'DESC', limit: 1 })).toEqual(all.slice(2))
    expect(await list({ asset: ETH })).toEqual([])
  })

  it('arrive with automatic blocks all by themselves', async () => {
    const timed = await startTestLocalnet({ manualBlocks: false, blockSeconds: 0.05 })
    const dan = await newcomer(timed, 'Dan')
    const [entry] = await dan.remote.call('deposits.entries', { body: { chain_id: BTC } })
    await timed.control.call('local.deposit', {
      body: { destination: entry?.destination ?? '', asset_id: BTC, amount: parseAmount('1') },
    })
    await expect.poll(() => dan.balance(BTC)).toBe('1')
  })
})
