import { expect } from 'vitest'
import type { AssetId, Clock, RequestId, UserId } from '#contract/domain'
import { formatAmountShort, parseAmount, toAmount } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { type TestKeychain, testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  deposited,
  ETH,
  has,
  newAccount,
  type OpenWallet,
  type PlayNetwork,
  paying,
  toUser,
  USDT_ERC20,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { attempt } from './attempting.ts'

/* Somebody who pays in every way, and what of that counts toward a limit: by what was asked for, never by what the wallet says. */

const HOUR = 3_600_000_000_000n
const DAY = 24n * HOUR
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7'

export type Sums = ReadonlyMap<AssetId, bigint>

interface Wish {
  readonly paymentId: RequestId
  /** What of it goes to others. */
  readonly leaves: Sums
}

export interface Life {
  readonly network: PlayNetwork
  readonly clock: Clock
  readonly payees: readonly [UserId, UserId]
  readonly account: UserId
  readonly line: FaultyLine
  readonly dir: string
  readonly keychain: TestKeychain
  wallet: OpenWallet
  readonly open: Wish[]
  /** What was agreed to, and when. */
  readonly counted: { readonly wish: Wish; readonly at: bigint }[]
  limits: Map<AssetId, bigint> | null
  pending: { readonly limits: Map<AssetId, bigint> | null; readonly at: bigint } | null
  lists: number
}

export const sumsOf = (parts: readonly (readonly [AssetId, bigint])[]): Map<AssetId, bigint> => {
  const sums = new Map<AssetId, bigint>()
  for (const [assetId, amount] of parts) if (amount > 0n) sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
  return sums
}
export const sorted = (sums: Sums) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1))

export async function begin(world: Pick<Life, 'network' | 'clock' | 'payees'>): Promise<Life> {
  const { clock, network } = world
  const [line, dir, keychain] = [faultyLine(), newFolder('limits'), testKeychain()]
  const wallet = await network.open({ clock, dir, keychain, fetch: line.fetch })
  const { account } = await newAccount(wallet, 'Ana')
  for (let at = 0; at < 5; at += 1)
    await deposited(wallet, { account, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount('1') })
  for (let at = 0; at < 3; at += 1) {
    await deposited(wallet, { account, holder: null, chainId: ETH, assetId: ETH, amount: parseAmount('0.1') })
    await deposited(wallet, { account, holder: null, chainId: ETH, assetId: USDT_ERC20, amount: parseAmount('50') })
  }
  await has(wallet, account, BTC, '5')
  await has(wallet, account, ETH, '0.3')
  await has(wallet, account, USDT_ERC20, '150')
  return {
    ...world,
    account,
    line,
    dir,
    keychain,
    wallet,
    open: [],
    counted: [],
    limits: null,
    pending: null,
    lists: 0,
  }
}

/** What holds now. */
export function limitsNow(life: Life): Map<AssetId, bigint> | null {
  if (life.pending !== null && life.clock.now() >= life.pending.at) {
    life.limits = life.pending.limits
    life.pending = null
  }
  return life.limits
}

export const countedNow = ({ clock, counted }: Life, but: RequestId | null = null): Map<AssetId, bigint> =>
  sumsOf(
    counted
      .filter(({ wish, at }) => clock.now() - at < DAY && wish.paymentId !== but)
      .flatMap(({ wish }) => [...wish.leaves]),
  )

function fits(life: Life, wish: Wish): boolean {
  const limits = limitsNow(life)
  const counted = countedNow(life, wish.paymentId)
  return [...wish.leaves].every(([assetId, amount]) => {
    const limit = limits?.get(assetId)
    return limit === undefined || (counted.get(assetId) ?? 0n) + amount <= limit
  })
}

async function prepared(life: Life, review: PaymentReview | string, leaves: (review: PaymentReview) => Sums) {
  if (typeof review === 'string') return undefined
  const wish = { paymentId: review.paymentId, leaves: leaves(review) }
  if (!life.open.some((each) => each.paymentId === wish.paymentId)) life.open.push(wish)
  const stops = review.checks.some(({ id, result }) => id.startsWith('rule:day') && result === 'stop')
  expect(stops, `the review of ${JSON.stringify([...wish.leaves].map(String))}`).toBe(!fits(life, wish))
  return wish
}

