import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import {
  type BTC,
  ETH,
  newcomer,
  order,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from '../support/trace.ts'

describe('collections', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
  })
  afterAll(() => net.close())

  interface Deployed {
    readonly collection_hash: string
    readonly asset_id: typeof BTC
    readonly kernel_asset_id: string
    readonly items: readonly { readonly inscription_hash: string; readonly sequence: number }[]
  }

  async function deployed(count: number, options: object = {}): Promise<Deployed> {
    const items = Array.from({ length: count }, (_, at) => ({
      members: [ana.id],
      content_type: 'text/plain',
      content_url: `https://example.org/${at}`,
      traits: [{ name: 'number', value: String(at) }],
    }))
    const made = (await order(net, 'collections', { name: 'Loaves', symbol: 'LOAF', items, ...options })) as Deployed
    await net.blocks(1)
    return made
  }
  // Hashes that the network has just given out.
  const collection = async (hash: string) =>
    (await net.control.call('collections.read', { params: { hash: hash as never } }))[0]
  const item = async (hash: string) => (await net.control.call('items.read', { params: { hash: hash as never } }))[0]
  const held = async (person: Person, { asset_id }: Deployed) =>
    (await person.outputs(asset_id)).map(({ inscription_hash, amount }) => [inscription_hash, amount])

  it('are read by their hash or their token, with all of their items', async () => {
    const made = await deployed(3, { unit: '2.5', description: 'Fresh.' })
    const found = await collection(made.collection_hash)
    expect(found).toMatchObject({
      collection_hash: made.collection_hash,
      kernel_asset_id: made.kernel_asset_id,
      asset_key: made.collection_hash,
      unit: '2.5',
      supply: '7.5',
      name: 'Loaves',
    })
    expect(await collection(made.kernel_asset_id)).toEqual(found)
    const page = (offset?: number) =>
      net.control.call('collections.items', {
        params: { hash: made.collection_hash as never },
        query: offset === undefined ? {} : { offset },
      })
    expect((await page()).map(({ inscription_hash, sequence }) => ({ inscription_hash, sequence }))).toEqual(made.items)
    expect((await page(1)).map(({ sequence }) => sequence)).toEqual([2])
    const asset = await ana.remote.call('assets.read', { params: { id: made.asset_id } })
    expect(asset).toMatchObject({ symbol: 'LOAF', collection_hash: made.collection_hash })
  })

  it('are answered as one object to the real service’s clients and as an array to others', async () => {
    const made = await deployed(1)
    const paths = [
      `/safe/inscriptions/collections/${made.collection_hash}`,
      `/safe/inscriptions/items/${made.items[0]?.inscription_hash}`,
    ]
    for (const path of paths) {
      const data = async (prefix: string) =>
        ((await (await fetch(net.url + prefix + path)).json()) as { data: unknown }).data
      expect([Array.isArray(await data('')), Array.isArray(await data('/upstream'))]).toEqual([true, false])
    }
  })

  it('give each item to whom it is for, as one output', async () => {
    const made = await deployed(2)
    expect(await held(ana, made)).toEqual(
      made.items.map(({ inscription_hash }) => [inscription_hash, parseAmount('1')]),
    )
    const [first] = made.items
    const found = await item(first?.inscription_hash ?? '')
    expect(found).toMatchObject({ sequence: 0, owner: found?.recipient, occupied_by: found?.recipient })
    expect(found?.traits).toBe('[{"name":"number","value":"0"}]')
    const snapshots = await ana.remote.call('snapshots.list', { query: { asset: made.asset_id } })
    expect(snapshots.map(({ type, inscription_hash }) => [type, inscription_hash])).toEqual(
      made.items.map(({ inscription_hash }) => ['snapshot', inscription_hash]),
    )
  })

  it('let an item follow its money from one input to one output', async () => {
    const made = await deployed(2)
    const [, second] = await ana.outputs(made.asset_id)
    if (second === undefined) throw new Error('the item did not arrive')
    const before = await item(second.inscription_hash ?? '')
    const built = await ana.pay(ben.id, made.asset_id, '1', { inputs: [second] })
    const record = await ana.remote.call('transactions.read', { params: { id: built.requestId } })
    expect(record.inscription_hash).toBe(second.inscription_hash)
    await net.blocks(1)
    expect(await held(ben, made)).toEqual([[second.inscription_hash, parseAmount('1')]])
    const after = await item(second.inscription_hash ?? '')
    expect(after?.recipient).toBe(before?.recipient)
    expect(after?.occupied_by).not.toBe(before?.occupied_by)
    const [told] = await ben.remote.call('snapshots.list', { query: { asset: made.asset_id } })
    expect(told?.inscription_hash).toBe(second.inscription_hash)
    await ben.pay(ana.id, made.asset_id, '1')
    await net.blocks(1)
    expect((await item(second.inscription_hash ?? ''))?.occupied_by).toBe(before?.occupied_by)
  })

  it('release items whose outputs are split or joined', async () => {
    const made = await deployed(3)
    const [one, two, three] = await ana.outputs(made.asset_id)
    if (one === undefined || two === undefined || three === undefined) throw new Error('the items did not arrive')
    await ana.pay(ben.id, made.asset_id, '0.5', { inputs: [one] })
    await ana.pay(ben.id, made.asset_id, '2', { inputs: [two, three] })
    await net.blocks(1)
    for (const output of [one, two, three]) {
      expect(await item(output.inscription_hash ?? '')).toMatchObject({ occupied_by: '', owner: '', occupied_at: null })
    }
    const all = [...(await held(ana, made)), ...(await held(ben, made))]
    expect(all.map(([hash]) => hash)).toEqual([null, null, null])
  })

  it('stay on the network: no withdrawal, no deposit', async () => {
    const made = await deployed(1)
    const [output] = await ana.outputs(made.asset_id)
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const built = await ana.build(made.asset_id, [{ address, amount: parseAmount('1') }], {
      inputs: output === undefined ? [] : [output],
    })
    const verify = () =>
      ana.remote.call('transactions.verify', { body: [{ request_id: built.requestId, raw: built.unsigned }] })
    expect(await refusedWithoutTrace(net, [ana], verify)).toBe(10002)
    const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: ETH } })
    const deposit = () =>
      net.control.call('local.deposit', {
        body: { destination: entry?.destination ?? '', asset_id: made.asset_id, amount: parseAmount('1') },
      })
    expect(await refusedWithoutTrace(net, [ana], deposit)).toBe(10002)
  })

  it('balance: what was inscribed is what there is', async () => {
    const made = await deployed(4, { unit: '3' })
    const { totals } = await net.control.call('local.state')
    expect(totals.find(({ asset_id }) => asset_id === made.asset_id)).toMatchObject({
      symbol: 'LOAF',
      deposited: parseAmount('12'),
      unspent: parseAmount('12'),
    })
  })

  it('go on after a restart', async () => {
    const made = await deployed(1)
    await net.close()
    net = await startTestLocalnet({ dir: net.dir })
    expect(await collection(made.collection_hash)).toMatchObject({ name: 'Loaves' })
    expect((await net.control.call('assets.search', { params: { q: 'LOAF' } })).length).toBeGreaterThan(0)
    const again = await newcomer(net, 'Again')
    expect(await again.remote.call('assets.read', { params: { id: made.asset_id } })).toMatchObject({ symbol: 'LOAF' })
  })

  it('leave no trace when an item is for somebody who is not registered', async () => {
    const nobody = await newcomer(net, 'Nobody', { unregistered: true })
    const { totals, transactions } = await net.control.call('local.state')
    const items = [{ members: [ben.id] }, { members: [nobody.id] }]
    const body = { name: 'Crumbs', symbol: 'CRMB', items }
    expect(await refusalOf(order(net, 'collections', body))).toBe(10404)
    expect(await refusalOf(order(net, 'collections', { ...body, items: [] }))).toBe(10002)
    expect(await refusalOf(order(net, 'collections', { ...body, items: [{ members: [ben.id], threshold: 2 }] }))).toBe(
      10002,
    )
    expect(await net.control.call('assets.search', { params: { q: 'CRMB' } })).toEqual([])
    expect(await net.control.call('local.state')).toMatchObject({ totals, transactions })
  })
})
