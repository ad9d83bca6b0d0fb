import { isAscii } from 'node:buffer'
import { CofferError, type ErrorCode, failure, SERVICE_CODES } from '#contract/errors'
import { decodeData, type Endpoint, type EndpointAnswer, type EndpointName, firstFault } from '#contract/http'
import { cleanText } from '#protocol/text'

const LIST_BYTES = 8 * 1024 * 1024
const RECORD_BYTES = 1024 * 1024
/**
 * A transaction of 4 MiB and its extra, both in hex, with room for the rest: any single record that is legal, and any two
 * outputs or snapshots, whose memos are of 4 MiB at most.
 */
const LARGE_BYTES = 18 * 1024 * 1024
/** What is larger is hex. Other text takes twice its bytes or more in memory. */
const TEXT_BYTES = 8 * 1024 * 1024
const MAX_DEPTH = 32
/** Far more than the longest page has; each takes some 60 bytes once it is parsed, however short it was on the line. */
const MAX_VALUES = 250_000
/**
 * What is no longer is parsed before it is looked at, which is much quicker: a value takes two bytes on the line, so there
 * are not too many for memory (51 MiB at most, as empty objects before one that is broken). A page of 500 outputs has 0.5 MiB.
 */
const SMALL_BYTES = 640 * 1024

/**
 * Reads at most the endpoint's share of bytes, or fewer where the caller says so; `remote.too_large` beyond it, and then the
 * rest is left unread. The bytes are kept once.
 */
export async function readBody(response: Response, endpoint: Endpoint, most = LARGE_BYTES): Promise<Buffer> {
  const share = endpoint.large === true ? LARGE_BYTES : endpoint.list === true ? LIST_BYTES : RECORD_BYTES
  const limit = Math.min(share, response.ok ? most : RECORD_BYTES)
  if (response.body === null) return Buffer.alloc(0)
  const told = Number(response.headers.get('content-length') ?? '0')
  if (told > limit) throw tooLarge(response.body, limit)
  const store = new ArrayBuffer(0, { maxByteLength: limit })
  const reader = response.body.getReader()
  let read = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.from(store, 0, read)
    if (read + value.byteLength > limit) throw tooLarge(reader, limit)
    store.resize(read + value.byteLength)
    new Uint8Array(store).set(value, read)
    read += value.byteLength
    // Each piece is a copy made for us, and nothing else is told soon enough that it is not needed any more.
    value.buffer.transfer(0)
  }
}

/** The rest is not wanted. Whoever sends without end may also never answer to that, so nobody waits for it. */
function tooLarge(rest: { cancel(): Promise<void> }, limit: number): CofferError {
  rest.cancel().catch(() => undefined)
  return failure('remote.too_large', `answer exceeds ${limit} bytes`, { details: { limit } })
}

const OPEN = 0x7b
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** After an odd number of backslashes a quote is part of its string. */
function isEscaped(bytes: Buffer, quote: number): boolean {
  let first = quote
  while (bytes[first - 1] === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}

/** Bytes of a string that are quicker looked through than handed to the host's search: names of members, mostly. */
const SHORT = 20

/** Place of the quote that ends a string begun before `from`, or the end of the bytes. */
function endOfString(bytes: Buffer, from: number): number {
  const near = Math.min(from + SHORT, bytes.length)
  let at = from
  while (at < near && bytes[at] !== QUOTE) at += 1
  if (at === near) at = bytes.indexOf(QUOTE, near)
  while (at !== -1 && isEscaped(bytes, at)) at = bytes.indexOf(QUOTE, at + 1)
  return at === -1 ? bytes.length : at
}

const CUT_OFF = 'answer is cut off'
const NO_JSON = 'answer is not JSON'
const TOO_DEEP = 'answer nests too deeply'
const TOO_MANY = 'answer has too many values'

/**
 * What is wrong with an answer before it is parsed, since a parser makes what it is told to: brackets that nest too deeply
 * outside of strings, and more values than anything has.
 */
function hazardOf(bytes: Buffer): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = endOfString(bytes, at + 1)
    else if (byte === COMMA) values += 1
    // Square and curly brackets differ in one bit, and no other byte outside of strings becomes one of them.
    else if ((byte | 0x20) === 0x7b) {
      depth += 1
      values += 1
      if (depth > MAX_DEPTH) return TOO_DEEP
    } else if ((byte | 0x20) === 0x7d) depth -= 1
    if (values > MAX_VALUES) return TOO_MANY
  }
  return depth === 0 ? undefined : CUT_OFF
}

