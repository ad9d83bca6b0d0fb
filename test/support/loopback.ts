import { on, once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { newFolder } from './scratch.ts'

/** A folder that looks like a built page. */
export function builtPages(): string {
  const directory = newFolder('pages')
  mkdirSync(join(directory, 'assets'))
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><title>Coffer</title><script type="module" src="./assets/a.js"></script>',
  )
  writeFileSync(join(directory, 'assets', 'a.js'), 'document.title = "ran"')
  return directory
}

/** Stands at the end of an exchange in which the server neither closed nor went on. */
export const SILENCE = '[silence]'

/** Everything a server answers to these exact bytes (one per character) until it closes, says `enough` or falls silent. */
export function rawExchange(port: number, request: string, silenceMs = 1000, enough?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port })
    socket.setTimeout(silenceMs, () => {
      answer += SILENCE
      socket.destroy()
    })
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (enough !== undefined && answer.includes(enough)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(Buffer.from(request, 'latin1'))
  })
}

/** Opens the socket as a page of this server would, and answers the page's end of it; the first frame is up to the caller. */
export async function openPage(port: number, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
    headers: { origin: `http://127.0.0.1:${port}`, ...headers },
  })
  const arrivals = on(socket, 'message', { close: ['close'] })
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))
  await once(socket, 'open')
  return {
    send: (frame: unknown) => socket.send(JSON.stringify(frame)),
    sendText: (text: string | Buffer) => socket.send(text),
    async next() {
      const { value, done } = await arrivals.next()
      if (done === true) throw new Error('closed before a frame came')
      return JSON.parse(String(value[0])) as Record<string, unknown>
    },
    closed,
    close: () => socket.close(),
  }
}

/** Opens the socket and presents a token; resolves with the page and the secret for its reload. */
export async function enter(port: number, token: string) {
  const page = await openPage(port)
  page.send({ token })
  const first = await page.next()
  const { resume } = first['welcome'] as { resume: string }
  page.send({ welcomed: true })
  return Object.assign(page, { resume })
}
