import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  curve,
  decryptPin,
  installCurve,
  nobleCurve,
  publicKeyFromSeed,
  registrationBody,
  verifyRegistration,
  verifySignature,
} from '#protocol'
import type { Vault } from '#vault'
import { findIndex, writeIndex } from '../../src/vault/index-file.ts'
import { decodeRecord, encodeRecord, type KeyRecord } from '../../src/vault/record.ts'
import { manualClock } from '../support/clock.ts'
import { expectPrivate } from '../support/systems.ts'
import { ANA, ANY_KEY, credentials, PASSPHRASE, SERVER_SEED, type VaultWorld, vaultWorld } from '../support/vault.ts'

const SPEND = '22'.repeat(32)
const NO_KEY = {
  hasSpendKey: false,
  isProved: true,
  publicKey: null,
  isSpelled: false,
  pendingPhrase: false,
  rules: 0,
  way: null,
  asking: null,
  lost: false,
}
const coded = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

async function withAna(world: VaultWorld, spendSeed: string | null = SPEND): Promise<Vault> {
  const vault = await world.open()
  await vault.accounts.add(ANA, credentials({ spendSeed }))
  return vault
}

async function quizOf(vault: Vault, words: readonly string[]): Promise<void> {
  await vault.accounts.answerQuiz(
    ANA,
    (await vault.accounts.quizPositions(ANA)).map((at) => words[at] ?? ''),
  )
}

/** Everything a thief of the folder and the keychain would hold. */
function everythingKept(world: VaultWorld): string {
  const files = readdirSync(world.dir).map((name) => readFileSync(join(world.dir, name), 'latin1'))
  return [...files, ...world.keychain.entries.values()].join('\n')
}

const spellings = (hex: string): string[] => {
  const bytes = Buffer.from(hex, 'hex')
  return [hex, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('latin1')]
}

describe('a vault on the keychain', () => {
  it('opens by itself while no passphrase was set', async () => {
    const world = vaultWorld()
    await withAna(world)
    const again = await world.open()
    expect(again.status()).toMatchObject({ locked: false, passphrase: false, store: 'keychain', keychainProblem: null })
    expect(again.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed(SPEND))
  })

  it('says when it computes with keys by what cannot hide them from a clock', async () => {
    const vault = await withAna(vaultWorld())
    const usual = curve()
    try {
      installCurve(nobleCurve)
      expect(vault.status().arithmetic).toBe('javascript')
    } finally {
      installCurve(usual)
    }
    expect(vault.status().arithmetic).not.toBe('javascript')
  })

  it('keeps one entry for each account and one for the master key', async () => {
    const world = vaultWorld()
    await withAna(world)
    expect([...world.keychain.entries.keys()].sort()).toEqual([`profile-of-a-test/${ANA}`, 'profile-of-a-test/master'])
  })

  it('is locked after a start once a passphrase was set', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
    const again = await world.open()
    expect(again.status()).toMatchObject({ locked: true, passphrase: true })
    expect(() => again.accounts.describe(ANA)).toThrow(coded('vault.locked'))
    await again.unlock(PASSPHRASE)
    expect(again.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('holds no seed in any spelling, in the folder or, under a passphrase, in the keychain', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    const kept = everythingKept(world)
    for (const secret of [...spellings(SPEND), ...spellings('11'.repeat(32)), PASSPHRASE]) {
      expect(kept.includes(secret)).toBe(false)
    }
  })

  it('does not open with the keychain of somebody else under the right passphrase', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
    const other = vaultWorld()
    await (await withAna(other)).setPassphrase({ current: null, next: PASSPHRASE })
    const name = 'profile-of-a-test/master'
    const header = JSON.parse(world.keychain.entries.get(name) ?? '{}') as Record<string, unknown>
    const foreign = JSON.parse(other.keychain.entries.get(name) ?? '{}') as Record<string, unknown>
    world.keychain.entries.set(name, JSON.stringify({ ...header, half: 'A'.repeat(43), salt: foreign['salt'] }))
    await expect((await world.open()).unlock(PASSPHRASE)).rejects.toThrow(coded('vault.damaged'))
  })

  it('says that a keychain which held the keys does not answer, and opens when it does again', async () => {
    const world = vaultWorld()
    await withAna(world)
    world.keychain.fault = 'throws'
    const vault = await world.open()
    expect(vault.status()).toMatchObject({ locked: true, store: 'keychain' })
    expect(vault.status().keychainProblem?.code).toBe('check.keychain.service')
    await expect(vault.unlock(null)).rejects.toThrow(coded('vault.no_keychain'))
    world.keychain.fault = 'none'
    await vault.unlock(null)
    expect(vault.status()).toMatchObject({ locked: false, keychainProblem: null })
  })

  it('takes no keychain that nobody opened for one without keys, though it says that there is nothing', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
    for (const lose of [() => undefined, () => rmSync(join(world.dir, 'vault.json'), { force: true })]) {
      lose()
      world.keychain.fault = 'unopened'
      const vault = await world.open()
      expect(vault.status().keychainProblem?.code).toBe('check.keychain.locked')
      expect(vault.status().damage).not.toBe('master')
      world.keychain.fault = 'none'
      await vault.unlock(PASSPHRASE)
      expect(vault.status()).toMatchObject({ locked: false, damage: null, keychainProblem: null })
    }
  })

  it('never looks empty when the master key is gone', async () => {
    const world = vaultWorld()
    await withAna(world)
    world.keychain.entries.delete('profile-of-a-test/master')
    expect((await world.open()).status()).toMatchObject({ locked: true, damage: 'master' })
  })
})

