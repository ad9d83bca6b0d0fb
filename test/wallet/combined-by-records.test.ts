import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, OutputId, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { kernelAssetId, outputId, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { type Consolidation, createConsolidation } from '../../src/wallet/coins/consolidation.ts'
import { openPlans } from '../../src/wallet/coins/consolidation-steps.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, aPayment, aPlan, asset, hashOf, openAccount, spendOf } from '../support/store.ts'
import { BTC, coded } from '../support/wallet.ts'

/* Coins of one asset that become one, step by step, with payments that are made and signed by hand. */

const kernel = kernelAssetId(BTC) as Hash // a formula over an asset id
const holder = aHolder()
const coin = (at: number) =>
  anOutput(at, { asset_id: BTC, asset: kernel, kernel_asset_id: kernel, amount: toAmount(BigInt(at)) })

interface Step {
  readonly id: RequestId
  readonly coins: readonly OutputId[]
  readonly amount: bigint
  readonly step: object
}

let store: AccountStore
let consolidation: Consolidation
let prepared: Step[]
let approved: unknown[]
let fault: (() => void) | undefined
let is: { frozen: boolean; unlocked: boolean }

beforeEach(() => {
  store = openAccount(newFolder('store'))
  ;[prepared, approved, fault, is] = [[], [], undefined, { frozen: false, unlocked: true }]
  let made = 0
  consolidation = createConsolidation({
    ...{
      store,
      holder: () => holder,
      log: () => undefined,
      audit: { frozen: () => is.frozen },
      unlocked: () => is.unlocked,
    },
    random(count: number) {
      made += 1
      return new Uint8Array(count).fill(made)
    },
    paymentSteps: {
      async prepareStep(step: Step) {
        fault?.()
        prepared.push(step)
        reserve(step)
      },
      approveStep: async (...given: unknown[]) => approved.push(given),
      cancel: (id: RequestId) => store.intents.payments.cancel(id),
    },
  } as unknown as Parameters<typeof createConsolidation>[0]) // what is used of them
})
afterEach(async () => {
  await consolidation.stop()
  store.close()
})

const have = (count: number, from = 1) =>
  store.cache.outputs.applyPage({
    ...{ holder, cursor: from + count },
    outputs: Array.from({ length: count }, (_, at) => coin(from + at)),
  })

function reserve({ id, coins }: Step): void {
  const { payments } = store.intents
  const transactions = aPayment('p').transactions.map((each) => ({
    ...each,
    requestId: id,
    assetId: BTC,
    kernelAssetId: kernel,
  }))
  payments.create({ ...aPayment('p'), id, assetId: BTC, transactions })
  payments.reserve(id, [{ ...aPlan('p', store.cache.outputs.getMany([...coins])), requestId: id }])
  payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf(id) }])
  payments.markVerified(id, [{ requestId: id, record: null }])
}
function sign(id: RequestId): void {
  store.intents.payments.approve(id, hashOf('digest'))
  store.intents.payments.storeSigned(id, [{ requestId: id, raw: '77770005bb' }])
}
const madeBy = (id: RequestId) => outputId(hashOf(id), 0) as OutputId // a formula over hash and index

/** What a step made is on the ledger, and proved or not. */
function final(id: RequestId, result: 'proved' | 'failed' | 'pending' = 'proved', isListed = true): void {
  store.intents.payments.markFinal(id)
  store.intents.audits.set(madeBy(id), result, {})
  if (!isListed) return
  const amount = toAmount(1_000_000n)
  const output = { ...coin(9_000), output_id: madeBy(id), transaction_hash: hashOf(id), amount }
  store.cache.outputs.applyPage({ holder, outputs: [output], cursor: 9_000 })
}

const plan = () => openPlans(store.intents.settings).of(holder.id, BTC)
async function round(): Promise<void> {
  consolidation.round()
  // Each move ends in few turns; none of them waits for anything but what is done here.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const begun = async (count = 3) => {
  have(count)
  return consolidation.begin(holder, BTC)
}
const running = async (count?: number) => {
  const { paymentId } = await begun(count)
  sign(paymentId)
  await round()
  return paymentId
}

