import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, OutputId } from '#contract/domain'
import { type ErrorCode, failure } from '#contract/errors'
import { encodeTransaction, OUTPUT, outputId, signTransaction, transactionHash } from '#protocol'
import type { AccountStore } from '#store'
import { createSubmitter } from '../../src/wallet/payments/submitter.ts'
import { createBell } from '../../src/wallet/shared/bell.ts'
import { aCoin, aHolder as aPerson, aRawPayment } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  openAccount,
  request,
  spendOf,
  tickingClock,
  time,
  user,
} from '../support/store.ts'
import { hash, id, intent, one, type Signed, signed as signedIn, two } from './payment-records.ts'

/* What is handed to the network, and what is believed of what it answers; by a service that says what it is told to. */

interface Asked {
  readonly params: { readonly id: string }
  readonly body: readonly { readonly request_id: string; readonly raw: string }[]
}
type Answers = Record<string, (asked: Asked) => unknown>

let store: AccountStore
let ticking: ReturnType<typeof tickingClock>
/** What was asked and done, in order. */
let done: string[]
let waits: number[]
let bell: ReturnType<typeof createBell>
let submitter: ReturnType<typeof createSubmitter>
let caughtUp: boolean
/** By the monotonic clock: what time it is, and when the history was read. */
let now: number
let historyAt: number
let needUnpaid: () => unknown

beforeEach(() => {
  ticking = tickingClock()
  store = openAccount(newFolder('store'), ticking)
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [one, two], cursor: 2 })
  ;[done, waits, bell, caughtUp, needUnpaid, now, historyAt] = [[], [], createBell(), true, () => undefined, 0, 0]
})
afterEach(async () => {
  await submitter?.stop()
  store.close()
})

const moment = () => ({ wall: ticking.now(), monotonicMs: historyAt })

function caring(answers: Answers): void {
  const call = async (name: string, asked: Asked) => {
    done.push(name)
    const answer = answers[name]
    if (answer === undefined) throw failure('remote.not_found', 'nothing is there')
    return answer(asked)
  }
  const clock = {
    now: () => ticking.now(),
    monotonicMs: () => now,
    async sleep(ms: number, signal: AbortSignal) {
      waits.push(ms)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    },
  }
  submitter = createSubmitter({
    ...{ account: ACCOUNT, store, clock, log: () => undefined, holder: () => aHolder(), pollMs: 7_000, bell },
    remote: { call },
    sync: {
      confirm: async () => done.push('confirm'),
      soon: (what: string) => done.push(`soon ${what}`),
      status: () => ({ caughtUp, history: { begun: moment(), ended: moment() } }),
    },
    audit: { expect: () => done.push(`expect of ${store.intents.payments.get(id)?.state}`) },
    requests: { heard: () => done.push('heard') },
    unpaid: {
      async need() {
        needUnpaid()
        return []
      },
    },
  } as unknown as Parameters<typeof createSubmitter>[0]) // what the look at one payment asks for
}
/** Until the care for a payment waits, or has ended. */
const looked = (times = 1) => expect.poll(() => waits.length >= times || !isOut()).toBe(true)
const payment = () => store.intents.payments.get(id)
const isOut = () => ['signed', 'sent', 'accepted'].includes(payment()?.state ?? '')

const signed = (...given: Signed) => signedIn(store, ...given)

const record = (state: string, of: Hash = hash, more: object = {}) => ({
  ...{ request_id: id, transaction_hash: of, state, snapshot_at: null, snapshot_hash: null, snapshot_id: null },
  ...more,
})
const told = (state: string, of?: Hash, more?: object) => () => record(state, of, more)
const taken = ({ body }: Asked) => body.map(() => record('signed'))

