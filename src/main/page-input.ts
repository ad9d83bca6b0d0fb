/*
 * Values from a page, before any schema looks at them. A page may send whatever structured clone or JSON can carry;
 * only plain JSON of modest size and depth goes on.
 */

const DEPTH_MAX = 16

type Shape = 'plain' | 'too_large' | 'not_plain'

/** Whether a value is plain JSON of at most about `limit` bytes; stops as soon as that is decided. */
export function shapeOf(value: unknown, limit: number): Shape {
  let left = limit
  function visit(part: unknown, depth: number): Shape {
    left -= typeof part === 'string' ? part.length + 2 : 8
    if (left < 0) return 'too_large'
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return 'plain'
    if (typeof part === 'number') return Number.isFinite(part) ? 'plain' : 'not_plain'
    if (typeof part !== 'object' || depth >= DEPTH_MAX) return 'not_plain'
    if (Array.isArray(part)) {
      // By index: a sparse array of four billion holes ends at its first hole.
      for (let index = 0; index < part.length; index++) {
        const shape = visit(part[index], depth + 1)
        if (shape !== 'plain') return shape
      }
      return 'plain'
    }
    const prototype: unknown = Object.getPrototypeOf(part)
    if (prototype !== Object.prototype && prototype !== null) return 'not_plain'
    for (const [key, member] of Object.entries(part)) {
      left -= key.length
      if (member === undefined) continue
      const shape = visit(member, depth + 1)
      if (shape !== 'plain') return shape
    }
    return 'plain'
  }
  return visit(value, 0)
}
