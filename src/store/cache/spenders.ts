import type { Hash, HolderId, OutputState } from '#contract/domain'
import type { Database, Value } from '../database.ts'
import { codeIn, hexOf } from '../encoding.ts'
import type { Dictionary } from './dictionary.ts'
import { AT, type OutputRow, SPENT, STATES } from './output-row.ts'

const NEWEST = 2n ** 63n - 1n
/** Outputs that are looked at for the newest of what spent them. */
const LOOKED_AT = 20_000
/** Rows that are read at a time for the few values that are wanted of them. */
const AT_A_TIME = 500n

/** How many changes are kept in mind at least; who asked before those goes through all outputs again. */
const CHANGES_KEPT = 5_000

/** How far a holder's outputs were gone through: whole, or down to a sequence, and what changed since up to a number. */
export interface SpendEnd {
  readonly below: bigint
  readonly isWhole: boolean
  readonly seen: number
}

interface Change {
  readonly holder: bigint
  readonly asset: bigint
  readonly hash: Hash
}

/** What became spent of the outputs of groups, in the order in which this was heard. An account has its history for that. */
export function openSpendNotes(dictionary: Dictionary) {
  let changes: Change[] = []
  /** Those that are kept in mind no more. */
  let gone = 0
  return {
    note(values: readonly Value[]): void {
      const [state, holder, asset, by] = [values[AT.state], values[AT.holder], values[AT.asset], values[AT.signedBy]]
      if (state !== SPENT || typeof holder !== 'bigint' || typeof asset !== 'bigint' || !(by instanceof Uint8Array))
        return
      if (dictionary.holderOf(holder).members.length < 2) return
      changes.push({ holder, asset, hash: hexOf<Hash>(by) })
      if (changes.length < 2 * CHANGES_KEPT) return
      gone += CHANGES_KEPT
      changes = changes.slice(CHANGES_KEPT)
    },
    begin: (): SpendEnd => ({ below: NEWEST, isWhole: false, seen: gone + changes.length }),
    /** Since that number; undefined where some of it is kept in mind no more. */
    since: (seen: number): readonly Change[] | undefined => (seen < gone ? undefined : changes.slice(seen - gone)),
    end: (): number => gone + changes.length,
  }
}

export type SpendNotes = ReturnType<typeof openSpendNotes>

/** By which transactions outputs were spent, or are signed for, however many outputs each of them takes. */
export function openSpenders(db: Database, { dictionary, notes }: { dictionary: Dictionary; notes: SpendNotes }) {
  type Row = Pick<OutputRow, 'sequence' | 'signed_by' | 'asset'>
  const ofSigned = db.prepare<Row>(`
    SELECT sequence, signed_by, asset FROM outputs
    WHERE holder = ? AND state < 2 AND state = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`)
  const ofSpent = db.prepare<Row>(`
    SELECT sequence, signed_by, asset FROM outputs WHERE holder = ? AND state = 2 AND sequence < ? ORDER BY sequence DESC LIMIT ?`)

  return {
    /** Those of the newest outputs, as many as `limit`. */
    spenders(id: HolderId, state: Exclude<OutputState, 'unspent'>, limit: number): Hash[] {
      const holder = dictionary.holderRow(id)
      const [found, code] = [new Set<Hash>(), codeIn(STATES, state)]
      if (holder === undefined) return []
      let before = NEWEST
      for (let looked = 0n; looked < LOOKED_AT && found.size < limit; looked += AT_A_TIME) {
        const rest = [before, AT_A_TIME]
        const rows = code === SPENT ? ofSpent.all(holder, ...rest) : ofSigned.all(holder, code, ...rest)
        for (const { signed_by: hash } of rows) if (hash !== null) found.add(hexOf<Hash>(hash))
        const last = rows.at(-1)
        if (last === undefined) break
        before = last.sequence
      }
      return [...found].slice(0, limit)
    },

    /**
     * What spent the outputs of a group, of these assets or of all: from where `before` ended the next so many outputs, and what was spent
     * meanwhile, wherever it stands. Some of it may have been answered before.
     */
    spentSince(
      id: HolderId,
      before: SpendEnd | null,
      { outputs, kernels }: { readonly outputs: number; readonly kernels?: readonly Hash[] },
    ): { readonly found: Hash[]; readonly end: SpendEnd; readonly looked: number } {
      const holder = dictionary.holderRow(id)
      const changes = before === null ? undefined : notes.since(before.seen)
      const from = before === null || changes === undefined ? notes.begin() : before
      if (holder === undefined) return { found: [], end: from, looked: 0 }
      const assets = kernels === undefined ? null : new Set(kernels.map((each) => dictionary.asset(each)?.row))
      const isAsked = (asset: bigint): boolean => assets === null || assets.has(asset)
      const found = new Set(
        (changes ?? []).flatMap((each) => (each.holder === holder && isAsked(each.asset) ? each.hash : [])),
      )
      const rows = from.isWhole ? [] : ofSpent.all(holder, from.below, BigInt(outputs))
      for (const { signed_by: hash, asset } of rows) if (hash !== null && isAsked(asset)) found.add(hexOf<Hash>(hash))
      const isWhole = from.isWhole || rows.length < outputs
      const below = rows.at(-1)?.sequence ?? from.below
      return { found: [...found], end: { below, isWhole, seen: notes.end() }, looked: rows.length }
    },
  }
}
