import { defined } from '#contract/defined'
import { type Dialect, type Endpoint, type EndpointName, endpointOf } from '#contract/http'
import { REFUSED, type Refusal } from '../refusal.ts'

/** What is sent back: a status and a JSON text. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/** The `data` member as the table and the dialect write it. */
export function encodeAnswer(endpoint: Endpoint, dialect: Dialect, value: unknown): Answer {
  if (value === undefined) return { status: 200, body: '{}' }
  const data = endpoint.answer.encode(value)
  const shaped = endpoint.shape?.[dialect] === 'object' && Array.isArray(data) ? data[0] : data
  return { status: 200, body: JSON.stringify({ data: shaped ?? null }) }
}

/** A failure of the service itself, and two of the servers behind it. */
const FAILURES: readonly number[] = [REFUSED.internal, 7000, 7001]

/** Errors travel with status 202, as the real service sends them; only its own failures are 500. */
export function encodeRefusal(refusal: Refusal, requestId: string | null): Answer {
  const status = FAILURES.includes(refusal.code) ? 500 : 202
  const error = {
    status,
    code: refusal.code,
    description: refusal.message,
    ...defined({ extra: refusal.extra, request_id: requestId ?? undefined }),
  }
  return { status, body: JSON.stringify({ error }) }
}

/** Where each row is answered: its path, what the real service calls it, and its other names. */
export function pathsOf(name: EndpointName): string[] {
  const { path, upstreamPath, aliases = [] } = endpointOf(name)
  return [...new Set([path, ...(upstreamPath === undefined ? [] : [upstreamPath]), ...aliases])]
}
