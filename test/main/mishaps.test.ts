import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WebAppPage } from '#wallet'
import { newFolder } from '../support/scratch.ts'
import { someReview, startHost } from './electron-host.ts'
import { type FakeElectron, fakeElectron, passes } from './fake-electron.ts'

/* What goes wrong while the Electron host runs, and how it ends. */

const SHOP = 'https://shop.example'
const PAGE: WebAppPage = {
  account: '11111111-2222-4333-8444-555555555555' as WebAppPage['account'],
  bot: '21111111-2222-4333-8444-555555555555' as WebAppPage['bot'],
  name: 'Corner Shop',
  url: `${SHOP}/home`,
  origin: SHOP,
  theme: 'system',
  currency: 'EUR',
}

/** A page of a bot has a window only once its session knows the way out. */
const windowsAre = (electron: FakeElectron, count: number) => expect.poll(() => electron.windows.length).toBe(count)

describe('a page that dies', () => {
  const crash = [{}, { reason: 'crashed', exitCode: 5 }] as const

  it('is loaded again in the main window when its person asks for it', async () => {
    const { electron, main } = await startHost()
    electron.agree = true
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => main().loaded).toEqual(['app://coffer/index.html', 'app://coffer/index.html'])
    expect(electron.asked).toHaveLength(1)
    expect(electron.quits).toBe(0)
  })

  it.each([
    [{ signed: 1, unsigned: 0 }, /^1 payment is signed\. .*do not pay it again/],
    [{ signed: 0, unsigned: 2 }, /^2 payments are prepared and not signed/],
    [{ signed: 0, unsigned: 0 }, /^No payment was under way/],
  ])('says where the money stands before anything else, with %o', async (standing, words) => {
    const calls = { 'trouble.standing': async () => ({ ended: null, ...standing }) }
    const { electron, main } = await startHost({ calls })
    electron.agree = true
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => electron.asked).toHaveLength(1)
    expect(electron.asked[0]?.detail).toMatch(words)
    expect(electron.asked[0]?.detail).toContain('save a report')
  })

  it('offers a report, saves it where the person wants it, and then asks again', async () => {
    const saveAs = join(newFolder('report'), 'kept.txt')
    const calls = {
      ...{ 'trouble.standing': async () => ({ ended: null, signed: 1, unsigned: 0 }) },
      'app.report': async () => ({ text: 'Coffer report\n' }),
    }
    const { electron, main } = await startHost({ calls })
    Object.assign(electron, { agree: true, choice: 2, saveAs })
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => electron.asked.length).toBeGreaterThan(1)
    electron.choice = 1
    await expect.poll(() => main().loaded).toHaveLength(2)
    expect(electron.asked[0]).toMatchObject({ buttons: ['Quit', 'Show it again', 'Save a report'] })
    expect(electron.asked[0]?.detail).toContain('Coffer sends it to nobody')
    expect(electron.asked[1]?.detail).toMatch(/^1 payment is signed/)
    expect(electron.saving[0]).toBe('coffer-report.txt')
    expect(readFileSync(saveAs, 'utf8')).toBe('Coffer report\n')
  })

  it('makes no report that nobody asked for, and says where one could not be saved', async () => {
    let made = 0
    const calls = {
      'app.report': async () => {
        made += 1
        throw new Error('no journal')
      },
    }
    const { electron, main } = await startHost({ calls })
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => electron.quits).toBe(1)
    expect([made, electron.saving]).toEqual([0, []])
    electron.agree = true
    // A report first, then the end.
    Object.defineProperty(electron, 'choice', { get: () => (electron.asked.length === 2 ? 2 : 0) })
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => electron.quits).toBe(2)
    expect(electron.asked.at(-1)?.detail).toContain('The file could not be saved.')
    expect(made).toBe(1)
  })

  it('says so where nobody can tell how the money stands', async () => {
    const calls = { 'trouble.standing': () => Promise.reject(new Error('locked up')) }
    const { electron, main } = await startHost({ calls })
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => electron.asked).toHaveLength(1)
    expect(electron.asked[0]?.detail).toMatch(/^Coffer cannot read its journal right now/)
  })

  it('ends the program when they would rather quit', async () => {
    const { electron, main } = await startHost()
    main().webContents.emit('render-process-gone', ...crash)
    await expect.poll(() => electron.quits).toBe(1)
    expect(main().loaded).toHaveLength(1)
  })

  it('declines in the approval window', async () => {
    const { electron, ask } = await startHost()
    const decision = ask(someReview())
    await expect.poll(() => electron.windows.length).toBe(2)
    electron.windows[1]?.webContents.emit('render-process-gone', ...crash)
    expect(await decision).toBe('declined')
    expect(electron.windows[1]?.destroyed).toBe(true)
  })

  it('closes the window of a bot', async () => {
    const { electron, openWebApp } = await startHost()
    openWebApp(PAGE)
    await windowsAre(electron, 2)
    electron.windows[1]?.webContents.emit('render-process-gone', ...crash)
    expect(electron.windows[1]?.destroyed).toBe(true)
  })
})

