import { expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { mint } from '../support/collectibles.ts'
import { asking, newMember, newTeam, sees } from '../support/cosigners.ts'
import type { FaultyLine } from '../support/faults.ts'
import { approving, BTC, coded, fund, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* No bytes say that a coin carries an item. A service that says it of money would have it given away as a trifle. */

const network = sharedNetwork()

/** From here on the service calls what is as much one of a stranger's items, wherever it speaks of it. */
async function calls(line: FaultyLine, amount: string, stranger: Parameters<typeof mint>[1][number]['members']) {
  const { items } = await mint(network, [{ members: stranger, content_type: 'text/plain' }])
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  const named = { inscription_hash: item.inscription_hash }
  const each = (change: (record: object) => object) => (told: object) =>
    Array.isArray(told) ? told.map(change) : change(told)
  const isAsMuch = (record: object): boolean => 'amount' in record && record.amount === amount
  line.faults.push(
    { path: /^\/safe\/outputs/, act: each((record) => (isAsMuch(record) ? { ...record, ...named } : record)) },
    { path: /transaction\/requests$|multisigs/, act: each((record) => ({ ...record, ...named })) },
  )
  return item.inscription_hash
}

it('money that is called an item is not sent as one', async () => {
  const { wallet, account, line } = await newMember(network, 'Ana')
  const { account: ben } = await newMember(network, 'Ben')
  await fund(wallet, account, BTC, '1')
  const inscription = await calls(line, '3.21', [ben])
  const money = { account, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount('3.21') }
  const { threshold } = await wallet.calls['local.deposit'](money)
  await wallet.calls['local.confirm']({ blocks: threshold })
  await wallet.until(
    () => wallet.calls['collectibles.list']({ account, holder: null, hidden: false }),
    ({ items }) => items.length === 1,
  )
  const payee = { kind: 'user', userId: ben } as const
  const review = await wallet.calls['collectibles.transfer']({ account, holder: null, inscription, payee })
  expect(review.verdict).toBe('stop')
  expect(review.checks.filter(({ result }) => result === 'stop')).toEqual([
    { id: 'item', result: 'stop', text: expect.stringContaining('3.21 BTC') },
  ])
  await expect(wallet.calls['payments.approve'](approving(account, review))).rejects.toThrow(
    coded('wallet.review_changed'),
  )
})

it('money of a group that is called an item is not signed for as one', async () => {
  const { members, holder } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
  const [ana, ben] = members
  const { account: eve } = await newMember(network, 'Eve')
  await calls(ben.line, '1', [eve])
  await ben.wallet.calls['app.retry']({ account: ben.account })
  const requestId = await asking(ana, paying(ana.account, BTC, [toUser(eve, '1')], { holder }))
  await sees(ben, requestId)
  const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId })
  expect(review.canSign).toBe(false)
  expect(review.checks.filter(({ result }) => result === 'stop')).toEqual([
    { id: 'inscribed', result: 'stop', text: expect.stringContaining('1 BTC') },
  ])
})
