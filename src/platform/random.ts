import { randomBytes } from 'node:crypto'
import type { Random } from '#contract/domain'

/** The machine's randomness, for keys as well. The bytes are the caller's alone. */
export const createRandom = (): Random => (length) => new Uint8Array(randomBytes(length))
