import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { heading, PASSPHRASE, press, seen, visit } from '../e2e/support/person.ts'
import { type ElectronShell, ENTRY, electronEnvironment, electronProgram } from './electron-shell.ts'

/* What only the real Electron has: asked of its main process, of the system, and of a second start. */

interface Check {
  readonly name: string
  readonly run: (shell: ElectronShell) => Promise<void>
}
const check = (name: string, run: Check['run']): Check => ({ name, run })

/** Another start on the same files. Answers its exit code. */
async function another({ data, network }: ElectronShell, args: readonly string[]): Promise<number | null> {
  const own = [ENTRY, '--data', data, '--network', network, ...args]
  const child = spawn(electronProgram(), own, { env: electronEnvironment(), stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** What a person answers in dialogs of the program from here on; the answer says how often they were asked. */
const answering = ({ app }: ElectronShell, response: number): Promise<void> =>
  app.evaluate(({ dialog }, given) => {
    const asked = { count: 0 }
    Object.assign(globalThis, { smokeAsked: asked })
    Object.assign(dialog, {
      showMessageBox: async () => {
        asked.count += 1
        return { response: given, checkboxChecked: false }
      },
    })
  }, response)

const timesAsked = ({ app }: ElectronShell): Promise<number> =>
  app.evaluate(() => (globalThis as unknown as { smokeAsked: { count: number } }).smokeAsked.count)

const named = ({ page }: ElectronShell, lines: string): Promise<unknown> =>
  page.evaluate(
    `(async () => { try { return String(await (async () => { ${lines} })()) } catch (error) { return error.name } })()`,
  )

export const PROGRAM_CHECKS: readonly Check[] = [
  check('runs its pages in a sandbox, isolated, without Node or developer tools', async ({ app }) => {
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        const inspectable = webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
        const { sandbox, contextIsolation, nodeIntegration, webviewTag } = inspectable.getLastWebPreferences()
        // Whether there are developer tools Electron does not tell; where there are none, nothing comes of this.
        webContents.openDevTools()
        return { sandbox, contextIsolation, nodeIntegration, webviewTag, tools: webContents.isDevToolsOpened() }
      }),
    )
    expect(preferences).toEqual([
      { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, tools: false },
    ])
  }),
  check('gives the page two functions, which it cannot change', async (shell) => {
    const kept = await named(
      shell,
      'const { invoke } = window.coffer; try { window.coffer.invoke = () => 0 } catch {} return [Object.keys(window.coffer).sort(), window.coffer.invoke === invoke]',
    )
    expect(kept).toBe('invoke,subscribe,true')
  }),
  check('has no line to the network but nowhere, and keeps nothing of its pages', async ({ app }) => {
    const [proxy, bare, persistent] = await app.evaluate(async ({ session }) => {
      const own = session.fromPartition('coffer')
      const address = 'https://coffer.invalid/'
      return [await own.resolveProxy(address), await session.defaultSession.resolveProxy(address), own.isPersistent()]
    })
    expect([proxy, bare, persistent]).toEqual(['SOCKS5 0.0.0.0:1', 'SOCKS5 0.0.0.0:1', false])
  }),
  check('serves nothing but its pages by its own scheme', async (shell) => {
    for (const path of ['none.js', '../../../etc/passwd', '%2e%2e/package.json']) {
      expect(await named(shell, `return (await fetch('app://coffer/${path}')).status`)).toBe('404')
    }
  }),
  check('stays where it is', async (shell) => {
    for (const place of ['https://coffer.invalid/', 'file:///etc/passwd', 'app://coffer/approval.html']) {
      await shell.page.evaluate((url) => location.assign(url), place).catch(() => undefined)
      expect(shell.page.url().split('#')[0]).toBe('app://coffer/index.html')
    }
  }),
  check('opens an address outside only after a dialog', async (shell) => {
    await answering(shell, 0)
    await named(shell, "return window.open('https://coffer.invalid/') === null")
    expect(await timesAsked(shell)).toBe(0)
    await named(shell, "return window.open('https://mixin.one/') === null")
    await expect.poll(() => timesAsked(shell)).toBe(1)
    expect(shell.app.windows()).toHaveLength(1)
  }),
  check('asks outside of the page before the camera is used', async (shell) => {
    await answering(shell, 0)
    expect(await named(shell, 'return await navigator.mediaDevices.getUserMedia({ video: true })')).toBe(
      'NotAllowedError',
    )
    expect(await timesAsked(shell)).toBe(1)
  }),
  check('asks outside of the page before the screen is captured', async (shell) => {
    await answering(shell, 0)
    const lines = 'return await navigator.mediaDevices.getDisplayMedia({ video: true })'
    // A capture needs the press of a person, as `evaluate` of Playwright is.
    expect(await named(shell, lines)).toBe('NotAllowedError')
    expect(await timesAsked(shell)).toBe(1)
  }),
  check('gives away one picture of the screen when the person agrees', async (shell) => {
    await answering(shell, 1)
    const lines =
      'const stream = await navigator.mediaDevices.getDisplayMedia({ video: true }); const [track] = stream.getTracks(); const { kind } = track; track.stop(); return kind'
    expect(await named(shell, lines)).toBe('video')
  }),
  check('may show notices', async (shell) => {
    expect(await named(shell, 'return Notification.permission')).toBe('granted')
  }),
  check('prints', async ({ app }) => {
    const head = await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return (await window?.webContents.printToPDF({}))?.subarray(0, 5).toString()
    })
    expect(head).toBe('%PDF-')
  }),
  check('has a menu that leads to Settings and Help, and no developer tools', async (shell) => {
    const labels = await shell.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items.map(({ label }) => label) ?? []),
    )
    expect(labels).toEqual(expect.arrayContaining(['Settings…', 'Coffer Help', 'Lock']))
    expect(labels.join()).not.toMatch(/developer|reload/i)
    await shell.app.evaluate(({ Menu }) => {
      const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? [])
      items.find(({ label }) => label === 'Settings…')?.click()
    })
    await heading(shell.page, 'Settings')
  }),
  check('runs once: a second start ends at once', async (shell) => {
    expect(await another(shell, [])).toBe(0)
    expect(shell.app.windows()).toHaveLength(1)
  }),
  check('goes to the screen that a second start asks for', async (shell) => {
    expect(await another(shell, ['--show=receive'])).toBe(0)
    await heading(shell.page, 'Receive')
  }),
  check('shows a link from outside, and acts on nothing', async (shell) => {
    expect(await another(shell, ['coffer:pay/nothing'])).toBe(0)
    await seen(shell.page.getByText('A link was opened'))
    await press(shell.page, 'Ignore')
  }),
  check('hides into the tray where the person wishes so, and comes back', async (shell) => {
    await shell.page.evaluate("window.coffer.invoke('app.setPreferences', { keepRunning: true })")
    const visible = () =>
      shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible()))
    await expect
      .poll(async () => {
        await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
        return visible()
      })
      .toEqual([false])
    await shell.app.evaluate(({ app }) => void app.emit('activate'))
    await expect.poll(visible).toEqual([true])
  }),
  check('locks when the computer goes to sleep', async (shell) => {
    await shell.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
    const field = shell.page.getByLabel('Passphrase', { exact: true })
    await seen(field)
    await field.fill(PASSPHRASE)
    await press(shell.page, 'Unlock')
    // It opens on the screen that was there before.
    await visit(shell.page, 'Home')
  }),
]
