import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY, type Hash, MINUTE, type Nanos, type RequestId } from '#contract/domain'
import { parseSignedAmount } from '#protocol/text'
import type { AccountStore, Payment } from '#store'
import { createSendGate, type SendGate } from '../../src/wallet/payments/send-gate.ts'
import { newFolder } from '../support/scratch.ts'
import { aSnapshot, hashOf, openAccount, time } from '../support/store.ts'
import { hash, id, type Signed, signed as signedIn } from './payment-records.ts'

/* When signed bytes are handed over, and when their owner is asked first, by clocks, pauses and what the history records. */

const START = time(1_000_000)
let store: AccountStore
let now: bigint
let monotonicMs: number
let history: { begun: { wall: bigint; monotonicMs: number }; ended: { wall: bigint; monotonicMs: number } } | null
let caughtUp: boolean
let asked: string[]
let gate: SendGate
const clock = { now: () => now as Nanos, monotonicMs: () => monotonicMs, sleep: async () => undefined }

const opened = (): SendGate =>
  createSendGate({
    ...{ store, clock, log: () => undefined },
    sync: { status: () => ({ caughtUp, history }), soon: () => void asked.push('soon') },
  } as unknown as Parameters<typeof createSendGate>[0]) // what the gate asks for

beforeEach(() => {
  ;[now, monotonicMs, caughtUp, asked] = [START, 1_000_000, true, []]
  store = openAccount(newFolder('store'), clock)
  gate = opened()
  readHistory()
})
afterEach(() => store.close())

const pass = (span: bigint): void => {
  now += span
  monotonicMs += Number(span / 1_000_000n)
}
/** The history is read now. */
function readHistory(): void {
  const at = { wall: now, monotonicMs }
  history = { begun: at, ended: at }
}
function payment(of: RequestId = id): Payment {
  const found = store.intents.payments.get(of)
  if (found === undefined) throw new Error('there is none')
  return found
}
const signed = (...given: Signed) => signedIn(store, ...given)
const opens = () => gate.opens(payment())
const problem = () => payment().problem
const reason = () => store.intents.pauses.get(id)?.reason
/** Something that this journal did not make left so long after now. */
function left(name: string, after: bigint, of: Hash = hashOf(`transaction ${name}`)): void {
  const at = { created_at: (now + after) as Nanos, amount: parseSignedAmount('-1'), transaction_hash: of }
  store.cache.snapshots.applyPage({ snapshots: [aSnapshot(name, at)], cursor: name })
}

describe('what was signed', () => {
  it('is sent at once where it was just signed here, whatever was not read', () => {
    signed()
    gate.justSigned(id)
    caughtUp = false
    history = null
    left('since', 1n)
    expect([gate.isFresh(payment()), opens()]).toEqual([true, true])
    pass(2n * MINUTE)
    expect([gate.isFresh(payment()), opens()]).toEqual([false, false])
  })

  it('was not just signed once it was handed over, or the program ended since', () => {
    signed()
    gate.justSigned(id)
    store.intents.payments.countAttempt(id)
    expect(gate.isFresh(payment())).toBe(false)
    gate = opened()
    expect(gate.isFresh(payment())).toBe(false)
  })

  it('waits for all that the service knows, and for a history that is read since it was handed over last', () => {
    signed()
    caughtUp = false
    expect(opens()).toBe(false)
    caughtUp = true
    expect(opens()).toBe(true)
    pass(MINUTE / 2n)
    gate.passed(id)
    expect([opens(), asked]).toEqual([false, ['soon']])
    readHistory()
    expect(opens()).toBe(true)
    pass(2n * MINUTE)
    expect(opens()).toBe(false)
    history = null
    expect(opens()).toBe(false)
  })

  it('says so where the history is not read for long, and no more once it is', () => {
    signed()
    history = null
    expect([opens(), problem()]).toEqual([false, null])
    pass(2n * MINUTE)
    expect([opens(), problem()?.code]).toEqual([false, 'wallet.history_unread'])
    readHistory()
    expect([opens(), problem()]).toEqual([true, null])
  })

  it('of a group waits for no history, which tells nothing of it', () => {
    signed('multisig')
    history = null
    left('elsewhere', MINUTE)
    expect(opens()).toBe(true)
  })

  it('by a gate that forgot it waits as if nothing was known', () => {
    signed()
    gate.justSigned(id)
    pass(MINUTE / 2n)
    gate.passed(id)
    gate.forget(id)
    expect([gate.isFresh(payment()), opens()]).toEqual([false, true])
  })
})

