import { describe, expect, it } from 'vitest'
import type { Calls, OutgoingProxy } from '#contract/ipc'
import { parseAmount } from '#protocol'
import type { WebAppPage } from '#wallet'
import { mayReach } from '../../src/main/electron/web-session.ts'
import { createPageAnswers } from '../../src/main/web-page.ts'
import { manualClock } from '../support/clock.ts'
import { someCalls } from '../support/host.ts'
import { startHost } from './electron-host.ts'
import { passes } from './fake-electron.ts'

const ME = '11111111-2222-4333-8444-555555555555' as WebAppPage['account']
const BOT = '21111111-2222-4333-8444-555555555555' as WebAppPage['bot']
const OTHER_BOT = '31111111-2222-4333-8444-555555555555' as WebAppPage['bot']
const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
const SHOP = 'https://shop.example'
/** A page that was quiet for so long may lead away again. */
const QUIET_MS = 3_000

const page = (given: Partial<WebAppPage> = {}): WebAppPage => ({
  account: ME,
  bot: BOT,
  name: 'Corner Shop',
  url: `${SHOP}/home?lang=en`,
  origin: SHOP,
  theme: 'system',
  currency: 'EUR',
  ...given,
})

async function opened(calls: Partial<Calls> = {}, given: Partial<WebAppPage> = {}, proxy: OutgoingProxy | null = null) {
  const clock = manualClock()
  const { main, openWebApp, emit, ...host } = await startHost({ calls, clock, wallet: ({ onProxy }) => onProxy(proxy) })
  openWebApp(page(given))
  await expect.poll(() => host.electron.windows.length).toBe(2)
  const [, web] = host.electron.windows
  if (web === undefined) throw new Error('no window')
  const changed = () => emit('data.changed', { account: ME, topics: ['webapps'] })
  return { ...host, clock, main: main(), web, changed, open: (more: Partial<WebAppPage>) => openWebApp(page(more)) }
}

const assets: Calls['webapps.assets'] = async () => [
  { assetId: BTC as Awaited<ReturnType<Calls['webapps.assets']>>[number]['assetId'], balance: parseAmount('1.50') },
]

describe('the page of a bot', () => {
  it('runs sandboxed, isolated, without Node, with a preload of its own, and in memory', async () => {
    const { web } = await opened()
    expect(web.options['webPreferences']).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
      preload: '/app/out/preload/web-app.cjs',
      partition: `web-app:${ME}:${BOT}`,
    })
    expect(web.webContents.webRtcPolicy).toBe('disable_non_proxied_udp')
  })

  it('is given the context and nothing else', async () => {
    const { web } = await opened()
    const { additionalArguments } = web.options['webPreferences'] as { additionalArguments: string[] }
    expect(additionalArguments).toHaveLength(1)
    expect(JSON.parse(decodeURIComponent(additionalArguments[0]?.replace('--coffer-page=', '') ?? ''))).toEqual({
      app_version: '1.2.3',
      immersive: false,
      appearance: 'dark',
      currency: 'EUR',
      locale: 'en-GB',
      platform: 'Desktop',
      conversation_id: '',
    })
  })

  it('shares no partition with another bot or account, and opens once', async () => {
    const { electron, open } = await opened()
    open({})
    expect(electron.windows).toHaveLength(2)
    open({ bot: OTHER_BOT })
    open({ account: OTHER_BOT })
    await expect.poll(() => electron.windows.length).toBe(4)
    const partitions = electron.windows.map(
      (window) => (window.options['webPreferences'] as { partition: string }).partition,
    )
    expect(new Set(partitions).size).toBe(4)
  })

  it('shows its origin first in the title, which it cannot change', async () => {
    const { web } = await opened({}, { name: 'https://bank.example \u202e and a name that goes on and on and on' })
    expect(String(web.options['title'])).toMatch(/^https:\/\/shop\.example · /)
    expect(web.options['title']).not.toContain('\u202e')
    expect(passes(web, 'page-title-updated')).toBe(false)
  })

  it('closes with the main window', async () => {
    const { main, web } = await opened()
    main.close()
    expect(web.isDestroyed()).toBe(true)
  })

  it('ends the program when it runs under other preferences', async () => {
    const { electron, web } = await opened()
    web.webContents.preferences['sandbox'] = false
    web.webContents.emit('dom-ready')
    expect(electron.exits).toEqual([70])
  })
})

