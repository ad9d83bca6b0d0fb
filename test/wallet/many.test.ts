import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { wording } from '#words'
import { unrecordedIn } from '../../src/wallet/activity/unrecorded.ts'
import { alikeWarnings } from '../../src/wallet/payments/alike.ts'
import { lookBack } from '../../src/wallet/payments/look-back.ts'
import { createPauses } from '../../src/wallet/payments/pauses.ts'
import { remoteAt } from '../support/localnet.ts'
import { type Meter, startMeter } from '../support/meter.ts'
import { newFolder } from '../support/scratch.ts'
import {
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  asset,
  aUser,
  hashOf,
  openAccount,
  request,
  user,
  uuidFrom,
} from '../support/store.ts'

/* What is asked about one thing reads the same number of rows however many others there are. */

let folder: string
let store: AccountStore
let meter: Meter

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
  meter = startMeter(folder)
})
afterEach(() => {
  meter.stop()
  store.close()
})

/** Statements and rows of one piece of work. */
function costOf(work: () => unknown): { statements: number; rows: number } {
  const before = meter.counts()
  work()
  const after = meter.counts()
  return { statements: after.statements - before.statements, rows: after.rows - before.rows }
}

const friends = (count: number) =>
  Array.from({ length: count }, (_, at) => aUser(`friend ${at}`, { relationship: 'FRIEND' }))
const known = (count: number) =>
  store.cache.relations.replace({ friends: friends(count), blocked: [] }, store.cache.relations.turn())

describe('however many contacts there are', () => {
  it.each([
    ['what is suspicious about a stranger', () => alikeWarnings({ kind: 'user', userId: user('stranger') }, store)],
    ['what is suspicious about a contact', () => alikeWarnings({ kind: 'user', userId: user('friend 3') }, store)],
    [
      'one more contact',
      () => {
        store.cache.relations.put(aUser('new', { relationship: 'FRIEND' }))
        store.cache.relations.put(aUser('new', { relationship: 'STRANGER' }))
      },
    ],
  ])('%s costs the same', (_what, work) => {
    store.cache.users.put([aUser('stranger'), aUser('new')])
    known(10)
    work()
    const few = costOf(work)
    known(1_000)
    // Records of people are kept while none is written.
    work()
    expect(costOf(work)).toEqual(few)
  })

  it('a namesake and an id that begins and ends alike are found', () => {
    known(1_000)
    store.cache.users.put([aUser('other', { full_name: ' FRIEND\u200b 700' })])
    expect(
      alikeWarnings({ kind: 'user', userId: user('other') }, store)
        .map(wording)
        .join(),
    ).toContain('the same name')
    const id = user('friend 700')
    const forged = `${id.slice(0, 4)}${'0'.repeat(4)}${id.slice(8, -8)}00000000`.slice(0, -4) + id.slice(-4)
    expect(
      alikeWarnings({ kind: 'user', userId: forged as UserId }, store)
        .map(wording)
        .join(),
    ).toContain('that of friend 700')
  })
})

describe('however many addresses are saved', () => {
  const payee = { kind: 'chain', destination: 'bc1qabcdefgh0000', tag: '' } as const
  const save = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const destination = `bc1q${hashOf(at).slice(0, 20)}z`
      store.intents.contactAddresses.save({
        ...{ id: uuidFrom(`address ${at}`), userId: null, label: `Address ${at}`, chainId: asset('BTC') },
        ...{ destination, tag: '' },
      })
    }
  }

  it('what is suspicious about another one costs the same, and one that looks like it is found', () => {
    save(0, 5)
    alikeWarnings(payee, store)
    const few = costOf(() => alikeWarnings(payee, store))
    save(5, 200)
    expect(costOf(() => alikeWarnings(payee, store))).toEqual(few)
    const saved = { ...payee, id: uuidFrom('saved'), userId: null, label: 'Ben', chainId: asset('BTC') }
    store.intents.contactAddresses.save({ ...saved, destination: 'BC1Qzzzzzzzz0000' })
    expect(alikeWarnings(payee, store).map(wording).join()).toContain('the saved address “Ben”')
  })
})

/** A payment of the journal that was signed; its coin is its own. */
function signed(name: string, kind: 'transfer' | 'multisig' = 'transfer'): RequestId {
  const { payments } = store.intents
  const id = request(name)
  payments.create(aPayment(name, { kind, detail: { rows: [] } }))
  payments.reserve(id, [aPlan(name, [anOutput(`coin of ${name}`)])])
  payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf(name) }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw: '77770005bb' }])
  return id
}

