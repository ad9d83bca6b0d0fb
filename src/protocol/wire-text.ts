import { bytesToHex, parseHex, utf8Bytes, utf8Text } from './bytes.ts'
import { CofferError, type ProtocolErrorCode } from './error.ts'

/**
 * Text inside a transaction. The kernel takes any bytes for it: those that are valid UTF-8 are a string here, all others are
 * kept as they are, in hex. A transaction that could not be read would hold its coins for no reason that anybody sees.
 */
export type WireText = string | { readonly hex: string }

export function textOfBytes(bytes: Uint8Array): WireText {
  try {
    return utf8Text(bytes)
  } catch (error) {
    if (error instanceof CofferError) return { hex: bytesToHex(bytes) }
    throw error
  }
}

/** The bytes again. Throws the given code for a string that no UTF-8 stands for, and for hex that is none. */
export function bytesOfText(text: WireText, code: ProtocolErrorCode = 'protocol.bytes'): Uint8Array {
  return typeof text === 'string' ? utf8Bytes(text, code) : parseHex(text.hex, undefined, 'text', code)
}

/** For people: text as it is, other bytes in hex and called that. */
export function shownText(text: WireText): string {
  return typeof text === 'string' ? text : `hex ${text.hex} (no valid text)`
}
