import type { Database, Value } from '../database.ts'
import { isSealed, type Row, sealedPlacing, sealedValues } from '../sealed.ts'
import { openClosing } from './history-closing.ts'
import { addWanted, type Block, blockOf, emptyTail, noteTerms, type Tail, takePlace } from './history-tail.ts'
import { openHistoryTerms } from './history-terms.ts'
import type { LabelTexts } from './label-texts.ts'
import { BLOCK, keepCommon, noPlaces, type Places, placesFrom } from './places.ts'
import type { Wanted } from './search.ts'
import { AT, type SnapshotRow } from './snapshot-row.ts'

/**
 * Which snapshots have a term (a word, a beginning, an asset, a person ...). They are numbered as they come, 7680 to a block. A
 * full block is written once, in the order of its terms, and never again: each of them costs a few bytes of one place. A
 * snapshot that changes leaves its place and comes anew.
 */
export function openHistoryBlocks(db: Database, labels: LabelTexts) {
  const readWritten = openWritten(db)
  const fill = openFilling(db)
  const note = openNoting(db, labels)
  const insert = sealedPlacing(db, 'snapshots')
  const remove = db.prepare('DELETE FROM snapshots WHERE row = ?')
  const terms = openHistoryTerms(db)
  const closing = openClosing(db, terms, note, (block) => full.push(block))

  let full: Block[] = []
  let tail: Tail = emptyTail(0)
  /** Version of the rows that these are about; a transaction that was taken back has another one. */
  let seen = -1

  const version = (): number => db.version('snapshots') + db.version('snapshot_terms')

  function refresh(): void {
    if (seen === version()) return
    terms.forget()
    full = readWritten()
    closing.forget()
    tail = emptyTail((full.at(-1)?.number ?? -1) + 1)
    while (fill(tail) >= BLOCK) close()
    seen = version()
  }

  /** What fails half way leaves in memory what is not in the file, whatever of it was written before: all is read anew. */
  function change(work: () => void): void {
    refresh()
    seen = -1
    work()
    seen = version()
  }

  /** Those that are not written yet. */
  const unwritten = (): Tail[] => [closing.tail() ?? [], tail].flat()

  /** The tail is full, and the next one begins. */
  function close(): void {
    closing.begin(tail)
    tail = emptyTail(tail.number + 1)
  }

  /** Adds the places of a block at which one of the terms is. */
  function asking(wanted: Wanted): Adding {
    const written = terms.reading(wanted)
    const inMemory = new Map(unwritten().map((one) => [one.number, one]))
    return (places, number) => {
      const one = inMemory.get(number)
      return one === undefined ? written(places, number) : addWanted(places, one, wanted)
    }
  }

  return {
    /** Writes a snapshot of these columns to the next place. Belongs to a transaction. */
    add(values: readonly Value[], isLabelled: boolean): void {
      change(() => {
        const place = tail.times.length
        insert(BigInt(tail.number * BLOCK + place), values)
        takePlace(tail, values[AT.createdAt] as bigint) // integer columns are encoded as bigint
        if (tail.noted === place) noteTerms(tail, place, values, isLabelled ? labelsOf(values, labels) : [])
        if (tail.times.length === BLOCK) close()
      })
    },

    /**
     * So many were added one after the other: some of a block that is full is written too, or some noted that a start did not find noted, before
     * the block is full. Belongs to their transaction.
     */
    added(snapshots: number): void {
      // Where nothing of them was new, nobody has seen yet that what came before was taken back.
      change(() => {
        if (closing.tail() === null) note(tail, Math.ceil(snapshots * CATCHING_UP))
        else closing.goOnAfter(snapshots)
      })
    },

    /** Takes a snapshot away; what is known of its place stays, and leads to nothing. */
    remove(row: bigint): void {
      change(() => void remove.run(row))
    },

    /** Writes the blocks that are full but not written, as after an upgrade. Belongs to a transaction. */
    complete(): void {
      change(closing.finish)
    },

    /** Writes some of a block that is full, then notes terms of some more of the newest snapshots: milliseconds. Tells whether there is more. */
    prepare(): boolean {
      refresh()
      if (closing.tail() === null) {
        note(tail, PREPARED)
        return tail.noted < tail.times.length
      }
      change(() => db.transaction(() => closing.goOn(PREPARED)))
      return true
    },

    /** Those whose last snapshot is newest first. */
    list(): Block[] {
      refresh()
      const newest = unwritten().flatMap((one) => blockOf(one) ?? [])
      return [...full, ...newest].sort((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0))
    },

    /** Whether it was written, and never changes. */
    isFull: ({ number }: Block): boolean => unwritten().every((one) => number < one.number),

    /**
     * Answers at which places of a block everything wanted is; null when there is none. An answer holds until the next. What is
     * rarest should stand first.
     */
    matching(wanted: readonly Wanted[]): (block: Block) => Places | null {
      refresh()
      const asked = wanted.map(asking)
      if (wanted.length > 0) for (const one of unwritten()) note(one, BLOCK)
      return commonTo(asked)
    },
  }
}