describe('a vault without a keychain', () => {
  it.each(['throws', 'forgets'] as const)('takes in no key before a passphrase is set (keychain %s)', async (fault) => {
    const world = vaultWorld(fault)
    const vault = await world.open()
    expect(vault.status()).toMatchObject({ locked: false, passphrase: false, store: 'file' })
    expect(vault.status().keychainProblem).not.toBeNull()
    await expect(vault.accounts.add(ANA, credentials())).rejects.toThrow(coded('vault.passphrase_needed'))
    expect(readdirSync(world.dir)).toEqual([])
  })

  it('waits no longer than ten seconds for a keychain that hangs', async () => {
    const world = vaultWorld('hangs')
    const opening = world.open()
    await world.clock.advance(10_000)
    expect((await opening).status().keychainProblem?.code).toBe('check.keychain.slow')
  })

  it('keeps sealed keys in a file for its owner alone', async () => {
    const world = vaultWorld('throws')
    const vault = await world.open()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
    expectPrivate(join(world.dir, 'vault.json'))
    expect(spellings(SPEND).some((secret) => everythingKept(world).includes(secret))).toBe(false)
    const again = await world.open()
    await again.unlock(PASSPHRASE)
    expect(again.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed(SPEND))
  })

  it('gives up no key for any changed letter of its file', async () => {
    const world = vaultWorld('throws')
    const vault = await world.open()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
    const { index } = findIndex(world.dir)
    const text = index?.entries[ANA] ?? ''
    for (const place of [0, 30, 32, 60, 120, 200]) {
      const letter = text[place] === 'A' ? 'B' : 'A'
      const changed = text.slice(0, place) + letter + text.slice(place + 1)
      if (index !== null) writeIndex(world.dir, { ...index, entries: { ...index.entries, [ANA]: changed } })
      const broken = await world.open()
      await broken.unlock(PASSPHRASE)
      expect(broken.accounts.describe(ANA)).toEqual({ ...NO_KEY, lost: true })
      await expect(broken.signer(ANA).prove({ inputs: [], views: [] })).rejects.toThrow(coded('vault.damaged'))
    }
  })

  it('names a file that is no vault', async () => {
    const world = vaultWorld('throws')
    writeFileSync(join(world.dir, 'vault.json'), '{"version":1')
    expect((await world.open()).status()).toMatchObject({ locked: true, damage: 'index' })
  })
})

