import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { createServer, Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Nanos } from '#contract/domain'
import type { OutgoingProxy } from '#contract/ipc'
import { createRemote } from '#remote'
import { compose } from '../../src/main/compose.ts'
import { readAuthority } from '../../src/main/line/authority.ts'
import { type Line, openLine } from '../../src/main/line/line.ts'
import { parseProxy } from '../../src/main/line/proxy.ts'
import { findTor } from '../../src/main/line/tunnel.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { type Listening, listening } from '../support/listening.ts'
import { newKeystore } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { coded, sharedNetwork } from '../support/wallet.ts'
import {
  AUTHORITY,
  LEAF,
  type RecordingProxy,
  SERVICE,
  startConnectProxy,
  startSealed,
  startSocksProxy,
} from './way-out.ts'

/* Everything that leaves takes one way, by real proxies and a real sealed service whose name only they can resolve. */

const random = (length: number) => new Uint8Array(randomBytes(length))
const around = { clock: systemClock, random, log: () => undefined }
const NONE = { proxy: null, authority: null }

const network = sharedNetwork()
let sealed: Awaited<ReturnType<typeof startSealed>>
let silent: Listening
let [socks, plain]: RecordingProxy[] = []

beforeAll(async () => {
  sealed = await startSealed(network.url)
  silent = await listening(createServer())
  const leads = {
    ...{ 'service.test': sealed.port, 'socket.test': sealed.port, 'elsewhere.test': sealed.port },
    'silent.test': silent.port,
  }
  socks = await startSocksProxy(leads)
  plain = await startConnectProxy(leads)
}, 300_000)
afterEach(() => void vi.restoreAllMocks())

/** A port at which nothing listens. */
async function deadPort(): Promise<number> {
  const { port, close } = await listening(createServer())
  await close()
  return port
}

const must = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('missing')
  return value
}

interface Shelf {
  readonly get: (key: string) => unknown
  readonly set: (key: string, value: unknown) => void
}
function shelf(): Shelf {
  const kept = new Map<string, unknown>()
  return { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) }
}

async function lineOf(
  settings = shelf(),
  onProxy: (proxy: OutgoingProxy | null) => void = () => undefined,
): Promise<Line> {
  const line = await openLine({ ...around, network: SERVICE, given: null, settings, onProxy })
  onTestFinished(line.close)
  return line
}

const rates = (line: Line, baseUrl = SERVICE.baseUrl) =>
  createRemote({ ...around, baseUrl, dialect: 'interface', fetch: line.fetch }).call('fiats.list', {}, { tries: 1 })

/** Where the sockets of this process go, but those of the proxies and the service of this test, and every name that it resolves. */
function watchSockets() {
  const reached: string[] = []
  const resolved: string[] = []
  const theirs = new Set([sealed.port, Number(new URL(network.url).port)])
  const real: (...given: never[]) => Socket = Socket.prototype.connect
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    const [{ host = '', port = 0 } = {}] = given.flat() as { host?: string; port?: number | string }[] // as Node's own callers hand them in
    if (!theirs.has(Number(port))) reached.push(`${host}:${port}`)
    return Reflect.apply(real, this, given)
  })
  const lookup: (...given: never[]) => void = dns.lookup
  vi.spyOn(dns, 'lookup').mockImplementation(((...given: unknown[]) => {
    resolved.push(String(given[0]))
    Reflect.apply(lookup, dns, given)
  }) as typeof dns.lookup)
  return { reached, resolved }
}

