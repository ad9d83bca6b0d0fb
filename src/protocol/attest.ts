import { bytesToHex, utf8Bytes, withBytes } from './bytes.ts'
import { blake3Derived } from './hash.ts'
import { type SpendSecret, spendScalar } from './scalar.ts'
import { verifySignature } from './signature.ts'

/* Coffer's own: texts that members of a group hand to each other. Nothing of this is known to the kernel or the service. */

/** No message of the kernel or the service begins so; both sign 32 bytes, and this is longer. */
const DOMAIN = 'COFFER:ATTEST:1:these words pay nobody:'

/** Hex of what is signed for a text. */
export function attestedMessage(text: string): string {
  return bytesToHex(utf8Bytes(DOMAIN + text))
}

export function verifyAttested(publicKey: string, text: string, signature: string): boolean {
  return verifySignature(publicKey, attestedMessage(text), signature)
}

const STATEMENT_DOMAIN = 'COFFER:STATEMENT:1:these words pay nobody:'

const STATEMENT_LABEL = 'coffer 2026-11 key of statements'

/** Seed of the key that signs statements: the same for a spend key in either form, and one that can pay nothing. */
export function statementSeed(spend: SpendSecret): Uint8Array {
  return withBytes(spendScalar(spend), (scalar) => blake3Derived(STATEMENT_LABEL, scalar, 32))
}

/** Hex of what is signed for a statement of account. */
export function statementMessage(text: string): string {
  return bytesToHex(utf8Bytes(STATEMENT_DOMAIN + text))
}

export function verifyStatement(publicKey: string, text: string, signature: string): boolean {
  return verifySignature(publicKey, statementMessage(text), signature)
}
