import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base64urlnopad } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { publicKeyFromSeed } from '#protocol'
import type { Vault } from '#vault'
import type { CustodyDeps } from '../../src/vault/door.ts'
import { sealHeader } from '../../src/vault/master.ts'
import { decodeRecord, decodeSession } from '../../src/vault/record.ts'
import { seal } from '../../src/vault/seal.ts'
import { openVaultHere } from '../../src/vault/vault.ts'
import { ANA, credentials, PASSPHRASE, type VaultWorld, vaultWorld } from '../support/vault.ts'

const SPEND = '22'.repeat(32)
const KEY = publicKeyFromSeed(SPEND)
const ID = 'profile-of-a-test'
const coded = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })
const indexOf = (world: VaultWorld) => join(world.dir, 'vault.json')
const copyOf = (world: VaultWorld) => join(world.dir, 'vault.last.json')

async function withAna(world: VaultWorld, passphrase: string | null = null): Promise<void> {
  const vault = await world.open()
  if (passphrase !== null) await vault.setPassphrase({ current: null, next: passphrase })
  await vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
  await vault.close()
}

/** Another start of the program, whose `profile.db` says this. */
async function restart(world: VaultWorld, profile: Partial<CustodyDeps>): Promise<Vault & { readonly kept: string[] }> {
  const kept: string[] = []
  return { ...(await openVaultHere({ ...world, keepProfileId: (id) => void kept.push(id), ...profile })), kept }
}

function damage(path: string): void {
  const bytes = readFileSync(path)
  bytes[60] = (bytes[60] ?? 0) ^ 4
  writeFileSync(path, bytes)
}

describe('a profile.db that lost its id', () => {
  it.each([null, 'a-new-id'])('gets it back from the vault on a keychain (it says %s)', async (profileId) => {
    const world = vaultWorld()
    await withAna(world)
    const again = await restart(world, { profileId })
    expect(again.status()).toMatchObject({ locked: false, damage: null })
    expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
    expect(again.kept).toEqual([ID])
  })

  it.each([null, 'a-new-id'])(
    'gets it back when the passphrase opens a vault in a file (it says %s)',
    async (profileId) => {
      const world = vaultWorld('throws')
      await withAna(world, PASSPHRASE)
      const again = await restart(world, { profileId })
      await again.unlock(PASSPHRASE)
      expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
      expect(again.kept).toEqual([ID])
    },
  )

  it.each([null, PASSPHRASE])(
    'is believed when it is the vault’s copy that names another (passphrase %s)',
    async (passphrase) => {
      const world = vaultWorld()
      await withAna(world, passphrase)
      const other = vaultWorld()
      await (await openVaultHere({ ...other, profileId: 'another' })).accounts.add(ANA, credentials())
      for (const path of [indexOf, copyOf]) writeFileSync(path(world), readFileSync(path(other)))
      const again = await restart(world, { profileId: ID })
      await again.unlock(passphrase)
      expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
      expect(again.kept).toEqual([ID])
    },
  )

  it('never gets a new one over seals that are there', async () => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    const { body } = JSON.parse(readFileSync(indexOf(world), 'utf8')) as {
      body: { store: string; accounts: string[]; entries: Record<string, string> }
    }
    const { store, accounts, entries } = body
    for (const path of [indexOf, copyOf]) {
      writeFileSync(path(world), JSON.stringify({ version: 1, store, accounts, entries }))
    }
    const again = await restart(world, { profileId: null })
    expect(again.status()).toMatchObject({ locked: true })
    await expect(again.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.other_profile'))
    expect(again.kept).toEqual([])
  })

  it('leaves the accounts to the list that the vault keeps', async () => {
    const world = vaultWorld()
    await withAna(world)
    expect((await restart(world, { profileId: null, profileAccounts: () => [] })).accounts.list()).toEqual([ANA])
  })
})

