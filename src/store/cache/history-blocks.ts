import type { Database, Value } from '../database.ts'
import { isSealed, type Row, sealedPlacing, sealedValues } from '../sealed.ts'
import { type Block, blockOf, emptyTail, enter, type Tail, takePlace } from './history-tail.ts'
import { openHistoryTerms } from './history-terms.ts'
import type { LabelTexts } from './label-texts.ts'
import { addPlaces, BLOCK, keepCommon, noPlaces, type Places, placesFrom, placesInOrder } from './places.ts'
import type { Wanted } from './search.ts'
import { AT, type SnapshotRow } from './snapshot-row.ts'

/**
 * Which snapshots have a term (a word, a beginning, an asset, a person ...). They are numbered as they come, 7680 to a block. A
 * full block is written once, in the order of its terms, and never again: each of them costs a few bytes of one place. A
 * snapshot that changes leaves its place and comes anew.
 */
export function openHistoryBlocks(db: Database, labels: LabelTexts) {
  const allBlocks = db.prepare<BlockRow>('SELECT * FROM snapshot_blocks ORDER BY row')
  const rowsFrom = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE row >= ? AND row < ? ORDER BY row')
  const lastRow = db.prepare<{ row: bigint | null }>('SELECT max(row) AS row FROM snapshots')
  const insert = sealedPlacing(db, 'snapshots')
  const remove = db.prepare('DELETE FROM snapshots WHERE row = ?')
  const writeBlock = sealedPlacing(db, 'snapshot_blocks')
  const terms = openHistoryTerms(db)

  let full: Block[] = []
  let tail: Tail = emptyTail(0)
  /** Version of the rows that both are about; a transaction that was taken back has another one. */
  let seen = -1

  const version = (): number => db.version('snapshots')

  function refresh(): void {
    if (seen === version()) return
    full = allBlocks.all().map((row) => {
      if (!isSealed('snapshot_blocks', row)) throw db.damaged('block of snapshots')
      const { first, last, order_by_time: order } = row
      const places = order === null ? null : placesFrom(order)
      return { number: Number(row.row), first, last, used: places?.length ?? BLOCK, order: places }
    })
    tail = emptyTail((full.at(-1)?.number ?? -1) + 1)
    const isLabelled = labels.any()
    const last = lastRow.get()?.row ?? -1n
    while (BigInt(tail.number * BLOCK) <= last) {
      const from = BigInt(tail.number * BLOCK)
      for (const row of rowsFrom.all(from, from + BigInt(BLOCK))) {
        if (!isSealed('snapshots', row)) throw db.damaged('snapshot')
        const place = Number(row.row - from)
        while (tail.times.length < place) takePlace(tail, row.created_at)
        const values = sealedValues('snapshots', row)
        enter(tail, values, isLabelled ? labelsOf(values) : [])
      }
      if (last < from + BigInt(BLOCK) - 1n) break
      flush()
    }
    seen = version()
  }

  const labelsOf = (values: readonly Value[]): string[] =>
    labels.of(values[AT.id] as Buffer, (values[AT.requestId] ?? null) as Buffer | null) // as they are encoded

  /** Writes the tail, which is full, and begins the next one. */
  function flush(): void {
    const block = blockOf(tail)
    if (block === null) return
    const { number, first, last, order } = block
    writeBlock(BigInt(number), [first, last, order === null ? null : placesInOrder(order)])
    terms.write(number, tail.terms)
    full.push(block)
    tail = emptyTail(number + 1)
  }

  /** Adds the places of a block at which one of the terms is. */
  function asking(wanted: Wanted): (places: Places, number: number) => void {
    const written = terms.reading(wanted)
    return (places, number) => {
      if (number < tail.number) return written(places, number)
      for (const term of wanted.terms) addPlaces(places, tail.terms.get(term) ?? [])
      const { beginning } = wanted
      if (beginning === null) return
      for (const [term, list] of tail.terms) if (term.startsWith(beginning)) addPlaces(places, list)
    }
  }

  return {
    /** Writes a snapshot of these columns to the next place. Belongs to a transaction. */
    add(values: readonly Value[], isLabelled: boolean): void {
      refresh()
      insert(BigInt(tail.number * BLOCK + tail.times.length), values)
      enter(tail, values, isLabelled ? labelsOf(values) : [])
      if (tail.times.length === BLOCK) flush()
      seen = version()
    },

    /** Takes a snapshot away; what is known of its place stays, and leads to nothing. */
    remove(row: bigint): void {
      refresh()
      remove.run(row)
      seen = version()
    },

    /** Writes the blocks that are full but not written, as after an upgrade. Belongs to a transaction. */
    complete: refresh,

    /** Those whose last snapshot is newest first. */
    list(): Block[] {
      refresh()
      const last = blockOf(tail)
      return (last === null ? [...full] : [...full, last]).sort((a, b) =>
        a.last < b.last ? 1 : a.last > b.last ? -1 : 0,
      )
    },

    /**
     * Answers at which places of a block everything wanted is; null when there is none. An answer holds until the next. What is
     * rarest should stand first.
     */
    matching(wanted: readonly Wanted[]): (block: Block) => Places | null {
      const asked = wanted.map(asking)
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
    },
  }
}

export type HistoryBlocks = ReturnType<typeof openHistoryBlocks>

type BlockRow = Row & {
  readonly row: bigint
  readonly first: bigint
  readonly last: bigint
  readonly order_by_time: Buffer | null
}
