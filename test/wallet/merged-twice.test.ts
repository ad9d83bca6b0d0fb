import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccountStore, Json } from '#store'
import { paidIn } from '../../src/wallet/payments/paid.ts'
import { tookFrom } from '../../src/wallet/payments/rules.ts'
import { countedOf } from '../../src/wallet/policies/contested.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  asset,
  openAccount,
  request,
  spendOf,
  user,
} from '../support/store.ts'

/* Two computers tried one payment again with the same coin and the same keys: one transaction under two ids, which one journal has once they came together. */

let here: AccountStore
let there: AccountStore
const coin = anOutput('coin')
const ben = { kind: 'user', userId: user('ben') } as const

beforeEach(() => {
  here = openAccount(newFolder('store'))
  there = openAccount(newFolder('store'))
  for (const [store, name] of [
    [here, 'one try'],
    [there, 'another try'],
  ] as const)
    pay(store, name)
  here.absorb(there.snapshot())
})
afterEach(() => {
  here.close()
  there.close()
})

function pay({ intents: { payments } }: AccountStore, name: string): void {
  const id = request(name)
  const { raw, spentBy: hash } = spendOf(coin)
  const rows = [{ payee: ben, amount: 60_000_000n }]
  const detail: Json = {
    ...{ assetId: asset('BTC'), rows, memoHex: '', references: [], fee: null, coins: null, label: '' },
    ...{ returnTo: null, draftId: null },
  }
  payments.create(aPayment(name, { detail }))
  payments.reserve(id, [aPlan(name, [coin])])
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  payments.approve(id, hash)
  payments.storeSigned(id, [{ requestId: id, raw }])
  payments.markFinal(id, [id])
}

it('a transaction that a merged journal has under two ids was paid once', () => {
  expect(here.intents.payments.list().map(({ state }) => state)).toEqual(['final', 'final'])
  expect(paidIn(here).before(ben)?.times).toBe(1)
  expect(paidIn(here).totals(ben.userId).get(asset('BTC'))).toBe(60_000_000n)
})

it('a transaction that a merged journal has under two ids counts once for a limit', () => {
  const desk = {
    ...{ account: ACCOUNT, feeUser: ACCOUNT, store: here, clock: systemClock, holder: () => aHolder() },
    directory: { asset: () => undefined as never } as never,
  }
  const took = here.intents.payments
    .list()
    .map(({ id }) => ({ id, at: systemClock.now(), ...tookFrom(desk, id, aHolder().id) }))
  expect(took.map(({ spends }) => spends.length)).toEqual([1, 1])
  const left = countedOf(took, { id: null, spends: [], tries: [] })
  expect(left.flatMap(({ spends }) => spends.map(({ amount }) => amount))).toEqual([1n])
})
