import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Hash, type Output, type OutputId, parseTime, type RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { decodeTransaction, encodeTransaction, toAmount, transactionHash } from '#protocol'
import type { AccountStore, PaymentDraft, Proof } from '#store'
import { newFolder } from '../support/scratch.ts'
import {
  accountFolder,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  asset,
  hashOf,
  kernel,
  openAccount,
  outputId,
  request,
  spendOf,
  user,
} from '../support/store.ts'

let folder: string
let store: AccountStore
const [one, two, three] = [anOutput(1), anOutput(2), anOutput(3)]

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
  const holder = aHolder()
  store.cache.outputs.applyPage({ holder, outputs: [one, two, three], cursor: 3 })
})
afterEach(() => store.close())

const RAW = '77770005aa'
const SIGNED = '77770005bb'
const hash = hashOf('payment hash')
const id = request('p')

const payments = () => store.intents.payments
const reopen = () => {
  store.close()
  store = openAccount(folder)
}
const refusal = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** The steps in order; `until` names the state to stop in. */
function lead(until: string, payment: RequestId = id, inputs = [one], named = hash): void {
  const steps: Record<string, () => unknown> = {
    draft: () => payments().create({ ...aPayment('p'), id: payment, transactions: [transactionOf(payment)] }),
    reserved: () => payments().reserve(payment, [{ ...aPlan('p', inputs), requestId: payment }]),
    keyed: () =>
      payments().storeKeys(payment, [
        { requestId: payment, index: 0, mask: hashOf('m0'), keys: [hashOf('k0')] },
        { requestId: payment, index: 1, mask: hashOf('m1'), keys: [hashOf('k1')], script: 'fffe01' },
      ]),
    built: () => payments().storeRaw(payment, [{ requestId: payment, raw: RAW, hash: named }]),
    verified: () => payments().markVerified(payment, [{ requestId: payment, record: { state: 'unspent' } }]),
    approved: () => payments().approve(payment, hashOf('digest')),
    signed: () => payments().storeSigned(payment, [{ requestId: payment, raw: SIGNED }]),
    sent: () => payments().countAttempt(payment),
    accepted: () => payments().markAccepted(payment),
    final: () => payments().markFinal(payment),
  }
  for (const [state, step] of Object.entries(steps)) {
    step()
    if (state === until) return
  }
}

function transactionOf(requestId: RequestId): PaymentDraft['transactions'][number] {
  return {
    requestId,
    purpose: 'payment',
    assetId: asset('BTC'),
    kernelAssetId: kernel('BTC'),
    extra: '',
    references: [],
  }
}

