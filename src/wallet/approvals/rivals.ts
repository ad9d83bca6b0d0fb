import type { RequestId } from '#contract/domain'
import { decodeTransaction, type Transaction } from '#protocol'
import { isAskersWord, type Request } from './request.ts'

/** The coins that a transaction spends, by what only they are called. */
export const coinsIn = ({ inputs }: Pick<Transaction, 'inputs'>): string[] =>
  inputs.map(({ hash, index }) => `${hash}:${index}`)

type Spender = Pick<Request, 'id' | 'hash'>

/** Of one coin. Those that follow are rivals of these, and so stand with them. */
const NAMED_MAX = 20

/**
 * Of each open request the others that spend a coin of it: only one of them can complete. Read from the bytes, in one pass. The same bytes under
 * another id, as a file may name them, are no rival.
 */
export function rivalsOf(requests: readonly Request[]): (request: Spender) => RequestId[] {
  const spenders = new Map<string, Spender[]>()
  const coins = new Map<RequestId, readonly string[]>()
  // Anybody can write files; what the service has of a coin is named before what they say.
  const told = requests.filter(({ detail }) => isAskersWord(detail))
  for (const { id, hash, state, raw } of [...requests.filter(({ detail }) => !isAskersWord(detail)), ...told]) {
    if (state !== 'open') continue
    const own = coinsIn(decodeTransaction(raw))
    coins.set(id, own)
    for (const coin of own) {
      const known = spenders.get(coin)
      if (known === undefined) spenders.set(coin, [{ id, hash }])
      else if (known.length < NAMED_MAX) known.push({ id, hash })
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
