import type { Database, Value } from '../database.ts'
import { sealedPlacing } from '../sealed.ts'
import { type Block, blockOf, type Tail } from './history-tail.ts'
import type { HistoryTerms } from './history-terms.ts'
import { BLOCK, placesInOrder } from './places.ts'

/** Steps for each snapshot that comes, and of how many terms there is one more: so a full block is written long before the next one is full. */
const STEPS = 2
const TERMS_A_STEP = 4_096

/**
 * The block that is full but not written. All of it at once would hold up whoever waits for an answer, so its terms are written some at a time, with the
 * snapshots that come next, and the block itself after the last of them: until then its terms do not count, and a start finds it full and
 * unwritten.
 */
export function openClosing(
  db: Database,
  terms: HistoryTerms,
  /** Notes the terms of so many more places of a tail. */
  note: (tail: Tail, places: number) => void,
  /** A block that is written. */
  written: (block: Block) => void,
) {
  const insert = sealedPlacing(db, 'snapshot_blocks')
  let tail: Tail | null = null
  let writing: Iterator<readonly Value[], undefined> | null = null

  function end(of: Tail): void {
    const block = blockOf(of)
    ;[tail, writing] = [null, null]
    if (block === null) return
    const { number, first, last, order } = block
    insert(BigInt(number), [first, last, order === null ? null : placesInOrder(order)])
    written(block)
  }

  /** Does so much of what is left. Belongs to a transaction, as what follows. */
  function goOn(steps: number): void {
    if (tail === null) return
    // Only a start finds places that are not noted.
    if (tail.noted < BLOCK) {
      note(tail, steps)
      return
    }
    writing ??= terms.rows(tail.number, tail.terms)
    const batch = terms.batch()
    for (let step = 0; step < steps; step += 1) {
      const { value: row } = writing.next()
      if (row === undefined) {
        batch.end()
        end(tail)
        return
      }
      batch.add(row)
    }
    batch.end()
  }

  function finish(): void {
    while (tail !== null) goOn(BLOCK)
  }

  return {
    tail: (): Tail | null => tail,

    /** That tail is full. One before that is not written yet is left only by an upgrade. */
    begin(full: Tail): void {
      finish()
      ;[tail, writing] = [full, null]
    },

    /** Goes on as is due when so many more snapshots have come. */
    goOnAfter: (snapshots: number): void =>
      goOn(snapshots * (STEPS + Math.ceil((tail?.terms.size ?? 0) / TERMS_A_STEP))),

    goOn,
    finish,

    /** What is in memory is not what is in the file. */
    forget(): void {
      ;[tail, writing] = [null, null]
    },
  }
}
