import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import type { Finding, PaymentReview } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { payMyself } from '#wallet'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { tokenOf } from '../support/permission.ts'
import { type LyingProxy, refusal, startProxy } from '../support/proxy.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  balanceOf,
  fund,
  has,
  newAccount,
  type OpenWallet,
  openWallet,
  sharedNetwork,
} from '../support/wallet.ts'

/* One smallest payment to oneself, by which the doctor tries a service with money. */

const PASSPHRASE = 'correct horse battery staple 42'
const network = sharedNetwork()
let proxy: LyingProxy
beforeAll(async () => {
  proxy = await startProxy(network.url)
}, 300_000)
afterEach(() => {
  proxy.lies.length = 0
})

type Answer = { readonly passphrase: string | null } | null

const paying = (wallet: OpenWallet, account: UserId, answer: Answer, reviews: PaymentReview[] = []): Promise<Finding> =>
  payMyself({
    ...{ calls: wallet.bare.calls, account, dialect: 'interface', clock: systemClock },
    async agrees(review) {
      reviews.push(review)
      return answer
    },
  })
const movements = async (wallet: OpenWallet, account: UserId) =>
  (await wallet.calls['payments.open']({ account, holder: null })).length

describe.each(['interface', 'upstream'] as const)('in the dialect of the %s', (dialect) => {
  let wallet: OpenWallet
  let account: UserId
  beforeAll(async () => {
    wallet = await openWallet({ dir: newFolder(), baseUrl: proxy.url, dialect })
    account = (await newAccount(wallet, `Maya ${dialect}`)).account
    await fund(wallet, account, BTC, '1')
  }, 300_000)

  it('is paid after a yes, comes back whole, and its line names no id and no amount', async () => {
    const reviews: PaymentReview[] = []
    const finding = await paying(wallet, account, { passphrase: null }, reviews)
    expect(finding).toMatchObject({ check: 'pay-myself', verdict: 'assumed', money: true, detail: '' })
    expect(reviews).toMatchObject([{ amount: 1n, payees: [{ party: { kind: 'user', user: { userId: account } } }] }])
    expect(JSON.stringify(finding)).not.toMatch(/[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-|0\.0/)
    await has(wallet, account, BTC, '1')
  })

  it('is not paid after a no, and holds nothing', async () => {
    expect(await paying(wallet, account, null)).toMatchObject({ verdict: 'unasked' })
    expect(await balanceOf(wallet, account, BTC)).toBe(parseAmount('1'))
    expect(await movements(wallet, account)).toBe(0)
  })

  it('is given up where the service breaks what money depends on', async () => {
    const verify = /^POST (?:\/upstream)?\/safe\/transaction\/requests$/
    proxy.lies.push({ at: verify, tell: (rows: object[]) => rows.map((row) => ({ ...row, views: [] })) })
    expect(await paying(wallet, account, { passphrase: null })).toMatchObject({ verdict: 'differs' })
    expect(await movements(wallet, account)).toBe(0)
    expect(await balanceOf(wallet, account, BTC)).toBe(parseAmount('1'))
  })
})

describe('an account that cannot pay itself', () => {
  let wallet: OpenWallet
  beforeAll(async () => {
    wallet = await network.open()
  })

  it('is told so where it has no money', async () => {
    const { account } = await newAccount(wallet, 'Poor')
    const finding = await paying(wallet, account, { passphrase: null })
    expect(finding).toMatchObject({ verdict: 'refused', detail: 'wallet.insufficient' })
  })

  it('is told so where it is not registered', async () => {
    const { account } = await wallet.calls['accounts.createLocal']({ name: 'New' })
    const finding = await paying(wallet, account, { passphrase: null })
    expect(finding).toMatchObject({ verdict: 'refused', detail: 'wallet.account_not_ready' })
  })

  it('is told so where it is not in this wallet', async () => {
    const finding = await paying(wallet, crypto.randomUUID() as UserId, { passphrase: null })
    expect(finding).toMatchObject({ verdict: 'refused', detail: 'wallet.account_unknown' })
  })

  it('is told so where it is only looked at', async () => {
    const owner = (await newAccount(wallet, 'Owner')).account
    const other = await network.open()
    const { text: permission } = await tokenOf(network.url, { user: owner })
    const { account } = await other.calls['accounts.watch']({ permission })
    const finding = await paying(other, account, { passphrase: null })
    expect(finding).toMatchObject({ verdict: 'refused', detail: 'wallet.watch_only' })
    await other.close()
  })

  it('is told so where the passphrase is wrong, and holds nothing', async () => {
    const { account } = await newAccount(wallet, 'Sealed')
    await fund(wallet, account, BTC, '1')
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const finding = await paying(wallet, account, { passphrase: 'another one' })
    expect(finding).toMatchObject({ verdict: 'refused', detail: 'vault.wrong_passphrase' })
    expect(await movements(wallet, account)).toBe(0)
    expect(await balanceOf(wallet, account, BTC)).toBe(parseAmount('1'))
  })
})

describe('a payment to oneself that is cut off halfway', () => {
  it('is followed by the wallet at its next start, and paid once', async () => {
    const [dir, keychain] = [newFolder(), testKeychain()]
    const first = await openWallet({ dir, baseUrl: proxy.url, keychain })
    const { account } = await newAccount(first, 'Maya')
    await fund(first, account, BTC, '1')
    proxy.lies.push({ at: /^POST \/safe\/transaction$/, instead: () => refusal(500, 500) })
    const before = proxy.told()
    const stop = new AbortController()
    const going = payMyself({
      ...{ calls: first.bare.calls, account, dialect: 'interface', clock: systemClock, signal: stop.signal },
      agrees: async () => ({ passphrase: null }),
    })
    await first.until(
      async () => proxy.told(),
      (told) => told > before,
    )
    stop.abort()
    expect(await going).toMatchObject({ verdict: 'unanswered' })
    await first.close()
    proxy.lies.length = 0
    const second = await openWallet({ dir, baseUrl: proxy.url, keychain })
    await second.until(
      () => movements(second, account),
      (open) => open === 0,
    )
    await has(second, account, BTC, '1')
    const filter = ALL_MOVEMENTS
    const { rows } = await second.calls['activity.list']({ account, holder: null, filter, cursor: null, limit: 50 })
    expect(rows.filter((row) => row.direction === 'out' || row.direction === 'self').length).toBe(1)
    await second.close()
  })
})
