import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Hash, momentOf, type Output, type OutputId, type RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { outputId } from '#protocol'
import type { AccountStore, PaymentDraft } from '#store'
import { lookAtDenied, noteContradicted } from '../../src/wallet/payments/denied.ts'
import { createSubmitter } from '../../src/wallet/payments/submitter.ts'
import { createBell } from '../../src/wallet/shared/bell.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  asset,
  hashOf,
  kernel,
  openAccount,
  request,
  spendOf,
} from '../support/store.ts'

/* What was called final and is not, on the real files; the service knows nothing of any payment. */

let store: AccountStore
let dir: string
const [one, two] = [anOutput(1), anOutput(2)]
const problem = { code: 'wallet.conflict', details: {} }

beforeEach(() => {
  dir = newFolder('store')
  store = openAccount(dir)
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [one, two], cursor: 2 })
})
afterEach(() => store.close())

type Answer = object | ((id: string) => object)
const look = (record?: Answer, code: 'remote.not_found' | 'remote.unreachable' = 'remote.not_found') => {
  const call = async (_: string, { params }: { readonly params: { readonly id: string } }) => {
    // It names what it is asked for by id.
    const said = typeof record === 'function' ? record(params.id) : record
    if (said !== undefined) return { request_id: params.id, ...said }
    throw failure(code, 'nothing is there')
  }
  return lookAtDenied({
    ...{ account: ACCOUNT, store, line: {}, log: () => undefined },
    remote: { call } as unknown as Parameters<typeof lookAtDenied>[0]['remote'], // the one call that is made
    requests: { heard: () => undefined },
  })
}

interface Part {
  readonly id: RequestId
  readonly coin: Output
  readonly hash: Hash
}

/** A payment that was handed over, of one transaction for each coin. */
function sent(parts: readonly Part[], kind: PaymentDraft['kind'] = 'transfer'): RequestId {
  const { payments } = store.intents
  const id = parts[0]?.id ?? request('none')
  const transactions = parts.map((part, at): PaymentDraft['transactions'][number] => ({
    ...{ requestId: part.id, purpose: at === 0 ? 'payment' : 'fee', assetId: asset('BTC') },
    ...{ kernelAssetId: kernel('BTC'), extra: '', references: [] },
  }))
  payments.create({ ...aPayment('p', { kind }), id, transactions })
  payments.reserve(
    id,
    parts.map((part) => ({ ...aPlan('p', [part.coin]), requestId: part.id })),
  )
  payments.storeRaw(
    id,
    parts.map((part) => ({ requestId: part.id, raw: '77770005aa', hash: part.hash })),
  )
  payments.markVerified(
    id,
    parts.map((part) => ({ requestId: part.id, record: 1 })),
  )
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(
    id,
    parts.map((part) => ({ requestId: part.id, raw: '77770005bb' })),
  )
  payments.countAttempt(id)
  return id
}

type Call = (name: string, asked: { readonly params?: { readonly id: RequestId | Hash } }) => Promise<object>

/** Looks at one payment. */
function submitterTo(call: Call) {
  // As the files have it.
  const clock = { ...systemClock, now: () => store.intents.payments.list()[0]?.updatedAt ?? systemClock.now() }
  const submitter = createSubmitter({
    ...{ account: ACCOUNT, store, clock, log: () => undefined, holder: () => aHolder(), pollMs: 60_000 },
    ...{ remote: { call }, bell: createBell() },
    sync: {
      ...{ confirm: async () => undefined, soon: () => undefined },
      status: () => ({ caughtUp: true, history: { begun: momentOf(clock), ended: momentOf(clock) } }),
    },
    ...{ audit: { expect: () => undefined }, requests: { heard: () => undefined } },
    unpaid: { need: async () => [] },
  } as unknown as Parameters<typeof createSubmitter>[0]) // what the look at one payment asks for
  onTestFinished(submitter.stop)
  return submitter
}

describe('a payment of which one part is called final and its coin spent by another', () => {
  it('learns all the same what became of its other parts', async () => {
    const { payments } = store.intents
    const fee = request('fee')
    const id = sent([
      { id: request('main'), coin: one, hash: hashOf('main') },
      { id: fee, coin: two, hash: hashOf('fee') },
    ])
    store.cache.outputs.applyReconciled(aHolder(), [{ ...one, state: 'spent', signed_by: hashOf('another') }])
    const submitter = submitterTo(async (_, { params }) =>
      params?.id === fee
        ? { request_id: fee, transaction_hash: hashOf('fee'), state: 'signed' }
        : { request_id: params?.id, transaction_hash: hashOf('main'), state: 'spent' },
    )
    submitter.submit(id)
    await expect.poll(() => payments.get(id)?.problem?.code).toBe('wallet.record_differs')
    await submitter.stop()
    const parts = payments.get(id)?.transactions.map(({ acceptedAt, finalAt }) => [acceptedAt !== null, finalAt])
    expect(parts).toEqual([
      [false, null],
      [true, null],
    ])
  })
})

