import { type Curve, nobleCurve, pointFault, type VerifyEd25519 } from './arithmetic.ts'
import { bytesToHex, parseHex } from './bytes.ts'
import { type ErrorDetails, protocolError } from './error.ts'
import { sha512 } from './hash.ts'

let current: Curve = nobleCurve

/** The arithmetic in use: noble's, until a host has handed in a better one. */
export const curve = (): Curve => current

const scalarOf = (value: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? value : 0))

/** Answers that are known: small multiples of the base point, 2^512 - 1 modulo the order, and a signature of RFC 8032, 7.1. */
const KNOWN = {
  one: '5866666666666666666666666666666666666666666666666666666666666666',
  two: 'c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022',
  three: 'd4b4f5784868c3020403246717ec169ff79e26608ea126a1ab69ee77d1b16712',
  six: 'f47e49f9d07ad2c1606b4d94067c41f9777d4ffda709b71da1d88628fce34d85',
  widest: '000f9c44e31106a447938568a71b0ed065bef517d273ecce3d9a307c1b419903',
  seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
  publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  message: 'af82',
  signature:
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
} as const
/** Of texts to be hashed: none, of less than a block, of one and of more. */
const LENGTHS = [0, 32, 96, 128, 300]
const known = (name: keyof typeof KNOWN): Uint8Array => parseHex(KNOWN[name])

/** Whether a curve gives the answers that are known: a library built wrongly would be wrong everywhere. */
function isSound(candidate: Curve): boolean {
  const [one, two, three] = [scalarOf(1), scalarOf(2), scalarOf(3)]
  const answers: readonly (readonly [Uint8Array, string])[] = [
    [candidate.multiplyBase(two), KNOWN.two],
    [candidate.multiply(known('two'), three), KNOWN.six],
    [candidate.add(known('one'), known('two')), KNOWN.three],
    [candidate.subtract(known('three'), known('one')), KNOWN.two],
    [candidate.addScalars(one, two), bytesToHex(three)],
    [candidate.multiplyScalars(two, three), bytesToHex(scalarOf(6))],
    [candidate.reduceScalar(new Uint8Array(64).fill(255)), KNOWN.widest],
    [candidate.sign(known('seed'), known('message')), KNOWN.signature],
    ...LENGTHS.map((length) => {
      const bytes = new Uint8Array(length).fill(length)
      return [candidate.sha512(bytes), bytesToHex(sha512(bytes))] as const
    }),
  ]
  const signed = [known('publicKey'), known('message'), known('signature')] as const
  const other = [known('publicKey'), known('six'), known('signature')] as const
  return (
    answers.every(([is, should]) => bytesToHex(is) === should) &&
    candidate.isKey(known('six')) &&
    // As a point, these bytes are the identity.
    !candidate.isKey(one) &&
    [candidate.verify, candidate.verifyMet, candidate.verifyOwn].every(
      (verify) => verify(...signed) && !verify(...other),
    )
  )
}

/**
 * Has everything computed by the host's arithmetic from now on. Whatever computes, the bytes are the same.
 * Throws `protocol.key` for one that is wrong where the answer is known; the one before stays.
 */
export function installCurve(candidate: Curve): void {
  if (!isSound(candidate)) throw protocolError('protocol.key', 'the arithmetic of the host is wrong')
  current = candidate
}

/** Keys that passed, as the kernel keeps them too: an output's keys are met again when it is spent. Those before are dropped once there are as many new ones. */
let [passed, passedBefore] = [new Set<string>(), new Set<string>()]
const PASSED_MAX = 4096

const hasPassed = (key: string): boolean => passed.has(key) || passedBefore.has(key)

function remember(key: string): void {
  if (passed.size >= PASSED_MAX) [passed, passedBefore] = [new Set(), passed]
  passed.add(key)
}

/** The kernel's equation under the kernel's rule for keys, which a key that was met before need not pass again. */
export const verifyByCurve: VerifyEd25519 = (publicKey, message, signature) => {
  const key = bytesToHex(publicKey)
  if (hasPassed(key)) return current.verifyMet(publicKey, message, signature)
  const isGood = current.verify(publicKey, message, signature)
  if (isGood) remember(key)
  return isGood
}

/** The bytes of a public key that the kernel accepts ("kernel: CheckKey"). Throws `protocol.key`. */
export function readKey(key: unknown, what = 'key', details: ErrorDetails = {}): Uint8Array {
  const hex = key instanceof Uint8Array ? bytesToHex(key) : key
  const bytes = parseHex(hex, 32, what, 'protocol.key', details)
  if (typeof hex !== 'string' || hasPassed(hex)) return bytes
  if (!current.isKey(bytes)) {
    throw protocolError('protocol.key', `${what} ${pointFault(bytes)}`, { ...details, what })
  }
  remember(hex)
  return bytes
}
