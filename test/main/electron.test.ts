import { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { codeOf, failure } from '#contract/errors'
import { LANGUAGE_TAGS, speak } from '#words'
import type { Decision } from '../../src/main/electron/approval.ts'
import { menuTemplate } from '../../src/main/electron/menu.ts'
import { gated } from '../../src/wallet/shared/consent.ts'
import { DIGEST, someReview, startHost as start } from './electron-host.ts'
import { type FakeElectron, fakeElectron, passes } from './fake-electron.ts'

const touch = ['session.touch', null] as const
const ok = { ok: true, value: null }
const refused = { ok: false, error: { code: 'host.refused' } }

describe('windows', () => {
  it('run in a sandbox, isolated, without Node, webview, spell checker or developer tools', async () => {
    const { main } = await start()
    expect(main().options['webPreferences']).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
      preload: '/app/out/preload/index.cjs',
    })
    expect(main().webContents.webRtcPolicy).toBe('disable_non_proxied_udp')
  })

  it.each([
    ['sandbox', false],
    ['contextIsolation', false],
    ['nodeIntegration', true],
    ['nodeIntegrationInWorker', true],
    ['nodeIntegrationInSubFrames', true],
    ['webviewTag', true],
    ['webSecurity', false],
    ['allowRunningInsecureContent', true],
    ['experimentalFeatures', true],
    ['devTools', true],
  ])('end the program when %s turns out to be %s', async (name, value) => {
    const { electron, main } = await start()
    main().webContents.preferences[name] = value
    main().webContents.emit('dom-ready')
    expect(electron.exits).toEqual([70])
  })

  it('end the program when anything else makes one', async () => {
    const { electron } = await start()
    electron.makeWindowElsewhere()
    expect(electron.exits).toEqual([70])
  })

  it('end the program when developer tools open', async () => {
    const { electron, main } = await start()
    main().webContents.emit('devtools-opened')
    expect(electron.exits).toEqual([70])
  })

  it.each([
    'https://evil.example/',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'app://coffer/approval.html',
    'app://coffer/other.html',
    'app://evil/index.html',
    'data:text/html,x',
    'javascript:alert(1)',
    'blob:app://coffer/x',
    'about:blank',
  ])('do not navigate to %s', async (url) => {
    const { main } = await start()
    expect(main().webContents.tryNavigate(url)).toBe(false)
  })

  it('may load their own page again, in the top frame only', async () => {
    const { main } = await start()
    expect(main().webContents.tryNavigate('app://coffer/index.html')).toBe(true)
    expect(main().webContents.tryNavigate('app://coffer/index.html', false)).toBe(false)
  })

  it('follow no redirect and attach no webview', async () => {
    const { main } = await start()
    for (const event of ['will-redirect', 'will-attach-webview']) {
      expect(passes(main().webContents, event), event).toBe(false)
    }
  })

  it('open where they were closed, if that is still on a screen', async () => {
    const first = await start()
    first.main().close()
    expect(JSON.parse(readFileSync(join(first.dataDir, 'window.json'), 'utf8'))).toMatchObject({ x: 10, width: 1100 })
    const { readWindowState } = await import('../../src/main/electron/window-state.ts')
    const file = join(first.dataDir, 'window.json')
    const screen = { x: 0, y: 0, width: 1920, height: 1080 }
    const usual = { width: 1200, height: 800, minWidth: 1024, minHeight: 640 }
    expect(readWindowState(file, [screen])).toMatchObject({ x: 10, y: 20 })
    expect(readWindowState(file, [{ ...screen, x: 1920 }])).toEqual(usual)
    writeFileSync(file, '{"x":1e999,"y":null}')
    expect(readWindowState(file, [screen])).toEqual(usual)
  })

  it('fit on a screen that is smaller than they are meant to be', async () => {
    const { readWindowState } = await import('../../src/main/electron/window-state.ts')
    const small = { x: 0, y: 0, width: 960, height: 516 }
    const bounds = { width: 960, height: 516, minWidth: 960, minHeight: 516 }
    expect(readWindowState('/nowhere', [{ x: 0, y: 0, width: 1920, height: 1080 }, small])).toEqual(bounds)
  })
})

