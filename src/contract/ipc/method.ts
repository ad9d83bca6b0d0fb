import { z } from 'zod'
import { userId } from '../wire.ts'
import { holderId } from './shared.ts'

/** One question the window may ask the wallet: its input and its answer, both parsed by the host, never trusted. */
export interface Method<Input extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> {
  readonly input: Input
  readonly answer: Answer
  /** What the person must agree to before it is done; absent where nothing of money or keys changes. */
  readonly consent?: Consent
}

/**
 * `money`: agreed to in the window of its own where the host has one, which asks for the passphrase too as its owner has set, else by the
 * passphrase, if one is set.
 * `keys`: by the passphrase, if one is set, and in that window as well.
 */
export type Consent = 'money' | 'keys'

export function method<Input extends z.ZodType, Answer extends z.ZodType>(input: Input, answer: Answer) {
  return { input, answer } as const satisfies Method
}

/** A method that changes money or keys: the wallet does nothing of it before the person has agreed. */
export function consenting<About extends Consent, Input extends z.ZodType, Answer extends z.ZodType>(
  consent: About,
  input: Input,
  answer: Answer,
) {
  return { input, answer, consent } as const satisfies Method
}

export const nothing = z.null()
export const account = { account: userId } as const
/** An account, and whose outputs: null for the account itself, else a group it belongs to. */
export const owner = { account: userId, holder: holderId.nullable() } as const
export const passphrase = z.string().min(1).max(1024)
