import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { DAY, type Hash, HOUR, MINUTE, type Nanos, type OutputId, type RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Payee, PaymentReview } from '#contract/ipc'
import {
  encodeMainnetAddress,
  ghostKeyHint,
  kernelAssetId,
  parseAmount,
  outputId as ruledId,
  signTransaction,
  toAmount,
  transactionHash,
} from '#protocol'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { createAgreed } from '../../src/wallet/payments/agreed.ts'
import { createPaymentSteps, type PaymentSteps } from '../../src/wallet/payments/payment-steps.ts'
import type { StepsDeps } from '../../src/wallet/payments/step-parts.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { aCoin, aHolder as aPerson } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anOutput,
  aPayment,
  aPlan,
  aUser,
  hashOf,
  openAccount,
  request,
  time,
  user,
} from '../support/store.ts'
import { BTC, coded } from '../support/wallet.ts'

/* From what was agreed to to signed bytes, and what a kill left of it: by a service and a vault that answer as told, over real files. */

const self = holderOf([ACCOUNT], 1)
const me = aPerson('me')
const bitcoin = kernelAssetId(BTC) as Hash // a formula over an asset id
const coins = ['one', 'another'].map((name) => aCoin(name, [me], { asset: bitcoin, amount: '1' }))
const idOf = (at: number) => ruledId(coins[at]?.hash ?? '', coins[at]?.index ?? 0) as OutputId // a formula
const outputOf = (at: number, fields: object = {}) => {
  const { hash, index, amount, mask, keys } = coins[at] ?? aCoin('none', [])
  return anOutput(hash, {
    ...{ holder: self, output_id: idOf(at), transaction_hash: hash as Hash, output_index: index, sequence: at + 1 },
    ...{ asset_id: BTC, asset: bitcoin, kernel_asset_id: bitcoin, amount, mask, keys },
    ...fields,
  })
}

interface Asked {
  readonly body: readonly {
    readonly request_id: RequestId
    readonly raw: string
    readonly hint: string
    readonly receivers: readonly string[]
  }[]
}

let store: AccountStore
let now: Nanos
let machine: PaymentSteps
let agreed: ReturnType<typeof createAgreed>
/** What was done, in order. */
let done: string[]
/** What happens in between, by when that is. */
let between: Partial<
  Record<'seal' | 'sign' | 'views' | 'ready' | 'checks' | 'rules' | 'confirm' | 'keys', () => unknown>
>
let isFrozen: boolean
/** How far the service's clock is ahead of the one here. */
let skewMs: number

const answers: Readonly<Record<string, (asked: Asked) => unknown>> = {
  'keys.request': ({ body }) =>
    body.map(({ hint, receivers }) => ({
      mask: aPerson(`mask of ${hint}`).spendPublicKey,
      keys: between.keys?.() ?? receivers.map((each) => aPerson(`${each} ${hint}`).spendPublicKey),
    })),
  'transactions.verify': ({ body }) => {
    between.views?.()
    return body.map(({ request_id: id, raw }) => ({
      ...{ request_id: id, transaction_hash: transactionHash(raw), raw_transaction: raw, state: 'unspent' },
      ...{ asset_id: BTC, asset: bitcoin, kernel_asset_id: bitcoin, extra: '', inscription_hash: null },
      ...{ amount: store.intents.payments.get(id)?.amount, receivers: [] },
      ...{ senders: [ACCOUNT], senders_hash: self.membersHash, senders_threshold: 1 },
      views: (store.intents.payments.get(id)?.transactions[0]?.inputs ?? []).map(
        ({ hash }) => coins.find((each) => each.hash === hash)?.views[0],
      ),
    }))
  },
}

const keysOf = (name: string) => ({
  mask: aPerson(`mask of ${name}`).spendPublicKey,
  keys: [aPerson(`key of ${name}`).spendPublicKey],
})

const vault = {
  async wrapFor(_: string, label: string, bytes: Uint8Array) {
    between.seal?.()
    return `${label} ${Buffer.from(bytes).toString('hex')}`
  },
  async unwrapFor(_: string, label: string, sealed: string) {
    const [of, hex = ''] = sealed.split(' ')
    if (of !== label) throw failure('vault.damaged', 'not sealed here')
    return new Uint8Array(Buffer.from(hex, 'hex'))
  },
}

