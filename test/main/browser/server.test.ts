import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, Server } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Clock } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Calls } from '#contract/ipc'
import { createSocketBridge, type LinkState, type Wire } from '../../../src/renderer/state/socket.ts'
import { systemClock } from '../../support/clock.ts'
import { listening } from '../../support/listening.ts'
import { builtPages, enter, openPage, rawExchange, SILENCE } from '../../support/loopback.ts'
import { type LoopbackServer, loopbackServer } from './loopback.ts'

const nobody = (): void => undefined
const hurried: Clock['sleep'] = (_, signal) => systemClock.sleep(1, signal)

/** What clients say that then fall silent. */
const HALF: Readonly<Record<string, string>> = {
  'say half a request': 'GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n',
  'say nothing': '',
}
/** Node takes seconds to give one of them up, in which all else is tested. */
const hanging = new Map<string, Promise<string>>()
let waiting: LoopbackServer
beforeAll(async () => {
  waiting = await loopbackServer()
  const { port } = waiting
  for (const [what, request] of Object.entries(HALF))
    hanging.set(what, rawExchange(port, request.replace('PORT', `${port}`), 600_000))
})
afterAll(() => waiting.close())

async function start(calls: Partial<Calls> = {}, pages = builtPages()): Promise<LoopbackServer> {
  const server = await loopbackServer(calls, pages)
  onTestFinished(server.close)
  return server
}

const get = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawExchange(
    port,
    [
      `${method} ${path} HTTP/1.1`,
      ...Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      '\r\n',
    ].join('\r\n'),
  )

const status = (answer: string): number => Number(answer.split(' ')[1])
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)

describe('the welcome', () => {
  it('is the first frame, whatever is announced while its answers are read, and needs none', async () => {
    let refuse: () => void = nobody
    const asked = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const { port, tickets, announce, connected } = await start({
      'app.state': async () => {
        await asked
        throw failure('vault.locked', 'in this test')
      },
    })
    const page = await openPage(port)
    page.send({ token: tickets.issueLink() })
    await expect.poll(connected).toBe(true)
    announce('data.changed', { account: null, topics: ['app'] })
    announce('session.changed', { locked: true })
    refuse()
    expect(await page.next()).toEqual({ welcome: { resume: expect.any(String), answers: [], wallet: 0 } })
    page.send({ welcomed: true })
    expect(await page.next()).toMatchObject({ event: 'data.changed' })
    expect(await page.next()).toMatchObject({ event: 'session.changed' })
    announce('session.changed', { locked: false })
    expect(await page.next()).toEqual({ event: 'session.changed', payload: { locked: false } })
  })
})

describe('a welcome that is lost on its way', () => {
  /** Presents a secret, and goes before it has said that it heard anything. */
  async function dropIn(port: number, token: string): Promise<string> {
    const page = await openPage(port)
    page.send({ token })
    const { resume } = (await page.next())['welcome'] as { resume: string }
    page.close()
    await page.closed
    return resume
  }

  it('has spent no link of its own window', async () => {
    const { port, tickets, pageEvents } = await start()
    const token = tickets.issueLink()
    await dropIn(port, token)
    await enter(port, token)
    await expect.poll(() => pageEvents).toEqual([false, true])
  })

  it('has spent no printed link, which is announced as used only when it was', async () => {
    const { port, tickets } = await start()
    let used = 0
    const token = tickets.issueStandingLink(() => {
      used += 1
    })
    await dropIn(port, token)
    expect(used).toBe(0)
    await enter(port, token)
    await expect.poll(() => used).toBe(1)
    const replay = await openPage(port)
    replay.send({ token })
    expect(await replay.closed).toBe(4401)
  })

  it('has spent no secret of a tab', async () => {
    const { port, tickets } = await start()
    const { resume, close, closed } = await enter(port, tickets.issueLink())
    close()
    await closed
    const next = await dropIn(port, resume)
    const last = await dropIn(port, resume)
    const replay = await openPage(port)
    replay.send({ token: next })
    expect(await replay.closed).toBe(4401)
    await enter(port, last)
  })

  it('is taken for heard by no call: nothing is answered on a line whose secret still lives', async () => {
    const { port, tickets } = await start({ 'session.touch': async () => null })
    const page = await openPage(port)
    page.send({ token: tickets.issueLink() })
    await page.next()
    page.send({ id: 1, name: 'session.touch', input: null })
    expect(await page.closed).toBe(4400)
  })

  it('is not taken for heard before it was said', async () => {
    const { port, tickets } = await start({ 'app.state': () => new Promise(nobody) })
    const page = await openPage(port)
    page.send({ token: tickets.issueLink() })
    page.send({ welcomed: true })
    expect(await page.closed).toBe(4400)
  })
})

