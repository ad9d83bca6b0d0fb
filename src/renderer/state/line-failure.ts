import { ERRORS } from '#contract/errors'
import type { MethodName } from '#contract/ipc'
import type { Report } from './types.ts'

/** Whether the line failed, which says nothing of what was asked: once there is one again, it may be answered. */
export const isLineFailure = ({ code }: Report): boolean =>
  code.startsWith('host.') || (code.startsWith('remote.') && ERRORS[code].retry)

const says = (value: unknown, member: 'offline' | 'confirmed', said: boolean): boolean =>
  typeof value === 'object' && value !== null && Reflect.get(value, member) === said

/** Whether the wallet answered from its own files alone, for the service was out of reach: once it is not, more can be said. */
export const isAnsweredAlone = (name: MethodName, value: unknown): boolean =>
  name === 'approvals.review'
    ? says(value, 'offline', true)
    : name === 'approvals.bundle' && says(value, 'confirmed', false)
