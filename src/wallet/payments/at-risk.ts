import { z } from 'zod'
import type { AssetId, HolderId, OutputId, RequestId } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { amount, assetId } from '#contract/wire'
import { type Amount, formatAmount, uniqueObjectId } from '#protocol'
import { type AccountStore, isOut, type Payment, readStored } from '#store'
import { said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { sumsByAsset } from '../shared/sums.ts'
import { type AwaitedChange, changeOf } from './change.ts'
import { intentOf, paysOneself } from './intent.ts'

/*
 * The service makes the keys of change, so change that was not proved yet may be lost. Its sum has a bound: the change of one
 * payment, or per asset what the person has set. What goes beyond waits until the audit has proved enough, or is accepted by name. A limit
 * that was set binds the change of this very payment too, which no waiting lessens.
 */

const BOUNDS = 'change-bounds'
/** One that cannot be read is none, which allows less. */
const bound = z.tuple([assetId, amount])

interface RiskParts {
  readonly store: AccountStore
  readonly directory: Directory
  /** Change of final payments that was not proved yet. */
  readonly pendingChange: (holder: HolderId) => readonly AwaitedChange[]
}

/** How much unproved change of an asset its owner accepts at a time; an asset without an entry has the default. */
export function changeBounds({ intents }: AccountStore): ReadonlyMap<AssetId, Amount> {
  const stored = intents.settings.get(BOUNDS)
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  return new Map(entries.flatMap((entry) => [readStored(bound, entry)].filter((each) => each !== undefined)))
}

export function setChangeBound(store: AccountStore, assetId: AssetId, amount: Amount | null): void {
  const bounds = new Map(changeBounds(store))
  if (amount === null) bounds.delete(assetId)
  else bounds.set(assetId, amount)
  const entries = [...bounds].map(([asset, bound]) => [asset, formatAmount(bound)])
  store.intents.settings.set(BOUNDS, Object.fromEntries(entries))
}

/** Change that must still come back or be proved, of all payments that were approved or signed and are not proved dead. */
export function unprovedChange(parts: RiskParts, holder: HolderId, except?: RequestId): AwaitedChange[] {
  const { payments } = parts.store.intents
  const found = new Map<OutputId, AwaitedChange>()
  for (const { id, state } of payments.list({ holder, live: true })) {
    const payment = isOut(state) || state === 'approved' ? payments.get(id) : undefined
    for (const transaction of payment?.transactions ?? []) {
      if (payment === undefined || transaction.finalAt !== null) continue
      for (const each of changeOf(payment, transaction)) found.set(each.outputId, each)
    }
  }
  for (const each of parts.pendingChange(holder)) found.set(each.outputId, each)
  return [...found.values()].filter(({ payment }) => payment !== except)
}

/** What a review says where this payment's change is above the limit, or would come on top of change that was not proved yet. */
export function riskChecks(parts: RiskParts, payment: Payment): PaymentReview['checks'] {
  const own = payment.transactions.flatMap((transaction) => changeOf(payment, transaction))
  return own.length === 0 ? [] : [...ownOverLimit(parts, payment, own), ...onTopChecks(parts, payment, own)]
}

function ownOverLimit(parts: RiskParts, payment: Payment, own: readonly AwaitedChange[]): PaymentReview['checks'] {
  const intent = intentOf(payment)
  const coins = paysOneself(intent) ? 'all' : intent.coins === null ? 'least' : 'chosen'
  // The last step of a plan makes one coin of all that was approved with the first.
  const sums = [...sumsByAsset(own)].map(([assetId, change]) => ({ assetId, sum: intent.step?.amount ?? change }))
  return overLimitChecks(parts, sums, coins)
}

/**
 * What is said of change above the limit, whose coins the payer chose, leaves the least that is possible, or somebody else asked for. Nothing but
 * smaller coins lessens it: to split a coin by a payment to oneself puts the whole coin at risk at once.
 */
export function overLimitChecks(
  { store, directory }: Pick<RiskParts, 'store' | 'directory'>,
  change: readonly { readonly assetId: AssetId; readonly sum: Amount }[],
  coins: 'all' | 'chosen' | 'least' | 'asked',
): PaymentReview['checks'] {
  const bounds = changeBounds(store)
  const over = change.flatMap(({ assetId, sum }) => {
    const limit = bounds.get(assetId)
    return limit === undefined || sum <= limit ? [] : { symbol: directory.asset(assetId).symbol, sum, limit }
  })
  if (over.length === 0) return []
  const amounts = over.map(({ sum, symbol }) => spoken(sum, symbol))
  const limits = over.map(({ limit, symbol }) => spoken(limit, symbol))
  return [
    {
      id: `${OVER_LIMIT}${uniqueObjectId([...amounts, ...limits].join(', '))}`,
      result: 'attention',
      text: said('check.payments.change-over-limit', { amounts, limits, coins }),
    },
  ]
}

function onTopChecks(parts: RiskParts, payment: Payment, own: readonly AwaitedChange[]): PaymentReview['checks'] {
  const spends = new Set(payment.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId)))
  // What this payment spends was proved with the spend key when it was verified.
  const others = unprovedChange(parts, payment.holder, payment.id)
    .filter(({ outputId }) => !spends.has(outputId))
    // Only one of a payment and what makes it impossible can happen.
    .filter(({ payment: other }) => other !== intentOf(payment).voids)
  const bounds = changeBounds(parts.store)
  const sums = sumsByAsset([...others, ...own])
  const within = (assetId: AssetId): boolean => (sums.get(assetId) ?? 0n) <= (bounds.get(assetId) ?? -1n)
  const beyond = others.filter(({ assetId }) => !within(assetId))
  if (beyond.length === 0 || own.every(({ assetId }) => within(assetId))) return []
  const named = [...sums].filter(([assetId]) => !within(assetId))
  const amounts = named.map(([assetId, sum]) => spoken(sum, parts.directory.asset(assetId).symbol))
  const before = new Set(beyond.map(({ payment: id }) => id)).size
  return [
    {
      id: `${RISK}${uniqueObjectId(amounts.join(', '))}`,
      result: 'attention',
      text:
        payment.kind === 'multisig'
          ? said('check.payments.change-at-risk-group', { before, amounts })
          : said('check.payments.change-at-risk', { before, amounts }),
    },
  ]
}

const OVER_LIMIT = 'change-over-limit:'
/** There is nothing to wait for. */
export const isOverLimit = (id: string): boolean => id.startsWith(OVER_LIMIT)

const RISK = 'change-at-risk:'
export const isRiskCheck = ({ id }: { readonly id: string }): boolean => id.startsWith(RISK)
