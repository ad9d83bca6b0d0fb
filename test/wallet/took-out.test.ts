import { afterEach, describe, expect, it } from 'vitest'
import type { Hash, OutputId, RequestId } from '#contract/domain'
import { encodeTransaction, OUTPUT, toAmount, transactionHash } from '#protocol'
import type { AccountStore } from '#store'
import { tookFrom } from '../../src/wallet/payments/rules.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anOutput, aPayment, aPlan, asset, hashOf, openAccount, request } from '../support/store.ts'

/* What rules count of a payment of two transactions, of which one was paid and the other never can be. */

let store: AccountStore
afterEach(() => store.close())

const [withdrawn, fee] = [request('withdrawal'), request('fee')]
const coins = [anOutput('one'), anOutput('two')] as const

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

describe('a payment that failed', () => {
  it('counts what of it was paid before, and no more', () => {
    store = openAccount(newFolder('store'))
    const { payments } = store.intents
    const draft = aPayment('withdrawal', { kind: 'withdrawal' })
    const [main] = draft.transactions
    if (main === undefined) throw new Error('there is one')
    payments.create({
      ...draft,
      transactions: [main, { ...main, requestId: fee, purpose: 'fee', assetId: asset('ETH') }],
    })
    const plan = (id: RequestId, coin: (typeof coins)[number]) => ({ ...aPlan('any', [coin]), requestId: id })
    payments.reserve(withdrawn, [plan(withdrawn, coins[0]), plan(fee, coins[1])])
    const [first, second] = [bytesOf(coins[0], 7n, 'first'), bytesOf(coins[1], 3n, 'second')]
    payments.storeRaw(withdrawn, [
      { requestId: withdrawn, ...first },
      { requestId: fee, ...second },
    ])
    payments.markVerified(withdrawn, [
      { requestId: withdrawn, record: null },
      { requestId: fee, record: null },
    ])
    payments.approve(withdrawn, hashOf('digest'))
    payments.storeSigned(withdrawn, [
      { requestId: withdrawn, raw: first.raw },
      { requestId: fee, raw: second.raw },
    ])
    const desk = {
      ...{ account: ACCOUNT, feeUser: ACCOUNT, store, clock: systemClock, holder: () => aHolder() },
      directory: { asset: () => undefined as never } as never,
    }
    const counted = () => tookFrom(desk, withdrawn, aHolder().id).map(({ amount }) => amount)
    expect(counted()).toEqual([7n, 3n])
    payments.countAttempt(withdrawn)
    payments.markFinal(withdrawn, [withdrawn])
    const rival = bytesOf(coins[1], 1n, 'rival')
    const outputId: OutputId = coins[1].output_id
    payments.fail(withdrawn, { code: 'wallet.conflict', details: {} }, [
      { requestId: fee, outputId, spentBy: rival.hash, raw: rival.raw },
    ])
    expect(payments.get(withdrawn)?.state).toBe('failed')
    expect(counted()).toEqual([7n])
  })
})
