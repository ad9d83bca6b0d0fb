import { failure } from '#contract/errors'

/* Records whose members are only shown, never searched. */

/** Anything that JSON can carry, bigint included. */
export type Json = string | number | boolean | bigint | null | readonly Json[] | { readonly [key: string]: Json }

const BIG = '$bigint'
/** The marker, and what it becomes in records that have a member of that name themselves. */
const MARKER = /^\$+bigint$/
const ESCAPED = /^\$\$+bigint$/
const DIGITS = /^-?\d+$/

/**
 * JSON that keeps bigint members (amounts, times) exact. Whatever the value holds, it comes back as it was: a member that
 * is named like the marker gets one more `$`, so that nobody's data can pass for a bigint, or for a broken one.
 */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'bigint') return { [BIG]: member.toString() }
    return isRecord(member) ? renamed(member, MARKER, (name) => `$${name}`) : member
  })
}

/**
 * Reads what `jsonOf` wrote; the caller names the type it stored. Only an object of the one member `$bigint` with digits is
 * a bigint; all else is data, since older files may hold records in which it was not escaped.
 */
export function fromJson<Value>(text: string): Value {
  try {
    if (!text.includes('bigint"')) return JSON.parse(text) as Value // written by jsonOf from a value of that type, and sealed
    return JSON.parse(text, (_key, member: unknown) => {
      if (!isRecord(member)) return member
      const digits = Object.hasOwn(member, BIG) && Object.keys(member).length === 1 ? member[BIG] : undefined
      if (typeof digits === 'string' && DIGITS.test(digits)) return BigInt(digits)
      return renamed(member, ESCAPED, (name) => name.slice(1))
    }) as Value // as above
  } catch (error) {
    throw failure('store.damaged', 'stored record is not JSON', { cause: error })
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same record while no name is of that pattern. */
function renamed(
  record: Readonly<Record<string, unknown>>,
  pattern: RegExp,
  rename: (name: string) => string,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(record)
  if (!names.some((name) => name.startsWith('$') && pattern.test(name))) return record
  return Object.fromEntries(names.map((name) => [pattern.test(name) ? rename(name) : name, record[name]]))
}
