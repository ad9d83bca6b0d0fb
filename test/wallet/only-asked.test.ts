import { cpSync } from 'node:fs'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Clock, Nanos, RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { Vault } from '#vault'
import { systemClock } from '../support/clock.ts'
import { watching } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, fund, newAccount, type OpenWallet, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* A wallet that is only opened to be asked something, as from a terminal: what was begun in a window goes on in one. */

const HOUR = 3_600_000_000_000n

let passed = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + passed) as Nanos }
const network = sharedNetwork(clock)
let ben: UserId

beforeAll(async () => {
  ben = (await newAccount(await network.open({ clock }), 'Ben')).account
})

/** A vault that does not answer to what it is to sign. */
const stuck = (vault: Vault): Vault => ({
  ...vault,
  signer: (account) => ({ ...vault.signer(account), sign: () => new Promise<never>(() => undefined) }),
})

/** What a payer's folder is opened by, and what was signed and sent since. */
async function payer(wrapVault?: (vault: Vault) => Vault) {
  const [dir, keychain, line, signed] = [newFolder(), testKeychain(), faultyLine(), [] as string[]]
  const wallet = await network.open({ dir, keychain, clock, fetch: line.fetch, ...(wrapVault && { wrapVault }) })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  const again = (onlyAsked: boolean, at = dir) => {
    const wrap = watching((hash) => void signed.push(hash))
    return network.open({ dir: at, keychain, clock, fetch: line.fetch, onlyAsked, wrapVault: wrap })
  }
  const sent = () => line.passed.filter((each) => each === 'POST /safe/transaction').length
  return { dir, wallet, account, line, signed, sent, again }
}

/** Whole rounds: what one of them begins in the background, the next would find done. */
async function rounds(wallet: OpenWallet, account: UserId): Promise<void> {
  for (let round = 0; round < 3; round += 1) await wallet.calls['app.retry']({ account })
}

const stateOf = async (wallet: OpenWallet, account: UserId, paymentId: RequestId) =>
  (await wallet.calls['payments.read']({ account, paymentId })).state

describe('a wallet that is only asked', () => {
  it('signs nothing that was agreed to before; the next window does', async () => {
    const { dir, wallet, account, signed, again } = await payer(stuck)
    onTestFinished(wallet.close)
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    const { paymentId } = review
    wallet.calls['payments.approve'](approving(account, review)).catch(() => undefined)
    await wallet.until(
      () => stateOf(wallet, account, paymentId),
      (state) => state === 'approved',
    )
    const copy = newFolder('copy')
    cpSync(dir, copy, { recursive: true })
    const asked = await again(true, copy)
    await rounds(asked, account)
    expect([await stateOf(asked, account, paymentId), signed]).toEqual(['approved', []])
    await asked.close()
    const window = await again(false, copy)
    await window.until(
      () => stateOf(window, account, paymentId),
      (state) => state === 'final',
    )
    expect(signed).toHaveLength(1)
  })

  it('sends nothing that was signed before; the next window does', async () => {
    const { wallet, account, line, sent, again } = await payer()
    line.faults.push({ path: /^\/safe\/transaction$/, act: 'before' })
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    const { paymentId } = review
    await wallet.calls['payments.approve'](approving(account, review))
    await wallet.close()
    line.faults.length = 0
    const before = sent()
    const asked = await again(true)
    // It goes on to ask what became of it.
    const looks = async () => line.passed.filter((each) => each.startsWith('GET') && each.includes(paymentId)).length
    const begun = await looks()
    await asked.until(looks, (count) => count > begun + 3)
    await asked.close()
    expect(sent()).toBe(before)
    const window = await again(false)
    await window.until(
      () => stateOf(window, account, paymentId),
      (state) => state === 'final',
    )
  })

  it('prepares nothing that a plan has come due for; the next window does', async () => {
    const { wallet, account, again } = await payer()
    const [day = '', time = ''] = new Date(Number((clock.now() + HOUR) / 1_000_000n)).toISOString().split('T')
    await wallet.calls['schedule.save']({
      ...{ account, holder: null, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
      rows: [{ payee: { kind: 'user', userId: ben }, amount: parseAmount('0.01') }],
      when: { first: day, time: time.slice(0, 5), zone: 'UTC', repeats: 'daily', end: { kind: 'never' } },
    })
    await wallet.close()
    passed += HOUR
    const asked = await again(true)
    await rounds(asked, account)
    expect(await asked.calls['payments.open']({ account, holder: null })).toEqual([])
    await asked.close()
    const window = await again(false)
    await window.until(
      () => window.calls['payments.open']({ account, holder: null }),
      (open) => open.length > 0,
    )
  })
})
