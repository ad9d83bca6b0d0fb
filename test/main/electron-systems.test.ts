import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ownOptions, refusedSwitches } from '../../src/main/electron/switches.ts'
import { manualClock } from '../support/clock.ts'
import { someReview, startHost as start } from './electron-host.ts'
import { type FakeElectron, fakeElectron, passes } from './fake-electron.ts'

/* What differs between systems: who picks a screen, where tasks stand, what ends a program; and how it may not be started. */

const touch = ['session.touch', null] as const
type Window = FakeElectron['windows'][number]

const film = { isMainFrame: true, requestingUrl: 'app://coffer/index.html', mediaTypes: ['video'] }

const mayCapture = ({ session }: FakeElectron, contents: unknown, details: object = film): Promise<unknown> =>
  session.grants(contents, 'display-capture', details)

const capture = ({ session }: FakeElectron, window: Window, over: object = {}): Promise<unknown> =>
  new Promise((resolve) => {
    const request = { frame: window.webContents.mainFrame, videoRequested: true, audioRequested: false, ...over }
    session.handlers['display']?.(request, resolve)
  })

const OFFERS = [
  { id: 'window:7:0', name: 'A shop\u202e with a code' },
  { id: 'screen:0:0', name: 'Screen 1' },
  { id: 'window:3:1', name: 'Coffer' },
  { id: 'screen:1:0', name: 'Screen 2' },
]

describe('a picture of the screen', () => {
  it('is of what the person chose outside of the page, once', async () => {
    const { electron, main } = await start()
    electron.sources.splice(0, Infinity, ...OFFERS)
    Object.assign(electron, { agree: true, choice: 2 })
    expect(await mayCapture(electron, main().webContents)).toBe(true)
    expect(electron.asked.map(({ buttons }) => buttons)).toEqual([['No', 'Screen 1', 'Screen 2', 'A shop with a code']])
    expect(await capture(electron, main())).toEqual({ video: { id: 'screen:1:0', name: 'Screen 2' } })
    expect(await capture(electron, main())).toBeNull()
    expect(electron.asked).toHaveLength(1)
  })

  it('is asked about anew each time', async () => {
    const { electron, main } = await start()
    electron.agree = true
    for (let time = 0; time < 2; time++) {
      await mayCapture(electron, main().webContents)
      expect(await capture(electron, main())).toMatchObject({ video: { id: 'screen:0:0' } })
    }
    expect(electron.asked).toHaveLength(2)
  })

  it('is none when the person says no, when there is nothing to show, and when asking fails', async () => {
    const { electron, main } = await start()
    expect(await mayCapture(electron, main().webContents)).toBe(false)
    expect(await capture(electron, main())).toBeNull()
    electron.agree = true
    electron.sources.length = 0
    expect(await mayCapture(electron, main().webContents)).toBe(false)
    vi.spyOn(electron.module.desktopCapturer, 'getSources').mockRejectedValueOnce(new Error('refused by the system'))
    expect(await mayCapture(electron, main().webContents)).toBe(false)
    expect(await capture(electron, main())).toBeNull()
  })

  it('goes to the top frame of the main page alone, without sound, and nobody else is even asked for', async () => {
    const { electron, main } = await start()
    electron.agree = true
    const contents = main().webContents
    for (const details of [
      { ...film, isMainFrame: false },
      { ...film, mediaTypes: ['video', 'audio'] },
      { ...film, mediaTypes: [] },
    ]) {
      expect(await mayCapture(electron, contents, details)).toBe(false)
    }
    expect(await mayCapture(electron, null)).toBe(false)
    expect(electron.asked).toEqual([])
    for (const over of [
      { frame: null },
      { frame: { ...contents.mainFrame, parent: contents.mainFrame } },
      { frame: { ...contents.mainFrame, origin: 'https://evil.example' } },
      { audioRequested: true },
      { videoRequested: false },
    ]) {
      await mayCapture(electron, contents)
      expect(await capture(electron, main(), over)).toBeNull()
      await capture(electron, main())
    }
  })

  it('is chosen in the chooser of Wayland, after a yes', async () => {
    const { electron, main } = await start({ screenPicker: 'portal' })
    const portal = vi.spyOn(electron.module.desktopCapturer, 'getSources')
    expect(await mayCapture(electron, main().webContents)).toBe(false)
    expect(portal).not.toHaveBeenCalled()
    electron.agree = true
    expect(await mayCapture(electron, main().webContents)).toBe(true)
    expect(await capture(electron, main())).toMatchObject({ video: { id: 'screen:0:0' } })
    expect(electron.asked[1]?.buttons).toEqual(['No', 'Choose what to show'])
    // Each call would open the chooser once more.
    expect(portal).toHaveBeenCalledTimes(1)
  })

  it('is chosen in the chooser of macOS where it has one, else in ours', async () => {
    const { electron, main } = await start({ screenPicker: 'mac', platform: 'darwin' })
    expect([electron.session.systemPicker, electron.defaultSession.systemPicker]).toEqual([true, false])
    electron.agree = true
    await mayCapture(electron, main().webContents)
    expect(await capture(electron, main())).toMatchObject({ video: { id: 'screen:0:0' } })
    expect(electron.asked[1]?.buttons).toEqual(['No', 'The whole screen'])
  })
})