describe('ways out', () => {
  it.each([
    'https://mixin.one.evil.example/',
    'https://evil.example/?mixin.one',
    'http://mixin.one/',
    'https://user@mixin.one/',
    'https://mixin.one:8443/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'smb://evil/x',
    'coffer:pay',
    'not a url',
  ])('do not lead to %s', async (url) => {
    const { electron, main } = await start()
    electron.agree = true
    expect(main().webContents.openHandler?.({ url })).toEqual({ action: 'deny' })
    expect(electron.asked).toEqual([])
    expect(electron.opened).toEqual([])
  })

  it('lead to an address of the list only after the person saw it whole and agreed', async () => {
    const { electron, main } = await start()
    const url = 'https://developers.mixin.one/dashboard'
    expect(main().webContents.openHandler?.({ url })).toEqual({ action: 'deny' })
    await expect.poll(() => electron.asked).toHaveLength(1)
    expect(electron.asked[0]?.detail).toBe(url)
    expect(electron.opened).toEqual([])
    electron.agree = true
    main().webContents.openHandler?.({ url })
    await expect.poll(() => electron.opened).toEqual([url])
  })
})

describe('where the link of a payment leads back to', () => {
  const SHOP = 'https://shop.example/done?order=7731'

  it('opens in the person’s browser once they saw the whole address and agreed', async () => {
    const { electron, openOutside } = await start()
    electron.agree = true
    openOutside(SHOP)
    await expect.poll(() => electron.opened).toEqual([SHOP])
    expect(electron.asked).toMatchObject([{ detail: SHOP }])
  })

  it('stays closed when they do not agree', async () => {
    const { electron, openOutside } = await start()
    openOutside(SHOP)
    await expect.poll(() => electron.asked).toHaveLength(1)
    expect(electron.opened).toEqual([])
  })

  it('is asked about once, however often it is pressed', async () => {
    const { electron, openOutside } = await start()
    openOutside(SHOP)
    openOutside(SHOP)
    await expect.poll(() => electron.asked).toHaveLength(1)
  })

  it.each([
    'http://shop.example/',
    'https://me:word@shop.example/',
    'file:///etc/passwd',
    'shop:done',
    'javascript:alert(1)',
  ])('is not asked about when it is %s', async (url) => {
    const { electron, openOutside } = await start()
    electron.agree = true
    openOutside(url)
    openOutside('http://127.0.0.1:8080/done')
    await expect.poll(() => electron.opened).toEqual(['http://127.0.0.1:8080/done'])
    expect(electron.asked).toHaveLength(1)
  })

  it('is no way out for the window itself', async () => {
    const { electron, main } = await start()
    electron.agree = true
    expect(main().webContents.openHandler?.({ url: SHOP })).toEqual({ action: 'deny' })
    expect(electron.asked).toEqual([])
  })
})

