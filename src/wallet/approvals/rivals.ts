import type { RequestId } from '#contract/domain'
import { decodeTransaction, type Transaction } from '#protocol'
import type { Request } from './request.ts'

/** The coins that a transaction spends, by what only they are called. */
export const coinsIn = ({ inputs }: Pick<Transaction, 'inputs'>): string[] =>
  inputs.map(({ hash, index }) => `${hash}:${index}`)

type Spender = Pick<Request, 'id' | 'hash'>

/**
 * Of each open request the others that spend a coin of it: only one of them can complete. Read from the bytes, in one pass. The same bytes under
 * another id, as a file may name them, are no rival.
 */
export function rivalsOf(requests: readonly Request[]): (request: Spender) => RequestId[] {
  const spenders = new Map<string, Spender[]>()
  const coins = new Map<RequestId, readonly string[]>()
  for (const { id, hash, state, raw } of requests) {
    if (state !== 'open') continue
    const own = coinsIn(decodeTransaction(raw))
    coins.set(id, own)
    for (const coin of own) {
      const known = spenders.get(coin)
      if (known === undefined) spenders.set(coin, [{ id, hash }])
      else known.push({ id, hash })
    }
  }
  return ({ id, hash }) => [
    ...new Set(
      (coins.get(id) ?? [])
        .flatMap((coin) => spenders.get(coin) ?? [])
        .flatMap((other) => (other.hash === hash ? [] : other.id)),
    ),
  ]
}
