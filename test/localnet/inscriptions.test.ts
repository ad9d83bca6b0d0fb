import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Collection, Hash, InscriptionItem } from '#contract/domain'
import {
  assetIdFromContract,
  blake3Hash,
  type DeployInscription,
  encodeInscription,
  encodeMixAddress,
  type InscriptionOperation,
  kernelAssetId,
  mainnetAddressFromSeed,
  mixAddressOf,
  parseAmount,
  storagePrice,
  toAmount,
} from '#protocol'
import {
  type Built,
  ETH,
  freshBytes,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
  XIN,
} from '../support/localnet.ts'

const PIXEL = 'image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const hexOf = (text: string): string => Buffer.from(text).toString('hex')

const plain = (text: string): string => `text/plain;base64,${Buffer.from(text).toString('base64')}`

describe('inscriptions by transactions of a wallet', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
    await ana.fund(XIN, '10')
  })

  const addressOf = (...people: readonly Person[]): string =>
    encodeMixAddress(mixAddressOf(people.map(({ id }) => id).sort(), 1))

  /** A transaction of XIN that says something; more than fits into a memo is paid for by burning. */
  async function say(extra: string, references: readonly string[] = [], price?: bigint): Promise<Built> {
    const size = extra.length / 2
    const burnt = price ?? (size > 256 ? storagePrice(size) : 0n)
    const wish =
      burnt > 0n
        ? { to: [ana.id], threshold: 64, amount: toAmount(burnt) }
        : { to: [ana.id], amount: parseAmount('0.0001') }
    const built = await ana.build(XIN, [wish], { extra, references })
    await ana.send(built)
    await net.blocks(1)
    return built
  }
  const inscription = (operation: InscriptionOperation, references: readonly string[] = []) =>
    say(encodeInscription(operation), references)

  const order: DeployInscription = {
    ...{ version: 1, operation: 'deploy', mode: 1, unit: '2', supply: '6' },
    ...{ symbol: 'KITE', name: 'Kites', description: 'In the wind.', icon: PIXEL },
  }
  const deployed = async (more: Partial<DeployInscription> = {}): Promise<Hash> =>
    (await inscription({ ...order, ...more })).hash
  const inscribed = async (collection: Hash, content?: string, recipient = addressOf(ana)): Promise<Hash> =>
    (
      await inscription({ operation: 'inscribe', recipient, ...(content === undefined ? {} : { content }) }, [
        collection,
      ])
    ).hash

  const collection = async (hash: Hash): Promise<Collection | undefined> =>
    (await net.control.call('collections.read', { params: { hash } }))[0]
  const item = async (hash: Hash): Promise<InscriptionItem | undefined> =>
    (await net.control.call('items.read', { params: { hash } }))[0]
  const items = (hash: Hash) => net.control.call('collections.items', { params: { hash }, query: {} })
  const tokenOf = async (hash: Hash): Promise<AssetId> => {
    const id = assetIdFromContract(ETH, hash) as AssetId // a formula over both
    expect((await collection(hash))?.kernel_asset_id).toBe(kernelAssetId(id))
    return id
  }
  const held = async (person: Person, hash: Hash) => person.outputs(await tokenOf(hash))
  const occupy = async (
    person: Person,
    token: AssetId,
    hash: Hash,
    sequence: number,
    amount: string,
    to = person.id,
  ) => {
    const extra = encodeInscription({ operation: 'occupy', sequence })
    const built = await person.build(token, [{ to: [to], amount: parseAmount(amount) }], { extra, references: [hash] })
    await person.send(built)
    await net.blocks(1)
    return built
  }

  it('deploy a collection whose hash is the transaction’s', async () => {
    const hash = await deployed()
    expect(await collection(hash)).toMatchObject({
      collection_hash: hash,
      asset_key: hash,
      ...{ unit: '2', supply: '6', symbol: 'KITE', name: 'Kites', description: 'In the wind.', treasury: null },
    })
    expect(await items(hash)).toEqual([])
  })

  it('serve an icon and a content from where the kernel stores objects', async () => {
    const hash = await deployed()
    const icon = await fetch((await collection(hash))?.icon_url ?? '')
    expect(icon.headers.get('content-type')).toBe('image/gif')
    expect(icon.headers.get('content-security-policy')).toContain('sandbox')
    expect((await icon.arrayBuffer()).byteLength).toBe(Buffer.from(PIXEL.split(',')[1] ?? '', 'base64').length)
    const one = await inscribed(hash, 'text/plain;colour=red;wind=4;base64,aGk=')
    const found = await item(one)
    expect(found).toMatchObject({ content_type: 'text/plain', traits: expect.stringContaining('"red"') })
    expect(await (await fetch(found?.content_url ?? '')).text()).toBe('hi')
    expect(await (await fetch(`${net.url}/objects/${one}`)).json()).toMatchObject({ operation: 'inscribe' })
    expect((await fetch(`${net.url}/objects/${one}/nothing`)).status).toBe(404)
  })

  it('ask the price of what they store', async () => {
    const long = encodeInscription({ ...order, description: 'wind '.repeat(400) })
    expect(await refusalOf(say(long, [], 10_000n))).toBe(10002)
    const { hash } = await say(long)
    expect((await collection(hash))?.description).toHaveLength(2000)
  })

  it('pay each item to its recipient as it is inscribed, in order, until there are all', async () => {
    const hash = await deployed()
    const made = [
      await inscribed(hash, plain('a')),
      await inscribed(hash),
      await inscribed(hash, plain('c'), addressOf(ben)),
    ]
    expect((await items(hash)).map(({ inscription_hash, sequence }) => [inscription_hash, sequence])).toEqual(
      made.map((each, at) => [each, at]),
    )
    const [first] = await held(ana, hash)
    expect(first).toMatchObject({ inscription_hash: made[0], amount: parseAmount('2') })
    expect(first?.extra).toBe(encodeInscription({ operation: 'distribute', sequence: 0 }))
    expect((await held(ben, hash)).map(({ inscription_hash }) => inscription_hash)).toEqual([made[2]])
    expect(await item(made[2] as Hash)).toMatchObject({
      ...{ recipient: addressOf(ben), occupied_by: addressOf(ben), occupied_at: expect.any(BigInt) },
    })
    const late = await inscribed(hash, plain('d'))
    expect(await refusalOf(item(late))).toBe(404)
  })

  it('pay all items out together where the collection says so', async () => {
    const hash = await deployed({ mode: 2, supply: '4' })
    const one = await inscribed(hash, plain('a'))
    expect(await item(one)).toMatchObject({ occupied_by: '', occupied_at: null })
    expect(await held(ana, hash)).toEqual([])
    await inscribed(hash, plain('b'))
    expect((await held(ana, hash)).length).toBe(2)
    expect(await item(one)).toMatchObject({ occupied_by: addressOf(ana) })
  })

  it('give the treasury its share of each item', async () => {
    const hash = await deployed({ treasury: { ratio: '0.25', recipient: addressOf(ben) } })
    expect((await collection(hash))?.treasury).toEqual({ ratio: '0.25', recipient: addressOf(ben) })
    const one = await inscribed(hash)
    expect((await held(ana, hash)).map(({ amount, inscription_hash }) => [amount, inscription_hash])).toEqual([
      [parseAmount('1.5'), one],
    ])
    expect((await held(ben, hash)).map(({ amount, inscription_hash }) => [amount, inscription_hash])).toEqual([
      [parseAmount('0.5'), null],
    ])
  })

  it('take only contents whose checksum is on the list', async () => {
    const checksums = ['a', 'b', 'c'].map((text) => blake3Hash(hexOf(text))).join('')
    const hash = await deployed({ validation: Buffer.from(checksums, 'hex').toString('base64') })
    const made = [await inscribed(hash, plain('d')), await inscribed(hash), await inscribed(hash, plain('b'))]
    expect((await items(hash)).map(({ inscription_hash }) => inscription_hash)).toEqual([made[2]])
  })

  it('take only text that an expression allows', async () => {
    const hash = await deployed({ validation: '^[a-z]{3,5}$' })
    const made = [
      await inscribed(hash, plain('KITE')),
      await inscribed(hash, PIXEL),
      await inscribed(hash, plain('kite')),
    ]
    expect((await items(hash)).map(({ inscription_hash }) => inscription_hash)).toEqual([made[2]])
  })

  it('go on when an expression would run for ever', async () => {
    const hash = await deployed({ validation: '^(a+)+$' })
    await inscribed(hash, plain(`${'a'.repeat(40)}!`))
    expect(await items(hash)).toEqual([])
    await inscribed(hash, plain('aaa'))
    expect((await items(hash)).length).toBe(1)
  })

  it('take the first of two equal contents', async () => {
    const hash = await deployed()
    const [first, second] = [await inscribed(hash, plain('same')), await inscribed(hash, plain('same'))]
    expect((await items(hash)).map(({ inscription_hash }) => inscription_hash)).toEqual([first])
    expect(await refusalOf(item(second))).toBe(404)
  })

  it('mean nothing when they break a rule, and their transaction is an ordinary one', async () => {
    const hash = await deployed()
    const stranger = await newcomer(net, 'Stranger', { unregistered: true })
    const void_ = [
      hexOf(JSON.stringify({ ...order, mode: 3 })),
      encodeInscription({ ...order, supply: '5' }),
      encodeInscription({ ...order, validation: '([' }),
      encodeInscription({ ...order, treasury: { ratio: '1', recipient: addressOf(ben) } }),
      hexOf('{"operation":"deploy"'),
    ]
    for (const extra of void_) {
      const built = await say(extra)
      expect(await refusalOf(collection(built.hash)), extra).toBe(404)
      const record = await ana.remote.call('transactions.read', { params: { id: built.requestId } })
      expect(record.state).toBe('spent')
    }
    const wrong = [
      await inscription({ operation: 'inscribe', recipient: addressOf(ana) }, []),
      await inscription({ operation: 'inscribe', recipient: addressOf(stranger) }, [hash]),
      await say(hexOf(JSON.stringify({ operation: 'inscribe', recipient: 'not an address' })), [hash]),
    ]
    for (const { hash: each } of wrong) expect(await refusalOf(item(each))).toBe(404)
    expect(await items(hash)).toEqual([])
  })

  it('pay to a kernel address, whose owner this network does not know', async () => {
    const hash = await deployed()
    const recipient = encodeMixAddress(mixAddressOf([mainnetAddressFromSeed(freshBytes(64))], 1))
    const one = await inscribed(hash, plain('far'), recipient)
    expect(await item(one)).toMatchObject({ occupied_by: recipient, occupied_at: expect.any(BigInt) })
  })

  it('stay with what is transferred whole', async () => {
    const hash = await deployed()
    const one = await inscribed(hash)
    await ana.pay(ben.id, await tokenOf(hash), '2')
    await net.blocks(1)
    expect((await held(ben, hash)).map(({ inscription_hash }) => inscription_hash)).toEqual([one])
    expect(await item(one)).toMatchObject({ recipient: addressOf(ana), occupied_by: addressOf(ben) })
  })

  describe('of a released item', () => {
    async function released(): Promise<{ hash: Hash; one: Hash; token: AssetId }> {
      const hash = await deployed()
      const one = await inscribed(hash)
      const token = await tokenOf(hash)
      await ana.pay(ana.id, token, '0.5')
      await net.blocks(1)
      return { hash, one, token }
    }

    it('leave it vacant, and its money like any other', async () => {
      const { hash, one } = await released()
      expect(await item(one)).toMatchObject({ occupied_by: '', owner: '', occupied_at: null })
      expect((await held(ana, hash)).map(({ inscription_hash }) => inscription_hash)).toEqual([null, null])
    })

    it('are occupied again by a first output of exactly one unit', async () => {
      const { hash, one, token } = await released()
      const built = await occupy(ana, token, one, 0, '2')
      expect(await item(one)).toMatchObject({ occupied_by: addressOf(ana), occupied_at: expect.any(BigInt) })
      expect((await held(ana, hash)).map(({ inscription_hash, amount }) => [inscription_hash, amount])).toEqual([
        [one, parseAmount('2')],
      ])
      expect(built.inputs.length).toBe(2)
      await ana.pay(ben.id, token, '2')
      await net.blocks(1)
      expect(await item(one)).toMatchObject({ occupied_by: addressOf(ben) })
    })

    it('may be occupied by anybody, with change behind the item', async () => {
      const { hash, one, token } = await released()
      await inscribed(hash, plain('other'))
      const plainOnes = (await held(ana, hash)).filter(({ inscription_hash }) => inscription_hash === null)
      await ana.pay(ben.id, token, '2', { inputs: plainOnes })
      await net.blocks(1)
      const other = (await held(ana, hash)).map(({ output_id }) => output_id)
      await ana.pay(ben.id, token, '1', { inputs: await held(ana, hash) })
      await net.blocks(1)
      await occupy(ben, token, one, 0, '2')
      expect(other.length).toBe(1)
      expect((await held(ben, hash)).map(({ inscription_hash, amount }) => [inscription_hash, amount])).toEqual([
        [one, parseAmount('2')],
        [null, parseAmount('1')],
      ])
    })

    it('are not occupied by another amount, place, token or while somebody holds it', async () => {
      const { hash, one, token } = await released()
      await occupy(ana, token, one, 0, '1')
      await occupy(ana, token, one, 1, '2')
      const foreign = await released()
      await occupy(ana, foreign.token, one, 0, '2')
      expect(await item(one)).toMatchObject({ occupied_at: null })
      await occupy(ana, token, one, 0, '2')
      const { occupied_at } = (await item(one)) ?? {}
      expect(occupied_at).not.toBeNull()
      await inscribed(hash)
      const second = (await held(ana, hash)).filter(({ inscription_hash }) => inscription_hash !== one)
      await ana.pay(ana.id, token, '1', { inputs: second })
      await net.blocks(1)
      const money = (await held(ana, hash)).filter(({ inscription_hash }) => inscription_hash === null)
      const extra = encodeInscription({ operation: 'occupy', sequence: 0 })
      const built = await ana.build(token, [{ to: [ana.id], amount: parseAmount('2') }], {
        ...{ extra, references: [one], inputs: money },
      })
      await ana.send(built)
      await net.blocks(1)
      expect(await item(one)).toMatchObject({ occupied_at })
      expect((await held(ana, hash)).map(({ inscription_hash }) => inscription_hash).sort()).toEqual([one, null])
    })
  })

  it('refer to what is on the ledger', async () => {
    const unknown = '7'.repeat(64)
    expect(await refusalOf(inscription({ operation: 'inscribe', recipient: addressOf(ana) }, [unknown]))).toBe(10002)
  })

  it('go on after a restart, under the address that the network has then', async () => {
    const hash = await deployed()
    const one = await inscribed(hash, plain('kept'))
    await net.close()
    net = await startTestLocalnet({ dir: net.dir })
    const url = (await item(one))?.content_url ?? ''
    expect(url.startsWith(net.url)).toBe(true)
    expect(await (await fetch(url)).text()).toBe('kept')
  })
})