/** The program is started; what it held in memory is gone. */
function start(): void {
  let drawn = 0
  const clock = { ...systemClock, now: () => now }
  agreed = createAgreed({ account: ACCOUNT, store, clock, vault } as unknown as Parameters<typeof createAgreed>[0]) // what it asks for
  const { cache, intents } = store
  machine = createPaymentSteps({
    ...{ account: ACCOUNT, networkName: 'local', feeUser: user('fees'), store, clock, agreed },
    log: (_: string, event: string) => done.push(event),
    remote: {
      clockSkewMs: () => skewMs,
      async call(name: string, asked: Asked) {
        const answer = answers[name]
        if (answer === undefined) throw failure('remote.not_found', 'nothing is there')
        return answer(asked)
      },
    },
    signer: {
      hints: async ({ requestId, count }: { requestId: string; count: number }) =>
        Array.from({ length: count }, (__, index) => ghostKeyHint(requestId, index)),
      prove: async () => [],
      kernelKeys: async () => keysOf('derived'),
      async sign(asked: { raw: string; inputs: { keys: string[] }[]; views: string[] }) {
        done.push('sign')
        const signed = signTransaction({ ...asked, spendSeed: me.seed }).raw
        between.sign?.()
        return signed
      },
    },
    submitter: {
      submit: (_: string, fresh = false) => done.push(`submit ${fresh}`),
      nudge: () => done.push('nudge'),
    },
    sync: { confirm: async () => between.confirm?.() },
    audit: { frozen: () => isFrozen, pending: () => [] },
    unpaid: { need: async () => [] },
    rules: {
      checks: async () => between.checks?.() ?? [],
      async ready() {
        between.ready?.()
        return () => between.rules?.()
      },
    },
    takeOver: { completed: async () => false, during: (_: string, step: () => unknown) => step() },
    directory: createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups }),
    random(length: number) {
      drawn += 1
      return new Uint8Array(Buffer.from(hashOf(`draw ${drawn}`), 'hex').subarray(0, length))
    },
    ...{ holder: () => self, rate: () => null, approval: () => 'button' },
    requests: { made: () => undefined, signed: () => undefined },
  } as unknown as StepsDeps) // what is asked of them
}

beforeEach(() => {
  ;[now, done, between, isFrozen, skewMs] = [time(1_000_000), [], {}, false, 0]
  store = openAccount(newFolder('store'), { now: () => now })
  store.resync.done()
  store.cache.outputs.applyPage({ holder: self, outputs: coins.map((_, at) => outputOf(at)), cursor: 2 })
  start()
})
afterEach(() => store.close())

const id = request('main')
const payment = (): Payment => {
  const found = store.intents.payments.get(id)
  if (found === undefined) throw new Error('there is none')
  return found
}
const prepare = (amount = '2', payee: Payee = { kind: 'user', userId: user('ana') }, requestId = id) =>
  machine.prepare(
    {
      ...{ account: ACCOUNT, holder: null, assetId: BTC, memoHex: '', feeAssetId: null, coins: null },
      rows: [{ payee, amount: parseAmount(amount) }],
      ...{ references: [], requestId, draftId: null, label: '', returnTo: null },
    },
    null,
  )
const ticked = ({ checks }: PaymentReview) =>
  checks.filter(({ result }) => result === 'attention').map((each) => each.id)
const act = async (review: PaymentReview) => {
  const { paymentId, digest } = review
  const agree = { account: ACCOUNT, paymentId, digest, passphrase: null, accepted: ticked(review) }
  return (await machine.approve(agree)).act()
}
const expectUnsigned = (state: Payment['state'] = 'verified') => {
  expect(payment()).toMatchObject({ state, signedAt: null })
  expect(done.filter((each) => each.startsWith('submit'))).toEqual([])
}
const stop = (code: Parameters<typeof failure>[0]) => () => {
  throw failure(code, 'meanwhile')
}
/** The same at a later time of asking only. */
const onlyAt = (time: number, fault: () => unknown) => {
  let asked = 0
  return () => {
    asked += 1
    return asked === time ? fault() : undefined
  }
}

