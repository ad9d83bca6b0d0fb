import { chmodSync, mkdirSync } from 'node:fs'
import type { Clock, Log, NetworkProfile, Random } from '#contract/domain'
import { failure } from '#contract/errors'
import type { WalletDeps } from '#wallet'
import type { HostedWallet } from './binder.ts'
import type { HostOptions } from './options.ts'

export interface ComposeDeps {
  readonly host: WalletDeps['host']
  readonly version: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly askInWindow: WalletDeps['askInWindow']
}

export interface Composition {
  readonly wallet: HostedWallet
  readonly network: NetworkProfile
  /** Base URL of the embedded network; null when the wallet speaks to another one. */
  readonly localnet: string | null
  /** Ends the wallet first, then what it spoke to. */
  close(): Promise<void>
}

/** The data folder is ours alone, whatever it was before. */
export function ownFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(path, 0o700)
}

/** From the command line to a running wallet. Throws what opening its files, its keychain or the local network throws. */
export async function compose(options: HostOptions, _deps: ComposeDeps): Promise<Composition> {
  ownFolder(options.dataDir)
  throw failure('host.refused', 'the local network and the vault are not open to hosts yet')
}
