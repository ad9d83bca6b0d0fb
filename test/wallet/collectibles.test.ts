import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Hash, UserId } from '#contract/domain'
import { blake3Hash, decodeTransaction, mainnetAddressFromSeed, parseAmount } from '#protocol'
import { detail, galleryOf, kites, mint, words } from '../support/collectibles.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { freshBytes } from '../support/localnet.ts'
import {
  ALL_MOVEMENTS,
  approved,
  approving,
  balanceOf,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  XIN,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

describe('collectibles', () => {
  const keychain = testKeychain()
  const network = sharedNetwork()
  let ana: OpenWallet
  let ben: OpenWallet
  let anaId: UserId
  let benId: UserId
  const line = faultyLine()
  beforeAll(async () => {
    ana = await network.open({ keychain })
    ben = await network.open({ fetch: line.fetch })
    anaId = (await newAccount(ana, 'Ana')).account
    benId = (await newAccount(ben, 'Ben')).account
  })

  const person = (userId: UserId) => ({ kind: 'user' as const, userId })
  const first = <Value>(values: readonly Value[]): Value => {
    const [value] = values
    if (value === undefined) throw new Error('there is none')
    return value
  }

  /** Items for Ana, which her wallet has seen. */
  async function minted(count: number, more: object = {}): Promise<{ collection: Hash; items: readonly Hash[] }> {
    const items = Array.from({ length: count }, (_, at) => ({
      members: [anaId],
      content_type: 'text/plain',
      traits: [{ name: 'wind', value: String(at) }],
    }))
    const made = await mint(network, items, more)
    const hashes = made.items.map(({ inscription_hash }) => inscription_hash)
    await galleryOf(ana, anaId, (all) =>
      hashes.every((hash) => all.some((each) => each.inscription === hash && each.collectionName !== '')),
    )
    return { collection: made.collection_hash, items: hashes }
  }

  const transfer = (inscription: Hash, payee: ReturnType<typeof person> | { kind: 'kernel'; address: string }) =>
    ana.calls['collectibles.transfer']({ account: anaId, holder: null, inscription, payee })
  const release = (inscription: Hash) =>
    ana.calls['collectibles.release']({ account: anaId, holder: null, inscription })
  const occupy = (inscription: Hash) => ana.calls['collectibles.occupy']({ account: anaId, holder: null, inscription })
  const movementsOf = async ({ calls }: OpenWallet, account: UserId, item: Hash, search = '') => {
    const { rows } = await calls['activity.list']({
      account,
      holder: null,
      filter: { ...ALL_MOVEMENTS, search },
      cursor: null,
      limit: 50,
    })
    return rows.filter(({ inscription }) => inscription === item)
  }
  const tokenOf = async (collection: Hash): Promise<AssetId> => {
    const { asset } = await ana.calls['collectibles.collection']({ account: anaId, collection })
    if (asset === null) throw new Error('a collection has a token')
    return asset.assetId
  }

  it('are listed with names, and never counted as money', async () => {
    const { collection, items } = await minted(2)
    const all = await galleryOf(ana, anaId, () => true)
    const mine = all.filter((each) => each.collection === collection)
    expect(mine.map(({ name, amount, state, group }) => [name, amount, state, group]).sort()).toEqual([
      ['Kites #0', parseAmount('2'), 'held', null],
      ['Kites #1', parseAmount('2'), 'held', null],
    ])
    expect(await balanceOf(ana, anaId, await tokenOf(collection))).toBe(0n)
    const max = await ana.calls['payments.max']({
      ...{ account: anaId, holder: null, assetId: await tokenOf(collection) },
      ...{ feeAssetId: null, destination: '', coins: null },
    })
    expect(max).toEqual({ available: 0n, inOne: 0n, coins: 0 })
    expect(items.length).toBe(2)
  })

  it('have tokens that cannot be withdrawn, which is said before the service is asked', async () => {
    const { collection, items } = await minted(1)
    await approved(ana, anaId, await release(first(items)))
    const assetId = await tokenOf(collection)
    await has(ana, anaId, assetId, '2')
    const destination = '0x52908400098527886E0F7030069857D2E4169EE7'
    const withdrawal = paying(anaId, assetId, [{ payee: { kind: 'chain', destination, tag: '' }, amount: '1' }])
    await expect(ana.calls['payments.prepare'](withdrawal)).rejects.toThrow(
      coded('wallet.no_chain', { symbol: 'KITE' }),
    )
    const { payee, problem } = await ana.calls['payees.resolve']({
      account: anaId,
      holder: null,
      text: destination,
      assetId,
    })
    expect([payee, problem?.code]).toEqual([null, 'wallet.no_chain'])
  })

  it('were brought over no chain, also where nobody says who made them', async () => {
    const { collection } = await minted(1)
    const assetId = await tokenOf(collection)
    const { rows } = await ana.calls['coins.list']({
      ...{ account: anaId, holder: null, assetId, state: 'inscribed', search: '', cursor: null, limit: 10 },
    })
    expect(rows.map(({ origin, from }) => ({ origin, from }))).toEqual([{ origin: 'received', from: null }])
  })

  it('are no coins that a payment could be told to spend', async () => {
    const { collection, items } = await minted(1)
    const assetId = await tokenOf(collection)
    const pay = ana.calls['payments.prepare'](paying(anaId, assetId, [{ payee: person(benId), amount: '2' }]))
    await expect(pay).rejects.toEqual(coded('wallet.insufficient'))
    expect((await detail(ana, anaId, first(items))).occupancy).toEqual({ kind: 'mine', group: null })
  })

  it('go to a person whole, from one input to one output', async () => {
    const { items } = await minted(1)
    const item = first(items)
    const review = await transfer(item, person(benId))
    expect(review).toMatchObject({ title: 'Send Kites #0 to Ben', coins: 1, change: [] })
    expect(review.checks).toContainEqual(expect.objectContaining({ id: 'item', result: 'ok' }))
    const bytes = decodeTransaction(first(review.transactions).raw)
    expect([bytes.inputs.length, bytes.outputs.length, bytes.extra]).toEqual([1, 1, ''])
    const payment = await approved(ana, anaId, review)
    expect(payment).toMatchObject({ kind: 'collectible', state: 'final', title: 'Send Kites #0 to Ben' })
    await galleryOf(ben, benId, (all) => all.some(({ inscription }) => inscription === item))
    await galleryOf(ana, anaId, (all) => all.every(({ inscription }) => inscription !== item))
    const there = await ana.until(
      () => detail(ana, anaId, item),
      ({ history }) => history.some(({ kind }) => kind === 'sent'),
    )
    expect(there).toMatchObject({ mine: null, occupancy: { kind: 'occupied', by: { user: { userId: benId } } } })
    expect(there.history.map(({ kind }) => kind)).toEqual(['sent', 'received'])
    expect(there.transfer.can).toBe(false)
    const movements = await ana.until(
      () => movementsOf(ana, anaId, item),
      (rows) => rows.length > 1 && rows.every(({ money }) => money === 'final'),
    )
    expect(movements.map(({ direction, item: name }) => [direction, name])).toEqual([
      ['out', 'Kites #0'],
      ['in', 'Kites #0'],
    ])
    const found = async (search: string) => (await movementsOf(ana, anaId, item, search)).length
    const searches = [
      'kites',
      'Kites #0',
      'kite 0',
      '"Kites #0"',
      'kites #70',
      '"kites #70"',
      '"#0 kites"',
      'lanterns #0',
    ]
    expect(await Promise.all(searches.map(found))).toEqual([2, 2, 2, 2, 0, 0, 0, 0])
  })

  it('go to a kernel address', async () => {
    const { items } = await minted(1)
    const review = await transfer(first(items), { kind: 'kernel', address: mainnetAddressFromSeed(freshBytes(64)) })
    expect(first(review.payees)).toMatchObject({ proof: 'proved', party: { kind: 'kernel' } })
    expect((await approved(ana, anaId, review)).state).toBe('final')
    await galleryOf(ana, anaId, (all) => all.every(({ inscription }) => inscription !== first(items)))
  })

  it('are held by the payment that moves them, and free again when it is given up', async () => {
    const { items } = await minted(1)
    const item = first(items)
    const review = await transfer(item, person(benId))
    const [held] = (await galleryOf(ana, anaId, () => true)).filter(({ inscription }) => inscription === item)
    expect(held).toMatchObject({ state: 'leaving', paymentId: review.paymentId })
    await expect(release(item)).rejects.toEqual(coded('wallet.collectible_gone'))
    await ana.calls['payments.cancel']({ account: anaId, paymentId: review.paymentId })
    expect((await detail(ana, anaId, item)).transfer).toEqual({ can: true, why: null })
  })

  it('are no money that is held while a payment moves them', async () => {
    const { collection, items } = await minted(1)
    const assetId = await tokenOf(collection)
    const review = await transfer(first(items), person(benId))
    const owner = { account: anaId, holder: null }
    const { holds, balances } = await ana.calls['home.read'](owner)
    expect(holds.map(({ asset }) => asset.assetId)).not.toContain(assetId)
    expect(balances.map(({ asset }) => asset.assetId)).not.toContain(assetId)
    const coins = (await ana.calls['coins.summary'](owner)).find(({ asset }) => asset.assetId === assetId)
    expect(coins).toMatchObject({ held: { coins: 0, amount: 0n }, inscribed: 1 })
    await ana.calls['payments.cancel']({ account: anaId, paymentId: review.paymentId })
  })

  it('are no coins that wait, are frozen or are compared as money, where some of their token are', async () => {
    const { collection, items } = await minted(3)
    const assetId = await tokenOf(collection)
    const [released, moved, kept] = items as [Hash, Hash, Hash] // three were made
    await approved(ana, anaId, await release(released))
    await has(ana, anaId, assetId, '2')
    const owner = { account: anaId, holder: null }
    const query = { ...owner, assetId, state: 'inscribed' as const, search: '', cursor: null, limit: 10 }
    const { rows } = await ana.calls['coins.list'](query)
    const frozen = rows.flatMap(({ inscription, outputId }) => (inscription === kept ? outputId : []))
    await ana.calls['coins.freeze']({ ...owner, outputs: frozen, reason: 'A gift' })
    const review = await transfer(moved, person(benId))
    const plan = await ana.calls['coins.plan']({ ...owner, assetId })
    const { assets } = await ana.calls['coins.compare'](owner)
    await ana.calls['payments.cancel']({ account: anaId, paymentId: review.paymentId })
    expect(plan).toMatchObject({ coins: 2, skipped: { held: 0, frozen: 0, inscribed: 2 } })
    const money = { coins: 2, amount: parseAmount('2') }
    const sums = assets.find(({ asset }) => asset.assetId === assetId)
    expect(sums).toMatchObject({ wallet: money, service: money })
    expect(sums?.ledger ?? money).toEqual(money)
  })

  it('are not sent while they are frozen', async () => {
    const { items } = await minted(1)
    const output = await ana.until(
      () =>
        ana.calls['coins.list']({
          ...{ account: anaId, holder: null, assetId: null, state: 'inscribed', search: '' },
          cursor: null,
          limit: 100,
        }),
      ({ rows }) => rows.some(({ inscription }) => inscription === first(items)),
    )
    const coin = output.rows.find(({ inscription }) => inscription === first(items))
    await ana.calls['coins.freeze']({
      ...{ account: anaId, holder: null, outputs: [first([coin])?.outputId as never], reason: 'keep' },
    })
    await expect(transfer(first(items), person(benId))).rejects.toEqual(coded('wallet.collectible_gone'))
    expect((await detail(ana, anaId, first(items))).transfer.why).toContain('keep')
  })

  it('need a tick before they are released', async () => {
    const { items } = await minted(1)
    const review = await release(first(items))
    expect(review).toMatchObject({ title: 'Release Kites #0', item: 'Kites #0', released: true })
    const ticks = approving(anaId, review)
    await expect(
      ana.calls['payments.approve']({ ...ticks, accepted: ticks.accepted.filter((id) => id !== 'release') }),
    ).rejects.toEqual(coded('wallet.review_changed', { warning: 'new' }))
    await ana.calls['payments.cancel']({ account: anaId, paymentId: review.paymentId })
  })

  it('are released into money, and occupied again for one unit', async () => {
    const { collection, items } = await minted(1)
    const item = first(items)
    const assetId = await tokenOf(collection)
    const review = await release(item)
    const bytes = decodeTransaction(first(review.transactions).raw)
    expect(bytes.outputs.map(({ amount }) => amount)).toEqual([parseAmount('1'), parseAmount('1')])
    await approved(ana, anaId, review)
    await has(ana, anaId, assetId, '2')
    const vacant = await ana.until(
      () => detail(ana, anaId, item),
      ({ occupancy, occupy: { can } }) => occupancy.kind === 'vacant' && can,
    )
    expect(vacant).toMatchObject({ mine: null, occupiedAt: null })
    expect(vacant.occupy).toEqual({ can: true, why: null, unit: parseAmount('2'), available: parseAmount('2') })
    const taking = await occupy(item)
    expect(first(taking.transactions)).toMatchObject({
      references: [item],
      extraText: '{"operation":"occupy","sequence":0}',
      inputs: { length: 2 },
    })
    await approved(ana, anaId, taking)
    await galleryOf(ana, anaId, (all) => all.some(({ inscription }) => inscription === item))
    const again = await ana.until(
      () => detail(ana, anaId, item),
      ({ history }) => history[0]?.kind === 'occupied',
    )
    expect(again.occupancy).toEqual({ kind: 'mine', group: null })
    expect(again.history.map(({ kind }) => kind)).toEqual(['occupied', 'released', 'received'])
    const list = { account: anaId, holder: null, cursor: null, limit: 20 }
    const filter = { ...{ assetId, direction: null, kind: null, opponent: null, from: null, to: null }, search: '' }
    const { rows } = await ana.calls['activity.list']({ ...list, filter })
    expect(rows.filter(({ id }) => id.startsWith('p:')).map(({ kind }) => kind)).toEqual(['occupy', 'release'])
    expect(await balanceOf(ana, anaId, assetId)).toBe(0n)
    await expect(occupy(item)).rejects.toEqual(coded('wallet.collectible_gone'))
  })

  it('are not taken from whoever holds them where the service does not say since when', async () => {
    const { items } = await minted(1)
    const inscription = first(items)
    const untimed = (found: readonly object[]) => found.map((item) => ({ ...item, occupied_at: undefined, owner: '' }))
    line.faults.push({ path: /\/inscriptions\/items\//, act: untimed as never })
    await expect(ben.calls['collectibles.occupy']({ account: benId, holder: null, inscription })).rejects.toEqual(
      coded('wallet.collectible_gone'),
    )
    line.faults.splice(0)
  })

  it('stop nothing when the halves come back: both are proved to be ours', async () => {
    const { collection, items } = await minted(1)
    const review = await release(first(items))
    await approved(ana, anaId, review)
    const assetId = await tokenOf(collection)
    await has(ana, anaId, assetId, '2')
    const sent = await ana.calls['payments.prepare'](paying(anaId, assetId, [{ payee: person(benId), amount: '1.5' }]))
    expect((await approved(ana, anaId, sent)).state).toBe('final')
  })

  it('are hidden in bulk and shown again', async () => {
    const { items } = await minted(3)
    const seen = (hidden: boolean) =>
      galleryOf(ana, anaId, () => true, hidden).then((all) =>
        all.filter(({ inscription }) => items.includes(inscription)).map(({ inscription }) => inscription),
      )
    await ana.calls['collectibles.hide']({ account: anaId, inscriptions: [...items].slice(0, 2), hidden: true })
    expect((await seen(true)).sort()).toEqual([...items].slice(0, 2).sort())
    expect(await seen(false)).toEqual([items[2]])
    await ana.calls['collectibles.hide']({ account: anaId, inscriptions: [...items], hidden: false })
    expect((await seen(false)).length).toBe(3)
  })

  it('show traits as words and whatever else as nothing', async () => {
    const { items } = await minted(1)
    expect((await detail(ana, anaId, first(items))).traits).toEqual([{ name: 'wind', value: '0' }])
  })

  it('list a whole collection in pages, with who has what', async () => {
    const made = await mint(
      network,
      Array.from({ length: 120 }, (_, at) => ({ members: [at % 2 === 0 ? anaId : benId] })),
    )
    const collection = made.collection_hash
    await ana.until(
      () => ana.calls['collectibles.list']({ account: anaId, holder: null, hidden: false }),
      ({ items }) =>
        made.items.filter((each) => items.some(({ inscription }) => inscription === each.inscription_hash)).length ===
        60,
    )
    const one = await ana.calls['collectibles.items']({ account: anaId, collection, after: null })
    const two = await ana.calls['collectibles.items']({ account: anaId, collection, after: one.after })
    expect([one.items.length, one.after, two.items.length, two.after]).toEqual([100, 99, 20, null])
    expect(one.items.slice(0, 2).map(({ occupancy }) => occupancy.kind)).toEqual(['mine', 'occupied'])
    expect(await ana.calls['collectibles.collection']({ account: anaId, collection })).toMatchObject({
      items: 120,
      mine: 60,
    })
  })

  it('list a whole collection where the service gives few at a time', async () => {
    const { collection } = await minted(5)
    line.faults.push({ path: /\/items$/, act: (rows: unknown[]) => rows.slice(0, 2) })
    const listed = await ben.calls['collectibles.items']({ account: benId, collection, after: null })
    line.faults.length = 0
    expect([listed.items.map(({ sequence }) => sequence), listed.after]).toEqual([[0, 1, 2, 3, 4], null])
  })

  describe('made by a wallet', () => {
    beforeAll(async () => {
      for (const amount of ['5', '4']) await fund(ana, anaId, XIN, amount, ETH)
    })

    async function deployed(more: Parameters<typeof kites>[1] = {}): Promise<Hash> {
      const review = await ana.calls['collectibles.deploy'](kites(anaId, more))
      const payment = await approved(ana, anaId, review)
      expect(payment).toMatchObject({ kind: 'storage', state: 'final', title: 'Deploy Kites' })
      await changeIsBack()
      return first(payment.hashes)
    }
    const changeIsBack = () =>
      ana.until(
        () => balanceOf(ana, anaId, XIN),
        (available) => available > 0n,
      )
    const into = (collection: Hash, text: string | null, recipient = anaId) => ({
      ...{ account: anaId, collection, recipient: person(recipient) },
      content: text === null ? null : words(text),
    })
    async function inscribed(collection: Hash, text: string | null, recipient = anaId): Promise<Hash> {
      const payment = await approved(
        ana,
        anaId,
        await ana.calls['collectibles.inscribe'](into(collection, text, recipient)),
      )
      expect(payment.title).toBe('Inscribe into Kites')
      await network.blocks(1)
      await changeIsBack()
      return first(payment.hashes)
    }

    it('are shown before they are paid for: price, checks and what is stored', async () => {
      const preview = await ana.calls['collectibles.previewCollection'](kites(anaId))
      expect(preview).toMatchObject({ ready: true, items: 3, price: { amount: parseAmount('0.0001') } })
      expect(preview.text).toContain('"operation":"deploy"')
      expect(preview.checks.every(({ result }) => result === 'ok')).toBe(true)
    })

    it.each([
      ['a supply that is no whole number of units', { supply: parseAmount('5') }, 'supply'],
      ['no name', { name: ' ' }, 'name'],
      ['no symbol', { symbol: '' }, 'symbol'],
      ['an icon that is no picture', { icon: words('hello') }, 'icon'],
      ['no icon', { icon: null }, 'icon'],
      ['a validation that is nothing', { validation: '([' }, 'validation'],
      [
        'a ratio that is none',
        { treasury: { ratio: '2', recipient: { kind: 'chain', destination: 'x', tag: '' } as const } },
        'treasury',
      ],
    ])('refuse a collection with %s before anything is burnt', async (_what, more, check) => {
      const order = kites(anaId, more)
      const preview = await ana.calls['collectibles.previewCollection'](order)
      expect(preview.ready).toBe(false)
      expect(preview.checks).toContainEqual(expect.objectContaining({ id: check, result: 'stop' }))
      await expect(ana.calls['collectibles.deploy'](order)).rejects.toEqual(coded('wallet.inscription_refused'))
    })

    it('burn the price and nothing else', async () => {
      const before = await balanceOf(ana, anaId, XIN)
      const review = await ana.calls['collectibles.deploy'](kites(anaId))
      expect(first(review.transactions).outputs[0]).toMatchObject({
        role: 'storage',
        amount: parseAmount('0.0001'),
        proof: 'proved',
      })
      expect(review.amount).toBe(parseAmount('0.0001'))
      const payment = await approved(ana, anaId, review)
      expect(payment).toMatchObject({ amount: parseAmount('0.0001'), party: { kind: 'kernel', threshold: 64 } })
      await has(ana, anaId, XIN, before - parseAmount('0.0001'))
    })

    it('are to be ticked where the very same is being stored, or was today, also where both were prepared before', async () => {
      const kept = kites(anaId, { name: 'Kept' })
      const same = ({ checks }: PaymentReview) =>
        checks.filter(({ id }) => id.startsWith('same-')).map(({ result, text }) => [result, text])
      const [one, other] = [await ana.calls['collectibles.deploy'](kept), await ana.calls['collectibles.deploy'](kept)]
      expect([one, other].map(same)).toEqual([[], []])
      await ana.calls['payments.approve'](approving(anaId, one))
      await expect(ana.calls['payments.approve'](approving(anaId, other))).rejects.toEqual(
        coded('wallet.review_changed'),
      )
      await ana.calls['payments.cancel']({ account: anaId, paymentId: other.paymentId })
      await settled(ana, anaId, one.paymentId)
      await changeIsBack()
      const again = await ana.calls['collectibles.deploy'](kept)
      expect(same(again)).toEqual([['attention', expect.stringMatching(/^You stored the very same .*24 hours/)]])
      await ana.calls['payments.cancel']({ account: anaId, paymentId: again.paymentId })
      const different = await ana.calls['collectibles.deploy'](kites(anaId, { name: 'Different' }))
      expect(same(different)).toEqual([])
      await ana.calls['payments.cancel']({ account: anaId, paymentId: different.paymentId })
    })

    it('deploy, inscribe and arrive', async () => {
      const collection = await deployed()
      const item = await inscribed(collection, 'first', benId)
      const [seen] = await galleryOf(ben, benId, (all) =>
        all.some(({ inscription, collectionName }) => inscription === item && collectionName !== ''),
      )
      expect(seen).toMatchObject({ name: 'Kites #0', amount: parseAmount('2'), content: { own: true } })
      const content = await ben.calls['collectibles.content']({ account: benId, of: 'item', hash: item })
      expect(content).toMatchObject({ kind: 'text', base64: words('first').base64 })
      expect(await ben.calls['collectibles.proof']({ account: benId, hash: item })).toEqual({ content: 'proved' })
      const [minted] = (await mint(network, [{ members: [benId], content_type: 'text/plain' }])).items
      const hash = minted?.inscription_hash ?? item
      await galleryOf(ben, benId, (all) => all.some(({ inscription }) => inscription === hash))
      expect(await ben.calls['collectibles.proof']({ account: benId, hash })).toEqual({ content: 'unproved' })
      const icon = await ben.calls['collectibles.content']({ account: benId, of: 'icon', hash: collection })
      expect(icon).toMatchObject({ kind: 'image', mediaType: 'image/gif' })
    })

    it('differ from what the token holds, where the service names another picture', async () => {
      const collection = await deployed()
      const elsewhere = `${network.url}/objects/${collection}/icon`
      const lied = (item: object) => ({ ...item, content_url: elsewhere })
      const act = (items: object | readonly object[]) => (Array.isArray(items) ? items.map(lied) : lied(items))
      line.faults.push({ path: /\/inscriptions\/items\//, act: act as never })
      const item = await inscribed(collection, 'second', benId)
      await galleryOf(ben, benId, (all) =>
        all.some(({ inscription, collectionName }) => inscription === item && collectionName !== ''),
      )
      line.faults.splice(0)
      const read = await ben.calls['collectibles.content']({ account: benId, of: 'item', hash: item })
      expect(read).toMatchObject({ kind: 'image', mediaType: 'image/gif' })
      expect(await ben.calls['collectibles.proof']({ account: benId, hash: item })).toEqual({ content: 'differs' })
    })

    it('are not proved by a token that holds their address alone', async () => {
      const collection = await deployed()
      const content_url = `${network.url}/objects/${collection}/icon`
      const [minted] = (await mint(network, [{ members: [benId], content_type: 'image/gif', content_url }])).items
      const hash = minted?.inscription_hash ?? collection
      await galleryOf(ben, benId, (all) => all.some(({ inscription }) => inscription === hash))
      const read = await ben.calls['collectibles.content']({ account: benId, of: 'item', hash })
      expect(read).toMatchObject({ kind: 'image' })
      expect(await ben.calls['collectibles.proof']({ account: benId, hash })).toEqual({ content: 'unproved' })
    })

    it('know how many items there are, and that there is no more room', async () => {
      const collection = await deployed({ supply: parseAmount('4') })
      await inscribed(collection, 'a')
      expect((await ana.calls['collectibles.previewInscription'](into(collection, 'b'))).items).toBe(1)
      await inscribed(collection, 'b')
      const full = await ana.calls['collectibles.previewInscription'](into(collection, 'c'))
      expect(full.checks).toContainEqual(expect.objectContaining({ id: 'room', result: 'stop' }))
    })

    it('check contents against the checksums or the expression of the collection', async () => {
      const sums = ['a', 'b', 'c'].map((text) => blake3Hash(Buffer.from(text).toString('hex'))).join('')
      const listed = await deployed({ validation: Buffer.from(sums, 'hex').toString('base64') })
      const worded = await deployed({ validation: '^[a-z]{3}$' })
      const verdict = async (collection: Hash, text: string | null) =>
        (await ana.calls['collectibles.previewInscription'](into(collection, text))).checks.find(
          ({ id }) => id === 'validation',
        )?.result
      expect([await verdict(listed, 'b'), await verdict(listed, 'd'), await verdict(listed, null)]).toEqual([
        'ok',
        'stop',
        'stop',
      ])
      expect([await verdict(worded, 'abc'), await verdict(worded, 'ABC')]).toEqual(['ok', 'stop'])
      await expect(ana.calls['collectibles.inscribe'](into(worded, 'ABC'))).rejects.toEqual(
        coded('wallet.inscription_refused'),
      )
    })

    it('ask for the price', async () => {
      const preview = await ben.calls['collectibles.previewCollection'](kites(benId))
      expect(preview.checks).toContainEqual(expect.objectContaining({ id: 'price', result: 'stop' }))
    })

    it('go on after a restart, from the bytes that were signed', async () => {
      const { items } = await minted(1)
      const review = await transfer(first(items), person(benId))
      await ana.calls['payments.approve'](approving(anaId, review))
      await ana.close()
      ana = await network.open({ dir: ana.dir, keychain })
      expect((await settled(ana, anaId, review.paymentId)).state).toBe('final')
    })
  })
})
