import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it } from 'vitest'
import { unwrapByPassphrase, unwrapByPhrase, unwrapBySeed, type Vault } from '#vault'
import { ANA, credentials, PASSPHRASE, vaultWorld } from '../support/vault.ts'

const SPEND = '22'.repeat(32)
const KEY = new Uint8Array(32).fill(9)
const LABEL = 'backup key'
const coded = (code: string) => expect.objectContaining({ code })

async function withAna(spendSeed: string | null = SPEND): Promise<Vault> {
  const vault = await vaultWorld().open()
  await vault.accounts.add(ANA, credentials({ spendSeed }))
  return vault
}

it('a passphrase is overwritten also where it could not be stretched', async () => {
  const { scrypt } = crypto
  const seen: Uint8Array[] = []
  const failing = (secret: Uint8Array, ...rest: unknown[]): void => {
    seen.push(secret)
    ;(rest.at(-1) as (error: Error) => void)(new Error('no memory'))
  }
  crypto.scrypt = failing as unknown as typeof scrypt
  syncBuiltinESMExports()
  try {
    const wrapped = `${'A'.repeat(43)}.${'A'.repeat(80)}`
    await expect(unwrapByPassphrase(PASSPHRASE, 'label', wrapped)).rejects.toThrow('stretched')
  } finally {
    crypto.scrypt = scrypt
    syncBuiltinESMExports()
  }
  expect(seen.map((secret) => secret.some((byte) => byte !== 0))).toEqual([false])
})

describe('a key wrapped for an account', () => {
  it('comes back in the vault that wrapped it', async () => {
    const vault = await withAna()
    const wrapped = await vault.wrapFor(ANA, LABEL, KEY)
    expect(await vault.unwrapFor(ANA, LABEL, wrapped)).toEqual(KEY)
  })

  it('comes back on another computer from the spend seed or its words alone', async () => {
    const vault = await withAna()
    const wrapped = await vault.wrapFor(ANA, LABEL, KEY)
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    const words = await vault.accounts.reveal(ANA, PASSPHRASE)
    expect(unwrapByPhrase(words.join(' '), LABEL, wrapped)).toEqual(KEY)
    expect(unwrapBySeed(Buffer.from(SPEND, 'hex'), LABEL, wrapped)).toEqual(KEY)
  })

  it('does not open for another key, another label or a changed letter', async () => {
    const vault = await withAna()
    const wrapped = await vault.wrapFor(ANA, LABEL, KEY)
    const changed = (wrapped.startsWith('A') ? 'B' : 'A') + wrapped.slice(1)
    expect(unwrapBySeed(Buffer.from('23'.repeat(32), 'hex'), LABEL, wrapped)).toBeNull()
    await expect(vault.unwrapFor(ANA, 'another label', wrapped)).rejects.toThrow(coded('vault.damaged'))
    await expect(vault.unwrapFor(ANA, LABEL, changed)).rejects.toThrow(coded('vault.damaged'))
  })

  it('is neither made nor opened while the vault is locked or has no spend key', async () => {
    const vault = await withAna()
    const wrapped = await vault.wrapFor(ANA, LABEL, KEY)
    vault.lock()
    await expect(vault.wrapFor(ANA, LABEL, KEY)).rejects.toThrow(coded('vault.locked'))
    await expect(vault.unwrapFor(ANA, LABEL, wrapped)).rejects.toThrow(coded('vault.locked'))
    await expect((await withAna(null)).wrapFor(ANA, LABEL, KEY)).rejects.toThrow(coded('vault.key_missing'))
  })
})

describe('a key wrapped by the passphrase', () => {
  it('comes back for the passphrase alone, without keychain and vault', async () => {
    const vault = await withAna()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    const wrapped = await vault.wrapByPassphrase(PASSPHRASE, LABEL, KEY)
    expect(await unwrapByPassphrase(PASSPHRASE, LABEL, wrapped)).toEqual(KEY)
    expect(await unwrapByPassphrase('another passphrase', LABEL, wrapped)).toBeNull()
    expect(await unwrapByPassphrase(PASSPHRASE, 'another label', wrapped)).toBeNull()
    expect(await unwrapByPassphrase(PASSPHRASE, LABEL, 'no wrapped key')).toBeNull()
  })

  it('is only made for the passphrase that the vault has', async () => {
    const vault = await withAna()
    await expect(vault.wrapByPassphrase(PASSPHRASE, LABEL, KEY)).rejects.toThrow(coded('vault.passphrase_needed'))
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await expect(vault.wrapByPassphrase('another passphrase', LABEL, KEY)).rejects.toThrow(
      coded('vault.wrong_passphrase'),
    )
  })
})
