import { blake3Hash } from '#protocol'

/*
 * What a collection says of contents: a list of checksums, one for each item, or an expression for text. Coffer runs a
 * stranger's expression only where it cannot run for long.
 */

type Rule =
  | { readonly kind: 'checksums'; readonly allowed: ReadonlySet<string> }
  | { readonly kind: 'expression'; readonly pattern: string }

const HASH_BYTES = 32
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export function ruleOf(text: string, items: number): Rule {
  if (BASE64.test(text)) {
    const bytes = Buffer.from(text, 'base64')
    const allowed = new Set(bytes.toString('hex').match(/.{64}/g) ?? [])
    if (bytes.length === items * HASH_BYTES && allowed.size === items) return { kind: 'checksums', allowed }
  }
  return { kind: 'expression', pattern: text }
}

const REPEATS_MAX = 3
const PATTERN_MAX = 500
const TEXT_MAX = 128

/**
 * The expression, if matching a short text with it is quick whatever the text: few repeats, none of a group, no looking
 * around or back. `broken` if it is no expression at all, `slow` if only the network can tell.
 */
export function expressionOf(pattern: string): RegExp | 'broken' | 'slow' {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'u')
  } catch {
    return 'broken'
  }
  // Escaped signs and classes hold no repeats, and \1 to \9 look back.
  const bare = pattern.replace(/\\[^1-9k]/gu, 'x').replace(/\[[^\]]*\]/g, 'x')
  const groups = bare.replace(/\(\?:/g, '(')
  const repeats = groups.match(/[*+?{]/g)?.length ?? 0
  const slow = pattern.length > PATTERN_MAX || repeats > REPEATS_MAX || /\)[*+?{]|\(\?|\\/.test(groups)
  return slow ? 'slow' : expression
}

/** `unknown` where only the network can tell. */
export function verdictOn(rule: Rule, mediaType: string, bytes: Uint8Array): 'allowed' | 'refused' | 'unknown' {
  if (rule.kind === 'checksums') {
    return rule.allowed.has(blake3Hash(Buffer.from(bytes).toString('hex'))) ? 'allowed' : 'refused'
  }
  const expression = expressionOf(rule.pattern)
  if (expression === 'broken' || !mediaType.startsWith('text/')) return 'refused'
  const text = Buffer.from(bytes).toString('utf8')
  if (expression === 'slow' || text.length > TEXT_MAX) return 'unknown'
  return expression.test(text) ? 'allowed' : 'refused'
}
