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
