import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { type ComposeOptions, compose } from '../../src/main/compose.ts'
import { payMyselfHere } from '../../src/main/doctor-payment.ts'

import type { Person } from '../../src/main/terminal.ts'
import { systemClock } from '../support/clock.ts'
import { folderKeychain } from '../support/keychain.ts'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, fund, type OpenWallet, registered, sharedNetwork, untilOf } from '../support/wallet.ts'
import { wordedCalls } from '../support/worded.ts'

/* The doctor's payment by the wallet of a folder, as its terminal program makes it. */

const PASSPHRASE = 'correct horse battery staple 42'
const around = {
  ...{ clock: systemClock, random: freshBytes, log: () => undefined, version: 'test' },
  keychain: folderKeychain(newFolder('keychain')),
}
const network = sharedNetwork()
let options: ComposeOptions
let account: UserId

beforeAll(async () => {
  options = { network: network.url, dataDir: newFolder(), port: 0, open: false, updates: null }
  const { wallet, close } = await compose(options, { ...around, host: 'browser', askInWindow: null })
  const calls = wordedCalls(wallet.calls)
  const open = { calls, until: untilOf(wallet) } as OpenWallet // all that these helpers use of one
  account = (await calls['accounts.createLocal']({ name: 'Maya' })).account
  await registered(open, account)
  await fund(open, account, BTC, '1')
  await calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  await close()
}, 300_000)

function person(passphrase: string | null, answer: string | null): Person & { readonly told: string[] } {
  const told: string[] = []
  return { told, tell: (line) => void told.push(line), ask: async () => answer, askHidden: async () => passphrase }
}
const paying = (who: Person) => payMyselfHere(options, { account, dialect: 'interface' }, who, around)

describe('the smallest payment of the wallet in a folder', () => {
  it('is shown first, and made after the passphrase and a typed yes', async () => {
    const who = person(PASSPHRASE, 'yes')
    expect(await paying(who)).toMatchObject({ check: 'pay-myself', verdict: 'assumed' })
    expect(who.told.join('\n')).toMatch(/0\.00000001.*BTC[\s\S]*smallest amount of BTC/)
  })

  it.each(['', 'y', 'no', 'yes please'])('is not made after “%s”', async (answer) => {
    expect(await paying(person(PASSPHRASE, answer))).toMatchObject({ verdict: 'unasked' })
  })

  it.each([
    ['the passphrase', null, 'yes'],
    ['the yes', PASSPHRASE, null],
  ])('is not made where its person stops at %s, and holds no coin', async (_what, passphrase, answer) => {
    expect(await paying(person(passphrase, answer))).toMatchObject({ verdict: 'unasked' })
    expect(await paying(person(PASSPHRASE, 'yes'))).toMatchObject({ verdict: 'assumed' })
  })

  it('is not made after a wrong passphrase', async () => {
    const who = person('another one', 'yes')
    expect(await paying(who)).toMatchObject({ verdict: 'refused', detail: 'vault.wrong_passphrase' })
    expect(who.told).toEqual([])
  })
})