describe('files', () => {
  it('serves the page with a policy that names one socket and nothing else', async () => {
    const { port } = await start()
    const answer = await get(port, '/')
    expect(status(answer)).toBe(200)
    expect(bodyOf(answer)).toContain('<title>Coffer</title>')
    const policy = /^content-security-policy: (.*)\r$/im.exec(answer)?.[1]
    expect(policy).toBe(
      `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; img-src 'self' blob:; media-src blob:; connect-src 'self' ws://127.0.0.1:${port}; worker-src 'self'; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(answer).not.toMatch(/access-control|set-cookie/i)
  })

  it('listens on 127.0.0.1 alone', async () => {
    const { port } = await start()
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const addresses = [...new Set(['::1', ...others.filter((one) => !one.internal).map((one) => one.address)])]
    for (const host of addresses) {
      const reached = await new Promise((resolve) => {
        const socket = new WebSocket(`ws://${host.includes(':') ? `[${host}]` : host}:${port}/socket`)
        socket.on('error', (error) => resolve('code' in error ? error.code : error.message))
        socket.on('open', () => resolve('open'))
      })
      expect(reached, host).not.toBe('open')
      expect(String(reached), host).not.toMatch(/Unexpected server response/)
    }
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/../../package.json',
    '/assets/..\\..\\package.json',
    '//etc/passwd',
    '/etc/passwd',
    '/index.html%00.js',
    '/index.html/',
    '/assets',
    '/assets/',
    '/./index.html',
    '/INDEX.HTML',
    'index.html',
    'http://127.0.0.1/index.html',
    '/link.js',
    '/secret.txt',
    '/__proto__',
    '/constructor',
  ])('has nothing at %s', async (path) => {
    const directory = builtPages()
    writeFileSync(join(directory, 'secret.txt'), 'secret')
    symlinkSync('/etc/passwd', join(directory, 'link.js'))
    const { port } = await start({}, directory)
    const answer = await get(port, path)
    expect([400, 404]).toContain(status(answer))
    expect(bodyOf(answer)).toBe('')
  })

  it('answers no other method than GET and HEAD', async () => {
    const { port } = await start()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH']) {
      const answer = await get(port, '/', { 'Content-Length': '0' }, method)
      expect(status(answer), method).toBe(405)
      expect(bodyOf(answer), method).toBe('')
    }
    const head = await get(port, '/', {}, 'HEAD')
    expect([status(head), bodyOf(head)]).toEqual([200, ''])
  })

  it.each([
    ['a rebound name', { Host: 'coffer.example' }],
    ['localhost', { Host: 'localhost:PORT' }],
    ['an origin of another port', { Origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { Origin: 'null' }],
    [
      'a script tag of another site',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
    ],
    [
      'a script tag of another port',
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
    ],
    [
      'a frame of another site',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    ],
  ])('refuses %s without a body', async (_what, headers) => {
    const { port } = await start()
    const named = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace('PORT', `${port}`)]),
    )
    const answer = await get(port, '/assets/a.js', named)
    expect([status(answer), bodyOf(answer)]).toEqual([403, ''])
  })

  it('refuses two Host headers', async () => {
    const { port } = await start()
    const request = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`
    expect([400, 403]).toContain(status(await rawExchange(port, request)))
  })

  it('accepts a navigation that comes from the redirect file', async () => {
    const { port } = await start()
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    expect(status(await get(port, '/', headers))).toBe(200)
  })
})

/** One try to get in: the exact handshake, then the first frame. True if the wallet would answer. */
async function tryToEnter(port: number, host: string, origin: string | null, token: string): Promise<boolean> {
  const lines = [
    'GET /socket HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...(origin === null ? [] : [`Origin: ${origin}`]),
  ]
  const payload = Buffer.from(JSON.stringify({ token }))
  // A masked text frame with a mask of zeros.
  const length = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255]
  const frame = Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload])
  const answer = await rawExchange(
    port,
    `${lines.join('\r\n')}\r\n\r\n${frame.toString('latin1')}`,
    60_000,
    '"welcome"',
  )
  expect(answer).not.toContain(SILENCE)
  if (!answer.startsWith('HTTP/1.1 101')) {
    expect(answer, `${host} ${origin}`).toMatch(/^HTTP\/1\.1 (400|403) /)
    expect(bodyOf(answer)).toBe('')
  }
  return answer.includes('"welcome"')
}

/** What whoever keeps guessing waits for each answer. */
const SLOWEST_MS = 8_000

describe('who gets in', () => {
  it('lets in exactly one of 1,152 combinations of host, origin and token', async () => {
    const hosts = (port: number) => [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      `127.0.0.1.:${port}`,
      `coffer.example:${port}`,
      `127.0.0.1:${port}@evil.example`,
      '',
    ]
    const origins = (port: number) => [
      `http://127.0.0.1:${port}`,
      `https://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://127.0.0.1:${port + 1}`,
      'http://127.0.0.1',
      `http://127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}.evil.example`,
      `http://evil.example`,
      'file://',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
      'null',
      null,
    ]
    const tokens = (good: string) => [
      good,
      '',
      good.slice(0, -1),
      `${good}=`,
      good.toUpperCase(),
      [...good].reverse().join(''),
      Buffer.alloc(32).toString('base64url'),
      `${good}${good}`,
    ]
    let tried = 0
    const accepted: string[] = []
    const note = async (server: LoopbackServer, host: number, origin: number, token: number, good: string) => {
      const inside = await tryToEnter(
        server.port,
        hosts(server.port)[host] ?? '',
        origins(server.port)[origin] ?? null,
        tokens(good)[token] ?? '',
      )
      tried += 1
      if (inside) accepted.push(`${host}/${origin}/${token}`)
    }

    // Those that pass the gate get a server each, since a link opens one window and wrong tokens are answered slowly.
    for (let token = 0; token < 8; token++) {
      const server = await start()
      await note(server, 0, 0, token, server.tickets.issueStandingLink(nobody))
    }
    const server = await start()
    const good = server.tickets.issueStandingLink(nobody)
    for (let host = 0; host < 12; host++) {
      for (let origin = 0; origin < 12; origin++) {
        if (host === 0 && origin === 0) continue
        await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((token) => note(server, host, origin, token, good)))
      }
    }
    expect(tried).toBe(1152)
    expect(accepted).toEqual(['0/0/0'])
    expect(server.guessing()).toBe(0)
  })

  it.each(['cross-site', 'same-site', 'none'])('refuses a handshake that the browser calls %s', async (site) => {
    const { port } = await start()
    await expect(openPage(port, { 'sec-fetch-site': site })).rejects.toThrow('403')
  })

  it.each(['/', '/socket/', '/socket?x=1', '/Socket'])('opens no socket at %s', async (path) => {
    const { port } = await start()
    const failed = await new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { origin: `http://127.0.0.1:${port}` } })
      socket.on('error', (error) => resolve(error.message))
      socket.on('open', () => resolve('open'))
    })
    expect(failed).toContain('403')
  })

  it('does not compress', async () => {
    const { port } = await start()
    const answer = await rawExchange(
      port,
      `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n',
      60_000,
      '\r\n\r\n',
    )
    expect(answer).toContain('101')
    expect(answer.toLowerCase()).not.toContain('permessage-deflate')
  })

  it('gives a page of another port nothing', async () => {
    const server = await start()
    const token = server.tickets.issueStandingLink(nobody)
    const other = await listening(createServer())
    onTestFinished(other.close)
    const origin = other.url
    await expect(openPage(server.port, { origin })).rejects.toThrow('403')
    expect(status(await get(server.port, '/', { Origin: origin }))).toBe(403)
    const page = await enter(server.port, token)
    expect(page.resume).toHaveLength(43)
  })

  it('lets a link of Coffer’s own window in once', async () => {
    const { port, tickets } = await start()
    const token = tickets.issueLink()
    const page = await enter(port, token)
    page.close()
    await page.closed
    const again = await openPage(port)
    again.send({ token })
    expect(await again.closed).toBe(4401)
  })

  it('lets a printed link in once, and the next when no window is connected', async () => {
    const { port, tickets } = await start()
    const links: string[] = []
    const issue = (): void => void links.push(tickets.issueStandingLink(issue))
    issue()
    const [link = ''] = links
    const first = await enter(port, link)
    await expect.poll(() => links).toHaveLength(2)
    const next = links[1] ?? ''
    const second = await openPage(port)
    second.send({ token: next })
    expect(await second.closed).toBe(4409)
    first.close()
    await first.closed
    const remembered = await openPage(port)
    remembered.send({ token: link })
    expect(await remembered.closed).toBe(4401)
    const third = await enter(port, next)
    expect(third.resume).not.toBe(first.resume)
  })

  it('resumes a reloaded tab once, and pushes out the one it replaces', async () => {
    const { port, tickets } = await start()
    const first = await enter(port, tickets.issueLink())
    const reloaded = await enter(port, first.resume)
    expect(await first.closed).toBe(4410)
    const replay = await openPage(port)
    replay.send({ token: first.resume })
    expect(await replay.closed).toBe(4401)
    reloaded.close()
    await reloaded.closed
    await enter(port, reloaded.resume)
  })

  it('shows a tab whose line broke that it is the same program, to which the tab then comes back', async () => {
    const { port, tickets } = await start()
    const states: LinkState[] = []
    const sockets: WebSocket[] = []
    createSocketBridge({
      secret: tickets.issueLink(),
      open() {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { origin: `http://127.0.0.1:${port}` })
        sockets.push(socket)
        return socket as Wire // only its event types are wider
      },
      onState: (state) => states.push(state),
      // It comes back once.
      later: (run, ms) => (ms === 1000 && sockets.length === 1 ? setTimeout(run) : undefined),
    })
    await expect.poll(() => states).toEqual(['open'])
    sockets[0]?.terminate()
    await expect.poll(() => states).toEqual(['open', 'lost', 'open'])
    sockets[1]?.terminate()
  })

  it('has nothing to show to a page where it knows no tab', async () => {
    const { port } = await start()
    const page = await openPage(port)
    page.send({ nonce: 'any' })
    expect(await page.closed).toBe(4401)
  })

  it('refuses such a page also where others have guessed, and it lets it wait for that', async () => {
    const ends: (() => void)[] = []
    const sleep = () => new Promise<void>((end) => ends.push(end))
    const server = await loopbackServer({}, builtPages(), () => null, { sleep })
    onTestFinished(server.close)
    for (let time = 0; time < 6; time += 1) server.tickets.redeem('guess', false)
    const page = await openPage(server.port)
    page.send({ nonce: 'any' })
    await expect.poll(() => ends.length).toBe(2)
    for (const end of ends) end()
    expect(await page.closed).toBe(4401)
  })

  it('makes the secret of an earlier tab worthless when a link is opened', async () => {
    const { port, tickets } = await start()
    const first = await enter(port, tickets.issueStandingLink(nobody))
    first.close()
    await first.closed
    await enter(port, tickets.issueStandingLink(nobody))
    const stale = await openPage(port)
    stale.send({ token: first.resume })
    expect(await stale.closed).toBe(4401)
  })

  it.each([
    ['a frame over 256 bytes', JSON.stringify({ token: 'x'.repeat(300) })],
    ['a frame that is no JSON', 'token'],
    ['a token that is no text', '{"token":["a"]}'],
    ['an array', '["token"]'],
    ['a binary frame', Buffer.from('{"token":"x"}')],
    ['a call before any token', '{"id":1,"name":"app.state","input":null}'],
  ])('closes on %s', async (_what, frame) => {
    const { port } = await start()
    const page = await openPage(port)
    page.sendText(frame)
    expect(await page.closed).toBe(4400)
    await expect(page.next()).rejects.toThrow('closed before a frame came')
  })

  it('closes a socket that presents nothing within two seconds', async () => {
    const server = await loopbackServer({}, builtPages(), undefined, { sleep: hurried })
    onTestFinished(server.close)
    const page = await openPage(server.port)
    expect(await page.closed).toBe(4400)
    expect(server.waits).toEqual([2000])
  })

  it('takes no token from a socket that it has begun to close, which would be used up by nobody', async () => {
    let sleep = systemClock.sleep
    const patient: Clock['sleep'] = (ms, signal) => sleep(ms, signal)
    const server = await loopbackServer({}, builtPages(), undefined, { sleep: patient })
    onTestFinished(server.close)
    const { port, tickets, connected, pageEvents } = server
    const inside = await enter(port, tickets.issueLink())
    sleep = hurried
    // A client that reads nothing for a while, and so does not know yet that it was told to go.
    const socket = connect({ host: '127.0.0.1', port })
    onTestFinished(() => void socket.destroy())
    const key = Buffer.alloc(16).toString('base64')
    const upgrade = {
      Host: `127.0.0.1:${port}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      Origin: `http://127.0.0.1:${port}`,
    }
    const head = { ...upgrade, 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': key }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /socket HTTP/1.1\r\n${lines.join('')}\r\n`)
    const heard: Buffer[] = []
    socket.on('data', (data) => heard.push(data))
    const isTold = () => Buffer.concat(heard).includes(Buffer.from([0x88, 0x02, 4400 >> 8, 4400 & 255]))
    await expect.poll(isTold).toBe(true)
    sleep = systemClock.sleep
    const token = Buffer.from(JSON.stringify({ token: inside.resume }))
    // A text frame of less than 126 bytes under a mask of zeros.
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | token.length, 0, 0, 0, 0]), token]))
    await new Promise((resolve) => socket.on('close', resolve))
    expect([connected(), pageEvents]).toEqual([true, [true]])
    inside.close()
    await inside.closed
    await enter(port, inside.resume)
  })

  it('answers wrong tokens slowly, and the page inside and a right one at once', async () => {
    const server = await start({ 'session.touch': async () => null })
    const inside = await enter(server.port, server.tickets.issueStandingLink(nobody))
    const guess = async () => {
      const page = await openPage(server.port)
      page.send({ token: 'guess' })
      return page
    }
    for (let time = 0; time < 6; time++) expect(await (await guess()).closed).toBe(4401)
    // Nobody waits for the answers to these.
    await Promise.all(Array.from({ length: 54 }, guess))
    expect(server.guessing()).toBe(1)
    await expect.poll(() => Math.max(...server.waits)).toBe(SLOWEST_MS)
    inside.send({ id: 1, name: 'session.touch', input: null })
    expect(await inside.next()).toEqual({ id: 1, reply: { ok: true, value: null } })
    inside.close()
    await inside.closed
    await enter(server.port, server.tickets.issueStandingLink(nobody))
  })
})

