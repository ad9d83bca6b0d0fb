import { expect, it } from 'vitest'
import { coinsOfTries } from '../../src/wallet/payments/again.ts'
import { newFolder } from '../support/scratch.ts'
import { anOutput, aPayment, aPlan, openAccount } from '../support/store.ts'

it('a coin that several earlier tries share is spent once by the next', () => {
  const store = openAccount(newFolder('store'))
  const { payments } = store.intents
  const coin = anOutput('shared')
  const tries = ['one', 'two'].map((name) => {
    const { id } = payments.create(aPayment(name))
    payments.reserve(id, [aPlan(name, [coin])])
    const ended = payments.cancel(id)
    return { ...ended, transactions: ended.transactions.map((each) => ({ ...each, signedRaw: 'aa' })) }
  })
  expect(coinsOfTries(tries, 'payment', () => true)).toEqual([coin.output_id])
  store.close()
})