describe('a start', () => {
  const none = (): boolean => false

  it.each([
    '--single-process',
    '--disable-gpu-sandbox',
    '--disable-some-new-sandbox',
    '--browser-subprocess-path=/tmp/x',
    '--use-fake-ui-for-media-stream',
    '--log-net-log=/tmp/x',
    '--enable-features=X',
    '--disable-features=X',
    '--Disable-Features=X',
    '-disable-features=X',
    '--remote-debugging-port=0',
    '--inspect',
    '-r',
    '--no-such-switch-yet',
  ])('with %s is refused, whatever the system', (given) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(refusedSwitches(['coffer', given], platform, none)).toBe(given.split('=')[0])
    }
  })

  it('with a slash before a switch is refused where a slash begins one', () => {
    expect(refusedSwitches(['coffer', '/disable-features=X'], 'win32', none)).toBe('/disable-features')
    expect(refusedSwitches(['coffer', '/home/ada/x'], 'linux', none)).toBeNull()
  })

  it('by a notice that was pressed in Windows is one like any other, and nowhere else', () => {
    // The system adds it where it starts a program for one of its notices (COM, `LocalServer32`).
    for (const given of ['-Embedding', '/Embedding', '-embedding'])
      expect(refusedSwitches(['Coffer.exe', given], 'win32', none), given).toBeNull()
    expect(refusedSwitches(['Coffer.exe', '-Embedding=x'], 'win32', none)).toBe('-Embedding')
    expect(refusedSwitches(['coffer', '-Embedding'], 'linux', none)).toBe('-Embedding')
  })

  it.each([
    'single-process',
    'disable-gpu-sandbox',
    'disable-namespace-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-setuid-sandbox',
    'browser-subprocess-path',
    'use-fake-ui-for-media-stream',
    'log-net-log',
    'enable-features',
    'disable-features',
  ])('in which Chromium has taken in --%s is refused, however it came there', async (name) => {
    const { electron } = await start({ switches: [name] })
    expect(electron.exits).toEqual([78])
    expect(electron.errors.join()).toContain(`--${name}`)
  })
})

describe('Linux', () => {
  it('says what is refused in a box that is seen: before the program is ready there is none', async () => {
    const electron = fakeElectron({ switches: ['inspect'] })
    const order: string[] = []
    electron.app.whenReady = async () => void order.push('ready')
    electron.module.dialog.showErrorBox = () => void order.push('box')
    await start({ electron, platform: 'linux' })
    expect(order).toEqual(['ready', 'box'])
    expect(electron.exits).toEqual([78])
  })

  it('says what to do where an AppImage may not shut its pages in, which starts it without that', async () => {
    const given = { argv: ['coffer', '--no-sandbox'], platform: 'linux' } as const
    const { electron } = await start({ ...given, switches: ['no-sandbox'], appImage: '/home/ada/coffer.AppImage' })
    expect(electron.exits).toEqual([78])
    expect(electron.errors.join()).toMatch(/shut its pages in.*deb package/)
    const { electron: other } = await start({ ...given, switches: ['no-sandbox'] })
    expect(other.errors.join()).toContain('It does not start with --no-sandbox')
  })

  it('knows the installed program by its desktop entry, also for the links that it claims', async () => {
    const electron = fakeElectron({ packaged: true })
    electron.app.setAsDefaultProtocolClient = () => electron.claimed.push(electron.names.join()) > 0
    await start({ electron, platform: 'linux' })
    expect(electron.claimed).toEqual(['org.coffer.wallet.desktop'])
  })

  it('shows windows with Wayland once their page stands, as none is drawn before it is shown', async () => {
    const { electron, main, ask } = await start({ screenPicker: 'portal' })
    const decision = ask(someReview())
    await expect.poll(() => electron.windows.length).toBe(2)
    for (const window of electron.windows) {
      expect(window.visible).toBe(false)
      window.webContents.emit('dom-ready')
      expect(window.visible).toBe(true)
    }
    // Only now it is drawn; whoever hid it meanwhile has it hidden.
    main().hide()
    main().emit('ready-to-show')
    expect(main().visible).toBe(false)
    electron.windows[1]?.close()
    await decision
  })

  it.each([
    [1, 560, 720],
    [0.5, 560, 720],
    [1.25, 700, 900],
    [2, 1120, 1080],
  ])('asks in a window that has the room for what is drawn %s times as large', async (zoom, width, height) => {
    const { electron, main, ask } = await start()
    main().webContents.zoom = zoom
    const decision = ask(someReview())
    await expect.poll(() => electron.windows[1]?.options).toMatchObject({ width, height })
    // Its title is the one that was given, in the person's language.
    expect(passes(electron.windows[1] as never, 'page-title-updated')).toBe(false)
    electron.windows[1]?.close()
    await decision
  })

  it('shows windows elsewhere once they are drawn, and notes it for whoever looks on from outside', async () => {
    const { main, lines } = await start()
    const noted = () => lines.filter(({ event }) => event === 'window.shown').length
    main().webContents.emit('dom-ready')
    expect([main().visible, noted()]).toEqual([false, 0])
    main().emit('ready-to-show')
    expect([main().visible, noted()]).toEqual([true, 1])
  })

  it.each([
    ['linux', false],
    ['win32', true],
    ['darwin', true],
  ] as const)('alone has one, once installed: not %s, installed %s', async (platform, packaged) => {
    const { electron } = await start({ packaged, platform })
    expect(electron.names).not.toContain('org.coffer.wallet.desktop')
  })
})

