import type { AssetId, Hash, Holder, OutputId } from '#contract/domain'
import { type CofferError, type ErrorCode, failure } from '#contract/errors'
import { type Amount, kernelAssetId, sumOf, toAmount } from '#protocol'
import type { AccountStore, Payment } from '#store'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import type { AwaitedChange } from './change.ts'
import type { Hints } from './hints.ts'
import type { PlannedTransaction } from './intent.ts'
import { coinsToSpendFirst } from './outstanding.ts'
import { type Coin, type CoinSource, MAX_INPUTS, type Selection, selectCoins, sourceOf } from './select.ts'

/* Which coins of a holder a transaction may spend, and which of them it had better spend. */

export interface SpendableParts {
  readonly store: AccountStore
  readonly directory: Directory
  /** Change of final payments that was not proved yet. */
  readonly pendingChange: (holder: Holder['id']) => readonly AwaitedChange[]
}

/** What one transaction of a payment is laid out with. */
export interface Layout {
  readonly holder: Holder
  readonly chosen: readonly OutputId[] | null
  readonly taken: readonly OutputId[]
  readonly hints: Hints
  /** The signed payments that this one is another try of. */
  readonly tries: readonly Payment[]
}

/** Set aside for another payment, or frozen. */
export function excluded({ intents }: AccountStore, holder: Holder): Set<OutputId> {
  return new Set([...intents.payments.holds(holder.id), ...intents.freezes.list()].map(({ outputId }) => outputId))
}

export function coinsOf(
  store: AccountStore,
  assetId: AssetId,
  { holder, chosen, taken }: Pick<Layout, 'holder' | 'chosen' | 'taken'>,
): CoinSource {
  const kernelAsset = kernelAssetId(assetId) as Hash // a formula over the asset id
  const without = new Set([...excluded(store, holder), ...taken])
  const source = store.cache.outputs.coins({ holder: holder.id, kernelAsset, excluded: without })
  return chosen === null ? source : only(source, chosen)
}

/** Only the coins that were chosen by hand, and of those only the ones that may be spent. */
function only(source: CoinSource, chosen: readonly OutputId[]): CoinSource {
  return sourceOf([...new Set(chosen)].flatMap((id) => source.find(id) ?? []))
}

/** Coins that must be spent, and the best choice for what they leave open. */
export function select(
  parts: SpendableParts,
  { assetId, total }: PlannedTransaction,
  source: CoinSource,
  first: readonly Coin[],
  layout: Layout,
): Selection {
  if (first.length === 0) return selectCoins(firstOf(parts, source, total, layout) ?? source, total)
  const sum = sumOf(first)
  if (sum >= total) return { ok: true, coins: first, change: toAmount(sum - total) }
  const others = coinsOf(parts.store, assetId, { ...layout, taken: [...layout.taken, ...first.map(({ id }) => id)] })
  const rest = selectCoins(others, toAmount(total - sum))
  if (!rest.ok) return { ...rest, available: toAmount(rest.available + sum) }
  const coins = [...first, ...rest.coins]
  if (coins.length > MAX_INPUTS) {
    return { ok: false, reason: 'too_many_inputs', fits: toAmount(total - 1n), available: source.total }
  }
  return { ok: true, coins, change: rest.change }
}

/** What a group had better spend next, if it alone is enough: coins of requests that were given up, and change to be proved. */
function firstOf(
  { store, pendingChange }: SpendableParts,
  source: CoinSource,
  total: Amount,
  { holder, chosen }: Layout,
): CoinSource | undefined {
  if (chosen !== null) return undefined
  const givenUp = only(source, coinsToSpendFirst(store, holder.id))
  if (givenUp.total >= total) return givenUp
  if (holder.members.length === 1) return undefined
  const unproved = only(
    source,
    pendingChange(holder.id).map(({ outputId }) => outputId),
  )
  return unproved.total >= total ? unproved : undefined
}

/** What a person is told where a selection failed. */
export function shortOf(
  { store, directory }: SpendableParts,
  planned: PlannedTransaction,
  selection: Extract<Selection, { ok: false }>,
  holder: Holder,
): CofferError<ErrorCode> {
  const { symbol } = directory.asset(planned.assetId)
  if (selection.reason === 'too_many_inputs') {
    return failure('wallet.too_many_inputs', 'the amount does not fit into one transaction', {
      details: { fits: short(selection.fits), symbol },
    })
  }
  const needed = spoken(planned.total, symbol)
  if (planned.purpose === 'fee') {
    return failure('wallet.fee_insufficient', 'the fee asset is short', { details: { fee: needed, symbol } })
  }
  const held = store.intents.payments
    .holds(holder.id)
    // An item is no money that could come free.
    .filter(
      (hold) => hold.assetId === planned.assetId && store.cache.outputs.get(hold.outputId)?.inscription_hash == null,
    )
  return failure('wallet.insufficient', 'not enough is available', {
    details: { available: short(selection.available), needed, held: short(sumOf(held)), symbol },
  })
}

const short = (amount: Amount): string => spoken(amount, '').trim()
