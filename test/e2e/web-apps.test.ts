import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { UserId } from '#contract/domain'
import type { WebAppPage } from '#wallet'
import { said } from '#words'
import { RESIDENTS } from '../../src/localnet/ledger/residents.ts'
import { type BrowserHost, startBrowserHost } from '../../src/main/browser/host.ts'
import { loadPages } from '../../src/main/pages.ts'
import type { PageAnswers } from '../../src/main/web-page.ts'
import { createPageAnswers } from '../../src/main/web-page.ts'
import type { PageContext } from '../../src/preload/page-bridge.ts'
import { launchLight } from '../support/chromium.ts'
import { systemClock } from '../support/clock.ts'
import { freshBytes } from '../support/localnet.ts'
import { BTC, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { press, seen } from './support/person.ts'

/*
 * A bot's page asks the wallet for balances. The wallet, its window, what answers the page and the page's own functions are
 * the product's. Electron cannot run here, so its window and its channel are stood in for by a page of Chromium and a
 * binding of Playwright; those two are covered by the unit tests of the Electron host alone.
 */

const NAME = 'Night Market'

describe('a bot’s page with the wallet around it', () => {
  const network = sharedNetwork()
  let wallet: OpenWallet
  let host: BrowserHost
  let browser: Browser
  let coffer: Page
  let botContext: BrowserContext
  let stall: Page
  let ana: UserId
  const opened: WebAppPage[] = []
  const step = journeySteps(() =>
    coffer === undefined ? undefined : ({ page: coffer, complaints: [] } as unknown as App),
  )

  beforeAll(async () => {
    wallet = await network.open({ openWebApp: (page) => opened.push(page) })
    ana = (await newAccount(wallet, 'Ana')).account
    await fund(wallet, ana, BTC, '2.5')
    host = await startBrowserHost({
      wallet: wallet.bare,
      pages: loadPages(fileURLToPath(new URL('../../out/renderer', import.meta.url))),
      port: 0,
      opener: { why: said('main.why.no-open') },
      openWindow: () => {
        throw new Error('no window is opened')
      },
      clock: systemClock,
      random: freshBytes,
      log: () => undefined,
      onLink: () => undefined,
      say: () => undefined,
    })
    browser = await launchLight()
    coffer = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    coffer.setDefaultTimeout(90_000)
    await coffer.goto(host.url)
    await person.heading(coffer, 'Home')
  })
  afterAll(async () => {
    await browser?.close()
    await host?.stop()
  })

  const question = () => coffer.getByRole('alertdialog', { name: 'A page asks for your balances' })
  const status = async () => (await stall.getByRole('status').textContent()) ?? ''
  const ask = () => press(stall, 'Show my balances')
  const shared = () => stall.getByRole('list', { name: 'Balances' }).getByRole('listitem').allTextContents()
  async function toWebApps(): Promise<void> {
    await person.visit(coffer, 'Settings')
    await press(coffer.getByRole('navigation', { name: 'Settings' }), 'Web apps')
  }

  step('opens from Settings, with its origin and with the context', async () => {
    await toWebApps()
    const { bot } = await wallet.calls['webapps.read']({ account: ana, bot: RESIDENTS.market.userId })
    await coffer.getByRole('textbox', { name: 'Number or id of the bot' }).fill(bot.identityNumber)
    await press(coffer, 'Look it up')
    await seen(coffer.getByText(`${network.url}/localnet/market`))
    await press(coffer, 'Open')
    await poll(async () => opened.length).toBe(1)
    const [page] = opened
    if (page === undefined) throw new Error('nothing was opened')
    botContext = await browser.newContext()
    stall = await openBotPage(
      botContext,
      page,
      createPageAnswers(wallet.calls, () => undefined),
    )
    await seen(stall.getByRole('heading', { name: NAME }))
    await seen(stall.getByText('Opened by the wallet: en-GB, light, USD'))
  })

  step('gets an empty list when the person refuses, and the next time is not asked about', async () => {
    await ask()
    await question().waitFor()
    await seen(question().getByText(network.url, { exact: true }))
    await press(question(), 'Show nothing')
    await poll(status).toBe('Nothing was shared.')
    await ask()
    await poll(status).toBe('Nothing was shared.')
    await poll(() => question().count()).toBe(0)
  })

  step('gets the balances once the person has agreed', async () => {
    await press(coffer, 'Forget')
    await seen(coffer.getByText('No page has asked for balances yet.'))
    await ask()
    await question().waitFor()
    expect(await status()).toBe('Asked for balances.')
    await press(question(), 'Show balances')
    await poll(status).toBe('Shared: 1')
    expect(await shared()).toEqual([`2.5 of ${BTC}`])
  })

  step('gets nothing any more once that was taken back in Settings', async () => {
    await seen(coffer.getByText(/Sees balances/))
    await press(coffer, 'Show nothing')
    await seen(coffer.getByText(/Sees nothing/))
    await ask()
    await poll(status).toBe('Nothing was shared.')
  })

  step('is asked about anew when it was forgotten, and a closed question counts as no', async () => {
    await press(coffer, 'Forget')
    await seen(coffer.getByText('No page has asked for balances yet.'))
    await ask()
    await question().waitFor()
    await coffer.keyboard.press('Escape')
    await poll(status).toBe('Nothing was shared.')
  })

  step('leads to the reading of its payment link, which pays nothing', async () => {
    const href = (await stall.getByRole('link', { name: /Buy a lantern/ }).getAttribute('href')) ?? ''
    const card = await wallet.calls['scan.read']({ account: ana, text: href, source: 'link' })
    expect(card).toMatchObject({ kind: expect.stringMatching(/pay/) })
    expect(await wallet.calls['payments.open']({ account: ana, holder: null })).toEqual([])
  })
})

describe('a bot’s page in the browser host', () => {
  let app: App
  const step = journeySteps(() => app)
  beforeAll(async () => {
    app = await startApp({ account: { name: 'Ada Lovelace' } })
  })

  step('opens in a tab of its own, without the wallet, and says so', async () => {
    const { page, context } = app
    await person.visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Web apps')
    await seen(page.getByText(/It opens in a tab of this browser and learns nothing from Coffer/))
    await poll(() => page.getByRole('heading', { name: 'What pages may know' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Number or id of the bot' }).fill(RESIDENTS.market.userId)
    await press(page, 'Look it up')
    const [tab] = await Promise.all([context.waitForEvent('page'), press(page, 'Open in a tab')])
    await seen(tab.getByText('Opened in a browser. Balances are shared only in a window of the wallet.'))
    expect(await tab.evaluate(() => ['MixinContext' in window, 'coffer' in window, window.opener])).toEqual([
      false,
      false,
      null,
    ])
    await press(tab, 'Show my balances')
    await seen(tab.getByText('There is no wallet around this page.'))
    await tab.close()
    expect(app.strays).toEqual([])
  })

  step('shows the screen that its host asks for, as menus of the desktop program do', async () => {
    const { page } = app
    const lines: WebSocketRoute[] = []
    await page.routeWebSocket(/\/socket$/, (line) => {
      line.connectToServer()
      lines.push(line)
    })
    await page.reload()
    await person.visit(page, 'Home')
    for (const [screen, name] of [
      ['receive', 'Receive'],
      ['settings', 'Settings'],
    ] as const) {
      lines.at(-1)?.send(JSON.stringify({ event: 'window.show', payload: { screen } }))
      await person.heading(page, name)
    }
    lines.at(-1)?.send(JSON.stringify({ event: 'window.show', payload: { screen: 'constructor' } }))
    await person.visit(page, 'Home')
    expect(app.complaints).toEqual([])
  })

  step('offers a picture of the screen only where the browser can take one', async () => {
    const { page } = app
    const screen = page.getByRole('tab', { name: 'Screen' })
    await press(page, 'Scan')
    await seen(screen)
    await page.keyboard.press('Escape')
    await page.evaluate(() => Object.defineProperty(navigator.mediaDevices, 'getDisplayMedia', { value: undefined }))
    await press(page, 'Scan')
    await seen(page.getByRole('tab', { name: 'File' }))
    await poll(() => screen.count()).toBe(0)
  })
})

const BRIDGE = new URL('../../src/preload/page-bridge.ts', import.meta.url)

/** Opens the page with the lines of the product’s preload, as the host's window would. */
async function openBotPage(context: BrowserContext, page: WebAppPage, answers: PageAnswers): Promise<Page> {
  const { account, bot, theme, currency } = page
  const shown: PageContext = {
    ...{ app_version: 'test', locale: 'en-GB', platform: 'Desktop', conversation_id: '', immersive: false },
    ...{ currency, appearance: theme === 'dark' ? 'dark' : 'light' },
  }
  const lines = stripTypeScriptTypes(readFileSync(BRIDGE, 'utf8')).replaceAll(/^export /gm, '')
  await context.exposeBinding('askHost', ({ frame }, ids: unknown) =>
    answers({ account, bot, origin: new URL(frame.url()).origin }, ids),
  )
  await context.addInitScript({
    content: `(() => {
      ${lines}
      window.MixinContext = createPageBridge({
        context: ${JSON.stringify(shown)},
        request: (ids) => window.askHost(ids),
        deliver: (name, text) => typeof window[name] === 'function' && window[name](text),
      })
    })()`,
  })
  const opened = await context.newPage()
  await opened.goto(page.url)
  return opened
}