/**
 * The same of what was parsed: each part is counted with the comma behind it, and what holds nothing as itself. One function for lists and
 * records, which calls itself for those alone, takes a third of the time of one for each.
 */
function hazardIn(whole: unknown): string | undefined {
  let values = 0
  const within = (part: object, depth: number): string | undefined => {
    if (depth > MAX_DEPTH) return TOO_DEEP
    const before = values
    // Of what was parsed all members are its own; by their names they are reached several times quicker than as a list.
    const parts = part as Readonly<Record<string, unknown>> // any object may be read by name
    if (Array.isArray(part)) {
      values += part.length
      for (const each of part) {
        const hazard = isPart(each) ? within(each, depth + 1) : undefined
        if (hazard !== undefined) return hazard
      }
    } else {
      for (const name in parts) {
        values += 1
        const each = parts[name]
        const hazard = isPart(each) ? within(each, depth + 1) : undefined
        if (hazard !== undefined) return hazard
      }
    }
    if (values === before) values += 1
    return values > MAX_VALUES ? TOO_MANY : undefined
  }
  return isPart(whole) ? within(whole, 1) : undefined
}

const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The text of the bytes, or what is wrong with them. */
function textOf(bytes: Buffer): { readonly text: string } | { readonly hazard: string } {
  const plain = isAscii(bytes)
  if (!plain && bytes.length > TEXT_BYTES) return { hazard: 'answer has too much text' }
  try {
    return { text: plain ? bytes.toString('latin1') : new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { hazard: 'answer is not UTF-8' }
  }
}

const BEGINNING = Buffer.from('{"data":[{')
const END = Buffer.from('}]}')
const BETWEEN = Buffer.from('},{')
const LIST = 0x5b
const LIST_END = 0x5d
/** Bytes that are parsed at a time: a text that is longer has pages of memory of its own made for it, which takes longer than filling them. */
const PIECE_BYTES = 96 * 1024

/**
 * What a list of records says, read some records at a time; undefined for whatever is no such answer. Each piece from `{` to `}` that may stand
 * in a list is whole records, wherever it was cut, so all of them behind each other are the list.
 */
function recordsOf(bytes: Buffer): { readonly data: readonly unknown[] } | undefined {
  const isList = bytes.indexOf(BEGINNING) === 0 && bytes.lastIndexOf(END) === bytes.length - END.length
  if (!isList || bytes.length < PIECE_BYTES || !isAscii(bytes)) return undefined
  const data: unknown[] = []
  const last = bytes.length - 2
  try {
    for (let from = BEGINNING.length - 2; from < last; ) {
      const cut = bytes.indexOf(BETWEEN, from + PIECE_BYTES)
      const to = cut === -1 ? last : cut + 1
      const piece: unknown[] = JSON.parse(pieceOf(bytes, from, to))
      for (const record of piece) data.push(record)
      from = to
    }
  } catch {
    return undefined
  }
  return { data }
}

/** The bytes between two others as a list; those stand for its brackets meanwhile. */
function pieceOf(bytes: Buffer, from: number, to: number): string {
  const [before, behind] = [bytes[from] ?? LIST, bytes[to] ?? LIST_END]
  bytes[from] = LIST
  bytes[to] = LIST_END
  const text = bytes.toString('latin1', from, to + 1)
  bytes[from] = before
  bytes[to] = behind
  return text
}

/** What the bytes say, or what is wrong with them. Those of a long answer are let go before it is parsed. */
function contentOf(bytes: Buffer): { readonly value: unknown } | { readonly hazard: string } {
  const isSmall = bytes.length <= SMALL_BYTES
  const records = isSmall ? recordsOf(bytes) : undefined
  if (records !== undefined) {
    const hazard = hazardIn(records)
    return hazard === undefined ? { value: records } : { hazard }
  }
  const hazard = isSmall ? undefined : hazardOf(bytes)
  if (hazard !== undefined) return { hazard }
  const read = textOf(bytes)
  if ('hazard' in read) return read
  if (!isSmall && bytes.buffer instanceof ArrayBuffer && bytes.buffer.resizable) bytes.buffer.transfer(0)
  let value: unknown
  try {
    value = JSON.parse(read.text)
  } catch {
    // The parser's own error would keep the text.
    return { hazard: (isSmall ? hazardOf(bytes) : undefined) ?? NO_JSON }
  }
  const within = isSmall ? hazardIn(value) : undefined
  return within === undefined ? { value } : { hazard: within }
}

/** Whether it begins as pages for browsers do: a network that wants a sign-in first answers with one, and so does an address that is no service's. */
const isPage = (bytes: Buffer): boolean => bytes.toString('latin1', 0, PAGE_BYTES).trimStart().startsWith('<')
const PAGE_BYTES = 64

interface Envelope {
  /** Of the question, where a node of the kernel answers. */
  readonly id?: unknown
  readonly data?: unknown
  readonly error?: unknown
}

/** The members of an answer, checked before it is parsed. Throws `remote.malformed`, `remote.server`, `remote.rate_limited`. */
export function parseEnvelope(bytes: Buffer, status: number): Envelope {
  if (bytes.length === 0 && status >= 200 && status < 300) return {}
  const malformed = (message: string, more: { cutOff?: boolean; page?: boolean } = {}) => {
    // What stands before a service says these by itself, in a page of its own.
    const code = status >= 500 || status === 429 ? statusCode(status) : undefined
    if (code !== undefined) return failure(code, `HTTP ${status}`, { details: { status } })
    return failure('remote.malformed', message, { details: { status, ...more } })
  }
  const starts = bytes[0] === OPEN
  // Looked at before the bytes of a long answer are let go.
  const page = isPage(bytes)
  const read = contentOf(bytes)
  if ('hazard' in read) {
    const { hazard } = read
    throw malformed(hazard, { cutOff: starts && (hazard === CUT_OFF || hazard === NO_JSON), page })
  }
  const { value } = read
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

/** The service says these in an error. From whatever stands before it they are no word about what was asked for: taken for one, something could be paid twice. */
const NO_WORD: ReadonlySet<number> = new Set([403, 404])

const wordsOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value, 200) : '')

