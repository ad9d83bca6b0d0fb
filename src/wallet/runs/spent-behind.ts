import type { Hash, RequestId, TransactionRecord } from '#contract/domain'
import { kernelAssetId } from '#protocol'
import type { AccountStore, SpendEnd } from '#store'
import { requestFor } from '../approvals/request.ts'
import { readIntent } from '../payments/intent.ts'
import { assetOf, type Run } from './records.ts'

/* What spent coins of a group, however long ago they came: it has no history but its coins. */

/** Coins that are gone through at a time. */
const PAGE = 5_000

interface Kept extends Pick<Run, 'savedAt'> {
  readonly end: SpendEnd
  readonly spent: ReadonlySet<Hash>
}
const kept = new WeakMap<AccountStore['cache'], Map<RequestId, Kept>>()

/** Whether no payment of a run here made it. What a group pays may have been asked for by another member, and only signed here. */
export function isForeign({ intents }: AccountStore, hash: Hash): boolean {
  const payment = intents.payments.summaryByTransaction(hash)
  return payment === undefined || (payment.kind === 'multisig' && readIntent(payment.detail)?.run === undefined)
}

/** All that spent coins of assets that a run pays, but for its own payments: gone through once, then what was spent since. */
export function spentBehind(store: AccountStore, run: Run): ReadonlySet<Hash> {
  const all = kept.get(store.cache) ?? new Map<RequestId, Kept>()
  kept.set(store.cache, all)
  const stored = all.get(run.id)
  const before = stored?.savedAt === run.savedAt ? stored : undefined
  const assets = new Set(run.rows.flatMap((row) => assetOf(run, row) ?? []))
  const kernels = [...assets].map((assetId) => kernelAssetId(assetId) as Hash) // a formula over the asset id
  const spent = new Set(before?.spent)
  let end = before?.end ?? null
  do {
    const next = store.cache.outputs.spentSince(run.holder, end, { outputs: PAGE, kernels })
    for (const hash of next.found) if (!spent.has(hash) && isForeign(store, hash)) spent.add(hash)
    end = next.end
  } while (!end.isWhole)
  all.set(run.id, { savedAt: run.savedAt, end, spent })
  return spent
}

/** What is asked of a transaction to recognize what it paid. */
export type PaidRecord = Pick<
  TransactionRecord,
  'request_id' | 'transaction_hash' | 'created_at' | 'state' | 'raw_transaction'
> & {
  readonly receivers: readonly Pick<TransactionRecord['receivers'][number], 'members' | 'threshold' | 'destination'>[]
}

/** The same out of a request that is final, as the service has told it. */
export function keptRecord({ intents }: AccountStore, hash: Hash): PaidRecord | undefined {
  const request = requestFor(intents, hash)
  const record = request?.detail.record ?? null
  if (request === undefined || record === null || request.state !== 'final' || record.hash !== hash) return undefined
  return {
    ...{ request_id: record.requestId, transaction_hash: hash, created_at: request.detail.createdAt, state: 'spent' },
    raw_transaction: request.raw,
    receivers: record.receivers.map((each) => ({ ...each, members: [...each.members] })),
  }
}
