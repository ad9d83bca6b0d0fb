import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nanosOf } from '#contract/domain'
import type { AccountStore } from '#store'
import type { KnownPlan } from '../../src/wallet/schedule/records.ts'
import { standingsOf, timeId } from '../../src/wallet/schedule/standing.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, aPayment, aPlan, asset, openAccount, request, spendOf } from '../support/store.ts'

/* What stands of a plan's time where a program ended between its payment and what is written beside the plan, or where the two say different things. */

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const [day, coin] = ['2026-11-02', anOutput('a coin')]
const at = nanosOf(Date.parse(`${day}T09:00:00Z`))
const plan: KnownPlan = {
  ...{ id: request('plan'), holder: aHolder().id, name: 'Rent', state: 'on', madeAt: at, settledTo: at },
  terms: [
    {
      ...{ from: at, until: null },
      when: { first: day, time: '09:00', zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
      pays: { assetId: asset('BTC'), rows: [], memoHex: '', label: '', feeAssetId: null },
    },
  ],
}
const id = timeId(plan.id, day, 0)

/** A minute after its time. */
const states = () =>
  standingsOf(store, plan, { from: at, now: nanosOf(Date.parse(`${day}T09:01:00Z`)) }).map(({ state }) => state)

function prepared(): void {
  const { payments } = store.intents
  const { raw, spentBy: hash } = spendOf(coin)
  const draft = aPayment('of the plan')
  payments.create({ ...draft, id, transactions: draft.transactions.map((each) => ({ ...each, requestId: id })) })
  payments.reserve(id, [{ ...aPlan('of the plan', [coin]), requestId: id }])
  payments.storeRaw(id, [{ requestId: id, raw, hash }])
  payments.markVerified(id, [{ requestId: id, record: null }])
}

describe('a time of a plan', () => {
  it('is prepared by itself while nobody has tried it, and waits once it is', () => {
    expect(states()).toEqual(['due'])
    prepared()
    expect(states()).toEqual(['waiting'])
  })

  it('is asked about where what a killed program had prepared was given up, and not prepared by itself', () => {
    prepared()
    store.intents.payments.cancel(id)
    expect(states()).toEqual(['asks'])
  })

  it('that was skipped stays so where others have taken the coin of what was prepared for it', () => {
    prepared()
    store.intents.payments.fail(id, { code: 'wallet.conflict', details: { by: 'service' } })
    expect(states()).toEqual(['problem'])
    store.intents.plans.setTime(plan.id, { day, state: 'skipped', problem: null })
    expect(states()).toEqual(['skipped'])
  })
})