describe('coins that are to be combined', () => {
  it('are those that are free, of that asset, smallest first', async () => {
    have(5)
    store.intents.freezes.set(coin(2).output_id, 'mine')
    store.intents.payments.create(aPayment('other'))
    store.intents.payments.reserve(aPayment('other').id, [aPlan('other', [coin(4)])])
    const { planId, paymentId } = await consolidation.begin(holder, BTC)
    expect(prepared).toMatchObject([
      { id: paymentId, coins: [coin(1), coin(3), coin(5)].map((each) => each.output_id), amount: 9n, assetId: BTC },
    ])
    expect(prepared[0]?.step).toEqual({ planId, at: 0, of: 1, coins: 3, amount: 9n })
    expect(plan()).toMatchObject({ id: planId, state: 'approval', left: 0, attempt: 0, done: [] })
  })

  it('are two at least, and none of a group', async () => {
    have(1)
    await expect(consolidation.begin(holder, BTC)).rejects.toThrow(coded('input.invalid', { field: 'asset' }))
    await expect(consolidation.begin(holder, asset('none'))).rejects.toThrow(coded('input.invalid', { field: 'asset' }))
    await expect(consolidation.begin(aHolder('me', 'ana'), BTC)).rejects.toThrow(
      coded('input.invalid', { field: 'holder' }),
    )
    have(1, 2)
    await consolidation.begin(holder, BTC)
    expect(plan()?.steps).toHaveLength(1)
  })

  it('have one plan at a time, which is begun anew once it came to nothing', async () => {
    const first = await begun()
    expect(await consolidation.begin(holder, BTC)).toEqual(first)
    store.intents.payments.cancel(first.paymentId)
    const second = await consolidation.begin(holder, BTC)
    expect(second.planId).not.toBe(first.planId)
    sign(second.paymentId)
    await round()
    expect(await consolidation.begin(holder, BTC)).toEqual(second)
    expect(openPlans(store.intents.settings).list()).toHaveLength(1)
  })

  it('have no plan where its first step cannot be prepared', async () => {
    fault = () => {
      throw failure('remote.unreachable', 'no line')
    }
    await expect(begun()).rejects.toThrow(coded('remote.unreachable'))
    expect(plan()).toBeUndefined()
  })
})

