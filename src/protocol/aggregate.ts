import { sha512 } from '@noble/hashes/sha2.js'
import type { VerifyEd25519 } from './arithmetic.ts'
import { concatBytes, parseHex, utf8Bytes } from './bytes.ts'
import { curve, readKey } from './curve.ts'
import { CofferError } from './error.ts'
import { uniformScalar } from './scalar.ts'
import { verifyBytes } from './signature.ts'
import type { AggregatedSignature } from './transaction.ts'

/*
 * One signature for many keys. All of this is public: keys, positions and coefficients. None is ever made here.
 */

const COEFFICIENT = utf8Bytes('mixin-aggregate-coefficient-v1')

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Whether positions are written in the one order there is. */
export function isAscending(signers: readonly number[]): boolean {
  return signers.every((signer, at) => at === 0 || signer > (signers[at - 1] ?? signer))
}

/**
 * The key that stands for all signers ("kernel: aggregate coefficient"): each key times a scalar that follows from all of
 * them, so that nobody can choose his own to cancel the others.
 */
function aggregatedKey(signed: readonly { readonly position: Uint8Array; readonly key: Uint8Array }[]): Uint8Array {
  const parts = signed.flatMap(({ position, key }) => [position, key])
  // The part that all coefficients share is hashed once.
  const shared = sha512
    .create()
    .update(COEFFICIENT)
    .update(concatBytes(u32(signed.length), ...parts))
  const { multiply, add } = curve()
  const points = signed.map(({ position, key }) => {
    const coefficient = uniformScalar(shared.clone().update(position).update(key).digest())
    return multiply(readKey(key), coefficient)
  })
  return points.reduce((sum, point) => add(sum, point))
}

/**
 * Whether an aggregated signature holds for the keys at its positions. `keys` are those of all inputs, one list in order;
 * no position, one beyond the keys, or one out of order is as wrong as a signature that does not fit.
 */
export function verifyAggregated(
  { signature, signers }: AggregatedSignature,
  keys: readonly string[],
  message: Uint8Array,
  verify?: VerifyEd25519,
): boolean {
  const places = signers.flatMap((signer) => keys[signer] ?? [])
  if (signers.length === 0 || places.length !== signers.length || !isAscending(signers)) return false
  try {
    const signed = signers.map((signer, at) => ({ position: u32(signer), key: parseHex(places[at], 32, 'key') }))
    return verifyBytes(aggregatedKey(signed), message, parseHex(signature, 64), verify)
  } catch (error) {
    if (error instanceof CofferError) return false
    throw error
  }
}

/** Positions that fall to each input, counted within its own keys; positions beyond all keys fall to none. */
export function signersOfInputs(
  { signers }: AggregatedSignature,
  inputs: readonly { readonly keys: readonly string[] }[],
): number[][] {
  let from = 0
  return inputs.map(({ keys }) => {
    const [first, end] = [from, from + keys.length]
    from = end
    return signers.filter((signer) => signer >= first && signer < end).map((signer) => signer - first)
  })
}