describe('its owner is asked', () => {
  it.each([
    ['a day after it was signed', DAY + 1n, true],
    ['not within a day', DAY, false],
    ['where the clock was set back', -11n * MINUTE, true],
    ['not where it was put right by little', -10n * MINUTE, false],
  ])('%s', (_, span, asks) => {
    signed()
    now += span
    readHistory()
    expect(opens()).toBe(!asks)
    expect([reason(), problem()?.code]).toEqual(asks ? ['old', 'wallet.ask_before_sending'] : [undefined, undefined])
  })

  it('where the history tells of what was paid since, also a little before by a clock that is behind', () => {
    for (const [name, after, asks] of [
      ['long before', -11n * MINUTE, false],
      ['before', -9n * MINUTE, true],
    ] as const) {
      if (store.intents.payments.get(id) === undefined) signed()
      left(name, after)
      expect([name, opens(), reason()]).toEqual([name, !asks, asks ? 'spent_elsewhere' : undefined])
    }
  })

  it('not of what was known when it was signed, nor of what this journal made', () => {
    left('known', -MINUTE)
    signed()
    gate.justSigned(id)
    store.intents.payments.countAttempt(id)
    left('own', MINUTE, hash)
    expect(opens()).toBe(true)
    left('since', MINUTE)
    expect([opens(), reason()]).toEqual([false, 'spent_elsewhere'])
  })

  it('once more where it was called final before, until its owner allowed it', () => {
    signed()
    store.intents.payments.markFinal(id)
    store.intents.payments.takeBackFinal(id, id)
    expect([opens(), reason()]).toEqual([false, 'called_final'])
    store.intents.pauses.allow(id)
    expect(opens()).toBe(true)
  })

  it('until there is a word of theirs, which needs no history for a while', () => {
    signed()
    pass(2n * DAY)
    readHistory()
    expect(opens()).toBe(false)
    const { at } = store.intents.pauses.get(id) ?? {}
    pass(MINUTE)
    expect(opens()).toBe(false)
    // It waits since then.
    expect(store.intents.pauses.get(id)?.at).toBe(at)
    store.intents.pauses.allow(id)
    history = null
    expect(opens()).toBe(true)
    pass(MINUTE + 1_000_000n)
    expect(opens()).toBe(false)
  })

  it('anew where more was paid elsewhere since they allowed it, or a day went by', () => {
    signed()
    left('first', MINUTE)
    expect(opens()).toBe(false)
    pass(2n * MINUTE)
    store.intents.pauses.allow(id)
    readHistory()
    expect(opens()).toBe(true)
    left('second', MINUTE)
    expect([opens(), store.intents.pauses.get(id)?.allowedAt]).toEqual([false, null])
    store.intents.pauses.allow(id)
    pass(DAY + MINUTE)
    readHistory()
    expect([opens(), reason()]).toEqual([false, 'old'])
  })

  it('by a word that no clock dates where it was given while the clock stood ahead', () => {
    signed()
    now += 5n * MINUTE
    store.intents.pauses.allow(id)
    now -= 5n * MINUTE
    history = null
    expect(opens()).toBe(false)
    readHistory()
    expect(opens()).toBe(true)
  })

  it.each([
    ['behind', MINUTE],
    ['before', 3n * MINUTE],
  ])('of what left %s hundreds of its own', (_, after) => {
    signed()
    left('elsewhere', after)
    for (let at = 0; at < 205; at += 1) left(`own ${at}`, 2n * MINUTE + BigInt(at), hash)
    expect([opens(), reason()]).toEqual([false, 'spent_elsewhere'])
  })
})
