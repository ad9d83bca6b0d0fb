import type { CallsOf, Runtimes } from './calls.ts'

/** Accounts of other kinds. */
export function kindCalls(_runtimes: Runtimes): CallsOf<'watch' | 'legacy'> {
  return {}
}
