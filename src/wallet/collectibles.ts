import type { CallsOf, Runtimes } from './calls.ts'

/** Collections and collectibles. */
export function collectibleCalls(_runtimes: Runtimes): CallsOf<'collectibles'> {
  return {}
}
