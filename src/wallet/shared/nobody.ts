import { type CofferError, type ErrorCode, failure } from '#contract/errors'

/** What was named is a number or an id, and nobody has it. */
export const nobody = (cause?: unknown): CofferError<ErrorCode> =>
  failure('input.payee', 'nobody has that number or id', { details: { reason: 'nobody' }, cause })