describe('what is said of a vault that does not open', () => {
  it('is that the passphrase is wrong only when it is', async () => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    await expect((await restart(world, {})).unlock('wrong horse battery')).rejects.toThrow(
      coded('vault.wrong_passphrase'),
    )
  })

  it('is that the seal is bound to another id when the passphrase is right', async () => {
    const world = vaultWorld()
    await withAna(world, PASSPHRASE)
    const name = `${ID}/master`
    const foreign = await sealHeader(new Uint8Array(32).fill(5), PASSPHRASE, {
      profileId: 'somebody-else',
      store: 'keychain',
      random: world.random,
    })
    world.keychain.entries.set(name, foreign)
    const again = await restart(world, {})
    await expect(again.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.other_profile'))
    expect(again.status()).toMatchObject({ locked: true, damage: 'profile', retryInSeconds: 0 })
  })

  it('is damage for every letter of the master key’s entry that is changed', async () => {
    const world = vaultWorld()
    await withAna(world, PASSPHRASE)
    const name = `${ID}/master`
    const text = world.keychain.entries.get(name) ?? ''
    for (let at = 0; at < text.length; at += 7) {
      const letter = text[at] === 'A' ? 'B' : 'A'
      world.keychain.entries.set(name, text.slice(0, at) + letter + text.slice(at + 1))
      const again = await restart(world, {})
      expect(again.status()).toMatchObject({ locked: true, damage: 'master' })
      await expect(again.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.damaged', { what: 'master' }))
    }
  })

  it('is that an account is lost when its own entry is damaged, and new keys may take its place', async () => {
    const world = vaultWorld()
    await withAna(world)
    world.keychain.entries.set(`${ID}/${ANA}`, 'AAAA')
    const again = await restart(world, {})
    expect(again.accounts.describe(ANA)).toMatchObject({ lost: true, hasSpendKey: false })
    await again.accounts.add(ANA, credentials({ spendSeed: SPEND }))
    expect(again.accounts.describe(ANA)).toMatchObject({ lost: false, publicKey: KEY })
  })
})

describe('a damaged vault.json', () => {
  it('gives way to the last good one, and says so', async () => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    damage(indexOf(world))
    const again = await restart(world, {})
    expect(again.status()).toMatchObject({ repair: 'last_good', damage: null })
    await again.unlock(PASSPHRASE)
    expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
    expect((await restart(world, {})).status()).toMatchObject({ repair: null })
  })

  it.each(['gone', 'damaged'])('is made anew from the keychain and profile.db when its copy is %s too', async (how) => {
    const world = vaultWorld()
    await withAna(world)
    for (const path of [indexOf(world), copyOf(world)]) how === 'gone' ? rmSync(path) : damage(path)
    const never = 'a1a2bd5f-3b1b-4c6a-9d56-222222222222' as UserId
    const again = await restart(world, { profileAccounts: () => [ANA, never] })
    expect(again.status()).toMatchObject({ locked: false, repair: 'rebuilt', damage: null })
    expect(again.accounts.list()).toEqual([ANA])
    expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
  })

  it.each([
    ['damaged', 'index'],
    ['gone', 'missing'],
  ])('that is %s with its copy, and held the keys, opens a vault that says so', async (how, what) => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    for (const path of [indexOf(world), copyOf(world)]) how === 'gone' ? rmSync(path) : damage(path)
    const again = await restart(world, { profileAccounts: () => [ANA] })
    expect(again.status()).toMatchObject({ locked: true, damage: what })
    await expect(again.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.damaged', { what }))
    await expect(again.accounts.add(ANA, credentials())).rejects.toThrow(coded('vault.locked'))
  })

  it('opens again when a copy of the folder was put back', async () => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    const whole = readFileSync(indexOf(world))
    for (const path of [indexOf(world), copyOf(world)]) damage(path)
    const again = await restart(world, { profileAccounts: () => [ANA] })
    writeFileSync(indexOf(world), whole)
    await again.unlock(PASSPHRASE)
    expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
  })

  it('is kept beside the vault that is begun anew, under an id of its own', async () => {
    const world = vaultWorld()
    await withAna(world)
    const before = new Map(world.keychain.entries)
    world.keychain.entries.set(`${ID}/master`, 'damaged')
    const again = await restart(world, { profileAccounts: () => [ANA] })
    await again.beginAnew()
    expect(again.status()).toMatchObject({ locked: false, damage: null })
    await again.accounts.add(ANA, credentials({ spendSeed: SPEND }))
    expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
    const id = again.kept.at(-1) ?? ''
    expect(id).not.toBe(ID)
    expect(world.keychain.entries.get(`${ID}/${ANA}`)).toBe(before.get(`${ID}/${ANA}`))
    expect(readdirSync(world.dir).some((name) => name.startsWith('vault.json.damaged-'))).toBe(true)
    const third = await restart(world, { profileId: id, profileAccounts: () => [ANA] })
    expect(third.accounts.describe(ANA).publicKey).toBe(KEY)
  })

  it('is no reason to begin anew while nothing is damaged', async () => {
    const world = vaultWorld()
    await withAna(world)
    await expect((await restart(world, {})).beginAnew()).rejects.toThrow(coded('input.invalid'))
  })
})

