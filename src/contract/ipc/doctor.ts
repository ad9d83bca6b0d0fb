import { z } from 'zod'
import { shown, time } from '../wire.ts'
import { account, type Method, method } from './method.ts'
import { errorReport } from './shared.ts'

/**
 * `assumed`: as Coffer takes it to be · `differs`: otherwise · `refused`: the service does not let this account ask, which for one that is not
 * registered is no difference · `unseen`: nothing is there to look at · `unasked`: it would make keys or an address, and nobody said yes ·
 * `unanswered`: nothing came back.
 */
const VERDICTS = ['assumed', 'differs', 'refused', 'unseen', 'unasked', 'unanswered'] as const

const finding = z.object({
  check: shown,
  /** Method and path of the call that it is about; null where it is about none. */
  call: shown.nullable(),
  verdict: z.enum(VERDICTS),
  /** Whether money depends on it. */
  money: z.boolean(),
  /** What was seen, in words of the interface: a code, a member, a number. Never an id, an amount or a text of the service. */
  detail: shown,
  /** Names of members that this Coffer does not know, and of those that it knows and did not see. */
  more: z.array(shown),
  missing: z.array(shown),
})

const doctorReport = z.object({
  at: time,
  network: z.enum(['local', 'mainnet', 'custom']),
  dialect: z.enum(['interface', 'upstream']),
  findings: z.array(finding),
  /** Whether nothing that money depends on differs. */
  sound: z.boolean(),
  /** Why something that money depends on got no answer, so that nobody can say that it is as assumed; null where all of it was answered. */
  silence: errorReport.nullable(),
  /** All of it but the hour, to be kept or sent to whoever makes Coffer. */
  text: z.string(),
})

/** Whether the service is what this program takes it to be. Nothing is paid and nothing is signed but tokens. */
export const doctorMethods = {
  /** `makesKeys`: whether calls are asked that make one-time keys and a deposit address. */
  'doctor.run': method(z.strictObject({ ...account, makesKeys: z.boolean() }), doctorReport),
} as const satisfies Readonly<Record<string, Method>>

export type Finding = z.output<typeof finding>
export type Verdict = (typeof VERDICTS)[number]
export type DoctorReport = z.output<typeof doctorReport>
