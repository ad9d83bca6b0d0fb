import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  fund,
  has,
  newAccount,
  newPhrase,
  openWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { holdingLine } from './undecided.ts'

const network = sharedNetwork()
const ROUNDS = 12

it('a movement of what failed that is listed and cannot be read is asked for more and more rarely', async () => {
  const host = await network.open()
  const { account: ben } = await newAccount(host, 'Ben')
  const line = holdingLine()
  const first = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: line.fetch })
  onTestFinished(first.close)
  const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(first, account)
  await first.calls['registration.submit']({ account })
  await fund(first, account, BTC, '1')
  const second = await openWallet({ dir: newFolder(), baseUrl: network.url })
  onTestFinished(second.close)
  await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
  await has(second, account, BTC, '1')
  const review = await first.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
  line.kept.add(review.paymentId)
  await first.calls['payments.approve'](approving(account, review))
  await pay(second, paying(account, BTC, [toUser(ben, '1')]))
  await first.until(
    async () => {
      await first.calls['app.retry']({ account })
      return first.calls['payments.read']({ account, paymentId: review.paymentId })
    },
    ({ state }) => state === 'failed',
  )
  const { hashes } = await settled(first, account, review.paymentId)
  const [hash] = hashes
  const id = randomUUID()
  line.faults.push({
    path: /^\/safe\/snapshots$/,
    act: (list: object[]) => [
      ...list,
      ...list.slice(-1).map((each) => ({ ...each, snapshot_id: id, transaction_hash: hash })),
    ],
  })
  line.faults.push({ path: new RegExp(`^/safe/snapshots/${id}$`), act: 'unknown' })
  line.passed.length = 0
  for (let at = 0; at < ROUNDS; at += 1) await first.calls['app.retry']({ account })
  const asked = line.passed.filter((call) => call.endsWith(`/safe/snapshots/${id}`)).length
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(ROUNDS / 2)
})
