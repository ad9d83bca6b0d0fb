import { z } from 'zod'
import { hash, sentence, told, userId } from '../wire.ts'
import { passphrase } from './method.ts'
import { paymentReview } from './payments.ts'

const MONEY_ACTS = ['unlock', 'go_on', 'send_now', 'put_away', 'bound', 'restore', 'rules', 'line', 'asking'] as const
const ACTS = [...MONEY_ACTS, 'reveal', 'remove', 'passphrase', 'backup'] as const

/** Something other than a payment that a person must agree to: what it is about, in sentences, and the word on its button. */
const actReview = z.object({
  act: z.enum(ACTS),
  /** Names what is agreed to, so that an answer meant for something else does not count. */
  digest: hash,
  title: sentence,
  lines: z.array(told),
  verb: sentence,
})

/** The passphrase is to be typed in the window of its own, which is the only one that hears it. */
const asksPassphrase = z.literal(true).exactOptional()

/** What the window of its own shows: of a payment also who is asked, for that window knows no account. */
export const windowAsk = z.union([
  actReview.extend({ asksPassphrase }),
  paymentReview.extend({ asksPassphrase, account: userId }),
])

/** What that window answers: `passphrase` is what was typed there, where it is asked for. */
export const windowAnswer = z.strictObject({
  digest: z.string(),
  decision: z.enum(['approved', 'declined']),
  passphrase: passphrase.exactOptional(),
})

export type ActReview = z.output<typeof actReview>
export type WireActReview = z.input<typeof actReview>
export type WindowAsk = z.output<typeof windowAsk>
export type WireWindowAsk = z.input<typeof windowAsk>
export type WindowAnswer = z.output<typeof windowAnswer>