describe('options of ours on the command line', () => {
  it('are those before the first link and before --, and what follows an option is its value', () => {
    const given = ['coffer', '.', '--data', '/tmp/x', '--network=local', '--show=send']
    const own = ['--data', '/tmp/x', '--network=local']
    expect(ownOptions(given)).toEqual(own)
    expect(ownOptions([...given, '--', '--proxy=http://evil.example:1'])).toEqual(own)
  })

  // Windows puts a link into the command line as it is, quotes and all.
  it.each(['coffer:x', 'mixin:x', 'https://mixin.one/pay', 'COFFER:x'])('are never what comes after %s', (link) => {
    const injected = [link, '--network=https://evil.example', '--ca', '\\\\evil\\ca.pem', '--proxy=http://evil:1']
    expect(ownOptions(['coffer.exe', ...injected])).toEqual([])
    expect(ownOptions(['coffer.exe', '--', ...injected])).toEqual([])
  })
})

describe('a screen that is asked for from outside the page', () => {
  const shown = (window: Window) =>
    window.webContents.sent.flatMap(([channel, payload]) => (channel === 'coffer:event:window.show' ? [payload] : []))

  it('waits until the page listens', async () => {
    const { electron, main } = await start({ argv: ['coffer', '--show=receive'] })
    expect(shown(main())).toEqual([])
    await electron.invoke(main(), ...touch)
    expect(shown(main())).toEqual([{ screen: 'receive' }])
  })

  it('is one of a short list, and brings the window forward', async () => {
    const { electron, main } = await start()
    await electron.invoke(main(), ...touch)
    main().minimized = true
    electron.app.emit('second-instance', {}, ['coffer', '--show=send'])
    expect(main().minimized).toBe(false)
    for (const argv of [['--show=settings'], ['--show=__proto__'], ['--show=send', '--show=receive'], ['--show=send ']])
      electron.app.emit('second-instance', {}, ['coffer', ...argv])
    expect(shown(main())).toEqual([{ screen: 'send' }])
  })
})

interface Item {
  readonly label?: string
  readonly role?: string
  readonly accelerator?: string
  readonly click?: () => void
  readonly submenu?: readonly Item[]
}
const itemsOf = (electron: FakeElectron): Item[] =>
  (electron.menus.at(-1) as readonly Item[]).flatMap(({ submenu = [] }) => submenu)