describe('a page of a bot that wants to leave', () => {
  it('moves within its origin only', async () => {
    const { web } = await opened()
    expect(web.webContents.tryNavigate(`${SHOP}/basket`)).toBe(true)
    for (const url of [
      'http://shop.example/',
      'https://shop.example.evil.example/',
      'https://shop.example:8443/',
      'app://coffer/index.html',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'about:blank',
    ]) {
      expect(web.webContents.tryNavigate(url), url).toBe(false)
    }
  })

  it('is closed by its person, whatever it says against it', async () => {
    const { web } = await opened()
    expect(passes(web.webContents, 'will-prevent-unload')).toBe(false)
  })

  it('shows its server no certificate of the person’s, of which Electron would show the first', async () => {
    const { electron, web } = await opened()
    const given: unknown[] = []
    const [list, take] = [[{ subjectName: 'Ada' }], (...chosen: unknown[]) => given.push(chosen)]
    expect(passes(electron.app, 'select-client-certificate', {}, web.webContents, `${SHOP}/`, list, take)).toBe(false)
    expect(given).toEqual([[]])
  })

  it('is not sent to another origin by its server', async () => {
    const { web } = await opened()
    const redirected = (url: string) => passes(web.webContents, 'will-redirect', { url, isMainFrame: true })
    expect(redirected(`${SHOP}/welcome`)).toBe(true)
    expect(redirected('https://evil.example/')).toBe(false)
  })

  it('hands a payment link to the main window, where it waits to be looked at', async () => {
    const { electron, main, web, clock } = await opened()
    await electron.invoke(main, 'session.touch', null)
    web.focus()
    const links = [
      'mixin://pay?asset=x',
      'https://mixin.one/pay/someone',
      'coffer://pay',
      'https://mixin.one/pay/me?amount=1',
    ]
    expect(web.webContents.tryNavigate(links[0] ?? '')).toBe(false)
    await clock.advance(QUIET_MS)
    expect(web.webContents.openHandler?.({ url: links[1] ?? '' })).toEqual({ action: 'deny' })
    await clock.advance(QUIET_MS)
    const session = electron.sessions.get(`web-app:${ME}:${BOT}`)
    expect(await session?.grants(web.webContents, 'openExternal', { externalURL: links[2] })).toBe(false)
    await clock.advance(QUIET_MS)
    // Its server sends it there.
    expect(passes(web.webContents, 'will-redirect', { url: links[3], isMainFrame: true })).toBe(false)
    expect(main.webContents.sent).toEqual(links.map((text) => ['coffer:event:link.opened', { text }]))
    expect(electron.asked).toEqual([])
  })

  it('opens an address of the web in the person’s browser after they saw it whole and agreed', async () => {
    const { electron, web, clock } = await opened()
    web.focus()
    expect(web.webContents.openHandler?.({ url: 'https://elsewhere.example/a?b#c' })).toEqual({ action: 'deny' })
    await expect.poll(() => electron.asked.length).toBe(1)
    expect(electron.asked[0]?.detail).toBe('https://elsewhere.example/a?b#c')
    expect(electron.opened).toEqual([])
    electron.agree = true
    await clock.advance(QUIET_MS)
    web.webContents.openHandler?.({ url: 'https://elsewhere.example/' })
    await expect.poll(() => electron.opened).toEqual(['https://elsewhere.example/'])
    for (const url of ['http://plain.example/', 'https://a:b@elsewhere.example/', 'file:///etc/passwd', 'ssh://x']) {
      await clock.advance(QUIET_MS)
      web.webContents.openHandler?.({ url })
    }
    expect(electron.asked).toHaveLength(2)
  })
})

