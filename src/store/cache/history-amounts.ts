import type { Amount } from '#protocol/text'
import type { Database } from '../database.ts'
import { amountOf } from '../encoding.ts'
import { BLOCK, noPlaces, type Places } from './places.ts'

/** Blocks whose amounts are read for one answer, at most; the next answer goes on from there. */
export const BLOCKS_READ = 4

/** Amounts from `least` up to `most`, without their sign; null without a bound. */
export interface Magnitudes {
  readonly least: Amount | null
  readonly most: Amount | null
}

export const isWithin = ({ least, most }: Magnitudes, amount: Amount): boolean => {
  const magnitude = amount < 0n ? -amount : amount
  return (least === null || magnitude >= least) && (most === null || magnitude <= most)
}

/** Numbers are near amounts, not exact: bounds are taken a little wider, and each row that is found is compared exactly. */
const WIDER = 2 ** -50

interface BlockAmounts {
  readonly magnitudes: Float64Array
  readonly smallest: number
  readonly largest: number
  readonly version: string
}

/**
 * At which places of a block amounts lie between bounds. The amounts of a block are read when somebody first asks, and kept: a number for
 * each snapshot.
 */
export function openHistoryAmounts(db: Database) {
  // As text the numbers of a block come in one piece, a tenth of what rows of their own take.
  const ordinary = db.prepare<{ rows: string; units: string }>(`
    SELECT json_group_array(row) AS rows, json_group_array(units) AS units FROM snapshots
    WHERE row >= ? AND row < ? AND length(large) = 0`)
  const large = db.prepare<{ row: bigint; units: bigint; large: Buffer }>(
    'SELECT row, units, large FROM snapshots WHERE row >= ? AND row < ? AND length(large) > 0',
  )
  const blocks = new Map<number, BlockAmounts>()

  function amountsOf(number: number, version: string): BlockAmounts {
    const known = blocks.get(number)
    if (known?.version === version) return known
    const first = number * BLOCK
    const range = [BigInt(first), BigInt(first + BLOCK)] as const
    // An empty place is within no bounds.
    const magnitudes = new Float64Array(BLOCK).fill(Number.NaN)
    let [smallest, largest] = [Number.POSITIVE_INFINITY, 0]
    const note = (place: number, amount: number) => {
      const magnitude = Math.abs(amount)
      magnitudes[place] = magnitude
      smallest = Math.min(smallest, magnitude)
      largest = Math.max(largest, magnitude)
    }
    const { rows = '[]', units = '[]' } = ordinary.get(...range) ?? {}
    const amounts = JSON.parse(units) as number[] // column of integers
    for (const [at, row] of (JSON.parse(rows) as number[]).entries()) note(row - first, amounts[at] ?? Number.NaN) // as above
    for (const { row, units, large: wide } of large.all(...range))
      note(Number(row) - first, Number(amountOf(units, wide)))
    const read = { magnitudes, smallest, largest, version }
    blocks.set(number, read)
    return read
  }

  return {
    isRead: (number: number, version: string): boolean => blocks.get(number)?.version === version,

    /** null where no amount of the block lies between the bounds. `version` is another one once the block may hold others. */
    placesOf(number: number, version: string, { least, most }: Magnitudes): Places | null {
      const low = least === null ? 0 : Number(least) * (1 - WIDER)
      const high = most === null ? Number.POSITIVE_INFINITY : Number(most) * (1 + WIDER)
      const { magnitudes, smallest, largest } = amountsOf(number, version)
      if (largest < low || smallest > high) return null
      const places = noPlaces()
      for (let at = 0; at < BLOCK; at += 1) {
        const magnitude = magnitudes[at] ?? Number.NaN
        if (magnitude >= low && magnitude <= high) places[at >>> 5] = (places[at >>> 5] ?? 0) | (1 << (at & 31))
      }
      return places
    },
  }
}
