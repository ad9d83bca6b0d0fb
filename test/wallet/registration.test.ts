import { describe, expect, it, onTestFinished } from 'vitest'
import { codeOf } from '#contract/errors'
import { publicKeyFromSeed } from '#protocol'
import { type KeystoreFile, newKeystore } from '../support/localnet.ts'
import { coded, sharedNetwork } from '../support/wallet.ts'

/* Registering the key of accounts that have a PIN already: six digits, a TIP key that was set apart, or none. */

const SPEND = '81'.repeat(32)
const TIP = '91'.repeat(32)

const network = sharedNetwork()

const account = (given: object): Promise<KeystoreFile> => newKeystore(network, { full_name: 'Legacy', ...given })

let spends = 0
/** A key of its own for each account: nobody registers one twice. */
const aSeed = (): string => {
  spends += 1
  return spends.toString(16).padStart(2, '0') + SPEND.slice(2)
}

async function withKey(keystore: KeystoreFile, dialect: 'interface' | 'upstream' = 'interface') {
  const wallet = await network.open({ dialect })
  onTestFinished(wallet.close)
  const seed = aSeed()
  const text = JSON.stringify({ ...keystore, spend_private_key: seed })
  const view = await wallet.calls['accounts.importKeystore']({ keystore: text })
  expect(view).toMatchObject({ stage: 'needs_registration', publicKey: publicKeyFromSeed(seed) })
  return { wallet, account: view.account, seed }
}

describe.each(['interface', 'upstream'] as const)('registering in the %s form', (dialect) => {
  it('asks for six digits and puts the spend key in their place', async () => {
    const { wallet, account: id } = await withKey(await account({ pin: '480213' }), dialect)
    expect(await wallet.calls['registration.explain']({ account: id })).toMatchObject({ asks: 'digits', isApp: true })
    await expect(wallet.calls['registration.submit']({ account: id })).rejects.toThrow(coded('input.pin'))
    await expect(wallet.calls['registration.submit']({ account: id, proof: '48021' })).rejects.toThrow(
      coded('input.pin'),
    )
    const wrong = await wallet.calls['registration.submit']({ account: id, proof: '480214' }).catch(codeOf)
    expect(wrong).toMatch(/^remote\./)
    const view = await wallet.calls['registration.submit']({ account: id, proof: ' 480213 ' })
    expect(view.stage).toBe('ready')
    expect(await wallet.calls['registration.explain']({ account: id })).toMatchObject({
      asks: 'nothing',
      registered: true,
    })
  })

  it('asks for the TIP key that was set apart, and tells another one from it before the service hears of it', async () => {
    const tip_public_key = publicKeyFromSeed(TIP)
    const { wallet, account: id } = await withKey(await account({ tip_public_key }), dialect)
    expect(await wallet.calls['registration.explain']({ account: id })).toMatchObject({
      asks: 'tip',
      tipPublicKey: tip_public_key,
    })
    await expect(wallet.calls['registration.submit']({ account: id })).rejects.toThrow(coded('input.tip_key'))
    await expect(wallet.calls['registration.submit']({ account: id, proof: '92'.repeat(32) })).rejects.toMatchObject({
      code: 'input.tip_key',
      details: { expected: tip_public_key, found: publicKeyFromSeed('92'.repeat(32)) },
    })
    const view = await wallet.calls['registration.submit']({ account: id, proof: `0x${TIP}` })
    expect(view.stage).toBe('ready')
  })

  it('of an app goes by its own call where neither is at hand', async () => {
    const { wallet, account: id } = await withKey(await account({ pin: '480213' }), dialect)
    expect((await wallet.calls['registration.submit']({ account: id, byApp: true })).stage).toBe('ready')
  })

  it('asks for nothing where the account has no PIN', async () => {
    const { wallet, account: id } = await withKey(await account({}), dialect)
    expect(await wallet.calls['registration.explain']({ account: id })).toMatchObject({ asks: 'nothing' })
    expect((await wallet.calls['registration.submit']({ account: id })).stage).toBe('ready')
  })
})

describe('a registration', () => {
  it('of a person does not go by the call of apps', async () => {
    const { wallet, account: id } = await withKey(await account({ kind: 'user', pin: '480213' }))
    expect(await wallet.calls['registration.explain']({ account: id })).toMatchObject({ isApp: false })
    expect(await wallet.calls['registration.submit']({ account: id, byApp: true }).catch(codeOf)).toBe(
      'remote.not_found',
    )
    const view = await wallet.calls['registration.submit']({ account: id, proof: '480213' })
    expect(view.stage).toBe('ready')
  })

  it('takes PIN and TIP key out of the file in which they stand', async () => {
    const digits = await account({ pin: '480213' })
    const first = await withKey(digits)
    const file = JSON.stringify({ ...digits, pin: '480213' })
    expect((await first.wallet.calls['registration.submit']({ account: first.account, proof: file })).stage).toBe(
      'ready',
    )
    const apart = await account({ tip_public_key: publicKeyFromSeed(TIP) })
    const second = await withKey(apart)
    const text = JSON.stringify({ ...apart, tip_private_key: TIP })
    expect((await second.wallet.calls['registration.submit']({ account: second.account, proof: text })).stage).toBe(
      'ready',
    )
  })

  it('writes neither digits nor TIP key anywhere', async () => {
    const lines: string[] = []
    const { wallet, account: id } = await withKey(await account({ tip_public_key: publicKeyFromSeed(TIP) }))
    await wallet.calls['registration.submit']({ account: id, proof: TIP })
    const { readdirSync, readFileSync } = await import('node:fs')
    for (const name of readdirSync(wallet.dir, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) lines.push(readFileSync(`${name.parentPath}/${name.name}`, 'latin1'))
    }
    expect(lines.length).toBeGreaterThan(0)
    const all = lines.join('\n')
    expect(all).not.toContain(TIP)
    expect(all).not.toContain(Buffer.from(TIP, 'hex').toString('latin1'))
  })
})