describe('however much was paid', () => {
  it('what the history does not show yet is found without looking through all that was', () => {
    const pay = (from: number, to: number) => {
      for (let at = from; at < to; at += 1) store.intents.payments.markFinal(signed(`payment ${at}`))
      const snapshots = Array.from({ length: to - from }, (_, at) =>
        aSnapshot(from + at, { transaction_hash: hashOf(`payment ${from + at}`), amount: toAmount(-100_000_000n) }),
      )
      store.cache.snapshots.applyPage({ snapshots, cursor: `${to}` })
    }
    const waiting = () => unrecordedIn(store).of(aHolder().id)
    pay(0, 5)
    expect(waiting()).toEqual([])
    const few = costOf(waiting)
    pay(5, 60)
    waiting()
    expect(costOf(waiting)).toEqual(few)
    const id = signed('payment 60')
    store.intents.payments.markFinal(id)
    expect(waiting().map((payment) => payment.id)).toEqual([id])
    expect(waiting()).toBe(waiting())
    const late = aSnapshot(60, { transaction_hash: hashOf('payment 60'), amount: toAmount(-100_000_000n) })
    store.cache.snapshots.applyPage({ snapshots: [late], cursor: '61' })
    expect(waiting()).toEqual([])
  })

  it('what changed since is read anew', () => {
    const waiting = () => unrecordedIn(store).of(aHolder().id)
    const id = signed('payment', 'multisig')
    expect(waiting()).toEqual([])
    store.intents.payments.revoke(id, { code: 'wallet.request_revoked', details: {} })
    expect(waiting()).toMatchObject([{ id, state: 'failed' }])
    store.intents.payments.markFinal(id)
    expect(waiting()).toMatchObject([{ id, state: 'final' }])
  })

  it('live payments are listed without the others', () => {
    const live = () => store.intents.payments.list({ states: ['signed', 'sent', 'accepted'] })
    signed('out')
    const few = costOf(live)
    for (let at = 0; at < 40; at += 1) store.intents.payments.markFinal(signed(`payment ${at}`))
    expect(costOf(live)).toEqual(few)
    expect(live()).toHaveLength(1)
  })
})

describe('looking back at what failed after it was signed', () => {
  const unknown = () => new Response('{"error":{"status":202,"code":404,"description":"not found"}}')
  const partsOver = (line: typeof fetch) => ({
    remote: remoteAt('http://127.0.0.1:1', { fetch: line, authorize: async () => '' }),
    ...{ account: user('me'), store, log: () => undefined, line: { tries: 1 }, requests: { heard: () => undefined } },
    ...{ pauses: createPauses<RequestId>(), telling: createPauses<RequestId>(), lookedBackTo: undefined },
    ...{ sync: { confirm: async () => undefined }, holder: () => aHolder() },
  })

  it('asks for each transaction of a payment, not for the first alone', async () => {
    const { payments } = store.intents
    const id = request('both')
    const both = [id, request('other')]
    const draft = aPayment('both', { kind: 'multisig', detail: { rows: [] } })
    const transactions = both.flatMap((requestId) => draft.transactions.map((each) => ({ ...each, requestId })))
    payments.create({ ...draft, transactions })
    payments.reserve(id, [aPlan('both', [anOutput('one')]), aPlan('other', [anOutput('two')])])
    const raws = both.map((requestId) => ({ requestId, raw: '77770005aa', hash: hashOf(requestId) }))
    payments.storeRaw(id, raws)
    payments.markVerified(
      id,
      both.map((requestId) => ({ requestId, record: null })),
    )
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(
      id,
      both.map((requestId) => ({ requestId, raw: '77770005bb' })),
    )
    payments.revoke(id, { code: 'wallet.request_revoked', details: {} })
    const asked = new Set<string>()
    const parts = partsOver((target) => {
      asked.add(new URL(String(target)).pathname)
      return Promise.resolve(unknown())
    })
    for (let round = 0; round < 8; round += 1) await lookBack(parts)
    expect(both.filter((each) => [...asked].some((path) => path.includes(each)))).toEqual(both)
  })

  it('takes so many in a round, and comes to all of them', async () => {
    const all = Array.from({ length: 120 }, (_, at) => signed(`request ${at}`, 'multisig'))
    for (const id of all) store.intents.payments.revoke(id, { code: 'wallet.request_revoked', details: {} })
    const asked = new Set<string>()
    const parts = partsOver((target) => {
      asked.add(new URL(String(target)).pathname)
      return Promise.resolve(unknown())
    })
    const sizes: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await lookBack(parts)
      sizes.push([...asked].filter((path) => all.some((id) => path.includes(id))).length)
    }
    expect(sizes).toEqual([50, 100, 120])
  })
})