describe('a page of a bot that leads away again and again', () => {
  const leads = (web: Awaited<ReturnType<typeof opened>>['web'], url: string) => web.webContents.openHandler?.({ url })
  const linksOf = ({ main }: Awaited<ReturnType<typeof opened>>) =>
    main.webContents.sent.filter(([event]) => event === 'coffer:event:link.opened')

  async function shown() {
    const host = await opened()
    await host.electron.invoke(host.main, 'session.touch', null)
    host.web.focus()
    return host
  }

  it('leads to the wallet once, however long it goes on', async () => {
    const host = await shown()
    for (let times = 0; times < 100; times += 1) {
      leads(host.web, `mixin://pay?asset=${times}`)
      await host.clock.advance(100)
    }
    expect(linksOf(host)).toEqual([['coffer:event:link.opened', { text: 'mixin://pay?asset=0' }]])
  })

  it('asks about an address once, also after it was answered', async () => {
    const { electron, web, clock } = await shown()
    for (let times = 0; times < 30; times += 1) {
      leads(web, `https://elsewhere.example/${times}`)
      await clock.advance(100)
      await new Promise(setImmediate)
    }
    expect(electron.asked).toHaveLength(1)
  })

  it('takes nobody away who uses the wallet', async () => {
    const host = await shown()
    leads(host.web, 'mixin://pay?asset=first')
    host.web.blur()
    await host.clock.advance(QUIET_MS)
    leads(host.web, 'mixin://pay?asset=second')
    expect(linksOf(host)).toHaveLength(1)
  })

  it('leads to the wallet again once its person came back to it and it was quiet', async () => {
    const host = await shown()
    leads(host.web, 'mixin://pay?asset=first')
    await host.clock.advance(QUIET_MS)
    leads(host.web, 'mixin://pay?asset=second')
    expect(linksOf(host)).toHaveLength(2)
  })
})

