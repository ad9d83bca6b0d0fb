import type { AssetId, Hash, Holder, OutputId, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Amount, REFERENCES_MAX, toAmount } from '#protocol'
import type { AccountStore, Payment, PaymentTransaction, TransactionPlan } from '#store'
import { firstTries } from './again.ts'
import { buildRaw } from './bytes.ts'
import type { Hints } from './hints.ts'
import { type Intent, intentOf, type PlannedTransaction, planTransactions, storesInside } from './intent.ts'
import { laidOut, layOut, layOutItem } from './lay-out.ts'
import { MAX_INPUTS } from './select.ts'
import { coinsOf, type Layout, type SpendableParts } from './spendable.ts'
import { coinToVoid } from './void.ts'

export interface ReserverParts extends SpendableParts {
  /** Whom withdrawal fees are paid to: a constant of the network's profile. */
  readonly feeUser: UserId
}

export interface Reserver {
  /** Which coins each transaction would spend. Throws `wallet.insufficient`. */
  plan(payment: Payment, holder: Holder, hints: Hints): readonly TransactionPlan[]
  reserve(payment: Payment, plans: readonly TransactionPlan[]): Payment
  /** Bytes of every transaction; a later one may refer to an earlier one, whose hash is known as soon as it is built. */
  build(payment: Payment): Payment
  /** The most outputs that each transaction of a payment can have. */
  sizes(payment: Payment): { readonly requestId: RequestId; readonly outputs: number }[]
  /** The most that can be sent of an asset: in all, and in one transaction after a fee in the same asset. */
  capacity(holder: Holder, assetId: AssetId, coins: readonly OutputId[] | null, fee: Amount): Capacity
}

interface Capacity {
  readonly available: Amount
  readonly inOne: Amount
  readonly coins: number
}

/** From a draft to coins that are held for it, and from its keys to bytes. Asks nothing of the network. */
export function createReserver(parts: ReserverParts): Reserver {
  return {
    plan: (payment, holder, hints) => plansOf(parts, payment, holder, hints),
    reserve: (payment, plans) => reserve(parts, payment, plans),
    build: (payment) => build(parts, payment),
    sizes: (payment) =>
      planned(payment, parts).map(({ requestId, outputs }) => ({ requestId, outputs: outputs.length + 1 })),
    capacity: (holder, assetId, coins, fee) =>
      capacity(parts.store, assetId, { holder, chosen: coins, taken: [] }, fee),
  }
}

function planned(payment: Payment, { feeUser }: Pick<ReserverParts, 'feeUser'>): readonly PlannedTransaction[] {
  const intent = intentOf(payment)
  const at = storesInside(intent) ? 'payment' : 'storage'
  const content = payment.transactions.find(({ purpose }) => purpose === at)?.extra ?? ''
  return planTransactions(intent, payment.id, feeUser, content)
}

function plansOf(parts: ReserverParts, payment: Payment, holder: Holder, hints: Hints): TransactionPlan[] {
  const { store } = parts
  const intent = intentOf(payment)
  // The payment chooses first; what serves it does with the rest.
  const inOrder = [...planned(payment, parts)].sort(
    (a, b) => Number(b.purpose === 'payment') - Number(a.purpose === 'payment'),
  )
  const tries = firstTries(store, intent)
  const taken: OutputId[] = []
  const plans: TransactionPlan[] = []
  for (const transaction of inOrder) {
    const chosen = transaction.purpose === 'payment' ? intent.coins : null
    const plan = planOf(parts, transaction, intent, { holder, chosen, taken, hints, tries })
    taken.push(...plan.inputs.map(({ outputId }) => outputId))
    plans.push(plan)
  }
  return plans
}

function reserve({ store }: ReserverParts, payment: Payment, plans: readonly TransactionPlan[]): Payment {
  const reservation = store.intents.payments.reserve(payment.id, plans)
  if (!reservation.ok)
    throw failure('wallet.insufficient', 'chosen coins are held', { details: { held: reservation.held.length } })
  return reservation.payment
}

function planOf(
  parts: ReserverParts,
  transaction: PlannedTransaction,
  { act, voids }: Intent,
  layout: Layout,
): TransactionPlan {
  if (voids !== undefined) return laidOut(transaction, layout, [coinToVoid(parts.store, voids)], toAmount(0n))
  if (act?.kind === 'transfer' || act?.kind === 'release') return layOutItem(parts.store, transaction, layout, act)
  return layOut(parts, transaction, layout)
}

function build(parts: ReserverParts, payment: Payment): Payment {
  const { payments, keys } = parts.store.intents
  const raws: { requestId: RequestId; raw: string; hash: Hash }[] = []
  for (const [at, plan] of planned(payment, parts).entries()) {
    const transaction = payment.transactions[at]
    if (transaction === undefined) throw failure('internal', 'a planned transaction is missing')
    const earlier = plan.refersTo === null ? undefined : raws[plan.refersTo]?.hash
    const final = bytesOf(parts.store, transaction, earlier)
    // A service that gave one of them out again would have the kernel refuse what was signed.
    const derived = transaction.outputs.flatMap((output) => (output.hint === null ? (output.keys?.keys ?? []) : []))
    if (derived.length > 0) keys.rememberDerived(final.hash, derived)
    raws.push({ requestId: plan.requestId, ...final })
  }
  return payments.storeRaw(payment.id, raws)
}

function bytesOf(
  { intents }: AccountStore,
  transaction: PaymentTransaction,
  earlier: Hash | undefined,
): ReturnType<typeof buildRaw> {
  const references = [...transaction.references, ...(earlier === undefined ? [] : [earlier])]
  const built = buildRaw(transaction, references)
  const [coin] = transaction.inputs
  const isKnown = ({ hash }: typeof built): boolean => intents.payments.summaryByTransaction(hash) !== undefined
  // The very bytes of an earlier try are known under its request id, and would be refused under another one; so it names what made its coin, once
  // more than any try before it.
  let other = built
  for (let times = 1; coin !== undefined && isKnown(other) && references.length + times <= REFERENCES_MAX; times += 1)
    other = buildRaw(transaction, [...references, ...Array<Hash>(times).fill(coin.hash)])
  return other
}

function capacity(
  store: AccountStore,
  assetId: AssetId,
  from: Pick<Layout, 'holder' | 'chosen' | 'taken'>,
  fee: Amount,
): Capacity {
  const source = coinsOf(store, assetId, from)
  const { amounts } = source.largest(MAX_INPUTS)
  const fits = amounts.reduce((sum, amount) => sum + amount, -fee)
  return { available: source.total, inOne: toAmount(fits > 0n ? fits : 0n), coins: amounts.length }
}
