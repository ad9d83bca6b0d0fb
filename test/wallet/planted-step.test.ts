import { expect, it, onTestFinished } from 'vitest'
import type { RequestId } from '#contract/domain'
import { openAccountStore } from '#store'
import { openPlans, stepId } from '../../src/wallet/coins/consolidation-steps.ts'
import { buildRaw } from '../../src/wallet/payments/bytes.ts'
import { intentOf } from '../../src/wallet/payments/intent.ts'
import { systemClock } from '../support/clock.ts'
import { watching } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { uuidFrom } from '../support/store.ts'
import { BTC, fund, newAccount, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()

it('a later step of combining coins that another program wrote, and that pays somebody, is not signed', async () => {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const first = await network.open({ dir, keychain })
  const ana = (await newAccount(first, 'Ana')).account
  const ben = (await newAccount(first, 'Ben')).account
  for (const amount of ['1', '2']) await fund(first, ana, BTC, amount)
  await pay(first, paying(ana, BTC, [toUser(ben, '1')]))
  const { paymentId } = await first.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '2')]))
  await first.close()

  // What was prepared for somebody lies in the journal as the second step of a plan that was agreed to.
  const store = openAccountStore({ dir, network: 'local', account: ana, clock: systemClock })
  const { payments, settings } = store.intents
  const made = payments.get(paymentId)
  const [part] = made?.transactions ?? []
  if (made === undefined || part === undefined) throw new Error('it was prepared')
  payments.cancel(paymentId)
  const planId = uuidFrom('plan') as RequestId
  const id = stepId({ id: planId }, 1, 0)
  const { holder, assetId, amount } = made
  const step = { planId, at: 1, of: 2, coins: 2, amount }
  const { extra, kernelAssetId, inputs, outputs } = part
  // Bytes that the service has not seen yet.
  const references = inputs.map(({ hash }) => hash)
  payments.create({
    ...{ id, holder, assetId, amount, kind: 'consolidation', detail: { ...intentOf(made), step } },
    transactions: [{ requestId: id, purpose: 'payment', assetId, kernelAssetId, extra, references }],
  })
  payments.reserve(id, [{ requestId: id, inputs, outputs, extra, references }])
  payments.storeKeys(
    id,
    outputs.flatMap(({ keys, script }, index) =>
      keys === null || script === null ? [] : { requestId: id, index, script, ...keys },
    ),
  )
  payments.storeRaw(id, [{ requestId: id, ...buildRaw(part, references) }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  openPlans(settings).save({
    ...{ id: planId, holder, assetId, state: 'running', left: 0, at: 1, attempt: 0, done: [null], problem: null },
    ...{ steps: [[], inputs.map(({ outputId }) => outputId)], amounts: [amount, amount] },
  })
  store.close()

  const [events, signed] = [[] as string[], [] as string[]]
  const again = await network.open({
    ...{ dir, keychain, wrapVault: watching((hash) => void signed.push(hash)) },
    log: (_, event) => void events.push(event),
  })
  onTestFinished(again.close)
  await again.until(
    async () => events.includes('consolidation.trouble') || signed.length > 0,
    (done) => done,
  )
  expect(signed).toEqual([])
  expect(await again.calls['payments.read']({ account: ana, paymentId: id })).toMatchObject({ signedAt: null })
})
