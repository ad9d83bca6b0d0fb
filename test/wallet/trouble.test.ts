import { beforeAll, describe, expect, it } from 'vitest'
import type { Nanos, UserId } from '#contract/domain'
import { testKeychain } from '../support/keychain.ts'
import {
  approving,
  BTC,
  coded,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* Where the money stands when something broke. */

const network = sharedNetwork()
let wallet: OpenWallet
let account: UserId
let isCut = false
const keychain = testKeychain()

beforeAll(async () => {
  const cutting: typeof fetch = (address, options) =>
    isCut && options?.method === 'POST' && new URL(String(address)).pathname === '/safe/transactions'
      ? Promise.reject(new TypeError('fetch failed'))
      : fetch(address, options)
  wallet = await network.open({ fetch: cutting, keychain })
  account = (await newAccount(wallet, 'Maya')).account
  await fund(wallet, account, BTC, '1')
}, 300_000)

const standing = () => wallet.calls['trouble.standing'](null)
const wish = () => paying(account, BTC, [toUser(account, '0.1')])

describe('where the money stands', () => {
  it('is that nothing is under way where nothing is', async () => {
    expect(await standing()).toEqual({ ended: null, signed: 0, unsigned: 0 })
  })

  it('tells what is only prepared from what is signed and handed on, until that is final', async () => {
    const review = await wallet.calls['payments.prepare'](wish())
    expect(await standing()).toMatchObject({ signed: 0, unsigned: 1 })
    isCut = true
    await wallet.calls['payments.approve'](approving(account, review))
    await wallet.until(standing, ({ signed }) => signed === 1)
    expect(await standing()).toMatchObject({ signed: 1, unsigned: 0 })
    isCut = false
    await wallet.until(standing, ({ signed }) => signed === 0)
  })

  it('is said of a run that was broken off without what was prepared since', async () => {
    await fund(wallet, account, BTC, '1')
    const before = await wallet.calls['payments.prepare'](wish())
    await wallet.close()
    let ended: Nanos | null = 1n as Nanos
    const lastRun = {
      broken: () => ended,
      forget: () => {
        ended = null
      },
    }
    wallet = await network.open({ dir: wallet.dir, keychain, lastRun })
    await wallet.until(standing, ({ unsigned }) => unsigned === 1)
    const after = await wallet.calls['payments.prepare'](wish())
    expect(await standing()).toEqual({ ended: { signed: 0, unsigned: 1 }, signed: 0, unsigned: 2 })
    await wallet.calls['payments.cancel']({ account, paymentId: before.paymentId })
    expect(await standing()).toEqual({ ended: { signed: 0, unsigned: 0 }, signed: 0, unsigned: 1 })
    await wallet.calls['trouble.read'](null)
    expect(await standing()).toMatchObject({ ended: null })
    await wallet.calls['payments.cancel']({ account, paymentId: after.paymentId })
  })

  it('is told to nobody while the wallet is locked', async () => {
    await wallet.calls['vault.setPassphrase']({ current: null, next: 'four random words here' })
    wallet.lock()
    await expect(standing()).rejects.toThrow(coded('vault.locked'))
  })
})

describe('a report', () => {
  it('says what ran where also while the wallet is locked, and names nobody', async () => {
    const { text } = await wallet.calls['app.report']({ browser: 'Electron/45' })
    expect(text).toContain('Coffer report\nversion: test\nhost: browser\nnetwork: local\n')
    expect(text).toContain('browser: Electron/45\n')
    for (const secret of ['Maya', account, wallet.dir, network.url]) expect(text).not.toContain(secret)
  })
})
