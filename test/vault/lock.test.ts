import { describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { publicKeyFromSeed } from '#protocol'
import type { Vault } from '#vault'
import { openVaultHere } from '../../src/vault/vault.ts'
import { ANA, ANY_KEY, credentials, PASSPHRASE, type VaultWorld, vaultWorld } from '../support/vault.ts'
import { copyOf, type Deed, type SteppedVault, steppedVault } from './steps.ts'

const BEN = '7c8a3bd5-3b1b-4c6a-9d56-222222222222' as UserId
const SPEND = '22'.repeat(32)
const ANA_KEY = publicKeyFromSeed(SPEND)
const PHRASE = `${'abandon '.repeat(23)}art`
const PHRASE_KEY = publicKeyFromSeed('00'.repeat(32))
const NEXT = 'another horse battery'
const TOKEN = { kind: 'token', token: 'a.b.c', scopes: null, appId: null, expiresAt: null } as const
const locked = expect.objectContaining({ code: 'vault.locked' })

const lock: Deed = (vault) => vault.lock()
const close: Deed = (vault) => void vault.close()

async function withAna(passphrase: string | null = null): Promise<{ world: VaultWorld; vault: Vault }> {
  const world = vaultWorld()
  const vault = await world.open()
  await vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
  if (passphrase !== null) await vault.setPassphrase({ current: null, next: passphrase })
  return { world, vault }
}

/** Scrypt takes its time, and other tests take the processors. */
const SLOW_MS = 180_000

/** Once with no deed (step -1), to count the steps, then with the deed at each. The trials begin alike. */
async function atEveryStep(
  base: VaultWorld,
  deed: Deed,
  trial: (world: VaultWorld, run: (ready: SteppedVault, work: Work) => Promise<string>, step: number) => Promise<void>,
): Promise<number> {
  let count = 0
  for (let step = -1; step <= count; step++) {
    const run = async (ready: SteppedVault, work: Work): Promise<string> => {
      const { code, steps } = await ready.during(step, deed, work)
      if (step === -1) count = steps
      expect(code, `at step ${step}`).toMatch(step === -1 ? /^done$/ : /^(done|vault\.locked)$/)
      return code
    }
    await trial(copyOf(base), run, step)
  }
  return count
}
type Work = (vault: Vault) => Promise<unknown>

const masterOf = (world: VaultWorld): string | undefined => world.keychain.entries.get('profile-of-a-test/master')

describe('a passphrase', () => {
  it.each([
    ['locking', lock],
    ['closing', close],
  ])(
    'that is set first holds after %s at any moment exactly if it was said to',
    async (_, deed) => {
      const { world } = await withAna()
      const steps = await atEveryStep(world, deed, async (copy, run) => {
        const code = await run(await steppedVault(copy), (vault) => vault.setPassphrase({ current: null, next: NEXT }))
        const again = await copy.open()
        expect(again.status().passphrase).toBe(code === 'done')
        if (code === 'done') await again.unlock(NEXT)
        expect(again.accounts.describe(ANA).publicKey).toBe(ANA_KEY)
      })
      expect(steps).toBeGreaterThanOrEqual(4)
    },
    SLOW_MS,
  )

  it(
    'that is changed while the vault is locked at any moment leaves it locked, and its keys behind the one it said',
    async () => {
      const { world } = await withAna(PASSPHRASE)
      const steps = await atEveryStep(world, lock, async (copy, run, step) => {
        const ready = await steppedVault(copy)
        await ready.vault.unlock(PASSPHRASE)
        const code = await run(ready, (each) => each.setPassphrase({ current: PASSPHRASE, next: NEXT }))
        expect(ready.vault.status().locked).toBe(step !== -1)
        if (code !== 'done') return expect(masterOf(copy)).toBe(masterOf(world))
        const again = await copy.open()
        await again.unlock(NEXT)
        expect(again.accounts.describe(ANA).publicKey).toBe(ANA_KEY)
      })
      expect(steps).toBeGreaterThanOrEqual(5)
    },
    SLOW_MS,
  )

  it.each([
    ['before the new seal was kept', 2, 'vault.locked', PASSPHRASE],
    ['while it was kept', 4, 'done', NEXT],
  ] as const)(
    'opens what was locked %s without a restart',
    async (_, step, code, passphrase) => {
      const { vault, during } = await steppedVault((await withAna(PASSPHRASE)).world)
      await vault.unlock(PASSPHRASE)
      const change: Work = (each) => each.setPassphrase({ current: PASSPHRASE, next: NEXT })
      expect(await during(step, lock, change)).toMatchObject({ code })
      await vault.unlock(passphrase)
      expect(vault.accounts.describe(ANA).publicKey).toBe(ANA_KEY)
    },
    SLOW_MS,
  )

  it('takes no seal that does not open again', async () => {
    const { world } = await withAna()
    let salt: Uint8Array | null = null
    const vault = await openVaultHere({
      ...world,
      random(length) {
        const bytes = world.random(length)
        // A source that overwrites what it gave: the salt that is written down is not the one that was used.
        if (length === 32) salt ??= bytes
        else salt?.fill(0)
        return bytes
      },
    })
    const before = masterOf(world)
    await expect(vault.setPassphrase({ current: null, next: NEXT })).rejects.toThrow(
      expect.objectContaining({ code: 'internal' }),
    )
    expect(masterOf(world)).toBe(before)
    expect(vault.accounts.describe(ANA).publicKey).toBe(ANA_KEY)
  })

  it(
    'does not open a vault that was locked at any moment after it was entered',
    async () => {
      const { world } = await withAna(PASSPHRASE)
      await atEveryStep(world, lock, async (copy, run, step) => {
        const ready = await steppedVault(copy)
        expect(await run(ready, (each) => each.unlock(PASSPHRASE))).toBe(step === -1 ? 'done' : 'vault.locked')
        expect(ready.vault.status().locked).toBe(step !== -1)
      })
    },
    SLOW_MS,
  )

  it('is right for each of two who are asked for it at once', async () => {
    const { vault } = await withAna(PASSPHRASE)
    await Promise.all([vault.checkPassphrase(PASSPHRASE), vault.checkPassphrase(PASSPHRASE)])
    expect(vault.status().retryInSeconds).toBe(0)
  })

  it('shows no phrase of a vault that was locked meanwhile', async () => {
    const { vault } = await withAna(PASSPHRASE)
    const words = vault.accounts.reveal(ANA, PASSPHRASE)
    vault.lock()
    await expect(words).rejects.toThrow(locked)
  })
})

/** What is kept of Ben after a restart. */
async function benOf(world: VaultWorld): Promise<string> {
  const again = await world.open()
  expect(again.accounts.describe(ANA).publicKey ?? ANA_KEY).toBe(ANA_KEY)
  const { hasSpendKey, publicKey, pendingPhrase, rules, way, asking } = again.accounts.describe(BEN)
  if (rules > 0) return 'rules'
  if (way !== null) return 'way'
  if (asking !== null) return 'asking'
  if (hasSpendKey) return publicKey === PHRASE_KEY ? 'phrase' : 'key'
  if (pendingPhrase) return 'pending'
  if (again.accounts.permission(BEN) !== null) return 'permission'
  const is = await again.accounts.add(BEN, credentials()).catch((error: { code: string }) => error.code)
  return is === undefined ? 'nothing' : 'session'
}

const quiz = async (vault: Vault): Promise<void> => {
  const words = await vault.accounts.createPhrase(BEN)
  const places = await vault.accounts.quizPositions(BEN)
  await vault.accounts.answerQuiz(
    BEN,
    places.map((at) => words[at] ?? ''),
  )
}

describe('locking at any moment', () => {
  const session: Work = (vault) => vault.accounts.add(BEN, credentials())
  const nothing: Work = async () => undefined
  it.each<[string, Work, Work, { done: string; refused: readonly string[] }]>([
    ['of taking keys in', nothing, session, { done: 'session', refused: ['nothing'] }],
    [
      'of taking a permission in',
      nothing,
      (vault) => vault.accounts.permit(BEN, TOKEN),
      { done: 'permission', refused: ['nothing'] },
    ],
    [
      'of making a phrase',
      session,
      (vault) => vault.accounts.createPhrase(BEN),
      { done: 'pending', refused: ['session', 'pending'] },
    ],
    ['of the quiz', session, quiz, { done: 'key', refused: ['session', 'pending'] }],
    [
      'of restoring a phrase',
      session,
      (vault) => vault.accounts.restorePhrase(BEN, PHRASE, ANY_KEY),
      { done: 'phrase', refused: ['session'] },
    ],
    [
      'of counting rules',
      session,
      (vault) => vault.accounts.raiseRules(BEN, 3),
      { done: 'rules', refused: ['session'] },
    ],
    [
      'of agreeing to a way out',
      session,
      (vault) => vault.accounts.agreeWay(BEN, 'ab'.repeat(32)),
      { done: 'way', refused: ['session'] },
    ],
    [
      'of agreeing to when the passphrase is asked for',
      session,
      (vault) => vault.accounts.agreeAsking(BEN, 'cd'.repeat(32)),
      { done: 'asking', refused: ['session'] },
    ],
    ['of removing', session, (vault) => vault.accounts.remove(BEN), { done: 'nothing', refused: ['session'] }],
  ])('%s keeps what it says it keeps, and every other key', async (_, before, work, { done, refused }) => {
    for (const deed of [lock, close]) {
      const { world, vault } = await withAna()
      await before(vault)
      await atEveryStep(world, deed, async (copy, run) => {
        const code = await run(await steppedVault(copy), work)
        expect(code === 'done' ? [done] : refused).toContain(await benOf(copy))
      })
    }
  })

  it.each([
    ['a session', session],
    ['a permission', (vault: Vault) => vault.accounts.permit(BEN, TOKEN)],
  ])('of renewing %s keeps what it says, and signs requests with what is kept', async (_, bring) => {
    const sessionId = '0f0e0d0c-0b0a-4909-8807-0605040302ff'
    const request = { method: 'GET', uri: '/', body: '', requestId: BEN }
    const isNew = async (vault: Vault): Promise<boolean> =>
      Buffer.from((await vault.signer(BEN).authorize(request)).split('.')[1] ?? '', 'base64url').includes(sessionId)
    const { world, vault } = await withAna()
    await bring(vault)
    await atEveryStep(world, lock, async (copy, run) => {
      const ready = await steppedVault(copy)
      const code = await run(ready, (each) => each.accounts.renewSession(BEN, credentials({ sessionId })))
      for (const each of [ready.vault, await copy.open()]) expect(await isNew(each)).toBe(code === 'done')
    })
  })

  it('of taking the very first keys in keeps what it says it keeps, and locks', async () => {
    await atEveryStep(vaultWorld(), lock, async (copy, run) => {
      const ready = await steppedVault(copy)
      const code = await run(ready, (vault) => vault.accounts.add(BEN, credentials({ spendSeed: SPEND })))
      expect(await benOf(copy)).toBe(code === 'done' ? 'key' : 'nothing')
    })
  })

  it('is not reported as damage of a record', async () => {
    const { world } = await withAna()
    const events: string[] = []
    const log: VaultWorld['log'] = (_level, event) => void events.push(event)
    await atEveryStep(world, lock, async (copy, run) => {
      await run(await steppedVault({ ...copy, log }), session)
    })
    expect(events).toEqual([])
  })
})

describe('two calls at once', () => {
  it('that are the first both keep their account', async () => {
    const world = vaultWorld()
    const vault = await world.open()
    await Promise.all([
      vault.accounts.add(ANA, credentials({ spendSeed: SPEND })),
      vault.accounts.add(BEN, credentials({ spendSeed: '00'.repeat(32) })),
    ])
    const again = await world.open()
    expect(again.accounts.describe(ANA).publicKey).toBe(ANA_KEY)
    expect(again.accounts.describe(BEN).publicKey).toBe(PHRASE_KEY)
  })

  it('that take in the same account keep it once and refuse the other', async () => {
    const world = vaultWorld()
    const vault = await world.open()
    const add = () => vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
    const [first, second] = await Promise.allSettled([add(), add()])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'wallet.account_exists' } })
    expect((await world.open()).accounts.describe(ANA).publicKey).toBe(ANA_KEY)
  })

  it('that set the first passphrase and take keys in leave them readable', async () => {
    const world = vaultWorld()
    const vault = await world.open()
    await Promise.all([
      vault.setPassphrase({ current: null, next: PASSPHRASE }),
      vault.accounts.add(ANA, credentials({ spendSeed: SPEND })),
    ])
    const again = await world.open()
    await again.unlock(PASSPHRASE)
    expect(again.accounts.describe(ANA).publicKey).toBe(ANA_KEY)
  })

  it('that make a phrase show the same words', async () => {
    const { vault } = await withAna()
    await vault.accounts.add(BEN, credentials())
    const [one, other] = await Promise.all([vault.accounts.createPhrase(BEN), vault.accounts.createPhrase(BEN)])
    expect(other).toEqual(one)
  })

  it('that change an account and remove it end without it', async () => {
    const { world, vault } = await withAna()
    await vault.accounts.add(BEN, credentials())
    await Promise.allSettled([vault.accounts.restorePhrase(BEN, PHRASE, ANY_KEY), vault.accounts.remove(BEN)])
    expect([...world.keychain.entries.keys()].filter((name) => name.endsWith(BEN))).toEqual([])
    expect(await benOf(world)).toBe('nothing')
  })
})

