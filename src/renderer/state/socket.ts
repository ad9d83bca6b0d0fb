import type { Reply } from '#contract/errors'
import type { Bridge } from '#contract/ipc'
import { QUERY_TOPICS } from '#contract/topics'
import { type EarlyAnswer, type Frame, isLocked, parseFrame, parseProofs, questionOf } from './socket-frames.ts'

/*
 * The browser host's end of the bridge. The first frame presents the token of the URL fragment, or the secret by which
 * a dropped line is taken up again, which is told to nobody but the host that gave it: it shows so first (`{nonce}` out, `{proofs}` in). The
 * host welcomes with the next such secret, and with what the first screen asks; only once that is acknowledged (`{welcomed}` out) is the one before spent. Then every frame is JSON: `{id,name,input}` out, `{id,reply}` and `{event,payload}` in. A call whose answer was lost with the line fails here
 * and is never sent again by itself: it may have been carried out. A host that hangs keeps its line: only a sign of life that it is asked
 * for, `{beat:true}` out and in, tells.
 */

/**
 * `silent`: the line stands, and nothing comes; `elsewhere`: another window is connected; `replaced`: this tab was resumed in another;
 * `closed`: Coffer is gone.
 */
export type LinkState =
  | 'connecting'
  | 'open'
  | 'silent'
  | 'lost'
  | 'refused'
  | 'elsewhere'
  | 'replaced'
  | 'broken'
  | 'closed'

