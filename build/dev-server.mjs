import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { connect, createServer as createPlainServer } from 'node:net'
import { createInterface } from 'node:readline'
import { resolveConfig } from 'electron-vite'
import { createServer } from 'vite'
import { passOn } from './child.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { inRoot, main, ROOT, say } from './project.mjs'

/*
 * A server of Vite's that gives the window from its sources: before the built browser host, whose one socket it passes on, or behind the built
 * Electron host, by an entry of its own. The hosts are the product's, with their own rules and policy; the wider policy that hot reload needs
 * stands here alone and is in no build.
 */

const HOST = '127.0.0.1'

/** Hot reload writes styles and one script into the page, and speaks over this server's own socket. No other host is named. */
const policyOf = (port) =>
  [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' blob: data:",
    'media-src blob:',
    `connect-src 'self' ws://${HOST}:${port}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The socket of the wallet, for the page of this server alone: the host would refuse any other, and is told so in our name. */
function passSocket(request, socket, head, { port, hostPort }) {
  const { host, origin } = request.headers
  if (host !== `${HOST}:${port}` || origin !== `http://${HOST}:${port}`) return void socket.destroy()
  const far = connect(hostPort, HOST, () => {
    const kept = Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'origin')
    const lines = [
      'GET /socket HTTP/1.1',
      `Host: ${HOST}:${hostPort}`,
      `Origin: http://${HOST}:${hostPort}`,
      ...kept.map(([name, value]) => `${name}: ${value}`),
    ]
    far.write(`${lines.join('\r\n')}\r\n\r\n`)
    far.write(head)
    far.pipe(socket)
    socket.pipe(far)
  })
  for (const [one, other] of [
    [far, socket],
    [socket, far],
  ]) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}

/** Vite gives JSON as a program, which a browser refuses where the import says that it is JSON. A build takes the words out itself. */
const jsonAsProgram = {
  name: 'coffer-json-as-program',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/ },
    handler: (code) => code.replaceAll(/(?:, \{ with: \{ type: 'json' \} \}| with \{ type: 'json' \})/g, ''),
  },
}

/** A port that nobody has: Vite writes into the page which one it is before it listens. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createPlainServer()
    server.once('error', reject)
    server.listen(0, HOST, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/** The window's sources; `hostPort` is the port of the browser host, null for none. */
async function serveSources(hostPort) {
  const port = await freePort()
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'serve', 'development')
  const own = process.listeners('SIGTERM')
  const server = await createServer({
    ...config.renderer,
    configFile: false,
    plugins: [jsonAsProgram, ...config.renderer.plugins],
    build: {
      ...config.renderer.build,
      rolldownOptions: { input: [inRoot('src', 'renderer', 'index.html'), inRoot('src', 'renderer', 'approval.html')] },
    },
    // Beside the build, so that a checkout whose packages lie elsewhere writes nothing there.
    cacheDir: inRoot('out', '.vite'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: HOST,
      port,
      strictPort: true,
      cors: false,
      // In Electron a page is at an address of its own.
      hmr: { protocol: 'ws', host: HOST, clientPort: port },
      fs: { allow: [ROOT, realpathSync(inRoot('node_modules'))] },
    },
  })
  // Vite would end us by a signal, before the host has ended in order.
  for (const heard of process.listeners('SIGTERM')) if (!own.includes(heard)) process.off('SIGTERM', heard)
  await server.listen()
  server.config.server.headers = { 'Content-Security-Policy': policyOf(port) }
  server.httpServer.on('upgrade', (request, socket, head) => {
    if (hostPort !== null && request.url === '/socket') passSocket(request, socket, head, { port, hostPort })
  })
  return { server, port }
}

/** Signals that we get go on to the host, and it ends with us. */
function follow(host) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => passOn(host, signal))
  process.once('disconnect', () => passOn(host, 'SIGTERM'))
  return new Promise((resolve) => {
    host.once('error', () => resolve(127))
    host.once('exit', (code) => resolve(code ?? 1))
  })
}

async function inElectron(program, args) {
  const { server, port } = await serveSources(null)
  const host = spawn(program, [inRoot('build', 'dev-electron.mjs'), ...args], {
    env: { ...cleanEnvironment(), COFFER_DEV: JSON.stringify({ port, policy: policyOf(port) }) },
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const code = await follow(host)
  await server.close()
  return code
}

async function inBrowser(args) {
  const host = spawn(process.execPath, [...SWITCHES, inRoot('out', 'main', 'browser.js'), ...args, '--no-open'], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = follow(host)

  let sources = null
  // Each line names a link; a person opens the same one at the server of the sources.
  createInterface(host.stdout).on('line', (text) => {
    const line = JSON.parse(text)
    const url = new URL(line.url)
    sources ??= serveSources(Number(url.port))
    sources.then(
      ({ port }) => {
        url.port = String(port)
        process.stdout.write(`${JSON.stringify({ ...line, url: url.href })}\n`)
      },
      (error) => {
        say(error.stack ?? String(error))
        passOn(host, 'SIGTERM')
      },
    )
  })
  const code = await ended
  await (await sources?.catch(() => null))?.server.close()
  return code
}

function run() {
  const args = process.argv.slice(2)
  const electron = process.env['COFFER_ELECTRON']
  return electron === undefined ? inBrowser(args) : inElectron(electron, args)
}

await main(run)
process.exit()
