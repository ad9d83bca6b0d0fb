import { beforeAll, describe, expect, it } from 'vitest'
import type { Keystore, UserId } from '#contract/domain'
import { type Amount, parseAmount, publicKeyFromSeed } from '#protocol'
import {
  BTC,
  ETH,
  freshSeed,
  newcomer,
  type Person,
  personOf,
  refusalOf,
  register,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

describe('snapshots', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  let bot: Person
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
    bot = await newcomer(net, 'Bot', { kind: 'bot' })
    await ana.fund(BTC, '1')
    await ana.fund(ETH, '1')
    for (const amount of ['0.1', '0.2']) {
      await ana.pay(ben.id, BTC, amount)
      await net.blocks(1)
    }
    await ana.pay(bot.id, ETH, '0.3')
    await net.blocks(1)
  })

  const amounts = (list: readonly { amount: Amount }[]) => list.map(({ amount }) => amount)
  const signed = (...texts: string[]) =>
    texts.map((text) => (text.startsWith('-') ? -parseAmount(text.slice(1)) : parseAmount(text)))

  /** A network user of a bot, registered and with some money. */
  async function networkUser(owner: Person): Promise<Person> {
    const session = freshSeed()
    const made = await owner.remote.call('networkUsers.create', {
      body: { session_secret: Buffer.from(publicKeyFromSeed(session), 'hex').toString('base64'), full_name: 'Till' },
    })
    const keystore: Keystore = {
      app_id: made.user_id,
      session_id: made.session_id,
      session_private_key: session,
      server_public_key: owner.keystore.server_public_key,
      spend_private_key: null,
    }
    const person = personOf(net, keystore, freshSeed())
    await register(net, person)
    return person
  }

  it('tell both sides of a payment, to each his own', async () => {
    const mine = await ana.remote.call('snapshots.list')
    expect(amounts(mine)).toEqual(signed('1', '1', '-0.1', '-0.2', '-0.3'))
    expect(new Set(mine.map(({ user_id }) => user_id))).toEqual(new Set([ana.id]))
    expect(amounts(await ben.remote.call('snapshots.list'))).toEqual(signed('0.1', '0.2'))
  })

  it('are filtered by asset or by opponent', async () => {
    const list = (query: { asset?: typeof BTC; opponent?: UserId }) => ana.remote.call('snapshots.list', { query })
    expect(amounts(await list({ asset: ETH }))).toEqual(signed('1', '-0.3'))
    expect(amounts(await list({ opponent: ben.id }))).toEqual(signed('-0.1', '-0.2'))
  })

  it('are filtered by where a deposit came in, and by its tag', async () => {
    const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: BTC } })
    const list = (query: { destination: string; tag?: string }) => ana.remote.call('snapshots.list', { query })
    expect(amounts(await list({ destination: entry?.destination ?? '' }))).toEqual(signed('1'))
    expect(await list({ destination: 'elsewhere' })).toEqual([])
    expect(await list({ destination: entry?.destination ?? '', tag: '7' })).toEqual([])
  })

  it('refuse more than one of app, asset and opponent', async () => {
    const filters = { app: bot.id, asset: BTC, opponent: ben.id }
    const pairs = [
      { app: filters.app, asset: filters.asset },
      { app: filters.app, opponent: filters.opponent },
      { asset: filters.asset, opponent: filters.opponent },
      filters,
    ]
    for (const query of pairs) expect(await refusalOf(bot.remote.call('snapshots.list', { query }))).toBe(10002)
  })

  it('are read page by page, the offset not included, both ways', async () => {
    const all = await ana.remote.call('snapshots.list')
    const list = (query: object) => ana.remote.call('snapshots.list', { query })
    expect(await list({ limit: 2 })).toEqual(all.slice(0, 2))
    expect(await list({ offset: all[1]?.created_at, limit: 2 })).toEqual(all.slice(2, 4))
    expect(await list({ order: 'DESC' })).toEqual(all.toReversed())
    expect(await list({ order: 'DESC', offset: all[1]?.created_at })).toEqual(all.slice(0, 1))
    expect(new Set(all.map(({ created_at }) => created_at)).size).toBe(all.length)
  })

  it('of the network users of a bot are read by the bot, and by nobody else', async () => {
    const [one, two] = [await networkUser(bot), await networkUser(bot)]
    await one.fund(BTC, '0.5')
    await two.fund(BTC, '0.25')
    const all = await bot.remote.call('snapshots.list', { query: { app: bot.id } })
    expect(all.map(({ user_id, amount }) => [user_id, amount])).toEqual([
      [one.id, parseAmount('0.5')],
      [two.id, parseAmount('0.25')],
    ])
    const [first] = all
    expect(await bot.remote.call('snapshots.read', { params: { id: first?.snapshot_id ?? '' } })).toEqual(first)
    const outputs = await bot.remote.call('outputs.list', { query: { app: bot.id, asset: BTC } })
    expect(outputs.map(({ receivers }) => receivers[0])).toEqual([one.id, two.id])
    const other = await newcomer(net, 'Other', { kind: 'bot' })
    const ask = (person: Person, app: UserId) => refusalOf(person.remote.call('snapshots.list', { query: { app } }))
    expect(await ask(other, bot.id)).toBe(403)
    expect(await ask(ana, ana.id)).toBe(403)
    expect(await ask(other, other.id)).toBe('no refusal')
    expect(await refusalOf(other.remote.call('snapshots.read', { params: { id: first?.snapshot_id ?? '' } }))).toBe(404)
  })

  it('are not made by moving money to oneself', async () => {
    const before = await ana.remote.call('snapshots.list')
    const { requestId } = await ana.pay(ana.id, BTC, '0.1')
    await net.blocks(1)
    expect(await ana.remote.call('snapshots.list')).toEqual(before)
    const record = await ana.remote.call('transactions.read', { params: { id: requestId } })
    expect(record).toMatchObject({ state: 'spent', snapshot_id: null })
  })
})
