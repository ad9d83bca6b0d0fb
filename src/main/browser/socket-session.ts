import type { RawData, WebSocket } from 'ws'
import type { Reply } from '#contract/errors'
import type { WireAnswer } from '#contract/ipc'
import { firstQuestions } from '#contract/topics'
import type { Invoke } from '../binder.ts'

/** Why a socket was closed; the page chooses its words by these. */
export const CLOSE = { malformed: 4400, refused: 4401, busy: 4409, replaced: 4410, going: 1001 } as const

const FIRST_FRAME_MAX = 256
/** By it a page learns that somebody is here. It is no use of the wallet, which locks itself without any. */
const BEAT = '{"beat":true}'
/** A page's answer to its welcome: it has the secret for its reload. */
const WELCOMED = '{"welcomed":true}'
const WAITING_MAX = 1000
const UNREAD_MAX = 16 * 1024 * 1024

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

const textOf = (data: RawData, isBinary: boolean): string | null => (isBinary ? null : String(data))

/** A text of a first frame: `{"token":"..."}`, or `{"nonce":"..."}` of a page that wants proof before it tells its token; null if the frame has none of that name. */
export function readFirstFrame(data: RawData, isBinary: boolean, name: 'token' | 'nonce'): string | null {
  const text = textOf(data, isBinary)
  if (text === null || Buffer.byteLength(text) > FIRST_FRAME_MAX) return null
  const told = parseObject(text)?.[name]
  return typeof told === 'string' ? told : null
}

interface FirstAnswer {
  readonly name: string
  readonly input: unknown
  readonly reply: Reply<unknown>
}

/** What a page asks before it shows anything, answered before it asks. What fails is left for the page to ask. */
async function firstAnswers(invoke: Invoke): Promise<readonly FirstAnswer[]> {
  const answer = async (name: string, input: unknown) => ({ name, input, reply: await invoke(name, input) })
  const state = await answer('app.state', null)
  if (!state.reply.ok) return []
  // What the binder has encoded by the table.
  const questions = firstQuestions(state.reply.value as WireAnswer<'app.state'>)
  const answers = await Promise.all(questions.map(({ name, input }) => answer(name, input)))
  return [state, ...answers.filter(({ reply }) => reply.ok)]
}

/** A connected page. */
export interface Line {
  /**
   * Greets the page, with what its first screen asks answered already. What is announced meanwhile follows. `wallet`: how many were
   * served before this one.
   */
  welcome(resume: string, wallet: number): Promise<void>
  announce(event: string, payload: unknown): void
  close(code: number): void
}

/**
 * Answers the frames of a page whose token was accepted; anything that is neither a call nor asks for a sign of life closes the socket, and so
 * does whatever comes before the page has said, to `confirmed`, that it was welcomed: until then what let it in is not spent.
 */
export function serveLine(socket: WebSocket, invoke: Invoke, confirmed: () => void): Line {
  const waiting = new Set<number>()
  let held: unknown[] | null = []
  let isIn = false

  function send(frame: unknown): void {
    if (socket.readyState !== socket.OPEN) return
    // A page that asks and never reads must not fill our memory.
    if (socket.bufferedAmount > UNREAD_MAX) socket.terminate()
    else socket.send(JSON.stringify(frame))
  }

  async function answer(id: number, call: Promise<Reply<unknown>>): Promise<void> {
    const reply = await call
    waiting.delete(id)
    send({ id, reply })
  }

  socket.on('message', (data, isBinary) => {
    // Frames may still arrive after we began to close.
    if (socket.readyState !== socket.OPEN) return
    const text = textOf(data, isBinary)
    if (!isIn) {
      if (text !== WELCOMED || held !== null) return socket.close(CLOSE.malformed)
      isIn = true
      return confirmed()
    }
    const frame = text === null ? null : parseObject(text)
    if (text === BEAT) return send(frame)
    const id = frame?.['id']
    const known = typeof id === 'number' && Number.isSafeInteger(id) && id > 0 && !waiting.has(id)
    if (frame === null || !known || Object.keys(frame).length !== 3 || waiting.size >= WAITING_MAX) {
      return socket.close(CLOSE.malformed)
    }
    waiting.add(id)
    void answer(id, invoke(frame['name'], frame['input']))
  })

  return {
    async welcome(resume, wallet) {
      const answers = await firstAnswers(invoke)
      send({ welcome: { resume, answers, wallet } })
      for (const frame of held ?? []) send(frame)
      held = null
    },
    announce(event, payload) {
      const frame = { event, payload }
      if (held === null) send(frame)
      else held.push(frame)
    },
    close: (code) => socket.close(code),
  }
}