describe('what was signed', () => {
  it('is handed over as it is, once the network was asked, and counted before', async () => {
    signed()
    const sent: string[] = []
    caring({
      'transactions.send': (asked) => {
        sent.push(...asked.body.map(({ request_id: each, raw }) => `${each} ${raw}`), String(payment()?.attempts))
        return taken(asked)
      },
    })
    submitter.submit(id, true)
    // A second word of it joins the first.
    submitter.submit(id)
    await looked()
    expect(sent).toEqual([`${id} 77770005bb`, '1'])
    expect(done).toEqual(['transactions.read', 'transactions.send'])
    expect(payment()).toMatchObject({ state: 'accepted', problem: null })
    expect(waits).toEqual([7_000])
  })

  it('is not sent again where the network has it, and final once it says so', async () => {
    signed()
    const answers: Answers = { 'transactions.read': told('signed') }
    caring(answers)
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'accepted', attempts: 0 })
    answers['transactions.read'] = told('spent', hash, { snapshot_at: time(77) })
    submitter.nudge()
    await expect.poll(() => payment()?.state).toBe('final')
    expect(done).toEqual(['transactions.read', 'transactions.read', 'expect of accepted', 'soon look'])
    expect(store.cache.outputs.get(one.output_id)).toMatchObject({ state: 'spent', spent_at: time(77) })
    // Nobody looks after it any more.
    submitter.nudge()
    submitter.submitAll()
    await submitter.stop()
    expect(done).toHaveLength(4)
  })

  it.each(['unspent', 'pending'])('was not sent by what the service was shown of it alone (%s)', async (state) => {
    signed()
    caring({ 'transactions.read': told(state), 'transactions.send': ({ body }) => body.map(() => record(state)) })
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  it('is neither sent nor called anything where another transaction stands under its id', async () => {
    signed()
    caring({ 'transactions.read': told('spent', hashOf('another')), 'transactions.send': taken })
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'signed', attempts: 0, problem: { code: 'wallet.record_differs' } })
    expect(waits).toEqual([1_000])
  })

  it('is not called taken where the answer to it is of another transaction', async () => {
    signed()
    caring({ 'transactions.send': () => [record('spent', hashOf('another'))] })
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'sent', attempts: 1, problem: { code: 'wallet.record_differs' } })
  })

  it('is sent once more where nobody knows whether it came, after longer and longer', async () => {
    signed()
    const sent: string[] = []
    caring({
      'transactions.send': ({ body }) => {
        sent.push(...body.map(({ raw }) => raw))
        throw failure('remote.unreachable', 'no answer')
      },
    })
    submitter.submit(id, true)
    for (let times = 1; times <= 8; times += 1) {
      await looked(times)
      bell.ring()
    }
    await looked(9)
    expect(waits.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    expect(new Set(sent)).toEqual(new Set(['77770005bb']))
    expect(payment()).toMatchObject({ state: 'sent', problem: { code: 'remote.unreachable' } })
    expect(payment()?.attempts).toBe(sent.length)
  })

  it('waits for all that the service knows once it is not fresh any more', async () => {
    signed()
    caughtUp = false
    caring({ 'transactions.send': taken })
    submitter.submit(id)
    await looked()
    // Under its own id and under its hash.
    expect([payment()?.attempts, done]).toEqual([0, ['transactions.read', 'transactions.read']])
    caughtUp = true
    submitter.nudge()
    await expect.poll(() => payment()?.state).toBe('accepted')
  })

  it('is sent once more only after the history was read that may tell of the same', async () => {
    signed()
    now = 5
    caring({
      'transactions.send': () => {
        throw failure('remote.unreachable', 'no answer')
      },
    })
    historyAt = 5
    submitter.submit(id)
    await looked(1)
    expect(payment()?.attempts).toBe(1)
    now = 6
    historyAt = 4
    submitter.nudge()
    await looked(2)
    expect(payment()?.attempts).toBe(1)
    historyAt = 6
    submitter.nudge()
    await looked(3)
    expect(payment()?.attempts).toBe(2)
  })

  it('waits for a word of its owner where the same was paid, and is asked about none that is fresh', async () => {
    signed()
    needUnpaid = () => {
      throw failure('wallet.already_sent', 'paid elsewhere')
    }
    caring({ 'transactions.send': () => [] })
    submitter.submit(id)
    await looked()
    expect(payment()).toMatchObject({ attempts: 0, problem: { code: 'wallet.ask_before_sending' } })
    expect(store.intents.pauses.get(id)).toMatchObject({ reason: 'spent_elsewhere', allowedAt: null })
  })

  it('has no fee paid of what is known under another id, unless its owner said so of that', async () => {
    const fee = request('fee')
    signed('transfer', [
      { id, coin: one, hash },
      { id: fee, coin: two, hash: hashOf('fee') },
    ])
    store.intents.payments.markFinal(id, [id])
    const sent: string[] = []
    caring({
      'transactions.send': ({ body }) => {
        sent.push(...body.map(({ request_id: each }) => each))
        return body.map(({ request_id: each }) => record('signed', hashOf('fee'), { request_id: each }))
      },
    })
    // What they said of something else says nothing of it.
    store.intents.pauses.set(id, 'old')
    store.intents.pauses.allow(id)
    submitter.submit(id, true)
    await looked()
    expect([sent, payment()?.attempts]).toEqual([[], 0])
    expect(store.intents.pauses.get(id)).toMatchObject({ reason: 'spent_elsewhere', allowedAt: null })
    store.intents.pauses.allow(id)
    submitter.nudge()
    await looked(2)
    expect(sent).toEqual([fee])
  })

  it('is sent where it is fresh without that being asked again', async () => {
    signed()
    needUnpaid = () => {
      throw failure('wallet.already_sent', 'paid elsewhere')
    }
    caring({ 'transactions.send': taken })
    submitter.submit(id, true)
    await looked()
    expect(payment()?.state).toBe('accepted')
  })

  it('stays as it is once the program ends', async () => {
    signed()
    caring({
      'transactions.read': () => {
        void submitter.stop()
        throw failure('remote.unreachable', 'stopped')
      },
    })
    submitter.submit(id, true)
    await submitter.stop()
    submitter.submit(id)
    await submitter.stop()
    expect(done).toEqual(['transactions.read'])
    expect(payment()).toMatchObject({ state: 'signed', problem: null })
  })

  it('is all taken care of together, and nothing else', async () => {
    signed()
    store.intents.payments.create(aPayment('draft'))
    caring({ 'transactions.read': told('signed') })
    submitter.submitAll()
    await looked()
    expect(done).toEqual(['transactions.read'])
  })

  it('sends none of its parts while another transaction stands under the id of one', async () => {
    const fee = request('fee')
    signed('transfer', [
      { id, coin: one, hash },
      { id: fee, coin: two, hash: hashOf('fee') },
    ])
    const answers: Answers = {
      'transactions.read': ({ params }) => {
        if (params.id === fee) throw failure('remote.not_found', 'none')
        return record('signed', hashOf('another'))
      },
      'transactions.send': ({ body }) =>
        body.map(({ request_id: each }) => ({ ...record('signed', hashOf('fee')), request_id: each })),
    }
    caring(answers)
    submitter.submit(id, true)
    await looked()
    expect(done.filter((each) => each === 'transactions.send')).toEqual([])
    expect(payment()?.problem?.code).toBe('wallet.record_differs')
    answers['transactions.read'] = ({ params }) => {
      if (params.id === fee) throw failure('remote.not_found', 'none')
      return record('spent')
    }
    submitter.nudge()
    await expect.poll(() => payment()?.transactions[1]?.acceptedAt ?? null).not.toBeNull()
    expect(payment()?.transactions[0]?.finalAt).not.toBeNull()
    // What is final is not asked about again.
    const asked: string[] = []
    answers['transactions.read'] = ({ params }) => {
      asked.push(params.id)
      return record('signed', hashOf('fee'))
    }
    submitter.nudge()
    await expect.poll(() => asked).toEqual([fee])
  })
})

