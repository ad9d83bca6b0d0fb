import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import assets from '#assets' with { type: 'json' }
import { defined } from '#contract/defined'
import type { Clock, Log, NetworkProfile, Random } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { ENDPOINTS, type EndpointAnswer } from '#contract/http'
import type { OutgoingProxy } from '#contract/ipc'
import { startLocalnet } from '#localnet'
import { createRemote } from '#remote'
import { openAccountStore, openProfileStore, privateFolder, writeWhole } from '#store'
import { type Keychain, openVault } from '#vault'
import { createWallet, type WalletDeps } from '#wallet'
import { said } from '#words'
import type { HostedWallet } from './binder.ts'
import { openLine } from './line/line.ts'
import type { ChooseNetwork } from './networks.ts'
import { FEE_USER_ID, type HostOptions, isLoopback, remoteNetwork, socketAt } from './options.ts'
import { markRun } from './run-mark.ts'
import { StartError } from './start-error.ts'
import { type UpdateParts, withUpdates } from './updates.ts'

/** What a start comes to: the network is known. */
export interface ComposeOptions extends HostOptions {
  readonly network: string
}

interface ComposeDeps {
  readonly readLog?: NonNullable<WalletDeps['readLog']>
  readonly host: WalletDeps['host']
  readonly version: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly askInWindow: WalletDeps['askInWindow']
  /** Whoever asks from a terminal leaves it to the next window to tell how the one before ended. */
  readonly onlyAsked?: boolean
  readonly openWebApp?: NonNullable<WalletDeps['openWebApp']>
  readonly openOutside?: NonNullable<WalletDeps['openOutside']>
  readonly savePdf?: NonNullable<WalletDeps['savePdf']>
  /** How this copy was installed, and what puts another in its place. */
  readonly updates?: Pick<UpdateParts, 'target' | 'install'>
  /** See `networks.ts`; absent where the host stays on its network. */
  readonly chooseNetwork?: ChooseNetwork
  /** Hears of the proxy at the start and of each change; absent where no window goes out by itself. */
  readonly onProxy?: (proxy: OutgoingProxy | null) => void
  /** The system's own unless a test brings one. */
  readonly keychain?: Keychain
}

export interface Composition {
  readonly wallet: HostedWallet
  readonly network: NetworkProfile
  /** Base URL of the embedded network; null when the wallet speaks to another one. */
  readonly localnet: string | null
  /** This run comes to its end by itself, though there is no time to close. */
  markEnded(): void
  /** Ends the wallet first, then what it spoke to. */
  close(): Promise<void>
}

/** Between two rounds of sync. A play network makes a block every other second, and people watch it do so. */
const SYNC_MS = { local: 1500, away: 10_000 } as const
/** Once nobody has been there for a while: whoever comes back brings a round at once. */
const UNATTENDED_SYNC_MS = { local: 1500, away: 60_000 } as const
const POLL_MS = { local: 400, away: 2000 } as const

interface Connection {
  readonly profile: NetworkProfile
  readonly localnet: string | null
  /** What pins the files of this profile to one network: what it says of itself, or its address; null for the one that all know. */
  readonly networkId: string | null
  /** Keeps what the network said of itself, once the files are known to be of it. */
  keep(): void
  close(): Promise<void>
}

type Ending = () => Promise<void> | void

