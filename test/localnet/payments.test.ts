import { beforeAll, describe, expect, it } from 'vitest'
import type { Nanos, RequestId, SnapshotId } from '#contract/domain'
import { hashMembers, parseAmount, toAmount, uniqueObjectId } from '#protocol'
import { stillClock, systemClock } from '../support/clock.ts'
import {
  BTC,
  callAs,
  ETH,
  freshId,
  freshRequest,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from './trace.ts'

describe('payments', () => {
  let net: TestLocalnet
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ clock: stillClock() })
    ben = await newcomer(net, 'Ben')
  })

  async function payer(...amounts: string[]): Promise<Person> {
    const person = await newcomer(net, 'Payer')
    for (const amount of amounts) await person.fund(BTC, amount)
    return person
  }
  const wish = (amount: string) => [{ to: [ben.id], amount: parseAmount(amount) }]
  const bodyOf = (requestId: ReturnType<typeof freshRequest>, raw: string) => ({
    body: [{ request_id: requestId, raw }],
  })
  const refused = (call: () => Promise<unknown>, ...people: Person[]) =>
    refusedWithoutTrace(net, [ben, ...people], call)

  it('moves money from one person to another, with the rest back', async () => {
    const ana = await payer('1')
    const before = Number(await ben.balance(BTC))
    const { requestId } = await ana.pay(ben.id, BTC, '0.4')
    expect((await ana.remote.call('transactions.read', { params: { id: requestId } })).state).toBe('signed')
    await net.blocks(1)
    expect((await ana.remote.call('transactions.read', { params: { id: requestId } })).state).toBe('spent')
    expect([await ana.balance(BTC), Number(await ben.balance(BTC)) - before]).toEqual(['0.6', 0.4])
  })

  it('keep outputs unspent when verified, hold them when sent and spend them when final', async () => {
    const payee = await newcomer(net, 'Payee')
    const person = await payer('1')
    const states = async () => {
      const found = await person.remote.call('outputs.list', { query: { asset: BTC } })
      return found.map(({ state, signed_by, amount }) => [state, signed_by, amount])
    }
    const built = await person.build(BTC, [{ to: [payee.id], amount: parseAmount('0.4') }])
    await person.sign(built)
    expect(await states()).toEqual([['unspent', null, parseAmount('1')]])
    await person.send(built)
    expect(await states()).toEqual([['signed', built.hash, parseAmount('1')]])
    expect(await payee.outputs()).toEqual([])
    await net.blocks(1)
    expect(await states()).toEqual([
      ['spent', built.hash, parseAmount('1')],
      ['unspent', null, parseAmount('0.6')],
    ])
    const [received] = await payee.outputs()
    expect(received).toMatchObject({
      output_id: uniqueObjectId(`${built.hash}:0`),
      request_id: built.requestId,
      senders: [person.id],
      senders_hash: hashMembers([person.id]),
    })
  })

  it('name the snapshot that they will have from when they are sent', async () => {
    const ana = await payer('1')
    const built = await ana.pay(ben.id, BTC, '0.01')
    const read = () => ana.remote.call('transactions.read', { params: { id: built.requestId } })
    const { snapshot_id: id } = await read()
    expect(id).not.toBeNull()
    await net.blocks(1)
    expect((await read()).snapshot_id).toBe(id)
    const told = await ana.remote.call('snapshots.read', { params: { id: id as SnapshotId } })
    expect(told).toMatchObject({ transaction_hash: built.hash, amount: -parseAmount('0.01') })
  })

  it('become final by themselves about a second after they were sent', async () => {
    const timed = await startTestLocalnet({ manualBlocks: false, finalityMs: 1_000, blockSeconds: 3600 })
    const [one, two] = [await newcomer(timed, 'One'), await newcomer(timed, 'Two')]
    await one.fund(BTC, '1')
    const started = performance.now()
    const { requestId } = await one.pay(two.id, BTC, '1')
    const state = async () => (await one.remote.call('transactions.read', { params: { id: requestId } })).state
    await expect.poll(state).toBe('spent')
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  it('become final also after the clock was set back, before and after which they were sent', async () => {
    let ahead = 0n
    const clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
    const timed = await startTestLocalnet({ clock, manualBlocks: false, finalityMs: 1_000, blockSeconds: 3600 })
    const [one, two] = [await newcomer(timed, 'One'), await newcomer(timed, 'Two')]
    await one.fund(BTC, '1')
    await one.fund(BTC, '1')
    const state = async (id: RequestId) => (await one.remote.call('transactions.read', { params: { id } })).state
    const before = await one.pay(two.id, BTC, '1')
    ahead -= 86_400_000_000_000n
    await expect.poll(() => state(before.requestId)).toBe('spent')
    const after = await one.pay(two.id, BTC, '1')
    await expect.poll(() => state(after.requestId)).toBe('spent')
  })

  it('are the same when they are sent twice, before and after they are final', async () => {
    const person = await payer('1')
    const built = await person.build(BTC, wish('0.4'))
    const [raw = ''] = await person.sign(built)
    const send = () => person.remote.call('transactions.send', bodyOf(built.requestId, raw))
    const first = await send()
    const { transactions } = await net.control.call('local.state')
    expect(await send()).toEqual(first)
    await net.blocks(1)
    expect(await send()).toMatchObject([{ transaction_hash: built.hash, state: 'spent' }])
    expect((await net.control.call('local.state')).transactions).toBe(transactions)
    expect(await person.balance(BTC)).toBe('0.6')
  })

  it('are the same when they are verified twice', async () => {
    const person = await payer('1')
    const built = await person.build(BTC, wish('0.4'))
    const verify = () => person.remote.call('transactions.verify', bodyOf(built.requestId, built.unsigned))
    expect(await verify()).toEqual(await verify())
  })

  it('refuse a request id that stands for other bytes, verified or sent', async () => {
    const person = await payer('1')
    const first = await person.build(BTC, wish('0.4'))
    const other = await person.build(BTC, wish('0.5'), { requestId: first.requestId })
    const [raw = ''] = await person.sign(first)
    const verify = () => person.remote.call('transactions.verify', bodyOf(first.requestId, other.unsigned))
    const send = () => person.remote.call('transactions.send', bodyOf(first.requestId, other.unsigned))
    expect([await refused(verify, person), await refused(send, person)]).toEqual([20125, 20125])
    await person.remote.call('transactions.send', bodyOf(first.requestId, raw))
    expect([await refused(verify, person), await refused(send, person)]).toEqual([20125, 20125])
    expect(await refused(() => person.send({ ...first, requestId: freshRequest() }), person)).toBe(20125)
  })

  it('refuse a request id that somebody else used', async () => {
    const [person, other] = [await payer('1'), await payer('1')]
    const { requestId } = await person.pay(ben.id, BTC, '0.4')
    const theirs = await other.build(BTC, wish('0.4'), { requestId })
    const verify = () => other.remote.call('transactions.verify', bodyOf(requestId, theirs.unsigned))
    expect(await refused(verify, person, other)).toBe(20125)
  })

  it('refuse outputs of somebody else', async () => {
    const [person, other] = [await payer('1'), await payer('1')]
    const built = await person.build(BTC, wish('0.4'), { inputs: await other.outputs(BTC) })
    const verify = () => person.remote.call('transactions.verify', bodyOf(built.requestId, built.unsigned))
    expect(await refused(verify, person, other)).toBe(403)
    const inputs = [...(await person.outputs(BTC)), ...(await other.outputs(BTC))]
    const mixed = await person.build(BTC, wish('0.4'), { inputs })
    const both = () => person.remote.call('transactions.verify', bodyOf(mixed.requestId, mixed.unsigned))
    expect(await refused(both, person, other)).toBe(403)
  })

  it('refuse outputs that an earlier payment holds or has spent', async () => {
    const person = await payer('1')
    const late = await person.build(BTC, wish('0.3'))
    const [raw = ''] = await person.sign(late)
    await person.pay(ben.id, BTC, '0.4')
    const send = () => person.remote.call('transactions.send', bodyOf(late.requestId, raw))
    expect(await refused(send, person)).toBe(10105)
    await net.blocks(1)
    expect(await refused(send, person)).toBe(10105)
  })

  it('let exactly one of many conflicting payments through that arrive at once', async () => {
    const person = await payer('1')
    const built = await Promise.all(Array.from({ length: 12 }, (_, at) => person.build(BTC, wish(`0.${at + 10}`))))
    const raws = await person.sign(...built)
    const outcomes = await Promise.all(
      built.map(({ requestId }, at) =>
        refusalOf(person.remote.call('transactions.send', bodyOf(requestId, raws[at] ?? ''))),
      ),
    )
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 11 }, () => 10105), 'no refusal'])
  })

  it('go out together or not at all when they are sent together', async () => {
    const person = await payer('1', '2')
    const [one, two] = await person.outputs(BTC)
    if (one === undefined || two === undefined) throw new Error('the money did not arrive')
    const first = await person.build(BTC, wish('0.4'), { inputs: [one] })
    const second = await person.build(BTC, wish('0.4'), { inputs: [one] })
    const third = await person.build(BTC, wish('0.4'), { inputs: [two] })
    const raws = await person.sign(first, second, third)
    const body = [first, third, second].map(({ requestId }, at) => ({
      request_id: requestId,
      raw: [raws[0], raws[2], raws[1]][at] ?? '',
    }))
    expect(await refused(() => person.remote.call('transactions.send', { body }), person)).toBe(10105)
    const good = await person.remote.call('transactions.send', { body: body.slice(0, 2) })
    expect(good.map(({ state }) => state)).toEqual(['signed', 'signed'])
  })

  it('refuse bytes that are no transaction', async () => {
    const person = await payer('1')
    const { unsigned } = await person.build(BTC, wish('0.4'))
    const malformed = [
      '00',
      unsigned.slice(0, -2),
      `${unsigned}00`,
      unsigned.replace(/^7777/, '7778'),
      unsigned.replace(/^77770005/, '77770004'),
      'ab'.repeat(100),
    ]
    for (const raw of malformed) {
      const verify = () => person.remote.call('transactions.verify', bodyOf(freshRequest(), raw))
      const send = () => person.remote.call('transactions.send', bodyOf(freshRequest(), raw))
      expect([await refused(verify, person), await refused(send, person)]).toEqual([10002, 10002])
    }
  })

  it('are read in full as two of the largest that there are, and refused for what they say', async () => {
    const person = await payer('1')
    const largest = () => ({ request_id: freshRequest(), raw: '77'.repeat(4_194_304) })
    const body = [largest(), largest()]
    expect(await refusalOf(person.remote.call('transactions.verify', { body }))).toBe(10002)
    expect(await refusalOf(person.remote.call('transactions.send', { body }))).toBe(10002)
  })

  it('refuse to pay more than there is', async () => {
    const person = await payer('1')
    const built = await person.build(BTC, wish('1.5'))
    const verify = () => person.remote.call('transactions.verify', bodyOf(built.requestId, built.unsigned))
    expect(await refused(verify, person)).toBe(10002)
  })

  it('refuse whoever is not registered: payer and payee', async () => {
    const nobody = await newcomer(net, 'Nobody', { unregistered: true })
    const person = await payer('1')
    const keys = (who: Person, to: Person) => () =>
      who.remote.call('keys.request', { body: [{ receivers: [to.id], index: 0, hint: freshId() }] })
    expect(await refused(keys(person, nobody), person)).toBe(10404)
    expect(await refused(keys(nobody, person), person)).toBe(10404)
    const built = await person.build(BTC, wish('0.4'))
    const verify = () => nobody.remote.call('transactions.verify', bodyOf(built.requestId, built.unsigned))
    expect(await refused(verify, person)).toBe(10404)
  })

  it('consolidate up to 256 outputs', async () => {
    const person = await payer('1')
    const parts = Array.from({ length: 256 }, () => ({ to: [person.id], amount: toAmount(390_625n) }))
    await person.send(await person.build(BTC, parts))
    await net.blocks(1)
    const inputs = await person.outputs(BTC)
    expect(inputs).toHaveLength(256)
    await person.send(await person.build(BTC, [{ to: [person.id], amount: parseAmount('1') }]))
    await net.blocks(1)
    expect(await person.outputs(BTC)).toHaveLength(1)
  })

  describe('ask for one-time keys', () => {
    const ask = (receivers: Person[], index: number, hint: string, by = ben) =>
      by.remote.call('keys.request', { body: [{ receivers: receivers.map(({ id }) => id), index, hint }] })

    it('which are the same for the same hint, receivers and index, in any order and for anybody', async () => {
      const [one, two] = [await newcomer(net, 'One'), await newcomer(net, 'Two')]
      const hint = freshId()
      const first = await ask([one, two], 3, hint)
      expect(await ask([two, one], 3, hint)).toEqual(first)
      expect(await ask([one, two], 3, hint, one)).toEqual(first)
      expect(new Set(first[0]?.keys).size).toBe(2)
    })

    it('and are refused for a hint that was used for others or for another index', async () => {
      const [one, two] = [await newcomer(net, 'One'), await newcomer(net, 'Two')]
      const hint = freshId()
      const first = await ask([one], 0, hint)
      expect(await refused(() => ask([two], 0, hint))).toBe(10002)
      expect(await refused(() => ask([one, two], 0, hint))).toBe(10002)
      expect(await refused(() => ask([one], 1, hint))).toBe(10002)
      expect(await ask([one], 0, hint)).toEqual(first)
    })

    it('and are refused for one who is named twice', async () => {
      expect(await refused(() => ask([ben, ben], 0, freshId()))).toBe(20150)
    })

    it('and differ with every hint', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask([ben], 0, freshId())))
      expect(new Set(answers.flatMap(([keys]) => [keys?.mask, ...(keys?.keys ?? [])])).size).toBe(20)
    })
  })

  describe('are listed as outputs', () => {
    it('page by page, the offset not included, both ways', async () => {
      const person = await payer('0.1', '0.2', '0.3')
      await person.fund(ETH, '1')
      const page = async (query: { offset?: number; limit?: number; order?: 'ASC' | 'DESC'; asset?: typeof BTC }) =>
        (await person.remote.call('outputs.list', { query })).map(({ amount, sequence }) => [amount, sequence] as const)
      const all = await page({})
      expect(all.map(([amount]) => amount)).toEqual(['0.1', '0.2', '0.3', '1'].map(parseAmount))
      expect(await page({ limit: 2 })).toEqual(all.slice(0, 2))
      expect(await page({ limit: 2, offset: all[1]?.[1] ?? 0 })).toEqual(all.slice(2))
      expect(await page({ order: 'DESC', limit: 3 })).toEqual(all.toReversed().slice(0, 3))
      expect(await page({ order: 'DESC', offset: all[1]?.[1] ?? 0 })).toEqual(all.slice(0, 1))
      // What a program writes that begins without one.
      expect(await page({ order: 'DESC', offset: 0 })).toEqual(all.toReversed())
      expect(await page({ asset: ETH })).toEqual(all.slice(3))
    })

    it('at most 500 to a page', async () => {
      expect(await refusalOf(callAs(net, ben, { uri: '/safe/outputs?limit=501' }))).toBe(10002)
      expect(await refusalOf(callAs(net, ben, { uri: '/safe/outputs?limit=0' }))).toBe(10002)
    })

    it('to nobody but those who own them', async () => {
      const person = await payer('1')
      const query = { members: hashMembers([person.id]) as never, threshold: 1 }
      expect(await ben.remote.call('outputs.list', { query })).toEqual([])
      expect(await person.remote.call('outputs.list', { query })).toHaveLength(1)
    })
  })
})
