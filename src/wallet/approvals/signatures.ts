import { encodeScript, type VerifyEd25519, verifySignature, verifyTransaction } from '#protocol'
import { keepNewest } from '../shared/newest.ts'
import type { Coin } from './request.ts'

export interface CountedSignatures {
  /** Places in the sorted members whose signature is good on every input, ascending. */
  readonly valid: readonly number[]
  /** How many signatures are bad, over all inputs. */
  readonly invalid: number
}

/** Counts nothing while a coin is not known: without its keys a good signature cannot be told from a bad one. */
export type CountSignatures = (
  raw: string,
  coins: readonly (Pick<Coin, 'keys'> | undefined)[],
  threshold: number,
) => CountedSignatures

/** Signatures remembered for one account: more than fifty of the largest requests carry, in some three megabytes. */
const REMEMBERED_MAX = 16_384

/**
 * A request is counted anew by each look at it, and its signatures are what that costs. One that was found good is good for ever for
 * the same key, message and bytes of signature, which are what it is remembered by.
 */
export function createSignatureCount(): CountSignatures {
  const good = new Map<string, true>()
  const verify: VerifyEd25519 = (...claim) => {
    const key = Buffer.concat(claim).toString('latin1')
    if (good.has(key)) return true
    const [publicKey, message, signature] = claim.map((bytes) => Buffer.from(bytes).toString('hex'))
    if (!verifySignature(publicKey ?? '', message ?? '', signature ?? '')) return false
    keepNewest(good, key, true, REMEMBERED_MAX)
    return true
  }
  return (raw, coins, threshold) => {
    const script = encodeScript(threshold)
    const spent = coins.flatMap((coin) => (coin === undefined ? [] : { keys: coin.keys, script }))
    if (spent.length < coins.length) return { valid: [], invalid: 0 }
    const { inputs } = verifyTransaction(raw, spent, { verify })
    const [first, ...rest] = inputs
    const valid = (first?.valid ?? []).filter((place) => rest.every((input) => input.valid.includes(place)))
    return { valid, invalid: inputs.reduce((sum, input) => sum + input.invalid.length, 0) }
  }
}