describe('what was agreed to', () => {
  it('is signed and handed over, and what the vault sealed of it is kept no longer', async () => {
    await act(await prepare())
    expect(payment()).toMatchObject({ state: 'signed', signedAt: expect.any(BigInt) })
    expect(done).toEqual(['sign', 'submit true'])
    expect(store.intents.settings.get(`agreed:${id}`) ?? null).toBeNull()
  })

  it.each([1, 2])('is not signed where rules forbid it by then: %s', async (at) => {
    const review = await prepare()
    between.rules = onlyAt(at, stop('wallet.rules_stop'))
    await expect(act(review)).rejects.toThrow(coded('wallet.rules_stop'))
    expect(done).not.toContain('sign')
    expectUnsigned()
  })

  it.each(['seal', 'ready'] as const)('is not signed once sending was stopped: %s', async (when) => {
    const review = await prepare()
    between[when] = () => {
      isFrozen = true
    }
    await expect(act(review)).rejects.toThrow(coded('wallet.sending_frozen'))
    expect(done).not.toContain('sign')
    expectUnsigned()
  })

  it('is not signed where sending was stopped while rules were asked the second time', async () => {
    const review = await prepare()
    between.ready = onlyAt(2, () => {
      isFrozen = true
    })
    await expect(act(review)).rejects.toThrow(coded('wallet.sending_frozen'))
    expect(done).not.toContain('sign')
    expectUnsigned()
  })

  it('is not signed where a coin was frozen before', async () => {
    const review = await prepare()
    between.seal = () => store.intents.freezes.set(idOf(0), 'mine')
    await expect(act(review)).rejects.toThrow(coded('wallet.review_changed'))
    expect(done).not.toContain('sign')
    expectUnsigned()
  })

  it.each<[string, () => unknown]>([
    ['frozen', () => store.intents.freezes.set(idOf(1), 'mine')],
    [
      'called an item',
      () => store.cache.outputs.applyReconciled(self, [outputOf(0), outputOf(1, { inscription_hash: hashOf('item') })]),
    ],
    ['set aside', () => store.cache.outputs.putAside(self, outputOf(1), ['existence'])],
  ])('is not kept where a coin was %s while it was signed', async (_, change) => {
    const review = await prepare()
    between.sign = change
    await expect(act(review)).rejects.toThrow(coded('wallet.review_changed'))
    expect(done).toContain('sign')
    expectUnsigned()
  })

  it('is not kept in another payment that stands under its id once it is signed', async () => {
    const review = await prepare()
    between.sign = () => {
      const { payments } = store.intents
      payments.cancel(id)
      payments.create(aPayment('main', { holder: self.id }))
      payments.reserve(id, [aPlan('main', [outputOf(0)])])
      payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf('another') }])
      payments.markVerified(id, [{ requestId: id, record: null }])
      payments.approve(id, hashOf('another digest'))
      agreed.keep(id, 'its seal')
    }
    await expect(act(review)).rejects.toThrow(coded('wallet.review_changed'))
    // What was agreed to of that one stands.
    expect([payment().state, store.intents.settings.get(`agreed:${id}`)]).toEqual(['approved', 'its seal'])
    expect(payment().transactions.map(({ hash, signedRaw }) => [hash, signedRaw])).toEqual([[hashOf('another'), null]])
    expect(done).toEqual(['sign'])
  })

  it('is kept nowhere where it was given up while it was signed', async () => {
    const review = await prepare()
    between.sign = () => store.intents.payments.cancel(id)
    await expect(act(review)).rejects.toThrow()
    expect(store.intents.settings.get(`agreed:${id}`) ?? null).toBeNull()
    expect(payment()).toMatchObject({ state: 'cancelled', signedAt: null })
  })

  it('is all that its review says once it is about to be signed, and of that payment', async () => {
    const review = await prepare()
    const agree = { account: ACCOUNT, paymentId: id, passphrase: null, accepted: ticked(review) }
    const other = await machine.approve({ ...agree, digest: hashOf('another') })
    await expect(other.act()).rejects.toThrow(coded('wallet.review_changed'))
    const less = await machine.approve({ ...agree, digest: review.digest, accepted: [] })
    await expect(less.act()).rejects.toThrow(coded('wallet.review_changed'))
    machine.warn(() => [{ id: 'new', result: 'attention', text: said('check.payments.voids') }])
    const late = await machine.approve({ ...agree, digest: review.digest })
    await expect(late.act()).rejects.toThrow(coded('wallet.review_changed'))
    expect(done).not.toContain('sign')
    expectUnsigned()
  })

  it('is not signed where something forbids it by then', async () => {
    const review = await prepare()
    machine.guard(async () => stop('wallet.coin_taken')())
    await expect(act(review)).rejects.toThrow(coded('wallet.coin_taken'))
    expect(done).not.toContain('sign')
    expectUnsigned()
  })

  it('is stopped by rules as rules where nothing else stops it', async () => {
    const review = await prepare()
    const rule = { id: 'rule:day', result: 'stop', text: said('check.payments.voids') }
    between.checks = () => [rule]
    await expect(act(review)).rejects.toThrow(coded('wallet.rules_stop'))
    between.checks = () => [rule, { ...rule, id: 'other' }]
    await expect(act(review)).rejects.toThrow(coded('wallet.review_changed'))
    expectUnsigned()
  })

  it('is agreed to once, and not after it was signed', async () => {
    const review = await prepare()
    await act(review)
    await expect(act(review)).rejects.toThrow(coded('wallet.payment_state', { state: 'signed' }))
  })

  it('is taken back where it is not signed, so that a start finds nothing agreed to', async () => {
    const review = await prepare()
    between.sign = stop('vault.locked')
    await expect(act(review)).rejects.toThrow(coded('vault.locked'))
    expect(store.intents.settings.get(`agreed:${id}`) ?? null).toBeNull()
    between = {}
    start()
    await machine.resume(true)
    expectUnsigned()
  })
})

