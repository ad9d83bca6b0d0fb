import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { hurriedClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import {
  approving,
  BTC,
  balanceOf,
  fund,
  has,
  newAccount,
  type OpenWallet,
  type PlayNetwork,
  paying,
  playNetwork,
  toUser,
} from '../support/wallet.ts'
import { type Mixer, mixer } from './mixed.ts'

/* A wallet is closed, for another network or for good, in the middle of what a person agreed to. */

let network: PlayNetwork
let mix: Mixer
let keychain: ReturnType<typeof testKeychain>
let wallet: OpenWallet
let ana: UserId
let ben: UserId

beforeEach(async () => {
  network = await playNetwork()
  mix = mixer()
  keychain = testKeychain()
  wallet = await network.open({ fetch: mix.fetch, wrapVault: mix.wrap, keychain })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
})
afterEach(async () => {
  mix.letGo()
  await network.close()
})

/** Closes the wallet while a payment waits there; answers what its window was told, and the same wallet opened again. */
async function closedAt(at: RegExp) {
  const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.25')]))
  mix.hold(at)
  const told = wallet.calls['payments.approve'](approving(ana, review)).then(({ state }) => state, codeOf)
  await wallet.until(
    async () => mix.kept.length,
    (kept) => kept > 0,
  )
  const closed = wallet.close()
  // So long files that nobody waited for would have been closed.
  await Promise.race([closed, sleep(500)])
  mix.letGo()
  await closed
  const again = await network.open({ dir: wallet.dir, keychain })
  const read = () => again.calls['payments.read']({ account: ana, paymentId: review.paymentId })
  return { told: await told, again, read }
}

describe('a wallet that closes in the middle of a payment', () => {
  it.each([/^before sign$/, /^after sign$/])(
    'stores what is being signed, and says that it was signed: %s',
    async (at) => {
      const { told, again, read } = await closedAt(at)
      expect(told).toBe('signed')
      await again.until(read, ({ state }) => state === 'final')
    },
  )

  it('opens no other account for what its window asks meanwhile', async () => {
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.25')]))
    mix.hold(/^before sign$/)
    const told = wallet.calls['payments.approve'](approving(ana, review)).catch(codeOf)
    await wallet.until(
      async () => mix.kept.length,
      (kept) => kept > 0,
    )
    const closed = wallet.close()
    const ask = () => balanceOf(wallet, ben, BTC).then(() => 'answered', codeOf)
    expect(await wallet.until(ask, (told) => told !== 'answered')).toBe('host.lost')
    mix.letGo()
    await Promise.all([told, closed])
    const again = await network.open({ dir: wallet.dir, keychain })
    await again.until(
      () => balanceOf(again, ben, BTC),
      (amount) => amount > 0n,
    )
  })

  it('closes all the same where what signs never answers', async () => {
    const { dir } = wallet
    await wallet.close()
    wallet = await network.open({ dir, keychain, fetch: mix.fetch, wrapVault: mix.wrap, clock: hurriedClock() })
    await has(wallet, ana, BTC, parseAmount('1'))
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.25')]))
    mix.hold(/^before sign$/)
    const told = wallet.calls['payments.approve'](approving(ana, review)).then(({ state }) => state, codeOf)
    await wallet.until(
      async () => mix.kept.length,
      (kept) => kept > 0,
    )
    await wallet.close()
    mix.letGo()
    expect(await told).not.toBe('signed')
  })
})
