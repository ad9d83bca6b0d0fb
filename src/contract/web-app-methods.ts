import type { Method } from './method.ts'

/** Web apps of bots and what they may ask of the wallet. */
export const webAppMethods = {} as const satisfies Record<string, Method>