describe('payments', () => {
  it('keeps everything of a payment over a restart, at every step', () => {
    for (const state of [
      'draft',
      'reserved',
      'keyed',
      'built',
      'verified',
      'approved',
      'signed',
      'sent',
      'accepted',
      'final',
    ]) {
      const payment = request(state)
      lead(state, payment, [anOutput(`coin ${state}`)])
      const before = payments().get(payment)
      expect(before?.state).toBe(state)
      reopen()
      expect(payments().get(payment)).toEqual(before)
    }
  })

  it('gives back the inputs, outputs, keys and bytes of a transaction', () => {
    lead('signed')
    expect(payments().get(id)).toMatchObject({
      holder: aHolder().id,
      kind: 'transfer',
      amount: 60_000_000n,
      detail: { memo: 'rent' },
      digest: hashOf('digest'),
      transactions: [
        {
          hash,
          unsignedRaw: RAW,
          signedRaw: SIGNED,
          record: { state: 'unspent' },
          inputs: [
            {
              outputId: one.output_id,
              hash: one.transaction_hash,
              index: 0,
              amount: one.amount,
              mask: one.mask,
              keys: one.keys,
            },
          ],
          outputs: [
            {
              role: 'payment',
              payee: { user: user('alice') },
              keys: { mask: hashOf('m0'), keys: [hashOf('k0')] },
              script: null,
            },
            { role: 'change', amount: 40_000_000n, threshold: 1, script: 'fffe01' },
          ],
        },
      ],
    })
  })

  it('allows exactly the steps of its life and refuses all others without effect', () => {
    const order = ['draft', 'reserved', 'keyed', 'built', 'verified', 'approved', 'signed', 'sent', 'accepted', 'final']
    const plan = (payment: RequestId) => [{ ...aPlan('p', [anOutput(`coin ${payment}`)]), requestId: payment }]
    const steps: Record<string, { allowed: readonly string[]; take(payment: RequestId): unknown }> = {
      reserve: { allowed: order.slice(0, 6), take: (payment) => payments().reserve(payment, plan(payment)) },
      storeKeys: { allowed: ['reserved'], take: (payment) => payments().storeKeys(payment, []) },
      storeRaw: {
        allowed: ['reserved', 'keyed'],
        take: (payment) => payments().storeRaw(payment, [{ requestId: payment, raw: RAW, hash }]),
      },
      markVerified: {
        allowed: ['built', 'verified'],
        take: (payment) => payments().markVerified(payment, [{ requestId: payment, record: null }]),
      },
      approve: { allowed: ['verified', 'approved'], take: (payment) => payments().approve(payment, hashOf('digest')) },
      takeBack: { allowed: ['approved'], take: (payment) => payments().takeBack(payment) },
      storeSigned: {
        allowed: ['approved'],
        take: (payment) => payments().storeSigned(payment, [{ requestId: payment, raw: SIGNED }]),
      },
      countAttempt: { allowed: order.slice(6, 9), take: (payment) => payments().countAttempt(payment) },
      markAccepted: { allowed: order.slice(6, 9), take: (payment) => payments().markAccepted(payment) },
      markFinal: { allowed: order.slice(6, 9), take: (payment) => payments().markFinal(payment) },
      cancel: { allowed: order.slice(0, 6), take: (payment) => payments().cancel(payment) },
      fail: {
        allowed: order.slice(0, 6),
        take: (payment) => payments().fail(payment, { code: 'internal', details: {} }),
      },
      setProblem: { allowed: order.slice(0, 9), take: (payment) => payments().setProblem(payment, null) },
    }
    for (const [name, step] of Object.entries(steps)) {
      for (const state of [...order, 'cancelled', 'failed']) {
        const payment = request(`${name} ${state}`)
        lead(order.includes(state) ? state : 'built', payment, [anOutput(`coin ${payment}`)])
        if (state === 'cancelled') payments().cancel(payment)
        if (state === 'failed') payments().fail(payment, { code: 'internal', details: {} })
        const before = payments().get(payment)
        const code = refusal(() => step.take(payment))
        expect(code, `${name} from ${state}`).toBe(step.allowed.includes(state) ? undefined : 'wallet.payment_state')
        if (code !== undefined) expect(payments().get(payment)).toEqual(before)
      }
    }
  })

  it('names a payment that it does not know', () => {
    expect(refusal(() => payments().cancel(id))).toBe('wallet.payment_unknown')
    expect(payments().get(id)).toBeUndefined()
  })

  it('never takes a request id that belongs to another payment, until that one ended unsigned', () => {
    lead('built')
    const again = { ...aPayment('again'), transactions: [transactionOf(id)] }
    expect(refusal(() => payments().create(again))).toBe('wallet.payment_state')
    payments().cancel(id)
    payments().create(again)
    expect(payments().byRequest(id)?.id).toBe(request('again'))
  })

  it('makes room for the same payment anew once it ended unsigned', () => {
    lead('built')
    payments().cancel(id)
    const again = payments().create(aPayment('p'))
    expect(again).toMatchObject({ id, state: 'draft' })
    expect(payments().list()).toHaveLength(1)
    expect(payments().holds()).toEqual([])
  })

  it('never frees a request id under which something was signed', () => {
    lead('signed')
    payments().fail(id, { code: 'remote.output_locked', details: {} }, [
      { requestId: id, outputId: one.output_id, ...spendOf(one) },
    ])
    expect(refusal(() => payments().create({ ...aPayment('again'), transactions: [transactionOf(id)] }))).toBe(
      'wallet.payment_state',
    )
  })

  it('is never replaced once it is signed, also by what names other request ids', () => {
    lead('signed')
    const other = { ...aPayment('p'), transactions: [transactionOf(request('other'))] }
    expect(refusal(() => payments().create(other))).toBe('wallet.payment_state')
    expect(payments().get(id)?.transactions).toMatchObject([{ signedRaw: SIGNED }])
  })

  it('counts attempts and remembers the first sending', () => {
    lead('sent')
    const first = payments().get(id)?.sentAt
    payments().countAttempt(id)
    expect(payments().get(id)).toMatchObject({ attempts: 2, sentAt: first, state: 'sent' })
  })

  it('lists by state, holder and age, newest first, without bytes', () => {
    for (const name of ['a', 'b', 'c']) lead('built', request(name), [anOutput(`coin ${name}`)])
    payments().cancel(request('b'))
    const ids = (query: Parameters<AccountStore['intents']['payments']['list']>[0]) =>
      payments()
        .list(query)
        .map((each) => each.id)
    expect(ids({})).toEqual([request('c'), request('b'), request('a')])
    expect(ids({ live: true })).toEqual([request('c'), request('a')])
    expect(ids({ states: ['cancelled'] })).toEqual([request('b')])
    expect(ids({ before: request('c'), limit: 1 })).toEqual([request('b')])
    expect(ids({ holder: aHolder('nobody').id })).toEqual([])
    expect(payments().list({ limit: 1 })[0]?.transactions).toEqual([
      { requestId: request('c'), purpose: 'payment', assetId: asset('BTC'), hash, acceptedAt: null, finalAt: null },
    ])
  })

  it('is found by request id and by transaction hash', () => {
    lead('built')
    expect(payments().byRequest(id)?.id).toBe(id)
    expect(payments().byTransaction(hash)?.id).toBe(id)
    expect(payments().byTransaction(hashOf('other'))).toBeUndefined()
  })

  it('is found among many by hash where it ended unsigned, and not where it was prepared again', () => {
    const [left, again, sent] = [request('left'), request('again'), request('sent')]
    const built = (payment: RequestId, until: string, coin: Output, its: Hash) => {
      lead(until, payment, [coin])
      payments().storeRaw(payment, [{ requestId: payment, raw: RAW, hash: its }])
      payments().markVerified(payment, [{ requestId: payment, record: 1 }])
    }
    const [ofLeft, ofAgain, ofSent] = [hashOf('left'), hashOf('again'), hashOf('sent')]
    built(left, 'keyed', one, ofLeft)
    payments().cancel(left)
    built(again, 'keyed', one, ofAgain)
    payments().cancel(again)
    built(again, 'keyed', one, ofAgain)
    built(sent, 'keyed', two, ofSent)
    const found = payments().unsignedAmong([ofSent, ofAgain, ofLeft, hashOf('of somebody else')])
    expect(found.map(({ id: of, state }) => [of, state])).toEqual([[left, 'cancelled']])
  })

  it('keeps a log of what happened', () => {
    lead('final')
    const what = payments()
      .events(id)
      .map((event) => event.what)
    expect(what).toEqual([
      ...['draft', 'reserved', 'keyed', 'built', 'verified', 'approved', 'signed', 'attempt', 'sent'],
      ...['transaction_accepted', 'accepted', 'transaction_final', 'final'],
    ])
  })
})

