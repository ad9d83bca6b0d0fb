import type { Clock, Log, Random } from '#contract/domain'
import { type Said, said, say } from '#words'
import { bindMethods, forwardEvents, type HostedWallet } from '../binder.ts'
import { followLook } from '../first-look.ts'
import { errorFields } from '../log.ts'
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
  /** Serves another wallet from now on. An open page is loaded anew, so that nothing of the one before stays in it. */
  change(wallet: HostedWallet): Promise<void>
  stop(): Promise<void>
}

/** A wallet as pages see it. */
async function bind(wallet: HostedWallet, deps: Pick<BrowserHostDeps, 'clock' | 'random' | 'log'>) {
  const { look, stop } = await followLook(wallet)
  return { wallet, look, stopLooking: stop, invoke: bindMethods(wallet.calls, deps) }
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

  let [bound, wallets] = [await bind(deps.wallet, deps), 0]
  const server = await startPageServer({
    port: deps.port,
    pages: deps.pages,
    look: () => bound.look(),
    tickets,
    invoke: (name, input) => bound.invoke(name, input),
    wallet: () => wallets,
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
  let stopEvents = forwardEvents(deps.wallet, log, server.announce)

  /** Why there is none; null where it comes up. */
  function openOwnWindow(program: string): Said | null {
    try {
      window = deps.openWindow(program, linkOf(tickets.issueLink()))
    } catch (error) {
      log('warn', 'window.not_prepared', errorFields(error))
      return said('main.why.not-started')
    }
    window.process.once('error', () => giveUp(said('main.why.not-started')))
    window.process.once('exit', () => void endUnlessBack())
    void expectPage()
    return null
  }

  const why = 'why' in deps.opener ? deps.opener.why : openOwnWindow(deps.opener.program)
  if (why !== null) print(say('main.no-window', { why }))
  const url = why === null ? server.url : handOver(why)

  return {
    url,
    ended,
    async change(wallet) {
      const next = await bind(wallet, deps)
      stopEvents()
      bound.stopLooking()
      bound = next
      wallets += 1
      stopEvents = forwardEvents(wallet, log, server.announce)
      server.announce('page.reload', {})
    },
    async stop() {
      stopping.abort()
      stopEvents()
      bound.stopLooking()
      window?.forgetLink()
      await server.close()
    },
  }
}
