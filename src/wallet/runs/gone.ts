import type { Hash, RequestId } from '#contract/domain'
import { kernelAssetId, sumOf } from '#protocol'
import type { AccountStore, DepartureEnd } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { addressKey } from '../shared/ends.ts'
import { assetOf, type Run } from './records.ts'
import { leaves } from './rows.ts'

/** Movements of any kind that are looked at each time. */
const LOOKED_AT = 2_000
/** Transactions that are looked at whatever they seem to pay, of each kind. */
export const SPENT_MOST = 500

/** What may have paid a row of a run as it was saved, of all that had left up to a place of the history. */
interface Kept extends Pick<Run, 'savedAt'> {
  readonly end: DepartureEnd
  readonly gone: ReadonlySet<Hash>
}
const kept = new WeakMap<AccountStore['cache'], Map<RequestId, Kept>>()

/**
 * Transactions by which money left that this journal did not make: the newest, and of all others, however much has left since, those that may have paid
 * a row of the run by what the history tells of them.
 */
export function lastGone({ store }: Pick<PaymentsDesk, 'store'>, run: Run): Hash[] {
  const newest = foreignAmong(store, store.cache.snapshots.departures.latest(LOOKED_AT))
  return [...new Set([...newest.slice(0, SPENT_MOST), ...likelyGone(store, run)])]
}

/** All that ever left is gone through once, then what came since. */
function likelyGone(store: AccountStore, run: Run): ReadonlySet<Hash> {
  const all = kept.get(store.cache) ?? new Map<RequestId, Kept>()
  kept.set(store.cache, all)
  const stored = all.get(run.id)
  const before = stored?.savedAt === run.savedAt ? stored : { end: null, gone: [] }
  const { query, addresses } = payingTo(run)
  const { found, end } = store.cache.snapshots.departures.since(before.end, query)
  const paying = found.filter(({ receiver }) => receiver === null || addresses.has(addressKey(receiver)))
  const fresh = foreignAmong(
    store,
    paying.map(({ hash }) => hash),
  )
  const gone = new Set([...fresh, ...before.gone])
  all.set(run.id, { savedAt: run.savedAt, end, gone })
  return gone
}

/** The journal is asked about so many at a time. */
const ASKED = 500

function foreignAmong({ intents }: AccountStore, some: readonly Hash[]): Hash[] {
  const foreign: Hash[] = []
  for (let at = 0; at < some.length; at += ASKED) {
    const page = some.slice(at, at + ASKED)
    const own = new Set(intents.payments.knownAmong(page))
    foreign.push(...page.filter((each) => !own.has(each)))
  }
  return foreign
}

/** What a payment of some of these rows looks like in the history. */
function payingTo(run: Run) {
  const leaving = run.rows.filter(leaves)
  const assets = new Set(run.rows.flatMap((row) => assetOf(run, row) ?? []))
  return {
    addresses: new Set(leaving.flatMap(({ payee }) => (payee?.kind === 'chain' ? addressKey(payee.destination) : []))),
    query: {
      kernels: [...assets].map((assetId) => kernelAssetId(assetId) as Hash), // a formula over the asset id
      memos: [...new Set(run.rows.map(({ memoHex }) => memoHex))],
      most: sumOf(run.rows.flatMap(({ amount }) => (amount === null ? [] : { amount }))),
      // What leaves the network has no memo.
      bare: leaving.length > 0,
    },
  }
}
