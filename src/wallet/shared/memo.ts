import { sha3Hash } from '#protocol'
import { memoText } from '#store'
import { type Said, said } from '#words/facts'

/** More hex than this is stored content, which is read on its own: lists and reviews would carry megabytes of it. */
const ROW_CHARACTERS = 1024
export const REVIEW_CHARACTERS = 100_000

/** A memo as a row of a list shows it; null where there is none, no text, or too much of it. */
export function shortMemo(memoHex: string): string | null {
  return memoHex === '' || memoHex.length > ROW_CHARACTERS ? null : memoText(memoHex)
}

/** Its bytes for a page about one movement, which reads longer content by itself. */
export function shortHex(memoHex: string): string {
  return memoHex.length > ROW_CHARACTERS ? '' : memoHex
}

/** Bytes as a review shows them; what is too long for that is only stored, and its hash says the same. */
export function shownBytes(transaction: { readonly extra: string; readonly raw: string }) {
  const { extra, raw } = transaction
  const long = extra.length > REVIEW_CHARACTERS
  return {
    extraHex: long ? '' : extra,
    extraText: long || extra === '' ? null : memoText(extra),
    raw: raw.length > 2 * REVIEW_CHARACTERS ? '' : raw,
  }
}

/** A memo in one line of a comparison: its text, or its bytes where they are none. */
export function memoWords(hex: string): string | Said {
  if (hex === '') return said('check.approvals.none')
  if (hex.length > REVIEW_CHARACTERS) {
    return said('check.approvals.bytes', { bytes: hex.length / 2, hash: sha3Hash(hex) })
  }
  return memoText(hex) ?? hex
}