describe('clients that do not hang up', () => {
  /** A client that says this much and never ends its side; answers whether the server ended it. */
  function clinging(port: number, request: string): { readonly ended: Promise<true> } {
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', nobody)
    socket.resume()
    socket.write(request)
    // Written to until the other side is gone, which alone answers with a reset.
    const poke = setInterval(() => socket.write('\r\n'), 50)
    const ended = new Promise<true>((resolve) => void socket.once('close', () => resolve(true)))
    void ended.then(() => clearInterval(poke))
    return { ended }
  }

  it('are let go of once a socket was refused to them', async () => {
    const { port } = await start()
    const upgrade = `GET /socket HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(await clinging(port, upgrade).ended).toBe(true)
  })

  it.each(Object.keys(HALF))('are let go of after seconds where they %s', async (what) => {
    expect(await hanging.get(what)).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  })
})

describe('a client that reads half an answer', () => {
  /** More than sockets of this computer hold for somebody who does not read. */
  const LARGE = 32 * 1024 * 1024

  it('is let go of once it has read nothing for too long, so that others have its place', async () => {
    const pages = builtPages()
    writeFileSync(join(pages, 'assets', 'large.js'), Buffer.alloc(LARGE, 'x'))
    const server = await loopbackServer({}, pages, undefined, { places: 1, silenceMs: 500 })
    onTestFinished(server.close)
    const { port } = server
    const reader = connect({ host: '127.0.0.1', port })
    onTestFinished(() => void reader.destroy())
    reader.on('error', nobody)
    reader.write(`GET /assets/large.js HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    // On a busy machine it may have been let go of before it came to read.
    await new Promise<void>((resolve) => {
      reader.once('data', () => resolve())
      reader.once('close', () => resolve())
    })
    reader.pause()
    const next = async () => status(await get(port, '/assets/a.js').catch(() => ''))
    await expect.poll(next).toBe(200)
  })

  it('keeps its place for seconds, and no longer, where nothing else is said', async () => {
    const limits: number[] = []
    const set = vi.spyOn(Server.prototype, 'setTimeout').mockImplementation(function (this: Server, limit) {
      limits.push(Number(limit))
      return this
    })
    onTestFinished(() => set.mockRestore())
    await start()
    expect(limits).toEqual([10_000])
  })
})