describe('the passphrase', () => {
  it('changes only for whoever knows the one of now', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await expect(vault.setPassphrase({ current: null, next: 'another harbour lamp' })).rejects.toThrow(
      coded('vault.passphrase_needed'),
    )
    await expect(vault.setPassphrase({ current: 'a wrong guess', next: 'another harbour lamp' })).rejects.toThrow(
      coded('vault.wrong_passphrase'),
    )
    await world.clock.advance(1000)
    await vault.setPassphrase({ current: PASSPHRASE, next: 'another harbour lamp' })
    const again = await world.open()
    await again.unlock('another harbour lamp')
    expect(again.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('is the same one however its letters are composed', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: 'caf\u00e9 au lait 42' })
    const again = await world.open()
    await again.unlock('cafe\u0301 au lait 42')
    expect(again.status().locked).toBe(false)
  })

  it('costs a wait that doubles with each wrong guess, and a restart does not shorten it', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
    let vault = await world.open()
    for (const waitSeconds of [1, 2, 4]) {
      await expect(vault.unlock('a wrong guess')).rejects.toThrow(coded('vault.wrong_passphrase', { waitSeconds }))
      vault = await world.open()
      expect(vault.status().retryInSeconds).toBe(waitSeconds)
      await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.wrong_passphrase', { waitSeconds }))
      await world.clock.advance(waitSeconds * 1000)
    }
    await vault.unlock(PASSPHRASE)
    expect(vault.status()).toMatchObject({ locked: false, retryInSeconds: 0 })
    // The right one ends the count.
    await expect(vault.checkPassphrase('a wrong guess')).rejects.toThrow(
      coded('vault.wrong_passphrase', { waitSeconds: 1 }),
    )
  })

  it('costs a wait that doubles with each wrong guess while the program runs on', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    for (const waitSeconds of [1, 2, 4]) {
      const guess = vault.checkPassphrase('a wrong guess')
      await expect(guess).rejects.toThrow(coded('vault.wrong_passphrase', { waitSeconds }))
      await world.clock.advance(waitSeconds * 1000)
    }
  })

  it.each(['1.5', '-1', '"3"', 'null'])(
    'is looked at where the count of wrong guesses is damaged (%s)',
    async (failures) => {
      const world = vaultWorld()
      await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
      writeFileSync(join(world.dir, 'attempts.json'), `{"failures":${failures},"until":"0"}`)
      const vault = await world.open()
      await vault.unlock(PASSPHRASE)
      expect(vault.status().locked).toBe(false)
    },
  )

  it('never costs more than five minutes, also on a clock that was set back', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
    writeFileSync(join(world.dir, 'attempts.json'), JSON.stringify({ failures: 30, until: '9999999999999999999' }))
    const vault = await world.open()
    expect(vault.status().retryInSeconds).toBe(300)
    await world.clock.advance(299_000)
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.wrong_passphrase', { waitSeconds: 1 }))
    await world.clock.advance(1_000)
    await vault.unlock(PASSPHRASE)
    expect(vault.status().locked).toBe(false)
  })
})

describe('locking', () => {
  it('refuses every use of the spend key, while requests can still be signed', async () => {
    const vault = await withAna(vaultWorld())
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    vault.lock()
    const signer = vault.signer(ANA)
    const locked = coded('vault.locked')
    await expect(signer.registration({ dialect: 'interface', tipKey: null })).rejects.toThrow(locked)
    await expect(signer.setPin({ digits: null, counter: 1 })).rejects.toThrow(locked)
    await expect(signer.prove({ inputs: [], views: [] })).rejects.toThrow(locked)
    await expect(vault.accounts.createPhrase(ANA)).rejects.toThrow(locked)
    await expect(vault.accounts.reveal(ANA, PASSPHRASE)).rejects.toThrow(locked)
    const request = { method: 'GET', uri: '/safe/me', body: '', requestId: '0f0e0d0c-0b0a-4909-8807-060504030202' }
    expect((await signer.authorize(request)).split('.')).toHaveLength(3)
  })

  it('signs no request before the first unlocking', async () => {
    const world = vaultWorld()
    await (await withAna(world)).setPassphrase({ current: null, next: PASSPHRASE })
    const vault = await world.open()
    const request = { method: 'GET', uri: '/safe/me', body: '', requestId: '0f0e0d0c-0b0a-4909-8807-060504030202' }
    await expect(vault.signer(ANA).authorize(request)).rejects.toThrow(coded('vault.locked'))
  })
})

