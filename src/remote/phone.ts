import { v4 as uuid } from 'uuid'
import type { Clock, Log, Random, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { type AuthorizationCode, OAUTH_SOCKET } from '#contract/http'
import { FRAME_BYTES, packFrame, unpackFrame } from './frames.ts'
import { needSecure, PASSING, unreachable } from './line.ts'
import { parseEnvelope, serviceError } from './response.ts'

/** A line of frames, as a host makes it. */
export interface Socket {
  send(frame: Uint8Array): void
  /** The next frame; null once there will be none. */
  next(): Promise<Uint8Array<ArrayBuffer> | null>
  close(): void
}

/** Opens a socket of one subprotocol that takes no longer frames. Rejects where it does not come about. */
export type OpenSocket = (
  url: string,
  options: { readonly protocol: string; readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<Socket>

interface PhoneDeps {
  readonly url: string
  readonly openSocket: OpenSocket
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

interface PhoneWish {
  readonly appId: UserId
  readonly scopes: readonly string[]
  readonly challenge: string
  /** Told whenever there is another code to scan, or the service says that it was opened. */
  readonly onCode: (code: { readonly codeId: string; readonly isOpened: boolean }) => void
  readonly signal: AbortSignal
}

type PhoneAnswer =
  | { readonly kind: 'declined' }
  | {
      readonly kind: 'agreed'
      readonly authorizationId: string
      readonly code: string
      readonly scopes: readonly string[]
    }

const REFRESH_MS = 1_000
const DEADLINE_MS = 15_000
const TRIES = 6
const BACKOFF_MAX_MS = 8_000

/** What is on the screen for the phone to scan. */
interface Shown {
  readonly authorizationId: string
  readonly codeId: string
  readonly isOpened: boolean
}

/**
 * Asks a person's phone for a permission: shows its code and asks every second what became of it, over as many connections as that
 * takes, until the person has answered or `signal` ends it. Only an answer to the code that is shown counts. Throws `remote.*`.
 */
export async function askPhone(deps: PhoneDeps, wish: PhoneWish): Promise<PhoneAnswer> {
  needSecure(deps.url)
  let shown: Shown | null = null
  let failures = 0
  /** One connection, for as long as it lasts. */
  async function ask(socket: Socket): Promise<PhoneAnswer> {
    for (;;) {
      const heard = await refresh(deps, wish, socket, shown?.authorizationId ?? '')
      failures = 0
      const answer = answerIn(heard, shown)
      if (answer !== null) return answer
      const next = { authorizationId: heard.authorization_id, codeId: heard.code_id, isOpened: isOpened(heard) }
      const isNews = next.codeId !== shown?.codeId || next.isOpened !== shown.isOpened
      shown = next
      if (isNews) wish.onCode({ codeId: next.codeId, isOpened: next.isOpened })
      await deps.clock.sleep(REFRESH_MS, wish.signal)
      needWanted(wish.signal)
    }
  }
  for (;;) {
    try {
      needWanted(wish.signal)
      return await connected(deps, wish.signal, ask)
    } catch (error) {
      failures += 1
      deps.log('debug', 'remote.phone_failed', { code: codeOf(error), attempt: failures })
      if (wish.signal.aborted || !PASSING.has(codeOf(error)) || failures >= TRIES) throw error
      await deps.clock.sleep(Math.min(BACKOFF_MAX_MS, REFRESH_MS * 2 ** (failures - 1)), wish.signal)
    }
  }
}

function needWanted(signal: AbortSignal): void {
  if (signal.aborted) throw failure('remote.unreachable', 'not asked for any more')
}

/** Lends a connection, which ends with its use or with `signal`. */
async function connected<Value>(
  { openSocket, url }: PhoneDeps,
  signal: AbortSignal,
  use: (socket: Socket) => Promise<Value>,
): Promise<Value> {
  const { protocol } = OAUTH_SOCKET
  const socket = await openSocket(url, { protocol, maxBytes: FRAME_BYTES, signal }).catch((error: unknown) => {
    throw unreachable(error)
  })
  const close = (): void => socket.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    return await use(socket)
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

/** Sends one request and reads until something answers it; frames that say nothing are passed over. */
async function refresh(deps: PhoneDeps, wish: PhoneWish, socket: Socket, known: string): Promise<AuthorizationCode> {
  const request = {
    id: uuid({ random: deps.random(16) }),
    action: 'REFRESH_OAUTH_CODE',
    params: {
      client_id: wish.appId,
      scope: wish.scopes.join(' '),
      code_challenge: wish.challenge,
      authorization_id: known,
    },
  }
  const timer = new AbortController()
  let isLate = false
  const late = deps.clock.sleep(DEADLINE_MS, timer.signal).then(() => {
    if (timer.signal.aborted) return
    isLate = true
    socket.close()
  })
  try {
    socket.send(await packFrame(request))
    for (;;) {
      const frame = await socket.next()
      if (isLate) throw failure('remote.timeout', 'no answer before the deadline')
      if (frame === null) throw failure('remote.unreachable', 'the socket was closed')
      const code = readCode(await unpackFrame(frame))
      if (code !== null) return code
    }
  } finally {
    timer.abort()
    await late
  }
}

function readCode(bytes: Buffer): AuthorizationCode | null {
  const { data, error } = parseEnvelope(bytes, 200)
  if (error !== undefined && error !== null) throw serviceError(error, 200)
  if (data === undefined || data === null) return null
  const read = OAUTH_SOCKET.answer.safeParse(data)
  if (read.success) return read.data
  throw failure('remote.malformed', 'answer does not have the declared shape', {
    details: { field: read.error.issues[0]?.path.join('.') ?? '' },
    cause: read.error,
  })
}

/** What the service says of it; it begins with the time at which the code was made, or with none. */
const isOpened = ({ accessed_at, created_at }: AuthorizationCode): boolean =>
  accessed_at !== null && accessed_at > created_at

/** What a person said, to the code that is shown; null while they have said nothing. */
function answerIn(heard: AuthorizationCode, shown: Shown | null): PhoneAnswer | null {
  const { authorization_code: code, scopes, authorization_id: authorizationId } = heard
  if (code === '' && scopes.length > 0) return null
  if (shown === null || authorizationId !== shown.authorizationId || heard.code_id !== shown.codeId) {
    throw failure('remote.malformed', 'an answer to another code')
  }
  return code === '' ? { kind: 'declined' } : { kind: 'agreed', authorizationId, code, scopes }
}