describe('the session of a bot’s page', () => {
  const TOR: OutgoingProxy = { kind: 'socks5', host: '127.0.0.1', port: 9050 }
  const sessionIn = ({ electron }: Awaited<ReturnType<typeof opened>>) => {
    const session = electron.sessions.get(`web-app:${ME}:${BOT}`)
    if (session === undefined) throw new Error('no session')
    return session
  }

  it('goes through the proxy that the wallet goes through, from its first request on', async () => {
    const shown = await opened({}, {}, TOR)
    expect(sessionIn(shown).proxy).toEqual({ mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:9050' })
  })

  it('takes a new way while it is open, and what stands the old way ends', async () => {
    const shown = await opened()
    const session = sessionIn(shown)
    expect(session.proxy).toEqual({ mode: 'system' })
    const before = session.closed
    shown.onProxy(TOR)
    await expect.poll(() => session.closed).toBe(before + 1)
    expect(session.proxy).toMatchObject({ proxyRules: 'socks5://127.0.0.1:9050' })
  })

  it('grants nothing and saves nothing', async () => {
    const shown = await opened()
    const session = sessionIn(shown)
    for (const permission of ['media', 'geolocation', 'clipboard-read', 'notifications', 'openExternal', 'midi']) {
      expect(await session.grants(shown.web.webContents, permission, { isMainFrame: true }), permission).toBe(false)
      expect(session.handlers['check']?.(), permission).toBe(false)
    }
    expect(passes(session, 'will-download')).toBe(false)
    expect(session.spellChecker).toBe(false)
  })

  it.each([
    ['https://cdn.example/x.js', true],
    ['wss://live.example/', true],
    ['data:image/png;base64,AA', true],
    ['http://cdn.example/x.js', false],
    ['https://localhost/', false],
    ['https://127.0.0.1:8080/', false],
    ['https://192.168.1.1/', false],
    ['https://localhost./', false],
    ['https://shop.localhost/', false],
    ['https://10.0.0.1/', false],
    ['https://169.254.1.1/', false],
    ['https://172.20.0.1/', false],
    ['https://172.31.255.254/', false],
    ['https://172.32.0.1/', true],
    ['https://100.64.0.1/', false],
    ['https://100.127.255.254/', false],
    ['https://100.128.0.1/', true],
    ['ftp://shop.example/x.js', false],
    ['https://printer.local/', false],
    ['https://[::1]/', false],
    ['http://127.0.0.1:40217/localnet/accounts', false],
    ['app://coffer/index.html', false],
    ['file:///etc/passwd', false],
    ['chrome://settings', false],
  ])('lets a request to %s through: %s', (url, passes) => {
    expect(mayReach(url, SHOP)).toBe(passes)
  })

  it('reaches a server on this computer if the page is from there, and no other', () => {
    expect(mayReach('http://127.0.0.1:40217/page.css', 'http://127.0.0.1:40217')).toBe(true)
    expect(mayReach('http://127.0.0.1:40218/', 'http://127.0.0.1:40217')).toBe(false)
  })

  it('reaches the server that the bot has now, and not the one from before', async () => {
    const [before, now] = ['http://127.0.0.1:40217', 'http://127.0.0.1:40218']
    const shown = await opened({}, { origin: before, url: `${before}/` })
    shown.web.close()
    shown.open({ origin: now, url: `${now}/` })
    await expect.poll(() => shown.electron.windows.length).toBe(3)
    const judged = [before, now].map((origin) => sessionIn(shown).judge(`${origin}/page.css`))
    expect(judged).toEqual([{ cancel: true }, { cancel: false }])
  })
})

describe('a bot’s page that asks for balances', () => {
  it('is answered by its origin, in the form that such pages read', async () => {
    const asked: unknown[] = []
    const { electron, web } = await opened({
      'webapps.assets': async (input) => {
        asked.push(input)
        return assets(input)
      },
    })
    expect(await electron.askAssets(web, [BTC.toUpperCase()])).toBe(`[{"asset_id":"${BTC}","balance":"1.5"}]`)
    expect(asked).toEqual([{ account: ME, bot: BOT, origin: SHOP, assetIds: [BTC] }])
  })

  it('gets nothing from a frame, from another origin, or from a window that is no bot’s', async () => {
    const { electron, web, main } = await opened({ 'webapps.assets': assets })
    const { mainFrame } = web.webContents
    expect(await electron.askAssets(web, [], { ...mainFrame, parent: mainFrame })).toBe('[]')
    expect(await electron.askAssets(web, [], { ...mainFrame, origin: 'https://evil.example' })).toBe('[]')
    expect(await electron.askAssets(web, [], null)).toBe('[]')
    expect(await electron.askAssets(main, [])).toBe('[]')
  })

  it('brings the main window, where the person is asked, to the front', async () => {
    const asks: Awaited<ReturnType<Calls['webapps.asking']>> = []
    const { main, changed } = await opened({ 'webapps.asking': async () => asks })
    main.blur()
    changed()
    await new Promise((resolve) => setImmediate(resolve))
    expect(main.isFocused()).toBe(false)
    asks.push({ account: ME, origin: SHOP, bot: {} } as (typeof asks)[number])
    changed()
    await expect.poll(() => main.isFocused()).toBe(true)
  })

  it('reaches no method of the wallet', async () => {
    const { electron, web } = await opened({ 'webapps.assets': assets })
    for (const name of ['app.state', 'webapps.assets', 'keys.reveal', 'approval.answer']) {
      expect(await electron.invoke(web, name, null)).toMatchObject({ ok: false, error: { code: 'host.refused' } })
    }
  })

  it('gets an empty list for what is no list of asset ids, when the wallet refuses, and when it asks too much', async () => {
    const site = { account: ME, bot: BOT, origin: SHOP }
    const answers = createPageAnswers({ 'webapps.assets': assets }, () => undefined)
    expect(await answers(site, ['not an id'])).toBe('[]')
    expect(
      await answers(
        site,
        Array.from({ length: 501 }, () => BTC),
      ),
    ).toBe('[]')
    expect(await answers(site, { length: 1 })).toContain(BTC)
    let looked = 0
    const look = <Value>(value: Value): Value => {
      looked += 1
      return value
    }
    // A list may be four billion places long and hold nothing, or be made of lists that are each many times in the next.
    const sparse = new Proxy(new Array(50_000), {
      get: (list, key) => look(Reflect.get(list, key)),
      has: (list, key) => look(Reflect.has(list, key)),
    })
    expect(await answers(site, sparse)).toBe('[]')
    expect(looked).toBeLessThan(1000)
    const refusing = createPageAnswers(someCalls(), () => undefined)
    expect(await refusing(site, [])).toBe('[]')
    const never = createPageAnswers({ 'webapps.assets': () => new Promise(() => undefined) }, () => undefined)
    for (let at = 0; at < 8; at += 1) void never(site, [])
    expect(await never(site, [])).toBe('[]')
  })
})