describe('a vault that an older Coffer left', () => {
  it('opens, and from then on tells a wrong passphrase from a damaged entry', async () => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    const { body } = JSON.parse(readFileSync(indexOf(world), 'utf8')) as {
      body: { store: string; accounts: string[]; entries: Record<string, string> }
    }
    const { sum: _sum, check: _check, ...header } = JSON.parse(body.entries['master'] ?? '')
    const entries = { ...body.entries, master: JSON.stringify({ ...header, version: 1 }) }
    rmSync(copyOf(world))
    const { store, accounts } = body
    writeFileSync(indexOf(world), JSON.stringify({ version: 1, store, accounts, entries }))
    const again = await restart(world, {})
    await again.unlock(PASSPHRASE)
    expect(again.accounts.describe(ANA).publicKey).toBe(KEY)
    const now = JSON.parse(readFileSync(indexOf(world), 'utf8')) as typeof body & { body: typeof body }
    expect(JSON.parse(now.body.entries['master'] ?? '')).toMatchObject({ version: 2, check: expect.any(String) })
    expect(now.body).toMatchObject({ profile: ID })
  })
})

describe('a vault of a newer Coffer', () => {
  const newer = coded('store.newer')
  const asNewer = (text: string): string => text.replace('"version":2', '"version":3')
  const filesOf = (world: VaultWorld) =>
    Object.fromEntries(readdirSync(world.dir).map((name) => [name, readFileSync(join(world.dir, name), 'utf8')]))

  it('is refused, and every file stays as it is', async () => {
    const world = vaultWorld()
    await withAna(world)
    for (const path of [indexOf(world), copyOf(world)]) writeFileSync(path, asNewer(readFileSync(path, 'utf8')))
    const before = filesOf(world)
    await expect(world.open()).rejects.toEqual(newer)
    expect(filesOf(world)).toEqual(before)
  })

  it('is refused without its copy as well', async () => {
    const world = vaultWorld('throws')
    await withAna(world, PASSPHRASE)
    writeFileSync(indexOf(world), asNewer(readFileSync(indexOf(world), 'utf8')))
    rmSync(copyOf(world))
    await expect(world.open()).rejects.toEqual(newer)
  })

  it('is refused by the form of its master key, which nobody is offered to begin anew', async () => {
    const world = vaultWorld()
    await withAna(world)
    const name = `${ID}/master`
    const { sum: _, ...rest } = JSON.parse(world.keychain.entries.get(name) ?? '') as Record<string, unknown>
    const next = { ...rest, version: 3 }
    const sum = createHash('sha256').update(JSON.stringify(next)).digest('hex').slice(0, 32)
    world.keychain.entries.set(name, JSON.stringify({ ...next, sum }))
    const before = [...world.keychain.entries]
    await expect(world.open()).rejects.toEqual(newer)
    expect([...world.keychain.entries]).toEqual(before)
  })

  it('has records over which nobody who brings keys writes them', async () => {
    const world = vaultWorld()
    await withAna(world)
    const { key } = JSON.parse(world.keychain.entries.get(`${ID}/master`) ?? '') as { key: string }
    const record = Uint8Array.from({ length: 146 }, () => 9)
    const sealed = seal(base64urlnopad.decode(key), record, `coffer:account:1:${ID}:${ANA}`, world.random)
    world.keychain.entries.set(`${ID}/${ANA}`, sealed)
    const { accounts } = await world.open()
    const token = { kind: 'token', token: 'e30.e30.c2ln', scopes: null, appId: null, expiresAt: null } as const
    await expect(accounts.add(ANA, credentials({ spendSeed: SPEND }))).rejects.toEqual(newer)
    await expect(accounts.renewSession(ANA, credentials())).rejects.toEqual(newer)
    await expect(accounts.permit(ANA, token)).rejects.toEqual(newer)
    expect(world.keychain.entries.get(`${ID}/${ANA}`)).toBe(sealed)
  })

  it('has records that are no damaged ones, so that no keys are written over them', () => {
    for (const read of [decodeRecord, decodeSession]) {
      expect(() => read(Uint8Array.from({ length: 146 }, () => 9))).toThrow(newer)
      expect(() => read(new Uint8Array(146))).toThrow(coded('vault.damaged'))
    }
  })
})
