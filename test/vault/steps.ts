import { cpSync } from 'node:fs'
import type { Vault } from '#vault'
import { openVaultHere } from '../../src/vault/vault.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { type VaultWorld, vaultWorld } from '../support/vault.ts'

/** What somebody else does to a vault while it works. */
export type Deed = (vault: Vault) => void

/**
 * A vault in whose work something can come in between. Between two of its waits it always asks the clock, the keychain or
 * for randomness, so a deed that is due with each of those questions in turn, and is done as soon as the vault waits, has
 * been done at every wait.
 */
export interface SteppedVault {
  readonly vault: Vault
  /** Does the work with the deed at the step of that number; 0 is before the first. Answers how many steps it had. */
  during(step: number, deed: Deed, work: (vault: Vault) => Promise<unknown>): Promise<{ code: string; steps: number }>
}

export async function steppedVault(world: VaultWorld): Promise<SteppedVault> {
  let begin: () => void = () => undefined
  const { clock, keychain, random } = world
  const noted =
    <Input extends unknown[], Output>(call: (...input: Input) => Output) =>
    (...input: Input): Output => {
      begin()
      return call(...input)
    }
  const vault = await openVaultHere({
    ...world,
    random: noted(random),
    clock: { ...clock, now: noted(clock.now) },
    keychain: { get: noted(keychain.get), set: noted(keychain.set), remove: noted(keychain.remove) },
  })
  return {
    vault,
    async during(step, deed, work) {
      let steps = 0
      let isNoted = false
      begin = () => {
        if (isNoted) return // the vault has not waited since
        isNoted = true
        steps += 1
        const isDue = steps === step
        queueMicrotask(() => {
          isNoted = false
          if (isDue) deed(vault)
        })
      }
      const done = work(vault)
      if (step === 0) deed(vault)
      const code = await done.then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      begin = () => undefined
      return { code, steps }
    },
  }
}

/** Another computer with the same files and keychain, so that each trial begins alike. */
export function copyOf(world: VaultWorld): VaultWorld {
  const dir = newFolder('vault')
  cpSync(world.dir, dir, { recursive: true })
  const fresh = vaultWorld()
  const copy: VaultWorld = {
    ...fresh,
    dir,
    keychain: testKeychain(new Map(world.keychain.entries)),
    open: () => openVaultHere(copy),
  }
  return copy
}
