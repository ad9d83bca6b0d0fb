import { createHash } from 'node:crypto'
import type { Random } from '#contract/domain'

/** Repeatable bytes: the n-th call of two sources with one seed gives the same answer. */
export function seededRandom(seed: string): Random {
  let calls = 0
  return (length) => {
    calls += 1
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length; at += 32) {
      const block = createHash('sha256').update(`${seed}:${calls}:${at}`).digest()
      bytes.set(block.subarray(0, Math.min(32, length - at)), at)
    }
    return bytes
  }
}

/** Numbers that look random and are the same in every run; each below the bound that is asked for. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