describe.each([
  ['SOCKS 5', () => must(socks)],
  ['HTTP', () => must(plain)],
])('a proxy that speaks %s', (_name, recording) => {
  it('is handed the name of the service, and this computer resolves and reaches nothing else', async () => {
    const { proxy, asked } = recording()
    const line = await lineOf()
    await line.setting.use({ proxy, authority: AUTHORITY })
    asked.length = 0
    const seen = watchSockets()
    expect((await rates(line)).length).toBeGreaterThan(0)
    expect(asked).toEqual(['service.test:443'])
    expect(new Set(seen.reached)).toEqual(new Set([`127.0.0.1:${proxy.port}`]))
    expect(seen.resolved.filter((name) => name.endsWith('.test'))).toEqual([])
  })

  it('carries the socket on which phones are asked as well', async () => {
    const { proxy, asked } = recording()
    const line = await lineOf()
    await line.setting.use({ proxy, authority: AUTHORITY })
    asked.length = 0
    const seen = watchSockets()
    const { signal } = new AbortController()
    const socket = await line.openSocket('wss://socket.test', { protocol: 'x', maxBytes: 1000, signal })
    socket.send(new Uint8Array([1, 2, 3]))
    expect([...must((await socket.next()) ?? undefined)]).toEqual([1, 2, 3])
    socket.close()
    expect(asked).toEqual(['socket.test:443'])
    expect(new Set(seen.reached)).toEqual(new Set([`127.0.0.1:${proxy.port}`]))
    expect(seen.resolved.filter((name) => name.endsWith('.test'))).toEqual([])
  })

  it('is never asked for what runs on this computer', async () => {
    const { proxy, asked } = recording()
    const line = await lineOf()
    await line.setting.use({ proxy, authority: null })
    asked.length = 0
    expect((await rates(line, network.url)).length).toBeGreaterThan(0)
    expect(asked).toEqual([])
  })

  it('that knows no way says so by its name', async () => {
    const line = await lineOf()
    await line.setting.use({ proxy: recording().proxy, authority: null })
    const error = await rates(line, 'https://nowhere.test').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'remote.unreachable', details: { by: 'proxy', reason: 'refuses' } })
  })
})

