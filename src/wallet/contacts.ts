import type { CallsOf, Runtimes } from './calls.ts'

/** Contacts, relationships and shared bots. */
export function contactCalls(_runtimes: Runtimes): CallsOf<'contacts' | 'bots'> {
  return {}
}
