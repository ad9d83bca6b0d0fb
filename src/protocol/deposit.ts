import { bytesToHex, concatBytes, parseHex, type Secret, utf8Bytes } from './bytes.ts'
import { blake3, sha3 } from './hash.ts'
import { signBytesWithSeed, type VerifyOptions, verifySignature } from './signature.ts'
import type { DepositData } from './transaction.ts'
import { bytesOfText } from './wire-text.ts'

/** A deposit address as the service gives it out, with the kernel's signature over it. */
interface SignedDepositEntry {
  readonly destination: string
  readonly tag: string
  readonly signature: string
}

/** Digest that a deposit entry's signature covers: SHA3-256 of the destination, and of `:tag` if there is a tag. */
export function depositEntryDigest(destination: string, tag: string): string {
  return bytesToHex(sha3(utf8Bytes(tag === '' ? destination : `${destination}:${tag}`)))
}

/** Throws `protocol.key` for a seed that is none. */
export function signDepositEntry(seed: Secret, destination: string, tag: string): string {
  return bytesToHex(signBytesWithSeed(seed, parseHex(depositEntryDigest(destination, tag))))
}

/** Whether one of the network's keys signed this entry. An entry that fails is not shown to anybody. */
export function verifyDepositEntry(
  entry: SignedDepositEntry,
  keys: readonly string[],
  options: VerifyOptions = {},
): boolean {
  const digest = depositEntryDigest(entry.destination, entry.tag)
  return keys.some((key) => verifySignature(key, digest, entry.signature, options))
}

/** What makes a deposit unique on the ledger ("kernel: deposit unique key"). */
export function depositUniqueKey({ chain, transaction, index }: Omit<DepositData, 'assetKey' | 'amount'>): string {
  const inner = sha3(concatBytes(utf8Bytes(`${chain}:`), bytesOfText(transaction), utf8Bytes(`:${index}`)))
  return bytesToHex(blake3(concatBytes(parseHex(chain, 32, 'chain'), inner)))
}
