import { WebSocket } from 'ws'
import type { OpenSocket } from '#remote'

const OPENING_MS = 15_000
/** Frames are asked for one by one; who sends many more at once is not listened to. */
const UNREAD_MAX = 8

/** A socket to the service: no compression but the frames' own, no redirect, and no longer frames than were asked for. */
export const openSocket: OpenSocket = (url, { protocol, maxBytes, signal }) => {
  const socket = new WebSocket(url, protocol, {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: maxBytes,
    handshakeTimeout: OPENING_MS,
  })
  const frames: Uint8Array<ArrayBuffer>[] = []
  let isClosed = false
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    if (frames.length >= UNREAD_MAX || !Buffer.isBuffer(data)) socket.terminate()
    else frames.push(new Uint8Array(data))
    wake()
  })
  const close = (): void => {
    isClosed = true
    // Nothing that was said on it is worth waiting for.
    socket.terminate()
    wake()
  }
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      close()
      reject(new Error('not wanted any more'))
    }
    socket.on('close', () => {
      isClosed = true
      signal.removeEventListener('abort', aborted)
      wake()
    })
    socket.on('error', reject)
    socket.on('open', () => {
      resolve({
        send: (frame) => socket.send(frame),
        async next() {
          while (frames.length === 0 && !isClosed) {
            await new Promise<void>((resume) => {
              wake = resume
            })
          }
          return frames.shift() ?? null
        },
        close,
      })
    })
    if (signal.aborted) aborted()
    else signal.addEventListener('abort', aborted, { once: true })
  })
}
