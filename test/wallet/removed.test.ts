import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { openAccountStore, openProfileStore, type ProfileStore } from '#store'
import type { Vault } from '#vault'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { BTC, fund, newAccount, type OpenWallet, type PlayNetwork, playNetwork } from '../support/wallet.ts'
import { type Mixer, mixer } from './mixed.ts'

let network: PlayNetwork
let mix: Mixer
let wallet: OpenWallet
let ana: UserId
let isStuck: boolean
let keychain: ReturnType<typeof testKeychain>

/** A vault that keeps what it is to forget, as one does whose keychain does not answer. */
const stuck = (vault: Vault): Vault => ({
  ...vault,
  accounts: {
    ...vault.accounts,
    remove: (id) => (isStuck ? Promise.reject(new Error('no keychain')) : vault.accounts.remove(id)),
  },
})

beforeEach(async () => {
  network = await playNetwork()
  mix = mixer()
  isStuck = false
  keychain = testKeychain()
  wallet = await network.open({ keychain, fetch: mix.fetch, wrapVault: (vault) => stuck(mix.wrap(vault)) })
  ana = (await newAccount(wallet, 'Ana')).account
  await newAccount(wallet, 'Ben')
  await fund(wallet, ana, BTC, '1')
})
afterEach(async () => {
  mix.letGo()
  await network.close()
})

const names = async () => (await wallet.calls['app.state'](null)).accounts.map(({ name }) => name)
/** Throws `store.in_use` where somebody still works with the files. */
const isAtRest = () => openAccountStore({ dir: wallet.dir, network: 'local', account: ana, clock: systemClock }).close()

describe('an account that is removed', () => {
  it('is at work for nobody any more, whatever windows asked meanwhile', async () => {
    let done = false
    const asking = (async () => {
      while (!done) {
        await wallet.calls['home.read']({ account: ana, holder: null }).catch(() => undefined)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await wallet.calls['accounts.remove']({ account: ana, passphrase: null })
    done = true
    await asking
    expect(await names()).toEqual(['Ben'])
    isAtRest()
  })

  it('does not come back by what was being asked in its name', async () => {
    mix.hold(/^after GET \/safe\/me/)
    const late = wallet.calls['registration.submit']({ account: ana }).catch((error: { code: string }) => error.code)
    await wallet.until(
      async () => mix.kept.length,
      (kept) => kept > 0,
    )
    await wallet.calls['accounts.remove']({ account: ana, passphrase: null })
    mix.letGo()
    expect(await late).toBe('wallet.account_unknown')
    expect(await names()).toEqual(['Ben'])
    isAtRest()
  })

  it('whose keys cannot be taken away is at work as before', async () => {
    isStuck = true
    await expect(wallet.calls['accounts.remove']({ account: ana, passphrase: null })).rejects.toThrow()
    expect(await names()).toEqual(['Ana', 'Ben'])
    await wallet.until(
      () => wallet.calls['app.connection']({ account: ana }),
      ({ state }) => state === 'live',
    )
    await fund(wallet, ana, BTC, '2')
  })

  it('whose name alone could not be taken away is gone with the next start', async () => {
    await wallet.close()
    const isFull = { now: true }
    const full = (profile: ProfileStore): ProfileStore => ({
      ...profile,
      accounts: {
        ...profile.accounts,
        remove(id) {
          if (isFull.now) throw new Error('the disk is full')
          return profile.accounts.remove(id)
        },
      },
    })
    const options = {
      ...{ dir: wallet.dir, keychain },
      openProfile: (given: Parameters<typeof openProfileStore>[0]) => full(openProfileStore(given)),
    }
    wallet = await network.open(options)
    await expect(wallet.calls['accounts.remove']({ account: ana, passphrase: null })).rejects.toThrow()
    await wallet.close()
    isFull.now = false
    wallet = await network.open(options)
    expect(await names()).toEqual(['Ben'])
  })
})
