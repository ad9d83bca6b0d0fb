/*
 * Which of some amounts, largest first, come closest to a target from above.
 */

/** Subsets of this many amounts are searched completely; two halves of 256 sums each. */
const WINDOW = 16

export interface Chosen {
  readonly total: bigint
  readonly places: readonly number[]
}

/** What is compared before any places are written down: the first `kept` amounts and, of a window, those of the mask. */
interface Candidate {
  readonly total: bigint
  readonly count: number
  readonly kept: number
  readonly start: number
  readonly mask: number
}

/**
 * Complete for up to 16 amounts; beyond that complete searches in windows around the largest-first choice compete with it. Fewer
 * amounts win a tie. `sums` are those of the first amounts: of none, of one, and so on. Undefined where all together are less.
 */
export function bestAmong(amounts: readonly bigint[], sums: readonly bigint[], target: bigint): Chosen | undefined {
  const enough = sums.findIndex((total) => total >= target)
  if (enough === -1) return undefined
  const sumTo = (place: number): bigint => sums[place] ?? 0n
  const searches = new Map<number, Search>()
  let best: Candidate | undefined
  const offer = (candidate: Candidate): void => {
    if (
      best === undefined ||
      candidate.total < best.total ||
      (candidate.total === best.total && candidate.count < best.count)
    )
      best = candidate
  }
  // From keeping almost all of the largest-first choice down to keeping none of it: each time the rest is searched anew.
  for (const kept of keptLengths(enough)) {
    const missing = target - sumTo(kept)
    for (const start of windowStarts(amounts, kept, missing)) {
      const end = Math.min(start + WINDOW, amounts.length)
      if (sumTo(end) - sumTo(start) < missing) continue
      const search = searches.get(start) ?? searchIn(amounts.slice(start, end), sumTo(end) - sumTo(start))
      searches.set(start, search)
      const { total, mask } = search(missing)
      offer({ total: sumTo(kept) + total, count: kept + sizeOf(mask), kept, start, mask })
    }
  }
  offer({ total: sumTo(enough), count: enough, kept: enough, start: 0, mask: 0 })
  return best && { total: best.total, places: placesOf(best) }
}

function placesOf({ kept, start, mask }: Candidate): number[] {
  const places = [...Array(kept).keys()]
  for (let at = 0; at < WINDOW; at += 1) if ((mask >> at) & 1) places.push(start + at)
  return places
}

function keptLengths(prefix: number): readonly number[] {
  return [...new Set([0, prefix - 1, prefix - 2, prefix - 4, prefix - 8])].filter((kept) => kept >= 0 && kept < prefix)
}

/** Where up to three windows begin that may complete a sum: the next largest, those around the missing amount, and the last. */
function windowStarts(amounts: readonly bigint[], kept: number, missing: bigint): readonly number[] {
  const last = amounts.length - WINDOW
  if (last <= kept) return [kept]
  const near = amounts.findIndex((amount, at) => at >= kept && amount <= missing)
  return [...new Set([kept, near === -1 ? last : Math.max(kept, near - 1), last])]
}

/** The subset with the least sum of at least `target`, fewest amounts among equals, for a target that all together reach. */
type Search = (target: bigint) => { readonly total: bigint; readonly mask: number }

interface Arithmetic<Sum> {
  readonly zero: Sum
  readonly add: (a: Sum, b: Sum) => Sum
  readonly of: (amount: bigint) => Sum
  /** So many zeros. */
  readonly list: (length: number) => { [at: number]: Sum; readonly length: number }
}

/** Sums that a number holds exactly are ten times as fast; what is more than ninety million of a coin is not among them. */
const NUMBERS: Arithmetic<number> = {
  zero: 0,
  add: (a, b) => a + b,
  of: Number,
  list: (length) => new Float64Array(length),
}
const BIGINTS: Arithmetic<bigint> = {
  zero: 0n,
  add: (a, b) => a + b,
  of: (amount) => amount,
  list: (length) => new Array<bigint>(length).fill(0n),
}

function searchIn(amounts: readonly bigint[], all: bigint): Search {
  return all <= Number.MAX_SAFE_INTEGER ? searchBy(amounts, NUMBERS) : searchBy(amounts, BIGINTS)
}

function searchBy<Sum extends number | bigint>(given: readonly bigint[], arithmetic: Arithmetic<Sum>): Search {
  const { zero, add, of } = arithmetic
  const amounts = given.map(of)
  const middle = amounts.length >> 1
  const left = subsetSums(amounts.slice(0, middle), arithmetic)
  const right = subsetSums(amounts.slice(middle), arithmetic)
  return (target) => {
    const wanted = of(target)
    let best = zero
    let bestMask = -1
    let at = right.totals.length - 1
    for (let first = 0; first < left.totals.length; first += 1) {
      const own = left.totals[first] ?? zero
      while (at > 0 && add(own, right.totals[at - 1] ?? zero) >= wanted) at -= 1
      const total = add(own, right.totals[at] ?? zero)
      if (total < wanted || (bestMask !== -1 && total > best)) continue
      const mask = (left.masks[first] ?? 0) | ((right.masks[at] ?? 0) << middle)
      if (bestMask === -1 || total < best || sizeOf(mask) < sizeOf(bestMask)) [best, bestMask] = [total, mask]
    }
    return { total: BigInt(best), mask: bestMask }
  }
}

/** How many of sixteen bits are set. */
function sizeOf(mask: number): number {
  const pairs = mask - ((mask >> 1) & 0x5555)
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333)
  const bytes = (fours + (fours >> 4)) & 0x0f0f
  return (bytes + (bytes >> 8)) & 0x1f
}

/** Sums of all subsets in ascending order, with the amounts of each as bits. */
interface Sums<Sum> {
  readonly totals: ArrayLike<Sum>
  readonly masks: Uint8Array
}

/**
 * Each further amount doubles the list: what was there and the same with the amount, two ascending lists merged from their ends into the
 * place of the first. Of equal sums those of fewer amounts come first.
 */
function subsetSums<Sum extends number | bigint>(
  amounts: readonly Sum[],
  { zero, add, list }: Arithmetic<Sum>,
): Sums<Sum> {
  const totals = list(1 << amounts.length)
  const masks = new Uint8Array(totals.length)
  for (const [index, amount] of amounts.entries()) {
    let without = (1 << index) - 1
    let from = without
    for (let to = without + from + 1; from >= 0; to -= 1) {
      const total = add(totals[from] ?? zero, amount)
      const mask = (masks[from] ?? 0) | (1 << index)
      const other = totals[without] ?? zero
      const otherMask = masks[without] ?? 0
      const isLast = without < 0 || total > other || (total === other && sizeOf(mask) >= sizeOf(otherMask))
      totals[to] = isLast ? total : other
      masks[to] = isLast ? mask : otherMask
      if (isLast) from -= 1
      else without -= 1
    }
  }
  return { totals, masks }
}