describe('what was agreed to when the program was killed', () => {
  /** Agreed to as this review says, and not signed. */
  async function left(review: PaymentReview, accepted = ticked(review)): Promise<void> {
    const sealed = await agreed.seal({ id, digest: review.digest, accepted })
    agreed.keep(id, sealed)
    store.intents.payments.approve(id, review.digest, accepted)
    start()
  }

  it('is signed and handed over, but not as what was signed just now', async () => {
    await left(await prepare())
    await machine.resume(true)
    expect(payment().state).toBe('signed')
    expect(done).toEqual(['sign', 'submit false'])
  })

  it('waits where nothing may be signed, and is signed at a start that may', async () => {
    await left(await prepare())
    await machine.resume(false)
    expectUnsigned('approved')
    await machine.resume(true)
    expect(payment().state).toBe('signed')
  })

  it.each<[string, bigint, Payment['state']]>([
    ['within five minutes', 5n * MINUTE - 1n, 'signed'],
    ['after five minutes', 5n * MINUTE, 'approved'],
    ['a day later', DAY, 'approved'],
    ['where the clock is set back behind it', -1n, 'approved'],
  ])('is signed only shortly after: %s', async (_, later, state) => {
    await left(await prepare())
    now = (now + later) as Nanos
    await machine.resume(true)
    expect(payment().state).toBe(state)
  })

  it('is not signed where something forbids it since, and waits for its owner', async () => {
    await left(await prepare())
    machine.guard(async () => stop('wallet.coin_taken')())
    await machine.resume(true)
    expect(done).toEqual(['payment.not_resumed'])
    expectUnsigned('approved')
  })

  it('is to be agreed to anew where its review warns of more than was agreed to', async () => {
    await left(await prepare())
    machine.warn(() => [{ id: 'new', result: 'attention', text: said('check.payments.voids') }])
    await machine.resume(true)
    expect(done).toEqual(['payment.not_resumed'])
    expectUnsigned()
    expect(store.intents.settings.get(`agreed:${id}`) ?? null).toBeNull()
  })

  it.each<[string, (review: PaymentReview) => Promise<string>]>([
    ['nothing', async () => ''],
    ['another digest', (review) => agreed.seal({ id, digest: hashOf('another'), accepted: ticked(review) })],
    ['other ticks', (review) => agreed.seal({ id, digest: review.digest, accepted: ['another'] })],
    ['another payment', (review) => agreed.seal({ id: request('x'), digest: review.digest, accepted: ticked(review) })],
  ])('is to be agreed to anew where the vault sealed %s', async (_, seal) => {
    const review = await prepare()
    await left(review)
    agreed.keep(id, await seal(review))
    await machine.resume(true)
    expect(done).toEqual(['payment.not_resumed'])
    expectUnsigned()
  })

  it('is not signed where the files say that something else was agreed to', async () => {
    const review = await prepare()
    await left(review)
    store.intents.payments.approve(id, hashOf('another'), ticked(review))
    await machine.resume(true)
    expect(done).toEqual([])
    expectUnsigned('approved')
  })
})

