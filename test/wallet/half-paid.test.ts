import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { type Hash, nanosOf, type RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { encodeTransaction, OUTPUT, toAmount, transactionHash } from '#protocol'
import type { AccountStore, Json } from '#store'
import { meanwhileChecks } from '../../src/wallet/payments/meanwhile.ts'
import { tookFrom } from '../../src/wallet/payments/rules.ts'
import { samePaidChecks } from '../../src/wallet/payments/same-paid.ts'
import { moneyOf } from '../../src/wallet/payments/view.ts'
import { needRowsUnpaid } from '../../src/wallet/runs/elsewhere.ts'
import { partId } from '../../src/wallet/runs/identity.ts'
import { needTimeUnpaid } from '../../src/wallet/schedule/preparing.ts'
import type { KnownPlan } from '../../src/wallet/schedule/records.ts'
import { standingsOf, timeId } from '../../src/wallet/schedule/standing.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anOutput, aPayment, aPlan, asset, hashOf, openAccount, request } from '../support/store.ts'

/* A payment of two transactions, of which one was paid and the other never can be: a withdrawal whose fee, in another asset, lost its coin. */

let store: AccountStore
afterEach(() => store.close())

const [planId, day] = [request('plan'), '2026-11-02']
const [withdrawn, fee] = [timeId(planId, day, 0), request('fee')]
const coins = [anOutput('one'), anOutput('two')] as const

const plain = {
  ...{ assetId: asset('BTC'), rows: [], memoHex: '', references: [], fee: null, coins: null, label: '' },
  ...{ returnTo: null, draftId: null },
}
const wish = {
  ...plain,
  rows: [{ payee: { kind: 'chain', destination: 'bc1qsomebody', tag: '' }, amount: toAmount(7n) }],
}

/** Bytes that spend a coin and pay so much. */
function bytesOf({ transaction_hash, output_index }: (typeof coins)[number], amount: bigint, mask: string) {
  const raw = encodeTransaction({
    ...{ version: 5, asset: hashOf('asset'), references: [], extra: '' },
    inputs: [{ hash: transaction_hash, index: output_index }],
    outputs: [
      { type: OUTPUT.script, amount: toAmount(amount), keys: [hashOf('a key')], mask: hashOf(mask), script: 'fffe01' },
    ],
  })
  return { raw, hash: transactionHash(raw) as Hash } // a formula over the bytes
}

function signBoth(id: RequestId = withdrawn, feeId: RequestId = fee): void {
  const { payments } = store.intents
  const draft = aPayment('withdrawal', { id, kind: 'withdrawal', detail: wish })
  const transactions = draft.transactions.flatMap((main) => [
    { ...main, requestId: id },
    { ...main, requestId: feeId, purpose: 'fee' as const, assetId: asset('ETH') },
  ])
  payments.create({ ...draft, transactions })
  const plan = (requestId: RequestId, coin: (typeof coins)[number]) => ({ ...aPlan('any', [coin]), requestId })
  payments.reserve(id, [plan(id, coins[0]), plan(feeId, coins[1])])
  const raws = [
    { requestId: id, ...bytesOf(coins[0], 7n, 'first') },
    { requestId: feeId, ...bytesOf(coins[1], 3n, 'second') },
  ]
  payments.storeRaw(id, raws)
  payments.markVerified(
    id,
    raws.map(({ requestId }) => ({ requestId, record: null })),
  )
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, raws)
  payments.countAttempt(id)
}

function endHalfPaid(): void {
  const { payments } = store.intents
  payments.markFinal(withdrawn, [withdrawn])
  const { hash, raw } = bytesOf(coins[1], 1n, 'rival')
  const proof = { requestId: fee, outputId: coins[1].output_id, spentBy: hash, raw }
  expect(payments.fail(withdrawn, { code: 'wallet.conflict', details: {} }, [proof]).state).toBe('failed')
}

