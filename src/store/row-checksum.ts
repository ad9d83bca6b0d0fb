import type { Value } from './database.ts'

const PRIME = 16_777_619

/** An integer of a column and its halves, the low one first: every processor that Coffer runs on keeps them so. */
const whole = new BigInt64Array(1)
const halves = new Int32Array(whole.buffer)

/**
 * A 32-bit checksum over a row's values in column order (FNV-1a, a word at a time). Every step is a bijection of the
 * state, so one changed word never goes unnoticed. Against faults of disks, not against people.
 */
export const seal = (values: readonly Value[]): bigint => BigInt(checksum(values))

/** The same as a number. */
export function checksum(values: readonly Value[]): number {
  let state = 0x811c9dc5 | 0
  for (const value of values) {
    if (value === null) state = Math.imul(state ^ 1, PRIME)
    else if (typeof value === 'bigint') {
      whole[0] = value
      for (const half of halves) state = Math.imul(state ^ half, PRIME)
    } else if (typeof value === 'number') {
      state = Math.imul(state ^ (value | 0), PRIME)
      state = Math.imul(state ^ Math.floor(value / 4_294_967_296), PRIME)
    } else state = sealBytes(state, typeof value === 'string' ? Buffer.from(value, 'utf8') : value)
  }
  return state
}

function sealBytes(start: number, bytes: Uint8Array): number {
  let state = Math.imul(start ^ bytes.length, PRIME)
  const words = bytes.length & ~3
  for (let at = 0; at < words; at += 4) {
    const word =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
    state = Math.imul(state ^ word, PRIME)
  }
  for (let at = words; at < bytes.length; at += 1) state = Math.imul(state ^ (bytes[at] ?? 0), PRIME)
  return state
}
