const KEPT_MAX = 4096

/**
 * A reading whose answers are kept while what it reads stays as it is: `version` is another number as soon as that may have changed. That
 * nothing is there is an answer too. Answers are shared, so they are not to be changed.
 */
export function keptWhile<Key, Value>(
  version: () => number,
  read: (key: Key) => Value | undefined,
): (key: Key) => Value | undefined {
  const known = new Map<Key, Value | undefined>()
  let at = version()
  return (key) => {
    const now = version()
    if (now !== at || known.size >= KEPT_MAX) known.clear()
    at = now
    const kept = known.get(key)
    if (kept !== undefined || known.has(key)) return kept
    const value = read(key)
    known.set(key, value)
    return value
  }
}
