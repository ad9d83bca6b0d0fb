import { openVault } from '#vault'
import { createSystemKeychain } from '../../src/vault/keychain.ts'
import { systemClock } from './clock.ts'
import { ANA, credentials } from './vault.ts'

/* Runs inside a session with a real secret service: `node keychain-session.ts <step> <dir>` prints what it found. */

const [step = '', dir = ''] = process.argv.slice(2)
const keychain = createSystemKeychain()
const open = () =>
  openVault({
    dir,
    profileId: 'session-of-a-test',
    clock: systemClock,
    log: () => undefined,
  })

async function run(): Promise<unknown> {
  if (step === 'texts') {
    await keychain.set('test/text', 'one')
    const first = await keychain.get('test/text')
    await keychain.set('test/text', 'two')
    const second = await keychain.get('test/text')
    await keychain.remove('test/text')
    return { first, second, after: await keychain.get('test/text') }
  }
  const vault = await open()
  if (step === 'make') await vault.accounts.add(ANA, credentials({ spendSeed: '22'.repeat(32) }))
  return { ...vault.status(), ...(step === 'status' ? {} : vault.accounts.describe(ANA)) }
}

process.stdout.write(`${JSON.stringify(await run())}\n`)
process.exit(0)