describe('a keychain that puts something away after it was given up on', () => {
  it('does not put it over what came later', async () => {
    const world = vaultWorld()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let writes = 0
    const vault = await openVaultHere({
      ...world,
      keychain: {
        ...world.keychain,
        async set(name, text) {
          if (name.endsWith('/probe')) return world.keychain.set(name, text)
          writes += 1
          if (writes === 1) await held
          return world.keychain.set(name, text)
        },
      },
    })
    const late = expect(vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))).rejects.toThrow(
      expect.objectContaining({ code: 'vault.no_keychain' }),
    )
    await world.clock.advance(10_000)
    await late
    const retried = vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
    await world.clock.advance(1000)
    release()
    await retried
    expect((await world.open()).accounts.describe(ANA).publicKey).toBe(ANA_KEY)
  })

  it('is not given what was given up on before its turn', async () => {
    const world = vaultWorld()
    const names: string[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const vault = await openVaultHere({
      ...world,
      keychain: {
        ...world.keychain,
        async set(name, text) {
          if (name.endsWith('/probe')) return world.keychain.set(name, text)
          names.push(name)
          await held
          return world.keychain.set(name, text)
        },
      },
    })
    const refused = expect.objectContaining({ code: 'vault.no_keychain' })
    const one = expect(vault.accounts.add(BEN, credentials())).rejects.toThrow(refused)
    await world.clock.advance(10_000)
    await one
    const other = expect(vault.accounts.add(BEN, credentials())).rejects.toThrow(refused)
    await world.clock.advance(10_000)
    await other
    release()
    await world.clock.advance(0)
    expect(names).toHaveLength(1)
  })
})

describe('a closed vault', () => {
  it('is locked, and takes nothing in', async () => {
    const { world, vault } = await withAna()
    await vault.close()
    expect(vault.status().locked).toBe(true)
    await expect(vault.unlock(null)).rejects.toThrow(locked)
    await expect(vault.accounts.add(BEN, credentials())).rejects.toThrow(locked)
    await expect(vault.setPassphrase({ current: null, next: PASSPHRASE })).rejects.toThrow(locked)
    expect(await benOf(world)).toBe('nothing')
  })

  it('holds nothing of what it was just taking in', async () => {
    const { vault, during } = await steppedVault((await withAna()).world)
    let closing: Promise<void> | null = null
    const deed: Deed = (each) => {
      closing = each.close()
    }
    expect(await during(1, deed, (each) => each.accounts.permit(BEN, TOKEN))).toMatchObject({ code: 'done' })
    await closing
    expect(vault.accounts.permission(BEN)).toBeNull()
  })
})