describe('a page that does not answer', () => {
  const standing = { calls: { 'trouble.standing': async () => ({ ended: null, signed: 1, unsigned: 0 }) } }
  /** A person who has not answered yet, and how they do. */
  function thinking(electron: FakeElectron): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    electron.thinks = promise
    return resolve
  }

  it('is ended and loaded again in the main window when its person will not wait', async () => {
    const { electron, main } = await startHost(standing)
    electron.agree = true
    main().emit('unresponsive')
    await expect.poll(() => main().loaded).toHaveLength(2)
    expect(electron.asked).toMatchObject([{ buttons: ['Wait', 'Show it again'] }])
    expect(electron.asked[0]?.detail).toMatch(/^1 payment is signed/)
    expect(electron.quits).toBe(0)
  })

  it('is left to itself when its person waits', async () => {
    const { electron, main } = await startHost(standing)
    main().emit('unresponsive')
    await expect.poll(() => electron.asked).toHaveLength(1)
    await new Promise(setImmediate)
    expect([main().loaded.length, main().destroyed, electron.quits]).toEqual([1, false, 0])
  })

  it('is asked about once at a time', async () => {
    const { electron, main } = await startHost(standing)
    const answer = thinking(electron)
    main().emit('unresponsive')
    main().emit('unresponsive')
    await expect.poll(() => electron.asked).toHaveLength(1)
    answer()
    await new Promise(setImmediate)
    main().emit('unresponsive')
    await expect.poll(() => electron.asked).toHaveLength(2)
  })

  it('takes the question away when it answers first', async () => {
    const { electron, main } = await startHost(standing)
    electron.agree = true
    thinking(electron)
    main().emit('unresponsive')
    await expect.poll(() => electron.asked).toHaveLength(1)
    main().emit('responsive')
    await new Promise(setImmediate)
    expect(main().loaded).toHaveLength(1)
    main().emit('unresponsive')
    await expect.poll(() => electron.asked).toHaveLength(2)
  })

  it('is asked about as one that stopped when it dies meanwhile', async () => {
    const { electron, main } = await startHost(standing)
    electron.agree = true
    const answer = thinking(electron)
    main().emit('unresponsive')
    await expect.poll(() => electron.asked).toHaveLength(1)
    main().webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 })
    await expect.poll(() => electron.asked).toHaveLength(2)
    expect(electron.asked[1]?.buttons).toContain('Quit')
    answer()
    await expect.poll(() => main().loaded).toHaveLength(2)
  })

  it('asks about a crash as before once it was loaded again', async () => {
    const { electron, main } = await startHost(standing)
    electron.agree = true
    main().emit('unresponsive')
    await expect.poll(() => main().loaded).toHaveLength(2)
    main().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    await expect.poll(() => electron.asked).toHaveLength(2)
    expect(electron.asked[1]?.buttons).toContain('Quit')
  })

  it('declines in the approval window', async () => {
    const { electron, ask } = await startHost()
    const decision = ask(someReview())
    await expect.poll(() => electron.windows.length).toBe(2)
    electron.windows[1]?.emit('unresponsive')
    expect(await decision).toBe('declined')
    expect(electron.windows[1]?.destroyed).toBe(true)
    expect(electron.asked).toEqual([])
  })

  it.each([
    [true, 'closes'],
    [false, 'stays'],
  ])('of a bot whose person will not wait (%s) %s', async (agree) => {
    const { electron, openWebApp } = await startHost()
    electron.agree = agree
    openWebApp(PAGE)
    await windowsAre(electron, 2)
    electron.windows[1]?.emit('unresponsive')
    await expect.poll(() => electron.asked).toMatchObject([{ detail: expect.stringContaining(SHOP) }])
    await new Promise(setImmediate)
    expect(electron.windows[1]?.destroyed).toBe(agree)
  })
})

describe('a page that does not come up', () => {
  const refusing = (page: string) => {
    const refuses = { pages: page }
    const electron = fakeElectron({ refuse: (url) => (url.endsWith(refuses.pages) ? 'ERR_FAILED' : null) })
    return { electron, refuses }
  }

  it('is loaded again in the main window when its person asks for it', async () => {
    const { electron, refuses } = refusing('index.html')
    Object.assign(electron, { agree: true })
    const { main, lines } = await startHost({ electron })
    await expect.poll(() => electron.asked.length).toBeGreaterThan(0)
    refuses.pages = 'nothing'
    await expect.poll(() => main().webContents.mainFrame.url).toBe('app://coffer/index.html')
    expect(lines.some(({ event }) => event === 'page.not_loaded')).toBe(true)
    expect(electron.quits).toBe(0)
  })

  it('declines in the approval window', async () => {
    const { electron } = refusing('approval.html')
    const { ask, lines } = await startHost({ electron })
    expect(await ask(someReview())).toBe('declined')
    expect(electron.windows[1]?.destroyed).toBe(true)
    expect(lines.some(({ event }) => event === 'page.not_loaded')).toBe(true)
  })

  it('is asked about by nobody where it began anew by itself, as for its person’s language', async () => {
    let begun = 0
    const electron = fakeElectron({
      refuse(url) {
        begun += 1
        const [window] = electron.windows
        if (window !== undefined) Object.assign(window.webContents.mainFrame, { url, origin: 'app://coffer' })
        return 'ERR_ABORTED'
      },
    })
    const { main } = await startHost({ electron })
    await new Promise(setImmediate)
    expect([begun, main().destroyed, electron.asked, electron.quits]).toEqual([1, false, [], 0])
  })

  it('says nothing where its window was closed meanwhile', async () => {
    const electron = fakeElectron({
      refuse() {
        queueMicrotask(() => electron.windows[0]?.destroy())
        return 'ERR_ABORTED'
      },
    })
    const { main } = await startHost({ electron })
    await new Promise(setImmediate)
    expect([main().destroyed, electron.asked, electron.quits]).toEqual([true, [], 0])
  })
})