describe('macOS', () => {
  const mac = (electron = fakeElectron()) => start({ platform: 'darwin', electron })

  it('keeps the program when its last window closes, and makes the window anew', async () => {
    const { electron, main, told } = await mac()
    main().close()
    electron.app.emit('window-all-closed')
    expect([electron.quits, told]).toEqual([0, []])
    electron.app.emit('activate')
    expect(electron.windows).toHaveLength(2)
    const [, second] = electron.windows
    if (second === undefined) throw new Error('no second window')
    expect(second.loaded).toEqual(['app://coffer/index.html'])
    expect(await electron.invoke(second, ...touch)).toMatchObject({ ok: true })
    electron.app.emit('activate')
    expect(electron.windows).toHaveLength(2)
  })

  it('gives a link to a window that is made for it', async () => {
    const { electron, main } = await mac()
    main().close()
    electron.app.emit('open-url', { preventDefault() {} }, 'mixin:x')
    const [, second] = electron.windows
    if (second === undefined) throw new Error('no second window')
    await electron.invoke(second, ...touch)
    expect(second.webContents.sent).toContainEqual(['coffer:event:link.opened', { text: 'mixin:x' }])
  })

  it('has Settings in the menu of the program, by Cmd and comma, and Help where its own search stands', async () => {
    const { electron, main } = await mac()
    await electron.invoke(main(), ...touch)
    const menus = electron.menus.at(-1) as readonly Item[]
    const settings = menus[0]?.submenu?.find(({ label }) => label === 'Settings…')
    expect(settings?.accelerator).toBe('CmdOrCtrl+,')
    settings?.click?.()
    const help = menus.at(-1)
    expect(help?.role).toBe('help')
    expect(itemsOf(electron).map(({ label }) => label)).toContain('Zoom')
    help?.submenu?.[0]?.click?.()
    expect(main().webContents.sent).toEqual([
      ['coffer:event:window.show', { screen: 'settings' }],
      ['coffer:event:window.show', { screen: 'help' }],
    ])
  })

  it('ends from the menu, without a window as well', async () => {
    const { electron, main, told } = await mac()
    main().close()
    electron.app.emit('before-quit', { preventDefault() {} })
    await expect.poll(() => electron.exits).toEqual([0])
    expect(told).toEqual(['close'])
    electron.app.emit('activate')
    expect(electron.windows).toHaveLength(1)
  })
})

describe('an end', () => {
  it('waits for the wallet, however often the program is told to end', async () => {
    const { electron, told } = await start({ platform: 'darwin' })
    expect(passes(electron.app, 'before-quit')).toBe(false)
    // Whoever presses Cmd Q twice would end it in the middle of what the first time is waited for.
    expect(passes(electron.app, 'before-quit')).toBe(false)
    await expect.poll(() => electron.exits).toEqual([0])
    expect(told).toEqual(['close'])
  })

  it('comes also where the files do not close, which is noted', async () => {
    const closing = (): never => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }
    const { electron, lines } = await start({ closing })
    electron.app.emit('before-quit', { preventDefault() {} })
    await expect.poll(() => electron.exits).toEqual([0])
    expect(lines.find(({ event }) => event === 'host.not_closed')?.fields).toMatchObject({ code: 'ENOSPC' })
  })

  /** It tells those who hear of it first, and is ended where none of them minds. */
  function quitting(electron: FakeElectron): FakeElectron {
    electron.app.quit = () => (passes(electron.app, 'before-quit') ? electron.exits.push(-1) : 0)
    return electron
  }

  it('that comes while it still starts waits for its files, and opens no window', async () => {
    const electron = quitting(fakeElectron())
    const { told } = await start({ electron, wallet: () => void electron.app.quit() })
    await expect.poll(() => electron.exits).toEqual([0])
    expect([told, electron.windows]).toEqual([['close'], []])
  })

  it('that comes while it still starts does not wait for what never comes up', async () => {
    const [electron, clock] = [quitting(fakeElectron()), manualClock()]
    void start({ electron, clock, wallet: () => new Promise<void>(() => undefined) })
    await clock.advance(60_000)
    electron.app.quit()
    expect(electron.exits).toEqual([])
    await clock.advance(6000)
    // An end that is not forced would wait for what hangs there.
    expect(electron.exits).toEqual(['kill'])
  })

  it.each([
    ['check.keychain.slow', 'kill', ['close', 'ended'], [process.execPath], 0],
    ['check.keychain.service', 0, ['close'], [], 1],
  ] as const)(
    'does not wait for the person whom a keychain still asks: %s',
    async (code, end, toWallet, byForce, byElectron) => {
      const vault = { keychainProblem: { code, values: {} } }
      const { electron, told, ran, startAnew } = await start({
        calls: { 'app.state': async () => ({ vault }) as never },
      })
      startAnew()
      passes(electron.app, 'before-quit')
      await expect.poll(() => electron.exits).toEqual([end])
      expect([told, ran, electron.anew.length]).toEqual([toWallet, byForce, byElectron])
    },
  )

  it('is followed by the start that somebody asked for meanwhile, with its link and its screen', async () => {
    const argv = ['coffer', '--data=/d', '--network', 'local', '--show=send']
    const { electron } = await start({ electron: fakeElectron({ packaged: true }), argv })
    electron.app.emit('before-quit', { preventDefault() {} })
    const again = ['coffer', '--original-process-start-time=1', '--network=mainnet', '--show=receive', 'mixin:x']
    electron.app.emit('second-instance', {}, again)
    await expect.poll(() => electron.exits).toEqual([0])
    expect(electron.anew).toEqual([['--data=/d', '--network', 'local', '--show=receive', '--', 'mixin:x']])
  })

  it('is followed by a start for a link that came meanwhile', async () => {
    const { electron } = await start({ platform: 'darwin', electron: fakeElectron({ packaged: true }) })
    electron.app.emit('before-quit', { preventDefault() {} })
    electron.app.emit('open-url', { preventDefault() {} }, 'mixin:x')
    await expect.poll(() => electron.exits).toEqual([0])
    expect(electron.anew).toEqual([['--', 'mixin:x']])
  })

  it('is followed by none for a start that came before it, or a network that is there only after it began', async () => {
    const { electron, startAnew } = await start()
    electron.app.emit('second-instance', {}, ['coffer'])
    electron.app.emit('before-quit', { preventDefault() {} })
    startAnew()
    await expect.poll(() => electron.exits).toEqual([0])
    expect(electron.anew).toEqual([])
  })

  it('of a process that Chromium runs beside is noted, as pages may be gone with it', async () => {
    const { electron, lines } = await start()
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
    const noted = lines.filter(({ event }) => event === 'host.process_gone')
    expect(noted.map(({ level, fields }) => [level, fields])).toEqual([['error', { what: 'GPU', reason: 'crashed' }]])
  })
})

