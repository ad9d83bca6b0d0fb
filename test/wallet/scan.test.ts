import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AssetId, RequestId } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { METHODS } from '#contract/ipc'
import {
  assetIdFromContract,
  encodeInvoice,
  encodeMixAddress,
  formatAmountShort,
  formatPaymentLink,
  mixAddressOf,
  parseAmount,
  parseLink,
  storagePrice,
} from '#protocol'
import { TOKEN_CHAIN } from '../../src/localnet/chain/catalog.ts'
import { mint } from '../support/collectibles.ts'
import { type Member, newMember } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { newcomer } from '../support/localnet.ts'
import { MAYA } from '../support/residents.ts'
import { card, read } from '../support/scan.ts'
import {
  approved,
  approving,
  BTC,
  ETH,
  fund,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
  XIN,
} from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'
import { linkGroups, mutatedTexts, wholeText } from '../vectors/links.ts'

const network = sharedNetwork()
let ana: Member
let ben: Member
let cole: { readonly member: Member } & Pick<ReturnType<typeof faultyLine>, 'faults'>
const line = faultyLine()
/** Targets and bodies of Ana's requests. */
const sent: string[] = []
const watched: typeof fetch = (target, init) => {
  sent.push(`${String(target)} ${String(init?.body ?? '')}`)
  return line.fetch(target, init)
}

beforeAll(async () => {
  ana = await newMember(network, 'Ana', { fetch: watched })
  ben = await newMember(network, 'Ben')
  const { faults, fetch: faulty } = faultyLine()
  cole = { member: await newMember(network, 'Cole', { fetch: faulty }), faults }
  await fund(ana.wallet, ana.account, BTC, '1')
})

