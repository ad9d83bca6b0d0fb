import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, OutputId, RequestId } from '#contract/domain'
import { CofferError, type ErrorCode, failure } from '#contract/errors'
import { encodeTransaction, OUTPUT, outputId, signTransaction, transactionHash } from '#protocol'
import { parseSignedAmount } from '#protocol/text'
import type { AccountStore, Json, PaymentDraft } from '#store'
import { createTakeOver, type TakeOver } from '../../src/wallet/payments/take-over.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { ASSET, aCoin, aHolder as aPerson, aRawPayment } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, anOutput, aPayment, aPlan, aSnapshot, hashOf, openAccount, request, user } from '../support/store.ts'
import { intent } from './payment-records.ts'

/* Which payments that are not signed here are gone on with as what another copy of these files has signed, by truly signed bytes. */

const own = holderOf([ACCOUNT], 1)
const group = holderOf(['me', 'ana'].map(user), 2)
const me = aPerson('me')

let store: AccountStore
/** What the service has by an id or a hash. */
let service: Map<string, object>
let asked: string[]
let done: string[]
/** Called before the service answers. */
let meanwhile: () => void
let takeOver: TakeOver

beforeEach(() => {
  store = openAccount(newFolder('store'))
  ;[service, asked, done, meanwhile] = [new Map(), [], [], () => undefined]
  const call = async (name: string, { params }: { readonly params?: { readonly id: string } }) => {
    const id = params?.id ?? ''
    asked.push(id)
    meanwhile()
    const found = name === 'transactions.read' ? service.get(id) : undefined
    if (found === undefined) throw failure('remote.not_found', 'nothing is there')
    return found
  }
  takeOver = createTakeOver({
    ...{ store, remote: { call }, log: () => undefined },
    submitter: { submit: (id: RequestId) => void done.push(`submit ${stateOf(id)}`) },
    rules: { took: (id: RequestId) => void done.push(`took ${stateOf(id)}`) },
  } as unknown as Parameters<typeof createTakeOver>[0]) // what taking over asks for
})
afterEach(() => store.close())

const stateOf = (id: RequestId) => store.intents.payments.get(id)?.state

/** A payment that is built here, and the bytes that sign it. */
function built(name: string, kind: PaymentDraft['kind'] = 'transfer') {
  const id = request(name)
  const { payments } = store.intents
  const made = aCoin(name, [me])
  const { amount, keys, mask, script } = made
  const maker = encodeTransaction({
    ...{ version: 5, asset: ASSET, inputs: [{ hash: hashOf(`before ${name}`), index: 0 }], references: [], extra: '' },
    outputs: [{ type: OUTPUT.script, amount, keys, mask, script }],
  })
  const coin = { ...made, hash: transactionHash(maker) as Hash, index: 0 } // a formula over the bytes
  const raw = aRawPayment([coin])
  const hash = transactionHash(raw) as Hash // likewise
  const holder = kind === 'multisig' ? group : own
  const listed = anOutput(name, {
    ...{ output_id: outputId(coin.hash, 0) as OutputId, transaction_hash: coin.hash, output_index: 0 },
    ...{ amount, mask, keys, holder },
  })
  store.cache.outputs.applyPage({ holder, outputs: [listed], cursor: 1 })
  payments.create(aPayment(name, { kind, holder: holder.id, detail: intent as unknown as Json }))
  payments.reserve(id, [aPlan(name, [listed])])
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  const { raw: signed } = signTransaction({ raw, spendSeed: me.seed, inputs: [coin], views: coin.views })
  const record = {
    request_id: id,
    transaction_hash: hash,
    raw_transaction: signed,
    state: 'signed',
    snapshot_hash: null,
  }
  const maked = { ...record, request_id: request(`maker ${name}`), transaction_hash: coin.hash, raw_transaction: maker }
  return {
    ...{ id, hash, record },
    /** The service has it with these bytes. */
    tell(bytes = signed): void {
      service.set(hash, { ...record, raw_transaction: bytes }).set(coin.hash, maked)
    },
    unsigned: raw,
    /** Its coin is listed as taken. */
    take: (by: Hash | null) =>
      store.cache.outputs.applyReconciled(holder, [{ ...listed, state: 'signed', signed_by: by }]),
    sign(): void {
      payments.markVerified(id, [{ requestId: id, record: null }])
      payments.approve(id, hashOf('digest'))
      payments.storeSigned(id, [{ requestId: id, raw: signed }])
    },
    giveUp: () => void payments.cancel(id),
  }
}

const left = (name: string, hash: Hash, amount = '-1') =>
  store.cache.snapshots.applyPage({
    snapshots: [aSnapshot(name, { transaction_hash: hash, amount: parseSignedAmount(amount) })],
    cursor: name,
  })

describe('a payment that was signed elsewhere', () => {
  it.each(['unsigned', 'given up'])('and is %s here counts first, and goes on then', async (is) => {
    const payment = built('one')
    if (is === 'given up') payment.giveUp()
    const before = stateOf(payment.id)
    payment.tell()
    expect(await takeOver.completed(payment.id)).toBe(true)
    expect(done).toEqual([`took ${before}`, 'submit signed'])
  })

  it('is not taken over where nobody gives bytes that are signed', async () => {
    const payment = built('one')
    expect(await takeOver.completed(payment.id)).toBe(false)
    payment.tell(payment.unsigned)
    expect(await takeOver.completed(payment.id)).toBe(false)
    expect([done, stateOf(payment.id)]).toEqual([[], 'built'])
  })

  it('is not taken over where it is signed here, nor where there is none', async () => {
    const payment = built('one')
    payment.sign()
    payment.tell()
    expect(await takeOver.completed(payment.id)).toBe(false)
    expect(await takeOver.completed(request('none'))).toBe(false)
    expect([done, asked]).toEqual([[], []])
  })

  it('is not taken over where another one stands under its id meanwhile', async () => {
    const payment = built('one')
    payment.tell()
    meanwhile = () => {
      meanwhile = () => undefined
      payment.giveUp()
      const detail = { ...intent, label: 'another' } as unknown as Json
      store.intents.payments.create(aPayment('one', { holder: own.id, detail }))
    }
    await expect(takeOver.completed(payment.id)).rejects.toMatchObject({ code: 'wallet.review_changed' })
    expect(done).toEqual([])
  })
})

