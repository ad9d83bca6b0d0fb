import type { CallsOf, Runtimes } from './calls.ts'

/** Web apps of bots. */
export function webAppCalls(_runtimes: Runtimes): CallsOf<'webapps'> {
  return {}
}
