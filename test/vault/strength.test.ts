import { describe, expect, it } from 'vitest'
import { errorFacts, inOneLine } from '#contract/errors'
import { wording } from '#words'
import { sealHeader } from '../../src/vault/master.ts'
import { ANA, credentials, PASSPHRASE, vaultWorld } from '../support/vault.ts'

const coded = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

describe('a passphrase that is set', () => {
  it.each([
    ['nine char', 'short'],
    ['aaaaaaaaaaaa', 'repeated'],
    ['1234567890', 'common'],
    ['password1234', 'common'],
    ['abcdefghijklm', 'sequence'],
    ['sunday19871109', 'date'],
    ['coffer wallet', 'guessable'],
  ])('is refused when it is %j, with the reason that it is %s', async (next, why) => {
    const vault = await vaultWorld().open()
    await vault.accounts.add(ANA, credentials())
    await expect(vault.setPassphrase({ current: null, next })).rejects.toThrow(coded('input.passphrase_weak', { why }))
    expect(vault.status().passphrase).toBe(false)
    expect((await vault.judgePassphrase(next)).weak).toBe(why)
  })

  it('is taken when it is hard to guess', async () => {
    const vault = await vaultWorld().open()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    expect(vault.status()).toMatchObject({ passphrase: true, locked: false })
    expect(await vault.judgePassphrase(PASSPHRASE)).toEqual({ score: 4, weak: null })
  })

  it('is judged without anything being kept, also while locked', async () => {
    const vault = await vaultWorld().open()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    vault.lock()
    expect((await vault.judgePassphrase('qwertyuiop12')).weak).not.toBeNull()
  })

  it('still unlocks when it was set before weak ones were refused', async () => {
    const world = vaultWorld()
    await (await world.open()).accounts.add(ANA, credentials())
    const name = `${world.profileId}/master`
    const { key } = JSON.parse(world.keychain.entries.get(name) ?? '{}') as { key: string }
    const weak = await sealHeader(new Uint8Array(Buffer.from(key, 'base64url')), 'password1234', {
      profileId: String(world.profileId),
      store: 'keychain',
      random: world.random,
    })
    world.keychain.entries.set(name, weak)
    const again = await world.open()
    await again.unlock('password1234')
    expect(again.status().locked).toBe(false)
    await expect(again.setPassphrase({ current: 'password1234', next: 'password12345' })).rejects.toThrow(
      coded('input.passphrase_weak'),
    )
  })
})

describe('what is said of a weak passphrase', () => {
  it('names the reason and what helps', () => {
    expect(wording(inOneLine(errorFacts('input.passphrase_weak', { why: 'date' })))).toBe(
      'Dates and years are tried first. Add words that have nothing to do with each other.',
    )
  })
})
