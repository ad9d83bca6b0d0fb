import { describe, expect, it } from 'vitest'
import type { Hash } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { publicKeyFromSeed, scalarFromSeed, transactionHash, verifyAttested, verifyStatement } from '#protocol'
import type { Vault } from '#vault'
import { openVaultHere } from '../../src/vault/vault.ts'
import { aCoin, aHash, aHolder, aRawPayment } from '../support/coins.ts'
import { ANA, ANY_KEY, credentials, PASSPHRASE, vaultWorld } from '../support/vault.ts'

/* Spend keys that people bring along: seeds, and scalars that other programs kept of one. */

const SEED = '5a'.repeat(32)
const SCALAR = scalarFromSeed(SEED)
const PUBLIC = publicKeyFromSeed(SEED)
const OTHER = '1b'.repeat(32)

async function withSession(): Promise<Vault> {
  const vault = await openVaultHere({ ...vaultWorld() })
  await vault.accounts.add(ANA, credentials({ spendSeed: null }))
  return vault
}

const wanted = { expected: PUBLIC, replaces: false, needsProof: false } as const
/** Registered, and nobody says with which key. */
const unnamed = { expected: null, replaces: false, needsProof: true } as const

describe('a spend key', () => {
  it.each([
    ['a seed', SEED, true],
    ['a scalar', SCALAR, false],
  ])('is taken as %s where its public key is the registered one', async (_form, key, isSpelled) => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, key, wanted)
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: true, publicKey: PUBLIC, isSpelled })
    const { publicKey, signature } = await vault.signer(ANA).attest('a text')
    expect(verifyAttested(publicKey, 'a text', signature)).toBe(true)
    expect(publicKey).toBe(PUBLIC)
  })

  it('gives the same hints in either form, so that a second computer finds the same keys', async () => {
    const hints: string[][] = []
    for (const key of [SEED, SCALAR]) {
      const vault = await withSession()
      await vault.accounts.restoreKey(ANA, key, wanted)
      hints.push(await vault.signer(ANA).hints({ requestId: 'r', count: 3 }))
    }
    expect(hints[0]).toEqual(hints[1])
  })

  it('signs statements in either form with the same key, which is not the spend key', async () => {
    const made: { publicKey: string; signature: string }[] = []
    for (const key of [SEED, SCALAR]) {
      const vault = await withSession()
      await vault.accounts.restoreKey(ANA, key, wanted)
      made.push(await vault.signer(ANA).signStatement('a text'))
    }
    expect(made[0]).toEqual(made[1])
    const { publicKey = '', signature = '' } = made[0] ?? {}
    expect(publicKey).not.toBe(PUBLIC)
    expect([verifyStatement(publicKey, 'a text', signature), verifyAttested(publicKey, 'a text', signature)]).toEqual([
      ...[true, false],
    ])
  })

  it('that is another one changes nothing, and says whose two public keys differ', async () => {
    const vault = await withSession()
    await expect(vault.accounts.restoreKey(ANA, OTHER, wanted)).rejects.toMatchObject({
      code: 'vault.key_mismatch',
      details: { expected: PUBLIC, found: publicKeyFromSeed(OTHER) },
    })
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: false, publicKey: null })
  })

  it('is only taken as a seed where no public key is known', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, SCALAR, ANY_KEY)
    expect(vault.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed(SCALAR))
  })

  it('that never was the account’s gives way to the registered one', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, OTHER, ANY_KEY)
    await expect(vault.accounts.restoreKey(ANA, SEED, wanted)).rejects.toMatchObject({ code: 'vault.key_mismatch' })
    await vault.accounts.restoreKey(ANA, SEED, { ...wanted, replaces: true })
    expect(vault.accounts.describe(ANA).publicKey).toBe(PUBLIC)
  })

  it.each([
    ['the seed of a scalar', SCALAR, SEED],
    ['the scalar of a seed', SEED, SCALAR],
  ])('that is brought once more, as %s, signs as before and has its words', async (_forms, first, second) => {
    const vault = await withSession()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await vault.accounts.restoreKey(ANA, first, wanted)
    await vault.accounts.restoreKey(ANA, second, wanted)
    expect(vault.accounts.describe(ANA)).toMatchObject({ publicKey: PUBLIC, isSpelled: true, isProved: true })
    const { publicKey, signature } = await vault.signer(ANA).attest('a text')
    expect([publicKey, verifyAttested(PUBLIC, 'a text', signature)]).toEqual([PUBLIC, true])
    expect(await vault.accounts.revealKey(ANA, PASSPHRASE)).toBe(SEED)
  })

  it('without words is shown as its 64 characters, for the passphrase', async () => {
    const vault = await withSession()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await vault.accounts.restoreKey(ANA, SCALAR, wanted)
    await expect(vault.accounts.reveal(ANA, PASSPHRASE)).rejects.toMatchObject({ code: 'vault.no_words' })
    expect(await vault.accounts.revealKey(ANA, PASSPHRASE)).toBe(SCALAR)
    await expect(vault.accounts.revealKey(ANA, 'no such passphrase')).rejects.toMatchObject({
      code: 'vault.wrong_passphrase',
    })
  })

  it.each(['', '5a', `${SEED}00`, 'zz'.repeat(32)])('is refused when it is %j', async (key) => {
    const vault = await withSession()
    await expect(vault.accounts.restoreKey(ANA, key, ANY_KEY)).rejects.toMatchObject({ code: 'input.spend_key' })
  })

  it('that is a scalar registers nothing', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, SCALAR, wanted)
    const signer = vault.signer(ANA)
    await expect(signer.registration({ dialect: 'upstream', tipKey: null })).rejects.toMatchObject({
      code: 'vault.key_missing',
    })
    await expect(signer.setPin({ digits: null, counter: 1 })).rejects.toMatchObject({ code: 'vault.key_missing' })
  })
})

