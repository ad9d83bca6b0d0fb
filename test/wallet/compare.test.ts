import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import {
  BTC,
  ETH,
  fund,
  newAccount,
  newFolder,
  type OpenWallet,
  openWallet,
  type PlayNetwork,
  playNetwork,
} from '../support/wallet.ts'

let network: PlayNetwork
let wallet: OpenWallet
let ana: UserId
const line = faultyLine()
const compare = () => wallet.calls['coins.compare']({ account: ana, holder: null })
const LISTS = /^\/safe\/outputs$/
const withoutFirst = (outputs: readonly unknown[]) => outputs.slice(1)

beforeAll(async () => {
  network = await playNetwork()
  wallet = await openWallet({ dir: newFolder(), baseUrl: network.url, fetch: line.fetch })
  ana = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, ana, BTC, '1')
  await fund(wallet, ana, BTC, '0.25')
  await fund(wallet, ana, ETH, '5')
})

afterAll(async () => {
  await wallet?.close()
  await network?.close()
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