describe('the frame of windows', () => {
  it('is light or dark as the person chose, and as the system is where they chose nothing', async () => {
    const preferences = { theme: 'dark', language: 'system' }
    const state = async () => ({ preferences, vault: { locked: false, damage: null }, accounts: [] })
    const { electron, emit } = await start({ calls: { 'app.state': state as never } })
    const theme = () => electron.module.nativeTheme.themeSource
    await expect.poll(theme).toBe('dark')
    for (const wanted of ['system', 'light']) {
      preferences.theme = wanted
      emit('data.changed', { account: null, topics: ['app'] })
      await expect.poll(theme).toBe(wanted)
    }
  })
})

describe('Windows', () => {
  it('starts the installed program for a link by a command of which no part of the link can be a switch', async () => {
    const { electron } = await start({ packaged: true, platform: 'win32' })
    expect(electron.claimed).toEqual(['coffer'])
    expect(electron.claimedWith).toEqual([[process.execPath, ['--']]])
  })

  it('ends its session without asking: the wallet is locked, and the run and its window are left as after any end', async () => {
    const { main, told, dataDir } = await start({ platform: 'win32' })
    main().emit('session-end', { reasons: ['shutdown'] })
    expect(told).toEqual(['lock', 'ended'])
    expect(existsSync(join(dataDir, 'window.json'))).toBe(true)
  })

  it('knows the installed program by the name of its installer, and offers tasks that lead to screens', async () => {
    const electron = fakeElectron({ packaged: true })
    await start({ electron, platform: 'win32' })
    expect(electron.names).toEqual(['org.coffer.wallet'])
    const [list] = electron.jumpLists.at(-1) as readonly {
      type: string
      items: readonly { title: string; args: string }[]
    }[]
    expect(list?.type).toBe('tasks')
    expect(list?.items.map(({ title, args }) => [title, args])).toEqual([
      ['Send', '--show=send'],
      ['Receive', '--show=receive'],
      ['Approvals', '--show=approvals'],
      ['Activity', '--show=activity'],
    ])
    for (const { args } of list?.items ?? []) expect(refusedSwitches(['coffer', args], 'win32', () => false)).toBeNull()
  })

  it.each([
    ['win32', false],
    ['linux', true],
    ['darwin', true],
  ] as const)('alone has them, once installed: not %s, installed %s', async (platform, packaged) => {
    const { electron } = await start({ packaged, platform })
    expect([electron.names.includes('org.coffer.wallet'), electron.jumpLists]).toEqual([false, []])
  })
})

describe('other systems than macOS', () => {
  it.each(['linux', 'win32'] as const)(
    'have Settings and Help in the menu too, and end with the window: %s',
    async (platform) => {
      const { electron, main } = await start({ platform })
      const labels = itemsOf(electron).map(({ label }) => label)
      expect(labels).toEqual(expect.arrayContaining(['Settings…', 'Coffer Help']))
      // Electron knows how to do that on macOS alone: elsewhere nothing would happen.
      expect(labels).not.toContain('Zoom')
      main().close()
      electron.app.emit('window-all-closed')
      expect(electron.quits).toBe(1)
    },
  )
})
