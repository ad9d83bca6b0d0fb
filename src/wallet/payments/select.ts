import type { OutputId } from '#contract/domain'
import { type Amount, sumOf, toAmount } from '#protocol/text'
import { bestAmong } from './subsets.ts'

/** kernel: at most 256 inputs in one transaction. */
export const MAX_INPUTS = 256

export interface Coin {
  readonly id: OutputId
  readonly amount: Amount
}

/** The spendable coins of one asset, as an ordered index can give them; held, frozen and inscribed ones never appear. */
export interface CoinSource {
  readonly total: Amount
  /** The coin of that id, if it is one of these. */
  find(id: OutputId): Coin | undefined
  /** The smallest coin of at least that amount. */
  atLeast(amount: Amount): Coin | undefined
  /** The largest, so many at most, largest first: their amounts, and the coins at ascending places among them. */
  largest(atMost: number): { readonly amounts: readonly Amount[]; at(places: readonly number[]): readonly Coin[] }
}

/** Coins at hand, whatever their order. */
export function sourceOf(given: readonly Coin[]): CoinSource {
  const coins = given.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  return {
    total: sumOf(coins),
    find: (id) => coins.find((coin) => coin.id === id),
    atLeast: (amount) => coins.findLast((coin) => coin.amount >= amount),
    largest: (atMost) => ({
      amounts: coins.slice(0, atMost).map(({ amount }) => amount),
      at: (places) => places.flatMap((place) => coins[place] ?? []),
    }),
  }
}

export type Selection =
  | { readonly ok: true; readonly coins: readonly Coin[]; readonly change: Amount }
  | { readonly ok: false; readonly reason: 'insufficient'; readonly available: Amount }
  /** There is enough in all, but not in 256 coins; `fits` is the most that one transaction can carry. */
  | { readonly ok: false; readonly reason: 'too_many_inputs'; readonly fits: Amount; readonly available: Amount }

/**
 * Coins for a payment: no change if that is possible, else the least change found, since keys of change come from the
 * service and cannot be proved ours before they are spent. Complete for up to 16 coins; beyond that the single best
 * coin and complete searches in windows around the largest-first choice compete. Fewer coins win a tie.
 */
export function selectCoins(source: CoinSource, target: Amount): Selection {
  if (source.total < target) return { ok: false, reason: 'insufficient', available: source.total }
  const largest = source.largest(MAX_INPUTS)
  const single = smallestOf(largest, source, target)
  if (single?.amount === target) return { ok: true, coins: single.coins(), change: toAmount(0n) }

  const sums = sumsOf(largest.amounts)
  const best = bestAmong(largest.amounts, sums, target)
  if (single !== undefined && (best === undefined || single.amount <= best.total)) {
    return { ok: true, coins: single.coins(), change: toAmount(single.amount - target) }
  }
  if (best === undefined) {
    const fits = toAmount(sums.at(-1) ?? 0n)
    return { ok: false, reason: 'too_many_inputs', fits, available: source.total }
  }
  return { ok: true, coins: largest.at(best.places), change: toAmount(best.total - target) }
}

/** The smallest single coin that is enough: asked for only where it may lie beyond the largest. */
function smallestOf(
  { amounts, at }: ReturnType<CoinSource['largest']>,
  source: CoinSource,
  target: Amount,
): { readonly amount: Amount; readonly coins: () => readonly Coin[] } | undefined {
  const place = amounts.findLastIndex((each) => each >= target)
  const amount = amounts[place]
  if (amount === undefined) return undefined
  if (place < MAX_INPUTS - 1) return { amount, coins: () => at([place]) }
  const coin = source.atLeast(target)
  return coin && { amount: coin.amount, coins: () => [coin] }
}

/** Sums of the first coins: none of them, one, and so on. */
function sumsOf(amounts: readonly bigint[]): bigint[] {
  let total = 0n
  return [0n, ...amounts.map((amount) => (total += amount))]
}
