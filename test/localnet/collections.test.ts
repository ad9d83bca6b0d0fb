import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodeTransaction,
  parseAmount,
  parseInscriptionContent,
  storagePrice,
  type Transaction,
  transactionHash,
} from '#protocol'
import { stillClock } from '../support/clock.ts'
import {
  type BTC,
  ETH,
  newcomer,
  order,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
  XIN,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from './trace.ts'

describe('collections', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ clock: stillClock() })
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
  })

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
    // Nobody asks a price for it, so none moves.
    expect(asset).toMatchObject({ price_usd: '0', price_btc: '0', change_usd: '0', change_btc: '0' })
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
    const asked = { request_id: built.requestId, raw: built.unsigned }
    const [record] = await ana.remote.call('transactions.verify', { body: [asked] })
    expect(record?.inscription_hash).toBe(second.inscription_hash)
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

  describe('are transactions, which say by their bytes', () => {
    async function bytesOf(hash: string): Promise<{ transaction: Transaction; said: unknown }> {
      const params: [never] = [hash as never] // a hash that the network has just given out
      const found = await ana.remote.call('kernel.transaction', { body: { method: 'gettransaction', params } })
      expect(found).toMatchObject({ hash, snapshot: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(transactionHash(found?.hex ?? '')).toBe(hash)
      const transaction = decodeTransaction(found?.hex ?? '')
      return { transaction, said: JSON.parse(Buffer.from(transaction.extra, 'hex').toString()) }
    }
    const burnt = ({ outputs: [first] }: Transaction) => [first?.script, first?.keys.length, first?.amount]

    it('what was deployed, what was inscribed for whom, and what storage was paid for it', async () => {
      const made = await deployed(2, { unit: '2.5', description: 'Fresh.' })
      const { transaction, said } = await bytesOf(made.collection_hash)
      expect(said).toMatchObject({
        ...{ version: 1, operation: 'deploy', mode: 1, unit: '2.5', supply: '5' },
        ...{
          symbol: 'LOAF',
          name: 'Loaves',
          description: 'Fresh.',
          icon: expect.stringMatching(/^image\/gif;base64,/),
        },
      })
      expect(transaction.references).toEqual([])
      expect(burnt(transaction)).toEqual(['fffe40', 1, storagePrice(transaction.extra.length / 2)])
      for (const { inscription_hash, sequence } of made.items) {
        const inscribed = await bytesOf(inscription_hash)
        expect(inscribed.transaction.references).toEqual([made.collection_hash])
        expect(burnt(inscribed.transaction)[2]).toBe(storagePrice(inscribed.transaction.extra.length / 2))
        const { content, ...rest } = inscribed.said as { readonly content: string }
        expect(rest).toEqual({ operation: 'inscribe', recipient: (await item(inscription_hash))?.recipient })
        const { bytes, parameters } = parseInscriptionContent(content)
        expect(parameters).toEqual([`number=${sequence}`])
        expect(Buffer.from(bytes).toString()).toContain(`https://example.org/${sequence}`)
      }
      for (const output of await ana.outputs(made.asset_id)) {
        const { transaction: paid, said: distributed } = await bytesOf(output.transaction_hash)
        expect(distributed).toMatchObject({ operation: 'distribute' })
        expect(paid.references).toEqual([output.inscription_hash])
      }
    })

    it('the very content that was ordered, which the network serves and says nothing else of', async () => {
      const content = `text/plain;wind=4;base64,${Buffer.from('A loaf.').toString('base64')}`
      const items = [{ members: [ana.id], content }, { members: [ana.id] }]
      const icon = 'text/plain,%7B%7D'
      const made = await deployed(0, { icon, items })
      const [first, second] = await Promise.all(made.items.map(({ inscription_hash: hash }) => item(hash)))
      expect(first).toMatchObject({ content_type: 'text/plain', traits: '[{"name":"wind","value":"4"}]' })
      expect(await (await fetch(first?.content_url ?? '')).text()).toBe('A loaf.')
      expect(await (await fetch(second?.content_url ?? '')).text()).toBe('Loaves #1')
      expect(await (await fetch((await collection(made.collection_hash))?.icon_url ?? '')).text()).toBe('{}')
      expect((await bytesOf(made.collection_hash)).said).toMatchObject({ icon })
    })

    it('nothing that breaks a rule of inscriptions, which is refused whole', async () => {
      const content = 'text/plain,same'
      const { totals, transactions } = await net.control.call('local.state')
      for (const items of [
        [{ members: [ana.id], content: 'no data URI' }],
        [
          { members: [ana.id], content },
          { members: [ana.id], content },
        ],
      ]) {
        expect(await refusalOf(deployed(0, { items }))).toBe(10002)
      }
      expect(await refusalOf(deployed(1, { icon: 'no data URI' }))).toBe(10002)
      expect(await net.control.call('local.state')).toMatchObject({ totals, transactions })
    })

    it('money that balances', async () => {
      const before = await balanceOfXin()
      const made = await deployed(3)
      const after = await balanceOfXin()
      expect(after.unspent - before.unspent).toBe(after.deposited - before.deposited)
      expect(after.unspent).toBeGreaterThan(before.unspent)
      expect(made.items).toHaveLength(3)
      // Nobody's money moved for it.
      expect(await ana.outputs(XIN)).toEqual([])
    })

    async function balanceOfXin() {
      const { totals } = await net.control.call('local.state')
      return totals.find(({ asset_id }) => asset_id === XIN) ?? { deposited: 0n, unspent: 0n }
    }
  })

  it('go on after a restart', async () => {
    const made = await deployed(1)
    await net.close()
    net = await startTestLocalnet({ dir: net.dir, clock: stillClock() })
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
