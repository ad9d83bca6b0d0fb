import { type AssetId, type Hash, type Holder, isPaidBy, type Output, type OutputId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol'
import { type Hold, isUnsigned, type Payment, type PaymentTransaction } from '#store'
import { type AwaitedChange, changeOf } from '../payments/change.ts'
import { shownIntent } from '../payments/intent.ts'
import { assetOfRecord } from '../shared/names.ts'
import type { Purse } from '../shared/whose.ts'
import type { CoinsDesk } from './desk.ts'

/*
 * What holders have of every asset. Coins are listed, and payments are heard to be final, at different times and by a service that may keep
 * silent about either. So a coin counts no more from when anything is listed that the transaction made which took it.
 */

export interface Figures {
  unspent: bigint
  heldUnspent: bigint
  held: bigint
  arriving: bigint
  /** Kept from being spent by a person; part of what is held. */
  frozen: bigint
  coins: number
}

/** Whose money is counted together: what one of them paid another one is in what both of them have. */
export type Purses = readonly Purse<CoinsDesk>[]

export const availableOf = ({ unspent, heldUnspent }: Figures): bigint => unspent - heldUnspent
/** Held coins are still the person's, so the worth does not fall by them. */
export const totalOf = (figures: Figures): bigint => availableOf(figures) + figures.held

/**
 * Available, held and arriving of every asset of one of several holders. A coin that a payment holds is held until it is gone for good, also while
 * the service calls it signed; frozen coins are held as well, and those that others have signed for. What a payment that is out brings back counts as
 * arriving, as a deposit does.
 */
export function figuresOf({ desk, holder }: Purse<CoinsDesk>, purses: Purses): Map<AssetId, Figures> {
  const found = new Map<AssetId, Figures>()
  const { cache, intents } = desk.store
  const of = (assetId: AssetId): Figures => {
    const figures = found.get(assetId) ?? { unspent: 0n, heldUnspent: 0n, held: 0n, frozen: 0n, arriving: 0n, coins: 0 }
    found.set(assetId, figures)
    return figures
  }
  for (const balance of cache.outputs.balances(holder.id)) {
    const asset = desk.directory.assetOfKernel(balance.kernelAssetId)
    if (asset === undefined || (balance.unspent.coins === 0 && balance.signed.coins === 0)) continue
    const figures = of(asset.assetId)
    figures.unspent += balance.unspent.amount
    figures.coins += balance.unspent.coins
  }
  const underway = underwayOf({ desk, holder }, purses)
  for (const { assetId, amount, output, isGone } of underway.held) {
    const figures = of(assetId)
    figures.held += isGone ? 0n : amount
    if (output?.state === 'unspent') {
      figures.heldUnspent += amount
      figures.coins -= 1
    }
  }
  for (const { kernel_asset_id: kernel, amount } of signedElsewhere(desk, holder, underway)) {
    const asset = desk.directory.assetOfKernel(kernel)
    if (asset !== undefined) of(asset.assetId).held += amount
  }
  for (const output of cache.outputs.getMany(intents.freezes.list().map(({ outputId }) => outputId))) {
    const asset = desk.directory.assetOfKernel(output.kernel_asset_id)
    const isOurs = output.receivers_hash === holder.membersHash && output.receivers_threshold === holder.threshold
    const counts = output.state === 'unspent' && output.inscription_hash === null && !underway.ids.has(output.output_id)
    if (asset === undefined || !isOurs || !counts) continue
    const figures = of(asset.assetId)
    figures.frozen += output.amount
    figures.held += output.amount
    figures.heldUnspent += output.amount
    figures.coins -= 1
  }
  for (const { assetId, amount } of underway.change) of(assetId).arriving += amount
  for (const awaited of desk.audit.unseen(holder.id)) {
    if (isMoney(desk, awaited)) of(awaited.assetId).arriving += awaited.amount
  }
  for (const deposit of cache.deposits.listPending(holder.id))
    of(assetOfRecord(desk.directory, deposit).assetId).arriving += deposit.amount
  return found
}

/** What some of several holders have together, and who has each asset first. */
export function together(some: Purses, purses: Purses): Map<AssetId, { desk: CoinsDesk; figures: Figures }> {
  const found = new Map<AssetId, { desk: CoinsDesk; figures: Figures }>()
  for (const purse of some) {
    for (const [assetId, figures] of figuresOf(purse, purses)) {
      const before = found.get(assetId)
      if (before === undefined) found.set(assetId, { desk: purse.desk, figures })
      else before.figures = sumOf(before.figures, figures)
    }
  }
  return found
}

const sumOf = (a: Figures, b: Figures): Figures => ({
  unspent: a.unspent + b.unspent,
  heldUnspent: a.heldUnspent + b.heldUnspent,
  held: a.held + b.held,
  arriving: a.arriving + b.arriving,
  frozen: a.frozen + b.frozen,
  coins: a.coins + b.coins,
})

/** What several holders have in all, of each asset. */
export const totalsOf = (purses: Purses): ReadonlyMap<AssetId, Amount> =>
  new Map([...together(purses, purses)].map(([assetId, { figures }]) => [assetId, toAmount(totalOf(figures))]))

/** What payments hold of a holder's money. */
export const heldFor = (purse: Purse<CoinsDesk>, purses: Purses): Hold[] =>
  underwayOf(purse, purses).held.filter(({ isGone }) => !isGone)

interface HeldCoin extends Hold {
  readonly output: Output | undefined
  /** Taken by a transaction of which something is listed. */
  readonly isGone: boolean
}

interface Underway {
  /** Money that payments hold. */
  readonly held: readonly HeldCoin[]
  /** All that they hold. */
  readonly ids: ReadonlySet<OutputId>
  /** What comes back and is not listed yet. */
  readonly change: readonly AwaitedChange[]
  /** Whether the transaction that a coin is said to be signed for has happened. */
  readonly hasTaken: (coin: Output) => boolean
}

interface Out {
  readonly payment: Payment
  readonly transaction: PaymentTransaction
  readonly isListed: boolean
}

/** What payments hold, and what those that are out and not known as final bring back. */
function underwayOf({ desk, holder }: Purse<CoinsDesk>, purses: Purses): Underway {
  const { cache, intents } = desk.store
  const { payments } = intents
  const caches = [...new Set([desk, ...purses.map((purse) => purse.desk)])].map(({ store }) => store.cache.outputs)
  const isListed = (hash: Hash | null, index: number): boolean =>
    hash !== null && caches.some((outputs) => outputs.byTransaction(hash, index) !== undefined)
  // Whoever takes a coin for somebody else is named by the service alone: only change of this holder shows that it did.
  const hasTaken = ({ signed_by: hash }: Output): boolean =>
    hash !== null && cache.outputs.openOf(hash).some((output) => isPaidBy(output, holder))
  const out = payments
    .list({ holder: holder.id, states: ['signed', 'sent', 'accepted'] })
    .flatMap(({ id }) => payments.get(id) ?? [])
    .flatMap((payment) =>
      payment.transactions
        .filter(({ finalAt }) => finalAt === null)
        .map((transaction): Out => {
          const { hash, outputs } = transaction
          return { payment, transaction, isListed: outputs.some((_, index) => isListed(hash, index)) }
        }),
    )
  const taken = new Set(
    out.flatMap((each) => (each.isListed ? each.transaction.inputs.map(({ outputId }) => outputId) : [])),
  )
  const holds = payments.holds(holder.id)
  const held = holds.flatMap((hold): HeldCoin[] => {
    const output = cache.outputs.get(hold.outputId)
    const payment = payments.summary(hold.paymentId)
    // A collectible is no money, also on its way.
    if (isItem(output, payment, hold.outputId)) return []
    const isSpent = output?.state === 'spent' && (payment === undefined || isUnsigned(payment.state))
    const isGone = taken.has(hold.outputId) || isSpent || (output !== undefined && hasTaken(output))
    return [{ ...hold, output, isGone }]
  })
  const holders = new Map(holds.map(({ outputId, paymentId }) => [outputId, paymentId]))
  const change = out
    .filter(({ payment, transaction, isListed: is }) => is || mayComeBack(desk, payment, transaction, holders, taken))
    .flatMap(({ payment, transaction }) => changeOf(payment, transaction))
    .filter((each) => cache.outputs.listed(each.hash, each.index) === undefined && isMoney(desk, each))
  return { held, ids: new Set(holders.keys()), change, hasTaken }
}

/** Whether what a payment brings back is on its way, as far as this wallet knows. */
function mayComeBack(
  { requestStore }: CoinsDesk,
  { id, kind }: Payment,
  { inputs }: PaymentTransaction,
  holders: ReadonlyMap<OutputId, Hold['paymentId']>,
  taken: ReadonlySet<OutputId>,
): boolean {
  // What others have yet to sign brings nothing back; its coins are held.
  if (kind === 'multisig' && requestStore.find(id)?.state !== 'complete') return false
  // Of a payment and the one that is to make it impossible, one happens.
  return inputs.every(({ outputId }) => !taken.has(outputId) && (holders.get(outputId) ?? id) === id)
}

/** Whether a payment holds an item by that output. */
function isItem(
  output: Output | undefined,
  payment: Parameters<typeof shownIntent>[0] | undefined,
  id: OutputId,
): boolean {
  if (output !== undefined) return output.inscription_hash !== null
  const act = payment === undefined ? undefined : shownIntent(payment).act
  return act !== undefined && 'spends' in act && (act.spends as string) === id
}

/** Whether what comes back is money: an item that coins were bound to, or that stays with its owner, is none. */
function isMoney({ store: { cache, intents } }: CoinsDesk, { payment: id, hash, index }: AwaitedChange): boolean {
  const payment = intents.payments.get(id)
  const transaction = payment?.transactions.find((each) => each.hash === hash)
  if (payment === undefined || transaction === undefined) return true
  const { act } = shownIntent(payment)
  if (act?.kind === 'release') return true
  if (act?.kind === 'occupy') return transaction.outputs[index]?.role === 'change'
  return cache.outputs
    .getMany(transaction.inputs.map(({ outputId }) => outputId))
    .every((coin) => coin.inscription_hash === null)
}

/** More coins than all requests that wait beside each other have, of 256 each: only a service that makes things up calls more of them signed. */
const SIGNED_MOST = 20_000

/** Coins that another member, or another computer, has signed for, and that are not gone yet: they are their owner's still. */
function signedElsewhere(
  { store: { cache, intents } }: CoinsDesk,
  holder: Holder,
  { ids, hasTaken }: Pick<Underway, 'ids' | 'hasTaken'>,
): Output[] {
  const gone = new Map<Hash, boolean>()
  const isGone = (hash: Hash, coin: Output): boolean => {
    const known = gone.get(hash)
    if (known !== undefined) return known
    const is = hasTaken(coin) || intents.payments.summaryByTransaction(hash)?.state === 'final'
    gone.set(hash, is)
    return is
  }
  return cache.outputs.list({ holder: holder.id, state: 'signed', limit: SIGNED_MOST }).filter((coin) => {
    const { output_id: id, inscription_hash: item, signed_by: hash } = coin
    return !ids.has(id) && item === null && (hash === null || !isGone(hash, coin))
  })
}
