import { spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicKeyFromSeed } from '#protocol'
import { openVaultHere } from '../../src/vault/vault.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { programOf } from '../support/programs.ts'
import { seededRandom } from '../support/random.ts'
import { newFolder } from '../support/scratch.ts'
import { ANA } from '../support/vault.ts'

/** Lets a program change the passphrase of a file vault over and over, and kills it in the middle. */
async function killedWhileChanging(dir: string, afterMs: number): Promise<number> {
  const script = programOf('test/vault/program.ts')
  const child = spawn(process.execPath, [script, 'change', dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let changes = 0
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      if (changes === 0) setTimeout(() => child.kill('SIGKILL'), afterMs)
      changes += text.toString().split('\n').length - 1
    })
    child.on('close', () => resolve())
  })
  return changes
}

describe('a vault whose program is killed while the passphrase changes', () => {
  it('opens with the old one or the new one, and holds its key', async () => {
    const keychain = testKeychain()
    keychain.fault = 'throws'
    for (const afterMs of [40, 430]) {
      const dir = newFolder('killed')
      const changes = await killedWhileChanging(dir, afterMs)
      let opened = 0
      for (const number of [changes - 1, changes, changes + 1]) {
        const vault = await openVaultHere({
          dir: mkdtempCopy(dir),
          profileId: 'program-of-a-test',
          keychain,
          clock: systemClock,
          random: seededRandom('killed'),
          log: () => undefined,
        })
        try {
          await vault.unlock(`harbour lamp number ${number}`)
        } catch {
          continue
        }
        opened += 1
        expect(vault.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed('22'.repeat(32)))
      }
      expect(opened).toBe(1)
    }
  })
})

/** A copy without the count of failed attempts, so that three guesses cost no wait. */
function mkdtempCopy(dir: string): string {
  const copy = newFolder('killed')
  cpSync(dir, copy, { recursive: true })
  rmSync(join(copy, 'attempts.json'), { force: true })
  return copy
}