describe('approvals when the wallet locks by itself', () => {
  it('decline, those that wait for their turn too', async () => {
    const { electron, ask, emit } = await startHost()
    const decisions = [ask(someReview()), ask(someReview('cd'.repeat(32)))]
    await expect.poll(() => electron.windows.length).toBe(2)
    emit('session.changed', { locked: true })
    expect(await Promise.all(decisions)).toEqual(['declined', 'declined'])
    expect(electron.windows).toHaveLength(2)
    expect(electron.windows[1]?.destroyed).toBe(true)
  })

  it('are asked for again once it is unlocked', async () => {
    const { electron, ask, emit } = await startHost()
    emit('session.changed', { locked: true })
    emit('session.changed', { locked: false })
    const decision = ask(someReview())
    await expect.poll(() => electron.windows.length).toBe(2)
    electron.windows[1]?.close()
    expect(await decision).toBe('declined')
  })
})

describe('the page of a bot that does not come up', () => {
  async function opened(error: string) {
    const host = await startHost({ refuse: (url) => (url === PAGE.url ? error : null) })
    host.openWebApp(PAGE)
    await windowsAre(host.electron, 2)
    return host
  }

  it('leaves no window, says so, and can be opened anew', async () => {
    const { electron, openWebApp } = await opened('ERR_NAME_NOT_RESOLVED')
    await expect.poll(() => electron.windows[1]?.destroyed).toBe(true)
    expect(electron.asked).toMatchObject([{ detail: expect.stringContaining(SHOP) }])
    openWebApp(PAGE)
    await windowsAre(electron, 3)
  })

  it('leaves no window when its server sends it elsewhere, and asks about that address', async () => {
    const { electron } = await opened('ERR_ABORTED')
    const redirect = { url: 'https://www.shop.example/home', isMainFrame: true }
    const [, web] = electron.windows
    expect(web && passes(web.webContents, 'will-redirect', redirect)).toBe(false)
    await expect.poll(() => web?.destroyed).toBe(true)
    expect(electron.asked).toMatchObject([{ detail: redirect.url }])
  })

  it('stays when it went on within its origin before it was done', async () => {
    const electron = fakeElectron({
      refuse(url) {
        if (url !== PAGE.url) return null
        const opened = electron.windows[1]
        if (opened !== undefined) opened.webContents.mainFrame.url = `${SHOP}/welcome`
        return 'ERR_ABORTED'
      },
    })
    const host = await startHost({ electron })
    host.openWebApp(PAGE)
    await windowsAre(electron, 2)
    const web = electron.windows[1]
    await expect.poll(() => host.lines.some((line) => line.event === 'webapp.not_loaded')).toBe(true)
    expect(web?.destroyed).toBe(false)
    expect(host.electron.asked).toEqual([])
  })
})

describe('a minimized window', () => {
  it('comes back when a link of a bot’s page waits in it, and when the page is opened again', async () => {
    const { electron, main, openWebApp } = await startHost()
    openWebApp(PAGE)
    await windowsAre(electron, 2)
    const web = electron.windows[1]
    for (const window of electron.windows) window.minimized = true
    web?.webContents.openHandler?.({ url: 'mixin://pay?asset=x' })
    expect([main().minimized, main().focused]).toEqual([false, true])
    openWebApp(PAGE)
    expect([web?.minimized, web?.focused]).toEqual([false, true])
  })
})

describe('the end', () => {
  it('remembers where the window was, since ending closes no window', async () => {
    const { electron, dataDir } = await startHost()
    const file = join(dataDir, 'window.json')
    expect(existsSync(file)).toBe(false)
    electron.app.emit('before-quit', { preventDefault: () => undefined })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ x: 10, width: 1100 })
  })
})

describe('the name for Windows', () => {
  const { appId } = JSON.parse(readFileSync('build/electron-builder.json', 'utf8')) as { appId: string }

  it('is that of the installer, which notices are shown under', async () => {
    const { electron } = await startHost({ packaged: true, platform: 'win32' })
    expect(electron.names).toEqual([appId])
  })

  it.each(['linux', 'darwin'] as const)('is not given on %s', async (platform) => {
    const { electron } = await startHost({ packaged: true, platform })
    expect(electron.names).not.toContain(appId)
  })
})
