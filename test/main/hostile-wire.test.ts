import { createServer as createSealed } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Clock } from '#contract/domain'
import { createRemote } from '#remote'
import { examineByKeystore, sessionOf } from '#wallet'
import { readAuthority } from '../../src/main/line/authority.ts'
import { openLine } from '../../src/main/line/line.ts'
import { tunnel } from '../../src/main/line/tunnel.ts'
import { manualClock, systemClock } from '../support/clock.ts'
import { listening } from '../support/listening.ts'
import { freshBytes } from '../support/localnet.ts'
import { copyOf, startUpdateServer } from '../updates/support.ts'
import { AUTHORITY, certificateOf, SERVICE, startConnectProxy } from './way-out.ts'

/*
 * The doctor, the way out and a copy that asks for updates, on lines that are broken or mean harm: all ends soon, takes little, and says who it was.
 * Whoever is at the other end has none of HTTP's manners: raw bytes in answer to whatever was asked.
 */

/** What is done on a line once something was asked on it. */
type Deed = (socket: Socket) => void

async function startHostile(deed: Deed) {
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
  return {
    ...(await listening(server)),
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
const dripping =
  (clock: ReturnType<typeof manualClock>, head: string, piece: string): Deed =>
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
const DEEDS = {
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
const DRIPS = {
  'a body that drips': [`${OK}Content-Length: 100000\r\n\r\n{`, ' '],
  'headers that drip': [`${OK}X-More: `, 'x'],
  'hints before the answer, one by one': ['', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  'a chunk that never ends': [`${OK}Transfer-Encoding: chunked\r\n\r\n`, '0'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

/** Whose they are is of no matter where nobody answers. */
const KEYS = sessionOf(
  JSON.stringify({
    ...{ app_id: '3f2a7c1e-5b0d-4c6e-9a8f-1d2e3f4a5b6c', session_id: '3f2a7c1e-5b0d-4c6e-9a8f-1d2e3f4a5b6d' },
    session_private_key: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    server_public_key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  }),
)

/** Waits between tries are not what this is about; the end of one is. */
const hasty = (clock: Clock): Clock => ({
  ...clock,
  sleep: (ms, signal) => (ms < 4_000 ? Promise.resolve() : clock.sleep(ms, signal)),
})

const quiet = { random: freshBytes, log: () => undefined }

/** What the doctor makes of a service that does this whatever it is asked. */
async function examined(deed: Deed, clock: Clock = systemClock) {
  const end = await startHostile(deed)
  const network = { ...SERVICE, baseUrl: `http://127.0.0.1:${end.port}`, dialect: 'upstream' as const }
  const around = { ...quiet, network, fetch, clock: hasty(clock), makesKeys: false }
  const { findings, sound, silence } = await examineByKeystore(KEYS, around, () => undefined)
  const me = findings.find(({ check }) => check === 'me.read')
  return { found: [me?.verdict, me?.detail], sound, silence: silence?.code, asked: end.asked.length, took: end.taken() }
}

/** How often a line is tried that brings nothing: twice for each of four calls. */
const TRIED = 8
/** The most that any answer may have, and what lies in the machine's own buffers. */
const TAKEN_MAX = 40e6

describe('the doctor before a service that answers with', () => {
  const cut = ['unanswered', 'remote.unreachable']
  const found: Readonly<Record<keyof typeof DEEDS, readonly string[]>> = {
    'a body without end': ['differs', 'remote.too_large'],
    'headers without end': cut,
    'a body that unpacks to 100 MB': ['differs', 'remote.too_large'],
    'a body that was packed a hundred times': cut,
    'less than the length it told': cut,
    'more than the length it told': ['unanswered', 'remote.malformed'],
    'two lengths': cut,
    'a length below nothing': cut,
    'no HTTP': cut,
    nothing: cut,
    'half a status': cut,
  }
  it.each(Object.entries(found))('%s comes to its end, and calls nothing sound', async (name, expected) => {
    const seen = await examined(DEEDS[name as keyof typeof DEEDS]) // a key of the table before
    expect(seen.found).toEqual(expected)
    expect(seen.sound && seen.silence === undefined).toBe(false)
    expect(seen.took).toBeLessThan(TAKEN_MAX)
    if (expected[0] === 'unanswered') expect(seen.asked).toBe(TRIED)
  })

  it.each(Object.entries(DRIPS))('%s gives it up, whatever comes', async (_name, [head, piece]) => {
    const clock = manualClock()
    const seen = await examined(dripping(clock, head, piece), clock)
    expect(seen).toMatchObject({ found: ['unanswered', 'remote.timeout'], silence: 'remote.timeout' })
    expect(seen.asked).toBeLessThanOrEqual(TRIED)
  })
})

/** The way out through that proxy. */
async function lineBy(given: Parameters<typeof openLine>[0]['given'], clock: Clock) {
  const settings = { get: () => undefined, set: () => undefined }
  const line = await openLine({ ...quiet, clock, network: SERVICE, given, settings, onProxy: () => undefined })
  onTestFinished(() => line.close())
  return line
}

/** Asks through a proxy that does this when it is asked for a way. */
async function askThrough(deed: Deed, clock: Clock = systemClock) {
  const end = await startHostile(deed)
  const proxy = { kind: 'http', host: '127.0.0.1', port: end.port } as const
  const { fetch } = await lineBy({ proxy, authority: readAuthority(AUTHORITY, null) }, clock)
  const remote = createRemote({ ...quiet, clock, ...SERVICE, fetch })
  return { end, error: await remote.call('fiats.list', {}, { tries: 1 }).catch((error: unknown) => error) }
}

/** What the doctor makes of the service through that proxy. */
async function examinedBy(given: Parameters<typeof openLine>[0]['given']) {
  const clock = hasty(systemClock)
  const { fetch } = await lineBy(given, clock)
  return examineByKeystore(KEYS, { ...quiet, clock, network: SERVICE, fetch, makesKeys: false }, () => undefined)
}

/** Says yes, and this to whatever is then said. */
const afterYes =
  (deed: Deed): Deed =>
  (socket) => {
    socket.once('data', () => deed(socket))
    socket.write('HTTP/1.1 200 Go\r\n\r\n')
  }

describe('a proxy that answers', () => {
  const refuses = { code: 'remote.unreachable', details: { by: 'proxy', reason: 'refuses' } }
  const silent = { code: 'remote.unreachable', details: { by: 'proxy', reason: 'silent' } }
  it.each([
    ['yes with rubbish behind it', says('HTTP/1.1 200 Go\r\n\r\n<html>'), refuses],
    ['that it wants a password', says('HTTP/1.1 407 No\r\n\r\n'), { details: { by: 'proxy', reason: 'password' } }],
    ['that one should go elsewhere', says('HTTP/1.1 302 No\r\nLocation: http://a.test/\r\n\r\n'), refuses],
    ['with a hint', says('HTTP/1.1 103 Early Hints\r\n\r\n'), refuses],
    ['with a page', says('HTTP/1.1 404 No\r\nContent-Length: 6\r\n\r\n<html>'), refuses],
    ['half of it', says('HTTP/1.1 20'), silent],
    ['nothing, and hangs up', (socket) => void socket.destroy(), silent],
    ['something that is no HTTP', says('SSH-2.0-server\r\n'), silent],
    ['with headers without end', DEEDS['headers without end'], silent],
    ['yes, and then rubbish', afterYes((socket) => void socket.end('<html>')), { code: 'remote.unreachable' }],
    ['yes, and hangs up then', afterYes((socket) => void socket.destroy()), { code: 'remote.unreachable' }],
  ] satisfies readonly (readonly [string, Deed, object])[])('%s is told, and nothing stays open', async (...given) => {
    const [, deed, expected] = given
    const { end, error } = await askThrough(deed)
    expect(error).toMatchObject(expected)
    await vi.waitUntil(() => end.standing() === 0)
    expect(end.asked.join('\n')).not.toMatch(/GET|fiats/)
  })

  it('yes and nothing more is given up', async () => {
    const clock = manualClock()
    const { error } = await askThrough(afterYes(dripping(clock, '', '')), clock)
    expect(error).toMatchObject({ code: 'remote.timeout' })
  })

  it.each([
    ['http', 'HTTP/1.1 200 Go\r\nX-More: '],
    // Yes, without a password; and where the line comes out, under a name that is long.
    ['socks5', '\x05\x00\x05\x00\x00\x03\x7f'],
  ] as const)('in the way of %s, but drips, is given up, and nothing stays open', async (kind, head) => {
    const end = await startHostile((socket) => {
      socket.write(head)
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const proxy = { kind, host: '127.0.0.1', port: end.port }
    await expect(tunnel(proxy, { host: 'service.test', port: 443 }, 200)).rejects.toMatchObject({
      details: { by: 'proxy', reason: 'silent' },
    })
    await vi.waitUntil(() => end.standing() === 0)
  })

  it('nothing has the doctor say that it was the proxy', async () => {
    const { proxy } = await startConnectProxy({}, 407)
    const { findings, silence } = await examinedBy({ proxy, authority: null })
    expect(silence).toEqual({ code: 'remote.unreachable', details: { by: 'proxy', reason: 'password' } })
    expect(findings.find(({ check }) => check === 'me.read')?.detail).toBe('remote.unreachable proxy password')
  })
})

describe('a service whose certificate changes between two calls', () => {
  it('hears nothing more, and the doctor says why', async () => {
    const [own, stranger] = [certificateOf('service'), certificateOf('stranger')]
    const heard: (string | undefined)[] = []
    let lines = 0
    const server = createSealed(own, (request, response) => {
      heard.push(request.url)
      // Each call comes on a line of its own.
      response.writeHead(200, { connection: 'close' }).end('{"data":[]}')
    })
    server.on('secureConnection', () => {
      lines += 1
      server.setSecureContext(stranger)
    })
    server.on('tlsClientError', () => {
      lines += 1
    })
    const service = await listening(server)
    const { proxy } = await startConnectProxy({ 'service.test': service.port })
    const { findings, silence } = await examinedBy({ proxy, authority: readAuthority(AUTHORITY, null) })
    expect(heard).toEqual(['/safe/me'])
    expect(lines).toBeGreaterThan(1)
    expect(findings.find(({ check }) => check === 'profile.read')).toMatchObject({
      ...{ verdict: 'unanswered', detail: 'remote.unreachable certificate' },
    })
    expect(silence).toEqual({ code: 'remote.unreachable', details: { by: 'certificate', reason: '' } })
  })
})

/* A service of updates that is broken or means harm on the line itself: nothing is believed, little is taken, and it ends. */

/** What a copy says that looks for a new version there. */
async function looked(deed: Deed, clock: Clock = systemClock) {
  const [end, server] = [await startHostile(deed), await startUpdateServer()]
  const copy = copyOf(server, { clock, service: { url: `http://127.0.0.1:${end.port}`, rootKey: server.root.hex } })
  const { release, problem, lookedAt } = await copy.look()
  expect({ release, lookedAt }).toEqual({ release: null, lookedAt: null })
  return { code: problem?.code, asked: end.asked.length, took: end.taken() }
}

const SAID: Readonly<Record<keyof typeof DEEDS, string>> = {
  'a body without end': 'remote.too_large',
  'headers without end': 'remote.unreachable',
  'a body that unpacks to 100 MB': 'remote.too_large',
  'a body that was packed a hundred times': 'remote.unreachable',
  'less than the length it told': 'remote.unreachable',
  'more than the length it told': 'update.malformed',
  'two lengths': 'remote.unreachable',
  'a length below nothing': 'remote.unreachable',
  'no HTTP': 'remote.unreachable',
  nothing: 'remote.unreachable',
  'half a status': 'remote.unreachable',
}

describe('a service of updates that answers with', () => {
  it.each(Object.entries(SAID))('%s is asked once and believed in nothing', async (name, code) => {
    const seen = await looked(DEEDS[name as keyof typeof DEEDS]) // a key of the table before
    expect(seen.code).toBe(code)
    expect(seen.asked).toBeLessThanOrEqual(2)
    expect(seen.took).toBeLessThan(TAKEN_MAX)
  })

  it.each(Object.entries(DRIPS))('%s is given up, whatever comes', async (_name, [head, piece]) => {
    const clock = manualClock()
    expect(await looked(dripping(clock, head, piece), clock)).toMatchObject({ code: 'remote.timeout', asked: 1 })
  })
})
