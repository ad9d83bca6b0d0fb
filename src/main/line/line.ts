import { type Clock, type Log, type NetworkProfile, type Random, takingTurns, type UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { LineView, OutgoingProxy } from '#contract/ipc'
import { createRemote, type OpenSocket } from '#remote'
import type { WalletDeps } from '#wallet'
import { socketOpener } from '../socket.ts'
import { readAuthority } from './authority.ts'
import { formatProxy, isHere, parseProxy, readProxy } from './proxy.ts'
import { findTor } from './tunnel.ts'
import { openWay, type Setting } from './way.ts'

interface Settings {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: Kept) => void
}

/** As it lies in the settings; the seal is the wallet's, which alone can tell whether it agreed to the rest. */
type Kept = {
  readonly proxy: string
  readonly authority: string
  readonly seal: { readonly account: string; readonly text: string } | null
}

interface LineDeps {
  readonly network: NetworkProfile
  /** What the command line says, which is not kept; null where it says nothing. */
  readonly given: Setting | null
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Hears of the proxy at the start and of each change: windows that go out by themselves take it too. */
  readonly onProxy: (proxy: OutgoingProxy | null) => void
}

/** Everything that leaves this computer goes through one of these two; which way they take is a setting. */
export interface Line {
  readonly fetch: typeof fetch
  readonly openSocket: OpenSocket
  readonly setting: NonNullable<WalletDeps['line']>
  close(): Promise<void>
}

const KEY = 'line'
/** Stands for a proxy that cannot be read any more: to go out without one is what its owner did not want. */
const NOWHERE: OutgoingProxy = { kind: 'socks5', host: 'unreadable.invalid', port: 1 }
const TRIES = 2

function kept(settings: Settings): Setting {
  const stored = settings.get(KEY)
  if (stored === undefined || stored === null) return { proxy: null, authority: null }
  const { proxy, authority } = stored as Partial<Record<'proxy' | 'authority', unknown>>
  const read = <Value>(text: unknown, by: (text: string) => Value, otherwise: Value): Value | null => {
    if (text === '') return null
    try {
      return by(String(text))
    } catch {
      return otherwise
    }
  }
  return {
    proxy: read<OutgoingProxy | null>(proxy, parseProxy, NOWHERE),
    authority: read<Setting['authority']>(authority, (pem) => readAuthority(pem, null), null),
  }
}

/** The seal beside it; null for what is none. */
function sealIn(settings: Settings): LineSeal | null {
  const { seal } = (settings.get(KEY) ?? {}) as { readonly seal?: Partial<Record<keyof LineSeal, unknown>> | null }
  const { account, text } = seal ?? {}
  return typeof account === 'string' && typeof text === 'string' ? { account: account as UserId, text } : null // the vault asks for it
}

const keptOf = ({ proxy, authority }: Setting) => ({
  proxy: proxy === null ? '' : formatProxy(proxy),
  authority: authority?.pem ?? '',
})

type LineSeal = NonNullable<ReturnType<NonNullable<WalletDeps['line']>['seal']>>

/** What goes out where nobody here agreed to the way. */
const unagreed = () =>
  failure('remote.unreachable', 'the way out is not what was agreed to', { details: { by: 'changed' } })

const hostsOf = ({ baseUrl, phoneSocket }: NetworkProfile): ReadonlySet<string> =>
  new Set([baseUrl, phoneSocket].map((url) => new URL(url).hostname))

const viewOf = ({ proxy, authority }: Setting, more: Omit<LineView, 'proxy' | 'authority'>): LineView => ({
  ...{ proxy, authority, ...more },
})

/** The way out to the service, as it was kept or given, and how it is changed. */
export async function openLine(deps: LineDeps): Promise<Line> {
  const { network, given, settings, clock, random, log } = deps
  const hosts = hostsOf(network)
  let setting = given ?? kept(settings)
  /** Null until somebody can tell whether what is kept was agreed to. */
  let ours: boolean | null = given === null ? null : true
  // The proxy hides who asks, and may be believed early; an authority could be anybody's.
  let way = await openWay(given ?? { ...setting, authority: null }, hosts)
  const sockets = socketOpener(() => way.connect)
  const facts = () => ({
    ...{ fixed: given !== null, local: isHere(new URL(network.baseUrl).hostname) },
    doubted: ours === false,
  })
  deps.onProxy(setting.proxy)

  /** Changes come one after the other: each ends the way that the one before it left. */
  const inTurn = takingTurns()

  async function change(next: Setting): Promise<void> {
    const [before, opened] = [way, await openWay(next, hosts)]
    const { proxy } = next
    settings.set(KEY, { ...keptOf(next), seal: null })
    setting = next
    ours = true
    way = opened
    deps.onProxy(proxy)
    // What still stands the other way ends: nothing may be said on it any more.
    sockets.endAll()
    await before.close()
    log('info', 'line.changed', { state: proxy?.kind ?? 'none' })
  }

  /** One that nobody here agreed to does not stay because something else is set. */
  const staying = (): Setting['authority'] => (ours === false ? null : setting.authority)

  function wanted({
    proxy,
    authority,
  }: {
    proxy: OutgoingProxy | null
    authority: string | null | undefined
  }): Setting {
    if (given !== null) throw failure('host.refused', 'given at the start', { details: { reason: 'line_given' } })
    return {
      proxy: proxy === null ? null : readProxy(proxy),
      authority:
        authority === undefined ? staying() : authority === null ? null : readAuthority(authority, clock.now()),
    }
  }

  return {
    fetch: (input, init) => (ours === false ? Promise.reject(unagreed()) : way.fetch(input, init)),
    openSocket: (...asked) => (ours === false ? Promise.reject(unagreed()) : sockets.open(...asked)),
    setting: {
      view: () => viewOf(setting, facts()),
      read: (wish) => viewOf(wanted(wish), facts()),
      findTor: () => findTor(),
      readAuthority: (pem) => readAuthority(pem, clock.now()),
      async probe(wish) {
        const trial = await openWay(wanted(wish), hosts)
        try {
          const { baseUrl, dialect } = network
          const remote = createRemote({ baseUrl, dialect, fetch: trial.fetch, clock, random, log })
          await remote.call('fiats.list', {}, { tries: TRIES })
        } finally {
          await trial.close()
        }
      },
      claim: () => {
        const { proxy, authority } = keptOf(setting)
        return proxy === '' && authority === '' ? null : JSON.stringify([proxy, authority])
      },
      seal: () => (given === null ? sealIn(settings) : null),
      keepSeal: (seal) => {
        if (given === null) settings.set(KEY, { ...keptOf(setting), seal: seal === null ? null : { ...seal } })
      },
      judge: (isOurs) =>
        inTurn(async () => {
          if (given !== null || ours === isOurs) return
          ours = isOurs
          if (!isOurs) {
            deps.onProxy(NOWHERE)
            return sockets.endAll()
          }
          if (setting.authority === null) return
          const before = way
          way = await openWay(setting, hosts)
          await before.close()
        }),
      // What is kept of the one before may be what this wish leaves as it is.
      use: (wish) => inTurn(() => change(wanted(wish))),
    },
    close: () => inTurn(() => way.close()),
  }
}
