import { once } from 'node:events'
import { cpSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { publicKeyFromSeed } from '#protocol'
import { openVault, type Vault, type VaultDeps } from '#vault'
import { manualClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { ANA, ANY_KEY, credentials, PASSPHRASE } from '../support/vault.ts'

const post = Worker.prototype.postMessage
const SPEND = '22'.repeat(32)
const coded = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details: expect.objectContaining(details) }) })
const REQUEST = { method: 'GET', uri: '/safe/me', body: '', requestId: '7c8a3bd5-3b1b-4c6a-9d56-999999999999' }

function place() {
  const deps = {
    dir: newFolder('thread'),
    profileId: 'a-profile',
    keychain: testKeychain(),
    clock: settableClock(),
    log: () => undefined,
  } satisfies VaultDeps
  return deps
}

/** One whose time of day can be set, while what only grows goes on. */
function settableClock() {
  const clock = manualClock()
  let ahead = 0n
  return {
    ...clock,
    now: () => (clock.now() + ahead) as Nanos,
    set: (byMs: number) => {
      ahead += BigInt(byMs) * 1_000_000n
    },
  }
}

async function start(deps: VaultDeps): Promise<Vault> {
  const vault = await openVault(deps)
  onTestFinished(vault.close)
  return vault
}

const model = place()
beforeAll(async () => {
  const vault = await openVault(model)
  await vault.setPassphrase({ current: null, next: PASSPHRASE })
  await vault.accounts.add(ANA, credentials({ spendSeed: SPEND }))
  await vault.close()
})

/** On files of its own, under one passphrase: each new one would have to be stretched. */
async function withAna() {
  const deps = { ...place(), keychain: testKeychain(new Map(model.keychain.entries)) }
  cpSync(model.dir, deps.dir, { recursive: true })
  const vault = await start(deps)
  await vault.unlock(PASSPHRASE)
  return { deps, vault }
}

/** The same with the thread that it works in. */
async function withItsThread() {
  const begun = once(process, 'worker')
  const opened = await withAna()
  const [worker] = (await begun) as [Worker]
  return { ...opened, worker }
}

/** Scrypt takes its time, and other tests take the processors. */
const SLOW_MS = 180_000

