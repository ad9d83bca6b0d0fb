import type { UserId } from '#contract/domain'
import { montgomeryKey, publicKeyFromSeed } from '#protocol'
import type { Credentials, Vault } from '#vault'
import type { CustodyDeps } from '../../src/vault/door.ts'
import { openVaultHere } from '../../src/vault/vault.ts'
import { manualClock } from './clock.ts'
import { type TestKeychain, testKeychain } from './keychain.ts'
import { seededRandom } from './random.ts'
import { newFolder } from './scratch.ts'

export const ANA = '7c8a3bd5-3b1b-4c6a-9d56-111111111111' as UserId
export const SERVER_SEED = 'ab'.repeat(32)

export function credentials(given: Partial<Credentials> = {}): Credentials {
  return {
    sessionId: '0f0e0d0c-0b0a-4909-8807-060504030201',
    sessionSeed: '11'.repeat(32),
    pinPublicKey: montgomeryKey(publicKeyFromSeed(SERVER_SEED)),
    spendSeed: null,
    ...given,
  }
}

/** A key of which nothing is known, where there is none yet. */
export const ANY_KEY = { expected: null, replaces: false, needsProof: false } as const
export const PASSPHRASE = 'correct horse battery'

export interface VaultWorld extends Omit<CustodyDeps, 'keychain' | 'clock'> {
  readonly keychain: TestKeychain
  readonly clock: ReturnType<typeof manualClock>
  open(): Promise<Vault>
}

/** A folder, a keychain and a clock on which vaults are opened one after another, as a program is started anew. */
export function vaultWorld(fault: TestKeychain['fault'] = 'none'): VaultWorld {
  const keychain = testKeychain()
  keychain.fault = fault
  const world: VaultWorld = {
    dir: newFolder('vault'),
    profileId: 'profile-of-a-test',
    keychain,
    clock: manualClock(),
    random: seededRandom('vault'),
    log: () => undefined,
    open: () => openVaultHere(world),
  }
  return world
}
