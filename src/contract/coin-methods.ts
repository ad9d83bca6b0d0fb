import type { Method } from './method.ts'

/** Coins, freezing, consolidation, labels and stored objects. */
export const coinMethods = {} as const satisfies Record<string, Method>