/** Adds the places of the block of that number. */
type Adding = (places: Places, number: number) => void

function commonTo(asked: readonly Adding[]): (block: Block) => Places | null {
  const [found, other] = [noPlaces(), noPlaces()]
  return ({ number }) => {
    found.fill(0xffffffff)
    for (const add of asked) {
      other.fill(0)
      add(other, number)
      if (!keepCommon(found, other)) return null
    }
    return found
  }
}

/** Gives the rows that are there their places in a tail; answers how many were given out since its first. */
function openFilling(db: Database): (tail: Tail) => number {
  const timesFrom = db.prepare<Pick<SnapshotRow, 'row' | 'created_at'>>(
    'SELECT row, created_at FROM snapshots WHERE row >= ? AND row < ? ORDER BY row',
  )
  const lastRow = db.prepare<{ row: bigint | null }>('SELECT max(row) AS row FROM snapshots')
  return (tail) => {
    const from = BigInt(tail.number * BLOCK)
    for (const { row, created_at } of timesFrom.all(from, from + BigInt(BLOCK))) {
      while (tail.times.length <= Number(row - from)) takePlace(tail, created_at)
    }
    return Number((lastRow.get()?.row ?? -1n) - from) + 1
  }
}

/** Notes the terms of so many places more of a tail, or of all. */
function openNoting(db: Database, labels: LabelTexts): (tail: Tail, places: number) => void {
  const rowsFrom = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE row >= ? AND row < ? ORDER BY row')
  return (tail, places) => {
    const [first, to] = [BigInt(tail.number * BLOCK), Math.min(tail.noted + places, tail.times.length)]
    if (tail.noted === to) return
    const isLabelled = labels.any()
    for (const row of rowsFrom.all(first + BigInt(tail.noted), first + BigInt(to))) {
      if (!isSealed('snapshots', row)) throw db.damaged('snapshot')
      const values = sealedValues('snapshots', row)
      noteTerms(tail, Number(row.row - first), values, isLabelled ? labelsOf(values, labels) : [])
    }
    tail.noted = to
  }
}

const labelsOf = (values: readonly Value[], labels: LabelTexts): string[] =>
  labels.of(values[AT.id] as Buffer, (values[AT.requestId] ?? null) as Buffer | null) // as they are encoded

/** Reads the blocks that are written. */
function openWritten(db: Database): () => Block[] {
  const all = db.prepare<BlockRow>('SELECT * FROM snapshot_blocks ORDER BY row')
  return () =>
    all.all().map((row) => {
      if (!isSealed('snapshot_blocks', row)) throw db.damaged('block of snapshots')
      const { first, last, order_by_time: order } = row
      const places = order === null ? null : placesFrom(order)
      return { number: Number(row.row), first, last, used: places?.length ?? BLOCK, order: places }
    })
}

/** Snapshots whose terms are noted, or terms that are written, at once while nobody waits for them. */
const PREPARED = 128

/** The same for each that comes: those that come meanwhile are noted after them. */
const CATCHING_UP = 1.5

export type HistoryBlocks = ReturnType<typeof openHistoryBlocks>

type BlockRow = Row & {
  readonly row: bigint
  readonly first: bigint
  readonly last: bigint
  readonly order_by_time: Buffer | null
}
