import type { Method } from './method.ts'

/** Accounts of other kinds, their order and their legacy outputs. */
export const accountMethods = {} as const satisfies Record<string, Method>
