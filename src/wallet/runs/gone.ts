import type { Hash, RequestId, Snapshot } from '#contract/domain'
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

/** What may have paid a row behind those movements, for one journal and each run as it was saved: that was so before, and stays so. */
const older = new WeakMap<
  AccountStore['intents'],
  Map<RequestId, { readonly savedAt: bigint; readonly gone: Hash[] }>
>()

/**
 * Transactions by which money left that this journal did not make: the newest, and of all others, however much has left since, those that may have paid
 * a row of the run by what the history tells of them.
 */
export function lastGone({ store }: PaymentsDesk, run: Run): Hash[] {
  const { snapshots } = store.cache
  const mayPay = payingTo(run)
  const newest: Snapshot[] = []
  let behind: Hash[] | undefined = keptOf(store, run)
  const left: Snapshot[] = []
  for (const movement of movements(snapshots, { direction: 'out' })) {
    if (newest.length < LOOKED_AT) newest.push(movement)
    else if (behind !== undefined) break
    else if (mayPay(movement)) left.push(movement)
  }
  const recent = foreignAmong(store, newest)
  behind ??= keep(store, run, foreignAmong(store, left).map(hashOf))
  const first = recent.slice(0, SPENT_MOST)
  return [...new Set([...first, ...recent.slice(SPENT_MOST).filter(mayPay)].map(hashOf).concat(behind))]
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

function keptOf({ intents }: AccountStore, { id, savedAt }: Run): Hash[] | undefined {
  const kept = older.get(intents)?.get(id)
  return kept?.savedAt === savedAt ? kept.gone : undefined
}

function keep({ intents }: AccountStore, { id, savedAt }: Run, gone: Hash[]): Hash[] {
  const all = older.get(intents) ?? new Map<RequestId, { readonly savedAt: bigint; readonly gone: Hash[] }>()
  older.set(intents, all.set(id, { savedAt, gone }))
  return gone
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
