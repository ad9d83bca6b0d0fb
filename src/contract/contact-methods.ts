import type { Method } from './method.ts'

/** Contacts, relationships and shared bots. */
export const contactMethods = {} as const satisfies Record<string, Method>