describe('a new key', () => {
  it('is used once three of its words were given back', async () => {
    const world = vaultWorld()
    const vault = await withAna(world, null)
    const words = await vault.accounts.createPhrase(ANA)
    expect(words).toHaveLength(24)
    expect(vault.accounts.describe(ANA)).toEqual({ ...NO_KEY, pendingPhrase: true })
    await quizOf(vault, words)
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: true, pendingPhrase: false })
  })

  it('shows the same words again after a restart before the quiz', async () => {
    const world = vaultWorld()
    const words = await (await withAna(world, null)).accounts.createPhrase(ANA)
    expect(await (await world.open()).accounts.createPhrase(ANA)).toEqual(words)
  })

  it('is not used after a wrong word, and other places are asked', async () => {
    const vault = await withAna(vaultWorld(), null)
    const words = await vault.accounts.createPhrase(ANA)
    const before = await vault.accounts.quizPositions(ANA)
    expect(await vault.accounts.quizPositions(ANA)).toEqual(before)
    await expect(vault.accounts.answerQuiz(ANA, ['abandon', 'abandon', 'abandon'])).rejects.toThrow(
      coded('wallet.quiz_wrong'),
    )
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(false)
    const after = await vault.accounts.quizPositions(ANA)
    expect(after.filter((place) => before.includes(place))).toEqual([])
    await quizOf(vault, words)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('never takes the place of one that is there', async () => {
    const vault = await withAna(vaultWorld())
    await expect(vault.accounts.createPhrase(ANA)).rejects.toThrow(coded('vault.key_mismatch'))
  })
})