describe('what was signed and has lost a coin', () => {
  const owner = aPerson('me')
  const made = aCoin('one', [owner])
  /** The transaction that made the coin, and another one that spends it. */
  const maker = encodeTransaction({
    ...{ version: 5, asset: made.asset, inputs: [{ hash: hashOf('before'), index: 0 }], references: [], extra: '' },
    outputs: [{ type: OUTPUT.script, amount: made.amount, keys: made.keys, mask: made.mask, script: made.script }],
  })
  const coin = { ...made, hash: transactionHash(maker) as Hash, index: 0 } // a formula over the bytes
  const unsigned = aRawPayment([coin])
  const spender = transactionHash(unsigned) as Hash // likewise
  const spend = signTransaction({ raw: unsigned, spendSeed: owner.seed, inputs: [coin], views: coin.views }).raw
  const listed = anOutput(3, {
    ...{ output_id: outputId(coin.hash, 0) as OutputId, transaction_hash: coin.hash, output_index: 0 },
    ...{ amount: coin.amount, mask: coin.mask, keys: coin.keys },
  })
  const fee = request('fee')
  const parts = [
    { id, coin: listed, hash },
    { id: fee, coin: two, hash: hashOf('fee') },
  ]

  /** Gives the bytes of both, and says of the coin who has spent it. */
  const proving = (more: Answers = {}): Answers => ({
    'outputs.read': ({ params }) => ({ signed_by: params.id === listed.output_id ? spender : null }),
    'transactions.read': ({ params }) => {
      const bytes = { [spender]: spend, [coin.hash]: maker }[params.id]
      if (bytes === undefined) throw failure('remote.not_found', 'none')
      return { ...record('spent', params.id as Hash, { snapshot_hash: hashOf('s') }), raw_transaction: bytes }
    },
    ...more,
  })
  beforeEach(() => store.cache.outputs.applyPage({ holder: aHolder(), outputs: [listed], cursor: 3 }))
  const isGone = () => {
    store.cache.outputs.applyReconciled(aHolder(), [{ ...listed, state: 'spent', signed_by: spender }])
  }

  it('has failed once the bytes prove it, and is not sent', async () => {
    signed('transfer', parts.slice(0, 1))
    isGone()
    caring(proving({ 'transactions.send': taken }))
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({
      ...{ state: 'failed', attempts: 0, problem: { code: 'wallet.conflict', details: { spentBy: spender } } },
      transactions: [{ conflict: { spentBy: spender, raw: spend } }],
    })
    expect(done.filter((each) => each.startsWith('soon'))).toEqual(['soon refresh'])
    expect(store.intents.payments.holds()).toEqual([])
  })

  it('has failed by that proof whatever else stands under its id', async () => {
    signed('transfer', parts.slice(0, 1))
    isGone()
    const answers = proving()
    caring({
      ...answers,
      'transactions.read': (asked) =>
        asked.params.id === id ? record('spent', hashOf('another')) : answers['transactions.read']?.(asked),
    })
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'failed', problem: { code: 'wallet.conflict' } })
  })

  it('is called nothing where the service calls it final as well', async () => {
    signed('transfer', parts.slice(0, 1))
    isGone()
    const answers = proving()
    caring({
      ...answers,
      'transactions.read': (asked) =>
        asked.params.id === id ? record('spent') : answers['transactions.read']?.(asked),
    })
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'signed', problem: { code: 'wallet.record_differs' } })
    expect(done).toContain('confirm')
  })

  it('goes on where nothing but a word says so', async () => {
    signed('transfer', parts.slice(0, 1))
    isGone()
    caring({ 'transactions.send': taken })
    submitter.submit(id, true)
    await looked()
    expect(payment()?.state).toBe('accepted')
  })

  it('goes on where a part of it can still be paid, and has failed where the rest is', async () => {
    signed('transfer', parts, unsigned)
    isGone()
    caring(proving({ 'transactions.send': () => [] }))
    submitter.submit(id, true)
    await looked()
    expect(payment()).toMatchObject({ state: 'sent', problem: null })
    store.intents.payments.markFinal(id, [fee])
    submitter.nudge()
    await expect.poll(() => payment()?.state).toBe('failed')
    expect(payment()?.transactions[1]?.finalAt).not.toBeNull()
  })

  it.each<[ErrorCode, string]>([
    ['remote.output_locked', 'failed'],
    ['remote.invalid_field', 'failed'],
    ['remote.unreachable', 'sent'],
  ])('is looked at again where it is refused in a way that may mean so: %s', async (code, state) => {
    signed('transfer', parts.slice(0, 1))
    const refuse = () => {
      throw failure(code, 'refused', { details: { why: 'x' } })
    }
    caring(proving({ 'transactions.send': refuse }))
    submitter.submit(id, true)
    await looked()
    expect(payment()?.state).toBe(state)
    expect(done.includes('outputs.read')).toBe(state === 'failed')
    if (state === 'sent') expect(payment()?.problem).toEqual({ code, details: { why: 'x' } })
  })

  it('is told of with who has a key of it, asked once', async () => {
    signed()
    store.intents.payments.setProblem(id, { code: 'remote.output_key', details: { takenBy: hashOf('taker') } })
    const refuse = () => {
      throw failure('remote.output_key', 'taken')
    }
    caring({ 'transactions.send': refuse, 'kernel.key': () => ({ transaction: hashOf('another') }) })
    submitter.submit(id, true)
    await looked()
    expect(payment()?.problem).toEqual({ code: 'remote.output_key', details: { takenBy: hashOf('taker') } })
    expect(done).not.toContain('kernel.key')
  })
})