/** Agrees to it, and what came of that is what the limits say. */
export async function agree(life: Life, wish: Wish): Promise<void> {
  const { account, wallet } = life
  const { paymentId } = wish
  const review = await attempt(() => wallet.calls['payments.review']({ account, paymentId }))
  if (typeof review === 'string') return
  const isFit = fits(life, wish)
  const done = await attempt(() => wallet.calls['payments.approve'](approving(account, review)))
  const { state } = await wallet.calls['payments.read']({ account, paymentId })
  const isOut = !['draft', 'reserved', 'keyed', 'built', 'verified', 'cancelled'].includes(state)
  if (done === 'wallet.rules_stop') expect(isFit).toBe(false)
  else if (typeof done !== 'string') expect(isFit, `${paymentId} was agreed to`).toBe(true)
  if (!isOut) return
  life.open.splice(life.open.indexOf(wish), 1)
  life.counted.push({ wish, at: life.clock.now() })
}

/** One way to pay. */
interface Deed {
  readonly act: string
  readonly pick: number
  readonly units: bigint
}

export async function pay(life: Life, { act, pick, units }: Deed): Promise<Wish | undefined> {
  const {
    account,
    wallet,
    payees: [ben, carl],
    clock,
  } = life
  const amount = formatAmountShort(toAmount(units))
  const chain = (destination: string) => ({ kind: 'chain', destination, tag: '' }) as const
  const prepare = (assetId: AssetId, rows: Parameters<typeof paying>[2], more: Parameters<typeof paying>[3] = {}) =>
    attempt(() => wallet.calls['payments.prepare'](paying(account, assetId, rows, more)))
  const withFee = (assetId: AssetId, units: bigint) => (review: PaymentReview) =>
    sumsOf([[assetId, units], ...(review.fee === null ? [] : [[review.fee.asset.assetId, review.fee.amount] as const])])
  switch (act) {
    case 'pay':
      return prepared(life, await prepare(BTC, [toUser(pick % 2 === 0 ? ben : carl, amount)]), () =>
        sumsOf([[BTC, units]]),
      )
    case 'self':
      return prepared(life, await prepare(BTC, [toUser(account, amount)]), () => sumsOf([]))
    case 'several':
      return prepared(
        life,
        await prepare(BTC, [toUser(ben, amount), toUser(account, amount), toUser(carl, '0.01')]),
        () => sumsOf([[BTC, units + 1_000_000n]]),
      )
    case 'group':
      return prepared(
        life,
        await prepare(BTC, [{ payee: { kind: 'group', members: [account, ben], threshold: 1 + (pick % 2) }, amount }]),
        () => sumsOf([[BTC, units]]),
      )
    case 'withdraw':
      return prepared(
        life,
        await prepare(BTC, [{ payee: chain(BITCOIN), amount }], { feeAssetId: BTC }),
        withFee(BTC, units),
      )
    case 'withdrawToken': {
      const more = 300_000_000n + units
      const row = { payee: chain(ETHEREUM), amount: formatAmountShort(toAmount(more)) }
      const feeAssetId = pick % 2 === 0 ? ETH : USDT_ERC20
      return prepared(life, await prepare(USDT_ERC20, [row], { feeAssetId }), withFee(USDT_ERC20, more))
    }
    case 'list': {
      life.lists += 1
      const rows = [ben, carl, account].map((to, line) => ({
        line: line + 1,
        to,
        typed: amount,
        amount: toAmount(units),
        memo: '',
        label: '',
      }))
      const saved = await attempt(() =>
        wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: `List ${life.lists}`, rows }),
      )
      if (typeof saved === 'string') return undefined
      const review = await attempt(() => wallet.calls['runs.prepare']({ account, runId: saved.runId }))
      return prepared(life, review, () => sumsOf([[BTC, units * 2n]]))
    }
    default: {
      const [first = '', time = ''] = new Date(Number(clock.now() / 1_000_000n)).toISOString().slice(0, 16).split('T')
      const saved = await attempt(() =>
        wallet.calls['schedule.save']({
          ...{
            account,
            holder: null,
            planId: null,
            name: 'Plan',
            assetId: BTC,
            memoHex: '',
            label: '',
            feeAssetId: null,
          },
          rows: [{ payee: { kind: 'user', userId: ben }, amount: toAmount(units) }],
          when: { first, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
        }),
      )
      if (typeof saved === 'string') return undefined
      const review = await attempt(() =>
        wallet.calls['schedule.prepare']({ account, planId: saved.planId, day: first }),
      )
      return prepared(life, review, () => sumsOf([[BTC, units]]))
    }
  }
}