describe('a payment whose very bytes became final under the id of another one', () => {
  const hash = hashOf('main')
  const asked = { senders_threshold: 2, signers: [ACCOUNT], revoked_by: null, state: 'unspent', snapshot_hash: null }
  const own = { ...asked, request_id: request('main'), transaction_hash: hash }

  it.each<[string, PaymentDraft['kind'], object | null]>([
    ['whose own is not known', 'withdrawal', null],
    ['whose own is not known either', 'multisig', null],
    ['whose own belongs to another transaction', 'transfer', { ...own, transaction_hash: hashOf('x'), state: 'spent' }],
    ['whose own was only shown', 'transfer', own],
    ['whose own its group gave up', 'multisig', { ...own, revoked_by: request('member') }],
    ['whose own still waits for its group', 'multisig', own],
  ])('is paid, also one %s: %s', async (_, kind, record) => {
    const { payments } = store.intents
    const id = sent([{ id: request('main'), coin: one, hash }], kind)
    store.cache.outputs.applyReconciled(aHolder(), [{ ...one, state: 'spent', signed_by: hash }])
    const submitter = submitterTo(async (__, { params }) => {
      if (params?.id === hash) return { ...own, request_id: request('other'), state: 'spent', snapshot_at: 5n }
      if (params?.id !== id || record === null) throw failure('remote.not_found', 'nothing is there')
      return record
    })
    submitter.submit(id)
    await expect.poll(() => payments.get(id)?.state).toBe('final')
    await submitter.stop()
    expect(payments.holds()).toEqual([])
  })

  it('does not pay the fee by itself that was paid with them there', async () => {
    const { payments, pauses } = store.intents
    const parts = [
      { id: request('main'), coin: one, hash },
      { id: request('fee'), coin: two, hash: hashOf('fee') },
    ]
    const id = sent(parts, 'withdrawal')
    const called: string[] = []
    const submitter = submitterTo(async (name, { params }) => {
      called.push(name)
      if (params?.id === hash) return { ...own, request_id: request('other'), state: 'spent', snapshot_at: 5n }
      throw failure('remote.not_found', 'nothing is there')
    })
    submitter.submit(id)
    await expect.poll(() => pauses.get(id)?.reason).toBe('spent_elsewhere')
    await submitter.stop()
    expect(payments.get(id)?.transactions.map(({ finalAt }) => finalAt !== null)).toEqual([true, false])
    expect(called).not.toContain('transactions.send')
  })

  it.each(['old', 'spent_elsewhere'] as const)(
    'leaves its fee to its owner before it is final there too, whatever was said when it waited as %s',
    async (reason) => {
      const { pauses } = store.intents
      const parts = [
        { id: request('main'), coin: one, hash },
        { id: request('fee'), coin: two, hash: hashOf('fee') },
      ]
      const id = sent(parts, 'withdrawal')
      pauses.set(id, reason)
      pauses.allow(id)
      const called: string[] = []
      const submitter = submitterTo(async (name, { params }) => {
        called.push(name)
        if (params?.id === hash) return { ...own, request_id: request('other'), state: 'signed', snapshot_at: null }
        if (name === 'transactions.send') return []
        throw failure('remote.not_found', 'nothing is there')
      })
      submitter.submit(id)
      await expect.poll(() => called.includes('transactions.send') || pauses.get(id)?.allowedAt === null).toBe(true)
      await submitter.stop()
      expect(called.includes('transactions.send')).toBe(reason === 'spent_elsewhere')
    },
  )

  it('has its own signature handed over while its group has yet to complete them', async () => {
    const id = sent([{ id: request('main'), coin: one, hash }], 'multisig')
    const waiting = { ...own, signers: [request('member')] }
    const called: string[] = []
    const submitter = submitterTo(async (name, { params }) => {
      called.push(name)
      if (name === 'transactions.read' && params?.id === hash) return { ...waiting, state: 'signed' }
      return name === 'multisigs.sign' ? own : waiting
    })
    submitter.submit(id)
    await expect.poll(() => store.intents.payments.get(id)?.acceptedAt).not.toBeNull()
    await submitter.stop()
    expect(called).toContain('multisigs.sign')
  })

  it('stays undecided where the service names another transaction under its hash', async () => {
    const { payments } = store.intents
    const id = sent([{ id: request('main'), coin: one, hash }], 'multisig')
    let named = 0
    const submitter = submitterTo(async (__, { params }) => {
      if (params?.id !== hash) throw failure('remote.not_found', 'nothing is there')
      named += 1
      return { ...own, transaction_hash: hashOf('x'), state: 'spent' }
    })
    submitter.submit(id)
    await expect.poll(() => named).toBe(1)
    await submitter.stop()
    expect(payments.get(id)?.state).toBe('sent')
  })
})

