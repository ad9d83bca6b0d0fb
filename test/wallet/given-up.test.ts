import { expect, it, onTestFinished } from 'vitest'
import { cancelledOf } from '../../src/wallet/activity/given-up.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, aPayment, openAccount, request } from '../support/store.ts'

it('finds a cancelled payment however many were cancelled since', () => {
  const store = openAccount(newFolder('store'))
  onTestFinished(() => store.close())
  const { payments } = store.intents
  const ids = Array.from({ length: 430 }, (_, at) => request(at))
  for (const [at, id] of ids.entries()) {
    payments.create({ ...aPayment(at), id })
    payments.cancel(id)
  }
  const found = (wanted: (id: string) => boolean) =>
    cancelledOf(store.intents, aHolder().id, (payment) => wanted(payment.id)).map(({ id }) => id)
  expect(found((id) => id === ids[0] || id === ids[299])).toEqual([ids[299], ids[0]])
  expect(found(() => true)).toHaveLength(430)
})
