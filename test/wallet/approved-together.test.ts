import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import type { Vault } from '#vault'
import { newTeam } from '../support/cosigners.ts'
import {
  approving,
  BTC,
  coded,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

const network = sharedNetwork()
let ben: UserId

beforeAll(async () => {
  const host = await network.open()
  ben = (await newAccount(host, 'Ben')).account
})

/** What becomes of two that are agreed to in the same moment, before either of them is written down. */
async function bothAtOnce(
  amounts: readonly string[],
  prepareTwo: (wallet: OpenWallet, account: UserId) => Promise<readonly PaymentReview[]>,
): Promise<string[]> {
  const wallet = await network.open()
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  for (const amount of amounts) await fund(wallet, account, BTC, amount)
  const reviews = await prepareTwo(wallet, account)
  const ends = await Promise.allSettled(
    reviews.map((review) => wallet.calls['payments.approve'](approving(account, review))),
  )
  return ends.map((end) => (end.status === 'fulfilled' ? 'signed' : codeOf(end.reason))).sort()
}

const byHand = (wallet: OpenWallet, account: UserId, amount: string) =>
  wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)]))

async function byList(wallet: OpenWallet, account: UserId, amount: string) {
  const row = { line: 1, to: ben, typed: amount, amount: parseAmount(amount), memo: '', label: '' }
  const { runId } = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'July', rows: [row] })
  return wallet.calls['runs.prepare']({ account, runId })
}

/** A vault whose first signature waits until it is let go: what is signed by others meanwhile is quicker. */
function slowFirst() {
  const asked = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  let isFirst = true
  const wrapVault = (vault: Vault): Vault => ({
    ...vault,
    signer(id) {
      const signer = vault.signer(id)
      return {
        ...signer,
        async sign(request) {
          if (isFirst) {
            isFirst = false
            asked.resolve()
            await letGo.promise
          }
          return signer.sign(request)
        },
      }
    },
  })
  return { wrapVault, asked: asked.promise, letGo: letGo.resolve }
}

async function twice() {
  const { wrapVault, asked, letGo } = slowFirst()
  const wallet = await network.open({ wrapVault })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  for (const amount of ['0.1', '0.1']) await fund(wallet, account, BTC, amount)
  const [list, hand] = [await byList(wallet, account, '0.1'), await byHand(wallet, account, '0.1')]
  const approve = (review: typeof list) => wallet.calls['payments.approve'](approving(account, review))
  return { asked, letGo, list, hand, approve }
}

describe('a list and a payment by hand of the same', () => {
  it('are not both signed where the one by hand is still being signed', async () => {
    const { asked, letGo, list, hand, approve } = await twice()
    const first = approve(hand)
    await asked
    await expect(approve(list)).rejects.toMatchObject(coded('wallet.review_changed'))
    letGo()
    await first
  })

  it('are not both signed where the list is still being signed', async () => {
    const { asked, letGo, list, hand, approve } = await twice()
    const first = approve(list)
    await asked
    await expect(approve(hand)).rejects.toMatchObject(coded('wallet.review_changed'))
    letGo()
    await first
  })
})

describe('two requests to a group for the same', () => {
  it('are not both made where the first is still being signed', async () => {
    const { wrapVault, asked, letGo } = slowFirst()
    const { members, holder } = await newTeam(network, ['Ana', 'Cleo'], 2, ['0.1', '0.1'], [{ wrapVault }])
    const [{ wallet, account }] = members
    const prepare = () => wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')], { holder }))
    const reviews = [await prepare(), await prepare()]
    const [one, other] = reviews.map((review) => () => wallet.calls['payments.approve'](approving(account, review)))
    const first = one?.()
    await asked
    await expect(other?.()).rejects.toMatchObject(coded('wallet.review_changed'))
    letGo()
    await first
  })
})

describe('two payments that are agreed to in the same moment', () => {
  it('do not leave more change unproved than that of one', async () => {
    const ends = await bothAtOnce(['1', '1'], async (wallet, account) => [
      await byHand(wallet, account, '0.1'),
      await byHand(wallet, account, '0.2'),
    ])
    expect(ends).toEqual(['signed', 'wallet.change_at_risk'])
  })

  it('do not both pay the same', async () => {
    const ends = await bothAtOnce(['0.1', '0.1'], async (wallet, account) => [
      await byHand(wallet, account, '0.1'),
      await byHand(wallet, account, '0.1'),
    ])
    expect(ends).toEqual(['signed', 'wallet.review_changed'])
  })

  it('do not both pay the same where one of them is of a list', async () => {
    const ends = await bothAtOnce(['0.1', '0.1'], async (wallet, account) => [
      await byHand(wallet, account, '0.1'),
      await byList(wallet, account, '0.1'),
    ])
    expect(ends).toEqual(['signed', 'wallet.review_changed'])
  })
})
