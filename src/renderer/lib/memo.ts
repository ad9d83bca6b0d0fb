import { say } from '#words'
/* A memo travels as raw bytes written in hex; people write text or, on demand, the hex itself. */

export const MEMO_BYTES = 255
/** Longer content is stored as an object; so much of it passes through the form. */
export const STORED_BYTES = 100_000

const HEX = /^(?:[0-9a-f]{2})*$/

export interface Memo {
  /** Lower-case hex, or null when the hex that was typed is not valid. */
  readonly hex: string | null
  readonly bytes: number
  readonly problem: string | null
}

export function bytesHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A memo as the form holds it: as text where that is exactly its bytes, which words of others that were made fit to be shown need not be. */
export function writtenMemo(
  text: string | null,
  hex: string,
): { readonly memo: string; readonly memoForm: 'text' | 'hex' } {
  const isExact = text !== null && bytesHex(new TextEncoder().encode(text)) === hex
  return isExact || hex === '' ? { memo: text ?? '', memoForm: 'text' } : { memo: hex, memoForm: 'hex' }
}

export function readMemo(typed: string, form: 'text' | 'hex', most: number = MEMO_BYTES): Memo {
  const hex = form === 'text' ? bytesHex(new TextEncoder().encode(typed)) : typed.replace(/\s+/g, '').toLowerCase()
  const bytes = Math.ceil(hex.length / 2)
  if (!HEX.test(hex)) return { hex: null, bytes, problem: say('lib.hex-is-pairs-of-the-digits') }
  if (bytes > most) return { hex: null, bytes, problem: say('lib.bytes-is-the-most-shorten-it', { bytes, most }) }
  return { hex, bytes, problem: null }
}

/** The text of memo bytes when they are valid UTF-8 without control characters, else null. */
export function memoText(hex: string): string | null {
  const pairs = hex.match(/../g) ?? []
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
    )
    return /[^\P{C}\n\t]/u.test(text) ? null : text
  } catch {
    return null
  }
}
