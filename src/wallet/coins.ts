import type { CallsOf, Runtimes } from './calls.ts'

/** Coins by hand, consolidation and stored objects. */
export function coinCalls(_runtimes: Runtimes): CallsOf<'coins' | 'storage'> {
  return {}
}
