import { describe, expect, it } from 'vitest'
import type { Clock, Nanos } from '#contract/domain'
import { METHODS } from '#contract/ipc'
import { createPreferences } from '../../src/wallet/account/session.ts'
import type { WalletDeps } from '../../src/wallet/index.ts'
import { systemClock } from '../support/clock.ts'
import { faultyLine } from '../support/faults.ts'
import { noKeychain, testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, balanceOf, fund, newAccount, nextEvent, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()
const PASSPHRASE = 'four random words here'

async function lockedWallet(log: WalletDeps['log'] = () => undefined) {
  const keychain = testKeychain()
  const options = { dir: newFolder(), keychain, log }
  const wallet = await network.open({ ...options, vaultThread: true })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  return { wallet, account, options }
}

/** Settings as the profile keeps them, with what an earlier program wrote. */
function memorySettings(written: unknown) {
  let value = written
  const set = (_: string, next: unknown): void => {
    value = next
  }
  const settings = { get: () => value, set }
  return { settings: settings as unknown as Parameters<typeof createPreferences>[0], kept: () => value }
}

describe('a passphrase that is wrong', () => {
  it('tells windows nothing, also where no keychain answers: what is typed there stays', async () => {
    const wallet = await network.open({ dir: newFolder(), keychain: noKeychain(), vaultThread: true })
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await newAccount(wallet, 'Ana')
    const locked = nextEvent(wallet, 'session.changed')
    await wallet.calls['session.lock'](null)
    await locked
    const told: unknown[] = []
    wallet.subscribe('session.changed', (payload) => told.push(payload))
    await expect(wallet.calls['session.unlock']({ passphrase: 'another one' })).rejects.toThrow(
      expect.objectContaining({ code: 'vault.wrong_passphrase' }),
    )
    expect(told).toEqual([])
    await wallet.close()
  })
})

describe('locking', () => {
  it('refuses every call about money or people and answers those about the lock', async () => {
    const { wallet } = await lockedWallet()
    const told = nextEvent(wallet, 'session.changed')
    await wallet.calls['session.lock'](null)
    expect(await told).toEqual({ locked: true })
    const open = /^(app|session|vault)\./
    for (const [name, call] of Object.entries(wallet.calls)) {
      if (open.test(name)) continue
      await expect((call as (input: unknown) => Promise<unknown>)({}), name).rejects.toThrow(
        expect.objectContaining({ code: 'vault.locked' }),
      )
    }
    const byHost = (name: string): boolean => /^(updates|networks)\./.test(name)
    expect(Object.keys(wallet.calls).sort()).toEqual(
      Object.keys(METHODS)
        .filter((name) => !byHost(name))
        .sort(),
    )
    expect((await wallet.calls['app.state'](null)).vault).toMatchObject({ locked: true, passphrase: true })
    await wallet.close()
  })

  it('shows no public key of an account while locked that it would not show to a stranger', async () => {
    const { wallet, account } = await lockedWallet()
    await wallet.calls['session.lock'](null)
    const state = await wallet.calls['app.state'](null)
    expect(state.accounts).toMatchObject([{ account, stage: 'ready' }])
    await wallet.close()
  })

  it('tells nothing of what was looked at and for, and has it again once unlocked', async () => {
    const { wallet } = await lockedWallet()
    const search = { name: 'Maya', search: 'to:maya', person: 'Maya', period: 'any', fromDay: '', toDay: '' } as const
    const searches = [{ ...search, assetId: null, direction: null, kind: null, opponent: null }]
    await wallet.calls['app.setPreferences']({ place: '{"route":{"name":"contact"}}', searches })
    await wallet.calls['session.lock'](null)
    const locked = (await wallet.calls['app.state'](null)).preferences
    const answered = await wallet.calls['app.setPreferences']({ theme: 'dark' })
    for (const each of [locked, answered]) expect(Object.keys(each)).not.toEqual(expect.arrayContaining(['place']))
    expect(locked.searches).toBeUndefined()
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect((await wallet.calls['app.state'](null)).preferences).toMatchObject({ searches, theme: 'dark' })
    expect((await wallet.calls['app.state'](null)).preferences.place).toContain('contact')
    await wallet.close()
  })

  it('is ended by the passphrase, and nothing is lost', async () => {
    const { wallet, account } = await lockedWallet()
    await wallet.calls['session.lock'](null)
    await expect(wallet.calls['session.unlock']({ passphrase: 'another passphrase' })).rejects.toThrow(
      expect.objectContaining({ code: 'vault.wrong_passphrase' }),
    )
    await wallet.until(
      async () => (await wallet.calls['app.state'](null)).vault.retryInSeconds,
      (seconds) => seconds === 0,
    )
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect(await balanceOf(wallet, account, BTC)).toBe(100_000_000n)
    await wallet.close()
  })

  it('wins over an unlock that was asked for before', async () => {
    const { wallet } = await lockedWallet()
    await wallet.calls['session.lock'](null)
    const unlocking = wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    wallet.lock()
    await expect(unlocking).rejects.toThrow(expect.objectContaining({ code: 'vault.locked' }))
    expect((await wallet.calls['app.state'](null)).vault.locked).toBe(true)
    await wallet.close()
  })

  it('is the state after a start', async () => {
    const { wallet, account, options } = await lockedWallet()
    await wallet.close()
    const again = await network.open({ ...options, vaultThread: true })
    expect((await again.calls['app.state'](null)).vault.locked).toBe(true)
    await again.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect(await balanceOf(again, account, BTC)).toBe(100_000_000n)
    await again.close()
  })

  it('needs a passphrase that was set', async () => {
    const wallet = await network.open({ vaultThread: true })
    await expect(wallet.calls['session.lock'](null)).rejects.toThrow(
      expect.objectContaining({ code: 'vault.passphrase_needed' }),
    )
    await wallet.close()
  })
})

describe('preferences', () => {
  it('change one at a time and survive a restart', async () => {
    const options = { dir: newFolder(), keychain: testKeychain() }
    const wallet = await network.open({ ...options, vaultThread: true })
    const before = (await wallet.calls['app.state'](null)).preferences
    await wallet.calls['app.setPreferences']({ theme: 'dark' })
    await wallet.calls['app.setPreferences']({ camera: 'Desk camera' })
    await wallet.close()
    const again = await network.open({ ...options, vaultThread: true })
    expect((await again.calls['app.state'](null)).preferences).toEqual({
      ...before,
      theme: 'dark',
      camera: 'Desk camera',
    })
    await again.close()
  })
})

describe('preferences of another release', () => {
  it('are left out one by one where they cannot be read', async () => {
    const { settings, kept } = memorySettings({ theme: 'dark', language: 'tlh', currency: 7, hideAmounts: true })
    const preferences = createPreferences(settings)
    expect(preferences.read()).toMatchObject({ theme: 'dark', language: 'system', currency: 'USD', hideAmounts: true })
    preferences.write({ currency: 'EUR' })
    expect(kept()).toMatchObject({ currency: 'EUR', theme: 'dark' })
  })
})

describe('two programs', () => {
  it('do not open one profile at a time', async () => {
    const options = { dir: newFolder() }
    const wallet = await network.open({ ...options, vaultThread: true })
    await expect(network.open({ ...options, vaultThread: true })).rejects.toThrow(
      expect.objectContaining({ code: 'store.in_use' }),
    )
    await wallet.close()
  })
})

describe('a lock', () => {
  it('keeps nothing from being read, so that unlocking does not call the network away', async () => {
    const failed: unknown[] = []
    const { wallet, account } = await lockedWallet((_, name, details) => {
      if (name === 'sync.round_failed') failed.push(details?.['code'])
    })
    const payer = await network.open()
    const ben = (await newAccount(payer, 'Ben')).account
    await fund(payer, ben, BTC, '1')
    await wallet.calls['session.lock'](null)
    await pay(payer, paying(ben, BTC, [toUser(account, '0.5')]))
    await wallet.until(
      () => wallet.calls['app.state'](null),
      ({ newsAt }) => newsAt !== null,
    )
    expect(failed).toEqual([])
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    const { state, problem } = await wallet.calls['app.connection']({ account })
    expect(['updating', 'live']).toContain(state)
    expect(problem).toBeNull()
    await wallet.close()
    await payer.close()
  })
})

describe('the clock of this computer', () => {
  it.each([
    ['ahead of', 40n, 4],
    ['behind', -40n, -4],
  ])('is said to be %s the service where it is', async (_, seconds, tens) => {
    const clock: Clock = { ...systemClock, now: () => (systemClock.now() + seconds * 1_000_000_000n) as Nanos }
    const wallet = await network.open({ clock })
    const { account } = await newAccount(wallet, 'Ana')
    const { clockSkewSeconds } = await wallet.until(
      () => wallet.calls['app.connection']({ account }),
      ({ state }) => state === 'live',
    )
    expect(Math.round(clockSkewSeconds / 10)).toBe(tens)
    await wallet.close()
  })

  it('that was set back makes no old figures young', async () => {
    let ahead = 0n
    const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
    const line = faultyLine()
    const wallet = await network.open({ clock, fetch: line.fetch })
    const { account } = await newAccount(wallet, 'Ana')
    const until = (wanted: string) =>
      wallet.until(
        () => wallet.calls['app.connection']({ account }),
        ({ state }) => state === wanted,
      )
    await until('live')
    line.faults.push({ path: /./, act: 'before' })
    await until('stale')
    ahead = -3_600_000_000_000n
    expect((await wallet.calls['app.connection']({ account })).state).toBe('offline')
    await wallet.close()
  })
})