describe('reservation', () => {
  it('gives an output to one live payment only and names who has it', () => {
    lead('reserved', request('a'), [one, two])
    payments().create(aPayment('b'))
    expect(payments().reserve(request('b'), [aPlan('b', [two, three])])).toEqual({
      ok: false,
      reason: 'held',
      held: [{ outputId: two.output_id, paymentId: request('a'), assetId: asset('BTC'), amount: two.amount }],
    })
    expect(payments().get(request('b'))?.state).toBe('draft')
    expect(
      payments()
        .holds()
        .map((hold) => hold.outputId)
        .sort(),
    ).toEqual([one.output_id, two.output_id].sort())
  })

  it('refuses one output twice in one payment', () => {
    payments().create(aPayment('b'))
    expect(() => payments().reserve(request('b'), [aPlan('b', [two, two])])).toThrow()
    expect(payments().holds()).toEqual([])
  })

  it('lets a hundred payments race for thirty outputs without a shared one', () => {
    const coins = Array.from({ length: 30 }, (_, at) => anOutput(`race ${at}`))
    for (let at = 0; at < 100; at += 1) {
      payments().create(aPayment(`race ${at}`))
      const wanted = [coins[(at * 7) % 30], coins[(at * 7 + 3) % 30], coins[(at * 11 + 1) % 30]].filter(
        (each) => each !== undefined,
      )
      const distinct = [...new Set(wanted)]
      const answer = payments().reserve(request(`race ${at}`), [aPlan(`race ${at}`, distinct)])
      if (!answer.ok) expect(answer.held.length).toBeGreaterThan(0)
    }
    const reserved = payments()
      .list({ states: ['reserved'] })
      .flatMap((each) => payments().get(each.id) ?? [])
    const inputs = reserved.flatMap((each) =>
      each.transactions.flatMap((transaction) => transaction.inputs.map((input) => input.outputId)),
    )
    expect(reserved.length).toBeGreaterThan(5)
    expect(new Set(inputs).size).toBe(inputs.length)
    expect(
      payments()
        .holds()
        .map((hold) => hold.outputId)
        .sort(),
    ).toEqual([...inputs].sort())
  })

  it('gives up the former inputs, bytes and approval when it is planned anew', () => {
    lead('approved')
    const answer = payments().reserve(id, [{ ...aPlan('p', [two]), requestId: id }])
    expect(answer).toMatchObject({
      ok: true,
      payment: {
        state: 'reserved',
        digest: null,
        approvedAt: null,
        transactions: [{ hash: null, unsignedRaw: null, record: null }],
      },
    })
    expect(
      payments()
        .holds()
        .map((hold) => hold.outputId),
    ).toEqual([two.output_id])
  })

  it('tells exactly what is held, of each holder', () => {
    const huge = anOutput('huge', { amount: toAmount(2n ** 64n) })
    lead('reserved', request('a'), [one, huge])
    const amounts = (...members: string[]) =>
      payments()
        .holds(aHolder(...members).id)
        .map(({ amount }) => amount)
    expect(new Set(amounts())).toEqual(new Set([100_000_000n, 2n ** 64n]))
    expect(amounts('nobody')).toEqual([])
  })
})

