import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { openLedger } from '../support/true-ledger.ts'
import {
  approved,
  approving,
  BTC,
  fund,
  newAccount,
  type OpenWallet,
  type PlayNetwork,
  paying,
  playNetwork,
  toUser,
} from '../support/wallet.ts'
import { type Mixer, mixer } from './mixed.ts'

const PASSPHRASE = 'four random words here'

let network: PlayNetwork
let mix: Mixer
let wallet: OpenWallet
let ana: UserId
let ben: UserId

beforeEach(async () => {
  network = await playNetwork()
  mix = mixer()
  wallet = await network.open({ vaultThread: true, fetch: mix.fetch, wrapVault: mix.wrap })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
  await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
})
afterEach(async () => {
  mix.letGo()
  await network.close()
})

const sent = () => {
  const ledger = openLedger(network.dir)
  try {
    return ledger.sentBy([ana]).length
  } finally {
    ledger.close()
  }
}

describe('a payment that was agreed to when the wallet was locked', () => {
  it('is not signed after the next unlock without being agreed to again', async () => {
    const review = await wallet.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '0.25')]))
    mix.hold(/^before sign$/)
    const input = approving(ana, review, PASSPHRASE)
    const late = wallet.calls['payments.approve'](input).then(({ state }) => state, codeOf)
    await wallet.until(
      async () => mix.kept.length,
      (kept) => kept > 0,
    )
    wallet.lock()
    mix.letGo()
    expect(await late).toBe('vault.locked')
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    await wallet.calls['app.retry']({ account: ana })
    const { paymentId } = review
    expect((await wallet.calls['payments.read']({ account: ana, paymentId })).state).toBe('verified')
    expect(sent()).toBe(0)
    const again = await wallet.calls['payments.review']({ account: ana, paymentId })
    expect((await approved(wallet, ana, again, PASSPHRASE)).state).toBe('final')
    expect(sent()).toBe(1)
  })
})
