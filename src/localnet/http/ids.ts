import { invalidField } from '../refusal.ts'

/** Far deeper than anything that is asked. */
const DEPTH_MAX = 32
const ID = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}(?::\d{1,5})?)$/i

/**
 * What was asked, with ids and hashes in lower case: they are numbers, and some programs write them in capitals. Of texts nothing
 * but a whole uuid, a whole hash or the place of an output is touched. A member that is null is left out, as programs in Go write
 * what they do not mean. Throws 10002 for what nests too deeply.
 */
export function lowered(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX) throw invalidField('', 'nests too deeply')
  if (typeof value === 'string') return ID.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map((each) => lowered(each, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(given.map(([name, member]) => [name, lowered(member, depth + 1)]))
}
