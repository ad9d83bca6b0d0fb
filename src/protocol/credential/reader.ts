import type { Credential, KeyRules } from './forms.ts'
import { readLoose } from './loose.ts'
import { groupMembers, isMemberName, plainName } from './member.ts'
import { type Piece, readPieces } from './piece.ts'
import { isKeystore, type Place, readMembers } from './session.ts'

/** A text has at most so many characters, and is read for at most so many credentials. */
const TEXT_MAX = 2 ** 20
const FOUND_MAX = 64
/** How many members may lead to a keystore, one in the other. */
const WRAPPERS_MAX = 3

interface Found {
  readonly rules: KeyRules
  readonly credentials: Credential[]
}

const isFull = ({ credentials }: Found): boolean => credentials.length > FOUND_MAX

function add(found: Found, credential: Credential): void {
  const isLast = found.credentials.length === FOUND_MAX
  if (!isFull(found)) found.credentials.push(isLast ? { kind: 'refused', what: '', form: 'large' } : credential)
}

/** An object, or what wraps it: a list, or a member of another object. */
function readValue(value: unknown, place: Place, found: Found, wrappers = WRAPPERS_MAX): void {
  if (Array.isArray(value)) {
    for (const item of value) if (!Array.isArray(item)) readValue(item, place, found, wrappers)
  } else if (typeof value === 'object' && value !== null && !isFull(found)) {
    readEntries(Object.entries(value), place, found, wrappers)
  }
}

function readEntries(
  entries: readonly (readonly [string, unknown])[],
  place: Place,
  found: Found,
  wrappers = WRAPPERS_MAX,
): void {
  for (const members of groupMembers(entries)) {
    if (isFull(found)) return
    if (isKeystore(members)) add(found, readMembers(members, place, found.rules))
  }
  if (wrappers === 0) return
  for (const [name, inner] of entries) {
    const path = place.path === '' ? plainName(name) : `${place.path}.${plainName(name)}`
    // What stands in lines holds objects as JSON only.
    readValue(inner, { syntax: 'json', path }, found, wrappers - 1)
  }
}

const plainPath = (section: string): string =>
  section
    .split('.')
    .map((part) => plainName(part.replace(/["']/g, '').trim()))
    .join('.')

function readPiece(piece: Piece, found: Found): void {
  if (piece.kind === 'json') readValue(piece.value, { syntax: 'json', path: '' }, found)
  else if (piece.kind === 'lines') {
    readEntries([...piece.members], { syntax: 'lines', path: plainPath(piece.section) }, found)
  } else if (piece.kind === 'loose') {
    for (const credential of readLoose(piece.lines, found.rules)) add(found, credential)
  } else add(found, { kind: 'refused', what: '', form: piece.kind === 'pem' ? 'rsa' : 'json' })
}

/** What a text holds, in order; nothing for a blank one. Never throws. */
export function credentialsOfText(text: string, rules: KeyRules): Credential[] {
  if (text.length > TEXT_MAX) return [{ kind: 'refused', what: '', form: 'large' }]
  const found: Found = { rules, credentials: [] }
  for (const piece of readPieces(text, isMemberName)) readPiece(piece, found)
  if (found.credentials.some(({ kind }) => kind !== 'refused') || text.trim() === '') return found.credentials
  const alone = keyAlone(text, rules)
  if (alone.length > 0) return alone
  return found.credentials.length > 0 ? found.credentials : [{ kind: 'refused', what: '', form: 'unknown' }]
}

/** A text that is one key and nothing else, however it is broken into lines that look like something: a comment, an entry of a list. */
function keyAlone(text: string, rules: KeyRules): Credential[] {
  const whole = text.replace(/[\s\uFEFF]+/g, '')
  if (!/^[\w+/=-]+$/.test(whole)) return []
  const found: Found = { rules, credentials: [] }
  readPiece({ kind: 'loose', lines: [whole] }, found)
  return found.credentials.every(({ kind }) => kind === 'spend-key') ? found.credentials : []
}

/** The same of a value that was parsed already. */
export function credentialsOfValue(value: unknown, rules: KeyRules): Credential[] {
  const found: Found = { rules, credentials: [] }
  readValue(value, { syntax: 'json', path: '' }, found)
  return found.credentials
}
