import { CofferError, type ErrorCode, failure, SERVICE_CODES } from '#contract/errors'
import { decodeData, type Endpoint, type EndpointAnswer, type EndpointName } from '#contract/http'
import { cleanText } from '#protocol/text'

const LIST_BYTES = 8 * 1024 * 1024
const RECORD_BYTES = 1024 * 1024
/**
 * A transaction of 4 MiB and its extra, both in hex, and room for another one: any single record that is legal, and any
 * four outputs or snapshots, whose memos are of 4 MiB at most.
 */
const LARGE_BYTES = 36 * 1024 * 1024
const MAX_DEPTH = 32

/** Reads at most the endpoint's share of bytes, or fewer where the caller says so; `remote.too_large` beyond it. */
export async function readBody(response: Response, endpoint: Endpoint, most = LARGE_BYTES): Promise<string> {
  const share = endpoint.large === true ? LARGE_BYTES : endpoint.list === true ? LIST_BYTES : RECORD_BYTES
  const limit = Math.min(share, most)
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

const QUOTE = 0x22
const BACKSLASH = 0x5c
const PROTOTYPE = '__proto__'

/** After an odd number of backslashes a quote is part of its string. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}

/** Place of the quote that ends a string begun before `from`, or the end of the text. */
function endOfString(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at
}

/**
 * What is wrong with a text before it is parsed, since a parser recurses and then makes what it was told to: brackets that
 * nest too deeply outside of strings, and the name of the prototype as a whole string.
 */
function hazardOf(text: string): string | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const from = at + 1
      at = endOfString(text, from)
      if (at - from === PROTOTYPE.length && text.startsWith(PROTOTYPE, from)) return 'answer names a prototype'
      // Square and curly brackets differ in one bit, and no other character outside of strings becomes one of them.
    } else if ((char | 0x20) === 0x7b) {
      depth += 1
      if (depth > MAX_DEPTH) return 'answer nests too deeply'
    } else if ((char | 0x20) === 0x7d) depth -= 1
  }
  return undefined
}

interface Envelope {
  readonly data?: unknown
  readonly error?: unknown
}

function parseEnvelope(text: string, status: number): Envelope {
  if (text === '' && status >= 200 && status < 300) return {}
  const malformed = (message: string, cause?: unknown, more: { cutOff?: boolean } = {}) => {
    if (status >= 500) return failure('remote.server', `HTTP ${status}`, { details: { status } })
    return failure('remote.malformed', message, { details: { status, ...more }, cause })
  }
  const hazard = hazardOf(text)
  if (hazard !== undefined) throw malformed(hazard)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed('answer is not JSON', error, { cutOff: text.startsWith('{') })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('answer is not an object')
  return value
}

/** Whether a malformed answer is one that began and did not come to its end, so that asking again may bring the rest. */
export function isCutOff(error: unknown): boolean {
  return error instanceof CofferError && error.details['cutOff'] === true
}

function statusCode(status: number): ErrorCode | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 500) return 'remote.server'
  return SERVICE_CODES[status] ?? 'remote.refused'
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value, 200) : '')

function serviceError(error: unknown, status: number): Error {
  const fields = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const number = Number(fields['code'])
  const known = Number.isSafeInteger(number) ? SERVICE_CODES[number] : undefined
  const code = known ?? statusCode(status) ?? 'remote.refused'
  const serviceText = wordsOf(fields['description'])
  const requestId = wordsOf(fields['request_id'])
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
  const result = decodeData(endpoint, envelope.data)
  if (!result.success) {
    throw failure('remote.malformed', 'answer does not have the declared shape', {
      details: { field: result.error.issues[0]?.path.join('.') ?? '', cutOff: text === '' },
      cause: result.error,
    })
  }
  if (asked !== undefined && (!Array.isArray(result.data) || result.data.length !== asked)) {
    throw failure('remote.malformed', 'a batch was answered with another number of records', { details: { asked } })
  }
  // The schema that was just applied is the one this name's answer type is inferred from.
  return result.data as EndpointAnswer<Name>
}
