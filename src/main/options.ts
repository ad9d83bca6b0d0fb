import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, resolve, win32 } from 'node:path'
import { defined } from '#contract/defined'
import type { Hash, NetworkProfile, UserId } from '#contract/domain'
import type { OutgoingProxy } from '#contract/ipc'
import type { UpdateService } from '#updates'
import { said } from '#words'
import { readArguments } from './arguments.ts'
import type { TrustedAuthority } from './line/authority.ts'
import { LINE_OPTIONS, lineOf } from './line/options.ts'
import { isHere } from './line/proxy.ts'
import { UsageError } from './start-error.ts'

export interface HostOptions {
  /** A name or a base URL; null where none was named, and the one that was chosen in the window counts. */
  readonly network: string | null
  readonly dataDir: string
  /** Port of the browser host; 0 lets the system choose. */
  readonly port: number
  /** Whether the browser host opens a window itself. */
  readonly open: boolean
  /** Whom to ask for new versions instead of the service that the build names; only one on this computer, to try it. */
  readonly updates: UpdateService | null
  /** The way out for this run, in place of the one that is kept; absent where neither option was given. */
  readonly line?: { readonly proxy: OutgoingProxy | null; readonly authority: TrustedAuthority | null }
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** The folder for an application's data by the custom of each system. */
export function defaultDataDir({ platform, env, home }: Surroundings): string {
  if (platform === 'win32') return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), 'Coffer')
  const { join } = posix
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Coffer')
  // The XDG rule: a relative path in the variable is to be ignored.
  const base = env['XDG_DATA_HOME']
  return join(base?.startsWith('/') === true ? base : join(home, '.local', 'share'), 'coffer')
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port >= 0 && port <= 65_535)) throw new UsageError(said('main.option.port'))
  return port
}

const OPTIONS = {
  // Chosen by the starter, which runs the one or the other program; taken here so that it may pass all options on.
  host: { type: 'string' },
  network: { type: 'string' },
  data: { type: 'string' },
  port: { type: 'string', default: '0' },
  'no-open': { type: 'boolean', default: false },
  updates: { type: 'string' },
  'update-key': { type: 'string' },
  ...LINE_OPTIONS,
} as const

/** Throws `UsageError` on anything that is not an option of `npm start`. */
export function parseOptions(
  args: readonly string[],
  surroundings: Surroundings = { platform: process.platform, env: process.env, home: homedir() },
): HostOptions {
  const { values } = readArguments(args, OPTIONS)
  const line = lineOf(values)
  return {
    network: values.network === undefined ? null : networkIn(values.network),
    dataDir: values.data === undefined ? defaultDataDir(surroundings) : folderAt(values.data),
    port: parsePort(values.port),
    open: !values['no-open'],
    updates: updatesAt(values.updates, values['update-key']),
    ...defined({ line: line ?? undefined }),
  }
}

/** A network by its name, in the one form of it, once it is known that there can be one. Throws `UsageError`. */
export function networkIn(name: string): string {
  if (name === 'local') return name
  const { kind, baseUrl } = remoteNetwork(name)
  return kind === 'mainnet' ? name : baseUrl
}

/** A folder that is there or can be made. Throws `UsageError` for a file. */
function folderAt(given: string): string {
  const path = resolve(given)
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    throw new UsageError(said('main.option.data', { path }))
  return path
}

/** A service on this computer can stand in for the build's own, with a key of its own; no other can. Throws `UsageError`. */
function updatesAt(url: string | undefined, rootKey: string | undefined): UpdateService | null {
  if (url === undefined && rootKey === undefined) return null
  if (!URL.canParse(url ?? '') || !isLoopback(url ?? '') || !/^[0-9a-f]{64}$/.test(rootKey ?? '')) {
    throw new UsageError(said('main.option.updates'))
  }
  return { url: (url ?? '').replace(/\/+$/, ''), rootKey: rootKey ?? '' }
}

/** Whom every network of this protocol pays withdrawal fees to. */
export const FEE_USER_ID = '674d6776-d600-4346-af46-58e77d8df185' as UserId

/** The real service: its base URL, and the two keys under one of which it signs every deposit address. */
const MAINNET: NetworkProfile = {
  name: 'mainnet',
  kind: 'mainnet',
  baseUrl: 'https://api.mixin.one',
  phoneSocket: 'wss://blaze.mixin.one',
  dialect: 'upstream',
  depositKeys: [
    '8f94e89d03fa128a7081c5fe73c6814010c5ca74438411a42df87c6023dfa94d',
    '2dc073588908a02284197ad78fc863e83c760dabcd5d9a508e09a799ebc1ecb8',
  ],
  feeUserId: FEE_USER_ID,
  networkId: '74c6cdb7d51af57037faa1f5544f8331ced001df5964331911ca51385993b375' as Hash,
}

/** The real service under its other name has its socket under another one too. */
const SOCKETS: Readonly<Record<string, string>> = {
  'api.mixin.one': MAINNET.phoneSocket,
  'mixin-api.zeromesh.net': 'wss://mixin-blaze.zeromesh.net',
}

/** The socket of a service that has all in one place. */
export const socketAt = (baseUrl: string): string => baseUrl.replace(/^http/, 'ws')

/** Whether a base URL is one of this computer. */
export const isLoopback = (baseUrl: string): boolean => isHere(new URL(baseUrl).hostname)

/**
 * The profile of a network that is not the embedded one: `mainnet`, or the base URL of a service that speaks like it.
 * Plain http is for this computer only. Throws `UsageError`.
 */
export function remoteNetwork(network: string): NetworkProfile {
  if (network === 'mainnet') return MAINNET
  const url = URL.canParse(network) ? new URL(network) : null
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere(url.hostname))
  if (url === null || !secure || url.username + url.password + url.search + url.hash !== '') {
    throw new UsageError(said('main.option.network'))
  }
  const baseUrl = url.href.replace(/\/+$/, '')
  return {
    name: `custom-${baseUrl
      .replace(/^https?:\/\//, '')
      .replace(/[^a-z0-9.-]+/gi, '-')
      .toLowerCase()}`,
    kind: 'custom',
    baseUrl,
    dialect: 'upstream',
    phoneSocket: SOCKETS[url.host] ?? socketAt(baseUrl),
    depositKeys: MAINNET.depositKeys,
    feeUserId: FEE_USER_ID,
    networkId: MAINNET.networkId,
  }
}
