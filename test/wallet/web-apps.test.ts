import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { WebAppPage } from '#wallet'
import { RESIDENTS } from '../../src/localnet/ledger/residents.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { clientOf } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, coded, ETH, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

const MARKET = RESIDENTS.market.userId
const SHOP = 'https://shop.example'

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
const options = { dir: newFolder(), keychain: testKeychain() }
const pages: WebAppPage[] = []
const open = () => network.open({ ...options, openWebApp: (page) => pages.push(page) })

beforeAll(async () => {
  wallet = await open()
  ana = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, ana, BTC, '2.5')
  await fund(wallet, ana, ETH, '4')
})

const ask = (origin = SHOP, assetIds: (typeof BTC)[] = [], account = ana) =>
  wallet.calls['webapps.assets']({ account, bot: MARKET, origin, assetIds })
const asking = (origin: string) =>
  wallet.until(
    () => wallet.calls['webapps.asking'](null),
    (asks) => asks.some((each) => each.origin === origin),
  )
const decide = (origin: string, allow: boolean) => wallet.calls['webapps.decide']({ account: ana, origin, allow })
const sites = async () =>
  (await wallet.calls['webapps.sites']({ account: ana })).map(({ origin, allowed }) => [origin, allowed])

describe('a page that asks for balances', () => {
  it('waits for the person, and gets them by consent that lasts over a restart', async () => {
    const answer = ask()
    expect(await asking(SHOP)).toMatchObject([{ account: ana, origin: SHOP, bot: { userId: MARKET } }])
    await decide(SHOP, true)
    const shared = [
      { assetId: BTC, balance: parseAmount('2.5') },
      { assetId: ETH, balance: parseAmount('4') },
    ]
    expect((await answer).toSorted((a, b) => (a.assetId > b.assetId ? -1 : 1))).toEqual(shared)
    expect(await wallet.calls['webapps.asking'](null)).toEqual([])

    await wallet.close()
    wallet = await open()
    expect(await ask(SHOP, [ETH])).toEqual([{ assetId: ETH, balance: parseAmount('4') }])
    expect(await sites()).toEqual([[SHOP, true]])
  })

  it('gets an empty list when the person refuses, now and the next time', async () => {
    const origin = 'https://nosy.example'
    const answer = ask(origin)
    await asking(origin)
    await decide(origin, false)
    expect(await answer).toEqual([])
    expect(await ask(origin)).toEqual([])
    expect(await wallet.calls['webapps.asking'](null)).toEqual([])
  })

  it('asks again once its permission was taken back', async () => {
    const origin = 'https://twice.example'
    const first = ask(origin)
    await asking(origin)
    await decide(origin, true)
    expect(await first).toHaveLength(2)
    await wallet.calls['webapps.forget']({ account: ana, origin })
    const second = ask(origin)
    await asking(origin)
    await decide(origin, false)
    expect(await second).toEqual([])
  })

  it('is asked about once, however often it asks', async () => {
    const origin = 'https://many.example'
    const answers = [ask(origin), ask(origin), ask(origin)]
    expect((await asking(origin)).filter((each) => each.origin === origin)).toHaveLength(1)
    await decide(origin, true)
    for (const answer of answers) expect(await answer).toHaveLength(2)
  })

  it('has the consent of one account for one origin: another port, scheme or account is asked about anew', async () => {
    const ben = (await newAccount(wallet, 'Ben')).account
    for (const [origin, account] of [
      ['https://shop.example:8443', ana],
      ['http://shop.example', ana],
      [SHOP, ben],
    ] as const) {
      const answer = ask(origin, [], account)
      expect(await asking(origin)).toContainEqual(expect.objectContaining({ account, origin }))
      await wallet.calls['webapps.decide']({ account, origin, allow: false })
      expect(await answer).toEqual([])
    }
  })

  it('cannot be decided about before it has asked', async () => {
    await expect(decide('https://silent.example', true)).rejects.toThrow(coded('input.invalid', { field: 'origin' }))
  })
})

describe('the page of a bot', () => {
  it('opens in a window of the host with what it is told of the person', async () => {
    await wallet.calls['app.setPreferences']({ theme: 'dark', currency: 'EUR' })
    const url = `${network.url}/localnet/market`
    const card = await wallet.calls['webapps.read']({ account: ana, bot: MARKET })
    expect(card).toMatchObject({ url, origin: network.url, opens: 'window', bot: { name: 'Night Market', bot: true } })
    expect(await wallet.calls['webapps.read']({ account: ana, bot: card.bot.identityNumber })).toEqual(card)
    expect(pages).toEqual([])
    await wallet.calls['webapps.open']({ account: ana, bot: MARKET })
    const told = { name: 'Night Market', origin: network.url, theme: 'dark', currency: 'EUR' }
    expect(pages).toEqual([{ account: ana, bot: MARKET, url, ...told }])
  })

  it('is said to open in a tab where the host has no window for it, and nobody is asked for balances there', async () => {
    const other = await network.open()
    const { account } = await newAccount(other, 'Cleo')
    expect(await other.calls['webapps.open']({ account, bot: MARKET })).toMatchObject({ opens: 'tab' })
    const input = { account, bot: MARKET, origin: SHOP, assetIds: [] }
    expect(await other.calls['webapps.assets'](input)).toEqual([])
    expect(await other.calls['webapps.asking'](null)).toEqual([])
    await other.close()
  })

  it.each([
    ['', 'no_page'],
    ['not an address', 'no_page'],
    ['http://shop.example/', 'no_page'],
    ['https://a:b@shop.example/', 'no_page'],
    ['javascript:alert(1)', 'no_page'],
    ['app://coffer/index.html', 'no_page'],
  ])('at “%s” is not opened', async (home_uri, reason) => {
    const control = clientOf(network.url, systemClock)
    const { app_id } = await control.call('local.account', { body: { full_name: 'Odd Bot', home_uri } })
    const opened = wallet.calls['webapps.open']({ account: ana, bot: app_id })
    await expect(opened).rejects.toThrow(coded('wallet.no_web_app', { reason }))
  })

  it('of somebody who is no bot is not opened', async () => {
    const opened = wallet.calls['webapps.open']({ account: ana, bot: RESIDENTS.maya.userId })
    await expect(opened).rejects.toThrow(coded('wallet.no_web_app', { reason: 'no_bot' }))
  })
})
