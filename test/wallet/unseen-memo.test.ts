import { expect, it } from 'vitest'
import { memoChecks } from '../../src/wallet/payments/payee-checks.ts'
import { BTC, fund, newAccount, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* What is read of a memo is less than what is in its bytes, whether it was typed or came with a link. */

const network = sharedNetwork()
const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

it.each(['12345\u200b', '123\u202e45', '12\u00a0345', 'a\u{e0041}b', '\u2764\ufe0f\u200d\u200d'])(
  'a memo that reads as another one is told of: %j',
  (memo) => {
    expect(memoChecks(hexOf(memo)).map(({ id, result }) => `${id} ${result}`)).toEqual(['memo-unseen attention'])
  },
)

it.each([
  '',
  'for  Ana,\n12345',
  'Danke \u2764\ufe0f',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{1f44d}\u{1f3fd}',
  '1\ufe0f\u20e3',
  '謝礼',
  '田中\u3000太郎',
  'one\ttwo\r\nthree',
])('a memo that is as it reads says nothing: %j', (memo) => {
  expect(memoChecks(hexOf(memo))).toEqual([])
})

it('bytes that are no text say nothing', () => {
  expect(memoChecks('ff00e2')).toEqual([])
})

it('the review of a payment by a link tells of it', async () => {
  const wallet = await network.open()
  const { account } = await newAccount(wallet, 'Ana')
  const { account: ben } = await newAccount(wallet, 'Ben')
  await fund(wallet, account, BTC, '1')
  const url = `https://mixin.one/pay/${ben}?asset=${BTC}&amount=0.1&memo=12345%E2%80%8B`
  const card = await wallet.calls['scan.read']({ account, text: url, source: 'link' })
  if (card.kind !== 'payment') throw new Error(`read as ${card.kind}`)
  const { memoHex } = card.view.asked
  const review = await wallet.calls['payments.prepare'](
    paying(account, BTC, [toUser(ben, '0.1')], { memoHex: memoHex ?? '' }),
  )
  expect(review.checks.map(({ id }) => id)).toContain('memo-unseen')
  await wallet.close()
})
