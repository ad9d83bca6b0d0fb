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
    return exact(JSON.parse(text)) as Value // as above
  } catch (error) {
    throw failure('store.damaged', 'stored record is not JSON', { cause: error })
  }
}

/** A value that was just parsed, with what stands for a bigint in place of it. Changed where it is: handing each member to `JSON.parse` takes three times as long. */
function exact(value: unknown): unknown {
  if (!isRecord(value)) {
    if (Array.isArray(value)) for (const [at, member] of value.entries()) if (isWhole(member)) value[at] = exact(member)
    return value
  }
  const names = Object.keys(value)
  const digits = names.length === 1 ? value[BIG] : undefined
  if (typeof digits === 'string' && names[0] === BIG && DIGITS.test(digits)) return BigInt(digits)
  for (const name of names) {
    const member = value[name]
    if (isWhole(member)) value[name] = exact(member)
  }
  return renamed(value, ESCAPED, (name) => name.slice(1))
}

const isWhole = (value: unknown): boolean => typeof value === 'object' && value !== null

const isRecord = (value: unknown): value is Record<string, unknown> =>
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
