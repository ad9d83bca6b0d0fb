import { CofferError, type ErrorDetails } from '#protocol/text'
import type { Assumption } from './assumptions.ts'
import { ERRORS, type ErrorCode } from './error-codes.ts'

export { type Assumption, doctorLine } from './assumptions.ts'
export { ERRORS, type ErrorCode } from './error-codes.ts'
export { type ErrorFacts, errorFacts, inOneLine } from './error-facts.ts'
export { type WeakReason, weakFacts } from './passphrase.ts'
export { CofferError, type ErrorDetails }

/** Error numbers of the service to our codes; whatever is not here becomes `remote.refused`. */
export const SERVICE_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'remote.invalid_field',
  401: 'remote.unauthorized',
  403: 'remote.forbidden',
  404: 'remote.not_found',
  429: 'remote.rate_limited',
  500: 'remote.server',
  7000: 'remote.server',
  7001: 'remote.server',
  10002: 'remote.invalid_field',
  10104: 'remote.address_pending',
  10105: 'remote.output_locked',
  10106: 'remote.output_unknown',
  10404: 'remote.not_registered',
  20117: 'remote.insufficient',
  20118: 'remote.pin',
  20119: 'remote.pin',
  20120: 'remote.amount_too_small',
  20124: 'remote.fee_too_small',
  20125: 'remote.already_paid',
  20127: 'remote.amount_too_small',
  20131: 'remote.withdrawal_memo',
  20132: 'remote.bots_full',
  20134: 'remote.amount_too_large',
  20135: 'remote.fee_too_small',
  20137: 'remote.withdrawal_suspended',
  20150: 'remote.receivers',
  20160: 'remote.receiver_gone',
  30100: 'remote.chain_behind',
  30102: 'remote.address_malformed',
  2000001: 'remote.output_key',
  2000002: 'remote.output_locked',
  2000003: 'remote.signature',
}

/** Makes an error of the table; use it instead of `new CofferError`, so that an unknown code does not compile. */
export function failure(
  code: ErrorCode,
  message: string,
  options: { details?: ErrorDetails; cause?: unknown } = {},
): CofferError<ErrorCode> {
  return new CofferError(code, message, options)
}

/** An answer of the right shape that breaks what money depends on. */
export const broken = (assumption: Assumption, message: string): CofferError<ErrorCode> =>
  failure('remote.malformed', message, { details: { assumption } })

export const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code)

/** The code of anything caught: a Coffer code if it is one of the table, else `internal`. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof CofferError && isErrorCode(error.code) ? error.code : 'internal'
}

/** What the client of a watched account says in its own words, of an answer that is the cause. */
const REWORDED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['wallet.watch_only', 'wallet.permission_ended'])

/** The code of what came over the line, whoever asked: by this a part decides what an answer means to it. */
export function answerOf(error: unknown): ErrorCode {
  const code = codeOf(error)
  const isReworded = error instanceof CofferError && REWORDED.has(code) && error.cause instanceof CofferError
  return isReworded ? codeOf(error.cause) : code
}

/** What travels to the window instead of a thrown error: no stack, no message of a library. */
export interface ErrorReport {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** Text that the service sent, cleaned and shortened; shown only as plain technical detail. */
  readonly serviceText?: string
}

export const reportOf = (error: unknown): ErrorReport => ({
  code: codeOf(error),
  details: error instanceof CofferError ? error.details : {},
})

export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorReport }
