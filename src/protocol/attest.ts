import { bytesToHex, utf8Bytes } from './bytes.ts'
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
