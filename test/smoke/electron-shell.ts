import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { cleanEnvironment } from '../../src/main/environment.ts'
import type { Shell } from '../e2e/shell-suite.ts'
import { painted } from '../e2e/support/app.ts'
import { answerReview, seen } from '../e2e/support/person.ts'
import { newFolder } from '../support/scratch.ts'

/* The built program in the real Electron, which `npm run smoke` has found. */

export const ENTRY = fileURLToPath(new URL('./entry.mjs', import.meta.url))
const STEP_MS = 90_000
/** No keychain of the person who runs it: keys stay in the test's own folder. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } as const

export function electronProgram(): string {
  const program = process.env['COFFER_ELECTRON']
  if (program === undefined) throw new Error('COFFER_ELECTRON is not set: run npm run smoke')
  return program
}

export const electronEnvironment = (): Record<string, string> => cleanEnvironment({ ...process.env, ...NO_KEYCHAIN })

export interface ElectronShell extends Shell {
  readonly app: ElectronApplication
  readonly data: string
  readonly network: string
}

export async function electronShell(network: string): Promise<ElectronShell> {
  const data = newFolder('smoke')
  const complaints: string[] = []

  async function open(): Promise<{ app: ElectronApplication; page: Page }> {
    const app = await _electron.launch({
      executablePath: electronProgram(),
      // Or Playwright would switch the sandbox off.
      chromiumSandbox: true,
      // A machine without a camera is asked nothing.
      args: [ENTRY, '--use-fake-device-for-media-stream', '--data', data, '--network', network],
      env: electronEnvironment(),
    })
    const page = await app.firstWindow()
    page.setDefaultTimeout(STEP_MS)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await painted(page)
    return { app, page }
  }

  let current = await open()

  /** In the window of its own, which takes no yes before it was read. */
  async function agree(press: () => Promise<void>, button: RegExp): Promise<void> {
    const [window] = await Promise.all([current.app.waitForEvent('window'), press()])
    window.setDefaultTimeout(STEP_MS)
    const yes = window.getByRole('button', { name: button })
    await window.bringToFront()
    await answerReview(window)
    await yes.click()
    if (!window.isClosed()) await window.waitForEvent('close')
  }

  async function tick(): Promise<void> {
    for (const box of await current.page.getByRole('checkbox').all()) await box.check({ force: true })
  }

  return {
    data,
    network,
    complaints,
    get app() {
      return current.app
    },
    get page() {
      return current.page
    },
    async approve() {
      const sign = current.page.getByRole('button', { name: /^Send .* to / })
      await seen(sign)
      await tick()
      await agree(() => sign.click(), /^Send .* to /)
    },
    async sign() {
      const sign = current.page.getByRole('button', { name: /^Sign as / })
      await seen(sign)
      await tick()
      await agree(() => sign.click(), /^Sign/)
    },
    async restart() {
      await current.app.close()
      current = await open()
    },
    async stop() {
      await current.app.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
