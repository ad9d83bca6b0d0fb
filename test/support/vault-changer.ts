import { openVaultHere } from '../../src/vault/vault.ts'
import { systemClock } from './clock.ts'
import { testKeychain } from './keychain.ts'
import { seededRandom } from './random.ts'
import { ANA, credentials } from './vault.ts'

/* Makes a file vault with one key and changes its passphrase for ever, printing a line after each change. */

const keychain = testKeychain()
keychain.fault = 'throws'
const vault = await openVaultHere({
  dir: process.argv[2] ?? '',
  profileId: 'killed',
  keychain,
  clock: systemClock,
  random: seededRandom('changer'),
  log: () => undefined,
})
const passphrase = (number: number): string => `harbour lamp number ${number}`
await vault.setPassphrase({ current: null, next: passphrase(0) })
await vault.accounts.add(ANA, credentials({ spendSeed: '22'.repeat(32) }))
for (let number = 1; ; number++) {
  await vault.setPassphrase({ current: passphrase(number - 1), next: passphrase(number) })
  process.stdout.write('changed\n')
}