describe('session', () => {
  const film = {
    isMainFrame: true,
    requestingUrl: 'app://coffer/index.html',
    mediaTypes: ['video'],
    mediaType: 'video',
  }
  const requests = [
    'https://evil.example/',
    'http://127.0.0.1:1/',
    'ws://127.0.0.1:1/',
    'file:///etc/passwd',
    'app://evil/x',
    'data:,x',
    'blob:x',
    'blob:https://evil.example/1234',
    'devtools://x',
  ]

  it.each(requests)('cancels a request to %s', async (url) => {
    const { electron } = await start()
    for (const session of [electron.session, electron.defaultSession]) {
      expect(session.judge(url)).toEqual({ cancel: true })
    }
  })

  it('lets a page load its own files, with a policy that names no host', async () => {
    const { electron } = await start()
    const url = 'app://coffer/index.html'
    expect(electron.session.judge(url)).toEqual({ cancel: false })
    expect(electron.session.judge('blob:app://coffer/1234')).toEqual({ cancel: false })
    const response = electron.session.handlers['app']?.({ url, method: 'GET' }) as Response
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy?.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|https?:|\*/)
  })

  it.each([
    'app://evil/index.html',
    'app://coffer/../../etc/passwd',
    'app://coffer/%2e%2e/package.json',
    'app://coffer/none.js',
  ])('has nothing at %s', async (url) => {
    const { electron } = await start()
    const response = electron.session.handlers['app']?.({ url, method: 'GET' }) as Response
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('')
  })

  it.each(['geolocation', 'midi', 'usb', 'serial', 'hid', 'openExternal', 'fullscreen', 'unknown'])(
    'refuses the permission %s, asked and looked up',
    async (permission) => {
      const { electron, main } = await start()
      const contents = main().webContents
      expect(await electron.session.grants(contents, permission, film)).toBe(false)
      expect(electron.session.handlers['check']?.(contents, permission, 'app://coffer', film)).toBe(false)
    },
  )

  it.each([
    ['our own page', 'app://coffer', true],
    ['any other', 'https://coffer.example', false],
  ])('lets %s tell of a waiting request: %s', (_, origin, expected) =>
    start().then(({ electron }) => {
      // Electron names neither a page nor a frame when it asks this.
      const given = [null, 'notifications', `${origin}/`, { isMainFrame: false, embeddingOrigin: origin }]
      expect(electron.session.handlers['check']?.(...given)).toBe(expected)
      expect(electron.defaultSession.handlers['check']?.(...given)).toBe(false)
    }),
  )

  const askForCamera = ({ session }: FakeElectron, contents: unknown, details: object = film) =>
    session.grants(contents, 'media', details)
  const mayFilm = ({ session }: FakeElectron, contents: unknown): unknown =>
    session.handlers['check']?.(contents, 'media', 'app://coffer', film)

  it('gives the camera to the main page once its person has agreed outside of it', async () => {
    const { electron, main } = await start()
    const contents = main().webContents
    expect(mayFilm(electron, contents)).toBe(false)
    expect(await askForCamera(electron, contents)).toBe(false)
    expect(mayFilm(electron, contents)).toBe(false)
    electron.agree = true
    expect(await askForCamera(electron, contents)).toBe(true)
    expect(mayFilm(electron, contents)).toBe(true)
    expect(await askForCamera(electron, contents)).toBe(true)
    expect(electron.asked).toHaveLength(2)
  })

  it('gives no microphone, and no camera to a frame or to a page of another role, and does not even ask', async () => {
    const { electron, main } = await start()
    electron.agree = true
    const contents = main().webContents
    expect(await askForCamera(electron, contents, { ...film, mediaTypes: ['video', 'audio'] })).toBe(false)
    expect(await askForCamera(electron, contents, { ...film, mediaTypes: [] })).toBe(false)
    expect(await askForCamera(electron, contents, { ...film, isMainFrame: false })).toBe(false)
    expect(await askForCamera(electron, null)).toBe(false)
    expect(electron.asked).toEqual([])
  })

  it('grants the clipboard to the main page and to nobody else', async () => {
    const { electron, main } = await start()
    const contents = main().webContents
    const check = (from: unknown, origin: string, isMainFrame = true) =>
      electron.session.handlers['check']?.(from, 'clipboard-sanitized-write', origin, { isMainFrame })
    expect(check(contents, 'app://coffer')).toBe(true)
    expect(check(contents, 'https://evil.example')).toBe(false)
    expect(check(contents, 'app://coffer', false)).toBe(false)
    expect(check(null, 'app://coffer')).toBe(false)
  })

  it('gives the main page the clipboard for which it asks, and no frame in it', async () => {
    const { electron, main } = await start()
    const asked = (isMainFrame: boolean) =>
      electron.session.grants(main().webContents, 'clipboard-read', { isMainFrame })
    expect([await asked(true), await asked(false)]).toEqual([true, false])
  })

  it('hands out no device and no dictionary, and no screen that nobody agreed to', async () => {
    const { electron } = await start()
    expect(electron.session.handlers['device']?.({})).toBe(false)
    let streams: unknown
    for (const session of [electron.session, electron.defaultSession]) {
      session.handlers['display']?.({ frame: null, videoRequested: true }, (given: unknown) => (streams = given))
    }
    // An object without a picture would be thrown back at the host.
    expect(streams).toBeNull()
    expect(electron.session.spellChecker).toBe(false)
  })

  it.each([
    ['https://evil.example/x.exe', true],
    ['data:application/octet-stream,x', true],
    ['blob:https://evil.example/x', true],
    ['blob:app://coffer/1234', false],
  ])('stops the download of %s: %s', async (url, stopped) => {
    const { electron } = await start()
    expect(passes(electron.session, 'will-download', {}, { getURL: () => url })).toBe(!stopped)
  })

  it('makes the page’s scheme a secure origin before Electron is ready, without further privileges', async () => {
    const { electron } = await start()
    expect(electron.schemes).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ])
  })

  it('gives Chromium no network', async () => {
    const { electron } = await start()
    const nowhere = { mode: 'fixed_servers', proxyRules: 'socks5://0.0.0.0:1', proxyBypassRules: '<-loopback>' }
    expect(electron.session.proxy).toEqual(nowhere)
    expect(electron.defaultSession.proxy).toEqual(nowhere)
    expect(electron.switches).toContain('enable-sandbox')
  })
})