describe('a phrase', () => {
  it('spells the spend seed and brings it back on another computer', async () => {
    const vault = await withAna(vaultWorld())
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    const words = await vault.accounts.reveal(ANA, PASSPHRASE)
    const other = await withAna(vaultWorld(), null)
    await other.accounts.restorePhrase(ANA, `  ${words.join('  ').toUpperCase()}\n`, {
      expected: publicKeyFromSeed(SPEND),
      replaces: false,
      needsProof: false,
    })
    expect(other.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed(SPEND))
  })

  it.each([
    ['commas, and one behind the last', ', ', ','],
    ['semicolons', ';', ''],
    ['wide spaces and lines', '\u3000\n', '\n\n'],
  ])('is read with %s', async (_, between, after) => {
    const vault = await withAna(vaultWorld(), null)
    const phrase = GOOD.split(' ').join(between) + after
    await vault.accounts.restorePhrase(ANA, phrase, ANY_KEY)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('is revealed for the passphrase only', async () => {
    const vault = await withAna(vaultWorld())
    await expect(vault.accounts.reveal(ANA, 'whatever it is')).rejects.toThrow(coded('vault.passphrase_needed'))
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await expect(vault.accounts.reveal(ANA, 'whatever it is')).rejects.toThrow(coded('vault.wrong_passphrase'))
  })

  const GOOD = `${'abandon '.repeat(23)}art`
  it.each([
    ['a word that is not on the list', GOOD.replace('art', 'artt'), { word: 24 }],
    ['23 words', GOOD.replace(' art', ''), { count: 23 }],
    ['a wrong checksum', `${'abandon '.repeat(23)}zoo`, { reason: 'checksum' }],
    ['nothing', '   ', { count: 0 }],
  ])('is refused with %s', async (_, phrase, details) => {
    const vault = await withAna(vaultWorld(), null)
    await expect(vault.accounts.restorePhrase(ANA, phrase, ANY_KEY)).rejects.toThrow(coded('input.phrase', details))
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(false)
  })

  it('of another key than the registered one is refused', async () => {
    const vault = await withAna(vaultWorld(), null)
    const expectedPublicKey = publicKeyFromSeed(SPEND)
    await expect(
      vault.accounts.restorePhrase(ANA, GOOD, {
        expected: expectedPublicKey,
        replaces: true,
        needsProof: false,
      }),
    ).rejects.toThrow(coded('vault.key_mismatch'))
  })

  it('does not replace another key that is here', async () => {
    const vault = await withAna(vaultWorld())
    await expect(vault.accounts.restorePhrase(ANA, GOOD, ANY_KEY)).rejects.toThrow(coded('vault.key_mismatch'))
    expect(vault.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed(SPEND))
  })
})

describe('the signer', () => {
  it.each(['interface', 'upstream'] as const)(
    'registers in the %s form with a PIN that the service can read',
    async (dialect) => {
      const vault = await withAna(vaultWorld())
      const body = await vault.signer(ANA).registration({ dialect, tipKey: null })
      expect(verifyRegistration({ userId: ANA, publicKey: body.public_key, signature: body.signature })).toBe(dialect)
      const pin = decryptPin({
        pinBase64: body.pin_base64,
        serverPrivateKey: SERVER_SEED,
        sessionPublicKey: publicKeyFromSeed('11'.repeat(32)),
      })
      expect(pin.pin).toHaveLength(128)
      expect(pin.time).toBe(Math.floor(Number(manualClock().now() / 1_000_000_000n)))
    },
  )

  it('makes the spend key the first TIP key', async () => {
    const vault = await withAna(vaultWorld())
    const { pin_base64 } = await vault.signer(ANA).setPin({ digits: null, counter: 1 })
    const { pin } = decryptPin({
      pinBase64: pin_base64,
      serverPrivateKey: SERVER_SEED,
      sessionPublicKey: publicKeyFromSeed('11'.repeat(32)),
    })
    expect(pin).toBe(`${publicKeyFromSeed(SPEND)}0000000000000001`)
  })

  it.each([
    ['six digits that it had before', '480213', '343830323133'],
    ['no PIN', null, null],
  ])('takes the place of %s', async (_pin, digits, ascii) => {
    const vault = await withAna(vaultWorld())
    const body = await vault.signer(ANA).setPin({ digits, counter: 4 })
    const read = (pinBase64: string) =>
      decryptPin({ pinBase64, serverPrivateKey: SERVER_SEED, sessionPublicKey: publicKeyFromSeed('11'.repeat(32)) })
    const fresh = read(body.pin_base64)
    expect(fresh.pin).toBe(`${publicKeyFromSeed(SPEND)}0000000000000004`)
    const old = body.old_pin_base64 === '' ? null : read(body.old_pin_base64)
    expect(old?.pin ?? null).toBe(ascii)
    // A service refuses an iterator that is not above the one before.
    if (old !== null) expect(fresh.iterator > old.iterator).toBe(true)
  })

  it('registers with a TIP key that was set apart', async () => {
    const vault = await withAna(vaultWorld())
    const tipKey = 'c4'.repeat(32)
    const body = await vault.signer(ANA).registration({ dialect: 'upstream', tipKey })
    const { pin } = decryptPin({
      pinBase64: body.pin_base64,
      serverPrivateKey: SERVER_SEED,
      sessionPublicKey: publicKeyFromSeed('11'.repeat(32)),
    })
    expect(verifySignature(publicKeyFromSeed(tipKey), registrationBody(ANA, body.public_key), pin)).toBe(true)
  })

  it.each(['12345', '1234567', 'abcdef', ''])('takes no PIN like %j', async (digits) => {
    const vault = await withAna(vaultWorld())
    await expect(vault.signer(ANA).setPin({ digits, counter: 1 })).rejects.toThrow(coded('input.pin'))
  })

  it('says which key is missing on an account without one', async () => {
    const vault = await withAna(vaultWorld(), null)
    await expect(vault.signer(ANA).setPin({ digits: null, counter: 1 })).rejects.toThrow(coded('vault.key_missing'))
  })

  it('proves a phrase to the local network', async () => {
    const vault = await vaultWorld().open()
    const phrase = `${'abandon '.repeat(23)}art`
    const claim = await vault.claimWithPhrase(phrase, 1_790_000_000)
    const { createHash } = await import('node:crypto')
    const digest = createHash('sha256').update(`LOCALNET:SESSION:${claim.publicKey}1790000000`).digest('hex')
    expect(verifySignature(claim.publicKey, digest, claim.signature)).toBe(true)
  })

  it('forgets an account that was removed', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.accounts.remove(ANA)
    await expect(vault.signer(ANA).setPin({ digits: null, counter: 1 })).rejects.toThrow(coded('vault.key_missing'))
    expect(world.keychain.entries.has(`profile-of-a-test/${ANA}`)).toBe(false)
    expect((await world.open()).accounts.describe(ANA).hasSpendKey).toBe(false)
  })

  it('keeps an account whose keys a keychain did not take away', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    world.keychain.fault = 'throws'
    await expect(vault.accounts.remove(ANA)).rejects.toThrow()
    world.keychain.fault = 'none'
    for (const { accounts } of [vault, await world.open()]) {
      expect(accounts.list()).toEqual([ANA])
      expect(accounts.describe(ANA)).toMatchObject({ lost: false, hasSpendKey: true })
    }
  })

  it('keeps it also where the keychain takes them away late, as once a person has come to allow it', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    const { remove } = world.keychain
    const allowed = Promise.withResolvers<void>()
    world.keychain.remove = (name) => allowed.promise.then(() => remove(name))
    const removed = expect(vault.accounts.remove(ANA)).rejects.toThrow(coded('vault.no_keychain'))
    await world.clock.advance(10_000)
    await removed
    allowed.resolve()
    world.keychain.remove = remove
    await vault.close()
    const again = await world.open()
    expect(again.accounts.describe(ANA)).toMatchObject({ lost: false, hasSpendKey: true })
    await again.accounts.remove(ANA)
    expect(world.keychain.entries.has(`profile-of-a-test/${ANA}`)).toBe(false)
  })
})