describe('once outputs were read', () => {
  it('what has a coin that its own transaction has taken is taken over', async () => {
    const payment = built('one')
    payment.tell()
    payment.take(payment.hash)
    await takeOver.round()
    expect(stateOf(payment.id)).toBe('signed')
  })

  it('nothing is asked of what has none, or one that something else has taken', async () => {
    const payment = built('one')
    payment.tell()
    await takeOver.round()
    payment.take(hashOf('another'))
    await takeOver.round()
    expect([asked, stateOf(payment.id)]).toEqual([[], 'built'])
  })

  it('one that nothing proves keeps no other from being taken over', async () => {
    const [one, other] = [built('one'), built('two')]
    other.tell()
    for (const each of [one, other]) each.take(each.hash)
    await takeOver.round()
    expect([stateOf(one.id), stateOf(other.id)]).toEqual(['built', 'signed'])
  })

  it('what was given up and is in the history as having left is taken over', async () => {
    const payment = built('one')
    payment.giveUp()
    payment.tell()
    left('came', payment.hash, '1')
    await takeOver.round()
    expect([asked, stateOf(payment.id)]).toEqual([[], 'cancelled'])
    left('left', payment.hash)
    await takeOver.round()
    expect(stateOf(payment.id)).toBe('signed')
  })

  it('what nothing proves is asked for again, more and more rarely, until something does', async () => {
    const payment = built('one')
    payment.giveUp()
    left('left', payment.hash)
    const rounds: number[] = []
    for (let round = 0; round < 12; round += 1) {
      asked = []
      await takeOver.round()
      if (asked.length > 0) rounds.push(round)
    }
    expect(rounds).toEqual([0, 2, 6])
    payment.tell()
    for (let round = 0; round < 8; round += 1) await takeOver.round()
    expect(stateOf(payment.id)).toBe('signed')
  })

  describe('what was given up of a group', () => {
    const ended = (payment: ReturnType<typeof built>, state: 'final' | 'revoked') =>
      store.intents.requests.put({
        ...{
          id: request('of the group'),
          holder: group.id,
          hash: payment.hash,
          state,
          raw: payment.unsigned,
          detail: {},
        },
      })

    it('is asked for once its request is final, and not by the history', async () => {
      const payment = built('one', 'multisig')
      payment.giveUp()
      payment.tell()
      left('left', payment.hash)
      ended(payment, 'revoked')
      await takeOver.round()
      expect(asked).toEqual([])
      ended(payment, 'final')
      await takeOver.round()
      expect(asked).toContain(payment.hash)
    })

    it('is nothing that its member pays alone', async () => {
      const payment = built('one')
      payment.giveUp()
      payment.tell()
      ended(payment, 'final')
      await takeOver.round()
      expect(asked).toEqual([])
    })
  })
})

describe('a step that finds the payment at the service', () => {
  const step = (id: RequestId, code: ErrorCode, details = {}) =>
    takeOver.during(id, async () => {
      throw failure(code, 'refused', { details })
    })
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.catch((caught: unknown) => caught)
    return error instanceof CofferError ? [error.code, error.details['asked']] : []
  }
  const nameOf = async (work: Promise<unknown>) => (await codeOf(work))[0]

  it('says that it is sent where it can be taken over', async () => {
    const payment = built('one')
    payment.tell()
    expect(await codeOf(step(payment.id, 'wallet.already_sent', { asked: true }))).toEqual([
      'wallet.already_sent',
      true,
    ])
    expect(stateOf(payment.id)).toBe('signed')
  })

  it.each([true, false])(
    'says that nothing proves it where that is so, and whether a group is asked: %s',
    async (of) => {
      const payment = built('one')
      expect(await codeOf(step(payment.id, 'wallet.already_sent', { asked: of }))).toEqual(['wallet.sent_unproved', of])
    },
  )

  it.each([
    ['was sent', 'signed', 'wallet.request_taken'],
    ['was only shown', 'unspent', 'wallet.request_unpaid'],
    ['is only checked', 'pending', 'wallet.request_unpaid'],
  ])('says of another one under its id that it %s', async (_, state, code) => {
    const payment = built('one')
    service.set(payment.id, { ...payment.record, state, transaction_hash: hashOf('another') })
    expect(await nameOf(step(payment.id, 'remote.refused'))).toBe(code)
  })

  it('says what was refused where that is its own, or none is there, or it is no such refusal', async () => {
    const payment = built('one')
    expect(await nameOf(step(payment.id, 'remote.refused'))).toBe('remote.refused')
    service.set(payment.id, payment.record)
    expect(await nameOf(step(payment.id, 'remote.refused'))).toBe('remote.refused')
    service.set(payment.id, { ...payment.record, transaction_hash: hashOf('another') })
    expect(await nameOf(step(payment.id, 'remote.unreachable'))).toBe('remote.unreachable')
    expect(await takeOver.during(payment.id, async () => 'done')).toBe('done')
  })
})