describe('calls from a page', () => {
  it('reach the wallet from the top frame of our page', async () => {
    const { electron, main } = await start()
    expect(await electron.invoke(main(), ...touch)).toEqual(ok)
  })

  it.each([
    ['a frame within the page', { parent: { url: 'app://coffer/index.html' } }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another page of the same origin', { url: 'app://coffer/approval.html' }],
    ['a look-alike address', { url: 'app://coffer/index.html.evil' }],
    ['a page that is gone', { isDestroyed: () => true }],
  ])('are refused from %s', async (_what, difference) => {
    const { electron, main, lines } = await start()
    const frame = { ...main().webContents.mainFrame, ...difference } as never
    expect(await electron.invoke(main(), ...touch, frame)).toMatchObject(refused)
    expect(lines.some((line) => line.event === 'page.refused')).toBe(true)
  })

  it('are refused when the frame is gone', async () => {
    const { electron, main } = await start()
    expect(await electron.invoke(main(), ...touch, null)).toMatchObject(refused)
  })

  it('cannot name what is meant for the approval window', async () => {
    const { electron, main, ask } = await start()
    const decision = ask(someReview())
    await expect.poll(() => electron.windows.length).toBe(2)
    expect(await electron.invoke(main(), 'approval.answer', { digest: DIGEST, decision: 'approved' })).toMatchObject(
      refused,
    )
    electron.windows[1]?.close()
    expect(await decision).toBe('declined')
  })

  it('get events of the wallet in their wire form', async () => {
    const { main, emit } = await start()
    emit('session.changed', { locked: true, phrase: 'secret' })
    expect(main().webContents.sent).toEqual([['coffer:event:session.changed', { locked: true }]])
  })
})

describe('approval', () => {
  async function asked(review = someReview()) {
    const host = await start()
    const decision = host.ask(review)
    await expect.poll(() => host.electron.windows.length).toBe(2)
    const window = host.electron.windows[1]
    if (window === undefined) throw new Error('no approval window')
    return { ...host, decision, window }
  }

  const answer = (decision: Decision, digest = DIGEST) => ['approval.answer', { digest, decision }] as const

  it('shows the review in its own window, with the same preferences', async () => {
    const { electron, window, main } = await asked()
    expect(window.options['webPreferences']).toEqual(main().options['webPreferences'])
    const reply = await electron.invoke(window, 'approval.read', null)
    expect(reply).toMatchObject({ ok: true, value: { digest: DIGEST, amount: '1.5' } })
  })

  it('approves after 800 ms in front of the person', async () => {
    const { electron, window, clock, decision } = await asked()
    window.show()
    await clock.advance(799)
    expect(await electron.invoke(window, ...answer('approved'))).toMatchObject(refused)
    await clock.advance(1)
    expect(await electron.invoke(window, ...answer('approved'))).toEqual(ok)
    expect(await decision).toBe('approved')
    expect(window.destroyed).toBe(true)
  })

  it('starts the time anew when the window was covered', async () => {
    const { electron, window, clock } = await asked()
    window.show()
    await clock.advance(5000)
    window.blur()
    expect(await electron.invoke(window, ...answer('approved'))).toMatchObject(refused)
    window.focus()
    await clock.advance(500)
    expect(await electron.invoke(window, ...answer('approved'))).toMatchObject(refused)
  })

  it('declines at once', async () => {
    const { electron, window, decision } = await asked()
    expect(await electron.invoke(window, ...answer('declined'))).toEqual(ok)
    expect(await decision).toBe('declined')
  })

  it('declines when the window is closed, the wallet locks or the screen does', async () => {
    for (const end of ['close', 'suspend', 'lock-screen'] as const) {
      const { electron, window, decision } = await asked()
      if (end === 'close') window.close()
      else electron.power.emit(end)
      expect(await decision, end).toBe('declined')
      expect(window.destroyed, end).toBe(true)
    }
  })

  it.each([
    ['another payment', answer('approved', 'cd'.repeat(32))],
    ['no digest', ['approval.answer', { decision: 'approved' }] as const],
    ['another decision', ['approval.answer', { digest: DIGEST, decision: 'yes' }] as const],
    ['a further member', ['approval.answer', { digest: DIGEST, decision: 'approved', all: true }] as const],
    ['a method of the main window', touch],
    ['nothing', [undefined, undefined] as const],
  ])('refuses an answer that names %s', async (_what, call) => {
    const { electron, window, clock } = await asked()
    window.show()
    await clock.advance(2000)
    expect(await electron.invoke(window, call[0], call[1])).toMatchObject(refused)
    expect(window.destroyed).toBe(false)
  })

  it('signs nothing in 500 tries of a page under foreign control', async () => {
    const { electron, main, window, clock, decision } = await asked()
    window.show()
    await clock.advance(2000)
    const names = ['approval.answer', 'approval.read', 'approval.approve', 'payments.approved', '__proto__']
    for (let index = 0; index < 500; index++) {
      const reply = await electron.invoke(main(), names[index % names.length], { digest: DIGEST, decision: 'approved' })
      expect(reply).toMatchObject(refused)
    }
    window.close()
    expect(await decision).toBe('declined')
  })

  describe('that asks for the passphrase', () => {
    const PASSPHRASE = 'four random words here'
    const yes = (more = {}) => ['approval.answer', { digest: DIGEST, decision: 'approved', ...more }] as const

    /** A payment behind the real gate, with this window before it; `during` is what happens while a passphrase is looked at. */
    async function gatedPayment(during: () => void = () => undefined) {
      const { ask, ...host } = await start()
      let signed = 0
      const act = async () => {
        signed += 1
      }
      // What the main page says of a passphrase is there too, and counts for nothing.
      const wish = async () => ({ passphrase: PASSPHRASE, shown: someReview(), act })
      const vault = {
        status: () => ({ passphrase: true, locked: false }),
        async checkPassphrase(typed: string) {
          during()
          if (typed !== PASSPHRASE) throw failure('vault.wrong_passphrase', 'no', { details: { waitSeconds: 0 } })
        },
      } as unknown as Parameters<typeof gated>[1]['vault'] // all that the gate asks of it
      const calls = gated({ 'payments.approve': wish } as unknown as Parameters<typeof gated>[0], {
        ...{ askInWindow: ask, vault, empty: () => false },
        moneyPassphrase: () => ({ when: 'always' }),
      })
      const done = calls['payments.approve']({} as Parameters<(typeof calls)['payments.approve']>[0]).then(
        () => 'signed',
        (error: unknown) => codeOf(error),
      )
      await expect.poll(() => host.electron.windows.length).toBe(2)
      const window = host.electron.windows[1]
      if (window === undefined) throw new Error('no approval window')
      window.show()
      await host.clock.advance(2000)
      return { ...host, window, done, signed: () => signed }
    }

    it('signs only what the right one was typed for, and stays open after another', async () => {
      const { electron, window, done, signed } = await gatedPayment()
      expect(await electron.invoke(window, 'approval.read', null)).toMatchObject({ value: { asksPassphrase: true } })
      const needed = { ok: false, error: { code: 'vault.passphrase_needed' } }
      expect(await electron.invoke(window, ...yes())).toMatchObject(needed)
      const wrong = { ok: false, error: { code: 'vault.wrong_passphrase' } }
      expect(await electron.invoke(window, ...yes({ passphrase: 'another one' }))).toMatchObject(wrong)
      expect([window.destroyed, signed()]).toEqual([false, 0])
      expect(await electron.invoke(window, ...yes({ passphrase: PASSPHRASE }))).toEqual(ok)
      expect([await done, window.destroyed, signed()]).toEqual(['signed', true, 1])
    })

    it('signs nothing where it was closed while the passphrase was looked at', async () => {
      let close = () => undefined as unknown
      const { electron, window, done, signed } = await gatedPayment(() => close())
      close = () => window.close()
      expect(await electron.invoke(window, ...yes({ passphrase: PASSPHRASE }))).toMatchObject(refused)
      expect([await done, signed()]).toEqual(['wallet.declined', 0])
    })
  })

  it('shows one payment after the other', async () => {
    const { electron, window, clock, decision, ask } = await asked()
    const second = ask(someReview('cd'.repeat(32)))
    // Everything that can happen without the person has happened then, as time goes on only here.
    await clock.advance(60_000)
    expect(electron.windows).toHaveLength(2)
    window.close()
    await decision
    await expect.poll(() => electron.windows.length).toBe(3)
    electron.windows[2]?.close()
    expect(await second).toBe('declined')
  })

  it('shows the next payment where no window could be made for the one before', async () => {
    const { electron, ask } = await start()
    const { BrowserWindow } = electron.module
    Object.assign(electron.module, {
      BrowserWindow: function none() {
        throw new Error('no window')
      },
    })
    await expect(ask(someReview())).rejects.toThrow('no window')
    Object.assign(electron.module, { BrowserWindow })
    const next = ask(someReview('cd'.repeat(32)))
    await expect.poll(() => electron.windows.length).toBe(2)
    electron.windows[1]?.close()
    expect(await next).toBe('declined')
  })
})

describe('start and end', () => {
  it.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'inspect',
    'no-sandbox',
    'gpu-launcher',
    'js-flags',
    'load-extension',
    'proxy-server',
  ])('refuses the switch --%s', async (name) => {
    const { electron } = await start({ switches: [name] })
    expect(electron.exits).toEqual([78])
    expect(electron.windows).toEqual([])
    expect(electron.errors.join()).toContain(`--${name}`)
  })

  it.each([
    '--enable-logging=file',
    '--user-data-dir=/tmp/x',
    '--host-rules=x',
    '--disable-features=x',
    '-r',
    '--Inspect',
  ])('refuses %s, which it does not know', async (argument) => {
    const { electron } = await start({ argv: ['coffer', '.', argument] })
    expect(electron.exits).toEqual([78])
  })

  it('takes its own options and those of a screen', async () => {
    const argv = [
      'coffer',
      '.',
      '--data',
      '/tmp/x',
      '--network=local',
      '--proxy=socks5://127.0.0.1:9050',
      '--ca',
      '/tmp/x.pem',
      '--enable-sandbox',
      '--ozone-platform=wayland',
      '--',
    ]
    const { electron } = await start({ argv })
    expect(electron.exits).toEqual([])
  })

  it('leaves it to the instance that runs already', async () => {
    const { electron } = await start({ first: false })
    expect(electron.exits).toEqual([0])
    expect(electron.windows).toEqual([])
  })

  it.each(['suspend', 'lock-screen', 'user-did-resign-active', 'shutdown'])('locks on %s', async (event) => {
    const { electron, told } = await start()
    electron.power.emit(event)
    expect(told).toEqual(['lock'])
  })

  it('closes the wallet before it ends', async () => {
    const { electron, told, main } = await start()
    main().close()
    electron.app.emit('window-all-closed')
    expect(electron.quits).toBe(1)
    expect(passes(electron.app, 'before-quit')).toBe(false)
    await expect.poll(() => electron.exits).toEqual([0])
    expect(told).toEqual(['close'])
  })

  it('comes up again on the network that was chosen, once the wallet is closed', async () => {
    const { electron, told, startAnew } = await start({ argv: ['coffer', '.', '--network=local', '--data', '/d'] })
    startAnew()
    expect([electron.quits, electron.anew]).toEqual([1, []])
    passes(electron.app, 'before-quit')
    await expect.poll(() => electron.exits).toEqual([0])
    expect([told, electron.anew]).toEqual([['close'], [['.', '--data', '/d']]])
  })

  it('comes up again out of an AppImage by its own file, which finds nobody to hand its start to', async () => {
    const appImage = '/home/a/Coffer.AppImage'
    const { electron, ran, startAnew } = await start({ argv: ['coffer'], packaged: true, appImage })
    startAnew()
    passes(electron.app, 'before-quit')
    await expect.poll(() => electron.exits).toEqual([0])
    expect([ran, electron.anew, electron.freed]).toEqual([[appImage], [], 1])
  })

  it('closes the wallet also where a window for it could not be made ready', async () => {
    const electron = fakeElectron()
    electron.module.Menu.setApplicationMenu = () => {
      throw new Error('there is no menu')
    }
    const told: string[] = []
    const events = new EventEmitter()
    await expect(start({ electron, told, events })).rejects.toThrow('there is no menu')
    expect(told).toEqual(['close'])
    expect(events.eventNames()).toEqual([])
  })

  it('offers no reload and no developer tools in its menu', async () => {
    const { electron } = await start()
    const roles = JSON.stringify(electron.menus)
    expect(roles).toContain('"Lock"')
    expect(roles).not.toMatch(/reload|toggleDevTools|forceReload/i)
  })

  it.each(LANGUAGE_TAGS)('names all of its menu in %s, whatever Electron calls it', async (tag) => {
    await speak(tag)
    onTestFinished(() => speak('en'))
    const nothing = (): void => undefined
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const menus = menuTemplate(platform, { lock: nothing, show: nothing })
      const items = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      const named = items.filter(({ type }) => type !== 'separator')
      expect(named.length).toBeGreaterThan(14)
      expect([...menus, ...named].filter(({ label = '' }) => label === '')).toEqual([])
      const copy = named.find(({ role }) => role === 'copy')?.label
      expect(copy).toBe({ en: 'Copy', 'zh-CN': '复制', ja: 'コピー' }[tag])
    }
  })
})

