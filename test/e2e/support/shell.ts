import type { Page } from 'playwright-core'
import { type App, startApp } from './app.ts'
import { sign } from './cosigner.ts'
import { approve } from './person.ts'

/** The wallet in one of its hosts, for what holds in both. */
export interface Shell {
  readonly host: 'browser' | 'electron'
  /** The main window; another one after a restart. */
  readonly page: Page
  /** What the page complained of. */
  readonly complaints: readonly string[]
  /** Agrees to the payment that is reviewed on screen, where this host asks. */
  approve(): Promise<void>
  /** Agrees to the request of a group that is on screen. */
  sign(): Promise<void>
  /** Ends the program as asked and starts it again on the same files. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** The browser host, with a browser that the test holds. */
export async function browserShell(network: string): Promise<Shell> {
  const app: App = await startApp({ network })
  return {
    host: 'browser',
    get page() {
      return app.page
    },
    complaints: app.complaints,
    approve: () => approve(app.page),
    sign: () => sign(app.page),
    restart: () => app.restart(),
    stop: () => app.stop(),
  }
}
