import type { OutputId } from '#contract/domain'
import { type Amount, toAmount } from '#protocol/text'

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
  /** A coin of exactly that amount. */
  exact(amount: Amount): Coin | undefined
  /** The smallest coin of at least that amount. */
  atLeast(amount: Amount): Coin | undefined
  /** Largest first. */
  descending(): Iterable<Coin>
}

export type Selection =
  | { readonly ok: true; readonly coins: readonly Coin[]; readonly change: Amount }
  | { readonly ok: false; readonly reason: 'insufficient'; readonly available: Amount }
  /** There is enough in all, but not in 256 coins; `fits` is the most that one transaction can carry. */
  | { readonly ok: false; readonly reason: 'too_many_inputs'; readonly fits: Amount; readonly available: Amount }

/** Subsets of this many coins are searched completely; two halves of 256 sums each. */
const WINDOW = 16

/**
 * Coins for a payment: no change if that is possible, else the least change found, since keys of change come from the
 * service and cannot be proved ours before they are spent. Complete for up to 16 coins; beyond that the single best
 * coin and complete searches in windows around the largest-first choice compete. Fewer coins win a tie.
 */
export function selectCoins(source: CoinSource, target: Amount): Selection {
  const exact = source.exact(target)
  if (exact !== undefined) return { ok: true, coins: [exact], change: toAmount(0n) }
  if (source.total < target) return { ok: false, reason: 'insufficient', available: source.total }

  const largest = takeLargest(source)
  let best: readonly Coin[] | undefined
  const offer = (coins: readonly Coin[] | undefined) => {
    if (coins !== undefined && coins.length <= MAX_INPUTS && isBetter(coins, best, target)) best = coins
  }

  const single = source.atLeast(target)
  if (single !== undefined) offer([single])

  const fits = sum(largest)
  if (fits >= target) {
    const prefix = shortestPrefix(largest, target)
    // From keeping almost all of the largest-first choice down to keeping none of it: each time the rest is searched anew.
    for (const kept of keptLengths(prefix.length)) {
      const base = largest.slice(0, kept)
      const missing = target - sum(base)
      for (const window of windows(largest, kept, missing)) {
        const rest = leastSubset(window, missing)
        if (rest !== undefined) offer([...base, ...rest])
      }
    }
    offer(prefix)
  }
  if (best === undefined) return { ok: false, reason: 'too_many_inputs', fits: toAmount(fits), available: source.total }
  return { ok: true, coins: best, change: toAmount(sum(best) - target) }
}

function takeLargest(source: CoinSource): Coin[] {
  const coins: Coin[] = []
  for (const coin of source.descending()) {
    coins.push(coin)
    if (coins.length === MAX_INPUTS) break
  }
  return coins
}

function sum(coins: readonly Coin[]): bigint {
  let total = 0n
  for (const coin of coins) total += coin.amount
  return total
}

function isBetter(coins: readonly Coin[], best: readonly Coin[] | undefined, target: bigint): boolean {
  if (best === undefined) return sum(coins) >= target
  const mine = sum(coins)
  const theirs = sum(best)
  return mine >= target && (mine < theirs || (mine === theirs && coins.length < best.length))
}

function shortestPrefix(largest: readonly Coin[], target: bigint): Coin[] {
  let total = 0n
  const end = largest.findIndex((coin) => {
    total += coin.amount
    return total >= target
  })
  return largest.slice(0, end + 1)
}

function* keptLengths(prefix: number): Generator<number> {
  const seen = new Set<number>()
  for (const kept of [0, prefix - 1, prefix - 2, prefix - 4, prefix - 8]) {
    if (kept >= 0 && kept < prefix && !seen.has(kept)) {
      seen.add(kept)
      yield kept
    }
  }
}

