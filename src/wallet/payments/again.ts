import type { Hash, HolderId, OutputId, RequestId } from '#contract/domain'
import type {
  AccountStore,
  Payment,
  PaymentInput,
  PaymentOutput,
  PaymentSummary,
  PaymentTransaction,
  Purpose,
} from '#store'
import { foldedPayeeKey } from '../shared/payee-key.ts'
import { type Intent, intentOf } from './intent.ts'
import { type Target, targetKey, targetOf } from './target.ts'

/*
 * A second try must not pay besides the first, whatever was said of the first. So the two are tied: the ledger gives a one-time
 * key to one transaction for ever, and a coin likewise. Each second try keeps the stored keys of the first for payee and
 * change, and one of its coins while there is one; where neither is possible it spends an output of a transaction that took
 * one of the coins, which exists only if the first can never be paid.
 */

/** Came to nothing after its bytes were shown to the service, which takes no others under the same id. */
export const isSpent = ({ state, transactions }: Pick<PaymentSummary, 'state' | 'transactions'>): boolean =>
  state === 'failed' || (state === 'cancelled' && transactions.some(({ hash }) => hash !== null))

/** The signed payments that this one is another try of, the nearest first. */
export function firstTries({ intents }: AccountStore, intent: Pick<Intent, 'again'>): Payment[] {
  const found: Payment[] = []
  const seen = new Set<RequestId>()
  for (let id = intent.again; id !== undefined && !seen.has(id); ) {
    seen.add(id)
    const payment = intents.payments.get(id)
    if (payment === undefined) break
    if (payment.signedAt !== null) found.push(payment)
    id = intentOf(payment).again
  }
  return found
}

type Wished = Pick<Intent, 'assetId' | 'rows'>

/**
 * Whether what is asked for means the same money as an earlier payment for at least one receiver, or stores the same content for nobody; only then
 * is one another try of the other.
 */
export function isSameWish(
  one: Wished & { readonly content: string },
  earlier: Pick<Payment, 'detail' | 'transactions'>,
): boolean {
  const other = intentOf(earlier)
  if (one.rows.length + other.rows.length === 0)
    return one.assetId === other.assetId && earlier.transactions.some(({ extra }) => extra === one.content)
  const payees = new Set(other.rows.map(({ payee }) => foldedPayeeKey(payee)))
  return one.assetId === other.assetId && one.rows.some(({ payee }) => payees.has(foldedPayeeKey(payee)))
}

/** Whether both pay a row of one list, whatever a row leaves open to whoever pays it. */
export function isSameRow({ run }: Pick<Intent, 'run'>, earlier: Pick<Payment, 'detail' | 'transactions'>): boolean {
  const other = intentOf(earlier).run
  return run !== undefined && run.id === other?.id && run.rows.some((id) => other.rows.includes(id))
}

const served = (payments: readonly Payment[], purpose: Purpose): PaymentTransaction[] =>
  payments.flatMap(
    ({ transactions }) => transactions.find((each) => each.purpose === purpose && each.signedRaw !== null) ?? [],
  )

/** An output of another try, and who pays it. */
interface Tried {
  readonly holder: HolderId
  readonly target: Target
  readonly threshold: number
  /** What its keys would be asked for with, or were. */
  readonly hint: string | null
}

/**
 * The stored keys that an output of another try keeps: those at the same place, for the same receiver. Change of a group is no change of its member. A
 * key that others ask for as well may be used up by now, so it is kept only where it is asked for anew.
 */
export function keptKeys(
  tries: readonly Payment[],
  purpose: Purpose,
  index: number,
  output: Tried,
): Pick<PaymentOutput, 'hint' | 'keys'> | undefined {
  const [first] = served(
    output.target.kind === 'self' ? tries.filter(({ holder }) => holder === output.holder) : tries,
    purpose,
  )
  const before = first?.outputs[index]
  if (before === undefined || before.keys === null || before.threshold !== output.threshold) return undefined
  if (before.hint !== output.hint && tries.some((each) => intentOf(each).sharedKey?.hint === before.hint))
    return undefined
  if (before.hint === null && output.target.kind !== 'kernel') return undefined
  return targetKey(targetOf(before)) === targetKey(output.target) ? before : undefined
}

interface Laid {
  readonly holder: HolderId
  readonly inputs: readonly PaymentInput[]
  readonly outputs: readonly { readonly hint: string | null; readonly target: Target; readonly threshold: number }[]
}

/** Transactions that took a coin of an earlier try: what is proved to make it impossible, and what this journal has paid with it since. */
export function takersOf({ intents }: AccountStore, { hash, conflict, inputs }: PaymentTransaction): Hash[] {
  const paid = inputs.flatMap(({ outputId }) => intents.payments.finalSpends(outputId))
  return [...(conflict === null ? [] : [conflict.spentBy]), ...paid].filter((taker) => taker !== hash)
}

/** The earlier tries of which a new one could be paid besides: neither a key nor a coin nor a taker's output ties them. */
export function untied(
  store: AccountStore,
  tries: readonly Payment[],
  purpose: Purpose,
  laid: Laid,
): PaymentTransaction[] {
  return served(tries, purpose).filter((before) => {
    const coins = new Set(before.inputs.map(({ outputId }) => outputId))
    const kept = laid.outputs.some((output, index) => {
      const keys = keptKeys(tries, purpose, index, { holder: laid.holder, ...output })?.keys
      return keys != null && before.outputs[index]?.keys?.keys.join() === keys.keys.join()
    })
    const takers = takersOf(store, before)
    return !kept && !laid.inputs.some(({ outputId, hash }) => coins.has(outputId) || takers.includes(hash))
  })
}

/** Coins that a new try had better spend: of each earlier one a coin that is still there. Two of those may share it. */
export function coinsOfTries(
  tries: readonly Payment[],
  purpose: Purpose,
  isThere: (id: OutputId) => boolean,
): OutputId[] {
  const there = served(tries, purpose).flatMap(
    ({ inputs }) => inputs.find(({ outputId }) => isThere(outputId))?.outputId ?? [],
  )
  return [...new Set(there)]
}
