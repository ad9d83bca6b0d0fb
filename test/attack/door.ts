import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { WebSocket } from 'ws'
import { SWITCHES } from '../../src/main/environment.ts'
import { type Program, spawnHost, startProgram } from '../e2e/support/app.ts'
import { rawExchange, SILENCE } from '../support/loopback.ts'
import { newFolder } from '../support/scratch.ts'
import { type Attack, hold } from './stage.ts'

/* Other programs on the same machine, at the door of the real browser host. */

/** Only ends what hangs: the host closes by itself what it does not take. */
const PATIENCE_MS = 120_000

const freshData = (): string => newFolder('door')

let running: Promise<Program> | undefined
/** One host for all rows that only knock; whoever opens it would have got into every wallet. */
async function host(): Promise<{ readonly program: Program; readonly port: number; readonly token: string }> {
  hold(existsSync(new URL('../../out/main/browser.js', import.meta.url)), 'the host is not built: npm run build')
  running ??= startProgram({ data: freshData() })
  const program = await running
  const url = new URL(program.link())
  return { program, port: Number(url.port), token: url.hash.slice('#token='.length) }
}

const attack = (name: string, run: () => Promise<void>, quick = false): Attack => ({
  name: `door: ${name}`,
  point: '4',
  quick,
  run,
})

async function alive(): Promise<void> {
  const { program, port } = await host()
  hold(program.process.exitCode === null, 'the host has ended')
  hold((await fetch(`http://127.0.0.1:${port}/`)).status === 200, 'the host answers nobody any more')
}

/** A request byte by byte; it gets neither the page nor a file. */
function knock(name: string, lines: (port: number) => readonly string[]): Attack {
  return attack(name, async () => {
    const { port } = await host()
    const answer = await rawExchange(port, `${lines(port).join('\r\n')}\r\n\r\n`, PATIENCE_MS)
    hold(!answer.endsWith(SILENCE), 'neither answered nor closed')
    hold(!answer.startsWith('HTTP/1.1 200'), `answered: ${answer.slice(0, 60)}`)
    hold(!/<title>|root:x|"name": "coffer"/.test(answer), 'gave something away')
    await alive()
  })
}

const request = (path: string, port: number, more: readonly string[] = [], method = 'GET') => [
  `${method} ${path} HTTP/1.1`,
  ...(more.some((line) => line.startsWith('Host:')) ? [] : [`Host: 127.0.0.1:${port}`]),
  'Connection: close',
  ...more,
]

const hosts = [
  'coffer.example',
  'localhost:PORT',
  '127.0.0.1',
  '127.0.0.1:1',
  '[::1]:PORT',
  '127.1:PORT',
  '2130706433:PORT',
  '127.0.0.1:PORT.evil.example',
  'evil@127.0.0.1:PORT',
  '0.0.0.0:PORT',
  '',
].map((named) =>
  knock(`the page under the name “${named}”`, (port) =>
    request('/', port, [`Host: ${named.replace('PORT', `${port}`)}`]),
  ),
)

const origins = [
  'null',
  'http://127.0.0.1:1',
  'https://127.0.0.1:PORT',
  'http://localhost:PORT',
  'file://',
  'http://evil.example',
  'chrome-extension://abcdef',
].flatMap((origin) => [
  knock(`a file for a page of ${origin}`, (port) =>
    request('/', port, [`Origin: ${origin.replace('PORT', `${port}`)}`]),
  ),
  socketRow(
    `a socket for a page of ${origin}`,
    (port) => ({ origin: origin.replace('PORT', `${port}`) }),
    async ({ token }) => JSON.stringify({ token }),
  ),
])

const sites = [
  ['a script of another site', 'cross-site', 'no-cors', 'script'],
  ['a script of another port', 'same-site', 'no-cors', 'script'],
  ['a frame of another site', 'cross-site', 'navigate', 'iframe'],
].map(([name = '', site, mode, to]) =>
  knock(name, (port) =>
    request('/', port, [`Sec-Fetch-Site: ${site}`, `Sec-Fetch-Mode: ${mode}`, `Sec-Fetch-Dest: ${to}`]),
  ),
)

const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'CONNECT'].map((method) =>
  knock(`the method ${method}`, (port) => request('/', port, ['Content-Length: 0'], method)),
)

const paths = [
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/..\\..\\package.json',
  '//etc/passwd',
  '/etc/passwd',
  '/index.html%00.js',
  '/__proto__',
  '/socket',
  'http://evil.example/',
  '/assets/',
].map((path) => knock(`the path ${path}`, (port) => request(path, port)))

/** A socket that says this first: it is closed, and nothing is answered. */
function socketRow(
  name: string,
  options: (port: number) => { readonly origin?: string; readonly headers?: Record<string, string> },
  first: (given: { readonly token: string; readonly port: number }) => Promise<string | Buffer | null>,
): Attack {
  return attack(name, async () => {
    const { port, token } = await host()
    const frame = await first({ port, token })
    const answers: string[] = []
    const reached = await new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { ...options(port), handshakeTimeout: PATIENCE_MS })
      const timer = setTimeout(() => {
        socket.terminate()
        resolve('open')
      }, PATIENCE_MS)
      const end = (how: string) => {
        clearTimeout(timer)
        resolve(how)
      }
      socket.on('open', () => {
        if (frame !== null) socket.send(frame)
      })
      socket.on('message', (data) => answers.push(String(data)))
      socket.on('error', () => end('refused'))
      socket.on('close', () => end('closed'))
    })
    hold(answers.length === 0, `answered: ${answers[0]?.slice(0, 80)}`)
    hold(reached !== 'open', 'stays open')
    await alive()
  })
}

