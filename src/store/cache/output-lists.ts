import type { Hash, HolderId, Nanos, Output, OutputId, OutputState, RequestId } from '#contract/domain'
import type { Database } from '../database.ts'
import { codeIn, hexOf, uuidBytes, uuidOf } from '../encoding.ts'
import type { Dictionary } from './dictionary.ts'
import { decodeOutput, type OutputRow, SPENT, STATES } from './output-row.ts'
import { openSpenders, type SpendNotes } from './spenders.ts'

const NEWEST = 2n ** 63n - 1n
/** Outputs that are looked at to count some of them. */
const COUNTED = 20_000

/** Which outputs were made under some request ids, however many came since. */
function openOfRequests(db: Database, dictionary: Dictionary) {
  const made = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND sequence > ? AND request_id IN (SELECT unhex(value) FROM json_each(?))
    ORDER BY sequence DESC`)
  /** Newest first, of those behind that sequence. */
  return (id: HolderId, after: number, requests: readonly RequestId[]): Output[] => {
    const holder = dictionary.holderRow(id)
    if (holder === undefined) return []
    const ids = JSON.stringify(requests.map((each) => hexOf(uuidBytes(each))))
    return made.all(holder, BigInt(after), ids).map((row) => decodeOutput(row, dictionary, db))
  }
}

/** Outputs of a holder, page by page. */
export function openOutputLists(db: Database, dictionary: Dictionary, notes: SpendNotes) {
  const listAll = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND sequence < ? AND (? IS NULL OR asset = ?) ORDER BY sequence DESC LIMIT ?`)
  const listOpen = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND state < 2 AND state = ? AND sequence < ? AND (? IS NULL OR asset = ?)
    ORDER BY sequence DESC LIMIT ?`)
  const listOldest = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND state < 2 AND state = ? AND sequence > ? ORDER BY sequence LIMIT ?`)
  const listSpent = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND state = 2 AND sequence < ? AND (? IS NULL OR asset = ?)
    ORDER BY sequence DESC LIMIT ?`)
  const listInscribed = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND inscription IS NOT NULL AND state < 2 AND sequence < ?
    ORDER BY sequence DESC LIMIT ?`)
  const listCarriers = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND inscription IS NOT NULL AND sequence < ?
    ORDER BY sequence DESC LIMIT ?`)
  const idsOpen = db.prepare<{ id: Buffer }>(`
    SELECT id FROM outputs WHERE holder = ? AND state < 2 AND state = ? AND sequence > ? AND sequence <= ?
    ORDER BY sequence`)
  const oldest = db.prepare<{ at: bigint }>(`
    SELECT created_at AS at FROM outputs WHERE holder = ? ORDER BY sequence LIMIT 1`)
  const newest = db.prepare<{ at: bigint }>(`
    SELECT created_at AS at FROM outputs WHERE holder = ? ORDER BY sequence DESC LIMIT 1`)
  const countOpen = db.prepare<{ count: bigint }>(`
    SELECT count(*) AS count FROM (SELECT 1 FROM outputs WHERE holder = ? AND state < 2 AND state = ? LIMIT ?)`)
  const countAll = db.prepare<{ count: bigint }>(`
    SELECT count(*) AS count FROM (SELECT 1 FROM outputs WHERE holder = ? LIMIT ?)`)
  const countSpent = db.prepare<{ count: bigint }>(`
    SELECT count(*) AS count FROM outputs WHERE holder = ? AND state = 2 AND (? IS NULL OR asset = ?)`)
  const among = db.prepare<{ id: Buffer }>('SELECT id FROM outputs WHERE id IN (SELECT unhex(value) FROM json_each(?))')
  const decode = (row: OutputRow): Output => decodeOutput(row, dictionary, db)
  return {
    ...openSpenders(db, { dictionary, notes }),
    ofRequests: openOfRequests(db, dictionary),

    /** Which of these are known, of whichever holder. */
    knownAmong: (ids: readonly OutputId[]): OutputId[] =>
      among.all(JSON.stringify(ids.map((id) => hexOf(uuidBytes(id))))).map(({ id }) => uuidOf<OutputId>(id)),

    /** Newest first; `before` is the sequence of the last output of the page before. `open` are those that are not spent. */
    list(query: {
      holder: HolderId
      kernelAsset?: Hash | undefined
      state?: OutputState | 'open' | undefined
      before?: number | undefined
      limit: number
    }): Output[] {
      const holder = dictionary.holderRow(query.holder)
      const asset = query.kernelAsset === undefined ? null : dictionary.asset(query.kernelAsset)?.row
      if (holder === undefined || asset === undefined) return []
      const rest = [query.before === undefined ? NEWEST : BigInt(query.before), asset, asset, query.limit]
      if (query.state === undefined) return listAll.all(holder, ...rest).map(decode)
      if (query.state === 'open') {
        return (['unspent', 'signed'] as const)
          .flatMap((state) => listOpen.all(holder, codeIn(STATES, state), ...rest))
          .sort((a, b) => (a.sequence < b.sequence ? 1 : -1))
          .slice(0, query.limit)
          .map(decode)
      }
      const state = codeIn(STATES, query.state)
      return (state === SPENT ? listSpent.all(holder, ...rest) : listOpen.all(holder, state, ...rest)).map(decode)
    },

    /** Oldest first, as the service lists them; `after` is the sequence of the last output of the page before. */
    oldestOpen(
      id: HolderId,
      state: Exclude<OutputState, 'spent'>,
      { after, limit }: { readonly after: number; readonly limit: number },
    ): Output[] {
      const holder = dictionary.holderRow(id)
      if (holder === undefined) return []
      return listOldest.all(holder, codeIn(STATES, state), BigInt(after), limit).map(decode)
    },

    /** How many were spent, of one asset or of all; null where there are so many outputs that counting them takes long. */
    countSpent(id: HolderId, kernelAsset?: Hash): number | null {
      const holder = dictionary.holderRow(id)
      const asset = kernelAsset === undefined ? null : dictionary.asset(kernelAsset)?.row
      if (holder === undefined || asset === undefined) return 0
      if (Number(countAll.get(holder, COUNTED + 1)?.count ?? 0n) > COUNTED) return null
      return Number(countSpent.get(holder, asset, asset)?.count ?? 0n)
    },

    /** Outputs that carry an inscription and are not spent, or all that ever did, newest first. */
    inscribed(query: { holder: HolderId; isSpentToo?: boolean; before?: number | undefined; limit: number }): Output[] {
      const holder = dictionary.holderRow(query.holder)
      if (holder === undefined) return []
      const before = query.before === undefined ? NEWEST : BigInt(query.before)
      const statement = query.isSpentToo === true ? listCarriers : listInscribed
      return statement.all(holder, before, query.limit).map(decode)
    },

    /** Ids between two sequences in their order, for the pass that compares them with the service's list. */
    openIds(
      holder: HolderId,
      state: Exclude<OutputState, 'spent'>,
      { after, upTo }: { readonly after: number; readonly upTo: number },
    ): OutputId[] {
      const row = dictionary.holderRow(holder)
      if (row === undefined) return []
      const found = idsOpen.all(row, codeIn(STATES, state), BigInt(after), BigInt(upTo))
      return found.map((entry) => uuidOf<OutputId>(entry.id))
    },

    /** When the first and the last of the known outputs came; null while there is none. */
    span(holder: HolderId): { readonly from: Nanos; readonly until: Nanos } | null {
      const row = dictionary.holderRow(holder)
      const [from, until] = row === undefined ? [] : [oldest.get(row), newest.get(row)]
      return from === undefined || until === undefined ? null : { from: from.at as Nanos, until: until.at as Nanos } // written as such
    },

    /** Whether more than so many outputs are unspent. */
    hasMoreUnspent(holder: HolderId, than: number): boolean {
      const row = dictionary.holderRow(holder)
      if (row === undefined) return false
      return Number(countOpen.get(row, codeIn(STATES, 'unspent'), than + 1)?.count ?? 0n) > than
    },
  }
}
