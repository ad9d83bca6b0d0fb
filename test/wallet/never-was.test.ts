import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount, toAmount } from '#protocol'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import {
  approving,
  BTC,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { type Past, pastsOf, toThePast } from './lied-past.ts'

/* Coins that only a service of the past had: what spends one can never be paid, and nobody can prove it. Its owner can end it all the same. */

const network = sharedNetwork()
let ledger: TrueLedger
let ben: UserId
beforeAll(async () => {
  ledger = openLedger(network.dir)
  ben = (await newAccount(await network.open(), 'Ben')).account
})
afterAll(() => ledger.close())

/** Ana has coins of these amounts, and pays Ben with all of them and one that only a service of before had, which is gone by now. */
async function paidWithPhantom(amounts: readonly string[], amount: string) {
  const pasts = pastsOf(network)
  onTestFinished(() => pasts.close())
  const at: { past: Past | null } = { past: null }
  const line = toThePast(() => at.past, fetch)
  const [wallet, other] = [await network.open({ fetch: line }), await network.open({ fetch: line })]
  onTestFinished(async () => {
    await wallet.close()
    await other.close()
  })
  const { account } = await newAccount(wallet, 'Ana')
  for (const each of amounts) await fund(wallet, account, BTC, each)
  const { account: eve } = await newAccount(other, 'Eve')
  await fund(other, eve, BTC, '1')
  pasts.keep()
  at.past = await pasts.goBack('everything')
  const gift = await other.calls['payments.prepare'](paying(eve, BTC, [toUser(account, '0.3')]))
  await other.calls['payments.approve'](approving(eve, gift))
  const all = amounts.reduce<bigint>((sum, each) => sum + parseAmount(each), parseAmount('0.3'))
  await has(wallet, account, BTC, toAmount(all))
  const coins = await coinsOf(wallet, account)
  const phantom = coins.find((coin) => coin.amount === parseAmount('0.3'))?.outputId
  if (phantom === undefined) throw new Error('there is one')
  const outputs = coins.map(({ outputId }) => outputId)
  const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)], { coins: outputs }))
  await wallet.calls['payments.approve'](approving(account, review))
  expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
  await other.close()
  const { past } = at
  at.past = null
  return { wallet, account, at, past, phantom, paymentId: review.paymentId }
}

async function coinsOf(wallet: OpenWallet, account: UserId) {
  const query = { account, holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 50 } as const
  return (await wallet.calls['coins.list'](query)).rows
}

const read = (wallet: OpenWallet, account: UserId, paymentId: RequestId) => async () => {
  await wallet.calls['app.retry']({ account })
  return wallet.calls['payments.read']({ account, paymentId })
}

describe('a payment that spends a coin which never was', () => {
  it('beside others is made impossible over one of those', async () => {
    const { wallet, account, paymentId } = await paidWithPhantom(['1'], '1.2')
    await wallet.until(
      read(wallet, account, paymentId),
      ({ waitsFor, canVoid }) => waitsFor !== undefined && canVoid === true,
    )
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    await wallet.calls['payments.approve'](approving(account, review))
    expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
    expect((await settled(wallet, account, paymentId)).state).toBe('failed')
    await has(wallet, account, BTC, '1')
  })

  it('alone is put away by its owner, and with it the coin', async () => {
    const { wallet, account, paymentId, phantom } = await paidWithPhantom([], '0.2')
    const waiting = await wallet.until(
      read(wallet, account, paymentId),
      ({ waitsFor, canPutAway }) => waitsFor !== undefined && canPutAway === true,
    )
    expect(waiting.canVoid).toBe(false)
    await wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })
    await wallet.until(read(wallet, account, paymentId), ({ problem }) => problem?.code === 'remote.output_unknown')
    const ended = await wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
    expect(ended).toMatchObject({ state: 'failed', problem: { code: 'wallet.put_away' } })
    const { held, available } = await wallet.calls['balances.read']({ account, holder: null, assetId: BTC })
    expect([held, available]).toEqual([0n, 0n])
    const doubts = async () => {
      const { attention } = await wallet.calls['home.read']({ account, holder: null })
      return attention.filter(({ kind }) => kind === 'doubted' || kind === 'undecided')
    }
    // The other one is its change.
    const both = await wallet.until(doubts, ([first]) => first?.kind === 'doubted' && first.coins === 2)
    expect(both).toHaveLength(1)
    expect((await wallet.calls['coins.doubted']({ account, holder: null })).map(({ outputId }) => outputId)).toContain(
      phantom,
    )
    for (const { outputId } of await wallet.calls['coins.doubted']({ account, holder: null }))
      await wallet.calls['coins.putAway']({ account, holder: null, outputId })
    await wallet.until(doubts, (left) => left.length === 0)
    expect(await wallet.calls['coins.doubted']({ account, holder: null })).toEqual([])
  })

  it('and brought no change back is not called final for ever', async () => {
    const { wallet, account, paymentId } = await paidWithPhantom([], '0.3')
    await wallet.until(
      read(wallet, account, paymentId),
      ({ waitsFor, canPutAway }) => waitsFor === 'called_final' && canPutAway === true,
    )
    await wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
    expect((await wallet.calls['payments.read']({ account, paymentId })).state).toBe('failed')
  })

  it('is not put away while its coin is there', async () => {
    const { wallet, account, paymentId } = await paidWithPhantom(['1'], '1.2')
    await wallet.until(read(wallet, account, paymentId), ({ waitsFor }) => waitsFor !== undefined)
    expect(await wallet.calls['payments.putAway']({ account, paymentId, passphrase: null }).catch(codeOf)).toBe(
      'wallet.payment_state',
    )
  })
})

describe('a payment that was put away', () => {
  it('is tied to what pays the same again, and told of where its coin is there after all', async () => {
    const { wallet, account, at, paymentId, phantom, past } = await paidWithPhantom([], '0.2')
    await wallet.until(read(wallet, account, paymentId), ({ canPutAway }) => canPutAway === true)
    await wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
    for (const { outputId } of await wallet.calls['coins.doubted']({ account, holder: null }))
      await wallet.calls['coins.putAway']({ account, holder: null, outputId })
    // The service is again as it was then: the payment was paid there.
    at.past = past
    await wallet.until(read(wallet, account, paymentId), ({ state }) => state === 'final')
    expect(await wallet.calls['payments.read']({ account, paymentId })).toMatchObject({ afterAll: true })
    expect((await coinsOf(wallet, account)).map(({ outputId }) => outputId)).not.toContain(phantom)
  })
})
