import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Output, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { AccountStore, Payment, PaymentDraft } from '#store'
import {
  cancel,
  heldByRules,
  needFirstUnpaid,
  needFree,
  needUnspent,
  reviewed,
  type Steps,
} from '../../src/wallet/payments/step-parts.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, aPayment, aPlan, hashOf, openAccount, request, user } from '../support/store.ts'
import { coded } from '../support/wallet.ts'
import { hash, id, intent, one, type Signed, signed as signedIn, two } from './payment-records.ts'

/* What stops a payment before it is signed, and what becomes of one that is given up. */

interface Asked {
  readonly params: { readonly id: string }
  readonly body: unknown
}
type Answers = Record<string, (asked: Asked) => unknown>

let store: AccountStore
/** What was asked and done, in order. */
let done: string[]

beforeEach(() => {
  store = openAccount(newFolder('store'))
  store.cache.outputs.applyPage({ holder: aHolder(), outputs: [one, two], cursor: 2 })
  done = []
})
afterEach(() => store.close())

const signed = (...given: Signed) => signedIn(store, ...given)
const payment = () => store.intents.payments.get(id)

describe('a payment before it is signed', () => {
  const steps = (more: object = {}): Steps => {
    const base = {
      store,
      sync: { confirm: async (_: unknown, ids: readonly string[]) => done.push(`confirm ${ids}`) },
      holder: () => aHolder(),
    }
    const verifier = { forget: (of: RequestId) => done.push(`forget ${of}`) }
    const signal = new AbortController().signal
    return { ...base, verifier, heard: new Map([[id, []]]), signal, log: () => undefined, ...more } as unknown as Steps // what is used of them
  }
  const reserved = (kind: PaymentDraft['kind'] = 'transfer') => {
    store.intents.payments.create(aPayment('main', { kind }))
    store.intents.payments.reserve(id, [aPlan('main', [one, two])])
    const made = store.intents.payments.get(id)
    if (made === undefined) throw new Error('no payment')
    return made
  }
  const cutOff = () => steps({ store: { ...store, resync: { needed: () => 'unclean' } } })
  const changeTo = (fields: Partial<Output>) =>
    store.cache.outputs.applyReconciled(aHolder(), [{ ...one, ...fields }, two])

  it('has its coins asked for after a use that was cut off', async () => {
    const made = reserved()
    store.resync.done()
    await needUnspent(steps(), made)
    expect(done).toEqual([])
    await needUnspent(cutOff(), made)
    expect(done).toEqual([`confirm ${one.output_id},${two.output_id}`])
  })

  it.each<[string, (made: Payment) => unknown, boolean]>([
    [
      'signed for by what this journal has',
      (made) => changeTo({ state: 'signed', signed_by: made.transactions[0]?.hash ?? null }),
      false,
    ],
    ['signed for by what it does not know', () => changeTo({ state: 'signed', signed_by: hashOf('another') }), true],
    ['spent', () => changeTo({ state: 'spent', signed_by: hash }), true],
  ])('goes on, or not, with a coin that is %s by then', async (_, change, stops) => {
    reserved()
    store.intents.payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash }])
    const made = store.intents.payments.get(id)
    if (made === undefined) throw new Error('no payment')
    change(made)
    if (stops)
      await expect(needUnspent(cutOff(), made)).rejects.toThrow(coded('wallet.review_changed', { coin: 'spent' }))
    else await needUnspent(cutOff(), made)
  })

  it('is looked at once the answer is there', async () => {
    const made = reserved()
    const confirm = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      changeTo({ state: 'spent', signed_by: hashOf('another') })
    }
    await expect(needUnspent(steps({ store: cutOff().store, sync: { confirm } }), made)).rejects.toThrow(
      coded('wallet.review_changed', { coin: 'spent' }),
    )
  })

  it('is stopped where one that it is another try of is paid', () => {
    signed()
    needFirstUnpaid(steps(), {})
    needFirstUnpaid(steps(), { again: id })
    store.intents.payments.markFinal(id)
    expect(() => needFirstUnpaid(steps(), { again: id })).toThrow(coded('wallet.already_sent', { requestId: id }))
  })

  it('is stopped where of that only what it pays is in the ledger', () => {
    const fee = request('fee')
    signed('transfer', [
      { id, coin: one, hash },
      { id: fee, coin: two, hash: hashOf('fee') },
    ])
    store.intents.payments.markFinal(id, [fee])
    needFirstUnpaid(steps(), { again: id })
    store.intents.payments.markFinal(id, [id])
    expect(() => needFirstUnpaid(steps(), { again: id })).toThrow(coded('wallet.already_sent', { requestId: id }))
  })

  it('is stopped where what that pays is in the ledger, and its fee is still on its way', () => {
    signed('transfer', [
      { id, coin: one, hash },
      { id: request('fee'), coin: two, hash: hashOf('fee') },
    ])
    store.intents.payments.markFinal(id, [id])
    expect(payment()?.state).not.toBe('final')
    expect(() => needFirstUnpaid(steps(), { again: id })).toThrow(coded('wallet.already_sent', { requestId: id }))
  })

  it('is stopped by each that has a say, one after the other', async () => {
    signed()
    store.intents.payments.create(aPayment('next', { detail: { ...intent, again: id } }))
    const next = store.intents.payments.get(request('next'))
    if (next === undefined) throw new Error('no payment')
    const says: string[] = []
    const faults = new Set(['guard', 'unpaid'])
    const say = async (what: string): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      says.push(what)
      if (faults.has(what)) throw failure('wallet.no_fee_due', what)
    }
    const all = steps({
      guards: [() => say('guard')],
      unpaid: {
        async need() {
          await say('unpaid')
          return []
        },
      },
    })
    for (const what of ['guard', 'unpaid']) {
      await expect(needFree(all, next)).rejects.toThrow(coded('wallet.no_fee_due'))
      faults.delete(what)
    }
    await needFree(all, next)
    expect(says).toEqual(['guard', 'guard', 'unpaid', 'guard', 'unpaid'])
    expect(all.heard.get(next.id)).toEqual([])
    store.intents.payments.markFinal(id)
    await expect(needFree(all, next)).rejects.toThrow(coded('wallet.already_sent'))
    const gone = {
      confirm: async () => {
        await say('coins')
        changeTo({ state: 'spent', signed_by: hashOf('another') })
      },
    }
    const made = { ...next, transactions: payment()?.transactions ?? [] }
    await expect(needFree(steps({ store: cutOff().store, sync: gone, guards: [] }), made)).rejects.toThrow(
      coded('wallet.review_changed', { coin: 'spent' }),
    )
  })

  it('leaves nothing where it cannot be prepared, but what was signed meanwhile', async () => {
    const failing = () => {
      throw failure('remote.unreachable', 'no line')
    }
    const made = reserved()
    await expect(reviewed(steps({ holder: failing }), made)).rejects.toThrow(coded('remote.unreachable'))
    expect(payment()?.state).toBe('cancelled')
    signed()
    await expect(reviewed(steps({ holder: failing }), made)).rejects.toThrow(/./)
    expect(payment()?.state).toBe('signed')
  })

  it('stays signed where it was signed while it could not be prepared anew', async () => {
    const made = reserved()
    const { payments } = store.intents
    payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash }])
    payments.markVerified(id, [{ requestId: id, record: null }])
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(id, [{ requestId: id, raw: '77770005bb' }])
    const failing = () => {
      throw failure('remote.unreachable', 'no line')
    }
    await expect(reviewed(steps({ holder: failing }), made)).rejects.toThrow(coded('remote.unreachable'))
    expect(payment()?.state).toBe('signed')
  })

  it('has rules asked about it only once it is ready to be signed', async () => {
    reserved()
    expect(await heldByRules(steps(), id)).toBeNull()
  })

  const unlocking = (answers: Answers) => {
    const call = async (name: string, asked: Asked) => {
      done.push(name)
      return answers[name]?.(asked)
    }
    const kept: unknown[] = []
    return { remote: { call }, requests: { made: (each: unknown) => kept.push(each) }, kept }
  }
  const built = () => {
    reserved('multisig')
    store.intents.payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash }])
  }
  const asked = { transaction_hash: hash, revoked_by: null, signers: [] as string[] }

  it.each<[string, object, boolean]>([
    ['that nobody signed', asked, true],
    ['that somebody signed', { ...asked, signers: [user('ana')] }, false],
    ['of other bytes', { ...asked, transaction_hash: hashOf('x'), signers: [user('ana')] }, true],
    ['that was given up', { ...asked, revoked_by: user('ana'), signers: [user('ana')] }, true],
  ])('is taken back from its group where it was given up: one %s', async (_, read, isTakenBack) => {
    built()
    const unlocked: unknown[] = []
    const parts = unlocking({
      'multisigs.read': () => read,
      'multisigs.unlock': ({ body }) => {
        unlocked.push(body)
        return 'unlocked'
      },
    })
    const all = steps(parts)
    cancel(all, id)
    expect(payment()?.state).toBe('cancelled')
    expect([done[0], all.heard.size]).toEqual([`forget ${id}`, 0])
    await expect.poll(() => parts.kept).toEqual([isTakenBack ? 'unlocked' : read])
    expect(unlocked).toEqual(isTakenBack ? [{ request_id: id, raw: '77770005aa' }] : [])
  })

  it('is not heard of any more once the wallet is closed, nor asked of anybody before it had bytes', async () => {
    built()
    const closed = new AbortController()
    const parts = unlocking({
      'multisigs.read': () => {
        closed.abort()
        return { ...asked, signers: [user('ana')] }
      },
    })
    cancel(steps({ ...parts, signal: closed.signal }), id)
    await expect.poll(() => closed.signal.aborted).toBe(true)
    await Promise.resolve()
    expect(parts.kept).toEqual([])
    store.intents.payments.create(aPayment('another', { kind: 'multisig' }))
    done.length = 0
    cancel(steps(parts), request('another'))
    expect(done).toEqual([`forget ${request('another')}`])
  })

  it('goes all the same where its group cannot be told', async () => {
    built()
    const noted: unknown[] = []
    const call = async () => {
      throw failure('remote.unreachable', 'no line')
    }
    cancel(steps({ remote: { call }, requests: {}, log: (...told: unknown[]) => noted.push(told[1]) }), id)
    await expect.poll(() => noted).toEqual(['payment.not_given_up'])
    expect(payment()?.state).toBe('cancelled')
  })
})
