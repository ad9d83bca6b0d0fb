import { v4 as uuid } from 'uuid'
import {
  type Clock,
  type Dialect,
  type Log,
  type Moment,
  momentOf,
  msOf,
  type Nanos,
  nanosOf,
  passedMs,
  type Random,
  wentInStep,
} from '#contract/domain'
import { codeOf, type ErrorCode, failure } from '#contract/errors'
import {
  type Endpoint,
  type EndpointAnswer,
  type EndpointInput,
  type EndpointName,
  endpointOf,
  lineOf,
} from '#contract/http'
import { isAbout } from './asked.ts'
import { refuseRedirect, startDeadline } from './deadline.ts'
import { believed, doubtOf } from './integrity.ts'
import { needSecure, PASSING } from './line.ts'
import { buildRequest, type OutgoingRequest } from './request.ts'
import { decodeAnswer, isCutOff, readBody } from './response.ts'

/** Makes the bearer of one request. `requestId` is also sent as `X-Request-Id` and is the token's `jti`. */
type Authorize = (request: OutgoingRequest & { readonly requestId: string }) => Promise<string>

export interface RemoteDeps {
  readonly baseUrl: string
  readonly dialect: Dialect
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Absent for a client that makes public calls only. */
  readonly authorize?: Authorize
  /** The key under which the service signs what it answers to this bearer, asked anew for each answer; null where it signs nothing. */
  readonly answerKey?: () => string | null
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** How often what may be repeated is tried in all; fewer where the caller comes back anyway and should say soon that the line is bad. */
  readonly tries?: number
  /** Less than the endpoint's share of bytes, for a caller that can ask for less. */
  readonly maxBytes?: number
}

export interface Remote {
  /** One call of the endpoint table. Throws `remote.*` and `input.invalid`. */
  call<Name extends EndpointName>(
    name: Name,
    input?: EndpointInput<Name>,
    options?: CallOptions,
  ): Promise<EndpointAnswer<Name>>
  /** Server time minus ours at the last answer, at most a day either way; 0 before the first. */
  clockSkewMs(): number
  /**
   * How late it is by the service's word: what its last answer said, and what has passed since. Null before the first, and from when the
   * clock here was changed, or the machine slept, until the next.
   */
  serverTime(): Nanos | null
}

const DEADLINE_MS = 30_000
const LIST_DEADLINE_MS = 60_000
const TRIES = 5
/** What a wrong clock of ours looks like from outside: our tokens are out of time for the service, or its tokens for us. */
const TIMED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote.unauthorized', 'remote.unproved'])
const BACKOFF_MIN_MS = 500
const BACKOFF_MAX_MS = 8_000
/** In all of one call: whoever is told to wait again and again hears soon enough that too much is asked. */
const RETRY_AFTER_MAX_MS = 5 * 60_000
const WRONG_CLOCK_MS = 5 * 60_000
const DAY_MS = 86_400_000

