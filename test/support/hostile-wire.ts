import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { ManualClock } from './clock.ts'
import { listening } from './listening.ts'

/* Whoever is at the other end of a line, without HTTP's manners: raw bytes in answer to whatever was asked. */

/** What is done on a line once something was asked on it. */
export type Deed = (socket: Socket) => void

/** For one test. */
export async function startHostile(deed: Deed) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let taken = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      taken = Math.max(taken, socket.bytesWritten)
    })
    socket.once('data', (bytes) => {
      asked.push(bytes.toString('latin1'))
      deed(socket)
    })
  })
  const end = await listening(server)
  onTestFinished(() => end.close())
  return {
    ...end,
    /** All that was asked, line by line. */
    asked,
    /** Bytes that were taken off it, at most on one line. */
    taken: () => Math.max(taken, ...[...sockets].map((socket) => socket.bytesWritten)),
    /** Lines that stand. */
    standing: () => sockets.size,
  }
}

/** More than anybody should take. */
const FAR_TOO_MUCH = 64e6

/** Says this, then the same piece again and again. */
const endlessly =
  (head: string, piece: Uint8Array | string): Deed =>
  (socket) => {
    const more = (): void => {
      if (!socket.destroyed && socket.bytesWritten < FAR_TOO_MUCH) socket.write(piece, () => setImmediate(more))
    }
    socket.write(head)
    more()
  }

/** Says this, then a piece each five seconds of a clock that moves only for that. */
export const dripping =
  (clock: ManualClock, head: string, piece: string): Deed =>
  async (socket) => {
    socket.write(head)
    while (!socket.destroyed) {
      socket.write(piece)
      await clock.advance(5_000)
    }
  }

const says =
  (text: string | Uint8Array): Deed =>
  (socket) =>
    void socket.end(text)

const OK = 'HTTP/1.1 200 OK\r\n'
const chunk = (size: number): string => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`
const ZEROS = gzipSync(Buffer.alloc(100e6))
const packed = (times: number): Uint8Array => {
  let bytes: Uint8Array = Buffer.from('{"data":[]}')
  for (let time = 0; time < times; time += 1) bytes = gzipSync(bytes)
  const coding = Array(times).fill('gzip').join(', ')
  return Buffer.concat([Buffer.from(`${OK}Content-Encoding: ${coding}\r\nConnection: close\r\n\r\n`), bytes])
}

/** What a service can do to whoever asks it, all at once. */
export const DEEDS = {
  'a body without end': endlessly(`${OK}Transfer-Encoding: chunked\r\n\r\n`, chunk(65_536)),
  'headers without end': endlessly(OK, `X-More: ${'x'.repeat(1_000)}\r\n`),
  'a body that unpacks to 100 MB': says(
    Buffer.concat([Buffer.from(`${OK}Content-Encoding: gzip\r\nConnection: close\r\n\r\n`), ZEROS]),
  ),
  'a body that was packed a hundred times': says(packed(100)),
  'less than the length it told': says(`${OK}Content-Length: 1000\r\n\r\n{"data":`),
  'more than the length it told': says(`${OK}Content-Length: 8\r\n\r\n{"data":[]}`),
  'two lengths': says(`${OK}Content-Length: 11\r\nContent-Length: 5\r\n\r\n{"data":[]}`),
  'a length below nothing': says(`${OK}Content-Length: -1\r\n\r\n{"data":[]}`),
  'no HTTP': says('220 ready when you are\r\n'),
  nothing: says(''),
  'half a status': says('HTTP/1.1 20'),
} as const satisfies Readonly<Record<string, Deed>>

/** What it can do slowly: what it says first, and what again and again. */
export const DRIPS = {
  'a body that drips': [`${OK}Content-Length: 100000\r\n\r\n{`, ' '],
  'headers that drip': [`${OK}X-More: `, 'x'],
  'hints before the answer, one by one': ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  'a chunk that never ends': [`${OK}Transfer-Encoding: chunked\r\n\r\n`, '0'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>
