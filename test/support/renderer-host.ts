import { createReadStream } from 'node:fs'
import { mkdtemp, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { METHODS, type MethodName } from '#contract/ipc'
import { FakeError, type FakeWallet } from './fake-wallet.ts'

/*
 * Serves the built renderer over loopback with the product's own policy, and carries its frames to a fake wallet.
 * Every input and every answer passes through the method table, so that a canned value of the wrong shape is noticed.
 */

const ROOT = new URL('../../src/renderer', import.meta.url).pathname

/** Builds the window's pages into a new folder and returns it. */
export async function buildRenderer(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'coffer-renderer-'))
  await build({
    root: ROOT,
    configFile: false,
    base: './',
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: join(ROOT, 'index.html'), approval: join(ROOT, 'approval.html') } },
    },
  })
  return outDir
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export interface RendererHost {
  /** Address of the page with its token. */
  readonly url: string
  page(name: string, fragment?: string): string
  close(): Promise<void>
}

export async function serveRenderer(folder: string, wallet: FakeWallet): Promise<RendererHost> {
  const token = 'a'.repeat(64)
  let port = 0
  const policy = () =>
    `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src blob:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${port}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://127.0.0.1').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    void stat(file).then(
      () => {
        response.writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': policy(),
          'cache-control': extname(file) === '.html' ? 'no-store' : 'max-age=3600',
        })
        createReadStream(file).pipe(response)
      },
      () => response.writeHead(404).end(),
    )
  })
  const sockets = new WebSocketServer({ server, path: '/socket' })
  wallet.listen((event, payload) => {
    for (const socket of sockets.clients) socket.send(JSON.stringify({ event, payload }))
  })
  sockets.on('connection', (socket) => {
    let known = false
    socket.on('message', (data) => {
      const text = String(data)
      if (!known) {
        known = text === JSON.stringify({ token })
        if (known) socket.send(JSON.stringify({ welcome: { resume: token } }))
        else socket.close(4401)
        return
      }
      const frame = JSON.parse(text) as { id: number; name: MethodName; input: unknown }
      void answer(wallet, frame.name, frame.input).then((reply) => socket.send(JSON.stringify({ id: frame.id, reply })))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  const page = (name: string, fragment = '') => `http://127.0.0.1:${port}/${name}#token=${token}${fragment}`
  return {
    url: page(''),
    page,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(wallet: FakeWallet, name: MethodName, input: unknown): Promise<unknown> {
  const method = METHODS[name]
  try {
    const parsed = z.safeParse(method.input, input)
    if (!parsed.success) throw new FakeError('input.invalid', { field: parsed.error.issues[0]?.path.join('.') ?? name })
    const handler = (wallet.override[name] ?? wallet.answers[name]) as (input: unknown) => unknown
    const value = await handler(input)
    const shape = z.safeParse(method.answer as z.ZodType, value)
    if (!shape.success) throw new Error(`${name} answers in the wrong shape: ${z.prettifyError(shape.error)}`)
    return { ok: true, value }
  } catch (error) {
    if (error instanceof FakeError) return { ok: false, error: error.report }
    process.stderr.write(`${String(error)}\n`)
    return { ok: false, error: { code: 'internal', details: {} } }
  }
}
