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

/**
 * At which places of a block amounts lie between bounds. The amounts of a block are read when somebody first asks, and kept: a number for
 * each snapshot.
 */
export function openHistoryAmounts(db: Database) {
  const read = db.prepare<{ row: bigint; units: bigint; large: Buffer }>(
    'SELECT row, units, large FROM snapshots WHERE row >= ? AND row < ?',
  )
  const blocks = new Map<number, { readonly magnitudes: Float64Array; readonly version: string }>()

  function magnitudesOf(number: number, version: string): Float64Array {
    const known = blocks.get(number)
    if (known?.version === version) return known.magnitudes
    const first = BigInt(number * BLOCK)
    // An empty place is within no bounds.
    const magnitudes = new Float64Array(BLOCK).fill(Number.NaN)
    for (const { row, units, large } of read.all(first, first + BigInt(BLOCK))) {
      magnitudes[Number(row - first)] = Math.abs(Number(large.length === 0 ? units : amountOf(units, large)))
    }
    blocks.set(number, { magnitudes, version })
    return magnitudes
  }

  return {
    isRead: (number: number, version: string): boolean => blocks.get(number)?.version === version,

    /** `version` is another one once the block may hold others. */
    placesOf(number: number, version: string, { least, most }: Magnitudes): Places {
      const places = noPlaces()
      const low = least === null ? 0 : Number(least) * (1 - WIDER)
      const high = most === null ? Number.POSITIVE_INFINITY : Number(most) * (1 + WIDER)
      const magnitudes = magnitudesOf(number, version)
      for (let at = 0; at < BLOCK; at += 1) {
        const magnitude = magnitudes[at] ?? Number.NaN
        if (magnitude >= low && magnitude <= high) places[at >>> 5] = (places[at >>> 5] ?? 0) | (1 << (at & 31))
      }
      return places
    },
  }
}