/** The error that the service tells of. */
export function serviceError(error: unknown, status: number): Error {
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

/**
 * The declared answer, or the error that the body or the status tells. `asked` is the length of a paired batch, `assumption` the doctor's line that
 * looks at this call; empty where there is none.
 */
export function decodeAnswer<Name extends EndpointName>(
  endpoint: Endpoint,
  bytes: Buffer,
  status: number,
  asked: number | undefined,
  assumption: string,
): EndpointAnswer<Name> {
  const isEmpty = bytes.length === 0
  return answerIn(endpoint, parseEnvelope(bytes, status), { status, isEmpty, asked, assumption })
}

interface Answered {
  readonly status: number
  readonly isEmpty: boolean
  readonly asked?: number | undefined
  readonly assumption?: string
}

/** The same for an envelope that was read. */
export function answerIn<Name extends EndpointName>(
  endpoint: Endpoint,
  envelope: Envelope,
  { status, isEmpty, asked, assumption = '' }: Answered,
): EndpointAnswer<Name> {
  if (envelope.error !== undefined && envelope.error !== null) throw serviceError(envelope.error, status)
  const code = statusCode(status)
  if (code !== undefined)
    throw failure(NO_WORD.has(status) ? 'remote.malformed' : code, `HTTP ${status}`, { details: { code: status } })
  const result = decodeData(endpoint, envelope.data)
  if (!result.success) {
    throw failure('remote.malformed', 'answer does not have the declared shape', {
      details: {
        field: firstFault(result.error).field,
        cutOff: isEmpty,
        // An answer that did not come to its end says nothing about the service.
        ...(isEmpty || assumption === '' ? {} : { assumption }),
      },
      cause: result.error,
    })
  }
  if (asked !== undefined && (!Array.isArray(result.data) || result.data.length !== asked)) {
    throw failure('remote.malformed', 'a batch was answered with another number of records', {
      details: { asked, ...(assumption === '' ? {} : { assumption }) },
    })
  }
  // The schema that was just applied is the one this name's answer type is inferred from.
  return result.data as EndpointAnswer<Name>
}
