import { beforeAll, describe, expect } from 'vitest'
import { each, type LyingProxy, startProxy } from '../support/proxy.ts'
import { JONAS } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { plain, seen, visit } from './support/person.ts'
import { go, tooWide } from './support/whole.ts'

/* A service that names no prices, and then ones that no money has. */

const step = journeySteps(() => app)
let network: SeparateNetwork
let proxy: LyingProxy
let app: App

const priced = (of: (symbol: unknown) => object) =>
  proxy.lie({
    at: /^(?:GET|POST) \/(?:network|safe)\/assets/,
    tell: each((asset) => ({ ...asset, ...of(asset['symbol']) })),
  })

beforeAll(async () => {
  network = await startNetwork()
  proxy = await startProxy(network.url)
  priced(() => ({ price_usd: '0', price_btc: '0' }))
  const money = [['BTC', '2'] as const, ['ETH', '30'] as const]
  app = await startApp({
    network: proxy.url,
    account: { name: 'Ada Byron', money },
    size: { width: 1280, height: 800 },
  })
})

const main = () => app.page.getByRole('main')

describe('money of which no price is known', () => {
  step('waits for one, and not for the first deposit, before it is drawn', async () => {
    const { page } = app
    await visit(page, 'Home')
    await seen(page.getByText('No price is known, so what it is worth is not known either.'))
    await seen(page.getByText('The chart begins once a price is known.'))
    await poll(() => page.getByText('first deposit').count()).toBe(0)
    expect(await flaws(page)).toEqual([])
  })
})

describe('money that is worth more than there is', () => {
  step('keeps the cents of its total with the dollars, and each column to itself', async () => {
    priced((symbol) =>
      symbol === 'BTC' ? { price_usd: '98765432109876.12345678', change_usd: '99999999999' } : { price_usd: '-5' },
    )
    await app.restart({ size: { width: 1280, height: 800 } })
    const { page } = app
    await person.unlock(page)
    await visit(page, 'Home')
    const row = await seen(page.getByRole('row', { name: /BTC/ }))
    await poll(async () => plain(await row.innerText())).toContain('>9999 %')
    const cells = row.getByRole('cell')
    for (const cell of await cells.all())
      await poll(() => cell.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThan(2)
    await page.setViewportSize({ width: 1024, height: 640 })
    const cents = main().getByText('.24', { exact: true })
    const isOnOneLine = () =>
      cents.evaluate((part) => {
        const all = document.createRange()
        all.selectNodeContents(part)
        const before = document.createRange()
        before.selectNodeContents(part.parentElement as Element)
        return [all, before].every((range) => new Set([...range.getClientRects()].map(({ top }) => top)).size === 1)
      })
    await poll(isOnOneLine).toBe(true)
  })

  step('leaves no window as narrow as a phone’s', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '1.5' })
    await person.review(page)
    await person.approve(page)
    await person.finished(page)
    await go(page, { name: 'contact', userId: JONAS })
    await page.setViewportSize({ width: 360, height: 640 })
    const paid = page.getByRole('region', { name: 'Sums' }).getByText(/148/)
    await poll(async () => {
      const box = await paid.last().boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 999)
    }).toBeLessThan(360)
    await poll(() => tooWide(page)).toEqual([])
  })
})
