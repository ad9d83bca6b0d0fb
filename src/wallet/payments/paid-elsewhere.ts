import { type Clock, type Holder, type Nanos, nanosOf, type UserId } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import { sumOf } from '#protocol/text'
import type { Remote } from '#remote'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { sameAddress } from '../shared/ends.ts'
import { spoken } from '../shared/fiat.ts'
import { assetOfRecord, type Directory } from '../shared/names.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { earlier } from '../shared/time-behind.ts'
import { type Gone, goneElsewhere } from './gone-elsewhere.ts'
import { type Intent, intentOf, paysOneself } from './intent.ts'
import { writtenAt } from './meanwhile.ts'
import { mainOf } from './review-checks.ts'
import { LATELY } from './same-paid.ts'
import { staysWith, targetOf } from './target.ts'

/*
 * What the history and the coins tell of payments that this journal did not make: another computer of the same owner may have, of which nobody but the
 * service says anything. So it makes nobody known, but a person should hear of it before the same is paid again.
 */

interface Parts {
  readonly account: UserId
  readonly store: AccountStore
  readonly directory: Directory
  readonly holder: (id: Payment['holder']) => Holder
  readonly remote: Pick<Remote, 'clockSkewMs'>
  readonly clock: Clock
}

/** So long an answer may have been on its way. */
const ON_ITS_WAY_MS = 2_000

/** The service's clock, by which movements have their times, may be behind the one here; that it is ahead of it would only hide some. */
export function byTheService({ remote }: Pick<Parts, 'remote'>, at: Nanos): Nanos {
  const skewMs = remote.clockSkewMs()
  return skewMs < -ON_ITS_WAY_MS ? ((at + nanosOf(Math.floor(skewMs))) as Nanos) : at // a span before a time
}

const isFor = (payee: Payee, { opponent_id: opponent, withdrawal }: Gone): boolean =>
  payee.kind === 'user'
    ? opponent === payee.userId
    : payee.kind === 'chain' && withdrawal != null && sameAddress(withdrawal.receiver, payee.destination)

/** Where nobody is named: several were paid, a group, or an address of the kernel. */
const isForSomebody = ({ opponent_id: opponent, withdrawal }: Gone): boolean => opponent == null && withdrawal == null

/** Of a payment of the account's own. */
export function elsewhereChecks(parts: Parts, payment: Payment): PaymentReview['checks'] {
  const intent = intentOf(payment)
  if (paysOneself(intent) || intent.feeOf !== undefined) return []
  const { store } = parts
  const { intents } = store
  const draft = intent.draftId === null ? undefined : intents.drafts.get(intent.draftId)
  const since = byTheService(parts, draft?.savedAt ?? writtenAt(intent) ?? payment.createdAt)
  // What a plan or a list pays is meant to be paid again. One written while the clock stood ahead may have been written at any time before now.
  const isTimed = writtenAt(intent) !== undefined && since <= parts.clock.now()
  const from = isTimed ? since : earlier(since, lately(parts))
  const foreign = goneElsewhere(parts, parts.holder(payment.holder), from)
  // An item is one coin, which can be sent once; what is as much is another item of its collection.
  const canRecur = intent.act?.kind !== 'transfer'
  const isOfAsset = (one: Gone) => assetOfRecord(parts.directory, one).assetId === intent.assetId
  const newer = foreign.filter((one) => canRecur && one.created_at > from && isOfAsset(one))
  const leaving = leavingOf(parts, payment)
  const told = { foreign, newer, since }
  const all = togetherCheck(parts, leaving, told)
  return [...(all === undefined ? [] : [all]), ...rowChecks(parts, leaving, told)]
}

const lately = (parts: Parts): Nanos => byTheService(parts, (parts.clock.now() - LATELY) as Nanos) // a span before a time

/** Whether it is newer than the form, or of the day before. */
const whenOf = ({ created_at: at, isOpen }: Gone, { since }: Told): 'since' | 'lately' | 'open' =>
  isOpen ? 'open' : at > since ? 'since' : 'lately'