describe('a payment that is to make another one impossible', () => {
  const held = () =>
    payments()
      .holds()
      .map(({ outputId, paymentId }) => [outputId, paymentId])
      .toSorted()
  const by = (payment: RequestId, ...coins: Output[]) => coins.map((coin) => [coin.output_id, payment]).toSorted()
  const voiding = (name: string, voids: RequestId) => payments().create({ ...aPayment(name), voids })
  const reserve = (name: string, coin: Output) => payments().reserve(request(name), [aPlan(name, [coin])])
  function sendVoid(name: string, voids: RequestId, coin: Output): void {
    voiding(name, voids)
    expect(reserve(name, coin).ok).toBe(true)
    payments().storeRaw(request(name), [{ requestId: request(name), raw: RAW, hash: hashOf(name) }])
    payments().markVerified(request(name), [{ requestId: request(name), record: null }])
    payments().approve(request(name), hashOf('digest'))
    payments().storeSigned(request(name), [{ requestId: request(name), raw: SIGNED }])
  }

  it('holds a coin beside that one, which is told of once, by whoever had it first', () => {
    lead('sent', id, [one, two])
    sendVoid('void', id, one)
    sendVoid('void of it', request('void'), one)
    expect(held()).toEqual([...by(id, one, two)].toSorted())
    payments().fail(id, { code: 'x', details: {} }, [{ requestId: id, outputId: two.output_id, ...spendOf(two) }])
    expect(held()).toEqual(by(request('void'), one))
    payments().fail(request('void'), { code: 'x', details: {} }, [
      { requestId: request('void'), outputId: one.output_id, ...spendOf(one) },
    ])
    expect(held()).toEqual(by(request('void of it'), one))
  })

  it('takes no coin that a third one holds, and none that another has taken to make the same one impossible', () => {
    lead('sent', id, [one])
    lead('sent', request('third'), [two])
    voiding('void', id)
    expect(reserve('void', two)).toMatchObject({ ok: false, held: [{ paymentId: request('third') }] })
    sendVoid('first', id, one)
    expect(reserve('void', one)).toMatchObject({ ok: false, held: [{ paymentId: request('first') }] })
  })

  it('keeps its coin from others once that one has come to nothing', () => {
    lead('sent', id, [one, two])
    sendVoid('void', id, one)
    payments().fail(id, { code: 'x', details: {} }, [{ requestId: id, outputId: two.output_id, ...spendOf(two) }])
    payments().create(aPayment('new'))
    expect(reserve('new', one)).toMatchObject({ ok: false, held: [{ paymentId: request('void') }] })
    expect(reserve('new', two).ok).toBe(true)
  })
})