export function createRemote(deps: RemoteDeps): Remote {
  needSecure(deps.baseUrl)
  const baseUrl = deps.baseUrl.replace(/\/+$/, '')
  let skewMs = 0
  let heard: { readonly serverMs: number; readonly moment: Moment } | null = null

  async function attempt(endpoint: Endpoint, request: OutgoingRequest, options: CallOptions) {
    const requestId = uuid({ random: deps.random(16) })
    const headers: Record<string, string> = { accept: 'application/json', 'x-request-id': requestId }
    if (request.body !== '') headers['content-type'] = 'application/json'
    if (endpoint.auth === 'token' && deps.authorize === undefined) {
      throw failure('remote.unauthorized', 'this client has no account')
    }
    if (endpoint.auth !== 'public' && deps.authorize !== undefined) {
      headers['authorization'] = `Bearer ${await deps.authorize({ ...request, requestId })}`
    }
    const deadline = startDeadline(deps.clock, bodyDeadlineMs(endpoint), options.signal)
    try {
      const response = await deps.fetch(baseUrl + request.uri, {
        method: request.method,
        headers,
        redirect: 'manual',
        signal: deadline.signal,
        ...(request.body === '' ? {} : { body: request.body }),
      })
      deadline.headersArrived()
      const serverMs = serverTimeOf(response.headers)
      if (serverMs !== undefined) {
        heard = { serverMs, moment: momentOf(deps.clock) }
        skewMs = skewOf(serverMs, deps.clock)
      }
      refuseRedirect(response)
      const echo = response.headers.get('x-request-id')
      if (echo !== null && echo !== requestId) throw failure('remote.malformed', 'answer belongs to another request')
      const key = headers['authorization'] === undefined ? null : (deps.answerKey?.() ?? null)
      return { response, bytes: await readBody(response, endpoint, options.maxBytes), requestId, key }
    } catch (error) {
      throw deadline.ended(error)
    } finally {
      deadline.clear()
    }
  }

  function retryDelay(
    error: unknown,
    { left, tries, retryAfter, waited }: { left: number; tries: number; retryAfter: string | null; waited: number },
  ): number | undefined {
    const code = codeOf(error)
    if (left <= 0 || !(PASSING.has(code) || isCutOff(error))) return undefined
    const asked = askedWaitMs(retryAfter ?? '', serverTime() ?? deps.clock.now())
    if (asked > 0) return waited + asked <= RETRY_AFTER_MAX_MS ? asked : undefined
    const ceiling = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** tries)
    return BACKOFF_MIN_MS + randomFraction(deps.random) * (ceiling - BACKOFF_MIN_MS)
  }

  function serverTime(): Nanos | null {
    const moment = momentOf(deps.clock)
    if (heard === null || !wentInStep(heard.moment, moment)) return null
    return nanosOf(Math.floor(heard.serverMs + moment.monotonicMs - heard.moment.monotonicMs))
  }

  return {
    clockSkewMs: () => skewMs,
    serverTime,
    async call(name, input, options = {}) {
      const endpoint = endpointOf(name)
      const request = buildRequest(name, input ?? ({} as EndpointInput<typeof name>), deps.dialect)
      const asked = endpoint.paired === true ? pairedLength(input) : undefined
      const assumption = lineOf(name, deps.dialect)
      const cancelled = () => options.signal?.aborted === true
      let waited = 0
      let isSignedAnew = false
      for (let tries = 1; ; tries += 1) {
        let retryAfter: string | null = null
        const began = momentOf(deps.clock)
        try {
          const { response, bytes, requestId, key } = await attempt(endpoint, request, options)
          retryAfter = response.headers.get('retry-after')
          const read = () => {
            const answer = decodeAnswer<typeof name>(endpoint, bytes, response.status, asked, assumption)
            if (isAbout(name, input, answer)) return answer
            const details = assumption === '' ? {} : { assumption }
            throw failure('remote.malformed', 'another thing was answered than was asked for', { details })
          }
          if (key === null) return read()
          const token = response.headers.get('x-integrity-token')
          const doubt = doubtOf({ ...request, bytes, requestId, key, token, clock: deps.clock })
          return believed(read, isWithoutProof, doubt)
        } catch (error) {
          const isLate = passedMs(began, momentOf(deps.clock)) > LIST_DEADLINE_MS
          if (isLate && !isSignedAnew && codeOf(error) === 'remote.unauthorized' && !cancelled()) {
            // No call takes so long but one that the machine slept in: its token was too old, and nothing was done for it.
            isSignedAnew = true
            continue
          }
          const wait = mayRepeat(endpoint)
            ? retryDelay(error, { left: (options.tries ?? TRIES) - tries, tries, retryAfter, waited })
            : undefined
          deps.log('debug', 'remote.failed', { endpoint: name, code: codeOf(error), tries, waitMs: wait ?? null })
          if (TIMED.has(codeOf(error)) && Math.abs(skewMs) > WRONG_CLOCK_MS) {
            throw failure('remote.clock', 'the clock differs from the service', {
              details: { skewSeconds: Math.round(skewMs / 1000) },
              cause: error,
            })
          }
          if (endpoint.scarce === true && codeOf(error) === 'remote.rate_limited') throw tooManySearched(error)
          if (wait === undefined || cancelled()) throw error
          await deps.clock.sleep(wait, options.signal)
          waited += wait
          if (cancelled()) throw error
        }
      }
    },
  }
}

/** A dead session cannot be answered in its name, and whatever stands between may have troubles of its own. */
const isWithoutProof = (error: unknown): boolean =>
  PASSING.has(codeOf(error)) || codeOf(error) === 'remote.unauthorized' || isCutOff(error)

const tooManySearched = (cause: unknown) =>
  failure('remote.rate_limited', 'too many people were searched', { details: { asked: 'people' }, cause })

const bodyDeadlineMs = (endpoint: Endpoint): number =>
  endpoint.list === true || endpoint.large === true ? LIST_DEADLINE_MS : DEADLINE_MS

function mayRepeat(endpoint: Endpoint): boolean {
  return endpoint.effect === 'read' || endpoint.repeatable === true
}

function pairedLength(input: unknown): number | undefined {
  const body = (input as { body?: unknown } | undefined)?.body
  if (Array.isArray(body)) return body.length
  const keys = (body as { keys?: unknown } | undefined)?.keys
  return Array.isArray(keys) ? keys.length : undefined
}

function serverTimeOf(headers: Headers): number | undefined {
  const nanos = headers.get('x-server-time')
  const server =
    nanos !== null && /^\d{1,20}$/.test(nanos) ? msOf(BigInt(nanos)) : Date.parse(headers.get('date') ?? '')
  return Number.isFinite(server) ? server : undefined
}

/** What `Retry-After` asks for, in seconds or as the moment from which on it is answered again by the service's clock; 0 for anything else. */
function askedWaitMs(retryAfter: string, now: Nanos): number {
  if (/^\d+(?:\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000
  const until = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(until) ? 0 : until - msOf(now)
}
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .* GMT$/

const skewOf = (serverMs: number, clock: Clock): number =>
  Math.max(-DAY_MS, Math.min(DAY_MS, serverMs - msOf(clock.now())))

function randomFraction(random: Random): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) / 65_536
}
