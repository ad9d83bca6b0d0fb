import { z } from 'zod'
import {
  type Amount,
  cleanLines,
  formatAmountShort,
  isClean,
  isHex,
  isHexAt,
  parseAmount,
  parseExactAmount,
  parseSignedAmount,
  shownText,
} from '#protocol/text'
import type { Said } from '#words/facts'
import { leave, type Quick, quickly, quickOf, trying } from './http/quick.ts'
import { formatTime, type Nanos, parseTime } from './time.ts'

/*
 * Two-way codecs between what travels (text) and what Coffer computes with (bigint, branded text).
 * Decoding is strict in value and lenient in absence: the service leaves out, nulls or empties what it does not know.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/
const HEX = /^(?:[0-9a-f]{2})*$/

/** Text of one form, and how it is recognized at once. */
function form(pattern: RegExp, message: string, isOfForm: (text: string) => boolean = (text) => pattern.test(text)) {
  return quickly(z.string().regex(pattern, message), (value) =>
    typeof value === 'string' && isOfForm(value) ? value : leave(),
  )
}

const isHash = (value: string): boolean => isHex(value, 32)

const REMEMBERED = 256

/**
 * Texts of a form that came lately, each at a place that some of its letters name: the same assets, people and holders stand in row after row,
 * and comparing two texts is ten times quicker than looking at each letter of one.
 */
function remembering(isOfForm: (text: string) => boolean): (text: string) => boolean {
  const lately = new Array<string>(REMEMBERED).fill('')
  return (text) => {
    const at = (text.charCodeAt(1) * 31 + text.charCodeAt(5) * 7 + text.charCodeAt(11)) % REMEMBERED
    if (lately[at] === text) return true
    if (!isOfForm(text)) return false
    lately[at] = text
    return true
  }
}

const HYPHEN = 45
const hyphenAt = (value: string, at: number): boolean => value.charCodeAt(at) === HYPHEN
const isUuid = (value: string): boolean =>
  value.length === 36 &&
  hyphenAt(value, 8) &&
  hyphenAt(value, 13) &&
  hyphenAt(value, 18) &&
  hyphenAt(value, 23) &&
  isHexAt(value, 0, 8) &&
  isHexAt(value, 9, 13) &&
  isHexAt(value, 14, 18) &&
  isHexAt(value, 19, 23) &&
  isHexAt(value, 24, 36)
const uuidForm = () => form(UUID, 'not a lower-case uuid', isUuid)
const repeatedUuid = () => form(UUID, 'not a lower-case uuid', remembering(isUuid))

const id = <Brand extends string>() => uuidForm().brand<Brand>()

export const userId = repeatedUuid().brand<'UserId'>()
export const assetId = repeatedUuid().brand<'AssetId'>()
export const requestId = id<'RequestId'>()
export const outputId = id<'OutputId'>()
export const snapshotId = id<'SnapshotId'>()
export const uuid = uuidForm()
/** 32 bytes as 64 lower-case hex characters: kernel transaction, asset, members and inscription hashes. */
export const hash = form(HASH, 'not 32 bytes of hex', isHash).brand<'Hash'>()
/** The same where few of them stand in row after row; those that differ in each would only make these be forgotten. */
export const repeatedHash = form(HASH, 'not 32 bytes of hex', remembering(isHash)).brand<'Hash'>()
/** A compressed Ed25519 point, 64 hex characters. Whether it is a usable key is for `#protocol` to say. */
export const pointHex = form(HASH, 'not 32 bytes of hex', isHash)
/** Owner of outputs: the members hash and threshold, written `hash:threshold`. Oneself is a group of one. */
export const holderId = z
  .string()
  .regex(/^[0-9a-f]{64}:\d{1,2}$/)
  .brand<'HolderId'>()
export const hex = form(HEX, 'not lower-case hex', (value) => isHex(value))

function decodeWith<Value>(parse: (text: string) => Value) {
  return (text: string, payload: z.core.ParsePayload<string>): Value => {
    try {
      return parse(text)
    } catch (error) {
      payload.issues.push({
        code: 'custom',
        message: error instanceof Error ? error.message : 'not valid',
        input: text,
      })
      return z.NEVER
    }
  }
}

/*
 * What comes in answers is measured by `refine`, which looks at text alone: a schema's own limits of length look at whatever has
 * one, and there a length may be an object that cannot be compared, which throws.
 */

/** Two-way codec of bigints that travel as short text. */
function written<Value extends bigint>(
  maxLength: number,
  read: (text: string) => Value,
  write: (value: Value) => string,
) {
  const isShort = (value: string) => value.length <= maxLength
  const schema = z.codec(
    z.string().refine(isShort, 'too long'),
    z.custom<Value>((value) => typeof value === 'bigint'),
    { decode: decodeWith(read), encode: (value) => write(value) },
  )
  return quickly(schema, trying(isShort, read) as Quick<z.output<typeof schema>>) // what `custom` passes is a Value
}

