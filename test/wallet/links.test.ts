import { describe, expect, it } from 'vitest'
import { testKeychain } from '../support/keychain.ts'
import { coded, newAccount, newFolder, sharedNetwork } from '../support/wallet.ts'

const network = sharedNetwork()

const PAY = 'https://mixin.one/pay/40110'
const PASSPHRASE = 'six tall ships in the harbour'

describe('links from outside', () => {
  it('wait over a lock and a restart, the newest first, until they were looked at', async () => {
    const options = { dir: newFolder(), keychain: testKeychain() }
    const before = await network.open(options)
    await newAccount(before, 'Ana')
    await before.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await before.calls['session.lock'](null)
    // The system hands links over whoever is at work; nobody sees them before the wallet is unlocked.
    for (const text of [PAY, 'mixin://users/1', PAY]) await before.calls['app.keepLink']({ text })
    await expect(before.calls['links.list'](null)).rejects.toThrow(coded('vault.locked'))
    await before.close()

    const after = await network.open(options)
    await after.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect((await after.calls['links.list'](null)).map(({ text }) => text)).toEqual([PAY, 'mixin://users/1'])
    await after.calls['links.drop']({ text: PAY })
    expect((await after.calls['links.list'](null)).map(({ text }) => text)).toEqual(['mixin://users/1'])
    await after.close()
  })

  it('fill no disk', async () => {
    const wallet = await network.open()
    for (let at = 0; at < 30; at += 1) await wallet.calls['app.keepLink']({ text: `mixin://${at}` })
    const kept = (await wallet.calls['links.list'](null)).map(({ text }) => text)
    expect(kept).toHaveLength(20)
    expect(kept[0]).toBe('mixin://29')
    await wallet.close()
  })
})