/** What leaves its owner by a payment: the local network's history is silent about what whoever pays pays himself. */
interface Leaving extends Pick<Intent, 'assetId' | 'fee'> {
  readonly rows: readonly (Intent['rows'][number] & { readonly row: number })[]
  /** What the history may call all of it: with or without what is burnt or charged in the same transaction, and what stays. */
  readonly sums: readonly bigint[]
}

function leavingOf({ account, holder }: Parts, payment: Payment): Leaving {
  const { rows, assetId, fee } = intentOf(payment)
  const owner = holder(payment.holder)
  const outputs = (mainOf(payment)?.outputs ?? []).filter(({ role }) => role !== 'change')
  const leaving = rows.flatMap((each, row) => (staysWith(each.payee, owner, account) ? [] : { ...each, row }))
  const out = outputs.filter((output) => !staysWith(targetOf(output), owner, account))
  return { assetId, fee, rows: leaving, sums: [leaving, rows, out, outputs].map((each) => sumOf(each)) }
}

/** What to say of a payment whose whole sum has left, to whoever. */
function togetherCheck(
  { directory }: Parts,
  { rows, assetId, sums }: Leaving,
  told: Told,
): PaymentReview['checks'][number] | undefined {
  const payees = new Map(rows.map(({ payee }) => [payeeKey(payee), payee]))
  const isNamed = [...payees.values()].every(({ kind }) => kind === 'user' || kind === 'chain')
  if (payees.size < 2 && isNamed) return undefined
  const again = told.newer.find(
    (one) =>
      !one.isPart &&
      sums.some((sum) => one.amount === -sum) &&
      (isForSomebody(one) || [...payees.values()].some((payee) => isFor(payee, one))),
  )
  if (again === undefined) return undefined
  const what = spoken(sumOf(rows), directory.asset(assetId).symbol)
  const text = said('check.payments.paid-elsewhere-sum', { what, when: whenOf(again, told) })
  return { id: `${SAME}all:${again.transaction_hash}`, result: 'attention', text }
}

interface Told {
  readonly foreign: readonly Gone[]
  /** Of the same asset, since this was written or a day before. */
  readonly newer: readonly Gone[]
  readonly since: Nanos
}

function rowChecks({ directory }: Parts, { assetId, rows, fee }: Leaving, told: Told): PaymentReview['checks'] {
  const { foreign, newer } = told
  // The history may count a fee of the same asset in, and that may have been another one then.
  const charged: bigint = fee?.assetId === assetId ? 2n * fee.amount : 0n
  const seen = new Set<string>()
  return rows.flatMap(({ payee, row }): PaymentReview['checks'] => {
    const key = payeeKey(payee)
    if (seen.has(key)) return []
    seen.add(key)
    const own = rows.filter((each) => payeeKey(each.payee) === key)
    const sums = [...own.map((each) => each.amount), sumOf(own)]
    const sumIn = ({ amount: gone }: Gone) => sums.find((sum) => -gone >= sum && -gone <= sum + charged)
    const again = newer.find((one) => isFor(payee, one) && sumIn(one) !== undefined)
    const paid = again === undefined ? undefined : sumIn(again)
    if (again !== undefined && paid !== undefined) {
      const what = spoken(paid, directory.asset(assetId).symbol)
      const text = said('check.payments.paid-elsewhere-same', { what, when: whenOf(again, told) })
      // One that comes while the review is open was not read there; one that becomes final meanwhile was.
      return [{ id: `${SAME}${row}:${again.transaction_hash}`, result: 'attention', text, row }]
    }
    const times = new Set(foreign.flatMap((one) => (!one.isOpen && isFor(payee, one) ? one.transaction_hash : []))).size
    if (times === 0) return []
    return [{ id: `elsewhere:${row}`, result: 'note', text: said('check.payments.paid-elsewhere', { times }), row }]
  })
}

const SAME = 'elsewhere-same:'
export const isElsewhereCheck = ({ id }: { readonly id: string }): boolean => id.startsWith(SAME)
