const KEPT_MAX = 4096

/**
 * A reading whose answers are kept while what it reads stays as it is: `version` is another number as soon as that may have changed. What
 * was not there is asked for again each time. Answers are shared, so they are not to be changed.
 */
export function keptWhile<Key, Value>(
  version: () => number,
  read: (key: Key) => Value | undefined,
): (key: Key) => Value | undefined {
  const known = new Map<Key, Value>()
  let at = version()
  return (key) => {
    const now = version()
    if (now !== at || known.size >= KEPT_MAX) known.clear()
    at = now
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const value = read(key)
    if (value !== undefined) known.set(key, value)
    return value
  }
}
