import type { AssetId, Nanos, RequestId } from '#contract/domain'
import { toAmount } from '#protocol/text'
import { sumsByAsset } from '../shared/sums.ts'
import type { Left, Spend } from './judge.ts'

type Sums = readonly Pick<Spend, 'assetId' | 'amount'>[]

/** What one payment took out. */
export interface Took {
  readonly spends: Sums
  /** By bytes that are signed, and that others are said to have made impossible: which of the two the ledger took is a word. */
  readonly contested: Sums
  /** The payments of this journal that took a coin of what is contested. */
  readonly takers: readonly RequestId[]
  /** The payments that this one is another try of, of which the ledger takes one. */
  readonly tries: readonly RequestId[]
}

/**
 * What counts of all that was signed. Of what the ledger takes only one of, the most counts: what is contested less what is counted already for
 * whoever took its coin or tried it again. Each of those stands for one other at most, since two that they exclude need not exclude each other.
 */
export function countedOf(
  all: readonly (Took & { readonly id: RequestId; readonly at: Nanos })[],
  next: Pick<Took, 'spends' | 'tries'> & { readonly id: RequestId | null },
): Left[] {
  const others = [...all, next]
  const counted = new Map(others.map(({ id, spends }) => [id, new Map<AssetId, bigint>(sumsByAsset(spends))]))
  return all.map(({ id, at, spends, contested, takers }) => {
    const rivals = [...takers, ...others.flatMap((other) => (other.tries.includes(id) ? other.id : []))]
    const rest = [...sumsByAsset(contested)].flatMap(([assetId, amount]) => {
      let open: bigint = amount
      for (const sums of new Set(rivals.map((rival) => counted.get(rival)))) {
        const known = sums?.get(assetId) ?? 0n
        const used = known < open ? known : open
        sums?.set(assetId, known - used)
        open -= used
      }
      return open > 0n ? [{ assetId, amount: toAmount(open) }] : []
    })
    return { at, spends: [...spends, ...rest] }
  })
}