describe('the line', () => {
  it('carries calls, errors and events', async () => {
    const server = await start({
      'session.touch': async () => null,
      'app.retry': async () => {
        throw failure('remote.unreachable', 'no network')
      },
    })
    const page = await enter(server.port, server.tickets.issueLink())
    page.send({ id: 7, name: 'session.touch', input: null })
    expect(await page.next()).toEqual({ id: 7, reply: { ok: true, value: null } })
    page.send({ id: 8, name: 'app.retry', input: { account: '11111111-2222-4333-8444-555555555555' } })
    expect(await page.next()).toEqual({
      id: 8,
      reply: { ok: false, error: { code: 'remote.unreachable', details: {} } },
    })
    server.announce('session.changed', { locked: true })
    expect(await page.next()).toEqual({ event: 'session.changed', payload: { locked: true } })
  })

  it('answers calls as they finish, not in the order they came', async () => {
    let finish = () => {}
    const server = await start({
      'session.touch': () =>
        new Promise((resolve) => {
          finish = () => resolve(null)
        }),
      'session.lock': async () => null,
    })
    const page = await enter(server.port, server.tickets.issueLink())
    page.send({ id: 1, name: 'session.touch', input: null })
    page.send({ id: 2, name: 'session.lock', input: null })
    expect((await page.next())['id']).toBe(2)
    finish()
    expect((await page.next())['id']).toBe(1)
  })

  it.each([
    ['no id', '{"name":"app.state","input":null}'],
    ['an id of zero', '{"id":0,"name":"app.state","input":null}'],
    ['an id that is no number', '{"id":"1","name":"app.state","input":null}'],
    ['a fraction as id', '{"id":1.5,"name":"app.state","input":null}'],
    ['a further member', '{"id":1,"name":"app.state","input":null,"as":"admin"}'],
    ['no object', 'null'],
    ['no JSON', '{'],
    ['bytes', Buffer.from('{"id":1,"name":"app.state","input":null}')],
  ])('closes on a frame with %s', async (_what, frame) => {
    const server = await start()
    const page = await enter(server.port, server.tickets.issueLink())
    page.sendText(frame)
    expect(await page.closed).toBe(4400)
  })

  it('gives a sign of life to whoever asks, while calls wait and without any', async () => {
    const server = await start({ 'session.touch': () => new Promise(() => {}) })
    const page = await enter(server.port, server.tickets.issueLink())
    page.send({ id: 1, name: 'session.touch', input: null })
    page.send({ beat: true })
    expect(await page.next()).toEqual({ beat: true })
  })

  it('closes on an id that still waits for its answer', async () => {
    const server = await start({ 'session.touch': () => new Promise(() => {}) })
    const page = await enter(server.port, server.tickets.issueLink())
    page.send({ id: 1, name: 'session.touch', input: null })
    page.send({ id: 1, name: 'session.touch', input: null })
    expect(await page.closed).toBe(4400)
  })

  it('closes on a frame over 1 MiB', async () => {
    const server = await start()
    const page = await enter(server.port, server.tickets.issueLink())
    page.sendText('x'.repeat(1024 * 1024 + 1))
    expect(await page.closed).toBe(1009)
  })

  it('tells the host when its page comes and goes', async () => {
    const server = await start()
    const page = await enter(server.port, server.tickets.issueLink())
    page.close()
    await page.closed
    await expect.poll(() => server.pageEvents).toEqual([true, false])
  })

  it('ends promptly with a page connected and a client that does not hang up', async () => {
    const server = await loopbackServer()
    const page = await enter(server.port, server.tickets.issueLink())
    const lingering = rawExchange(server.port, 'GET / HT', 600_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await server.close()
    expect(await page.closed).toBe(1001)
    expect(await lingering).not.toContain(SILENCE)
    expect(server.waits.at(-1)).toBe(500)
  })
})

describe('a folder of pages', () => {
  it('is read once: what changes later is not served', async () => {
    const directory = builtPages()
    const { port } = await start({}, directory)
    mkdirSync(join(directory, 'late'))
    writeFileSync(join(directory, 'late', 'x.js'), 'late')
    writeFileSync(join(directory, 'index.html'), 'changed')
    expect(status(await get(port, '/late/x.js'))).toBe(404)
    expect(bodyOf(await get(port, '/'))).not.toContain('changed')
  })
})
