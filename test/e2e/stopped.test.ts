import { beforeAll, describe, expect } from 'vitest'
import { each, type LyingProxy, refusal, startProxy } from '../support/proxy.ts'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { copied } from './support/cosigner.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen, visit } from './support/person.ts'

/* The service gives back other change than was signed. Sending stops, says why, and goes on when told to. */

const PAID = '0.25'
const CHANGE = '1.75'
const step = journeySteps(() => app)
let network: SeparateNetwork
let proxy: LyingProxy
let app: App

beforeAll(async () => {
  network = await startNetwork()
  proxy = await startProxy(network.url)
  proxy.lie({
    at: /^GET \/safe\/outputs$/,
    // Of the service's own form.
    tell: each((output) =>
      Number(output['amount']) === Number(CHANGE) ? { ...output, mask: (output['keys'] as string[])[0] } : output,
    ),
  })
  app = await startApp({ network: proxy.url, account: { name: 'Emmy Noether', money: [['BTC', '2']] } })
})

async function pay(amount: string): Promise<void> {
  await person.write(app.page, { asset: /^BTC/, to: MAYA, amount })
  await person.review(app.page)
}

const needsALook = () => app.page.getByRole('region', { name: 'Needs a look' })

describe('change that did not come back as it was signed', () => {
  step('stops sending, which Home says', async () => {
    await pay(PAID)
    await person.approve(app.page)
    await person.finished(app.page)
    await visit(app.page, 'Home')
    await seen(needsALook().getByText('Sending is stopped'))
  })

  step('refuses the next payment with where to read why', async () => {
    // What did not come back as it was signed counts as held.
    await person.getPlayMoney(app.page, /^BTC/, '1')
    await pay(PAID)
    await seen(app.page.getByText('under Settings, Sending is stopped'))
  })

  step('is reported with its payment, its amount, the reason and evidence to copy', async () => {
    const { page } = app
    await visit(page, 'Home')
    await press(needsALook(), /Read why/)
    await heading(page, 'What did not come back')
    const text = async () => plain(await page.getByRole('main').innerText())
    await poll(text).toContain('Sending is stopped: 1 amount did not come back as signed')
    await poll(text).toContain(`${CHANGE} BTC`)
    await poll(text).toContain('It differs')
    const evidence = JSON.parse(await copied(app, page.getByRole('button', { name: 'Copy evidence' })))
    expect(evidence).toMatchObject({ reason: 'differs', signed: { index: expect.any(Number) }, listed: {} })
    expect(evidence.signed.mask).not.toBe(evidence.listed.mask)
    expect(await flaws(page)).toEqual([])
    await press(page, /^Send 0\.25 BTC to Maya Okafor/)
    await person.finished(page)
  })

  step('lets sending go on only after a tick, with other coins', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Sending is stopped')
    await press(page, 'Go on sending')
    const dialog = page.getByRole('alertdialog', { name: 'Go on sending' })
    await press(dialog, 'Go on sending')
    await seen(dialog.getByText('Tick the sentence first.'))
    await person.tick(dialog.getByRole('checkbox'))
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'Go on sending')
    await seen(page.getByText('Sending goes on'))
    await seen(page.getByText('You went on'))
    await visit(page, 'Home')
    await needsALook().getByText('Sending is stopped').waitFor({ state: 'hidden' })
    await pay(PAID)
    await person.approve(page)
    await person.finished(page)
    await visit(page, 'Home')
    await poll(async () => plain(await page.getByRole('row', { name: /BTC/ }).innerText())).toContain('0.75 BTC')
  })

  step('leads to the check of the service where that breaks what money depends on', async () => {
    const { page } = app
    proxy.lie({ at: /^POST \/safe\/keys/, tell: each((keys) => ({ ...keys, keys: [] })) })
    await pay('0.1')
    await seen(page.getByText('Look at: “One key for each recipient”.'))
    expect(await flaws(page)).toEqual([])
    await press(page, 'Check the service')
    await heading(page, 'Check the service')
    proxy.lie()
  })
})

describe('prices of the service', () => {
  const PRICES = { BTC: (price: number) => price * 2, ETH: () => 0 }

  step('leave out of the sum what has none, and say so', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^ETH/, '3')
    await visit(page, 'Send')
    await press(page, 'New payment')
    await person.choose(page, page, 'Asset', /^BTC/)
    await page.getByRole('combobox', { name: 'To' }).fill(MAYA)
    await press(page, 'Enter USD')
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('2000')
    await seen(page.getByText(/BTC at \$[\d\s.]+ each, price of [^·]*\d\d:\d\d/))
    await seen(page.getByText('Draft saved'))
    const tell = each((asset) => {
      const changed = PRICES[asset['symbol'] as keyof typeof PRICES] // of the service's own form
      return changed === undefined ? asset : { ...asset, price_usd: String(changed(Number(asset['price_usd']))) }
    })
    proxy.lie({ at: /^GET \/safe\/assets$/, tell })
    await app.restart()
    await person.unlock(app.page)
    await visit(app.page, 'Home')
    await seen(app.page.getByText('ETH is not in this sum: no price of it is known.'))
    const row = (symbol: RegExp) => app.page.getByRole('row', { name: symbol }).innerText()
    await poll(async () => plain(await row(/ETH/))).toMatch(/3 ETH .*no price$/)
    await poll(async () => plain(await row(/BTC/))).toMatch(/0.75 BTC .*\$/)
  })

  step('that moved since an amount was typed keep the payment closed until that is ticked', async () => {
    const { page } = app
    await visit(page, 'Send')
    await press(page, /^Drafts/)
    await page
      .getByRole('main')
      .getByRole('button', { name: /0\.0\d+ BTC to Maya Okafor/ })
      .first()
      .click()
    await press(page, 'Review')
    await seen(page.getByText(/^The price has moved by \d+ % since you typed\./))
    const send = page.getByRole('button', { name: /^Send 0\.0\d+ BTC/ })
    await page.getByLabel('Your passphrase', { exact: true }).fill(person.PASSPHRASE)
    await send.click()
    // Other sentences may stand beside it.
    await seen(page.getByText(/^Tick the (sentence|\d+ sentences) above first\.$/))
    await poll(() => send.count()).toBe(1)
    await person.approve(page)
    await person.finished(page)
    proxy.lie()
  })
})

describe('a deposit address that the service would not make', () => {
  step('is asked for again by one press', async () => {
    const { page } = app
    proxy.lie({ at: /^POST \/safe\/deposit\/entries$/, times: 1, instead: () => refusal(10_002) })
    await visit(page, 'Receive')
    await person.choose(page, page, 'Asset', /^BCH/)
    await press(page, 'Create address')
    await press(page, 'Try again')
    await seen(page.getByRole('img', { name: 'QR code of the address' }))
  })
})

describe('all of it', () => {
  step('is no reason for the window to complain', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})
