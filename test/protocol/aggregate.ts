import { createHash } from 'node:crypto'
import { verifyByHost } from '#platform'
import { type AggregatedSignature, addScalars, signWithScalar, type Transaction, transactionHash } from '#protocol'
import type { Coin, Holder } from '../support/coins.ts'

/*
 * Aggregated signatures, which Coffer reads and never makes. Written from the rule, with arithmetic of its own.
 */

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const LABEL = 'mixin-aggregate-coefficient-v1'

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
const scalarHex = (value: bigint): string =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export interface SigningPosition {
  readonly position: number
  readonly key: string
  /** Private scalar of the key. */
  readonly scalar: string
}

/** One signature of all these positions over a message. */
export function aggregate(signing: readonly SigningPosition[], message: string): AggregatedSignature {
  const listed = signing.flatMap(({ position, key }) => [u32(position), Buffer.from(key, 'hex')])
  const transcript = Buffer.concat([u32(signing.length), ...listed])
  const sum = signing.reduce((total, { position, key, scalar }) => {
    const hash = createHash('sha512').update(LABEL).update(transcript).update(u32(position)).update(key, 'hex')
    return (total + numberOf(hash.digest()) * numberOf(Buffer.from(scalar, 'hex'))) % ORDER
  }, 0n)
  return {
    signature: signWithScalar(scalarHex(sum), message, { verify: verifyByHost }),
    signers: signing.map(({ position }) => position),
  }
}

/** Every key of these coins in one list, with the scalars of its holders, who are the same for all coins. */
export function positionsOf(coins: readonly Coin[], holders: readonly Holder[]): SigningPosition[] {
  return coins
    .flatMap(({ keys, views }) => keys.map((key, place) => ({ key, view: views[place] ?? '', place })))
    .map(({ key, view, place }, position) => ({
      position,
      key,
      scalar: addScalars(view, holders[place]?.spendPrivateKey ?? ''),
    }))
}

/** The transaction with an aggregated signature of these positions. */
export function aggregated(transaction: Transaction, signing: readonly SigningPosition[]): Transaction {
  const { signatures: _, aggregated: __, ...unsigned } = transaction
  return { ...unsigned, aggregated: aggregate(signing, transactionHash(unsigned)) }
}