/** Decimal text of at most 8 decimals, not negative. */
export const amount = written<Amount>(100, parseExactAmount, formatAmountShort)

/** As `amount`, for what a chain tells of in units of its own, which may be smaller: the ledger keeps eight decimals of them. */
export const chainAmount = written<Amount>(100, parseAmount, formatAmountShort)

/** As `amount`, with a leading minus for money that left (snapshots). */
export const signedAmount = written<Amount>(100, parseSignedAmount, formatAmountShort)

/** Reads a text again only when it is another than the last: a record tells of one moment under several names. */
function rememberingLast<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { readonly text: string; readonly value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

export const time = written<Nanos>(40, rememberingLast(parseTime), formatTime)
const quickTime = quickOf(time) as Quick<Nanos>

const ZERO_TIME = '0001-01-01T00:00:00Z'
const EPOCH = '1970-01-01T00:00:00Z'
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A member that may be missing, null or empty text; null inside, left out when written. */
export function orNull<Schema extends z.ZodType>(inner: Schema) {
  const schema = z.codec(z.unknown().optional(), inner.nullable(), {
    decode: (value) => (isAbsent(value) ? null : value) as z.input<Schema> | null,
    encode: (value) => (value === null ? undefined : value),
  })
  const decode = quickOf(inner) as Quick<z.output<Schema>>
  return quickly<typeof schema>(schema, (value) => (isAbsent(value) ? null : decode(value)))
}

/** A member that may be missing or null, with a stand-in; always written. */
export function orElse<Schema extends z.ZodType>(inner: Schema, standIn: z.input<Schema>) {
  const schema = z.codec(z.unknown().optional(), inner, {
    decode: (value) => (value === undefined || value === null ? standIn : value) as z.input<Schema>,
    encode: (value) => value,
  })
  const decode = quickOf(inner) as Quick<z.output<Schema>>
  return quickly<typeof schema>(schema, (value) => decode(value === undefined || value === null ? standIn : value))
}

/**
 * A member on which nothing of worth depends: what is missing or cannot be read is the stand-in, so that one odd value does
 * not cost its whole page.
 */
export function tolerant<Schema extends z.ZodType>(inner: Schema, standIn: z.input<Schema>) {
  const schema = z.codec(z.unknown().optional(), inner, {
    decode: (value) => (inner.safeParse(value).success ? value : standIn) as z.input<Schema>,
    encode: (value) => value,
  })
  const decode = quickOf(inner) as Quick<z.output<Schema>>
  return quickly<typeof schema>(schema, (value) => decode(value === undefined || value === null ? standIn : value))
}

/** A list of the service; an empty one may come as null, as its language writes lists that nothing was put into. */
export function listOf<Schema extends z.ZodType>(inner: Schema) {
  const whole = z.array(inner)
  const schema = z.codec(z.unknown(), whole, {
    decode: (value) => (value === null ? [] : value) as z.input<typeof whole>,
    encode: (value) => value,
  })
  const decode = quickOf(whole) as Quick<z.output<typeof whole>>
  return quickly<typeof schema>(schema, (value) => (value === null ? [] : decode(value)))
}

/** As `listOf`, for what is only shown: a record that cannot be read is left out and the others stay. */
export function readableOf<Schema extends z.ZodType>(inner: Schema) {
  const isReadable = (value: unknown) => inner.safeParse(value).success
  const schema = z.codec(z.unknown(), z.array(inner), {
    decode: (value) =>
      (Array.isArray(value) ? value.filter(isReadable) : value === null ? [] : value) as z.input<Schema>[],
    encode: (value) => value,
  })
  return quickly<typeof schema>(schema, quickOf(listOf(inner)) as Quick<z.output<typeof schema>>)
}

export const NOTHING: Readonly<Record<string, unknown>> = {}

/** A record of which members may be missing that follow from others; `fill` gives them, or `NOTHING`. */
export function filled<Schema extends z.ZodType>(
  inner: Schema,
  fill: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) {
  const complete = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const more = fill(value as Readonly<Record<string, unknown>>) // any object may be read by name
    return more === NOTHING ? value : { ...value, ...more }
  }
  const schema = z.codec(z.unknown(), inner, {
    decode: (value) => complete(value) as z.input<Schema>,
    encode: (value) => value,
  })
  const decode = quickOf(inner) as Quick<z.output<Schema>>
  return quickly<typeof schema>(schema, (value) => decode(complete(value)))
}

/** A time that may be missing, empty or the zero time of year 1; null inside, the zero time when written. */
export const zeroableTime = quickly(
  z.codec(z.unknown().optional(), time.nullable(), {
    decode: (value) => (isAbsent(value) || value === ZERO_TIME ? null : value) as string | null,
    encode: (value) => value ?? ZERO_TIME,
  }),
  (value) => (isAbsent(value) || value === ZERO_TIME ? null : quickTime(value)),
)