/** The part of a WebSocket that is used, so that framing can be tested without one. */
export interface Wire {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export interface SocketOptions {
  /** What the fragment or the tab's own storage held; empty when there was nothing. */
  readonly secret: string
  readonly open: () => Wire
  readonly onState: (state: LinkState) => void
  readonly later: (run: () => void, ms: number) => void
}

export interface SocketBridge extends Bridge {
  /** The secret that a reload of this tab would present; empty once none is of use. */
  resume(): string
  /** Tries again after `elsewhere`. */
  retry(): void
}

const ENDS: Readonly<Record<number, LinkState>> = {
  4400: 'broken',
  4401: 'refused',
  4409: 'elsewhere',
  4410: 'replaced',
}
/** The host keeps a dropped tab's secret for a minute; after that there is nothing to go back to. */
const WAITS_MS = [1000, 2000, 4000, 8000, 12_000, 16_000]
/** Before the first welcome there is little to wait for: who served this page stands, or is gone. */
const FIRST_WAITS_MS = WAITS_MS.slice(0, 2)
const WELCOMED = JSON.stringify({ welcomed: true })
const BEAT = JSON.stringify({ beat: true })
/** A sign of life is asked for so often, and missed after as long. */
const BEAT_MS = 10_000
/** For so long after the welcome an answer that came with it counts as asked for; the first screen stands long before. */
const EARLY_MS = 2000
const ALL_TOPICS = [...new Set(Object.values(QUERY_TOPICS).flat())]
const failed = (code: 'host.lost' | 'host.refused', reason = 'connection lost'): Reply<never> => ({
  ok: false,
  error: { code, details: { reason } },
})
/** It went over the line and no answer came back: nobody here knows whether it was carried out. */
const LOST = failed('host.lost')
/** It never left this window. */
const UNSENT = failed('host.refused')
/** It would end the line for all that waits for an answer on it. */
const TOO_LARGE = failed('host.refused', 'too_large')
/** Bytes of a frame that the host takes. */
export const FRAME_MAX: number = 1024 * 1024

/** No letter of ours takes more than three bytes, so most frames need no counting. */
const isTooLarge = (frame: string): boolean =>
  frame.length > FRAME_MAX || (frame.length * 3 > FRAME_MAX && new TextEncoder().encode(frame).length > FRAME_MAX)

interface Waiting {
  readonly question: string
  readonly frame: string
  readonly settle: (reply: unknown) => void
}

export function createSocketBridge(options: SocketOptions): SocketBridge {
  const listeners = listenersByName()
  const sent = new Map<number, Waiting>()
  const queue: { id: number; waiting: Waiting }[] = []
  let secret = options.secret
  /** Opened last, and welcomed; neither once it is closed. */
  let [line, wire]: [Wire | null, Wire | null] = [null, null]
  let life: Life | null = null
  let [ready, ended] = [false, false]
  let [lastId, failures, welcomes] = [0, 0, 0]
  const isOfPage = oneWallet()
  const early = earlyAnswers()

  function connect(): void {
    // Whoever served this page is believed once. When the line is back another program may listen there, of another user even.
    line = options.open()
    openLine(line, { secret, isBelieved: welcomes === 0, receive, closed })
  }

  function welcomed(socket: Wire, resume: string, { answers = [], wallet = 0 }: Frame): void {
    secret = resume
    socket.send(WELCOMED)
    if (!isOfPage(wallet)) return void emit('page.reload', {})
    wire = socket
    failures = 0
    welcomes += 1
    early.take(answers)
    life = watchLife(socket, { stands: () => wire === socket, later: options.later, onSilence: fellSilent })
    options.later(() => early.clear(), EARLY_MS)
    opened(socket)
    if (welcomes > 1) tellMissed(answers, emit)
  }

  function opened(socket: Wire): void {
    ready = true
    for (const { id, waiting } of queue.splice(0)) {
      if (early.settles(waiting)) continue
      sent.set(id, waiting)
      socket.send(waiting.frame)
    }
    options.onState('open')
  }

  /** What is asked from now on waits here: what never left is known not to be carried out, whatever becomes of the host. */
  function fellSilent(): void {
    if (ready) options.onState('silent')
    ready = false
  }

  function closed(code: number): void {
    ready = false
    wire = null
    line = null
    early.clear()
    for (const waiting of sent.values()) waiting.settle(LOST)
    sent.clear()
    const wait = (welcomes === 0 ? FIRST_WAITS_MS : WAITS_MS)[failures]
    const end = ENDS[code] ?? (wait === undefined ? 'closed' : null)
    if (end === 'refused') secret = ''
    failures += 1
    if (end === null && wait !== undefined) {
      options.onState('lost')
      options.later(connect, wait)
      return
    }
    ended = true
    for (const { waiting } of queue.splice(0)) waiting.settle(UNSENT)
    options.onState(end ?? 'closed')
  }

  function receive(socket: Wire, frame: Frame | null): void {
    if (frame === null || socket !== line) return
    life?.heard()
    if (wire === socket && !ready) opened(socket)
    if (frame.resume !== undefined) welcomed(socket, frame.resume, frame)
    if (frame.event !== undefined) emit(frame.event, frame.payload)
    if (frame.id === undefined) return
    sent.get(frame.id)?.settle(frame.reply)
    sent.delete(frame.id)
  }

  function emit(event: string, payload: unknown): void {
    early.clear()
    listeners.tell(event, payload)
  }

  if (secret === '') {
    ended = true
    options.onState('refused')
  } else connect()

  return {
    invoke(name, input) {
      if (ended) return Promise.resolve(UNSENT)
      lastId += 1
      const id = lastId
      const frame = JSON.stringify({ id, name, input })
      if (isTooLarge(frame)) return Promise.resolve(TOO_LARGE)
      return new Promise((settle) => {
        const waiting: Waiting = { question: questionOf(name, input), frame, settle }
        if (early.settles(waiting)) return
        if (ready && wire !== null) {
          sent.set(id, waiting)
          wire.send(waiting.frame)
        } else queue.push({ id, waiting })
      })
    },
    subscribe: (name, listener) => listeners.add(name, listener),
    resume: () => secret,
    retry() {
      if (!ended) return
      ended = false
      failures = 0
      options.onState('connecting')
      connect()
    },
  }
}

/** What changed while nobody listened is unknown, so everything may have. Only the host knows by then that it locked itself. */
function tellMissed(answers: readonly EarlyAnswer[], emit: (event: string, payload: unknown) => void): void {
  if (isLocked(answers)) emit('session.changed', { locked: true })
  emit('data.changed', { account: null, topics: ALL_TOPICS })
}

interface Opening {
  readonly secret: string
  /** The other end is told the secret without having to show anything. */
  readonly isBelieved: boolean
  readonly receive: (socket: Wire, frame: Frame | null) => void
  readonly closed: (code: number) => void
}

function openLine(socket: Wire, { secret, isBelieved, receive, closed }: Opening): void {
  const enter = (): void => {
    socket.onmessage = (event) => receive(socket, parseFrame(event.data))
    socket.send(JSON.stringify({ token: secret }))
  }
  socket.onopen = () => (isBelieved ? enter() : askForProof(socket, secret, enter))
  socket.onclose = (event) => closed(event.code)
}

/** Has the other end show that it gave this page its secret, and reads nothing else of it before that. The secret stays here until then. */
function askForProof(socket: Wire, secret: string, proved: () => void): void {
  const nonce = crypto.randomUUID()
  socket.onmessage = async ({ data }) => {
    socket.onmessage = null
    const isOurs = parseProofs(data).includes(await proofOf(secret, nonce))
    if (isOurs) proved()
    else socket.close()
  }
  socket.send(JSON.stringify({ nonce }))
}

/** HMAC-SHA256 of a random text under the SHA-256 of the secret, in hex, as the host makes it. */
async function proofOf(secret: string, nonce: string): Promise<string> {
  const { subtle } = crypto
  const bytes = new TextEncoder()
  const digest = await subtle.digest('SHA-256', bytes.encode(secret))
  const key = await subtle.importKey('raw', digest, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const proof = new Uint8Array(await subtle.sign('HMAC', key, bytes.encode(nonce)))
  return Array.from(proof, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function listenersByName() {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  return {
    tell(name: string, payload: unknown): void {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(payload)
    },
    add(name: string, listener: (payload: unknown) => void): () => void {
      const known = listeners.get(name) ?? new Set()
      known.add(listener)
      listeners.set(name, known)
      return () => known.delete(listener)
    },
  }
}

/** Whether a welcome is of the wallet on screen: while the line was broken another one may have taken its place. */
function oneWallet(): (wallet: number) => boolean {
  let shown: number | null = null
  return (wallet) => {
    shown ??= wallet
    return shown === wallet
  }
}

/** Answers that came with the welcome, until they are taken or anything may be different. */
function earlyAnswers() {
  const answers = new Map<string, unknown>()
  return {
    take(given: readonly EarlyAnswer[]): void {
      for (const { question, reply } of given) answers.set(question, reply)
    },
    settles({ question, settle }: Waiting): boolean {
      const reply = answers.get(question)
      answers.delete(question)
      if (reply !== undefined) settle(reply)
      return reply !== undefined
    },
    clear: () => answers.clear(),
  }
}

interface Life {
  /** Something came. */
  heard(): void
}

/** Asks for signs of life for as long as a line stands. */
function watchLife(
  socket: Wire,
  {
    stands,
    later,
    onSilence,
  }: {
    readonly stands: () => boolean
    readonly later: SocketOptions['later']
    readonly onSilence: () => void
  },
): Life {
  let waits = false
  function beat(): void {
    if (!stands()) return
    if (waits) onSilence()
    else socket.send(BEAT)
    waits = true
    later(beat, BEAT_MS)
  }
  later(beat, BEAT_MS)
  return {
    heard() {
      waits = false
    },
  }
}

const RESUME_KEY = 'coffer.resume'

/**
 * Takes the token out of the fragment and erases it there at once, before anything else may read the address; without
 * one, takes what this tab left for its own reload.
 */
export function takeSecret(
  place: Pick<Location, 'hash'>,
  history: Pick<History, 'replaceState'>,
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
): string {
  const token = new URLSearchParams(place.hash.slice(1)).get('token') ?? ''
  if (place.hash !== '') history.replaceState(null, '', '/')
  const resume = storage.getItem(RESUME_KEY) ?? ''
  storage.removeItem(RESUME_KEY)
  return token === '' ? resume : token
}

/** Leaves the next secret for a reload of this very tab, at the moment it goes and not before. */
export function keepSecret(bridge: SocketBridge, storage: Pick<Storage, 'setItem'>): void {
  const secret = bridge.resume()
  if (secret !== '') storage.setItem(RESUME_KEY, secret)
}