describe('a payment that failed after a part of it was paid', () => {
  beforeEach(() => {
    store = openAccount(newFolder('store'))
    signBoth()
  })

  it('counts for the day by what was paid, and by what is signed and only said to be impossible', () => {
    const desk = {
      ...{ account: ACCOUNT, feeUser: ACCOUNT, store, clock: systemClock, holder: () => aHolder() },
      directory: { asset: () => undefined as never } as never,
    }
    const counted = () => {
      const { spends, contested } = tookFrom(desk, withdrawn, aHolder().id)
      return [spends, contested].map((all) => all.map(({ amount }) => amount))
    }
    expect(counted()).toEqual([[7n, 3n], []])
    endHalfPaid()
    expect(counted()).toEqual([[7n], [3n]])
  })

  it('is undecided, never called impossible', () => {
    endHalfPaid()
    const payment = store.intents.payments.summary(withdrawn)
    expect(payment === undefined ? null : moneyOf(payment)).toBe('unknown_checking')
  })

  it('has the coins of its other transaction again, where the first one becomes final after all', () => {
    const { payments } = store.intents
    const proofs = [withdrawn, fee].map((requestId, at) => {
      const coin = coins[at === 0 ? 0 : 1]
      const { hash, raw } = bytesOf(coin, 1n, `rival ${at}`)
      return { requestId, outputId: coin.output_id, spentBy: hash, raw }
    })
    payments.fail(withdrawn, { code: 'wallet.conflict', details: {} }, proofs)
    expect(payments.holds()).toEqual([])
    expect(payments.markFinal(withdrawn, [withdrawn]).state).toBe('sent')
    expect(payments.holds().map(({ outputId }) => outputId)).toEqual([coins[1].output_id])
  })

  it('is paid for the plan by which it came, which pays it no second time', () => {
    endHalfPaid()
    const at = nanosOf(Date.parse(`${day}T09:00:00Z`))
    const plan: KnownPlan = {
      ...{ id: planId, holder: aHolder().id, name: 'Rent', state: 'on', madeAt: at, settledTo: at },
      terms: [
        {
          ...{ from: at, until: null },
          when: { first: day, time: '09:00', zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
          pays: { assetId: asset('BTC'), rows: [], memoHex: '', label: '', feeAssetId: null },
        },
      ],
    }
    const times = standingsOf(store, plan, { from: at, now: nanosOf(Date.parse(`${day}T10:00:00Z`)) })
    expect(times.map(({ state }) => state)).toEqual(['paid'])
  })

  it('lets no other payment of the same time, or of the same rows, be signed', async () => {
    const { payments } = store.intents
    const rows = [request('row')]
    const [runId, at] = [request('run'), nanosOf(Date.parse(`${day}T09:00:00Z`))]
    const waiting = (id: RequestId, more: object) =>
      payments.create({ ...aPayment(id), id, detail: { ...plain, ...more } as Json })
    const desk = {
      holder: () => aHolder(),
      store,
      remote: { call: () => Promise.reject(failure('remote.not_found', 'nobody knows it')) },
    } as never
    const planned = waiting(timeId(planId, day, 1), {
      plan: { id: planId, name: 'Rent', day, at, last: null, differs: [] },
    })
    endHalfPaid()
    await expect(needTimeUnpaid(desk, planned)).rejects.toMatchObject({ code: 'wallet.already_sent' })
    signBoth(partId(runId, rows, 0), request('another fee'))
    const listed = waiting(partId(runId, rows, 1), { run: { id: runId, rows } })
    await expect(needRowsUnpaid(desk, listed)).rejects.toMatchObject({ code: 'wallet.already_sent' })
  })

  it.each(['by hand', 'by a plan'])('is to be ticked where the same is to be paid again %s', (how) => {
    const { cache, intents } = store
    const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
    const desk = { account: ACCOUNT, store, directory, clock: systemClock, holder: () => aHolder() }
    const at = intents.payments.summary(withdrawn)?.signedAt
    const other = { id: request('another plan'), name: 'Rent', day, at, last: null, differs: [] }
    const again = intents.payments.create(
      aPayment('again', { kind: 'withdrawal', detail: how === 'by hand' ? wish : { ...wish, plan: other as Json } }),
    )
    const told = () => [...samePaidChecks(desk, again), ...meanwhileChecks(desk, again)].map(({ result }) => result)
    expect(told()).toEqual(['attention'])
    endHalfPaid()
    expect(told()).toEqual(['attention'])
  })
})