/** When something was last changed; the epoch where the service has never changed it and says so by the zero time. */
export const changeTime = quickly(
  z.codec(z.unknown().optional(), time, {
    decode: (value) => (isAbsent(value) || value === ZERO_TIME ? EPOCH : value) as string,
    encode: (value) => value,
  }),
  (value) => quickTime(isAbsent(value) || value === ZERO_TIME ? EPOCH : value),
)

/**
 * Words of others, cleaned where they come in, so that nothing behind this line meets a character that is not seen. `said` is one line;
 * `lines` keeps its line breaks.
 */
const cleaned = (clean: (text: string) => string) =>
  quickly(z.codec(z.string(), z.string(), { decode: (value) => clean(value), encode: (value) => value }), (value) =>
    typeof value === 'string' ? clean(value) : leave(),
  )
export const said = cleaned(shownText)
const saidLines = cleaned(cleanLines)
export const text = orElse(said, '')
export const lines = orElse(saidLines, '')

/** The same on the way out to a page, for what was kept before it was cleaned, or came from a file. */
const shownBy = (clean: (text: string) => string, travels = z.string()) =>
  z.codec(travels, z.string(), { decode: (value) => value, encode: (value) => clean(value) })
export const shown = shownBy(shownText)
export const shownLines = shownBy(cleanLines)
/** Where a figure is grouped: at a blank a line would end, and what stands before it would be read as the whole amount. */
const GROUPED = /(?<=\d)\u202f(?=\d{3})/u
/** As `shownText`, with figures in it as sentences of ours write them. */
export function cleanWords(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length > limit || !GROUPED.test(text)) return shownText(text, limit)
  return text
    .split(GROUPED)
    .map((part) => shownText(part))
    .join('\u202f')
}
/** Deep enough for a title within a title, and no deeper than anybody reads. */
const SENTENCE_DEPTH = 5
/** Characters of one of the texts in it. */
const WORDS_MAX = 4000
const sentenceOf = (text: z.ZodType<string | Said, string | Said>): z.ZodType<Said, Said> =>
  z.object({
    code: z.string().regex(/^[a-z][\w.-]{0,99}$/i),
    values: z.record(z.string().regex(/^\w{1,40}$/), z.union([text, z.number(), z.boolean(), z.array(text).max(256)])),
  })
const words = shownBy((value) => cleanWords(value, WORDS_MAX))
const sentenceTo = (depth: number): z.ZodType<Said, Said> =>
  sentenceOf(depth === 0 ? words : z.union([words, sentenceTo(depth - 1)]))
/** A sentence as a fact, with words of others in it as clean as they are shown anywhere. */
export const sentence = sentenceTo(SENTENCE_DEPTH)

/** Words of others, or a sentence of ours. */
export const told = z.union([shownBy(cleanWords), sentence])

/** One that also comes back from the page, of at most so many characters. */
export const shownOf = (least: number, most: number) => shownBy(shownText, z.string().min(least).max(most))
/** An address or the like, which would be another one if it were cleaned. */
export const exact = z.string().refine(isClean, 'has characters that are not seen')

/** One that is left out where it is empty: some programs read it into a form that empty text is not. */
export const textIfAny = quickly(
  z.codec(z.unknown().optional(), said, {
    decode: (value) => (isAbsent(value) ? '' : value) as string,
    encode: (value) => (value === '' ? undefined : value),
  }),
  (value) => (isAbsent(value) ? '' : (quickOf(said) as Quick<string>)(value)),
)

export const flag = orElse(z.boolean(), false)
export const count = quickly(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : leave(),
)

const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === null ? [] : [value])

/** One object or an array of them, or null for none: the interface text and the real service disagree on some replies. */
export function oneOrMany<Schema extends z.ZodType>(inner: Schema) {
  return z.codec(z.unknown(), z.array(inner), {
    decode: (value) => many(value) as z.input<Schema>[],
    encode: (value) => value,
  })
}

/** The same for what is only shown: a record that cannot be read is left out and the others stay. */
export function readableOneOrMany<Schema extends z.ZodType>(inner: Schema) {
  return z.codec(z.unknown(), z.array(inner), {
    decode: (value) => many(value).filter((each) => inner.safeParse(each).success) as z.input<Schema>[],
    encode: (value) => value,
  })
}

/** Of a payment, in the order of life: everything up to `accepted` is live and holds its inputs. The journal keeps the place in this list. */
export const PAYMENT_STATES = [
  'draft',
  'reserved',
  'keyed',
  'built',
  'verified',
  'approved',
  'signed',
  'sent',
  'accepted',
  'final',
  'cancelled',
  'failed',
] as const
