import { defined } from '#contract/defined'
import type { AssetId, Hash, Nanos, RequestId } from '#contract/domain'
import { toAmount } from '#protocol/text'
import { sumsByAsset } from '../shared/sums.ts'
import type { Left, Spend, Told } from './judge.ts'

type Sums = readonly Pick<Spend, 'assetId' | 'amount' | 'by'>[]

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

type Counted = Took & { readonly id: RequestId; readonly at: Nanos; readonly told?: Told }
type Next = Pick<Took, 'spends' | 'tries'> & { readonly id: RequestId | null }

/** What is counted of a payment, and for which others it has stood so far. */
interface Stand {
  readonly sums: Map<AssetId, bigint>
  readonly used: { readonly by: Counted; readonly assetId: AssetId; readonly amount: bigint }[]
}

/** Of the tries of one wish the ledger takes one. */
const excludeEachOther = (one: Counted, other: Counted): boolean =>
  one.tries.includes(other.id) || other.tries.includes(one.id)

/** So much of it may stand for this one: all but what stands for others that need not exclude it. */
function freeOf({ sums, used }: Stand, took: Counted, assetId: AssetId): bigint {
  const taken = used.filter((each) => each.assetId === assetId && !excludeEachOther(each.by, took))
  return taken.reduce((sum, { amount }) => sum - amount, sums.get(assetId) ?? 0n)
}

/**
 * What one transaction takes out leaves once, also where it stands under several ids, as after two journals came together: with what is asked about, else
 * with what was signed last, and rather where it is sure than where it is contested.
 */
function eachOnce(all: readonly Counted[], next: Next): Counted[] {
  const counts = new Map<Hash, RequestId | null>()
  const note = (sums: Sums, id: RequestId | null): void => {
    for (const { by } of sums) if (by !== undefined && !counts.has(by)) counts.set(by, id)
  }
  note(next.spends, next.id)
  const latest = all.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  for (const { id, spends } of latest) note(spends, id)
  for (const { id, contested } of latest) note(contested, id)
  return all.map((took) => {
    const own = (sums: Sums): Sums => sums.filter(({ by }) => by === undefined || counts.get(by) === took.id)
    return { ...took, spends: own(took.spends), contested: own(took.contested) }
  })
}

/**
 * What counts of all that was signed. Of what the ledger takes only one of, the most counts: what is contested less what is counted already for
 * whoever took its coin or tried it again. Each of those stands for one other, or for several of which each is another try of the rest: two others
 * that it excludes need not exclude each other.
 */
export function countedOf(signed: readonly Counted[], next: Next): Left[] {
  const all = eachOnce(signed, next)
  const others = [...all, next]
  const stands = new Map(
    others.map(({ id, spends }): [RequestId | null, Stand] => [id, { sums: new Map(sumsByAsset(spends)), used: [] }]),
  )
  const rests = new Map<RequestId, Sums>()
  // What counts of a later try stands for the earlier ones, so it is known before them.
  for (const took of all.toSorted((one, other) => other.tries.length - one.tries.length)) {
    const { id, contested, takers } = took
    const rivals = new Set([...takers, ...others.flatMap((other) => (other.tries.includes(id) ? other.id : []))])
    const rest = [...sumsByAsset(contested)].flatMap(([assetId, amount]) => {
      let open: bigint = amount
      for (const stand of [...rivals].flatMap((rival) => stands.get(rival) ?? [])) {
        const free = freeOf(stand, took, assetId)
        const used = free < 0n ? 0n : free < open ? free : open
        stand.used.push({ by: took, assetId, amount: used })
        open -= used
      }
      return open > 0n ? [{ assetId, amount: toAmount(open) }] : []
    })
    rests.set(id, rest)
    const own = stands.get(id)?.sums
    for (const { assetId, amount } of rest) own?.set(assetId, (own.get(assetId) ?? 0n) + amount)
  }
  return all.map(({ id, at, spends, told }) => ({
    ...{ at, spends: [...spends, ...(rests.get(id) ?? [])] },
    ...defined({ told }),
  }))
}
