import type * as Electron from 'electron'
import { type Clock, cleanText, type Log } from '#contract/domain'
import type { OutgoingProxy } from '#contract/ipc'
import type { WebAppPage } from '#wallet'
import { formatProxy } from '../line/proxy.ts'
import { errorFields } from '../log.ts'
import type { PageAnswers } from '../web-page.ts'
import { asLink, type Links } from './links.ts'
import type { ElectronModule } from './module.ts'
import type { Front } from './shown.ts'
import { guardWebSession } from './web-session.ts'
import { bringForward, type Windows } from './window.ts'

interface WebAppsDeps {
  readonly electron: ElectronModule
  readonly windows: Windows
  readonly front: Pick<Front, 'show'>
  readonly links: Links
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  /** Asks about an address and opens it in the person's browser. */
  readonly openOutside: (url: string) => void
}

export interface WebApps {
  /** Shows a bot's page in a window of its own, or brings the one that is there to the front. */
  open(page: WebAppPage): void
  /** All pages, those that are open too, reach the web through it from now on; null is as the system says. */
  goThrough(proxy: OutgoingProxy | null): void
  /** Takes requests of pages from now on. */
  answer(answers: PageAnswers): void
}

const NAME_MAX = 40
/** So long a page must not have tried to lead away before it may again. */
const QUIET_MS = 3_000

/** Sessions of one bot and account; in memory only, so that no page leaves a trace on the disk or sees another's. */
const partitionOf = ({ account, bot }: WebAppPage): string => `web-app:${account}:${bot}`

/** The origin comes first: a name cannot push it out of the title bar, and the page cannot change it. */
const titleOf = ({ origin, name }: WebAppPage): string => `${origin} · ${cleanText(name, NAME_MAX)}`

/** Windows of bots' pages: what they are let do, and where what leaves them goes. */
export function createWebApps({ electron, windows, front, links, clock, log, openOutside }: WebAppsDeps): WebApps {
  const open = new Map<string, Electron.BrowserWindow>()
  /** Guarded sessions, and the origin of the page that was opened last in each: a bot may have moved to another one since. */
  const guarded = new Map<string, string>()
  /** When an open page last tried to lead away. */
  const led = new Map<string, number>()
  let proxy: OutgoingProxy | null = null

  // Unless told otherwise Electron shows a server that asks for one the first certificate of the person's that it finds.
  electron.app.on('select-client-certificate', (event, _contents, _url, _list, take) => {
    event.preventDefault()
    take()
  })

  function contextOf({ theme, currency }: WebAppPage): string {
    const dark = theme === 'system' ? electron.nativeTheme.shouldUseDarkColors : theme === 'dark'
    return JSON.stringify({
      app_version: electron.app.getVersion(),
      immersive: false,
      appearance: dark ? 'dark' : 'light',
      currency,
      locale: electron.app.getLocale(),
      platform: 'Desktop',
      conversation_id: '',
    })
  }

  /**
   * Whether a page may lead away now. It can by itself, as often as it likes: after the first time only one that its person looks at, and that was
   * quiet for a while, so that there is always time to close it.
   */
  function mayLead(partition: string): boolean {
    const [now, before] = [clock.monotonicMs(), led.get(partition)]
    led.set(partition, now)
    return before === undefined || (now - before >= QUIET_MS && open.get(partition)?.isFocused() === true)
  }

  /** A link of ours goes where all such links go, where it waits for a look; any other is asked about. */
  function leave(partition: string, url: string): void {
    const link = asLink(url)
    if ((link === null && !/^https:\/\//i.test(url)) || !mayLead(partition)) return
    if (link === null) openOutside(url)
    else {
      links.take(link)
      front.show(null)
    }
  }

  /** Their DNS, too, is the proxy's: Chromium asks nobody for what goes through one. */
  async function direct(session: Electron.Session): Promise<void> {
    await session.setProxy(
      // Electron's `socks5` resolves no name either.
      proxy === null ? { mode: 'system' } : { mode: 'fixed_servers', proxyRules: formatProxy(proxy) },
    )
    await session.closeAllConnections()
  }

  function guard(partition: string, { origin }: WebAppPage): Electron.Session {
    const session = electron.session.fromPartition(partition)
    const isNew = !guarded.has(partition)
    guarded.set(partition, origin)
    const site = () => guarded.get(partition) ?? origin
    if (isNew) guardWebSession(session, site, (url) => leave(partition, url))
    return session
  }

  /** Nothing of a page is asked for before its session knows the way. */
  async function show(page: WebAppPage): Promise<void> {
    const partition = partitionOf(page)
    await direct(guard(partition, page))
    const there = open.get(partition)
    if (there !== undefined && !there.isDestroyed()) return bringForward(there)
    const window = windows.openWeb({
      ...{ account: page.account, bot: page.bot, origin: page.origin, url: page.url },
      ...{ partition, title: titleOf(page), context: contextOf(page) },
      leave: (url) => leave(partition, url),
    })
    open.set(partition, window)
    window.once('closed', () => {
      open.delete(partition)
      led.delete(partition)
    })
  }

  return {
    open(page) {
      const there = open.get(partitionOf(page))
      if (there !== undefined && !there.isDestroyed()) return bringForward(there)
      show(page).catch((error: unknown) => log('error', 'webapp.not_opened', errorFields(error)))
    },
    goThrough(next) {
      proxy = next
      for (const partition of guarded.keys()) {
        direct(electron.session.fromPartition(partition)).catch((error: unknown) => {
          // A page that may still go the other way is one too many.
          log('error', 'webapp.not_directed', errorFields(error))
          open.get(partition)?.destroy()
        })
      }
    },
    answer(answers) {
      electron.ipcMain.handle('coffer-page:assets', async (event, asked: unknown) => {
        const site = windows.siteOf(event.sender, event.senderFrame)
        if (site !== null) return answers(site, asked)
        log('error', 'page.refused', { reason: 'sender' })
        return '[]'
      })
    },
  }
}