/** Requests of the service that change nothing, as method and path. */
const READS = Object.values(ENDPOINTS)
  .filter(({ effect }) => effect === 'read')
  .map(({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`))

const isRead = (request: string): boolean => READS.some((pattern) => pattern.test(request))

/** Kinds of cards that a kind of link may give. Anything may turn out to name nobody, which is inert text. */
const CARDS: Readonly<Record<string, readonly ScanCard['kind'][]>> = {
  user: ['user', 'payment'],
  transfer: ['user'],
  payment: ['payment', 'invoice', 'group'],
  external: ['payment'],
  inscription: ['inscription'],
  app: ['app'],
  snapshot: ['snapshot'],
  conversation: ['unsupported'],
  address_add: ['unsupported'],
  address_delete: ['unsupported'],
  withdrawal: ['unsupported'],
  unsupported: ['unsupported'],
}

function kindOfLink(text: string): string | undefined {
  try {
    return parseLink(text.trim().replace(/^coffer:\/\//i, 'https://mixin.one/')).kind
  } catch {
    return undefined
  }
}

/** An address of a chain and a number of a person are no links, and yet are known. */
const NAMED = /^(?:\+?\d[\d ]{3,20}|0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{26,106}|[a-z]{1,11}:?1?[a-z0-9]{20,90})$/i

async function readAll(texts: readonly string[]): Promise<Set<string>> {
  const [payments, signed, from] = [await openPayments(), ana.signed(), line.passed.length]
  const kinds = new Set<string>()
  for (const text of texts) {
    const found = await ana.wallet.bare.calls['scan.read']({ account: ana.account, text, source: 'paste' })
    // Whatever it is, the window's side of the contract takes it.
    z.encode(METHODS['scan.read'].answer, found)
    const link = kindOfLink(text)
    const named = link === undefined && NAMED.test(text.trim())
    const allowed = named ? ['user', 'payment'] : (CARDS[link ?? ''] ?? [])
    expect(['text', ...allowed], JSON.stringify(text.slice(0, 300))).toContain(found.kind)
    kinds.add(found.kind)
  }
  expect(await openPayments()).toEqual(payments)
  expect(ana.signed()).toBe(signed)
  expect(line.passed.slice(from).filter((request) => !isRead(request))).toEqual([])
  return kinds
}

const openPayments = () => ana.wallet.calls['payments.open']({ account: ana.account, holder: null })

describe('reading texts from outside', () => {
  it('never throws, pays, signs or writes, whatever was damaged in them', async () => {
    const kinds = await readAll(mutatedTexts(400, 2))
    expect([...kinds]).toEqual(expect.arrayContaining(['text', 'unsupported']))
  })

  it('gives nothing but inert text for the hostile ones', async () => {
    const hostile = linkGroups().flatMap(([, cases]) => cases.filter(({ refused }) => refused === true))
    const from = line.passed.length
    for (const each of hostile) {
      const text = wholeText(each)
      const found = await read(ana, text)
      if (text.startsWith('coffer://') || NAMED.test(text.trim())) continue
      expect(found, each.about).toMatchObject({ kind: 'text', text: text.trim().slice(0, 2000) })
    }
    expect(line.passed.slice(from).filter((request) => !isRead(request))).toEqual([])
  })

  it('keeps keys, hashes and phrases on this machine', async () => {
    const secrets = [
      'a'.repeat(64),
      `0x${'b1'.repeat(32)}`,
      '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
      'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
      '4wBqpZM9xaSheZzJSMawUHDgZ7miWfSsxmfVF5jJjQHu6wbzGfEtk5bqYQBFzjbqPEnPcA2YzCx9DYdDLb5pqbLh',
      'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4',
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
      'correct-horse-battery-staple-2026',
    ]
    for (const secret of secrets) {
      const from = sent.length
      expect(await read(ana, secret), secret).toMatchObject({ kind: 'text' })
      expect(sent.slice(from).filter((request) => request.includes(secret))).toEqual([])
    }
  })

  it('asks the service about an address of a chain once or twice, not for every chain', async () => {
    const from = line.passed.length
    const found = await card(ana, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'payment')
    expect(found).toMatchObject({
      asset: { assetId: BTC },
      view: { party: { kind: 'chain' }, asked: { amount: null } },
    })
    const asked = line.passed.slice(from).filter((request) => request.includes('/check'))
    expect(asked.length).toBe(1)
  })

  it('knows people by number and by id in lower case', async () => {
    const { user } = await card(ana, ben.account, 'user')
    expect(user.name).toBe('Ben')
    expect(await card(ana, user.identityNumber, 'user')).toMatchObject({ user: { userId: ben.account } })
    expect(await read(ana, ben.account.toUpperCase())).toMatchObject({ kind: 'text' })
  })
})

describe('a link', () => {
  const trace = randomUUID() as RequestId
  const query = () =>
    `asset=${BTC}&amount=0.25&memo=two%20coffees&trace=${trace}&return_to=https%3A%2F%2Fshop.example%2Fdone`

  it.each([
    ['a person', () => `users/${ben.account}`],
    ['a payment', () => `pay/${ben.account}?${query()}`],
    ['an app', () => `apps/${MAYA}?action=open`],
    ['a collectible', () => `inscriptions/${'ab'.repeat(32)}`],
    ['a snapshot', () => `snapshots/${trace}`],
    ['a conversation', () => `conversations/${trace}`],
  ])('of %s gives one card in all its spellings', async (_what, path) => {
    const cards: ScanCard[] = []
    for (const spelling of ['https://mixin.one/', 'mixin://mixin.one/', 'mixin://', 'coffer://', 'COFFER://']) {
      const found = await read(ana, spelling + path(), 'link')
      // A payment keeps the words that it was asked in, for the form that it fills.
      cards.push('to' in found ? { ...found, to: '' } : found)
    }
    for (const each of cards) expect(each).toEqual(cards[0])
    expect(cards[0]?.kind).not.toBe('text')
  })

  it('shows where it returns to, and nobody goes there', async () => {
    const from = sent.length
    const found = await card(ana, `https://mixin.one/pay/${ben.account}?${query()}`, 'payment')
    expect(found).toMatchObject({
      asset: { assetId: BTC },
      view: {
        party: { kind: 'user', user: { name: 'Ben' } },
        asked: {
          amount: parseAmount('0.25'),
          memo: 'two coffees',
          memoHex: '74776f20636f6666656573',
          trace,
          returnTo: 'https://shop.example/done',
        },
        standing: 'open',
      },
    })
    const hidden = await card(
      ana,
      `https://mixin.one/pay/${ben.account}?return_to=${encodeURIComponent('https://a.example/\u202egpj.exe')}`,
      'payment',
    )
    expect(hidden.view.asked.returnTo).toBe(null)
    expect(sent.slice(from).filter((request) => /shop|gpj/.test(request))).toEqual([])
  })

  it('that asks for an asset which the network does not know fills no form with its sum', async () => {
    const nothing = randomUUID() as AssetId
    const found = await card(ana, `https://mixin.one/pay/${ben.account}?asset=${nothing}&amount=0.25`, 'text')
    expect(found.problem).toMatchObject({ code: 'input.asset' })
    const invoice = encodeInvoice({
      recipient: mixAddressOf([ben.account], 1),
      entries: [{ traceId: randomUUID(), assetId: nothing, amount: parseAmount('1'), extra: '', references: [] }],
    })
    expect((await card(ana, invoice, 'text')).problem).toMatchObject({ code: 'input.asset' })
    // Whoever types it where the receiver goes is told the same.
    const to = `https://mixin.one/pay/${ben.account}?asset=${nothing}&amount=0.25`
    const typed = await ana.wallet.calls['payees.resolve']({
      account: ana.account,
      holder: null,
      text: to,
      assetId: null,
    })
    expect(typed).toMatchObject({ payee: null, problem: { code: 'input.asset' } })
  })

  it.each([
    ['an item', `inscription=${'ab'.repeat(32)}`, { inscription: 'ab'.repeat(32) }],
    ['an item by its amount', `inscription=${'ab'.repeat(32)}&asset=${BTC}&amount=1`, { inscription: 'ab'.repeat(32) }],
    ['any item of a collection', `inscription_collection=${'cd'.repeat(32)}`, {}],
  ])('that asks for %s fills no form with money', async (_, asks, which) => {
    const problem = { code: 'input.payee', details: { asks: 'collectible', ...which } }
    for (const link of [`https://mixin.one/pay/${ben.account}?${asks}`, `mixin://pay/${ben.account}?${asks}`]) {
      expect((await card(ana, link, 'text')).problem).toMatchObject(problem)
      const typed = { account: ana.account, holder: null, text: link, assetId: BTC }
      expect(await ana.wallet.calls['payees.resolve'](typed)).toMatchObject({ payee: null, problem })
      expect(await ana.wallet.calls['scan.glance']({ texts: [link] })).toEqual(['Collectible'])
    }
  })

  it.each([
    ['order+12', ['order+12']],
    ['order%2B12', []],
  ])('says of a memo that may have been meant otherwise what it is: %s', async (written, told) => {
    const { view } = await card(ana, `https://mixin.one/pay/${ben.account}?memo=${written}`, 'payment')
    expect(view.asked.memo).toBe('order+12')
    expect(view.warnings).toEqual(told.map((memo) => expect.stringContaining(`“${memo}”`)))
  })

  it('says that its trace was paid already', async () => {
    const requestId = randomUUID() as RequestId
    const link = formatPaymentLink({ destination: ben.account, asset: BTC, amount: '0.01', trace: requestId })
    expect(await card(ana, link, 'payment')).toMatchObject({ view: { standing: 'open' }, paidByMe: null })
    await pay(ana.wallet, paying(ana.account, BTC, [toUser(ben.account, '0.01')], { requestId }))
    expect(await card(ana, link, 'payment')).toMatchObject({ view: { standing: 'paid' }, paidByMe: requestId })
    expect(await card(ben, link, 'payment')).toMatchObject({ view: { standing: 'paid' }, paidByMe: null })
  })

  it('to a movement by its request leads to it, whoever asked for it', async () => {
    const requestId = randomUUID() as RequestId
    await pay(ana.wallet, paying(ana.account, BTC, [toUser(ben.account, '0.02')], { requestId }))
    const link = `mixin://snapshots?trace=${requestId}`
    expect(await card(ana, link, 'snapshot')).toMatchObject({ activityId: expect.stringMatching(/^p:/) })
    const { activityId: id } = await ben.wallet.until(
      () => card(ben, link, 'snapshot'),
      ({ activityId }) => activityId !== null,
    )
    const movement = await ben.wallet.calls['activity.read']({ account: ben.account, holder: null, id: id ?? '' })
    expect(movement).toMatchObject({ requestId, row: { direction: 'in', amount: parseAmount('0.02') } })
    const unknown = `mixin://snapshots?trace=${randomUUID()}`
    expect(await card(ben, unknown, 'snapshot')).toEqual({ kind: 'snapshot', activityId: null })
  })

  it('of another chain becomes a withdrawal to fill in', async () => {
    expect(
      await card(ana, 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.5&label=Shop', 'payment'),
    ).toMatchObject({
      asset: { assetId: BTC },
      view: {
        payee: { kind: 'chain', destination: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
        asked: { amount: parseAmount('0.5') },
      },
    })
    expect(
      await card(ana, 'ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359?value=2.014e18', 'payment'),
    ).toMatchObject({ asset: { assetId: ETH }, view: { asked: { amount: parseAmount('2.014') } } })
    expect(await read(ana, 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toMatchObject({ kind: 'text' })
  })
})

describe('a short link', () => {
  let shorten: (target: string) => Promise<string>
  beforeAll(async () => {
    const { remote } = await newcomer(network, 'Cas')
    shorten = async (target) => {
      const { scheme_id } = await remote.call('schemes.create', { body: { target } })
      return `https://mixin.one/schemes/${scheme_id}`
    }
  })

  it('gives the card of what it stands for', async () => {
    const link = await shorten(`mixin://mixin.one/pay/${ben.account}?asset=${BTC}&amount=3`)
    expect(await card(ana, link, 'payment')).toMatchObject({ view: { asked: { amount: parseAmount('3') } } })
  })

  it('to another short link is refused', async () => {
    const once = await shorten(`https://mixin.one/users/${ben.account}`)
    const found = await card(ana, await shorten(once), 'text')
    expect(found.problem).toMatchObject({ code: 'protocol.link' })
  })

  it('to a foreign place is inert text', async () => {
    expect(await card(ana, await shorten('https://evil.example/pay'), 'text')).toMatchObject({
      text: expect.stringContaining('evil.example'),
    })
    expect(await card(ana, await shorten('javascript:alert(1)'), 'text')).toMatchObject({ text: 'javascript:alert(1)' })
  })
})

describe('an invoice', () => {
  it('is paid entry by entry, the second referring to the first once that is final', async () => {
    const [first, second] = [randomUUID() as RequestId, randomUUID() as RequestId]
    const text = encodeInvoice({
      recipient: mixAddressOf([ben.account], 1),
      entries: [
        { traceId: first, assetId: BTC, amount: parseAmount('0.02'), extra: '6f6e65', references: [] },
        { traceId: second, assetId: BTC, amount: parseAmount('0.03'), extra: '74776f', references: [{ index: 0 }] },
      ],
    })
    const before = await card(ana, text, 'invoice')
    expect(before).toMatchObject({
      view: { party: { kind: 'user', user: { name: 'Ben' } } },
      entries: [
        { amount: parseAmount('0.02'), memoText: 'one', trace: first, waitsFor: [], references: [], state: 'open' },
        { amount: parseAmount('0.03'), memoText: 'two', trace: second, waitsFor: [0], references: [], state: 'open' },
      ],
    })
    const paid = await pay(
      ana.wallet,
      paying(ana.account, BTC, [toUser(ben.account, '0.02')], {
        ...{ requestId: first, memoHex: '6f6e65' },
      }),
    )
    const hash = paid.hashes[0]
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const after = await card(ana, `https://mixin.one/pay/${text}`, 'invoice')
    expect(after.entries).toMatchObject([
      { state: 'paid', waitsFor: [] },
      { state: 'open', waitsFor: [], references: [hash] },
    ])
    await pay(
      ana.wallet,
      paying(ana.account, BTC, [toUser(ben.account, '0.03')], {
        ...{ requestId: second, memoHex: '74776f', references: after.entries[1]?.references ?? [] },
      }),
    )
    expect((await card(ana, text, 'invoice')).entries.map(({ state }) => state)).toEqual(['paid', 'paid'])
    // Whoever else holds the invoice sees it paid, too, and what it refers to.
    expect((await card(ben, text, 'invoice')).entries).toMatchObject([
      { state: 'paid', waitsFor: [] },
      { state: 'paid', waitsFor: [], references: [hash] },
    ])
  })

  it('has its content stored for the price and nobody paid for it, and what follows refers to that', async () => {
    const [first, second] = [randomUUID() as RequestId, randomUUID() as RequestId]
    const extra = Buffer.from('On the back of the envelope. '.repeat(50)).toString('hex')
    const price = storagePrice(extra.length / 2)
    const text = encodeInvoice({
      recipient: mixAddressOf([ben.account], 1),
      entries: [
        { traceId: first, assetId: XIN, amount: price, extra, references: [] },
        { traceId: second, assetId: BTC, amount: parseAmount('0.01'), extra: '', references: [{ index: 0 }] },
      ],
    })
    await fund(ana.wallet, ana.account, XIN, '1', ETH)
    const [stored, paid] = (await card(ana, text, 'invoice')).entries
    expect([stored?.storage, paid?.storage]).toEqual([true, false])
    const holder = { account: ana.account, holder: null }
    const { payee } = await ana.wallet.calls['payees.resolve']({ ...holder, text: stored?.to ?? '', assetId: XIN })
    if (payee === null) throw new Error('the recipient of storage can be paid')
    const review = await ana.wallet.calls['payments.prepare'](
      paying(ana.account, XIN, [{ payee, amount: formatAmountShort(price) }], {
        ...{ requestId: first, memoHex: extra, storeMemo: true },
      }),
    )
    expect(review).toMatchObject({ amount: price, payees: [], verdict: 'ok' })
    expect(review.transactions.map(({ outputs }) => outputs.map(({ role, amount }) => [role, amount]))).toEqual([
      [
        ['storage', price],
        ['change', parseAmount('1') - price],
      ],
    ])
    const done = await approved(ana.wallet, ana.account, review)
    // Named by what is burnt, also once it is paid.
    expect([done.title, done.amount]).toEqual([review.title, price])
    expect([review.title, review.verb]).toEqual(['Burn 0.0002 XIN', 'Burn 0.0002 XIN'])
    const [after, next] = (await card(ana, text, 'invoice')).entries
    expect([after?.state, next?.references]).toEqual(['paid', done.hashes])
  })

  it.each(['pending', 'signed'] as const)(
    'says of an entry that is %s at the service that it is on its way, and of none that it is paid',
    async (state) => {
      const [first, second] = [randomUUID() as RequestId, randomUUID() as RequestId]
      const text = encodeInvoice({
        recipient: mixAddressOf([ben.account], 1),
        entries: [
          { traceId: first, assetId: BTC, amount: parseAmount('0.01'), extra: '', references: [] },
          { traceId: second, assetId: BTC, amount: parseAmount('0.01'), extra: '', references: [{ index: 0 }] },
        ],
      })
      const link = formatPaymentLink({ destination: ben.account, asset: BTC, amount: '0.01', trace: first })
      await pay(ana.wallet, paying(ana.account, BTC, [toUser(ben.account, '0.01')], { requestId: first }))
      const notFinal = <One extends object>(record: One) => ({ ...record, state })
      cole.faults.push({ path: /^\/safe\/transactions\/fetch$/, act: (records: object[]) => records.map(notFinal) })
      cole.faults.push({ path: /^\/safe\/transactions\/[0-9a-f-]+$/, act: notFinal })
      expect((await card(cole.member, text, 'invoice')).entries).toMatchObject([
        { state: 'going', waitsFor: [] },
        { state: 'open', waitsFor: [0] },
      ])
      expect(await card(cole.member, link, 'payment')).toMatchObject({ view: { standing: 'going' } })
      cole.faults.length = 0
      expect((await card(cole.member, text, 'invoice')).entries).toMatchObject([{ state: 'paid' }, { waitsFor: [] }])
      expect(await card(cole.member, link, 'payment')).toMatchObject({ view: { standing: 'paid' } })
    },
  )

  it('is never paid twice for storage that is signed and did not arrive: a second look finds it on its way', async () => {
    const trace = randomUUID() as RequestId
    const extra = Buffer.from('Kept once, however often it is looked at. '.repeat(10)).toString('hex')
    const price = storagePrice(extra.length / 2)
    const text = encodeInvoice({
      recipient: mixAddressOf([ben.account], 1),
      entries: [{ traceId: trace, assetId: XIN, amount: price, extra, references: [] }],
    })
    await fund(ana.wallet, ana.account, XIN, '1', ETH)
    const [stored] = (await card(ana, text, 'invoice')).entries
    expect(stored).toMatchObject({ state: 'open', trace, again: null, paidByMe: null })
    const { payee } = await ana.wallet.calls['payees.resolve']({
      ...{ account: ana.account, holder: null, text: stored?.to ?? '', assetId: XIN },
    })
    if (payee === null) throw new Error('the recipient of storage can be paid')
    const review = await ana.wallet.calls['payments.prepare'](
      paying(ana.account, XIN, [{ payee, amount: formatAmountShort(price) }], {
        ...{ requestId: trace, memoHex: extra, storeMemo: true },
      }),
    )
    line.faults.push({ path: /^\/safe\/transactions$/, act: 'before' })
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    expect((await card(ana, text, 'invoice')).entries).toMatchObject([{ state: 'going', paidByMe: trace }])
    line.faults.length = 0
    await ana.wallet.calls['app.retry']({ account: ana.account })
    await settled(ana.wallet, ana.account, trace)
    expect((await card(ana, text, 'invoice')).entries).toMatchObject([{ state: 'paid', paidByMe: trace }])
  })

  it('is read with one question to the service, however many entries it has', async () => {
    const text = encodeInvoice({
      recipient: mixAddressOf([ben.account, ana.account], 2),
      entries: Array.from({ length: 128 }, () => ({
        ...{ traceId: randomUUID(), assetId: BTC, amount: parseAmount('0.01'), extra: '', references: [] },
      })),
    })
    const from = line.passed.length
    const { entries, to } = await card(ana, text, 'invoice')
    expect(entries.length).toBe(128)
    expect(to).toBe(encodeMixAddress(mixAddressOf([ben.account, ana.account], 2)))
    const asked = line.passed.slice(from).filter((request) => request.includes('/safe/transactions'))
    expect(asked).toEqual(['POST /safe/transactions/fetch'])
  })

  it('asks for all that is not known here together, and means nothing where the network does not know one of them', async () => {
    const assets: string[] = []
    for (let at = 0; at < 3; at += 1) {
      const { collection_hash: hash } = await mint(network, [{ members: [ben.account] }], { symbol: `KITE${at}` })
      assets.push(assetIdFromContract(TOKEN_CHAIN, hash))
    }
    const text = (ids: readonly string[]) =>
      encodeInvoice({
        recipient: mixAddressOf([ben.account], 1),
        entries: ids.map((assetId) => ({
          ...{ traceId: randomUUID(), assetId, amount: parseAmount('0.01'), extra: '', references: [] },
        })),
      })
    const from = line.passed.length
    const { entries } = await card(ana, text(assets), 'invoice')
    expect(entries.map(({ asset }) => asset.symbol)).toEqual(['KITE0', 'KITE1', 'KITE2'])
    const asked = line.passed.slice(from).filter((request) => request.includes('/safe/assets'))
    expect(asked).toEqual(['POST /safe/assets/fetch'])
    expect((await card(ana, text([...assets, randomUUID()]), 'text')).problem).toMatchObject({ code: 'input.asset' })
  })

  it('that is damaged is inert text with the reason', async () => {
    const text = encodeInvoice({
      recipient: mixAddressOf([ben.account], 1),
      entries: [{ traceId: randomUUID(), assetId: BTC, amount: parseAmount('1'), extra: '', references: [] }],
    })
    const found = await card(ana, `https://mixin.one/pay/${text.slice(0, -6)}AAAAAA`, 'text')
    expect(found.problem).toMatchObject({ code: 'protocol.link' })
  })
})
