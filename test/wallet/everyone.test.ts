import { beforeAll, describe, expect, it } from 'vitest'
import type { HolderId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { authorizationOf } from '../support/permission.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'

/* The money of several accounts and of their groups, as one. */

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let group: HolderId

beforeAll(async () => {
  wallet = await network.open()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  for (const account of [ana, ben]) {
    const { holder } = await wallet.calls['groups.create']({
      account,
      name: 'Office',
      members: [ana, ben],
      threshold: 2,
    })
    group = holder
  }
  await fund(wallet, ana, BTC, '3')
  await fund(wallet, ben, BTC, '0.5')
  await fund(wallet, ben, ETH, '4')
  await pay(wallet, paying(ana, BTC, [{ payee: { kind: 'group', members: [ana, ben], threshold: 2 }, amount: '1' }]))
  for (const account of [ana, ben]) await has(wallet, account, BTC, '1', group)
  await has(wallet, ana, BTC, '2')
}, 300_000)

const whose = (everyone: boolean, together: boolean, account = ana) => ({ account, holder: null, everyone, together })
const sums = async (everyone: boolean, together: boolean, account = ana) => {
  const { balances } = await wallet.calls['home.read'](whose(everyone, together, account))
  return Object.fromEntries(balances.map(({ asset, total }) => [asset.symbol, total]))
}
const some = (btc: string, eth?: string) => ({
  BTC: parseAmount(btc),
  ...(eth === undefined ? {} : { ETH: parseAmount(eth) }),
})

describe('money of several accounts', () => {
  it('is added up by asset, with groups or without them', async () => {
    expect(await sums(false, false)).toEqual(some('2'))
    expect(await sums(true, false)).toEqual(some('2.5', '4'))
    expect(await sums(false, true)).toEqual(some('3'))
  })

  it('counts a group once that several of the accounts are in', async () => {
    expect(await sums(true, true)).toEqual(some('3.5', '4'))
    expect(await sums(true, true, ben)).toEqual(some('3.5', '4'))
  })

  it('says what each of them has, which is what the total is made of', async () => {
    const { parts, fiat } = await wallet.calls['home.read'](whose(true, true))
    expect(parts.map(({ account, holder, group: face }) => [account, holder, face?.name])).toEqual([
      [ana, null, undefined],
      [ana, group, 'Office'],
      [ben, null, undefined],
    ])
    const cents = (text: string | null | undefined) => Math.round(Number(text) * 100)
    expect(cents(fiat?.total)).toBeGreaterThan(0)
    // Each part is rounded down by itself.
    const apart = parts.reduce((sum, part) => sum + cents(part.fiat), 0)
    expect(cents(fiat?.total) - apart).toBeLessThanOrEqual(parts.length)
    expect(cents(fiat?.total) - apart).toBeGreaterThanOrEqual(0)
    expect((await wallet.calls['home.read'](whose(false, false))).parts).toEqual([])
  })

  it('is never what is only watched with somebody’s permission', async () => {
    const other = await network.open()
    const { account } = await newAccount(other, 'Cleo')
    await fund(other, account, BTC, '7')
    await other.close()
    const { text } = await authorizationOf(network.url, { user: account })
    await wallet.calls['accounts.watch']({ permission: text })
    await has(wallet, account, BTC, '7')
    expect(await sums(true, true)).toEqual(some('3.5', '4'))
    expect(await sums(true, true, account)).toEqual(some('7'))
  })

  it('is worth over time what it is worth together now', async () => {
    for (const [everyone, together] of [
      [true, true],
      [true, false],
    ] as const) {
      const wish = whose(everyone, together)
      const value = await wallet.calls['value.read']({ ...wish, assetId: null, of: 'value', range: 'month' })
      expect(value.total).toBe((await wallet.calls['home.read'](wish)).fiat?.total)
    }
  })

  it('is drawn up once, of a group that two accounts are in as well', async () => {
    const owner = { account: ana, holder: null }
    const others = [ana, ben, ben].map((account) => ({ account, holder: group }))
    const { assets, others: named } = await wallet.until(
      () => wallet.calls['statements.draw']({ ...owner, others, filter: ALL_MOVEMENTS }),
      ({ agrees }) => agrees === true,
    )
    expect(named.map(({ name }) => name)).toEqual(['Office'])
    expect(assets.find(({ asset }) => asset.assetId === BTC)?.closing).toBe(parseAmount('3'))
  })
})