describe('the end of a payment', () => {
  const held = (): OutputId[] =>
    payments()
      .holds()
      .map((hold) => hold.outputId)
  const problem = { code: 'remote.output_locked', details: { why: 'spent elsewhere' } }

  it('frees the inputs when it is cancelled or fails before signing', () => {
    lead('approved', request('a'), [one])
    payments().cancel(request('a'))
    lead('built', request('b'), [two])
    payments().fail(request('b'), problem)
    expect(held()).toEqual([])
    expect(payments().get(request('b'))).toMatchObject({ state: 'failed', problem })
  })

  it('keeps the inputs of a signed payment whatever is claimed without proof', () => {
    for (const state of ['signed', 'sent', 'accepted']) {
      const payment = request(state)
      const coin = anOutput(`coin ${state}`)
      lead(state, payment, [coin])
      const proofs = [
        [],
        [{ requestId: payment, outputId: outputId('of nobody'), ...spendOf(coin) }],
        [{ requestId: payment, outputId: coin.output_id, ...spendOf(coin), spentBy: hash }],
        [{ requestId: request('other'), outputId: coin.output_id, ...spendOf(coin) }],
        // Bytes of another name than is claimed, bytes that spend another coin, no bytes.
        [{ requestId: payment, outputId: coin.output_id, ...spendOf(coin), spentBy: hashOf('another wallet') }],
        [{ requestId: payment, outputId: coin.output_id, ...spendOf(two) }],
      ]
      for (const conflicts of proofs)
        expect(refusal(() => payments().fail(payment, problem, conflicts))).toBe('wallet.payment_state')
      expect(refusal(() => payments().cancel(payment))).toBe('wallet.payment_state')
      expect(payments().get(payment)?.state).toBe(state)
      expect(held()).toContain(coin.output_id)
    }
  })

  it('is put away by nobody before it is signed', () => {
    lead('approved', id, [one])
    expect(refusal(() => payments().putAway(id, problem))).toBe('wallet.payment_state')
  })

  it('frees the inputs of a signed payment when one of them was spent by somebody else', () => {
    lead('sent', id, [one, two])
    const conflict = { requestId: id, outputId: two.output_id, ...spendOf(two) }
    payments().fail(id, problem, [conflict])
    expect(held()).toEqual([])
    expect(payments().get(id)).toMatchObject({ state: 'failed', transactions: [{ conflict, signedRaw: SIGNED }] })
  })

  it('makes the inputs spent for good when it is final', () => {
    lead('final')
    expect(held()).toEqual([])
    expect(store.cache.outputs.get(one.output_id)).toMatchObject({ state: 'spent', signed_by: hash })
    store.cache.outputs.applyReconciled(aHolder(), [one])
    expect(store.cache.outputs.get(one.output_id)?.state).toBe('spent')
  })

  it('holds the inputs again, and leaves them to what the service says, when it is not final after all', () => {
    lead('final')
    lead('final', request('q'), [two])
    const finals = () => store.intents.finished.after(0n).map((each) => each.id)
    expect(finals()).toEqual([id, request('q')])
    expect(store.cache.outputs.takeDenied()).toEqual([])
    store.cache.outputs.applyReconciled(aHolder(), [one])
    expect(store.cache.outputs.takeDenied()).toEqual([hash])
    expect(store.cache.outputs.takeDenied()).toEqual([])
    payments().takeBackFinal(id, id)
    expect(finals()).toEqual([request('q')])
    store.cache.outputs.takeBackSpent([one.output_id], hash)
    expect(store.cache.outputs.get(one.output_id)).toMatchObject({ state: 'signed', spent_at: null })
    expect(payments().get(id)).toMatchObject({ state: 'sent', finalAt: null, transactions: [{ finalAt: null }] })
    expect(held()).toEqual([one.output_id])
    store.close()
    rmSync(join(accountFolder(folder), 'cache.db'))
    store = openAccount(folder)
    store.cache.outputs.applyPage({ holder: aHolder(), outputs: [one], cursor: 1 })
    expect(store.cache.outputs.get(one.output_id)?.state).toBe('unspent')
    expect(refusal(() => payments().takeBackFinal(id, id))).toBe('wallet.payment_state')
    payments().markFinal(id)
    expect(finals()).toEqual([request('q'), id])
    expect(store.cache.outputs.get(one.output_id)?.state).toBe('spent')
  })

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'is spent when this is heard of, where the service says that it was in %s',
    (text) => {
      lead('signed')
      expect(payments().markFinal(id, undefined, parseTime(text)).state).toBe('final')
      const coin = store.cache.outputs.get(one.output_id)
      expect(coin?.state).toBe('spent')
      expect(coin?.spent_at).toBe(payments().get(id)?.finalAt)
    },
  )

  it('stays spent by one transaction where another is not known to have spent it', () => {
    lead('final')
    store.cache.outputs.takeBackSpent([one.output_id], hashOf('another'))
    expect(store.cache.outputs.get(one.output_id)).toMatchObject({ state: 'spent', signed_by: hash })
  })

  it.each([
    ['signed', [true, false, true, false]],
    ['approved', [false, false, false, false]],
  ])('tells a cache that was lost what its coins and outputs are where it is %s', (state, aside) => {
    lead('signed', request('another'), [three], hashOf('another'))
    lead(state)
    store.close()
    rmSync(join(accountFolder(folder), 'cache.db'))
    store = openAccount(folder)
    const made = (index: number, mask: string) =>
      anOutput(`made ${index}`, {
        ...{
          transaction_hash: hash,
          output_index: index,
          amount: aPlan('p', [one]).outputs[index]?.amount ?? one.amount,
        },
        ...{ mask: hashOf(mask), keys: [hashOf(`k${index}`)] },
      })
    const outputs = [{ ...one, amount: toAmount(one.amount + 1n) }, two, made(0, 'another'), made(1, 'm1')]
    store.cache.outputs.applyPage({ holder: aHolder(), outputs, cursor: 2 })
    expect(outputs.map(({ output_id }) => store.cache.outputs.isAside(output_id))).toEqual(aside)
    expect(outputs.map(({ output_id }) => store.cache.outputs.get(output_id) === undefined)).toEqual(aside)
  })

  it('tells a cache that was lost which outputs are spent', () => {
    lead('final')
    store.close()
    rmSync(join(accountFolder(folder), 'cache.db'))
    store = openAccount(folder)
    store.cache.outputs.applyPage({ holder: aHolder(), outputs: [one], cursor: 1 })
    expect(store.cache.outputs.get(one.output_id)?.state).toBe('spent')
  })

  it('shows a problem without leaving its state', () => {
    lead('sent')
    payments().setProblem(id, problem)
    expect(payments().get(id)).toMatchObject({ state: 'sent', problem })
    payments().markAccepted(id)
    expect(payments().get(id)).toMatchObject({ state: 'accepted', problem: null })
  })
})

