import type { Database, Value } from '../database.ts'
import { isSealed } from '../sealed.ts'
import { sealedBatch } from '../sealed-batch.ts'
import { addBytes, type Places, placesToBytes } from './places.ts'
import { sharedBeginnings, type Wanted } from './search.ts'

/** Blocks of which a term is read at once, at most. */
const AHEAD = 64
/** Terms of which what was read is kept: at a million snapshots an eighth of a megabyte each. */
const REMEMBERED = 16

/** What is read of each block: one term, or the words that begin so where no term stands for them. */
type Read = readonly ['term' | 'beginning' | 'middle', ...values: string[]]

/** Places that were read, by block. */
type Reading = (number: number) => readonly Uint8Array[]

/** At which places of full blocks terms occur. */
export function openHistoryTerms(db: Database) {
  // The bytes of all rows come as one: a buffer for each would take longer than finding them. A cast changes no byte.
  const readWhere = (condition: string, unless = 'false') =>
    db.prepare<{ bytes: Buffer | null; facts: string | null }>(`
      SELECT CAST(group_concat(CAST(terms.places AS TEXT), '') AS BLOB) AS bytes,
        group_concat(terms.block || ' ' || terms.term || ' ' || length(terms.places) || ' ' || terms.seal) AS facts
      FROM snapshot_blocks AS blocks CROSS JOIN snapshot_terms AS terms ON terms.block = blocks.row AND ${condition}
      WHERE NOT ${unless} AND blocks.row >= ? AND blocks.row <= ?`)
  const statements = {
    term: readWhere('terms.term = ?'),
    beginning: readWhere(
      'terms.term >= ? AND terms.term <= ?',
      'EXISTS (SELECT 1 FROM snapshot_terms WHERE block = blocks.row AND term = ?)',
    ),
    // As `isWord` has it.
    middle: readWhere("instr(terms.term, ?) > 0 AND terms.term NOT LIKE '%*' AND terms.term NOT LIKE '=%'"),
  }

  /** What was asked for last, since the next question mostly asks for it again; full blocks never change. */
  const asked = new Map<string, Reading>()

  /** Places by block, as they were written, one after the other. */
  function read(
    [kind, ...values]: Read,
    first: number,
    last: number,
    note: (block: number, places: Uint8Array) => void,
  ): void {
    const { bytes = null, facts = null } = statements[kind].get(...values, BigInt(first), BigInt(last)) ?? {}
    if (bytes === null || facts === null) return
    let at = 0
    for (const text of facts.split(',')) {
      const [block = '', term = '', length = '', seal = ''] = text.split(' ')
      const places = bytes.subarray(at, at + Number(length))
      at += places.length
      const row = { block: BigInt(block), term, places, seal: BigInt(seal) }
      if (!isSealed('snapshot_terms', row)) throw db.damaged('term of snapshots')
      note(Number(block), places)
    }
  }

  /** Places by block. Of blocks below what was asked for more and more are read at once. */
  function reading(what: Read): Reading {
    const found = new Map<number, Uint8Array[]>()
    const note = (block: number, places: Uint8Array): void => {
      const others = found.get(block)
      if (others === undefined) found.set(block, [places])
      else others.push(places)
    }
    let [low, high, ahead] = [0, -1, 1]
    return (number) => {
      if (number < low || number > high) {
        if (low > high) [low, high] = [number + 1, number]
        const [from, to] = number < low ? [number - ahead + 1, low - 1] : [high + 1, number]
        read(what, from, to, note)
        ;[low, high, ahead] = [Math.min(low, from), Math.max(high, to), Math.min(ahead * 4, AHEAD)]
      }
      return found.get(number) ?? []
    }
  }

  function remembered(what: Read): Reading {
    const name = what.join(' ')
    const known = asked.get(name) ?? reading(what)
    asked.delete(name)
    asked.set(name, known)
    for (const oldest of asked.keys()) {
      if (asked.size <= REMEMBERED) break
      asked.delete(oldest)
    }
    return known
  }

  return {
    /** Nothing that was read holds any more: a transaction was taken back. */
    forget: (): void => asked.clear(),

    /** Begins to write rows; what is there already stays. */
    batch: sealedBatch(db, 'snapshot_terms', ['block', 'term']),

    /** The rows of a full block: its terms with their places, and the beginnings that many of them share. */
    *rows(number: number, terms: ReadonlyMap<string, readonly number[]>): Generator<readonly Value[], undefined> {
      const rowOf = (term: string, places: readonly number[]): Value[] => [BigInt(number), term, placesToBytes(places)]
      // In the order of SQLite's texts, but for letters outside the first plane, where it only costs a little time.
      const sorted = [...terms.keys()].sort()
      for (const term of sorted) yield rowOf(term, terms.get(term) ?? [])
      for (const [beginning, shared] of sharedBeginnings(sorted)) {
        const places = new Set(shared.flatMap((term) => terms.get(term) ?? []))
        yield rowOf(
          beginning,
          [...places].sort((a, b) => a - b),
        )
      }
    },

    /** Adds the places of a block at which one of the wanted terms is. */
    reading({ terms, beginning, middle }: Wanted): (places: Places, number: number) => void {
      const exact = beginning === null ? terms : [...terms, `${beginning}*`]
      const wanted = exact.map((term): Read => ['term', term])
      if (beginning !== null) wanted.push(['beginning', beginning, `${beginning}\u{10ffff}`, `${beginning}*`])
      if (middle !== undefined) wanted.push(['middle', middle])
      const reads = wanted.map(remembered)
      return (places, number) => {
        for (const ofBlock of reads) for (const bytes of ofBlock(number)) addBytes(places, bytes)
      }
    },
  }
}

export type HistoryTerms = ReturnType<typeof openHistoryTerms>
