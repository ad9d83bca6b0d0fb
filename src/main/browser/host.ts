import type { Clock, Log, Random } from '#contract/domain'
import { type Said, said, say } from '#words'
import { bindMethods, forwardEvents, type HostedWallet } from '../binder.ts'
import { followLook } from '../first-look.ts'
import type { Pages } from '../pages.ts'
import type { Opener, Window } from './launch.ts'
import { startPageServer } from './server.ts'
import { createTickets } from './tickets.ts'

/** A window that was opened and is gone for so long is closed, not reloaded. */
const RELOAD_MS = 3000
const FIRST_PAGE_MS = 30_000

interface BrowserHostDeps {
  readonly wallet: HostedWallet
  readonly pages: Pages
  readonly port: number
  readonly opener: Opener
  readonly openWindow: (program: string, link: string) => Window
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** A link for a person to open, after the one that was in `url`: that one has opened its window. */
  readonly onLink: (url: string) => void
  /** One line for people, on stderr. */
  readonly say: (line: string) => void
}

export interface BrowserHost {
  /** With a token only when a person has to open it themselves. */
  readonly url: string
  /** Resolves with an exit code once there is nothing left to serve. */
  readonly ended: Promise<number>
  stop(): Promise<void>
}

/** Serves the page on loopback and opens a window for it, or leaves that to a person when it cannot. */
export async function startBrowserHost(deps: BrowserHostDeps): Promise<BrowserHost> {
  const { clock, log, say: print } = deps
  const tickets = createTickets(clock, deps.random)
  let end: (code: number) => void = () => {}
  const ended = new Promise<number>((resolve) => {
    end = resolve
  })
  let window: Window | null = null
  let arrived = false
  const stopping = new AbortController()

  const linkOf = (token: string): string => `${server.url}#token=${token}`

  /** The link that a person opens themselves; from now on nothing ends by itself. */
  function handOver(why: Said): string {
    window?.forgetLink()
    window = null
    log('info', 'window.none', { reason: why.code })
    return standingLink()
  }

  function standingLink(): string {
    return linkOf(tickets.issueStandingLink(() => deps.onLink(standingLink())))
  }

  function giveUp(why: Said): void {
    if (window === null) return
    const url = handOver(why)
    print(say('main.not-opened', { why, url }))
    deps.onLink(url)
  }

  async function endUnlessBack(): Promise<void> {
    await clock.sleep(RELOAD_MS, stopping.signal)
    if (stopping.signal.aborted || server.connected()) return
    if (window !== null && arrived) end(0)
    else giveUp(said('main.why.ended'))
  }

  async function expectPage(): Promise<void> {
    await clock.sleep(FIRST_PAGE_MS, stopping.signal)
    if (!stopping.signal.aborted && !arrived) giveUp(said('main.why.late'))
  }

  const { look, stop: stopLooking } = await followLook(deps.wallet)
  const server = await startPageServer({
    port: deps.port,
    pages: deps.pages,
    look,
    tickets,
    invoke: bindMethods(deps.wallet.calls, deps),
    clock,
    log,
    onPage(connected) {
      log('info', connected ? 'page.connected' : 'page.gone')
      if (connected) {
        arrived = true
        window?.forgetLink()
      } else void endUnlessBack()
    },
    onGuessing() {
      print(say('main.guessing'))
    },
  })
  const stopEvents = forwardEvents(deps.wallet, log, server.announce)

  let url = server.url
  if ('why' in deps.opener) {
    print(say('main.no-window', { why: deps.opener.why }))
    url = handOver(deps.opener.why)
  } else {
    window = deps.openWindow(deps.opener.program, linkOf(tickets.issueLink()))
    window.process.once('error', () => giveUp(said('main.why.not-started')))
    window.process.once('exit', () => void endUnlessBack())
    void expectPage()
  }

  return {
    url,
    ended,
    async stop() {
      stopping.abort()
      stopEvents()
      stopLooking()
      window?.forgetLink()
      await server.close()
    },
  }
}
