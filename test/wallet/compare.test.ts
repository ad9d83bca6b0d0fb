import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { BTC, ETH, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
const line = faultyLine()
const compare = () => wallet.calls['coins.compare']({ account: ana, holder: null })
const LISTS = /^\/safe\/outputs$/
const withoutFirst = (outputs: readonly unknown[]) => outputs.slice(1)

beforeAll(async () => {
  wallet = await network.open({ fetch: line.fetch })
  ana = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, ana, BTC, '1')
  await fund(wallet, ana, BTC, '0.25')
  await fund(wallet, ana, ETH, '5')
})

describe('comparing what is counted', () => {
  it('finds wallet, service and ledger in agreement, coin by coin', async () => {
    const found = await compare()
    expect(found).toMatchObject({ complete: true, ledgerAsked: true, differences: [], differing: 0, range: null })
    const all = { coins: 2, amount: parseAmount('1.25') }
    expect(found.assets.find(({ asset }) => asset.assetId === BTC)).toMatchObject({
      ...{ wallet: all, service: all, ledger: all },
    })
  })

  it('names a coin that the service does not list, and when it came', async () => {
    line.faults.push({ path: LISTS, act: withoutFirst as never })
    const found = await compare().finally(() => line.faults.splice(0))
    const [coin] = found.differences
    expect(found.differences).toHaveLength(1)
    expect(coin).toMatchObject({ wallet: { state: 'unspent' }, service: null, ledger: { state: 'unspent' } })
    expect(found.range).toEqual({ from: coin?.at, to: coin?.at })
  })

  it('passes no coin over of a service that gives one at a time', async () => {
    line.faults.push({ path: LISTS, act: ((outputs: readonly unknown[]) => outputs.slice(0, 1)) as never })
    const found = await compare().finally(() => line.faults.splice(0))
    expect(found).toMatchObject({ complete: true, differences: [] })
  })

  it('names a coin of which the service tells another amount', async () => {
    line.faults.push({
      path: LISTS,
      act: ((outputs: readonly { amount: string }[]) =>
        outputs.map((output) => (output.amount === '5' ? { ...output, amount: '6' } : output))) as never,
    })
    const found = await compare().finally(() => line.faults.splice(0))
    expect(found.differences).toMatchObject([
      {
        wallet: { amount: parseAmount('5') },
        service: { amount: parseAmount('6') },
        ledger: { amount: parseAmount('5') },
      },
    ])
  })

  it('says when no node answers, and compares the rest', async () => {
    line.faults.push({ path: /^\/external/, act: 'before' })
    const found = await compare().finally(() => line.faults.splice(0))
    expect(found).toMatchObject({ ledgerAsked: false, differing: 0 })
    expect(found.assets.every(({ ledger }) => ledger === null)).toBe(true)
  })

  it('changes nothing: what it found is still counted', async () => {
    const { available } = await wallet.calls['balances.read']({ account: ana, holder: null, assetId: ETH })
    expect(available).toBe(parseAmount('5'))
  })
})

describe('what differs', () => {
  /** Nothing is read but when it is asked for, so that a difference stays until then. */
  const SELDOM = 3_600_000

  it('is mended by reading anew: a coin that was never told of is counted, and nothing differs any more', async () => {
    const lied = faultyLine()
    const seldom = await network.open({ fetch: lied.fetch, syncMs: SELDOM })
    const { account } = await newAccount(seldom, 'Ben')
    const has = async () => (await seldom.calls['balances.read']({ account, holder: null, assetId: BTC })).available
    lied.faults.push({
      path: LISTS,
      act: ((outputs: readonly { amount: string }[]) => outputs.filter(({ amount }) => amount !== '0.75')) as never,
    })
    for (const amount of ['0.75', '0.5']) {
      const order = { account, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount(amount) }
      const { threshold } = await seldom.calls['local.deposit'](order)
      await seldom.calls['local.confirm']({ blocks: threshold })
    }
    await expect
      .poll(async () => {
        await seldom.calls['app.retry']({ account })
        return has()
      })
      .toBe(parseAmount('0.5'))
    lied.faults.splice(0)
    const found = await seldom.calls['coins.compare']({ account, holder: null })
    const held = { state: 'unspent', amount: parseAmount('0.75') }
    expect(found.differences).toMatchObject([{ wallet: null, service: held, ledger: held }])
    const [coin] = found.differences
    expect(found).toMatchObject({ differing: 1, range: { from: coin?.at, to: coin?.at } })
    await seldom.calls['app.retry']({ account })
    expect(await seldom.calls['coins.compare']({ account, holder: null })).toMatchObject({ differing: 0, range: null })
    expect(await has()).toBe(parseAmount('1.25'))
    await seldom.close()
  })
})
