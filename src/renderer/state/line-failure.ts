import { ERRORS } from '#contract/errors'
import type { Report } from './types.ts'

/** Whether the line failed, which says nothing of what was asked: once there is one again, it may be answered. */
export const isLineFailure = ({ code }: Report): boolean =>
  code.startsWith('host.') || (code.startsWith('remote.') && ERRORS[code].retry)