const own = (port: number) => ({ origin: `http://127.0.0.1:${port}` })
const frames: readonly (readonly [string, (token: string) => string | Buffer | null])[] = [
  ['a wrong token', () => JSON.stringify({ token: 'A'.repeat(43) })],
  ['no token', () => '{}'],
  ['a token that is null', () => '{"token":null}'],
  ['a token that is a number', () => '{"token":1}'],
  ['a token that is a list', (token) => JSON.stringify({ token: [token] })],
  ['the token with a space behind it', (token) => JSON.stringify({ token: `${token} ` })],
  ['the token without its last letter', (token) => JSON.stringify({ token: token.slice(0, -1) })],
  ['the token in other letters', (token) => JSON.stringify({ token: token.toUpperCase() })],
  ['the token in a binary frame', (token) => Buffer.from(JSON.stringify({ token }))],
  ['the bare token', (token) => token],
  ['a call before the token', () => JSON.stringify({ id: 1, name: 'app.state', input: null })],
  ['a megabyte', () => 'x'.repeat(1024 * 1024)],
  ['brackets without end', () => '['.repeat(100_000)],
  ['a prototype', () => '{"__proto__":{"token":"x"}}'],
  ['nothing at all', () => null],
]
const tokens = frames.map(([name, frame]) =>
  socketRow(`a socket that says ${name}`, own, async ({ token }) => frame(token)),
)

/** A start into which something was slipped: it is refused, or what was slipped in is gone. */
const environment: Attack[] = [
  ...[
    'NODE_OPTIONS=--inspect=0',
    'NODE_USE_ENV_PROXY=1',
    'NODE_COMPILE_CACHE=/tmp/x',
    'OPENSSL_CONF=/tmp/x',
    'SSL_CERT_FILE=/tmp/x',
    'SSL_CERT_DIR=/tmp',
    'NODE_USE_SYSTEM_CA=1',
    'NODE_EXTRA_CA_CERTS=/tmp/x',
    'LD_LIBRARY_PATH=/tmp',
    'LD_PRELOAD=/tmp/x.so',
    'NODE_V8_COVERAGE=/tmp/x',
    'NODE_PATH=/tmp',
    'NODE_TLS_REJECT_UNAUTHORIZED=0',
    'NODE_DEBUG=http',
  ].map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return attack(`started with ${pair}`, () => refusedStart(SWITCHES, { [name]: value }))
  }),
  ...[
    '--heapsnapshot-signal=SIGUSR2',
    '--report-on-signal',
    '--cpu-prof',
    '--tls-min-v1.0',
    '--inspect=0',
    '--expose-internals',
    '--no-deprecation',
  ].map((given) =>
    attack(`started with ${given}`, () =>
      refusedStart([...SWITCHES, given, ...(given === '--cpu-prof' ? [`--cpu-prof-dir=${tmpdir()}`] : [])], {}),
    ),
  ),
]

async function refusedStart(switches: readonly string[], more: NodeJS.ProcessEnv): Promise<void> {
  const options = { data: freshData() }
  const child = spawnHost(options, { switches, more })
  let program: Program
  try {
    program = await startProgram(options, child)
  } catch (error) {
    hold(
      /is set|was given|not allowed|bad option|cannot be preloaded|ended with/.test((error as Error).message),
      `refused without a reason: ${(error as Error).message}`,
    )
    return
  }
  await program.stop()
  // The loader of the system takes some away by itself; whatever is left of it must not have been taken in.
  hold(false, 'started with it')
}

/** A signal is taken between two turns of the program, and so before the last of a few answers; its exit code if it ended. */
async function answersOrEnds({ process: child, link }: Program): Promise<number | null> {
  const page = new URL(link()).origin
  for (let times = 0; times < 5 && child.exitCode === null && child.signalCode === null; times += 1) {
    await fetch(page).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return child.exitCode
}

const signals: Attack[] = (['SIGUSR1', 'SIGUSR2'] as const).map((signal) =>
  attack(`the signal ${signal}`, async () => {
    const program = await startProgram({ data: freshData() })
    program.process.kill(signal)
    const code = await answersOrEnds(program)
    const said = program.stderr()
    await program.stop()
    hold(!/debugger|inspector/i.test(said), 'opened the inspector')
    hold(signal !== 'SIGUSR1' || code === null, 'ended')
  }),
)

/** Only where this program may become somebody else. */
const others: Attack[] =
  process.platform === 'linux' && process.getuid?.() === 0
    ? ['127.0.0.1', '[::ffff:127.0.0.1]'].map((address) =>
        attack(`a socket for another user of the machine, by way of ${address}`, async () => {
          const { port } = await host()
          const script = `(exec 3<>/dev/tcp/${address.replace(/[[\]]/g, '')}/${port}; printf 'GET /socket HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nOrigin: http://127.0.0.1:${port}\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n' >&3; timeout 60 cat <&3)`
          const answer = await new Promise<string>((resolve) => {
            let text = ''
            const child = spawn('/bin/bash', ['-c', script], { uid: 65534, gid: 65534, cwd: '/', env: {} })
            child.stdout.on('data', (data) => {
              text += String(data)
            })
            child.on('close', () => resolve(text))
          })
          hold(!answer.includes('101 Switching'), 'another user gets a socket')
          await alive()
        }),
      )
    : []

export const doorAttacks: readonly Attack[] = [
  ...hosts,
  ...origins,
  ...sites,
  ...methods,
  ...paths,
  ...tokens,
  ...environment,
  ...signals,
  ...others,
]
