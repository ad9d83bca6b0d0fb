import type { Holder, RequestId } from '#contract/domain'
import { ghostKeyHint } from '#protocol'
import type { Signer } from '#vault'
import type { Intent } from './intent.ts'

/** The hint under which the keys of an output are asked for, by the request id of its transaction and its index. */
export type Hints = (requestId: RequestId, index: number) => string

/**
 * Hints of a payment. For an own account they follow from a secret of the spend key, so that nobody who knows the request id (the
 * payee of a link does) can use the keys first; the same on each computer that holds the key. Members of a group compute each
 * other's, so theirs follow from the request id alone. `outputs` is the most that a transaction can have.
 */
export async function hintsOf(
  signer: Signer,
  holder: Holder,
  transactions: readonly { readonly requestId: RequestId; readonly outputs: number }[],
): Promise<Hints> {
  if (holder.members.length > 1) return ghostKeyHint
  const known = new Map<RequestId, readonly string[]>()
  for (const { requestId, outputs } of transactions) {
    known.set(requestId, await signer.hints({ requestId, count: outputs }))
  }
  return (requestId, index) => {
    const hint = known.get(requestId)?.[index]
    if (hint === undefined) throw new RangeError('an output beyond those that were planned')
    return hint
  }
}

/** The same, but for the first output of a payment whose key others ask for as well. */
export function withShared(hints: Hints, id: RequestId, { sharedKey }: Pick<Intent, 'sharedKey'>): Hints {
  if (sharedKey === undefined) return hints
  return (requestId, index) => (requestId === id && index === 0 ? sharedKey.hint : hints(requestId, index))
}