describe('a payment of several transactions', () => {
  const fee = request('fee')
  const draft: PaymentDraft = {
    ...aPayment('p', { kind: 'withdrawal' }),
    transactions: [
      transactionOf(id),
      { ...transactionOf(fee), purpose: 'fee', assetId: asset('ETH'), kernelAssetId: kernel('ETH') },
    ],
  }
  const bothRaw = [
    { requestId: id, raw: RAW, hash },
    { requestId: fee, raw: '77770005cc', hash: hashOf('fee hash') },
  ]
  const toSigned = () => {
    payments().create(draft)
    payments().reserve(id, [
      { ...aPlan('p', [one]), requestId: id },
      { ...aPlan('f', [two]), requestId: fee, references: [hash] },
    ])
    payments().storeRaw(id, bothRaw)
    payments().markVerified(id, [
      { requestId: fee, record: 2 },
      { requestId: id, record: 1 },
    ])
    payments().approve(id, hashOf('digest'))
    payments().storeSigned(id, [
      { requestId: id, raw: SIGNED },
      { requestId: fee, raw: '77770005dd' },
    ])
  }

  it('takes each step for all of them together', () => {
    payments().create(draft)
    payments().reserve(id, [
      { ...aPlan('p', [one]), requestId: id },
      { ...aPlan('f', [two]), requestId: fee },
    ])
    expect(() => payments().storeRaw(id, bothRaw.slice(0, 1))).toThrow()
    expect(payments().get(id)).toMatchObject({
      state: 'reserved',
      transactions: [{ unsignedRaw: null }, { unsignedRaw: null }],
    })
  })

  it('keeps what belongs to each apart', () => {
    toSigned()
    expect(payments().get(id)?.transactions).toMatchObject([
      {
        requestId: id,
        purpose: 'payment',
        signedRaw: SIGNED,
        record: 1,
        references: [],
        inputs: [{ outputId: one.output_id }],
      },
      {
        requestId: fee,
        purpose: 'fee',
        signedRaw: '77770005dd',
        record: 2,
        references: [hash],
        inputs: [{ outputId: two.output_id }],
      },
    ])
    expect(payments().byRequest(fee)?.id).toBe(id)
    expect(
      payments()
        .holds(aHolder().id)
        .map((each) => each.assetId),
    ).toEqual([asset('BTC'), asset('ETH')])
  })

  it('is accepted and final only when all of them are', () => {
    toSigned()
    payments().countAttempt(id)
    expect(payments().markAccepted(id, [id]).state).toBe('sent')
    expect(payments().markAccepted(id, [fee]).state).toBe('accepted')
    expect(payments().markFinal(id, [id])).toMatchObject({ state: 'accepted', finalAt: null })
    expect(
      payments()
        .holds()
        .map((hold) => hold.outputId),
    ).toEqual([two.output_id])
    expect(payments().markFinal(id, [fee]).state).toBe('final')
    expect(payments().holds()).toEqual([])
  })

  /** Signed, of bytes that spend a coin each; those of the fee refer to the payment or to nothing. */
  function signOver(refers: boolean): { readonly main: ReturnType<typeof spendOf>; readonly fee: string } {
    const main = spendOf(one)
    const feeRaw = encodeTransaction({
      ...decodeTransaction(spendOf(two).raw),
      references: refers ? [main.spentBy] : [],
    })
    payments().create(draft)
    payments().reserve(id, [
      { ...aPlan('p', [one]), requestId: id },
      { ...aPlan('f', [two]), requestId: fee },
    ])
    const raws = [
      { requestId: id, raw: main.raw, hash: main.spentBy },
      { requestId: fee, raw: feeRaw, hash: transactionHash(feeRaw) as Hash },
    ]
    payments().storeRaw(id, raws)
    payments().markVerified(
      id,
      raws.map(({ requestId }) => ({ requestId, record: null })),
    )
    payments().approve(id, hashOf('digest'))
    payments().storeSigned(id, raws)
    return { main, fee: feeRaw }
  }
  /** Bytes of somebody else over the coin of the payment. */
  const rival = () => {
    const raw = encodeTransaction({ ...decodeTransaction(spendOf(one).raw), extra: '01' })
    return { requestId: id, outputId: one.output_id, raw, spentBy: transactionHash(raw) as Hash }
  }
  const ended = { code: 'wallet.conflict', details: {} }
  const isRefused = (conflicts: readonly Proof[]) =>
    expect(refusal(() => payments().fail(id, ended, conflicts))).toBe('wallet.payment_state')

  it('is not dead by its own bytes, which spend its coins', () => {
    const { main, fee: raw } = signOver(false)
    isRefused([
      { requestId: id, outputId: one.output_id, ...main },
      { requestId: fee, outputId: two.output_id, raw, spentBy: transactionHash(raw) as Hash },
    ])
  })

  it('is dead through another one of it only where its bytes refer to that', () => {
    signOver(false)
    isRefused([rival(), { ...rival(), requestId: fee, through: id }])
    payments().putAway(id, ended)
    payments().noteProof(id, [rival(), { ...rival(), requestId: fee, through: id }])
    expect(
      payments()
        .get(id)
        ?.transactions.map(({ conflict }) => conflict === null),
    ).toEqual([false, true])
  })

  it('is dead through another one of it while that is not final', () => {
    signOver(true)
    payments().markFinal(id, [id])
    isRefused([{ ...rival(), requestId: fee, through: id }])
    payments().takeBackFinal(id, id)
    payments().fail(id, ended, [rival(), { ...rival(), requestId: fee, through: id }])
    expect(payments().get(id)?.state).toBe('failed')
  })

  it('is not dead where another output of the same transaction was spent', () => {
    signOver(true)
    const { outputs, asset: kernelAsset } = decodeTransaction(rival().raw)
    const raw = encodeTransaction({
      ...{ version: 5, asset: kernelAsset, outputs, references: [], extra: '' },
      inputs: [{ hash: one.transaction_hash, index: one.output_index + 1 }],
    })
    const beside = { ...rival(), raw, spentBy: transactionHash(raw) as Hash }
    isRefused([beside, { ...beside, requestId: fee, through: id }])
  })

  it('fails after signing only with proof for each that is not final', () => {
    toSigned()
    const proof = (requestId: RequestId, output: Output) => ({
      requestId,
      outputId: output.output_id,
      ...spendOf(output),
    })
    const problem = { code: 'remote.output_locked', details: {} }
    expect(refusal(() => payments().fail(id, problem, [proof(id, one)]))).toBe('wallet.payment_state')
    expect(
      payments()
        .get(id)
        ?.transactions.map((each) => each.conflict),
    ).toEqual([null, null])
    payments().fail(id, problem, [proof(id, one), proof(fee, two)])
    expect(payments().get(id)?.state).toBe('failed')
  })

  it('holds the coins of what is not final again where one of them became final after it had failed', () => {
    toSigned()
    payments().putAway(id, { code: 'wallet.put_away', details: {} })
    expect(payments().holds()).toEqual([])
    expect(payments().markFinal(id, [id])).toMatchObject({ state: 'sent', finalAt: null })
    const held = payments().holds()
    expect(held.map(({ outputId }) => outputId)).toEqual([two.output_id])
  })
})

