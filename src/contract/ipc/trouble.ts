import { z } from 'zod'
import { shown, time } from '../wire.ts'
import { type Method, method, nothing } from './method.ts'

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const

const logLine = z.object({ at: time, level: z.enum(LOG_LEVELS), text: shown })

/** What went wrong, and where the money stands meanwhile. */
export const troubleMethods = {
  /** The newest lines of the log, oldest first, without anything that names a person, a key, an amount or a place. */
  'trouble.log': method(nothing, z.object({ lines: z.array(logLine) })),
  /** What was under way, of all accounts, as the journal has it. */
  'trouble.standing': method(
    nothing,
    z.object({
      /** What the run before left under way, if it did not come to its end by itself; null once somebody has read that. */
      ended: z.object({ signed: z.number().int(), unsigned: z.number().int() }).nullable(),
      /** Payments that were signed: each is handed on until it is final, and none is made twice. */
      signed: z.number().int(),
      /** Payments that nobody has signed. */
      unsigned: z.number().int(),
    }),
  ),
  /** Somebody has read how the last run ended. */
  'trouble.read': method(nothing, nothing),
} as const satisfies Readonly<Record<string, Method>>

export type LogLine = z.output<typeof logLine>
