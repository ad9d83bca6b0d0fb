import type { Hash, Snapshot } from '#contract/domain'
import type { ActivityRow } from '#contract/ipc'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { Search } from './search.ts'

/** Movements that are looked through for an item's number. */
const LOOKED_AT = 500

/**
 * Transactions that move an item which is searched by its number: by the name of its collection, that of its token, the history finds them all, and
 * the numbers stand in the records of the items alone.
 */
export function itemsWanted(
  { history, words, passes }: Pick<Search, 'history' | 'words' | 'passes'>,
  { store }: ApprovalsDesk,
  rowOf: (snapshot: Snapshot) => ActivityRow,
): Hash[] {
  const numbers = words.filter((word) => /^#?\d+$/.test(word))
  if (history === null || numbers.length === 0 || numbers.length === words.length) return []
  const filter = { ...history, search: words.filter((word) => !numbers.includes(word)).join(' ') }
  const { snapshots } = store.cache.snapshots.list({ filter, cursor: null, limit: LOOKED_AT })
  return snapshots
    .filter((snapshot) => snapshot.inscription_hash !== null && passes(rowOf(snapshot)))
    .map((snapshot) => snapshot.transaction_hash)
}