describe('the vault in its own thread', { timeout: SLOW_MS }, () => {
  it('knows at once what it holds, and forgets it at once when it is locked', async () => {
    const { vault } = await withAna()
    expect(vault.accounts.list()).toEqual([ANA])
    expect(vault.accounts.describe(ANA).publicKey).toBe(publicKeyFromSeed(SPEND))
    vault.lock()
    expect(vault.status()).toMatchObject({ locked: true, passphrase: true })
    expect(() => vault.accounts.describe(ANA)).toThrow(coded('vault.locked'))
  })

  it('signs with the spend key until it is locked, and again once it is unlocked', async () => {
    const { vault } = await withAna()
    const signer = vault.signer(ANA)
    const before = await signer.attest('a text')
    vault.lock()
    await expect(signer.attest('a text')).rejects.toThrow(coded('vault.locked'))
    await vault.unlock(PASSPHRASE)
    expect(await signer.attest('a text')).toEqual(before)
  })

  it('signs requests while it is locked, before and after its thread has ended', async () => {
    const { vault } = await withAna()
    const signer = vault.signer(ANA)
    vault.lock()
    const during = Array.from({ length: 20 }, () => signer.authorize(REQUEST))
    expect(new Set((await Promise.all(during)).map((token) => token.split('.').length))).toEqual(new Set([3]))
    await expect(signer.attest('x')).rejects.toThrow(coded('vault.locked'))
    expect((await signer.authorize(REQUEST)).split('.')).toHaveLength(3)
  })

  it('is unlocked by what was asked after a lock, and not by what was asked before', async () => {
    const { vault } = await withAna()
    vault.lock()
    const early = vault.unlock(PASSPHRASE)
    vault.lock()
    await expect(early).rejects.toThrow(coded('vault.locked'))
    expect(vault.status().locked).toBe(true)
    await vault.unlock(PASSPHRASE)
    expect(vault.status().locked).toBe(false)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('is unlocked also where it was locked once more while the next thread was starting', async () => {
    const { vault } = await withAna()
    const starting = once(process, 'worker')
    vault.lock()
    await starting
    vault.lock()
    await vault.signer(ANA).authorize(REQUEST)
    await vault.unlock(PASSPHRASE)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('goes on with another thread where the one after a lock could not be started', async () => {
    const { vault } = await withAna()
    process.once('worker', (worker) => void worker.terminate())
    vault.lock()
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('internal'))
    await vault.unlock(PASSPHRASE)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('goes on with another thread where the one at work ended without a word', async () => {
    const { deps, vault, worker } = await withItsThread()
    // One that no test has stretched before takes the thread longer than its end.
    const asked = expect(vault.checkPassphrase(`${PASSPHRASE} ${Date.now()}`)).rejects.toThrow(coded('internal'))
    await worker.terminate()
    await asked
    expect(vault.status().locked).toBe(true)
    // An attempt is counted before its outcome is known, and the next one waits for that.
    await deps.clock.advance(2_000)
    await vault.unlock(PASSPHRASE)
    expect(vault.accounts.describe(ANA).hasSpendKey).toBe(true)
  })

  it('leaves no thread behind where it is closed while the next one starts, and refuses what waits for it', async () => {
    const { vault } = await withAna()
    const starting = once(process, 'worker')
    vault.lock()
    const [worker] = (await starting) as [Worker]
    const asked = expect(vault.signer(ANA).authorize(REQUEST)).rejects.toThrow(coded('vault.locked'))
    await vault.close()
    await asked
    expect(worker.threadId).toBe(-1)
  })

  it('is closed also where its thread ends meanwhile, for each of two who close it', async () => {
    const { vault, worker } = await withItsThread()
    const closing = [vault.close(), vault.close()]
    void worker.terminate()
    await Promise.all(closing)
    expect(worker.threadId).toBe(-1)
  })

  it('overwrites the secrets of what it refuses', async () => {
    const { vault } = await withAna()
    const made: Uint8Array[] = []
    const { encode } = TextEncoder.prototype
    const spy = vi.spyOn(TextEncoder.prototype, 'encode').mockImplementation(function (this: TextEncoder, text) {
      const bytes = encode.call(this, text)
      made.push(bytes)
      return bytes
    })
    try {
      vault.lock()
      const early = expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.locked'))
      vault.lock()
      await early
      const waiting = expect(vault.checkPassphrase(PASSPHRASE)).rejects.toThrow(coded('vault.locked'))
      await vault.close()
      await waiting
      await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.locked'))
    } finally {
      spy.mockRestore()
    }
    expect(made).toHaveLength(3)
    expect(made.filter((bytes) => bytes.some((byte) => byte !== 0))).toEqual([])
  })

  it('tells a wrong passphrase after a lock, and counts the wait on the clock of its owner', async () => {
    const { deps, vault } = await withAna()
    vault.lock()
    await expect(vault.unlock('wrong horse battery')).rejects.toThrow(coded('vault.wrong_passphrase'))
    expect(vault.status()).toMatchObject({ locked: true, passphrase: true, retryInSeconds: 1 })
    await deps.clock.advance(1000)
    expect(vault.status().retryInSeconds).toBe(0)
    await vault.unlock(PASSPHRASE)
    expect(vault.status().locked).toBe(false)
  })

  it.each([
    ['set ahead', 24 * 3_600_000],
    ['set back', -24 * 3_600_000],
  ])('is no shorter and no longer a wait where the clock is %s meanwhile', async (_, byMs) => {
    const { deps, vault } = await withAna()
    vault.lock()
    await expect(vault.unlock('wrong horse battery')).rejects.toThrow(coded('vault.wrong_passphrase'))
    await deps.clock.advance(1000)
    const waits = coded('vault.wrong_passphrase', { waitSeconds: 2 })
    await expect(vault.unlock('wrong horse battery')).rejects.toThrow(waits)
    deps.clock.set(byMs)
    expect(vault.status().retryInSeconds).toBe(2)
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(waits)
    // Nor by the thread that comes after a lock.
    vault.lock()
    await deps.clock.advance(500)
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(waits)
    await deps.clock.advance(1500)
    expect(vault.status().retryInSeconds).toBe(0)
    await vault.unlock(PASSPHRASE)
    expect(vault.status().locked).toBe(false)
  })

  it('checks the passphrase while it is locked', async () => {
    const { vault } = await withAna()
    vault.lock()
    await vault.checkPassphrase(PASSPHRASE)
    await expect(vault.checkPassphrase('wrong horse battery')).rejects.toThrow(coded('vault.wrong_passphrase'))
  })

  it('gives words, takes them back, and wraps', async () => {
    const { vault } = await withAna()
    const words = await vault.accounts.reveal(ANA, PASSPHRASE)
    expect(words).toHaveLength(24)
    const wrapped = await vault.wrapFor(ANA, 'label', new Uint8Array([1, 2, 3]))
    expect(await vault.unwrapFor(ANA, 'label', wrapped)).toEqual(new Uint8Array([1, 2, 3]))
    await vault.accounts.restorePhrase(ANA, words.join(' '), ANY_KEY)
    const claim = await vault.claimWithPhrase(words.join(' '), 1_790_000_000)
    expect(claim.publicKey).toBe(publicKeyFromSeed(SPEND))
  })

  it('hands every secret over, so that no copy stays behind in a message', async () => {
    const { vault } = await withAna()
    const sent: unknown[] = []
    const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      message: unknown,
      transfer,
    ) {
      const { verb, input } = message as { verb?: string; input?: readonly unknown[] }
      sent.push(...(input ?? []).filter((value) => value instanceof Uint8Array).map((bytes) => ({ verb, bytes })))
      return post.call(this, message, transfer)
    })
    const ben = '7c8a3bd5-3b1b-4c6a-9d56-222222222222' as typeof ANA
    const wanted = { expected: null, replaces: true, needsProof: false }
    const session = credentials()
    try {
      await vault.accounts.add(ben, session)
      await vault.accounts.restoreKey(ben, '44'.repeat(32), wanted)
      await vault.accounts.renewSession(ben, session)
      await vault.accounts.revealKey(ben, PASSPHRASE)
      await vault.wrapByPassphrase(PASSPHRASE, 'label', new Uint8Array([1, 2, 3]))
      await vault.signer(ANA).registration({ dialect: 'interface', tipKey: '55'.repeat(32) })
      await vault.signer(ANA).setPin({ digits: '480213', counter: 1 })
    } finally {
      spy.mockRestore()
    }
    const left = (sent as { verb: string; bytes: Uint8Array }[]).filter(({ bytes }) => bytes.length > 0)
    // What is wrapped belongs to the caller.
    expect(left.map(({ verb, bytes }) => [verb, bytes.length])).toEqual([['wrapByPassphrase', 3]])
    expect(sent.length).toBeGreaterThan(7)
  })

  it('computes with keys by libsodium, and says so', async () => {
    const { vault } = await withAna()
    expect(vault.status().arithmetic).toBe('native')
  })

  it('says what is damaged, and that a keychain does not answer', async () => {
    const { deps, vault } = await withAna()
    vault.lock()
    deps.keychain.fault = 'throws'
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.no_keychain'))
    expect(vault.status().keychainProblem?.code).toBe('check.keychain.service')
    deps.keychain.fault = 'none'
    deps.keychain.entries.set('a-profile/master', 'damaged')
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.damaged'))
    expect(vault.status()).toMatchObject({ locked: true, damage: 'master' })
  })

  it('says why it does not open: a newer Coffer wrote it, or the disk refuses to read', async () => {
    const [newer, unread] = [place(), place()]
    writeFileSync(join(newer.dir, 'vault.json'), '{"version":9}')
    mkdirSync(join(unread.dir, 'vault.json'))
    expect(codeOf(await openVault(newer).catch((error: unknown) => error))).toBe('store.newer')
    expect(codeOf(await openVault(unread).catch((error: unknown) => error))).toBe('store.disk')
  })

  it('says that the disk refuses, and goes on once it does not', async () => {
    const { deps, vault } = await withAna()
    vault.lock()
    // In the way of what every try of a passphrase writes first.
    const inTheWay = join(deps.dir, 'attempts.json.next')
    mkdirSync(inTheWay)
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('store.disk'))
    rmdirSync(inTheWay)
    await vault.unlock(PASSPHRASE)
    expect(vault.status().locked).toBe(false)
  })

  it('is locked for good when it is closed', async () => {
    const { vault } = await withAna()
    await vault.close()
    expect(vault.status().locked).toBe(true)
    await expect(vault.unlock(PASSPHRASE)).rejects.toThrow(coded('vault.locked'))
  })
})