describe('the word that the vault sealed', () => {
  const given = { id, digest: hashOf('digest'), accepted: ['a', 'b'] }

  it.each<[string, bigint, boolean]>([
    ['at once', 0n, true],
    ['for five minutes', 5n * MINUTE - 1n, true],
    ['not longer', 5n * MINUTE, false],
    ['not before it was given', -1n, false],
  ])('stands %s', async (_, later, stands) => {
    agreed.keep(id, await agreed.seal(given))
    now = (now + later) as Nanos
    expect(await agreed.stands(given)).toBe(stands)
  })

  it('stands for the same ticks in whatever order, and for nothing else', async () => {
    agreed.keep(id, await agreed.seal(given))
    expect(await agreed.stands({ ...given, accepted: ['b', 'a', 'b'] })).toBe(true)
    expect(await agreed.stands({ ...given, accepted: ['a'] })).toBe(false)
    expect(await agreed.stands({ ...given, digest: hashOf('x') })).toBe(false)
    agreed.end(id)
    expect(await agreed.stands(given)).toBe(false)
  })

  it('is none that the vault did not seal, and is asked for again where the vault is locked', async () => {
    store.intents.settings.set(`agreed:${id}`, 'forged 00')
    expect(await agreed.stands(given)).toBe(false)
    agreed.keep(id, await agreed.seal(given))
    const locked = { ...vault, unwrapFor: async () => stop('vault.locked')() }
    const closed = createAgreed({ account: ACCOUNT, store, clock: { ...systemClock, now: () => now }, vault: locked })
    expect(await closed.stands(given).then(String, codeOf)).toBe('vault.locked')
  })
})

describe('a key that was derived here for an address', () => {
  it('is taken from the service for nobody else', async () => {
    const payee = { kind: 'kernel', address: encodeMainnetAddress(aPerson('dora')) } as const
    await prepare('1', payee)
    const derived = payment().transactions[0]?.outputs[0]?.keys?.keys[0]
    expect(derived).toBe(keysOf('derived').keys[0])
    machine.cancel(id)
    const other = request('other')
    between.keys = () => [derived]
    await expect(prepare('1', undefined, other)).rejects.toThrow(coded('wallet.keys_refused'))
    delete between.keys
    expect((await prepare('1', undefined, request('third'))).paymentId).toBe(request('third'))
  })
})

describe('whoever was paid', () => {
  const ana = user('ana')
  const pin = () => store.intents.contactPins.get(ana)
  const known = (number: string) => store.cache.users.put([aUser('ana', { identity_number: number })])
  const pinned = (identityNumber: string, merelyPaid: boolean) =>
    store.intents.contactPins.put({ userId: ana, identityNumber, name: 'Ana', merelyPaid })

  it('is remembered with the number of that time, once it is signed', async () => {
    known('7001')
    const review = await prepare()
    expect(pin()).toBeUndefined()
    await act(review)
    expect(pin()).toMatchObject({ identityNumber: '7001', merelyPaid: true })
  })

  it('is not remembered without a number, as that would call the next one another', async () => {
    await act(await prepare())
    expect(pin()).toBeUndefined()
  })

  it.each([true, false])('stays a contact, or merely paid, where the number is another by now: %s', async (merely) => {
    known('7001')
    pinned('7000', merely)
    await act(await prepare())
    expect(pin()).toMatchObject({ identityNumber: '7001', merelyPaid: merely })
  })

  it('is as before where the number is the same', async () => {
    known('7001')
    pinned('7001', false)
    const before = pin()
    now = (now + MINUTE) as Nanos
    await act(await prepare())
    expect(pin()).toEqual(before)
  })
})

