import { type ErrorCode, failure, SERVICE_CODES } from '#contract/errors'
import type { Endpoint, EndpointAnswer, EndpointName } from '#contract/http'

const LIST_BYTES = 8 * 1024 * 1024
const RECORD_BYTES = 1024 * 1024
const MAX_DEPTH = 32

/** Reads at most the endpoint's share of bytes; `remote.too_large` beyond it. */
export async function readBody(response: Response, endpoint: Endpoint): Promise<string> {
  const limit = endpoint.list === true ? LIST_BYTES : RECORD_BYTES
  if (response.body === null) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = response.body.getReader()
  let text = ''
  let read = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    read += value.byteLength
    if (read > limit) {
      await reader.cancel()
      throw failure('remote.too_large', `answer exceeds ${limit} bytes`, { details: { limit } })
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** How deep brackets nest outside of strings; counted before parsing, since a parser recurses. */
function nestsTooDeep(text: string): boolean {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (quoted) {
      if (char === 0x5c) at += 1
      else if (char === 0x22) quoted = false
    } else if (char === 0x22) quoted = true
    else if (char === 0x7b || char === 0x5b) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (char === 0x7d || char === 0x5d) depth -= 1
  }
  return false
}

interface Envelope {
  readonly data?: unknown
  readonly error?: unknown
}

function parseEnvelope(text: string, status: number): Envelope {
  if (text === '' && status >= 200 && status < 300) return {}
  const malformed = (message: string, cause?: unknown) => {
    if (status >= 500) return failure('remote.server', `HTTP ${status}`, { details: { status } })
    return failure('remote.malformed', message, { details: { status }, cause })
  }
  if (nestsTooDeep(text)) throw malformed('answer nests too deeply')
  if (text.includes('"__proto__"')) throw malformed('answer names a prototype')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed('answer is not JSON', error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('answer is not an object')
  return value
}

function statusCode(status: number): ErrorCode | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 500) return 'remote.server'
  return SERVICE_CODES[status] ?? 'remote.refused'
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu

/** Text of a server, made inert: no control, bidi or zero-width characters, at most 200 of the rest. */
function cleanText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1000).replace(UNPRINTABLE, ' ').trim().slice(0, 200) : ''
}

function serviceError(error: unknown, status: number): Error {
  const fields = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const number = Number(fields['code'])
  const known = Number.isSafeInteger(number) ? SERVICE_CODES[number] : undefined
  const code = known ?? statusCode(status) ?? 'remote.refused'
  const serviceText = cleanText(fields['description'])
  const requestId = cleanText(fields['request_id'])
  return failure(code, `the service refused with code ${Number.isSafeInteger(number) ? number : 'unknown'}`, {
    details: {
      code: Number.isSafeInteger(number) ? number : 'unknown',
      ...(serviceText === '' ? {} : { serviceText }),
      ...(requestId === '' ? {} : { serviceRequestId: requestId }),
    },
  })
}

/** The declared answer, or the error that the body or the status tells. `asked` is the length of a paired batch. */
export function decodeAnswer<Name extends EndpointName>(
  endpoint: Endpoint,
  text: string,
  status: number,
  asked: number | undefined,
): EndpointAnswer<Name> {
  const envelope = parseEnvelope(text, status)
  if (envelope.error !== undefined && envelope.error !== null) throw serviceError(envelope.error, status)
  const code = statusCode(status)
  if (code !== undefined) throw failure(code, `HTTP ${status}`, { details: { code: status } })
  const result = endpoint.answer.safeParse(envelope.data)
  if (!result.success) {
    throw failure('remote.malformed', 'answer does not have the declared shape', {
      details: { field: result.error.issues[0]?.path.join('.') ?? '' },
      cause: result.error,
    })
  }
  if (asked !== undefined && (!Array.isArray(result.data) || result.data.length !== asked)) {
    throw failure('remote.malformed', 'a batch was answered with another number of records', { details: { asked } })
  }
  // The schema that was just applied is the one this name's answer type is inferred from.
  return result.data as EndpointAnswer<Name>
}
