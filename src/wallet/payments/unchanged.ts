import { failure } from '#contract/errors'
import { type Intents, isUnsigned, type Payment } from '#store'
import { plainJson } from '../shared/plain-json.ts'

/*
 * The id of a link is the id of its payment, and one that was given up unsigned makes room for another. So what waited for an answer
 * may find another payment under its id: it must not write its keys, its record or its signed bytes into that one, nor give it up.
 */

type Journal = Pick<Intents, 'payments'>

/** Whether what stands under its id is still the wish that was read, unsigned. */
export function stillStands({ payments }: Journal, seen: Payment): boolean {
  const now = payments.get(seen.id)
  return now !== undefined && isUnsigned(now.state) && isSame(now, seen, wishOf)
}

/** Whether another wish stands under its id by now. */
export function isReplaced({ payments }: Journal, seen: Payment): boolean {
  const now = payments.get(seen.id)
  return now !== undefined && !isSame(now, seen, wishOf)
}

/**
 * Throws `wallet.review_changed` unless it still has the coins, outputs and bytes that were read as well. Asked in the same turn as
 * what depends on it is written.
 */
export function needSame({ payments }: Journal, seen: Payment): void {
  const now = payments.get(seen.id)
  if (now !== undefined && !(isSame(now, seen, wishOf) && isSame(now, seen, partsOf)))
    throw failure('wallet.review_changed', 'another payment stands under its id')
}

const isSame = (one: Payment, other: Payment, of: (payment: Payment) => unknown): boolean =>
  plainJson(of(one)) === plainJson(of(other))

const wishOf = ({ createdAt, holder, kind, detail }: Payment) => [createdAt, holder, kind, detail]

const partsOf = ({ transactions }: Payment) =>
  transactions.map(({ requestId, hash, inputs, outputs }) => [
    ...[requestId, hash, inputs.map(({ outputId }) => outputId)],
    outputs.map(({ role, payee, amount, threshold, hint }) => [role, payee, amount, threshold, hint]),
  ])
