import { z } from 'zod'
import { account, type Method, method, nothing } from './method.ts'
import { shown, time } from './wire.ts'

/** What was damaged or missing on this computer, and what was made of it. */
const damageView = z.object({
  file: z.enum(['intents', 'cache', 'profile']),
  /** When it was found. */
  at: time,
  /** `repaired` as far as the rest tells; `seen` in use, and repaired at the next start. */
  state: z.enum(['repaired', 'seen']),
  /** Where the damaged file is kept, within the data folder; empty where there was none left. */
  setAside: shown,
  /** Rows of it that were still good, and rows that only the newest copy had. */
  rescued: z.number(),
  restored: z.number(),
  copyAt: time.nullable(),
  /** Payments that only the copy had: what became of them since is not known on this computer. */
  missed: z.number(),
})

export type DamageView = z.output<typeof damageView>

export const backupMethods = {
  /** What had to be repaired, newest first, until the person says that it was read. */
  'damage.list': method(z.object(account), z.array(damageView)),
  'damage.dismiss': method(z.object(account), nothing),
} as const satisfies Record<string, Method>