describe('what had ended and has not', () => {
  it('is out again where its coin is listed as open, and all is compared anew', async () => {
    signed()
    store.intents.payments.markFinal(id)
    store.cache.outputs.applyReconciled(aHolder(), [one])
    caring({})
    expect(await submitter.lookBack()).toEqual([])
    await looked()
    // It waits for a word of its owner, who was told that it is paid.
    expect(payment()).toMatchObject({ state: 'sent', attempts: 0, problem: { code: 'wallet.ask_before_sending' } })
    expect(done.filter((each) => each.startsWith('soon'))).toEqual(['soon refresh'])
    done.length = 0
    expect(await submitter.lookBack()).toEqual([])
    expect(done.filter((each) => each.startsWith('soon'))).toEqual([])
  })

  it('is found out after a start where two are called final for one coin', async () => {
    signed()
    store.intents.payments.markFinal(id)
    const other = request('other')
    const made = payment()
    store.intents.payments.create({ ...aPayment('other', { detail: intent }) })
    store.intents.payments.reserve(other, [aPlan('other', [one])])
    store.intents.payments.storeRaw(other, [{ requestId: other, raw: '77770005aa', hash: hashOf('other') }])
    store.intents.payments.markVerified(other, [{ requestId: other, record: null }])
    store.intents.payments.approve(other, hashOf('digest'))
    store.intents.payments.storeSigned(other, [{ requestId: other, raw: '77770005bb' }])
    store.intents.payments.markFinal(other)
    expect(made?.state).toBe('final')
    caring({})
    await submitter.lookBack()
    await looked()
    expect([id, other].map((each) => store.intents.payments.get(each)?.state).toSorted()).toEqual(['sent', 'sent'])
  })

  it('is final where its coins are shown as spent by it', async () => {
    signed()
    store.intents.payments.fail(id, { code: 'wallet.conflict', details: {} }, [
      { requestId: id, outputId: one.output_id, ...spendOf(one) },
    ])
    store.cache.outputs.applyReconciled(aHolder(), [{ ...one, state: 'spent', signed_by: hash }])
    caring({})
    expect(await submitter.lookBack()).toEqual([id])
    expect(payment()?.state).toBe('final')
    expect(done).toContain('expect of failed')
    expect(done.filter((each) => each.startsWith('soon'))).toEqual(['soon refresh'])
  })
})

