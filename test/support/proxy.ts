import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from './listening.ts'

/** A request as it came from the wallet. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly bodyText: string
  /** The body as JSON; undefined without one. */
  readonly body: unknown
}

export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** What the proxy does with requests that match; without anything that alters, it only counts. */
export interface Lie {
  /** Tested on `METHOD /path`. */
  readonly at: RegExp
  /** Which of the matching requests; all if absent. */
  readonly when?: (asked: Asked) => boolean
  /** How many of them are left alone first. */
  skip?: number
  /** How often; for ever if absent. */
  times?: number
  /** Another answer's `data` than that of the true one. */
  readonly tell?: (data: never, asked: Asked) => unknown
  /** Another answer as a whole, from the true one. */
  readonly retell?: (told: Told, asked: Asked) => Told | Promise<Told>
  /** An answer without the network's ever being asked. */
  readonly instead?: (asked: Asked) => Told | Promise<Told>
  /** `before`: the line is cut and the network never asked; `after`: it did everything. */
  readonly cut?: 'before' | 'after'
  /** Milliseconds to wait before the answer. */
  readonly late?: number
}

export type LyingProxy = Awaited<ReturnType<typeof startProxy>>

const answered = (status: number, body: object): Told => ({
  ...{ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
})

export const json = (data: unknown): Told => answered(200, { data })

export const refusal = (code: number, status = 202): Told =>
  answered(status, { error: { status, code, description: 'Refused.' } })

export const notFound = (): Told => refusal(404)

type Data = Record<string, unknown>

/** For `tell`: changes the one record of an answer, or each of a list. */
export const each =
  (change: (record: Data) => Data) =>
  (told: Data | Data[]): unknown =>
    Array.isArray(told) ? told.map((record) => change(record)) : change(told)

/** Headers that the true answer's must not be kept of, since the body may be another. */
const DROPPED = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'content-encoding'])

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A real server between a wallet and the local network, which forwards everything and lies where it is told to. */
export async function startProxy(upstream: string, server: Server = createServer()) {
  const lies: Lie[] = []
  /** Everything that was asked, in order. */
  const asked: Asked[] = []
  /** Change the text of every answer, besides the lies: they name one thing for another wherever it stands. */
  const disguises: ((text: string, asked: Asked) => string)[] = []
  let told = 0

  function find(request: Asked): Lie | undefined {
    for (const lie of lies) {
      if (!lie.at.test(`${request.method} ${request.path}`) || lie.when?.(request) === false) continue
      if ((lie.skip ?? 0) > 0) {
        lie.skip = (lie.skip ?? 0) - 1
        continue
      }
      if (lie.times !== undefined) {
        if (lie.times <= 0) continue
        lie.times -= 1
      }
      told += 1
      return lie
    }
    return undefined
  }

  async function forward(request: IncomingMessage, seen: Asked): Promise<Told> {
    const headers: Record<string, string> = {}
    for (const name of ['authorization', 'x-request-id', 'content-type', 'user-agent']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    const response = await fetch(upstream + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers,
      ...(seen.bodyText === '' ? {} : { body: seen.bodyText }),
    })
    const kept = [...response.headers].filter(([name]) => !DROPPED.has(name))
    const text = await response.text()
    const body = disguises.reduce((told, disguise) => disguise(told, seen), text)
    return { status: response.status, headers: Object.fromEntries(kept), body }
  }

  function send(response: ServerResponse, { status, headers, body }: Told): void {
    response.writeHead(status, { ...headers })
    response.end(body)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bodyText = (await buffer(request)).toString()
    const url = new URL(request.url ?? '/', upstream)
    const seen: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      bodyText,
      body: parsed(bodyText),
    }
    asked.push(seen)
    const lie = find(seen)
    if (lie === undefined) return send(response, await forward(request, seen))
    if (lie.cut === 'before') return void request.socket.destroy()
    if (lie.instead !== undefined) return send(response, await lie.instead(seen))
    let truth = await forward(request, seen)
    if (lie.cut === 'after') return void request.socket.destroy()
    if (lie.late !== undefined) await new Promise((resolve) => setTimeout(resolve, lie.late))
    if (lie.tell !== undefined) {
      const envelope = parsed(String(truth.body)) as { data?: unknown } | undefined
      if (envelope !== undefined && 'data' in envelope) {
        const data = lie.tell(envelope.data as never, seen) // whoever lies knows the answer of the call
        truth = { ...truth, body: JSON.stringify({ ...envelope, data }) }
      }
    }
    send(response, lie.retell === undefined ? truth : await lie.retell(truth, seen))
  }

  server.on('request', (request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.keepAliveTimeout = 60_000
  const { port, url, close } = await listening(server)
  /** What is told from now on in place of what was told before. */
  const lie = (...next: readonly Lie[]): void => void lies.splice(0, lies.length, ...next)
  return { port, url, lies, lie, disguises, asked, close, /** How often any lie was told. */ told: () => told }
}
