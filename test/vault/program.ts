import { createInterface } from 'node:readline'
import { openVault } from '#vault'
import { createSystemKeychain } from '../../src/vault/keychain.ts'
import { openVaultHere } from '../../src/vault/vault.ts'
import { systemClock } from '../support/clock.ts'
import { noKeychain } from '../support/keychain.ts'
import { seededRandom } from '../support/random.ts'
import { ANA, credentials } from '../support/vault.ts'

/* node program.ts COMMAND DIR [STEP]: what tests of the vault look at from outside, or kill. */

const [command = '', dir = '', step = ''] = process.argv.slice(2)
const deps = { dir, profileId: 'program-of-a-test', clock: systemClock, log: () => undefined }
const someKey = credentials({ spendSeed: '22'.repeat(32) })
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Makes a file vault with one key and changes its passphrase for ever, saying so after each change. */
async function change(): Promise<never> {
  const vault = await openVaultHere({ ...deps, keychain: noKeychain(), random: seededRandom('changer') })
  const passphrase = (number: number): string => `harbour lamp number ${number}`
  await vault.setPassphrase({ current: null, next: passphrase(0) })
  await vault.accounts.add(ANA, someKey)
  for (let number = 1; ; number++) {
    await vault.setPassphrase({ current: passphrase(number - 1), next: passphrase(number) })
    say('changed')
  }
}

/** Unlocks a file vault, signs with its key and locks it, one step for each line that it is told. */
async function use(): Promise<void> {
  const vault = await openVault({ ...deps, keychain: noKeychain() })
  const signer = vault.signer(ANA)
  const request = { method: 'GET', uri: '/safe/me', body: '', requestId: '7c8a3bd5-3b1b-4c6a-9d56-999999999999' }
  const steps: Readonly<Record<string, (argument: string) => Promise<unknown>>> = {
    unlock: (passphrase) => vault.unlock(passphrase),
    async use() {
      for (let turn = 0; turn < 20; turn += 1) {
        await signer.attest(`text ${turn}`)
        await signer.authorize(request)
        await signer.registration({ dialect: 'interface', tipKey: null })
        await signer.setPin({ digits: null, counter: 1 })
      }
    },
    async lock() {
      vault.lock()
      // A locked vault refuses it, and only the thread that comes after the one that ended is asked.
      await vault.accounts.quizPositions(ANA).catch(() => undefined)
      await signer.authorize(request)
    },
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const [name = '', ...rest] = line.split(' ')
    await steps[name]?.(rest.join(' '))
    say(name)
  }
  await vault.close()
}

/** Inside a session with a real secret service, or without one: says what that step found. */
async function session(): Promise<unknown> {
  const keychain = createSystemKeychain()
  if (step === 'texts') {
    await keychain.set('test/text', 'one')
    const first = await keychain.get('test/text')
    await keychain.set('test/text', 'two')
    const second = await keychain.get('test/text')
    await keychain.remove('test/text')
    return { first, second, after: await keychain.get('test/text') }
  }
  const vault = await openVault(deps)
  if (step === 'make') await vault.accounts.add(ANA, someKey)
  const found = { ...vault.status(), ...(step === 'status' ? {} : vault.accounts.describe(ANA)) }
  // A program that ends while its thread waits for the keychain can end with a crash of Node.
  await vault.close()
  return found
}

if (command === 'change') await change()
else if (command === 'use') await use()
else {
  say(JSON.stringify(await session()))
  process.exit(0)
}