describe('a proxy', () => {
  it.each(['socks5', 'http', 'https'] as const)('of kind %s that is dead lets nothing leave', async (kind) => {
    const line = await lineOf()
    const port = await deadPort()
    await line.setting.use({ proxy: { kind, host: '127.0.0.1', port }, authority: null })
    const seen = watchSockets()
    const error = await rates(line).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'remote.unreachable', details: { by: 'proxy', reason: 'silent' } })
    const { signal } = new AbortController()
    await expect(line.openSocket('wss://socket.test', { protocol: 'x', maxBytes: 9, signal })).rejects.toThrow(
      coded('remote.unreachable'),
    )
    expect(new Set(seen.reached)).toEqual(new Set([`127.0.0.1:${port}`]))
    expect(seen.resolved.filter((name) => name.endsWith('.test'))).toEqual([])
  })

  it('that wants a password says that', async () => {
    const strict = await startConnectProxy({}, 407)
    const line = await lineOf()
    await line.setting.use({ proxy: strict.proxy, authority: null })
    const error = await rates(line).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ details: { by: 'proxy', reason: 'password' } })
    await strict.close()
  })

  it('is tried without being used', async () => {
    const line = await lineOf()
    const wish = { proxy: must(socks).proxy, authority: AUTHORITY }
    await line.setting.probe(wish)
    await expect(line.setting.probe({ ...wish, authority: null })).rejects.toMatchObject({
      details: { by: 'certificate' },
    })
    expect(line.setting.view()).toEqual({ ...NONE, fixed: false, local: false, doubted: false })
  })

  it('is there again after a restart, and windows that go out by themselves hear of it', async () => {
    const settings = shelf()
    const heard: (OutgoingProxy | null)[] = []
    const { proxy } = must(socks)
    const first = await lineOf(settings, (next) => heard.push(next))
    await first.setting.use({ proxy, authority: AUTHORITY })
    const second = await lineOf(settings, (next) => heard.push(next))
    expect(second.setting.view()).toEqual(first.setting.view())
    // An authority that was kept is nobody's before somebody can tell that it was agreed to.
    await expect(rates(second)).rejects.toMatchObject({ details: { by: 'certificate' } })
    await second.setting.judge(true)
    expect((await rates(second)).length).toBeGreaterThan(0)
    expect(heard).toEqual([null, proxy, proxy])
  })

  it('that cannot be read any more is not taken for none', async () => {
    const settings = shelf()
    settings.set('line', { proxy: 'gopher://somewhere', authority: '' })
    const line = await lineOf(settings)
    const seen = watchSockets()
    await expect(rates(line)).rejects.toMatchObject({ details: { by: 'proxy' } })
    expect(seen.reached.filter((where) => !where.includes('unreadable.invalid'))).toEqual([])
  })

  it('that nobody here agreed to lets nothing leave', async () => {
    const settings = shelf()
    await (await lineOf(settings)).setting.use({ proxy: must(socks).proxy, authority: AUTHORITY })
    const line = await lineOf(settings)
    await line.setting.judge(false)
    must(socks).asked.length = 0
    const seen = watchSockets()
    const { signal } = new AbortController()
    const changed = { code: 'remote.unreachable', details: { by: 'changed' } }
    await expect(rates(line)).rejects.toMatchObject(changed)
    const socket = line.openSocket('wss://socket.test', { protocol: 'x', maxBytes: 9, signal })
    await expect(socket).rejects.toMatchObject(changed)
    expect([must(socks).asked, seen.reached]).toEqual([[], []])
  })

  it('that nobody here agreed to leads the windows of others nowhere either', async () => {
    const settings = shelf()
    const { proxy } = must(socks)
    await (await lineOf(settings)).setting.use({ proxy, authority: null })
    const heard: (OutgoingProxy | null)[] = []
    const line = await lineOf(settings, (way) => heard.push(way))
    await line.setting.judge(false)
    expect(heard).toEqual([proxy, expect.objectContaining({ host: 'unreadable.invalid' })])
    await line.setting.use({ proxy, authority: null })
    expect(heard.at(-1)).toEqual(proxy)
  })

  it('ends what stands another way when it is changed', async () => {
    const line = await lineOf()
    await line.setting.use({ proxy: must(socks).proxy, authority: AUTHORITY })
    const { signal } = new AbortController()
    const socket = await line.openSocket('wss://socket.test', { protocol: 'x', maxBytes: 9, signal })
    const next = socket.next()
    await line.setting.use({ proxy: must(plain).proxy, authority: AUTHORITY })
    expect(await next).toBeNull()
  })

  it('that is changed twice at once ends everything on the first way, and the second is the one in use', async () => {
    let first: Promise<unknown> = Promise.resolve()
    const line = await lineOf(shelf(), (proxy) => {
      if (proxy?.port !== must(socks).proxy.port) return
      // Asked on the first way, of a service that never answers.
      first = line.fetch(`http://silent.test`).catch((error: unknown) => error)
    })
    const uses = [socks, plain].map((each) => line.setting.use({ proxy: must(each).proxy, authority: AUTHORITY }))
    await Promise.all(uses)
    expect(await first).toBeInstanceOf(Error)
    expect(line.setting.view().proxy).toEqual(must(plain).proxy)
    must(plain).asked.length = 0
    expect((await rates(line)).length).toBeGreaterThan(0)
    expect(must(plain).asked).toEqual(['service.test:443'])
  })

  it('given at the start is not changed here', async () => {
    const given = { proxy: must(socks).proxy, authority: null }
    const line = await openLine({ ...around, network: SERVICE, given, settings: shelf(), onProxy: () => undefined })
    onTestFinished(line.close)
    expect(line.setting.view()).toMatchObject({ proxy: given.proxy, fixed: true })
    await expect(line.setting.use({ proxy: null, authority: null })).rejects.toThrow(coded('host.refused'))
  })

  it.each([
    ['socks5://127.0.0.1:9050', { kind: 'socks5', host: '127.0.0.1', port: 9050 }],
    ['socks5h://tor.example', { kind: 'socks5', host: 'tor.example', port: 1080 }],
    ['http://proxy.example:80', { kind: 'http', host: 'proxy.example', port: 80 }],
    ['http://proxy.example', { kind: 'http', host: 'proxy.example', port: 8080 }],
    ['https://[::1]:8443', { kind: 'https', host: '[::1]', port: 8443 }],
  ])('is read from %s', (text, proxy) => expect(parseProxy(text)).toEqual(proxy))

  it.each([
    ['socks5://maya:secret@127.0.0.1:9050', 'password'],
    ['http://maya@proxy.example', 'password'],
    ['ftp://proxy.example', 'form'],
    ['http://proxy.example/path', 'form'],
    ['127.0.0.1:9050', 'form'],
  ])('is refused as %s', (text, reason) => {
    expect(() => parseProxy(text)).toThrow(expect.objectContaining({ code: 'input.proxy', details: { reason } }))
  })
})

