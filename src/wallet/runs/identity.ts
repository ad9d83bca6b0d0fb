import type { AssetId, RequestId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { type Amount, uniqueObjectId } from '#protocol'
import { addressKey, sameAddress } from '../shared/ends.ts'
import { payeeKey } from '../shared/payee-key.ts'

/*
 * What a run is and what its rows are, from nothing but what they say: a file that is mended, sorted or saved anew has the same rows,
 * and the same rows have the same request ids.
 */

/** Receivers of one payment. */
const PART_MAX = 255

/** One run for each name of a holder, however the name is written. */
export function runIdOf(holder: string, name: string): RequestId {
  const folded = name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  return uniqueObjectId(holder, `run ${folded}`) as RequestId // a formula over two texts
}

export interface Wanted {
  readonly assetId: AssetId
  readonly payee: Payee
  readonly amount: Amount
  readonly memoHex: string
}

interface Written extends Wanted {
  /** Whom it names, as it stands in the list. */
  readonly to: string
}

/**
 * A row as its identity has it. What a network calls a tag stands in a list as the memo, and else comes with a name; an address that is written out
 * may be saved with a tag later, and stays the row that it was. How its letters are written says nothing where that is no other address.
 */
export function identityOf<Row extends Written>(row: Row): Wanted {
  const { to, payee, assetId, amount, memoHex } = row
  if (payee.kind !== 'chain') return { assetId, payee, amount, memoHex }
  const memo = Buffer.from(memoHex, 'hex').toString('utf8').trim()
  const named = sameAddress(to, payee.destination) ? '' : payee.tag
  const tag = memo === '' ? named : memo
  return { assetId, payee: { ...payee, destination: addressKey(payee.destination), tag }, amount, memoHex: '' }
}

/** Equal for rows that mean the same money for the same receiver. */
export const wishOf = ({ payee, assetId, amount, memoHex }: Wanted): string =>
  JSON.stringify([payeeKey(payee), assetId, String(amount), memoHex])

/** An id for each row: payee, asset, amount, memo, and the how many-th of equal rows it is, where some of them are `taken`. */
export function rowIdsOf(
  run: RequestId,
  rows: readonly Wanted[],
  taken: ReadonlySet<RequestId> = new Set(),
): RequestId[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const wish = wishOf(row)
    for (let times = (seen.get(wish) ?? 0) + 1; ; times += 1) {
      const id = uniqueObjectId(run, `${wish} ${times}`) as RequestId // as above
      if (taken.has(id)) continue
      seen.set(wish, times)
      return id
    }
  })
}

interface PayableRow {
  readonly id: RequestId
  readonly assetId: AssetId
  readonly memoHex: string
}

/** Rows as payments: a payment has one asset and one memo and pays at most 255, and rows stay in their order. */
export function partsOf<Row extends PayableRow>(rows: readonly Row[], most = PART_MAX): Row[][] {
  const together = Map.groupBy(rows, ({ assetId, memoHex }) => `${assetId} ${memoHex}`)
  return [...together.values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / most) }, (_, at) => same.slice(at * most, (at + 1) * most)),
  )
}

/** The request id of a payment of these rows; another try after one that came to nothing has another. */
export function partId(run: RequestId, rows: readonly RequestId[], attempt: number): RequestId {
  return uniqueObjectId(run, `part ${[...rows].sort().join()} ${attempt}`) as RequestId // as above
}