/** Up to two sets of at most 16 coins that may complete a sum: the next largest, and those around the missing amount. */
function* windows(largest: readonly Coin[], kept: number, missing: bigint): Generator<Coin[]> {
  yield largest.slice(kept, kept + WINDOW)
  if (largest.length - kept <= WINDOW) return
  const near = largest.findIndex((coin, at) => at >= kept && coin.amount <= missing)
  if (near === -1) yield largest.slice(-WINDOW)
  else yield largest.slice(Math.max(kept, near - 1), Math.max(kept, near - 1) + WINDOW)
  yield largest.slice(-WINDOW)
}

/** The subset with the least sum of at least `target`, fewest coins among equals; undefined when all together are less. */
function leastSubset(coins: readonly Coin[], target: bigint): Coin[] | undefined {
  if (target <= 0n) return []
  const all = sum(coins)
  if (all < target) return undefined
  const amounts = coins.map((coin) => coin.amount)
  // Sums that a number holds exactly are ten times as fast; what is more than ninety million of a coin is not among them.
  const mask =
    all <= Number.MAX_SAFE_INTEGER
      ? leastMask<number>(amounts.map(Number), Number(target), 0, (a, b) => a + b)
      : leastMask<bigint>(amounts, target, 0n, (a, b) => a + b)
  return coins.filter((_coin, index) => (mask >> index) & 1)
}

/** Sums of all subsets of a few coins in ascending order, with the coins of each as bits and their number. */
interface Sums<Sum> {
  readonly totals: readonly Sum[]
  readonly masks: readonly number[]
  readonly sizes: readonly number[]
}

/** The same over plain sums; the amounts together reach the target. */
function leastMask<Sum extends number | bigint>(
  amounts: readonly Sum[],
  target: Sum,
  zero: Sum,
  add: (a: Sum, b: Sum) => Sum,
): number {
  const middle = amounts.length >> 1
  const left = subsetSums(amounts.slice(0, middle), zero, add)
  const right = subsetSums(amounts.slice(middle), zero, add)
  let best: { readonly total: Sum; readonly size: number; readonly mask: number } | undefined
  let at = right.totals.length - 1
  for (let first = 0; first < left.totals.length; first += 1) {
    const own = left.totals[first] ?? zero
    while (at > 0 && add(own, right.totals[at - 1] ?? zero) >= target) at -= 1
    const total = add(own, right.totals[at] ?? zero)
    if (total < target || (best !== undefined && total > best.total)) continue
    const size = (left.sizes[first] ?? 0) + (right.sizes[at] ?? 0)
    if (best === undefined || total < best.total || size < best.size) {
      best = { total, size, mask: (left.masks[first] ?? 0) | ((right.masks[at] ?? 0) << middle) }
    }
  }
  return best?.mask ?? 0
}

/** Each further coin doubles the list: what was there and the same with the coin, two ascending lists merged into one. */
function subsetSums<Sum extends number | bigint>(
  amounts: readonly Sum[],
  zero: Sum,
  add: (a: Sum, b: Sum) => Sum,
): Sums<Sum> {
  let sums: Sums<Sum> = { totals: [zero], masks: [0], sizes: [0] }
  amounts.forEach((amount, index) => {
    const { totals, masks, sizes } = sums
    const merged: { totals: Sum[]; masks: number[]; sizes: number[] } = { totals: [], masks: [], sizes: [] }
    let without = 0
    for (let from = 0; from < totals.length; from += 1) {
      const total = add(totals[from] ?? zero, amount)
      const size = (sizes[from] ?? 0) + 1
      for (; without < totals.length; without += 1) {
        const other = totals[without] ?? zero
        if (other > total || (other === total && (sizes[without] ?? 0) > size)) break
        merged.totals.push(other)
        merged.masks.push(masks[without] ?? 0)
        merged.sizes.push(sizes[without] ?? 0)
      }
      merged.totals.push(total)
      merged.masks.push((masks[from] ?? 0) | (1 << index))
      merged.sizes.push(size)
    }
    sums = merged
  })
  return sums
}
