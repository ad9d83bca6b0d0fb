import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { signAccessToken } from '#protocol'
import type { Person } from './localnet.ts'

/*
 * Requests as the official program library in Go writes them: `Content-Type` on all of them, a bearer that is empty where it
 * signs nothing, tokens good for ninety days under an id of their own, and a fresh `X-Request-Id` beside.
 */

const NINETY_DAYS = 90 * 24 * 3600

export interface GoRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Whose token it carries; nobody's for calls that the library makes without one. */
  readonly by?: Pick<Person, 'keystore'>
  readonly body?: unknown
}

export interface GoAnswer {
  readonly status: number
  readonly requestId: string
  readonly echoed: string | undefined
  readonly data?: unknown
  readonly error?: { readonly code: number; readonly description: string }
}

function tokenOf({ method, path, by }: GoRequest, body: string): string {
  if (by === undefined) return ''
  const { app_id: userId, session_id: sessionId, session_private_key: sessionPrivateKey } = by.keystore
  const iat = Math.floor(Date.now() / 1000)
  const times = { iat, exp: iat + NINETY_DAYS, jti: randomUUID() }
  return signAccessToken(
    { kind: 'session', userId, sessionId, sessionPrivateKey },
    { method, uri: path, body, ...times },
  )
}

export async function askAsGo(url: string, asked: GoRequest): Promise<GoAnswer> {
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body)
  const requestId = randomUUID()
  const headers = {
    'user-agent': 'Go-http-client/1.1',
    'content-type': 'application/json',
    authorization: `Bearer ${tokenOf(asked, body)}`,
    'x-request-id': requestId,
    'accept-encoding': 'gzip',
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + asked.path, { method: asked.method, headers }, (response) => {
      const echoed = response.headers['x-request-id']
      text(response).then((answer) => {
        const envelope = JSON.parse(answer) as Pick<GoAnswer, 'data' | 'error'>
        resolve({
          ...{ status: response.statusCode ?? 0, requestId, ...envelope },
          echoed: typeof echoed === 'string' ? echoed : undefined,
        })
      }, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A type of that library, into which it reads an answer: a member that is absent or null is always taken, one of another kind ends the call. */
export type GoType = 'text' | 'time' | 'integer' | 'float' | 'bool' | 'hash' | readonly [GoType] | GoFields
interface GoFields {
  readonly [member: string]: GoType
}

const KINDS: Readonly<Record<Exclude<GoType, readonly [GoType] | GoFields>, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  // Empty text is no time there.
  time: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  integer: (value) => Number.isSafeInteger(value),
  float: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  hash: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
}

/** Where a value cannot be read into a type; empty when it can. */
export function misread(type: GoType, value: unknown, at = 'data'): string[] {
  if (value === undefined || value === null) return []
  if (typeof type === 'string') return KINDS[type](value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${type}`]
  if (isList(type)) {
    return Array.isArray(value)
      ? value.flatMap((each, index) => misread(type[0], each, `${at}.${index}`))
      : [`${at} is no list`]
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`]
  const members = { ...value } as Readonly<Record<string, unknown>>
  return Object.entries(type).flatMap(([name, inner]) => misread(inner, members[name], `${at}.${name}`))
}

const isList = (type: GoType): type is readonly [GoType] => Array.isArray(type)
