import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { Payee } from '#contract/ipc'
import { parseAmount } from '#protocol'
import type { AccountStore, Json, Payment } from '#store'
import { changedChecks, differencesOf } from '../../src/wallet/schedule/changed.ts'
import { type KnownPlan, type Pays, savePlan } from '../../src/wallet/schedule/records.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, aPayment, openAccount, request, time, user } from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { intent } from './payment-records.ts'

/* What is said of a payment of a plan that was changed since. */

type Row = readonly [name: string, amount: string]

const ana: Row = ['ana', '1']
const ben: Row = ['ben', '2']
const pays = (rows: readonly Row[], more: Partial<Pays> = {}): Pays => ({
  ...{ assetId: BTC, memoHex: '', label: '', feeAssetId: null },
  rows: rows.map(([name, amount]) => ({
    payee: { kind: 'user', userId: user(name) } satisfies Payee,
    amount: parseAmount(amount),
  })),
  ...more,
})

describe('what is different between two payments', () => {
  it.each<[string, Pays, Pays, string[]]>([
    ['nothing', pays([ana, ben]), pays([ana, ben]), []],
    ['nothing, in whatever order', pays([ana, ben]), pays([ben, ana]), []],
    ['nothing, where only its name is', pays([ana]), pays([ana], { label: 'rent' }), []],
    ['the sum', pays([ana]), pays([['ana', '1.5']]), ['amount']],
    ['the asset', pays([ana]), pays([ana], { assetId: ETH }), ['amount']],
    ['who is paid', pays([ana]), pays([['eve', '1']]), ['payees']],
    ['that more are paid', pays([['ana', '3']]), pays([ana, ben]), ['payees']],
    ['the memo', pays([ana]), pays([ana], { memoHex: '01' }), ['memo']],
    ['all of it', pays([ana]), pays([['eve', '2']], { memoHex: '01' }), ['amount', 'payees', 'memo']],
    [
      'nothing of the whole, where each has another part',
      pays([ana, ben]),
      pays([
        ['ana', '2'],
        ['ben', '1'],
      ]),
      [],
    ],
  ])('is %s', (_, before, now, differs) => {
    expect(differencesOf(before, now)).toEqual(differs)
    expect(differencesOf(now, before)).toEqual(differs)
  })
})

describe('the review of a payment of a plan', () => {
  let store: AccountStore
  const plan = request('plan')
  beforeEach(() => {
    store = openAccount(newFolder('store'))
  })
  afterEach(() => store.close())

  /** A plan that said this, one after the other. */
  function planned(...terms: readonly Pays[]): void {
    const when: KnownPlan['terms'][number]['when'] = {
      ...{ first: '2026-01-01', time: '09:00', zone: 'UTC', repeats: 'monthly', end: { kind: 'never' } },
    }
    const each = terms.map((said, at) => ({
      ...{ from: time(at), until: at === terms.length - 1 ? null : time(at + 1), when, pays: said },
    }))
    const detail = { name: 'Rent', state: 'on', terms: each, settledTo: time(0) } as const
    savePlan(store, { id: plan, holder: aHolder().id, madeAt: time(0), ...detail })
  }
  /** A payment that was prepared when the plan said this. */
  function prepared({ rows, assetId, memoHex }: Pays, isPlanned = true): Payment {
    const link = { plan: { id: plan, name: 'Rent', day: '2026-01-01', at: time(0), last: null, differs: [] } }
    const detail = { ...intent, rows, assetId, memoHex, ...(isPlanned ? link : {}) } as unknown as Json
    return store.intents.payments.create(aPayment('payment', { detail, assetId }))
  }
  const checksOf = (payment: Payment) => {
    const { cache, intents } = store
    const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
    return changedChecks({ store, directory }, payment)
  }
  const said = (payment: Payment) =>
    checksOf(payment).map(({ result, text }) => [result, 'values' in text ? text.values['what'] : text])

  it('says nothing where the plan says the same, however often it was changed in between', () => {
    planned(pays([ana, ben]), pays([['eve', '9']]), pays([ben, ana]))
    expect(said(prepared(pays([ana, ben])))).toEqual([])
  })

  it.each<[string, Pays, string]>([
    ['who is paid', pays([['eve', '9']], { memoHex: '01' }), 'payees'],
    [
      'how much',
      pays(
        [
          ['ana', '1'],
          ['ben', '3'],
        ],
        { memoHex: '01' },
      ),
      'amount',
    ],
    [
      'who gets how much of the same',
      pays([
        ['ana', '2'],
        ['ben', '1'],
      ]),
      'amount',
    ],
    ['of which asset', pays([ana, ben], { assetId: ETH }), 'amount'],
    ['the memo', pays([ana, ben], { memoHex: '01' }), 'memo'],
  ])('asks its owner to read that it is different by now: %s', (_, by, what) => {
    planned(pays([ana, ben]), by)
    expect(said(prepared(pays([ana, ben])))).toEqual([['attention', what]])
  })

  it('is another one to agree to where something else was changed', () => {
    planned(pays([['eve', '9']]))
    const payment = prepared(pays([ana, ben]))
    const [first] = checksOf(payment)
    planned(pays([ana, ben], { memoHex: '01' }))
    const [second] = checksOf(payment)
    expect(first?.id).not.toBe(second?.id)
  })

  it('says nothing of a plan that is not there, nor of what no plan pays', () => {
    const payment = prepared(pays([ana]))
    expect(said(payment)).toEqual([])
    planned(pays([['eve', '9']]))
    expect(said(payment)).toEqual([['attention', 'payees']])
    store.intents.payments.cancel(payment.id)
    expect(said(prepared(pays([ana]), false))).toEqual([])
  })
})
