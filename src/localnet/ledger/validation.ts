import { runInNewContext } from 'node:vm'
import { base64 } from '@scure/base'
import { blake3Hash, type InscriptionContent } from '#protocol'

const HASH_BYTES = 32
/** A stranger's expression may be written to run for ever. */
const EXPRESSION_MS = 50

/** What a collection says of the contents that may be inscribed into it. */
type Validation =
  | { readonly kind: 'checksums'; readonly allowed: ReadonlySet<string> }
  | { readonly kind: 'expression'; readonly pattern: string }

/** Checksums are one for each item, all different; whatever is not exactly that is an expression. */
export function readValidation(text: string, items: number): Validation {
  try {
    const bytes = base64.decode(text)
    if (bytes.length === items * HASH_BYTES) {
      const hex = Buffer.from(bytes).toString('hex')
      const allowed = new Set(hex.match(/.{64}/g) ?? [])
      if (allowed.size === items) return { kind: 'checksums', allowed }
    }
  } catch {
    // No base64, so an expression.
  }
  return { kind: 'expression', pattern: text }
}

export function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Checksums are of the content's bytes; an expression is for text, and no other content meets it. */
export function isAllowed(validation: Validation, content: InscriptionContent): boolean {
  if (validation.kind === 'checksums') {
    return validation.allowed.has(blake3Hash(Buffer.from(content.bytes).toString('hex')))
  }
  if (!content.mediaType.startsWith('text/')) return false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content.bytes)
    const test = "new RegExp(pattern, 'u').test(text)"
    return runInNewContext(test, { pattern: validation.pattern, text }, { timeout: EXPRESSION_MS }) === true
  } catch {
    return false
  }
}