describe('what was signed for a group', () => {
  const asked = (more: object = {}) => ({
    ...record('', hash, { signers: [user('ana')], senders_threshold: 3, revoked_by: null }),
    ...more,
  })
  const own = { signers: [user('ana'), ACCOUNT] }

  it('is added to its request, and waits for the others, seldom looked at', async () => {
    signed('multisig')
    const sent: unknown[] = []
    caring({
      'multisigs.read': () => asked(),
      'multisigs.sign': ({ params, body }) => {
        sent.push(params.id, body)
        return asked(own)
      },
    })
    submitter.submit(id, true)
    await looked()
    expect(sent).toEqual([id, { request_id: id, raw: '77770005bb' }])
    expect(done).toEqual(['multisigs.read', 'heard', 'multisigs.sign', 'heard'])
    expect([payment()?.state, waits]).toEqual(['accepted', [140_000]])
  })

  it('is taken only once it is among the signatures', async () => {
    signed('multisig')
    caring({ 'multisigs.read': () => asked(), 'multisigs.sign': () => asked() })
    submitter.submit(id, true)
    await looked()
    expect([payment()?.state, waits]).toEqual(['sent', [7_000]])
  })

  it('is asked for once more where the service has lost it', async () => {
    signed('multisig')
    let lost = true
    const made: unknown[] = []
    caring({
      'multisigs.create': ({ body }) => {
        lost = false
        made.push(...body)
        return []
      },
      'multisigs.sign': () => {
        if (lost) throw failure('remote.not_found', 'none')
        return asked(own)
      },
    })
    submitter.submit(id, true)
    await looked()
    expect(made).toEqual([{ request_id: id, raw: '77770005aa' }])
    expect(done).toEqual(['multisigs.read', 'multisigs.sign', 'multisigs.create', 'multisigs.sign', 'heard'])
    expect(payment()?.state).toBe('accepted')
  })

  it.each<[string, object, string]>([
    ['has ended where the group gave it up', { revoked_by: user('ana') }, 'failed'],
    [
      'is final where it is in the ledger, whoever gave it up',
      { revoked_by: user('ana'), snapshot_hash: hashOf('s') },
      'final',
    ],
    ['waits where enough have not signed', own, 'accepted'],
  ])('%s', async (_, more, state) => {
    signed('multisig')
    caring({ 'multisigs.read': () => asked(more) })
    submitter.submit(id, true)
    await looked()
    expect(payment()?.state).toBe(state)
    if (state === 'failed') expect(payment()?.problem?.code).toBe('wallet.request_revoked')
  })
})
