import type { RequestId } from '#contract/domain'
import { decodeTransaction } from '#protocol'
import type { Request } from './request.ts'

/** Of each open request the others that spend a coin of it: only one of them can complete. Read from the bytes, in one pass. */
export function rivalsOf(requests: readonly Request[]): (id: RequestId) => RequestId[] {
  const spenders = new Map<string, RequestId[]>()
  const coins = new Map<RequestId, readonly string[]>()
  for (const { id, state, raw } of requests) {
    if (state !== 'open') continue
    const own = decodeTransaction(raw).inputs.map(({ hash, index }) => `${hash}:${index}`)
    coins.set(id, own)
    for (const coin of own) spenders.set(coin, [...(spenders.get(coin) ?? []), id])
  }
  return (id) => [
    ...new Set((coins.get(id) ?? []).flatMap((coin) => spenders.get(coin) ?? []).filter((other) => other !== id)),
  ]
}
