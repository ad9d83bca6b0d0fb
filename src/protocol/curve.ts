import { type Curve, nobleCurve, pointFault } from './arithmetic.ts'
import { bytesToHex, equalBytes, parseHex } from './bytes.ts'
import { type ErrorDetails, protocolError } from './error.ts'

let current: Curve = nobleCurve

/** The arithmetic in use: noble's, until a host has handed in a better one. */
export const curve = (): Curve => current

/** 2 · G and what else follows from 1 and 2 alone. */
const ONE = scalarOf(1)
const TWO = scalarOf(2)
const THREE = scalarOf(3)
const SIX = scalarOf(6)

function scalarOf(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  bytes[0] = value
  return bytes
}

/** Whether a curve computes what noble's does where the answer is known; a library built wrongly would be wrong everywhere. */
function isSound(candidate: Curve): boolean {
  const [one, two, three, six] = [ONE, TWO, THREE, SIX].map((scalar) => nobleCurve.multiplyBase(scalar))
  if (one === undefined || two === undefined || three === undefined || six === undefined) return false
  const wide = new Uint8Array(64).fill(255)
  const pairs: readonly [Uint8Array, Uint8Array][] = [
    [candidate.multiplyBase(TWO), two],
    [candidate.multiply(two, THREE), six],
    [candidate.add(one, two), three],
    [candidate.subtract(three, one), two],
    [candidate.addScalars(ONE, TWO), THREE],
    [candidate.multiplyScalars(TWO, THREE), SIX],
    [candidate.reduceScalar(wide), nobleCurve.reduceScalar(wide)],
  ]
  return pairs.every(([is, should]) => equalBytes(is, should)) && candidate.isKey(six) && !candidate.isKey(ONE)
}

/**
 * Has everything computed by the host's arithmetic from now on. Whatever computes, the bytes are the same.
 * Throws `protocol.key` for one that is wrong about small multiples of the base point; the one before stays.
 */
export function installCurve(candidate: Curve): void {
  if (!isSound(candidate)) throw protocolError('protocol.key', 'the arithmetic of the host is wrong')
  current = candidate
}

/** Keys that passed, oldest first, as the kernel keeps them too: an output's keys are met again when it is spent. */
const passed = new Set<string>()
const PASSED_MAX = 4096

/** The bytes of a public key that the kernel accepts ("kernel: CheckKey"). Throws `protocol.key`. */
export function readKey(key: unknown, what = 'key', details: ErrorDetails = {}): Uint8Array {
  const hex = key instanceof Uint8Array ? bytesToHex(key) : key
  const bytes = parseHex(hex, 32, what, 'protocol.key', details)
  if (typeof hex !== 'string' || passed.has(hex)) return bytes
  if (!current.isKey(bytes)) {
    throw protocolError('protocol.key', `${what} ${pointFault(bytes)}`, { ...details, what })
  }
  const oldest = passed.values().next()
  if (passed.size >= PASSED_MAX && oldest.done === false) passed.delete(oldest.value)
  passed.add(hex)
  return bytes
}
