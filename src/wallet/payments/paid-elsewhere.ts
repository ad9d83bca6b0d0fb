import { type Nanos, nanosOf, type Snapshot } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol/text'
import type { Remote } from '#remote'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { sameAddress } from '../shared/ends.ts'
import { spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { type Intent, intentOf, paysOneself } from './intent.ts'
import { mainOf } from './review-checks.ts'

/*
 * What the history tells of payments that this journal did not make: another computer of the same owner may have, of which nobody but the service
 * says anything. So it makes nobody known, but a person should hear of it before the same is paid again.
 */

/** The newest payments of the history that are looked through. */
const LOOKED_AT = 200

interface Parts {
  readonly store: AccountStore
  readonly directory: Directory
  readonly remote: Pick<Remote, 'clockSkewMs'>
}

/** So long an answer may have been on its way. */
const ON_ITS_WAY_MS = 2_000

/** The service's clock, by which movements have their times, may be behind the one here; that it is ahead of it would only hide some. */
function byTheService({ remote }: Parts, at: Nanos): Nanos {
  const skewMs = remote.clockSkewMs()
  return skewMs < -ON_ITS_WAY_MS ? ((at + nanosOf(Math.floor(skewMs))) as Nanos) : at // a span before a time
}

const isFor = (payee: Payee, { opponent_id: opponent, withdrawal }: Snapshot): boolean =>
  payee.kind === 'user'
    ? opponent === payee.userId
    : payee.kind === 'chain' && withdrawal != null && sameAddress(withdrawal.receiver, payee.destination)

/** Where nobody is named: several were paid, a group, or an address of the kernel. */
const isForSomebody = ({ opponent_id: opponent, withdrawal }: Snapshot): boolean =>
  opponent == null && withdrawal == null

/** Of a payment of the account's own. */
export function elsewhereChecks(parts: Parts, payment: Payment): PaymentReview['checks'] {
  const intent = intentOf(payment)
  if (paysOneself(intent) || intent.feeOf !== undefined) return []
  const { store } = parts
  const { cache, intents } = store
  const { snapshots } = cache.snapshots.list({ filter: { direction: 'out' }, limit: LOOKED_AT })
  const isForeign = ({ transaction_hash: hash }: Snapshot) => intents.payments.summaryByTransaction(hash) === undefined
  const draft = intent.draftId === null ? undefined : intents.drafts.get(intent.draftId)
  const since = byTheService(parts, draft?.savedAt ?? payment.createdAt)
  const foreign = snapshots.filter(isForeign)
  const newer = foreign.filter((one) => one.asset_id === intent.assetId && one.created_at > since)
  const all = togetherCheck(parts, payment, newer)
  return [...(all === undefined ? [] : [all]), ...rowChecks(parts, intent, { foreign, newer })]
}

/** What to say of a payment whose whole sum has left, to whoever. */
function togetherCheck(
  { directory }: Parts,
  payment: Payment,
  newer: readonly Snapshot[],
): PaymentReview['checks'][number] | undefined {
  const { rows, assetId } = intentOf(payment)
  const payees = new Map(rows.map(({ payee }) => [payeeKey(payee), payee]))
  const isNamed = [...payees.values()].every(({ kind }) => kind === 'user' || kind === 'chain')
  if (payees.size < 2 && isNamed) return undefined
  const sums = [sumOf(rows), leavingBy(payment)]
  const again = newer.find(
    (one) =>
      sums.some((sum) => one.amount === -sum) &&
      (isForSomebody(one) || [...payees.values()].some((payee) => isFor(payee, one))),
  )
  if (again === undefined) return undefined
  const what = spoken(sumOf(rows), directory.asset(assetId).symbol)
  const text = said('check.payments.paid-elsewhere-sum', { what })
  return { id: `${SAME}all:${again.snapshot_id}`, result: 'attention', text }
}

/** With what is burnt or charged beside it in the same transaction. */
function leavingBy(payment: Payment): bigint {
  const outputs = mainOf(payment)?.outputs ?? []
  return sumOf(outputs.filter(({ role }) => role !== 'change'))
}

interface Told {
  readonly foreign: readonly Snapshot[]
  /** Of the same asset, since this was written. */
  readonly newer: readonly Snapshot[]
}

function rowChecks({ directory }: Parts, intent: Intent, { foreign, newer }: Told): PaymentReview['checks'] {
  const { assetId, rows, fee } = intent
  // The history may count a fee of the same asset in, and that may have been another one then.
  const charged: bigint = fee?.assetId === assetId ? 2n * fee.amount : 0n
  const seen = new Set<string>()
  return rows.flatMap(({ payee, amount }, row): PaymentReview['checks'] => {
    const key = payeeKey(payee)
    if (seen.has(key)) return []
    seen.add(key)
    const own = rows.filter((each) => payeeKey(each.payee) === key)
    const sums = [...own.map((each) => each.amount), sumOf(own)]
    const isSum = ({ amount: gone }: Snapshot) => sums.some((sum) => -gone >= sum && -gone <= sum + charged)
    const again = newer.find((one) => isFor(payee, one) && isSum(one))
    if (again !== undefined) {
      const what = spoken(amount, directory.asset(assetId).symbol)
      const text = said('check.payments.paid-elsewhere-same', { what })
      // One that comes while the review is open was not read there.
      return [{ id: `${SAME}${row}:${again.snapshot_id}`, result: 'attention', text, row }]
    }
    const times = foreign.filter((one) => isFor(payee, one)).length
    if (times === 0) return []
    return [{ id: `elsewhere:${row}`, result: 'note', text: said('check.payments.paid-elsewhere', { times }), row }]
  })
}

const SAME = 'elsewhere-same:'
export const isElsewhereCheck = ({ id }: { readonly id: string }): boolean => id.startsWith(SAME)