describe('a spend key that nobody names', () => {
  const holder = aHolder('somebody')
  const coin = aCoin('a coin', [holder])
  const raw = aRawPayment([coin])
  const proof = { inputs: [{ keys: coin.keys }], views: coin.views }
  const payment = { ...proof, raw, approvedHash: transactionHash(raw) as Hash }

  it.each([
    ['a seed', holder.seed, true],
    ['a scalar', scalarFromSeed(holder.seed), false],
  ])('signs nothing before a coin proves it, and is then known as %s', async (_form, key, isSpelled) => {
    const world = vaultWorld()
    const vault = await openVaultHere(world)
    await vault.accounts.add(ANA, credentials({ spendSeed: null }))
    await vault.accounts.restoreKey(ANA, key, unnamed)
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: true, isProved: false, isSpelled: false })
    const signer = vault.signer(ANA)
    await expect(signer.sign(payment)).rejects.toMatchObject({ code: 'vault.key_unproved' })
    await expect(signer.attest('a text')).rejects.toMatchObject({ code: 'vault.key_unproved' })
    await expect(signer.registration({ dialect: 'interface', tipKey: null })).rejects.toMatchObject({
      code: 'vault.key_missing',
    })
    expect(await signer.prove(proof)).toEqual([0])
    const publicKey = publicKeyFromSeed(holder.seed)
    expect(vault.accounts.describe(ANA)).toMatchObject({ isProved: true, isSpelled, publicKey })
    expect(transactionHash(await signer.sign(payment))).toBe(payment.approvedHash)
    await vault.close()
    const again = await openVaultHere(world)
    expect(again.accounts.describe(ANA)).toMatchObject({ isProved: true, isSpelled, publicKey })
  })

  it('is not proved by a coin that it does not open, and can then be given up', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, OTHER, unnamed)
    await expect(vault.signer(ANA).prove(proof)).rejects.toMatchObject({ code: 'protocol.not_ours' })
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: true, isProved: false })
    await vault.accounts.dropUnproved(ANA)
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: false, isProved: true })
  })

  it('is not proved by no coin at all', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, OTHER, unnamed)
    expect(await vault.signer(ANA).prove({ inputs: [], views: [] })).toEqual([])
    expect(vault.accounts.describe(ANA).isProved).toBe(false)
  })

  it('gives way to another one, and is never given up once it is proved', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, OTHER, unnamed)
    await vault.accounts.restoreKey(ANA, holder.seed, unnamed)
    await vault.signer(ANA).prove(proof)
    await vault.accounts.dropUnproved(ANA)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
    await expect(vault.accounts.restoreKey(ANA, OTHER, unnamed)).rejects.toMatchObject({ code: 'vault.key_mismatch' })
    await vault.accounts.restoreKey(ANA, holder.seed, unnamed)
    expect(vault.accounts.describe(ANA).isProved).toBe(true)
  })
})

