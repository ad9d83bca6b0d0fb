import { randomFillSync } from 'node:crypto'
import type { Random } from '#contract/domain'

/** The machine's randomness, for keys as well. The bytes are the caller's alone. */
export const createRandom = (): Random => (length) => randomFillSync(new Uint8Array(length))
