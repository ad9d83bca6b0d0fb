import type { AssetTable, Clock, Log, Nanos, NetworkProfile, Random, UserId } from '#contract/domain'
import type {
  Authority,
  EventName,
  EventPayload,
  LineView,
  LogLine,
  OutgoingProxy,
  Preferences,
  WindowAsk,
} from '#contract/ipc'
import type { OpenSocket } from '#remote'
import type { openAccountStore, ProfileStore } from '#store'
import type { Vault } from '#vault'

/** What a host needs to open a page in a window of its own. */
export interface WebAppPage {
  readonly account: UserId
  readonly bot: UserId
  readonly name: string
  readonly url: string
  readonly origin: string
  readonly theme: Preferences['theme']
  readonly currency: string
}

/** The way out as somebody wants it; an authority that is undefined stays, and null is none. */
export interface LineWish {
  readonly proxy: OutgoingProxy | null
  readonly authority: string | null | undefined
}

/** How `fetch` and `openSocket` reach the service, and how that is changed. */
export interface LineSetting {
  readonly view: () => LineView
  /** What a wish comes to. Throws `input.proxy`, `input.authority`, and `host.refused` where the way was given at the start. */
  readonly read: (wish: LineWish) => LineView
  readonly readAuthority: (pem: string) => Authority
  readonly findTor: () => Promise<number | null>
  /** Asks the service by that way, and changes nothing. Throws `remote.*`. */
  readonly probe: (wish: LineWish) => Promise<void>
  readonly use: (wish: LineWish) => Promise<void>
  /** What a seal has to be about: the proxy and the authority as they are kept. Null where there is nothing that one could guard. */
  readonly claim: () => string | null
  readonly seal: () => LineSeal | null
  readonly keepSeal: (seal: LineSeal | null) => void
  /** Whether what is kept is what was agreed to; before this is said an own authority is not believed, and after a no nothing goes out. */
  readonly judge: (isOurs: boolean) => Promise<void>
}

/** The claim, wrapped under the key of an account, which nobody else can do. */
export interface LineSeal {
  readonly account: UserId
  readonly text: string
}

export interface LastRun {
  /** When it began, if it did not come to its end by itself. */
  readonly broken: () => Nanos | null
  readonly forget: () => void
}

/** Everything the application needs from outside. A test gives the same things a host does. */
export interface WalletDeps {
  readonly network: NetworkProfile
  /** Folder under which `<network>/<account>/` lies. */
  readonly dataDir: string
  readonly host: 'electron' | 'browser'
  readonly version: string
  readonly fetch: typeof fetch
  readonly openSocket: OpenSocket
  /** Absent where the way of both is not ours to choose. */
  readonly line?: LineSetting
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly profile: ProfileStore
  readonly vault: Vault
  readonly openStore: typeof openAccountStore
  readonly assets: AssetTable
  /**
   * A window that the main one cannot script; null where there is none, and the passphrase stands in for it. With `prove` it approves only
   * what a passphrase was typed in it for that this takes; it throws `vault.wrong_passphrase` for another one.
   */
  readonly askInWindow:
    | ((asked: WindowAsk, prove?: (passphrase: string) => Promise<void>) => Promise<'approved' | 'declined'>)
    | null
  /** Opens a bot's page in a window of its own; absent where the host has none. */
  readonly openWebApp?: (page: WebAppPage) => void
  /** Asks whether to open an address in the person's own browser, and opens it; absent where the host cannot. */
  readonly openOutside?: (url: string) => void
  /** Saves what the window has for paper as PDF, under a name that the person chooses; absent where the host cannot. Throws `host.not_saved`. */
  readonly savePdf?: (fileName: string) => Promise<{ readonly saved: boolean }>
  /** The log as it may be shown and given away; absent where there is none. */
  readonly readLog?: () => readonly LogLine[]
  /** It is opened to be asked something and closed again: nothing that was begun in a window is signed, sent, prepared or saved by itself. */
  readonly onlyAsked?: boolean
  /** How the run before this one ended; absent where nobody knows. */
  readonly lastRun?: LastRun
  /** Time between two rounds of sync, and between two looks at a payment on its way. */
  readonly syncMs: number
  /** The same once nobody has touched the wallet for a while; as long where it is absent. */
  readonly unattendedSyncMs?: number
  readonly pollMs: number
  /** Most movements that a file of a statement takes; absent, what a program of tables takes. */
  readonly statementMost?: number
}

export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