/** One after the other, whatever became of the one before. Throws what failed first. */
async function endAll(endings: readonly Ending[]): Promise<void> {
  const failures: unknown[] = []
  for (const end of endings) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** From the command line to a running wallet. Throws what opening its files, its keychain or the local network throws. */
export async function compose(options: ComposeOptions, deps: ComposeDeps): Promise<Composition> {
  privateFolder(options.dataDir)
  const undo: Ending[] = []
  try {
    const connection = await connect(options, deps)
    undo.push(() => connection.close())
    const network = connection.profile
    const { clock, log } = deps
    const profile = openProfileStore({ dir: options.dataDir, network: network.name, clock })
    undo.push(() => profile.close())
    if (connection.networkId !== null) profile.bindNetwork(connection.networkId)
    connection.keep()
    const line = await openLine({
      ...{ network, clock, log, random: deps.random, settings: profile.settings, given: options.line ?? null },
      onProxy: deps.onProxy ?? (() => undefined),
    })
    undo.push(() => line.close())
    const run = deps.onlyAsked === true ? null : markRun(profile.home, clock, log)
    const end = run?.end ?? (() => undefined)
    undo.push(end)
    const vault = await openVault({
      dir: join(options.dataDir, network.name, 'vault'),
      profileId: profile.id,
      profileAccounts: () => profile.accounts.list().map(({ id }) => id),
      keepProfileId: profile.keepId,
      ...defined({ keychain: deps.keychain }),
      clock,
      log,
    })
    undo.push(() => vault.close())
    const place = network.kind === 'local' ? 'local' : 'away'
    const bare = await createWallet({
      ...deps,
      network,
      dataDir: options.dataDir,
      fetch: line.fetch,
      openSocket: line.openSocket,
      line: line.setting,
      ...defined({ lastRun: run ?? undefined }),
      profile,
      vault,
      openStore: openAccountStore,
      assets,
      syncMs: SYNC_MS[place],
      unattendedSyncMs: UNATTENDED_SYNC_MS[place],
      pollMs: POLL_MS[place],
    })
    undo.push(() => bare.close())
    const { dataDir, updates: service } = options
    const wallet = withUpdates(bare, { target: null, ...deps.updates, ...deps, dataDir, service, fetch: line.fetch })
    return {
      wallet,
      network,
      localnet: connection.localnet,
      markEnded: end,
      close: () => endAll([() => wallet.close(), () => line.close(), end, () => connection.close()]),
    }
  } catch (error) {
    // What keeps it from starting is what its person has to know.
    await endAll(undo.reverse()).catch(() => undefined)
    throw error
  }
}

async function connect(options: ComposeOptions, deps: ComposeDeps): Promise<Connection> {
  if (options.network === 'local') {
    const { clock, random, log } = deps
    const localnet = await startLocalnet({ dir: join(options.dataDir, 'localnet'), clock, random, log, assets })
    const { profile, networkId } = await localProfile('local', localnet.url, deps)
    return { profile, networkId, localnet: localnet.url, keep: () => undefined, close: () => localnet.close() }
  }
  const away = remoteNetwork(options.network)
  const own = isLoopback(away.baseUrl) ? await ownNetwork(away, options.dataDir, deps) : null
  return {
    profile: own?.profile ?? away,
    // Names of folders leave out what tells some addresses apart.
    networkId: own?.networkId ?? (away.kind === 'custom' ? away.baseUrl : null),
    keep: own?.keep ?? (() => undefined),
    localnet: own === null ? null : away.baseUrl,
    close: async () => undefined,
  }
}

type LocalFacts = EndpointAnswer<'local.network'>

/**
 * A local network that runs as a program of its own, or null when something else answers where none was ever met. What it said
 * of itself is kept, so that a wallet that is started while it is down, or while another program has its port, is still the
 * wallet of that network. Throws `StartError` when no network answers and nothing was kept: to guess would be to show play money as money.
 */
async function ownNetwork({ name, baseUrl }: NetworkProfile, dataDir: string, deps: ComposeDeps) {
  const folder = join(dataDir, name)
  const kept = keptFacts(folder)
  const facts = await askNetwork(baseUrl, deps).catch((error: unknown) => {
    if (kept.facts !== null) return kept.facts
    if (kept.isThere)
      throw new StartError(said('main.start.network-forgotten', { url: baseUrl, file: join(folder, FACTS) }))
    const code = codeOf(error)
    if (code !== 'remote.unreachable' && code !== 'remote.timeout') return null
    throw new StartError(said('main.start.network-silent', { url: baseUrl }))
  })
  if (facts === null) return null
  const text = JSON.stringify(facts)
  function keep(): void {
    if (text === JSON.stringify(kept.facts)) return
    privateFolder(folder)
    writeWhole(folder, FACTS, Buffer.from(text))
  }
  return { ...profileOf(name, baseUrl, facts), keep }
}

const FACTS = 'network.json'

/** What a local network said of itself when it was last met. */
function keptFacts(folder: string): { readonly isThere: boolean; readonly facts: LocalFacts | null } {
  const file = join(folder, FACTS)
  if (!existsSync(file)) return { isThere: false, facts: null }
  try {
    return { isThere: true, facts: ENDPOINTS['local.network'].answer.parse(JSON.parse(readFileSync(file, 'utf8'))) }
  } catch {
    return { isThere: true, facts: null }
  }
}

/** A network by its name or address, to look at it: nothing of it is kept. Throws `StartError`, and `remote.*` where a local one does not answer. */
export async function networkNamed(network: string, deps: LineDeps): Promise<NetworkProfile> {
  const away = remoteNetwork(network)
  if (!isLoopback(away.baseUrl)) return away
  const root = away.baseUrl.replace(/\/upstream$/, '')
  const { profile } = await localProfile(away.name, root, deps)
  return root === away.baseUrl ? profile : { ...profile, baseUrl: away.baseUrl, dialect: 'upstream' }
}

type LineDeps = Pick<ComposeDeps, 'clock' | 'random' | 'log'>

async function localProfile(name: string, baseUrl: string, deps: LineDeps) {
  return profileOf(name, baseUrl, await askNetwork(baseUrl, deps))
}

/** What a local network says of itself. Throws `remote.*` when there is none. */
async function askNetwork(baseUrl: string, { clock, random, log }: LineDeps): Promise<LocalFacts> {
  const remote = createRemote({ baseUrl, dialect: 'interface', fetch, clock, random, log })
  return remote.call('local.network', {}, { tries: 2 })
}

function profileOf(name: string, baseUrl: string, { network_id, deposit_public_key }: LocalFacts) {
  const profile: NetworkProfile = {
    name,
    kind: 'local',
    baseUrl,
    dialect: 'interface',
    phoneSocket: socketAt(baseUrl),
    depositKeys: [deposit_public_key],
    feeUserId: FEE_USER_ID,
    networkId: network_id,
  }
  return { profile, networkId: network_id }
}
