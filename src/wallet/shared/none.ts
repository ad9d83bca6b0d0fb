import { answerOf, type ErrorCode } from '#contract/errors'

const NONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote.not_found', 'remote.forbidden'])

/** The service has no such thing, or none for this account. */
export const saysNone = (error: unknown): boolean => NONE.has(answerOf(error))