const EMPTY_RECORD: KeyRecord = {
  ...{ sessionId: '0f0e0d0c-0b0a-4909-8807-060504030201', sessionSeed: new Uint8Array(32).fill(1) },
  ...{ pinKey: new Uint8Array(32).fill(2), spendSeed: null, spendForm: 'seed', isProved: true, pendingSeed: null },
  rules: 0,
  way: null,
  asking: null,
}

describe('the number of the rules', () => {
  it('only ever rises, outlives the program, and leaves the keys as they are', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.accounts.raiseRules(ANA, 3)
    await vault.accounts.raiseRules(ANA, 2)
    const again = await world.open()
    expect(again.accounts.describe(ANA)).toMatchObject({ rules: 3, publicKey: publicKeyFromSeed(SPEND) })
  })

  it('stays when the account gets a new session', async () => {
    const vault = await withAna(vaultWorld())
    await vault.accounts.raiseRules(ANA, 1)
    const { sessionId, sessionSeed, pinPublicKey } = credentials({ sessionSeed: '44'.repeat(32) })
    await vault.accounts.renewSession(ANA, { sessionId, sessionSeed, pinPublicKey })
    expect(vault.accounts.describe(ANA).rules).toBe(1)
  })

  it('is nothing that a locked vault changes', async () => {
    const vault = await withAna(vaultWorld())
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    vault.lock()
    await expect(vault.accounts.raiseRules(ANA, 1)).rejects.toThrow(coded('vault.locked'))
  })

  it('is not in the record of an account that never had rules, so that older versions read it', () => {
    const record = EMPTY_RECORD
    expect(encodeRecord(record)).toHaveLength(146)
    expect(decodeRecord(encodeRecord({ ...record, rules: 7 }))).toEqual({ ...record, rules: 7 })
  })
})

