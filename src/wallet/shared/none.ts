import { answerOf, codeOf, type ErrorCode } from '#contract/errors'

const NONE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote.not_found', 'remote.forbidden'])

/** The service has no such thing, or none for this account. */
export const saysNone = (error: unknown): boolean => NONE.has(answerOf(error))

/** In place of the answer where the service has no such thing; all else is thrown on. */
export function noneIfUnknown(error: unknown): null {
  if (codeOf(error) !== 'remote.not_found') throw error
  return null
}
