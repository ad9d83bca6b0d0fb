const ID = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64})$/i

/**
 * What was asked, with ids and hashes in lower case: they are numbers, and some programs write them in capitals. Nothing but
 * a whole uuid or a whole hash is touched.
 */
export function lowered(value: unknown): unknown {
  if (typeof value === 'string') return ID.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(lowered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lowered(member)]))
}