describe('what was signed and waits for its owner', () => {
  const sign = async () => {
    await act(await prepare())
    done.length = 0
  }

  it('may be sent once they said so, and is handed over', async () => {
    await sign()
    store.intents.pauses.set(id, 'old')
    store.intents.payments.setProblem(id, { code: 'wallet.ask_before_sending', details: {} })
    now = (now + DAY) as Nanos
    machine.allowSending(id)
    expect(store.intents.pauses.get(id)).toMatchObject({ reason: 'old', allowedAt: now })
    expect(payment().problem).toBeNull()
    expect(done).toEqual(['submit false', 'nudge'])
  })

  it('keeps what else is wrong with it', async () => {
    await sign()
    store.intents.payments.setProblem(id, { code: 'wallet.record_differs', details: {} })
    machine.allowSending(id)
    expect(payment().problem?.code).toBe('wallet.record_differs')
  })

  it('is nothing that is not signed, or is decided', async () => {
    await prepare()
    expect(() => machine.allowSending(id)).toThrow(coded('wallet.payment_state', { state: 'verified' }))
    machine.cancel(id)
    expect(() => machine.allowSending(id)).toThrow(coded('wallet.payment_state', { state: 'cancelled' }))
    expect(store.intents.pauses.get(id)).toBeUndefined()
  })

  it('may be sent by a clock that is ahead of that of the service only since what the service calls now', async () => {
    await sign()
    skewMs = -3_600_000
    machine.allowSending(id)
    const { allowedAt } = store.intents.pauses.get(id) ?? {}
    expect(allowedAt).toBe(now - HOUR)
  })
})

describe('a step of coins that are combined', () => {
  const step = (at: number) => ({ planId: request('plan'), at, of: 2, coins: 2, amount: toAmount(200_000_000n) })
  const prepareStep = (at: number) =>
    machine.prepareStep({
      ...{ id, holder: self, assetId: BTC, coins: [idOf(0), idOf(1)], amount: parseAmount('2'), step: step(at) },
    })

  it('is signed where it is a later one', async () => {
    await prepareStep(1)
    await machine.approveStep(id, null)
    expect(payment().state).toBe('signed')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the first', () => prepareStep(0)],
    ['none', () => prepare()],
  ])('is agreed to by nobody but its owner where it is %s', async (_, made) => {
    await made()
    await expect(machine.approveStep(id, null)).rejects.toThrow(coded('wallet.review_changed'))
    expectUnsigned()
  })

  it.each<[string, (warning: PaymentReview['checks'][number]) => unknown]>([
    ['of the same money', (warning) => machine.warn(() => [warning])],
    [
      'by rules',
      (warning) => {
        between.checks = () => [warning]
      },
    ],
  ])('is not signed where its review warns of what was not agreed to with the first: %s', async (_, warn) => {
    await prepareStep(1)
    warn({ id: 'new', result: 'attention', text: said('check.payments.voids') })
    await expect(machine.approveStep(id, null)).rejects.toThrow(coded('wallet.review_changed'))
    expectUnsigned()
  })

  it('is not signed where the service tells that a coin of it is spent', async () => {
    await prepareStep(1)
    store = Object.assign(store, { resync: { ...store.resync, needed: () => 'unclean' } })
    between.confirm = () =>
      store.cache.outputs.applyReconciled(self, [outputOf(0, { state: 'spent', signed_by: hashOf('x') }), outputOf(1)])
    await expect(machine.approveStep(id, null)).rejects.toThrow(coded('wallet.review_changed', { coin: 'spent' }))
    expectUnsigned()
  })
})
