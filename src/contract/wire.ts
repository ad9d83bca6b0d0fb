import { z } from 'zod'
import { type Amount, formatAmountShort, parseExactAmount, parseSignedAmount } from '#protocol/text'

/*
 * Two-way codecs between what travels (text) and what Coffer computes with (bigint, branded text).
 * Decoding is strict in value and lenient in absence: the service leaves out, nulls or empties what it does not know.
 */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/
const HEX = /^(?:[0-9a-f]{2})*$/

const id = <Brand extends string>() => z.string().regex(UUID, 'not a lower-case uuid').brand<Brand>()

export const userId = id<'UserId'>()
export const assetId = id<'AssetId'>()
export const requestId = id<'RequestId'>()
export const outputId = id<'OutputId'>()
export const snapshotId = id<'SnapshotId'>()
export const uuid = z.string().regex(UUID, 'not a lower-case uuid')
/** 32 bytes as 64 lower-case hex characters: kernel transaction, asset, members and inscription hashes. */
export const hash = z.string().regex(HASH, 'not 32 bytes of hex').brand<'Hash'>()
/** A compressed Ed25519 point, 64 hex characters. Whether it is a usable key is for `#protocol` to say. */
export const pointHex = z.string().regex(HASH, 'not 32 bytes of hex')
/** Owner of outputs: the members hash and threshold, written `hash:threshold`. Oneself is a group of one. */
export const holderId = z
  .string()
  .regex(/^[0-9a-f]{64}:\d{1,2}$/)
  .brand<'HolderId'>()
export const hex = z.string().regex(HEX, 'not lower-case hex')

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

/** Decimal text of at most 8 decimals, not negative. */
export const amount = z.codec(
  z.string().max(100),
  z.custom<Amount>((value) => typeof value === 'bigint'),
  {
    decode: decodeWith(parseExactAmount),
    encode: (value) => formatAmountShort(value),
  },
)

/** As `amount`, with a leading minus for money that left (snapshots). */
export const signedAmount = z.codec(
  z.string().max(100),
  z.custom<Amount>((value) => typeof value === 'bigint'),
  {
    decode: decodeWith(parseSignedAmount),
    encode: (value) => formatAmountShort(value),
  },
)

/** Unix nanoseconds. The service writes RFC 3339 with up to nine fraction digits; JavaScript dates lose six of them. */
export type Nanos = bigint & { readonly __brand: 'Nanos' }

const RFC3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/
const NANOS = 1_000_000_000n

export function parseTime(text: string): Nanos {
  const match = RFC3339.exec(text)
  const millis = match === null ? Number.NaN : Date.parse(`${match[1]}${match[3]}`)
  if (match === null || Number.isNaN(millis)) throw new Error('not an RFC 3339 time')
  return ((BigInt(millis) / 1000n) * NANOS + BigInt((match[2] ?? '').padEnd(9, '0'))) as Nanos
}

/** UTC with exactly as many fraction digits as are needed, as the service writes it. */
export function formatTime(time: Nanos): string {
  const fraction = ((time % NANOS) + NANOS) % NANOS
  const seconds = (time - fraction) / NANOS
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  const digits = fraction.toString().padStart(9, '0').replace(/0+$/, '')
  return digits === '' ? `${whole}Z` : `${whole}.${digits}Z`
}

export const time = z.codec(
  z.string().max(40),
  z.custom<Nanos>((value) => typeof value === 'bigint'),
  {
    decode: decodeWith(parseTime),
    encode: (value) => formatTime(value),
  },
)

const ZERO_TIME = '0001-01-01T00:00:00Z'
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A member that may be missing, null or empty text; null inside, left out when written. */
export function orNull<Schema extends z.ZodType>(inner: Schema) {
  return z.codec(z.unknown().optional(), inner.nullable(), {
    decode: (value) => (isAbsent(value) ? null : value) as z.input<Schema> | null,
    encode: (value) => (value === null ? undefined : value),
  })
}

/** A member that may be missing or null, with a stand-in; always written. */
export function orElse<Schema extends z.ZodType>(inner: Schema, standIn: z.input<Schema>) {
  return z.codec(z.unknown().optional(), inner, {
    decode: (value) => (value === undefined || value === null ? standIn : value) as z.input<Schema>,
    encode: (value) => value,
  })
}

/** A time that may be missing, empty or the zero time of year 1; null inside, the zero time when written. */
export const zeroableTime = z.codec(z.unknown().optional(), time.nullable(), {
  decode: (value) => (isAbsent(value) || value === ZERO_TIME ? null : value) as string | null,
  encode: (value) => value ?? ZERO_TIME,
})

export const text = orElse(z.string(), '')
export const flag = orElse(z.boolean(), false)
export const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** One object or an array of them: the interface text and the real service disagree on some replies. */
export function oneOrMany<Schema extends z.ZodType>(inner: Schema) {
  return z.codec(z.unknown(), z.array(inner), {
    decode: (value) => (Array.isArray(value) ? value : [value]) as z.input<Schema>[],
    encode: (value) => value,
  })
}