describe('links from outside', () => {
  const PAY = 'https://mixin.one/pay/11111111-2222-4333-8444-555555555555?asset=x&amount=1'
  const linkOf = (sent: readonly [string, unknown][]) =>
    sent.filter(([channel]) => channel === 'coffer:event:link.opened')

  it('wait until the page makes its first call', async () => {
    const { electron, main } = await start({ argv: ['coffer', PAY] })
    expect(linkOf(main().webContents.sent)).toEqual([])
    await electron.invoke(main(), ...touch)
    expect(linkOf(main().webContents.sent)).toEqual([['coffer:event:link.opened', { text: PAY }]])
    await electron.invoke(main(), ...touch)
    expect(linkOf(main().webContents.sent)).toHaveLength(1)
  })

  it('wait for the page again while it loads anew', async () => {
    const { electron, main } = await start()
    await electron.invoke(main(), ...touch)
    main().webContents.emit('did-start-loading')
    electron.app.emit('open-url', { preventDefault() {} }, 'mixin:x')
    expect(linkOf(main().webContents.sent)).toEqual([])
    await electron.invoke(main(), ...touch)
    expect(linkOf(main().webContents.sent)).toEqual([['coffer:event:link.opened', { text: 'mixin:x' }]])
  })

  it('are kept by the wallet until somebody has looked, also those from before it was open', async () => {
    const kept: string[] = []
    const calls = {
      'app.keepLink': async ({ text }: { text: string }) => {
        kept.push(text)
        return null
      },
    }
    const { electron } = await start({ argv: ['coffer', PAY], calls })
    electron.app.emit('open-url', { preventDefault() {} }, 'mixin:x')
    electron.app.emit('open-url', { preventDefault() {} }, 'https://evil.example/')
    await vi.waitFor(() => expect(kept.toSorted()).toEqual([PAY, 'mixin:x'].toSorted()))
  })

  it('of its own scheme come to it once it is installed, and no others', async () => {
    const [{ electron: installed }, { electron }] = [await start({ packaged: true }), await start()]
    expect([installed.claimed, electron.claimed]).toEqual([['coffer'], []])
  })

  it('bring the window to the front', async () => {
    const { electron, main } = await start()
    main().minimized = true
    electron.app.emit('second-instance', {}, ['coffer', 'coffer:x'])
    expect([main().minimized, main().focused]).toEqual([false, true])
  })

  it.each([
    [['coffer', 'https://evil.example/']],
    [['coffer', 'file:///etc/passwd']],
    [['coffer', 'javascript:alert(1)']],
    [['coffer', PAY, 'mixin:second']],
    [['coffer', `mixin:${'x'.repeat(2953)}`]],
    [['coffer', 'mixin:a\u202eb']],
    [['coffer', 'mixin:a\nb']],
    [['coffer', `--link=${PAY}`]],
    [['coffer:argv0']],
    [[]],
  ])('are ignored in %j', async (argv) => {
    const { electron, main } = await start()
    await electron.invoke(main(), ...touch)
    electron.app.emit('second-instance', {}, argv)
    expect(linkOf(main().webContents.sent)).toEqual([])
  })

  it('are all that another start can say: 300 vectors of switches change nothing', async () => {
    const { electron, main } = await start()
    await electron.invoke(main(), ...touch)
    const before = [...electron.switches]
    const hostile = [
      '--remote-debugging-port=9222',
      '--gpu-launcher=calc',
      '--no-sandbox',
      '--user-data-dir=/tmp/x',
      '--inspect',
      '--data',
      '/tmp/x',
      '--network',
      'https://evil.example',
      '-r',
      '/tmp/x.js',
      '--js-flags=--x',
      '--load-extension=/tmp',
    ]
    for (let index = 0; index < 300; index++) {
      const argv = ['coffer', ...hostile.filter((_, at) => ((index * 7919 + 13) >> (at % 12)) & 1)]
      electron.app.emit('second-instance', {}, index % 3 === 0 ? [...argv, `mixin:${index}`] : argv)
    }
    expect(electron.switches).toEqual(before)
    expect(electron.exits).toEqual([])
    expect(electron.windows).toHaveLength(1)
    expect(linkOf(main().webContents.sent)).toHaveLength(100)
  })
})