describe('a plan to combine coins', () => {
  it('runs once its first step is signed, and is done with what that made', async () => {
    const { paymentId } = await begun()
    await round()
    expect(plan()?.state).toBe('approval')
    sign(paymentId)
    await round()
    expect(plan()).toMatchObject({ state: 'running', at: 0 })
    final(paymentId, 'pending')
    await round()
    expect(plan()).toMatchObject({ state: 'running', at: 0 })
    store.intents.audits.set(madeBy(paymentId), 'proved', {})
    await round()
    expect(plan()).toMatchObject({ state: 'done', at: 1, done: [paymentId] })
    expect([prepared.length, approved]).toEqual([1, []])
    // Once it is done, another one may be begun.
    have(2, 100)
    expect((await consolidation.begin(holder, BTC)).paymentId).not.toBe(paymentId)
  })

  it('waits for the coin that a step made to be listed', async () => {
    const paymentId = await running()
    final(paymentId, 'proved', false)
    await round()
    expect(plan()).toMatchObject({ state: 'running', at: 0 })
  })

  it('is forgotten where its first step was given up', async () => {
    const { paymentId } = await begun()
    store.intents.payments.cancel(paymentId)
    await round()
    expect(plan()).toBeUndefined()
  })

  it('takes what the step before made into the next one, which is approved with the first', async () => {
    const first = await running(258)
    expect(prepared[0]).toMatchObject({ step: { of: 2, coins: 258 } })
    expect(prepared[0]?.coins).toHaveLength(256)
    final(first)
    await round()
    const [, second] = prepared
    expect(second?.coins).toEqual(expect.arrayContaining([madeBy(first), coin(257).output_id, coin(258).output_id]))
    expect(second?.coins).toHaveLength(3)
    expect(second?.step).toMatchObject({ at: 1, of: 2 })
    expect(approved).toEqual([[second?.id, first]])
    sign(second?.id ?? first)
    final(second?.id ?? first)
    await round()
    expect(plan()).toMatchObject({ state: 'done', at: 2, done: [first, second?.id] })
  })

  it('passes over a step for which nothing is left', async () => {
    const first = await running(258)
    for (const at of [257, 258]) store.intents.freezes.set(coin(at).output_id, 'mine')
    final(first)
    await round()
    expect(plan()).toMatchObject({ state: 'done', done: [first, null] })
    expect(prepared).toHaveLength(1)
  })

  it('stops where a coin was spent elsewhere, and goes on with those that are left', async () => {
    const first = await running()
    const proof = { requestId: first, outputId: coin(1).output_id, ...spendOf(coin(1)) }
    store.intents.payments.fail(first, { code: 'wallet.conflict', details: { spentBy: proof.spentBy } }, [proof])
    store.cache.outputs.applyReconciled(holder, [
      { ...coin(1), state: 'spent', signed_by: proof.spentBy },
      coin(2),
      coin(3),
    ])
    await round()
    expect(plan()).toMatchObject({
      ...{ state: 'paused', attempt: 0, problem: { code: 'wallet.conflict', details: { spentBy: proof.spentBy } } },
    })
    await expect(consolidation.begin(holder, BTC)).resolves.toMatchObject({ paymentId: first })
    consolidation.resume(plan()?.id ?? first)
    await round()
    expect(plan()).toMatchObject({ state: 'running', attempt: 1, problem: null })
    expect(prepared[1]?.coins).toEqual([coin(2).output_id, coin(3).output_id])
    expect(prepared[1]?.id).not.toBe(first)
  })

  it('stops where what it made did not come back', async () => {
    const first = await running()
    final(first, 'failed')
    await round()
    expect(plan()).toMatchObject({ state: 'paused', problem: { code: 'wallet.sending_frozen' } })
  })

  it('goes on by itself after what may pass', async () => {
    const first = await running(258)
    fault = () => {
      throw failure('remote.unreachable', 'no line')
    }
    final(first)
    await round()
    expect(plan()).toMatchObject({ state: 'running', at: 1, problem: { code: 'remote.unreachable' } })
    fault = undefined
    await round()
    expect(prepared).toHaveLength(2)
  })

  it('begins a step anew that was given up while it ran', async () => {
    const first = await running(258)
    final(first)
    await round()
    store.intents.payments.cancel(prepared[1]?.id ?? first)
    await round()
    expect(plan()).toMatchObject({ attempt: 1, at: 1 })
    expect(prepared).toHaveLength(3)
  })

  it.each<[string, () => unknown]>([
    ['all sending is stopped', () => Object.assign(is, { frozen: true })],
    ['it is locked', () => Object.assign(is, { unlocked: false })],
    ['it is paused', () => consolidation.pause(plan()?.id as RequestId)],
    ['the program ends', () => consolidation.stop()],
  ])('does nothing while %s', async (_, hold) => {
    const first = await running(258)
    await hold()
    final(first)
    await round()
    expect([plan()?.at, prepared.length]).toEqual([0, 1])
  })

  it('is paused while it runs, and goes on where it was paused', async () => {
    const { planId, paymentId } = await begun()
    const wrong = coded('wallet.payment_state')
    expect(() => consolidation.pause(planId)).toThrow(wrong)
    expect(() => consolidation.resume(planId)).toThrow(wrong)
    sign(paymentId)
    await round()
    expect(() => consolidation.resume(planId)).toThrow(wrong)
    consolidation.pause(planId)
    expect(plan()).toMatchObject({ state: 'paused', problem: null })
    consolidation.resume(planId)
    expect(plan()).toMatchObject({ state: 'running', attempt: 0 })
    expect(() => consolidation.pause(paymentId)).toThrow(coded('wallet.payment_unknown'))
  })

  it('is given up with a step that nobody has signed, and without one that is signed', async () => {
    const first = await begun()
    consolidation.giveUp(first.planId)
    expect([plan(), store.intents.payments.get(first.paymentId)?.state]).toEqual([undefined, 'cancelled'])
    const second = await consolidation.begin(holder, BTC)
    sign(second.paymentId)
    consolidation.giveUp(second.planId)
    expect([plan(), store.intents.payments.get(second.paymentId)?.state]).toEqual([undefined, 'signed'])
  })
})
