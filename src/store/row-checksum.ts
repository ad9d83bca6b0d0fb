import type { Value } from './database.ts'

const PRIME = 16_777_619

/**
 * A 32-bit checksum over a row's values in column order (FNV-1a, a word at a time). Every step is a bijection of the
 * state, so one changed word never goes unnoticed. Against faults of disks, not against people.
 */
export function seal(values: readonly Value[]): bigint {
  let state = 0x811c9dc5 | 0
  for (const value of values) {
    if (value === null) state = Math.imul(state ^ 1, PRIME)
    else if (typeof value === 'bigint') {
      state = Math.imul(state ^ Number(BigInt.asIntN(32, value)), PRIME)
      state = Math.imul(state ^ Number(BigInt.asIntN(32, value >> 32n)), PRIME)
    } else if (typeof value === 'number') {
      state = Math.imul(state ^ (value | 0), PRIME)
      state = Math.imul(state ^ Math.floor(value / 4_294_967_296), PRIME)
    } else state = sealBytes(state, typeof value === 'string' ? Buffer.from(value, 'utf8') : value)
  }
  return BigInt(state)
}

function sealBytes(start: number, bytes: Uint8Array): number {
  let state = Math.imul(start ^ bytes.length, PRIME)
  const whole = bytes.length & ~3
  for (let at = 0; at < whole; at += 4) {
    const word =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
    state = Math.imul(state ^ word, PRIME)
  }
  for (let at = whole; at < bytes.length; at += 1) state = Math.imul(state ^ (bytes[at] ?? 0), PRIME)
  return state
}
