import type { Hash, HolderId } from '#contract/domain'
import type { AccountStore, SpendEnd } from '#store'
import { isFound } from './ended.ts'
import { requestFor } from './request.ts'

/*
 * What spent coins of groups however long ago they came, and is known as no request yet: what other members paid while this wallet was away stands
 * behind all that they paid since.
 */

/** Coins that are gone through in a round. */
const COINS = 2_000
/** Transactions that wait to be asked for; until one of them was answered no more are looked for. */
const WAITING_MOST = 1_000

export interface SpentBehind {
  /** The next so many of those that may be asked for now; what is over waits no more. */
  take(atMost: number, is: Record<'isOver' | 'mayAsk', (hash: Hash) => boolean>): readonly Hash[]
  /** There is no more to be asked about it. */
  settle(hash: Hash): void
}

export function createSpentBehind({ store }: { readonly store: AccountStore }): SpentBehind {
  const { cache, intents } = store
  const ends = new Map<HolderId, SpendEnd>()
  const waiting = new Map<Hash, HolderId>()

  /** Of groups that are there: one that was forgotten is gone through anew once it comes back. */
  function look(groups: readonly HolderId[]): void {
    for (const id of ends.keys()) if (!groups.includes(id)) ends.delete(id)
    for (const [hash, id] of waiting) if (!groups.includes(id)) waiting.delete(hash)
    let left = COINS
    for (const id of groups) {
      if (waiting.size >= WAITING_MOST) return
      const { found, end, looked } = cache.outputs.spentSince(id, ends.get(id) ?? null, { outputs: Math.max(1, left) })
      left -= looked
      ends.set(id, end)
      const known = new Set(intents.requests.knownAmong(found))
      for (const hash of found) if (!known.has(hash)) waiting.set(hash, id)
    }
  }

  return {
    take(atMost, { isOver, mayAsk }) {
      look(intents.groups.list().map(({ id }) => id))
      const some: Hash[] = []
      for (const [hash, id] of [...waiting]) {
        if (some.length === atMost) break
        if (isOver(hash)) waiting.delete(hash)
        if (isOver(hash) || !mayAsk(hash)) continue
        waiting.delete(hash)
        if (isFound(requestFor(intents, hash))) continue
        // Behind the others, for when nothing is answered.
        waiting.set(hash, id)
        some.push(hash)
      }
      return some
    },
    settle: (hash) => void waiting.delete(hash),
  }
}
