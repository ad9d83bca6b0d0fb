const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What is now, made of the parts of before that are equal to it: who shows them sees that there is nothing to draw anew. */
export function reuse<Value>(before: unknown, now: Value): Value {
  if (Object.is(before, now)) return now
  if (Array.isArray(before) && Array.isArray(now)) {
    const parts = now.map((part, at) => reuse(before[at], part))
    return (isSame(before, parts) ? before : parts) as Value // the parts of `now`
  }
  if (!isRecord(before) || !isRecord(now)) return now
  const parts = Object.fromEntries(Object.entries(now).map(([name, part]) => [name, reuse(before[name], part)]))
  const names = Object.keys(parts)
  const isWhole = names.length === Object.keys(before).length && names.every((name) => Object.hasOwn(before, name))
  return (isWhole && names.every((name) => before[name] === parts[name]) ? before : parts) as Value // likewise
}

const isSame = (before: readonly unknown[], parts: readonly unknown[]): boolean =>
  before.length === parts.length && parts.every((part, at) => part === before[at])
