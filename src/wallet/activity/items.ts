import type { Hash, Snapshot } from '#contract/domain'
import type { ActivityRow } from '#contract/ipc'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { Search } from './search.ts'

/** Movements that are looked through for an item's number. */
const LOOKED_AT = 500

const wordsIn = (phrase: string): string[] => phrase.match(/\S+/g) ?? []
const isNumber = (word: string): boolean => /^#?\d+$/.test(word)

/**
 * Transactions that move an item which is searched by its number: by the name of its collection, that of its token, the history finds them all, and
 * the numbers stand in the records of the items alone.
 */
export function itemsWanted(
  { history, words, passes }: Pick<Search, 'history' | 'words' | 'passes'>,
  { store }: ApprovalsDesk,
  rowOf: (snapshot: Snapshot) => ActivityRow,
): Hash[] {
  if (history === null) return []
  const all = history.phrases ?? []
  const numbered = all.filter((phrase) => wordsIn(phrase).some(isNumber))
  const named = [...words, ...numbered.flatMap(wordsIn)].filter((word) => !isNumber(word))
  if (named.length === 0 || (numbered.length === 0 && named.length === words.length)) return []
  const phrases = all.filter((phrase) => !numbered.includes(phrase))
  const filter = { ...history, search: named.join(' '), phrases }
  const { snapshots } = store.cache.snapshots.list({ filter, cursor: null, limit: LOOKED_AT })
  return snapshots
    .filter((snapshot) => snapshot.inscription_hash !== null && passes(rowOf(snapshot)))
    .map((snapshot) => snapshot.transaction_hash)
}