describe('the way out that was agreed to', () => {
  const [ONE, OTHER] = ['a1'.repeat(32), 'b2'.repeat(32)]

  it('is the last one, outlives the program, and leaves keys and rules as they are', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.accounts.raiseRules(ANA, 3)
    await vault.accounts.agreeWay(ANA, ONE)
    await vault.accounts.agreeWay(ANA, OTHER)
    const again = await world.open()
    const facts = { way: OTHER, rules: 3, publicKey: publicKeyFromSeed(SPEND) }
    expect(again.accounts.describe(ANA)).toMatchObject(facts)
    const { sessionId, sessionSeed, pinPublicKey } = credentials({ sessionSeed: '44'.repeat(32) })
    await again.accounts.renewSession(ANA, { sessionId, sessionSeed, pinPublicKey })
    expect(again.accounts.describe(ANA)).toMatchObject(facts)
  })

  it('is nothing that a locked vault changes', async () => {
    const vault = await withAna(vaultWorld())
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    vault.lock()
    await expect(vault.accounts.agreeWay(ANA, ONE)).rejects.toThrow(coded('vault.locked'))
  })

  it('is not in the record of an account that never had one, so that older versions read it', () => {
    for (const rules of [0, 7]) {
      const record = { ...EMPTY_RECORD, rules }
      expect(encodeRecord(record)).toHaveLength(rules === 0 ? 146 : 150)
      expect(decodeRecord(encodeRecord({ ...record, way: ONE }))).toEqual({ ...record, way: ONE })
    }
  })
})

describe('when money leaves without the passphrase', () => {
  const [ONE, WAY] = ['c3'.repeat(32), 'a1'.repeat(32)]

  it('is what was agreed to last, outlives the program, and leaves all else as it is', async () => {
    const world = vaultWorld()
    const vault = await withAna(world)
    await vault.accounts.raiseRules(ANA, 3)
    await vault.accounts.agreeWay(ANA, WAY)
    await vault.accounts.agreeAsking(ANA, ONE)
    const again = await world.open()
    const facts = { way: WAY, rules: 3, publicKey: publicKeyFromSeed(SPEND) }
    expect(again.accounts.describe(ANA)).toMatchObject({ ...facts, asking: ONE })
    await again.accounts.agreeAsking(ANA, null)
    expect(again.accounts.describe(ANA)).toMatchObject({ ...facts, asking: null })
  })

  it('is in no record where it never does, so that older versions read it', () => {
    for (const rules of [0, 7]) {
      for (const way of [null, WAY]) {
        const record = { ...EMPTY_RECORD, rules, way }
        expect(encodeRecord(record)[0]).toBeLessThan(6)
        expect(decodeRecord(encodeRecord({ ...record, asking: ONE }))).toEqual({ ...record, asking: ONE })
      }
    }
  })
})

describe('places of words that are asked for after a wrong answer', () => {
  it('are never those of the question before, by whatever chance', async () => {
    const vault = await withAna(vaultWorld(), null)
    await vault.accounts.createPhrase(ANA)
    for (let asked = 0; asked < 20; asked += 1) {
      const before = await vault.accounts.quizPositions(ANA)
      await expect(vault.accounts.answerQuiz(ANA, ['abandon', 'abandon', 'abandon'])).rejects.toThrow(
        coded('wallet.quiz_wrong'),
      )
      const after = await vault.accounts.quizPositions(ANA)
      expect(after.filter((place) => before.includes(place))).toEqual([])
      expect(new Set(after).size).toBe(3)
    }
  })
})
