import { createInterface } from 'node:readline'
import { openVault } from '#vault'
import { systemClock } from './clock.ts'
import { testKeychain } from './keychain.ts'
import { ANA } from './vault.ts'

/* A program that unlocks a file vault, signs with its key and locks it, one step for each line that it is told. */

const keychain = testKeychain()
keychain.fault = 'throws'
const vault = await openVault({
  dir: process.argv[2] ?? '',
  profileId: 'in-memory',
  keychain,
  clock: systemClock,
  log: () => undefined,
})
const signer = vault.signer(ANA)
const request = { method: 'GET', uri: '/safe/me', body: '', requestId: '7c8a3bd5-3b1b-4c6a-9d56-999999999999' }

/** A locked vault refuses it, and only the thread that comes after the one that ended is asked. */
const ended = async (): Promise<unknown> => vault.accounts.quizPositions(ANA).catch(() => undefined)

const STEPS: Readonly<Record<string, (argument: string) => Promise<unknown>>> = {
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
    await ended()
    await signer.authorize(request)
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const [step = '', ...rest] = line.split(' ')
  await STEPS[step]?.(rest.join(' '))
  process.stdout.write(`${step}\n`)
}
await vault.close()
