import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Vault } from '#vault'
import type { Custody } from '../../src/vault/custody.ts'
import { openHeader } from '../../src/vault/master.ts'
import { openVaultHere } from '../../src/vault/vault.ts'
import { ANA, credentials, PASSPHRASE, type VaultWorld, vaultWorld } from '../support/vault.ts'

/* Master keys that were read in the clear and are of no more use: nothing of them stays in memory. */

const OTHER = 'profile-of-another'

/** Opens a vault and shows what it works with. */
async function openedIn(world: VaultWorld, profileId: string | null = world.profileId) {
  const held: Custody[] = []
  const vault = await openVaultHere({ ...world, profileId }, (custody) => void held.push(custody))
  const [custody] = held
  if (custody === undefined) throw new Error('nothing was opened')
  return { vault, custody }
}

const openKeysIn = ({ header, found }: Custody): Uint8Array[] =>
  [...new Set([header, ...found.candidates.map((each) => each.header)])].flatMap((each) =>
    each?.kind === 'open' ? [each.key] : [],
  )

/** A vault whose own file and whose `profile.db` name two ids, each with a master key in the clear. */
async function withTwoKeys(): Promise<VaultWorld> {
  const world = vaultWorld()
  const vault = await world.open()
  await vault.accounts.add(ANA, credentials({ spendSeed: '22'.repeat(32) }))
  await vault.close()
  world.keychain.entries.set(`${OTHER}/master`, openHeader(randomBytes(32)))
  return world
}

/** The same, where neither key opens anything. */
async function withoutUse(): Promise<VaultWorld> {
  const world = await withTwoKeys()
  world.keychain.entries.set(`${world.profileId}/master`, openHeader(randomBytes(32)))
  return world
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

describe('a master key in the clear', () => {
  it('is overwritten where another one opens the vault', async () => {
    const { vault, custody } = await openedIn(await withTwoKeys(), OTHER)
    expect(vault.status()).toMatchObject({ locked: false, damage: null })
    expect(openKeysIn(custody).map(isZero).sort()).toEqual([false, true])
  })

  it.each<[string, (vault: Vault) => Promise<unknown>]>([
    ['what lies there is looked at again', (vault) => vault.unlock(null).catch(() => undefined)],
    ['the vault is begun anew', (vault) => vault.beginAnew()],
    ['the vault is closed', (vault) => vault.close()],
  ])('that opens nothing is overwritten once %s', async (_when, deed) => {
    const { vault, custody } = await openedIn(await withoutUse(), OTHER)
    expect(vault.status()).toMatchObject({ locked: true, damage: 'profile' })
    const keys = openKeysIn(custody)
    expect(keys.map(isZero)).toEqual([false, false])
    await deed(vault)
    expect(keys.map(isZero)).toEqual([true, true])
  })

  it('is overwritten once a passphrase guards it', async () => {
    const { vault, custody } = await openedIn(await withTwoKeys(), OTHER)
    const keys = openKeysIn(custody)
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    expect(keys.map(isZero)).toEqual([true, true])
  })
})

describe('what is secret of an account', () => {
  async function withAna() {
    const world = vaultWorld()
    const opened = await openedIn(world)
    await opened.vault.accounts.add(ANA, credentials({ spendSeed: '22'.repeat(32) }))
    return opened
  }

  it('is lent, and overwritten as soon as it was used', async () => {
    const { custody } = await withAna()
    const lent: Uint8Array[] = []
    custody.withBytes(ANA, (bytes) => void lent.push(bytes))
    custody.withRecord(ANA, ({ sessionSeed, spendSeed }) => void lent.push(sessionSeed, spendSeed ?? sessionSeed))
    expect(lent.map(isZero)).toEqual([true, true, true])
  })

  it('is overwritten once it is sealed', async () => {
    const { custody } = await withAna()
    const plain = custody.withBytes(ANA, (bytes) => bytes.slice())
    await custody.putRecord(ANA, plain)
    expect(isZero(plain)).toBe(true)
  })

  it.each<[string, (vault: Vault) => Promise<unknown>]>([
    ['the account is removed', (vault) => vault.accounts.remove(ANA)],
    ['another session takes its place', (vault) => vault.accounts.renewSession(ANA, credentials())],
    ['the vault is closed', (vault) => vault.close()],
  ])('is overwritten of its session once %s', async (_when, deed) => {
    const { vault, custody } = await withAna()
    const session = custody.sessions.get(ANA)
    const seed = session?.kind === 'session' ? session.sessionSeed : new Uint8Array(0)
    expect(isZero(seed)).toBe(false)
    await deed(vault)
    expect(isZero(seed)).toBe(true)
  })

  it('is sealed under a key that a lock overwrites', async () => {
    const { vault, custody } = await withAna()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    const master = custody.needMaster()
    expect(isZero(master)).toBe(false)
    vault.lock()
    expect(isZero(master)).toBe(true)
  })
})
