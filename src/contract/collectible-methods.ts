import type { Method } from './method.ts'

/** Collections, collectibles and what can be done with them. */
export const collectibleMethods = {} as const satisfies Record<string, Method>
