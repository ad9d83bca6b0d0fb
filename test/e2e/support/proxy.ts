import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Data = Record<string, unknown>

/**
 * Answers to calls of this method whose path matches are changed on their way: the one record, or each of a list. Where `data` throws, the
 * network has heard the call and its answer is lost.
 */
interface Lie {
  readonly method?: 'GET' | 'POST' | 'any'
  readonly path: RegExp
  readonly data: (data: Data) => Data
  /** The network takes that long to answer. */
  readonly after?: Promise<void>
}

/** Stands between one wallet and the network, and passes everything on as it is until it is told to lie. */
export interface NetworkProxy {
  readonly url: string
  lie(lie: Lie | null): void
  close(): Promise<void>
}

const AWAY = 502

function altered(body: Buffer, { data }: Lie): Buffer {
  const answer = JSON.parse(body.toString()) as { data?: Data | Data[] } // every answer of the service has this form
  if (answer.data === undefined) return body
  const untrue = Array.isArray(answer.data) ? answer.data.map(data) : data(answer.data)
  return Buffer.from(JSON.stringify({ ...answer, data: untrue }))
}

export async function startProxy(target: string): Promise<NetworkProxy> {
  const { hostname, port, host } = new URL(target)
  let lie: Lie | null = null

  async function pass(
    incoming: IncomingMessage,
  ): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
    const { method, url: path } = incoming
    const onward = request({ hostname, port, method, path, headers: { ...incoming.headers, host } })
    onward.end(await buffer(incoming))
    const [answer] = (await once(onward, 'response')) as [IncomingMessage] // the event's only argument
    const body = await buffer(answer)
    const { 'transfer-encoding': _, ...headers } = answer.headers
    const meant = lie?.method ?? 'GET'
    const isMeant = meant === 'any' || meant === method
    const told = lie !== null && isMeant && lie.path.test(path ?? '') ? lie : null
    await told?.after
    const untrue = told === null ? body : altered(body, told)
    return {
      status: answer.statusCode ?? AWAY,
      headers: { ...headers, 'content-length': String(untrue.length) },
      body: untrue,
    }
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${own}`,
    lie(next) {
      lie = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