describe('a payment of a group that gave it up', () => {
  const problem = { code: 'wallet.request_revoked', details: {} }
  const toSigned = (kind: PaymentDraft['kind']) => {
    payments().create({ ...aPayment('p'), kind })
    payments().reserve(id, [aPlan('p', [one])])
    payments().storeRaw(id, [{ requestId: id, raw: RAW, hash }])
    payments().markVerified(id, [{ requestId: id, record: null }])
    payments().approve(id, hashOf('digest'))
    return () => payments().storeSigned(id, [{ requestId: id, raw: SIGNED }])
  }

  it('frees its coins, and is final after all when others have completed it', () => {
    toSigned('multisig')()
    expect(payments().revoke(id, problem)).toMatchObject({ state: 'failed', problem })
    expect(payments().holds()).toEqual([])
    expect(payments().markFinal(id)).toMatchObject({ state: 'final', problem: null })
    expect(store.cache.outputs.get(one.output_id)).toMatchObject({ state: 'spent', signed_by: hash })
    reopen()
    expect(payments().list({ live: true })).toEqual([])
  })

  it('cannot be completed by others when it was not signed here', () => {
    toSigned('multisig')
    payments().revoke(id, problem)
    expect(refusal(() => payments().markFinal(id))).toBe('wallet.payment_state')
  })

  it('is never one of a single owner', () => {
    toSigned('transfer')()
    expect(refusal(() => payments().revoke(id, problem))).toBe('wallet.payment_state')
  })
})
