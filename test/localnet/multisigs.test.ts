import { beforeAll, describe, expect, it } from 'vitest'
import type { MultisigRecord } from '#contract/domain'
import { verifyByHost } from '#platform'
import {
  decodeTransaction,
  encodeTransaction,
  parseAmount,
  proveInput,
  type SignatureMap,
  signTransaction,
  toAmount,
} from '#protocol'
import { stillClock } from '../support/clock.ts'
import { type Group, groupOf } from '../support/group.ts'
import {
  BTC,
  callAs,
  freshRequest,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from './trace.ts'

describe('multisigs', () => {
  let net: TestLocalnet
  let people: Person[]
  let payee: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ clock: stillClock() })
    people = [await newcomer(net, 'Ana'), await newcomer(net, 'Ben'), await newcomer(net, 'Cat')]
    payee = await newcomer(net, 'Payee')
  })

  /** Each test has a group of its own, so that none sees the money of another. */
  async function group(threshold = 2, ...amounts: string[]): Promise<Group> {
    const members = [...people, await newcomer(net, 'Dan')]
    const made = await groupOf(net, members, threshold, BTC)
    for (const amount of amounts.length === 0 ? ['1'] : amounts) await made.fund(amount)
    return made
  }

  const refused = (call: () => Promise<unknown>) => refusedWithoutTrace(net, [...people, payee], call)
  const memberOf = (of: Group, place: number): Person => {
    const member = of.members[place]
    if (member === undefined) throw new Error('the group has no such member')
    return member
  }
  const signWith = (person: Person, { request_id }: MultisigRecord, raw: string) =>
    person.remote.call('multisigs.sign', { params: { id: request_id }, body: { raw } })

  const stateOf = async (of: Group, { request_id: id }: MultisigRecord): Promise<string> =>
    (await memberOf(of, 0).remote.call('transactions.read', { params: { id } })).state

  /** The bytes with their signatures at other places. */
  function moved(raw: string, place: (at: number) => number): string {
    const transaction = decodeTransaction(raw)
    const signatures = (transaction.signatures ?? []).map(
      (map): SignatureMap =>
        Object.fromEntries(Object.entries(map).map(([at, signature]) => [place(Number(at)), signature])),
    )
    return encodeTransaction({ ...transaction, signatures })
  }

  it('are spent once as many members have signed as must', async () => {
    const us = await group(3)
    const request = await us.ask('0.4', payee.id)
    expect(request).toMatchObject({ senders: us.ids, senders_threshold: 3, signers: [] })
    const before = Number(await payee.balance(BTC))
    expect((await us.sign(3, request)).signers).toEqual([us.ids[3]])
    expect((await us.outputs('signed'))[0]).toMatchObject({ signed_by: request.transaction_hash, signers: [us.ids[3]] })
    await us.sign(0, request)
    expect(await stateOf(us, request)).toBe('unspent')
    expect(await us.sign(2, request)).toMatchObject({ signers: [us.ids[0], us.ids[2], us.ids[3]] })
    expect(await stateOf(us, request)).toBe('signed')
    await net.blocks(1)
    expect(await stateOf(us, request)).toBe('spent')
    const done = await us.read(1, request)
    // What became of it is in the transaction's record alone.
    expect(done).toMatchObject({ state: '', snapshot_id: null, snapshot_hash: null, snapshot_at: null, views: [] })
    const [map] = decodeTransaction(done.raw_transaction).signatures ?? []
    expect(Object.keys(map ?? {}).map(Number)).toEqual([0, 2, 3])
    expect(Number(await payee.balance(BTC)) - before).toBeCloseTo(0.4, 8)
    expect((await us.outputs()).map(({ amount }) => amount)).toEqual([parseAmount('0.6')])
  })

  it('give each member the scalars that open each input for him alone, until he has signed', async () => {
    const us = await group(2, '1', '2')
    const request = await us.ask('2.5', payee.id)
    const inputs = await us.outputs()
    for (const [place, { spendSeed }] of us.members.entries()) {
      const { views } = await us.read(place, request)
      expect(views).toHaveLength(2)
      const order = decodeTransaction(request.raw_transaction).inputs
      for (const [at, { hash }] of order.entries()) {
        const keys = inputs.find(({ transaction_hash }) => transaction_hash === hash)?.keys ?? []
        expect(proveInput(views[at] ?? '', spendSeed, keys)).toBe(place)
      }
    }
    expect((await us.sign(1, request)).views).toEqual([])
    expect((await us.read(1, request)).views).toEqual([])
    expect((await us.read(0, request)).views).toHaveLength(2)
  })

  it('exist for nobody outside of the group', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const raw = await us.signedRaw(0, request.request_id)
    const params = { id: request.request_id }
    const codes = [
      await refused(() => payee.remote.call('multisigs.read', { params })),
      await refused(() => signWith(payee, request, raw)),
      await refused(() => payee.remote.call('multisigs.unlock', { params })),
    ]
    expect(codes).toEqual([404, 404, 404])
    const built = await us.build('0.4', payee.id)
    const create = () =>
      payee.remote.call('multisigs.create', { body: [{ request_id: freshRequest(), raw: built.unsigned }] })
    expect(await refused(create)).toBe(403)
  })

  it('refuse signatures of another member, at another place, or of a stranger', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const mine = await us.signedRaw(0, request.request_id)
    expect(await refused(() => signWith(memberOf(us, 1), request, mine))).toBe(2000003)
    for (const place of [1, 2, 3]) {
      expect(
        await refused(() =>
          signWith(
            memberOf(us, 0),
            request,
            moved(mine, () => place),
          ),
        ),
      ).toBe(2000003)
    }
    expect([2000003, 10002]).toContain(
      await refused(() =>
        signWith(
          memberOf(us, 0),
          request,
          moved(mine, () => 4),
        ),
      ),
    )
    expect(await refused(() => signWith(memberOf(us, 0), request, request.raw_transaction))).toBe(2000003)
    expect((await us.read(0, request)).signers).toEqual([])
    expect((await us.outputs())[0]?.state).toBe('unspent')
  })

  it('refuse a good signature that stands beside a bad one', async () => {
    const us = await group(2, '1', '2')
    const request = await us.ask('2.5', payee.id)
    const transaction = decodeTransaction(await us.signedRaw(0, request.request_id))
    const [first, second] = transaction.signatures ?? []
    const swapped = encodeTransaction({ ...transaction, signatures: [second ?? {}, first ?? {}] })
    const half = encodeTransaction({ ...transaction, signatures: [first ?? {}, {}] })
    const padded = encodeTransaction({ ...transaction, signatures: [{ ...first, 1: first?.[0] ?? '' }, second ?? {}] })
    expect(await refused(() => signWith(memberOf(us, 0), request, swapped))).toBe(2000003)
    expect(await refused(() => signWith(memberOf(us, 0), request, half))).toBe(2000003)
    expect(await refused(() => signWith(memberOf(us, 0), request, padded))).toBe(2000003)
    expect((await us.outputs()).every(({ state }) => state === 'unspent')).toBe(true)
  })

  it('refuse other bytes than those of the request', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const { views } = await us.read(0, request)
    const inputs = await us.outputs()
    const { spendSeed } = memberOf(us, 0)
    const original = decodeTransaction(request.raw_transaction)
    const altered = [
      encodeTransaction({ ...original, extra: 'ab' }),
      encodeTransaction({
        ...original,
        outputs: original.outputs.map((output, at) => ({
          ...output,
          amount: toAmount(output.amount + (at === 0 ? 1n : -1n)),
        })),
      }),
    ]
    for (const raw of altered) {
      const signed = signTransaction({ raw, spendSeed, inputs, views, verify: verifyByHost }).raw
      expect(await refused(() => signWith(memberOf(us, 0), request, signed))).toBe(10002)
    }
  })

  it('count a member who signs twice once', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const raw = await us.signedRaw(0, request.request_id)
    const first = await signWith(memberOf(us, 0), request, raw)
    expect(await signWith(memberOf(us, 0), request, raw)).toEqual(first)
    expect(first.signers).toEqual([us.ids[0]])
    expect(await stateOf(us, request)).toBe('unspent')
  })

  it('keep the signatures that were there when a member sends only his own', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const [first, second] = [await us.signedRaw(0, request.request_id), await us.signedRaw(1, request.request_id)]
    await signWith(memberOf(us, 0), request, first)
    expect(await signWith(memberOf(us, 1), request, second)).toMatchObject({ signers: us.ids.slice(0, 2) })
    expect(await stateOf(us, request)).toBe('signed')
  })

  it('take no signature after enough have signed', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const late = await us.signedRaw(2, request.request_id)
    await us.sign(0, request)
    const done = await us.sign(1, request)
    expect(await signWith(memberOf(us, 2), request, late)).toMatchObject({ signers: done.signers })
  })

  it('can be given up by any member until enough have signed, and the money is free again', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const late = await us.signedRaw(2, request.request_id)
    await us.sign(0, request)
    expect(await us.outputs()).toEqual([])
    expect((await us.unlock(1, request)).revoked_by).toBe(us.ids[1])
    expect((await us.outputs()).map(({ signed_by, signers }) => [signed_by, signers])).toEqual([[null, []]])
    expect((await us.unlock(2, request)).revoked_by).toBe(us.ids[1])
    expect(await refused(() => signWith(memberOf(us, 2), request, late))).toBe(403)
    expect((await us.read(2, request)).views).toEqual([])
    const again = await us.ask('0.4', payee.id)
    await us.sign(0, again)
    await us.sign(1, again)
    expect(await stateOf(us, again)).toBe('signed')
  })

  it('can be given up under the name that phones use', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    const uri = `/safe/multisigs/${request.request_id}/revoke`
    await callAs(net, memberOf(us, 0), { method: 'POST', uri })
    expect((await us.read(0, request)).revoked_by).toBe(us.ids[0])
  })

  it('cannot be given up once enough have signed', async () => {
    const us = await group()
    const request = await us.ask('0.4', payee.id)
    await us.sign(0, request)
    await us.sign(1, request)
    expect(await refused(() => us.unlock(2, request))).toBe(403)
    await net.blocks(1)
    expect(await refused(() => us.unlock(0, request))).toBe(403)
    expect(await stateOf(us, request)).toBe('spent')
  })

  it('may be many over the same output, and the first signature settles which one has it', async () => {
    const us = await group()
    const [one, two] = [await us.ask('0.4', payee.id), await us.ask('0.5', payee.id)]
    const other = await us.signedRaw(1, two.request_id)
    await us.sign(0, one)
    expect(await refused(() => signWith(memberOf(us, 1), two, other))).toBe(10105)
    expect((await us.read(0, two)).signers).toEqual([])
    await us.unlock(0, one)
    expect((await signWith(memberOf(us, 1), two, other)).signers).toEqual([us.ids[1]])
  })

  it('do not free an output that another request holds when they are given up', async () => {
    const us = await group()
    const [one, two] = [await us.ask('0.4', payee.id), await us.ask('0.5', payee.id)]
    await us.sign(0, one)
    await us.unlock(1, two)
    expect((await us.outputs('signed'))[0]?.signed_by).toBe(one.transaction_hash)
    await us.sign(1, one)
    expect(await stateOf(us, one)).toBe('signed')
  })

  it('are the same when they are created twice, and refused under an id that stands for another', async () => {
    const us = await group()
    const built = await us.build('0.4', payee.id)
    const first = await us.create(built)
    expect(await us.create(built)).toEqual(first)
    expect(await us.create(built, 1)).toMatchObject({ request_id: first.request_id, user_id: us.ids[0] })
    const other = { ...(await us.build('0.5', payee.id)), requestId: built.requestId }
    expect(await refused(() => us.create(other))).toBe(20125)
    expect(await refused(() => us.create({ ...built, requestId: freshRequest() }))).toBe(20125)
    const pay = () =>
      memberOf(us, 0).remote.call('transactions.verify', {
        body: [{ request_id: built.requestId, raw: built.unsigned }],
      })
    expect(await refused(pay)).toBe(20125)
  })

  it('begin without signatures and over outputs of this group alone', async () => {
    const [us, them] = [await group(2, '1'), await group(3, '1')]
    const mixed = await us.build('1.5', payee.id, [...(await us.outputs()), ...(await them.outputs())])
    expect(await refused(() => us.create(mixed))).toBe(403)
    const request = await us.ask('0.4', payee.id)
    const signed = await us.signedRaw(0, request.request_id)
    await us.unlock(0, request)
    expect(await refusalOf(us.create({ ...(await us.build('0.4', payee.id)), unsigned: signed }))).toBe(10002)
  })
})