describe('what a key in use is written down in', () => {
  it.each([
    ['24 words', SEED, 24],
    ['16 groups of four characters', SCALAR, 16],
  ])('is asked about as %s, and changes nothing', async (_parts, key, count) => {
    const vault = await withSession()
    await vault.setPassphrase({ current: null, next: PASSPHRASE })
    await vault.accounts.restoreKey(ANA, key, wanted)
    const parts =
      count === 24
        ? await vault.accounts.reveal(ANA, PASSPHRASE)
        : ((await vault.accounts.revealKey(ANA, PASSPHRASE)).match(/.{4}/g) ?? [])
    expect(parts).toHaveLength(count)
    const asked = await vault.accounts.quizPositions(ANA)
    expect(Math.max(...asked)).toBeLessThan(count)
    const wrong = vault.accounts.answerQuiz(ANA, ['no', 'such', 'words'])
    await expect(wrong).rejects.toMatchObject({ code: 'wallet.quiz_wrong' })
    const positions = await vault.accounts.quizPositions(ANA)
    await vault.accounts.answerQuiz(
      ANA,
      positions.map((at) => parts[at] ?? ''),
    )
    expect(vault.accounts.describe(ANA)).toMatchObject({ hasSpendKey: true, publicKey: PUBLIC, isProved: true })
  })
})

describe('a session that was made anew', () => {
  it('takes the place of the one before and leaves the key', async () => {
    const vault = await withSession()
    await vault.accounts.restoreKey(ANA, SEED, wanted)
    const request = { method: 'GET', uri: '/safe/me', body: '', requestId: 'b0f8b5ec-7a4c-4b67-8f29-000000000000' }
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    const before = claimsOf(await vault.signer(ANA).authorize(request))
    const { spendSeed: _, ...session } = credentials({
      sessionId: '7c8a3bd5-3b1b-4c6a-9d56-222222222222',
      sessionSeed: '77'.repeat(32),
    })
    await vault.accounts.renewSession(ANA, session)
    const after = claimsOf(await vault.signer(ANA).authorize(request))
    expect(after.sid).toBe('7c8a3bd5-3b1b-4c6a-9d56-222222222222')
    expect(after.sid).not.toBe(before.sid)
    expect(vault.accounts.describe(ANA).publicKey).toBe(PUBLIC)
  })

  it('takes the place of a permission without a moment in which neither is there', async () => {
    const world = vaultWorld()
    const vault = await world.open()
    const token = `e30.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.c2ln`
    await vault.accounts.permit(ANA, { kind: 'token', token, scopes: null, appId: null, expiresAt: null })
    const entries = new Set<boolean>()
    const { set, remove } = world.keychain
    world.keychain.set = (name, text) => set(name, text).then(() => void entries.add(isHeld()))
    world.keychain.remove = (name) => remove(name).then(() => void entries.add(isHeld()))
    const isHeld = (): boolean => [...world.keychain.entries.keys()].some((name) => name.endsWith(ANA))
    await vault.accounts.renewSession(ANA, credentials())
    expect([...entries]).toEqual([true])
    expect(vault.accounts.permission(ANA)).toBeNull()
    expect(vault.accounts.describe(ANA)).toMatchObject({ lost: false, hasSpendKey: false })
  })
})

describe('a permission to look', () => {
  it.each([null, SEED])('never takes the place of what an account signs with (spend key %s)', async (key) => {
    const vault = await withSession()
    if (key !== null) await vault.accounts.restoreKey(ANA, key, wanted)
    const before = vault.accounts.describe(ANA)
    const token = { kind: 'token', token: 'e30.e30.c2ln', scopes: null, appId: null, expiresAt: null } as const
    await expect(vault.accounts.permit(ANA, token)).rejects.toMatchObject({ code: 'wallet.account_exists' })
    expect(vault.accounts.permission(ANA)).toBeNull()
    expect(vault.accounts.describe(ANA)).toEqual(before)
  })
})

describe('a signature', () => {
  it('is given for the very bytes that were approved, and for no others', async () => {
    const vault = await withSession()
    const holder = aHolder('a vault')
    await vault.accounts.restoreKey(ANA, holder.seed, ANY_KEY)
    const coin = aCoin('a coin', [holder])
    const raw = aRawPayment([coin])
    const approvedHash = transactionHash(raw) as Hash
    const signer = vault.signer(ANA)
    const request = { raw, approvedHash, inputs: [{ keys: coin.keys }], views: coin.views }
    expect(transactionHash(await signer.sign(request))).toBe(approvedHash)
    await expect(signer.sign({ ...request, approvedHash: aHash('another') as Hash })).rejects.toMatchObject({
      code: 'wallet.review_changed',
    })
    const bytes = Buffer.from(raw, 'hex')
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const code = await signer.sign({ ...request, raw: changed.toString('hex') }).then(() => 'signed', codeOf)
      expect(code, `bit ${bit}`).toMatch(/^(wallet\.review_changed|protocol\.)/)
    }
  })
})