describe('a wallet that was started with a proxy and an authority', () => {
  it('asks its service through them, and shows both', async () => {
    const { proxy, asked } = must(socks)
    asked.length = 0
    const line = { proxy, authority: readAuthority(AUTHORITY, systemClock.now()) }
    const { wallet, close } = await compose(
      { network: `${SERVICE.baseUrl}/upstream`, dataDir: newFolder(), port: 0, open: false, line, updates: null },
      { ...around, host: 'browser', version: 'test', askInWindow: null, keychain: testKeychain() },
    )
    const keystore = await newKeystore(network, { full_name: 'Maya' })
    const { account } = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    expect(account).not.toBe('')
    expect(new Set(asked)).toEqual(new Set(['service.test:443']))
    expect(await wallet.calls['network.line'](null)).toMatchObject({
      ...{ proxy, fixed: true, local: false },
      authority: { subject: 'CN=Test authority, O=Coffer tests' },
    })
    await close()
  })
})

describe('Tor', () => {
  it('is found where its port answers the greeting, and nowhere else', async () => {
    const [dead, { port }] = [await deadPort(), must(socks).proxy]
    expect(await findTor([dead, must(plain).proxy.port, port])).toBe(port)
    expect(await findTor([dead, must(plain).proxy.port])).toBeNull()
  })
})

describe('an own certificate authority', () => {
  it('is believed for the service, and without it nothing is said to it', async () => {
    const line = await lineOf()
    const { proxy } = must(socks)
    await line.setting.use({ proxy, authority: null })
    await expect(rates(line)).rejects.toMatchObject({ code: 'remote.unreachable', details: { by: 'certificate' } })
    await line.setting.use({ proxy, authority: AUTHORITY })
    expect((await rates(line)).length).toBeGreaterThan(0)
  })

  it('is believed for nobody else', async () => {
    const line = await lineOf()
    await line.setting.use({ proxy: must(socks).proxy, authority: AUTHORITY })
    await expect(rates(line, 'https://elsewhere.test')).rejects.toMatchObject({ details: { by: 'certificate' } })
  })

  it('stays when only the proxy is changed', async () => {
    const line = await lineOf()
    await line.setting.use({ proxy: must(socks).proxy, authority: AUTHORITY })
    await line.setting.use({ proxy: must(plain).proxy, authority: undefined })
    expect(line.setting.view().authority?.fingerprint).toBe(readAuthority(AUTHORITY, null).fingerprint)
  })

  it('is shown by subject, end and fingerprint, and nothing but the certificate is kept of its file', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----\n'
    const read = readAuthority(AUTHORITY + key, systemClock.now())
    expect(read.subject).toBe('CN=Test authority, O=Coffer tests')
    expect(read.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(read.validUntil > systemClock.now()).toBe(true)
    expect(read.pem).not.toContain('PRIVATE')
  })

  const AGES = 4_000_000_000n * 1_000_000_000n
  it.each([
    ['unreadable', 'no certificate', 0n],
    ['several', AUTHORITY + LEAF, 0n],
    ['not_authority', LEAF, 0n],
    ['expired', AUTHORITY, 10n * AGES],
    ['not_yet', AUTHORITY, 1n],
  ])('is refused when it is %s', (reason, pem, at) => {
    const now = (at === 0n ? systemClock.now() : at) as Nanos
    const read = () => readAuthority(pem, now)
    expect(read).toThrow(expect.objectContaining({ details: { reason } }))
  })
})
