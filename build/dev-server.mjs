import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { resolveConfig } from 'electron-vite'
import { createServer } from 'vite'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { CommandError, inRoot, main, ROOT, say } from './project.mjs'

/*
 * A server of Vite's before the built browser host: it gives the window from its sources and passes the one socket on. The host is the
 * product's, with its own rules and policy; the wider policy that hot reload needs stands here alone and is in no build.
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

/** The window's sources, on a port that the system chooses. */
async function serveSources(hostPort) {
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'serve', 'development')
  const server = await createServer({
    ...config.renderer,
    configFile: false,
    plugins: [jsonAsProgram, ...config.renderer.plugins],
    build: { ...config.renderer.build, rolldownOptions: { input: inRoot('src', 'renderer', 'index.html') } },
    // Beside the build, so that a checkout whose packages lie elsewhere writes nothing there.
    cacheDir: inRoot('out', '.vite'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: HOST,
      port: 0,
      cors: false,
      fs: { allow: [ROOT, realpathSync(inRoot('node_modules'))] },
    },
  })
  await server.listen()
  const { port } = server.httpServer.address()
  server.config.server.headers = { 'Content-Security-Policy': policyOf(port) }
  server.httpServer.on('upgrade', (request, socket, head) => {
    if (request.url === '/socket') passSocket(request, socket, head, { port, hostPort })
  })
  return { server, port }
}

async function run() {
  const args = process.argv.slice(2)
  if (args.some((text) => /^--host(=|$)/.test(text)) && !/--host[= ]browser\b/.test(args.join(' '))) {
    throw new CommandError('npm run dev runs the browser host; use npm start for Electron.')
  }
  const host = spawn(process.execPath, [...SWITCHES, inRoot('out', 'main', 'browser.js'), ...args, '--no-open'], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => host.once('exit', (code) => resolve(code ?? 1)))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => host.kill(signal))
  process.once('disconnect', () => host.kill('SIGTERM'))

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
        host.kill('SIGTERM')
      },
    )
  })
  const code = await ended
  await (await sources?.catch(() => null))?.server.close()
  return code
}

await main(run)
process.exit()
