import type { Hash, RequestId, Snapshot, SnapshotId } from '#contract/domain'
import { kernelAssetId, sumOf } from '#protocol'
import type { AccountStore } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { addressKey } from '../shared/ends.ts'
import { movements } from '../shared/movements.ts'
import { assetOf, type Run } from './records.ts'
import { leaves } from './rows.ts'

/** Movements of any kind that are looked through each time. */
const LOOKED_AT = 2_000
/** Transactions that are looked at whatever they seem to pay, of each kind. */
export const SPENT_MOST = 500

/** What may have paid a row of a run as it was saved, of all that had left when it was read, and the newest of that. */
interface Kept extends Pick<Run, 'savedAt'> {
  readonly newest: SnapshotId | undefined
  readonly gone: readonly Hash[]
}
const kept = new WeakMap<AccountStore['intents'], Map<RequestId, Kept>>()

/**
 * Transactions by which money left that this journal did not make: the newest, and of all others, however much has left since, those that may have paid
 * a row of the run by what the history tells of them.
 */
export function lastGone({ store }: Pick<PaymentsDesk, 'store'>, run: Run): Hash[] {
  const newest: Snapshot[] = []
  for (const movement of movements(store.cache.snapshots, { direction: 'out' })) {
    if (newest.length === LOOKED_AT) break
    newest.push(movement)
  }
  const recent = foreignAmong(store, newest)
  const mayPay = payingTo(run)
  const likely = [...recent.slice(0, SPENT_MOST), ...recent.slice(SPENT_MOST).filter(mayPay)].map(hashOf)
  return newest.length < LOOKED_AT ? likely : [...new Set([...likely, ...behind(store, run, newest)])]
}

/** Read once, and again only when so much left since that some of it is among the newest no more. */
function behind(store: AccountStore, run: Run, newest: readonly Snapshot[]): readonly Hash[] {
  const { cache, intents } = store
  const all = kept.get(intents) ?? new Map<RequestId, Kept>()
  kept.set(intents, all)
  const before = all.get(run.id)
  if (before?.savedAt === run.savedAt && newest.some(({ snapshot_id: id }) => id === before.newest)) return before.gone
  const mayPay = payingTo(run)
  const left: Snapshot[] = []
  for (const movement of movements(cache.snapshots, { direction: 'out' })) if (mayPay(movement)) left.push(movement)
  const gone = foreignAmong(store, left).map(hashOf)
  all.set(run.id, { savedAt: run.savedAt, newest: newest[0]?.snapshot_id, gone })
  return gone
}

const hashOf = ({ transaction_hash: hash }: Snapshot): Hash => hash

/** The journal is asked about so many at a time. */
const ASKED = 500

function foreignAmong({ intents }: AccountStore, some: readonly Snapshot[]): Snapshot[] {
  const foreign: Snapshot[] = []
  for (let at = 0; at < some.length; at += ASKED) {
    const page = some.slice(at, at + ASKED)
    const own = new Set(intents.payments.knownAmong(page.map(hashOf)))
    foreign.push(...page.filter((each) => !own.has(hashOf(each))))
  }
  return foreign
}

/** Whether a movement may be of a payment of some of these rows. */
function payingTo(run: Run): (movement: Snapshot) => boolean {
  const assets = new Set(run.rows.flatMap((row) => assetOf(run, row) ?? []).map((assetId) => kernelAssetId(assetId)))
  const memos = new Set(run.rows.map(({ memoHex }) => memoHex))
  const leaving = run.rows.filter(leaves)
  const addresses = new Set(
    leaving.flatMap(({ payee }) => (payee?.kind === 'chain' ? addressKey(payee.destination) : [])),
  )
  const total: bigint = sumOf(run.rows.flatMap(({ amount }) => (amount === null ? [] : { amount })))
  return ({ kernel_asset_id: kernel, memo, amount, withdrawal }) => {
    if (!assets.has(kernel)) return false
    if (withdrawal !== null && withdrawal.receiver !== '') return addresses.has(addressKey(withdrawal.receiver))
    // What leaves the network has no memo.
    return (memos.has(memo) && -amount <= total) || (leaving.length > 0 && memo === '')
  }
}
