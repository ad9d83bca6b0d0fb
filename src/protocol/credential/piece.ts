/*
 * What people paste is seldom one clean file: a keystore and a key below it, two sections of a node's configuration, a chat message. Here a
 * text is only taken apart; what its pieces mean is said in `reader.ts`. Every step is linear in the text, whatever it holds.
 */

/** A piece of a text, in the order in which the pieces begin. */
export type Piece =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Names and values line by line: `.env`, TOML, flat YAML. The section is TOML's, or a YAML name above. */
  | { readonly kind: 'lines'; readonly section: string; readonly members: Map<string, unknown> }
  | { readonly kind: 'loose'; readonly lines: string[] }
  | { readonly kind: 'pem' }
  /** Begins like JSON and is none. */
  | { readonly kind: 'broken' }

/** Says whether a name is one of a keystore's, so that `pin:` is an empty member and `production:` the title of what follows. */
type IsKnown = (name: string) => boolean

const COMMENT = /^(?:#|\/\/|;|`{3})/
/** What looks like a comment and may be base64, two of whose signs are slashes. */
const SLASHED = /^\/\/[\w+/=-]*$/
const RULE = /^(?:-{3,}|={3,})$/
const HEADER = /^\[{1,2}\s*([\w."' -]*\w["']?)\s*\]{1,2}\s*(?:#.*)?$/
const HEADER_MAX = 200
/** Blanks, and the mark of an entry of a list. */
const LEAD = /[^\S\n]*(?:[-*•][^\S\n]+)?/y
const ASSIGNMENT = /^(?:export\s+|set\s+)?(["'`]?)([A-Za-z][\w.\- ]{0,63}?)\1\s*(?:=>|=|:)\s*/
const AFTER_QUOTE = /^[,;]?\s*(?:(?:#|\/\/).*)?$/
/** No value of a keystore has more characters, RSA keys of 8192 bits included. */
const VALUE_MAX = 16_384

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function endOfLead(text: string, at: number): number {
  LEAD.lastIndex = at
  return at + (LEAD.exec(text)?.[0].length ?? 0)
}

/** The name in brackets that a line consists of. */
function headerAt(text: string, at: number): string | null {
  if (text[at] !== '[') return null
  const [line = ''] = text.slice(at, at + HEADER_MAX).split('\n', 1)
  return HEADER.exec(line.trimEnd())?.[1] ?? null
}

/** Where the bracket at `from` is closed, strings left out; -1 if that is not before `limit`. */
function endOfBrackets(text: string, from: number, limit: number): number {
  let depth = 0
  let inText = false
  for (let at = from; at < limit; at++) {
    const char = text[at]
    if (inText) {
      if (char === '\\') at++
      else if (char === '"') inText = false
    } else if (char === '"') inText = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return -1
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

interface Value {
  readonly value: unknown
  /** Where the next line begins. */
  readonly next: number
}

/** A value in quotes. Only PEM and what stands in three quotes may go over several lines. */
function quoted(text: string, from: number, end: number): Value | null {
  const mark = ['"""', "'''", '"', "'", '`'].find((one) => text.startsWith(one, from))
  if (mark === undefined) return null
  const start = from + mark.length
  const isLong = mark.length === 3 || text.startsWith('-----BEGIN', start)
  const within = text.slice(start, isLong ? start + VALUE_MAX : end)
  let close = within.indexOf(mark)
  while (mark === '"' && close > 0 && within[close - 1] === '\\') close = within.indexOf(mark, close + 1)
  if (close === -1) return null
  const stop = endOfLine(text, start + close)
  if (!AFTER_QUOTE.test(text.slice(start + close + mark.length, stop).trim())) return null
  const inner = within.slice(0, close)
  const escaped = mark === '"' && inner.includes('\\') ? parsed(`"${inner}"`) : null
  return { value: jsonWithin(escaped === null ? inner : escaped.value), next: stop + 1 }
}

/** Programs that take settings by name only are given a whole keystore as one of them. */
function jsonWithin(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  return parsed(value)?.value ?? value
}

function bare(text: string, from: number, end: number): Value {
  if (text.startsWith('-----BEGIN', from)) {
    const stop = text.slice(from, from + VALUE_MAX).indexOf('-----END')
    const last = stop === -1 ? end : endOfLine(text, from + stop)
    return { value: text.slice(from, last), next: last + 1 }
  }
  const line = text.slice(from, end)
  const begin = line.length - line.trimStart().length
  // Base64 may begin with two slashes.
  const first = SLASHED.test(line.trim()) ? begin : 0
  const comment = [' #', '\t#', ' //', '\t//'].map((mark) => line.indexOf(mark, first)).filter((at) => at !== -1)
  const value = line
    .slice(0, Math.min(line.length, ...comment))
    .trim()
    .replace(/[,;]$/, '')
  return { value: value.trim(), next: end + 1 }
}

export function readPieces(source: string, isKnown: IsKnown): Piece[] {
  const text = source.replaceAll('\uFEFF', '').replace(/\r\n?/g, '\n')
  const pieces: Piece[] = []
  let section = ''
  let lines: Extract<Piece, { kind: 'lines' }> | null = null
  let loose: Extract<Piece, { kind: 'loose' }> | null = null
  /** Brackets that are never closed must not make every line read the rest of the text. */
  let budget = 2 * text.length

  const close = (title = ''): void => {
    section = title
    lines = null
    loose = null
  }
  const inBrackets = (from: number): Value | null => {
    if (text[from] !== '{' && text[from] !== '[') return null
    const limit = Math.min(text.length, from + budget)
    const stop = endOfBrackets(text, from, limit)
    budget -= (stop === -1 ? limit : stop) - from
    return stop === -1
      ? null
      : { value: parsed(text.slice(from, stop))?.value ?? null, next: endOfLine(text, stop) + 1 }
  }
  const assign = (name: string, value: unknown): void => {
    loose = null
    // A second account in the same lines begins with a name that had its value.
    if (lines === null || (isKnown(name) && (lines.members.get(name) ?? '') !== '')) {
      lines = { kind: 'lines', section, members: new Map() }
      pieces.push(lines)
    }
    lines.members.set(name, value)
  }

  let at = 0
  while (at < text.length) {
    const start = endOfLead(text, at)
    const title = headerAt(text, start)
    if (title === null && (text[start] === '{' || text[start] === '[')) {
      close()
      const stop = endOfBrackets(text, start, text.length)
      const json = stop === -1 ? null : parsed(text.slice(start, stop))
      pieces.push(json === null ? { kind: 'broken' } : { kind: 'json', ...json })
      at = stop === -1 ? text.length : stop
      while (at < text.length && ',;'.includes(text[at] ?? '')) at++
      continue
    }
    const end = endOfLine(text, start)
    const line = text.slice(start, end).trimEnd()
    at = end + 1
    if (line === '') loose?.lines.push('')
    else if (title !== null) close(title)
    else if (RULE.test(line)) close()
    else if (line.startsWith('-----BEGIN')) {
      close()
      pieces.push({ kind: 'pem' })
      const stop = text.indexOf('-----END', start)
      at = stop === -1 ? text.length : endOfLine(text, stop) + 1
    } else if (!COMMENT.test(line)) {
      const given = ASSIGNMENT.exec(line)
      const name = given?.[2]?.trim() ?? ''
      const from = start + (given?.[0].length ?? 0)
      const isName = name !== '' && (isKnown(name) || !name.includes(' '))
      const found = isName ? (quoted(text, from, end) ?? inBrackets(from) ?? bare(text, from, end)) : null
      const value = typeof found?.value === 'string' ? found.value : null
      // The end of wrapped base64 and an address are no names; a name with nothing behind it is the title of a section.
      if (found === null || (!isKnown(name) && value !== null && (/^=*$/.test(value) || value.startsWith('//')))) {
        if (found !== null && line.endsWith(':')) close(name)
        else if (loose === null) {
          loose = { kind: 'loose', lines: [line] }
          pieces.push(loose)
        } else loose.lines.push(line)
      } else {
        assign(name, found.value)
        at = found.next
      }
    }
  }
  return pieces
}