describe('a payment that is final no more', () => {
  it('leaves its coin spent by another one that is final', async () => {
    const { intents, cache } = store
    const first = sent([{ id: request('first'), coin: one, hash: hashOf('first') }])
    intents.payments.markFinal(first)
    const second = sent([{ id: request('second'), coin: one, hash: hashOf('second') }])
    intents.payments.markFinal(second)
    expect(await look()).toEqual([first])
    expect(cache.outputs.get(one.output_id)).toMatchObject({ state: 'spent', signed_by: hashOf('second') })
    cache.outputs.applyReconciled(aHolder(), [one])
    expect(cache.outputs.get(one.output_id)).toMatchObject({ state: 'spent', signed_by: hashOf('second') })
  })

  it('is looked at again after a restart while another one is called final for its coin', async () => {
    const first = sent([{ id: request('first'), coin: one, hash: hashOf('first') }])
    store.intents.payments.markFinal(first)
    const second = sent([{ id: request('second'), coin: one, hash: hashOf('second') }])
    store.intents.payments.markFinal(second)
    // What was given up before shares its coin with what is final, and is no rival of it.
    store.intents.payments.create(aPayment('given up'))
    store.intents.payments.reserve(request('given up'), [aPlan('given up', [two])])
    store.intents.payments.cancel(request('given up'))
    const alone = sent([{ id: request('alone'), coin: two, hash: hashOf('alone') }])
    store.intents.payments.markFinal(alone)
    store.close()
    store = openAccount(dir)
    noteContradicted(store)
    expect(await look()).toEqual([first, second])
  })

  it('is looked at again in the next round where nothing was heard of it', async () => {
    const id = sent([{ id: request('first'), coin: one, hash: hashOf('first') }])
    store.intents.payments.markFinal(id)
    store.cache.outputs.applyReconciled(aHolder(), [one])
    expect(await look(undefined, 'remote.unreachable')).toEqual([])
    expect(await look()).toEqual([id])
  })

  /** Called final, and its coin listed as open. */
  const denied = (kind?: PaymentDraft['kind']): RequestId => {
    const id = sent([{ id: request('first'), coin: one, hash: hashOf('first') }], kind)
    store.intents.payments.markFinal(id)
    store.cache.outputs.applyReconciled(aHolder(), [one])
    return id
  }
  const recorded = (state: string, of = 'first') => ({ transaction_hash: hashOf(of), state, snapshot_at: null })
  const none = () => {
    throw failure('remote.not_found', 'none')
  }

  it.each<[string, Answer, string, string | undefined]>([
    ['is out, and waits for nobody while the service has it', recorded('signed'), 'sent', undefined],
    ['was not sent by what the service was shown of it', recorded('unspent'), 'sent', 'called_final'],
    ['stays final where its own record says so', recorded('spent'), 'final', 'old'],
    [
      'is asked about by its name where another one has its id',
      (id) => recorded('spent', id === hashOf('first') ? 'first' : 'x'),
      'final',
      'old',
    ],
    [
      'is out where its name says so',
      (id) => recorded('signed', id === hashOf('first') ? 'first' : 'x'),
      'sent',
      undefined,
    ],
    [
      'was not sent where nobody knows its name',
      (id) => (id === hashOf('first') ? none() : recorded('spent', 'x')),
      'sent',
      'called_final',
    ],
    [
      'was not sent where that was only shown',
      (id) => (id === hashOf('first') ? recorded('pending') : recorded('spent', 'x')),
      'sent',
      'called_final',
    ],
  ])('%s', async (_, answer, state, pause) => {
    const id = denied()
    store.intents.pauses.set(id, 'old')
    store.intents.pauses.allow(id)
    expect(await look(answer)).toEqual(state === 'final' ? [] : [id])
    expect(store.intents.payments.get(id)?.state).toBe(state)
    expect(store.intents.pauses.get(id)?.reason).toBe(pause)
    // It is looked at once.
    expect(await look()).toEqual([])
  })

  it('is looked at again where its name is answered with another', async () => {
    const id = denied()
    expect(await look(recorded('spent', 'x'))).toEqual([])
    expect(store.intents.payments.get(id)?.state).toBe('final')
    expect(await look()).toEqual([id])
  })

  it('of a group is asked about by its name, by which members may have completed it', async () => {
    const id = denied('multisig')
    const group = (answer: () => object) => (asked: string) => (asked === hashOf('first') ? answer() : none())
    expect(await look(group(() => recorded('spent')))).toEqual([])
    expect(store.intents.payments.get(id)?.state).toBe('final')
    store.cache.outputs.applyReconciled(aHolder(), [one])
    expect(await look(group(none))).toEqual([id])
  })

  it('of two for one coin goes on being looked at while both are called so', async () => {
    const first = sent([
      { id: request('first'), coin: one, hash: hashOf('first') },
      { id: request('fee'), coin: two, hash: hashOf('fee') },
    ])
    store.intents.payments.markFinal(first)
    const second = sent([{ id: request('second'), coin: one, hash: hashOf('second') }])
    store.intents.payments.markFinal(second)
    noteContradicted(store)
    const both = (asked: string) =>
      recorded('spent', asked === second ? 'second' : asked === request('fee') ? 'fee' : 'first')
    expect(await look(both)).toEqual([])
    expect(await look((asked) => (asked === second ? recorded('signed', 'second') : both(asked)))).toEqual([second])
    expect([first, second].map((each) => store.intents.payments.get(each)?.state)).toEqual(['final', 'sent'])
  })

  it('takes those with it that spent what it made, in the next round', async () => {
    const first = denied()
    const change = { ...two, output_id: outputId(hashOf('first'), 0) as OutputId }
    const second = sent([{ id: request('second'), coin: change, hash: hashOf('second') }])
    store.intents.payments.markFinal(second)
    expect(await look()).toEqual([first])
    expect(await look()).toEqual([second])
  })

  it('takes those with it that spent what it made, also after a restart', async () => {
    const { payments } = store.intents
    const first = sent([{ id: request('first'), coin: one, hash: hashOf('first') }])
    payments.markFinal(first)
    const change = { ...two, output_id: outputId(hashOf('first'), 0) as OutputId }
    const second = sent([{ id: request('second'), coin: change, hash: hashOf('second') }])
    payments.markFinal(second)
    payments.takeBackFinal(first, first)
    store.close()
    store = openAccount(dir)
    noteContradicted(store)
    expect(await look()).toEqual([second])
  })

  it('is out again where the rest of it was proved dead', async () => {
    const { payments, pauses } = store.intents
    const [fee, other] = [request('fee'), request('other')]
    const id = sent([
      { id: request('main'), coin: one, hash: hashOf('main') },
      { id: fee, coin: two, hash: hashOf('fee') },
    ])
    payments.markFinal(id, [id])
    payments.fail(id, problem, [{ requestId: fee, outputId: two.output_id, ...spendOf(two) }])
    const after = sent([{ id: other, coin: anOutput(3), hash: hashOf('other') }])
    payments.markFinal(after)
    store.cache.outputs.applyReconciled(aHolder(), [one])
    store.cache.outputs.applyPage({ holder: aHolder(), outputs: [anOutput(3)], cursor: 3 })
    expect(await look()).toEqual([id, after])
    expect(payments.get(id)).toMatchObject({ state: 'sent', problem: null })
    expect(pauses.get(id)).toMatchObject({ reason: 'called_final' })
    expect(payments.holds().map(({ outputId }) => outputId)).toContain(one.output_id)
    expect(store.cache.outputs.get(one.output_id)?.state).toBe('signed')
  })

  it('is no request that its group gave up and completed all the same, as the history shows', async () => {
    const { payments } = store.intents
    const hash = hashOf('request')
    const id = sent([{ id: request('request'), coin: one, hash }], 'multisig')
    payments.markFinal(id)
    const revoked = { transaction_hash: hash, revoked_by: ACCOUNT, state: 'signed', snapshot_hash: null, signers: [] }
    const late = () => store.cache.outputs.applyReconciled(aHolder(), [{ ...one, state: 'signed', signed_by: hash }])
    store.cache.snapshots.applyPage({ snapshots: [aSnapshot(1, { transaction_hash: hash })], cursor: '1' })
    late()
    expect(await look({ ...revoked, senders_threshold: 2 })).toEqual([])
    expect(payments.get(id)?.state).toBe('final')
    expect(store.cache.outputs.get(one.output_id)?.state).toBe('spent')
  })
})
