import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Clock, UserId } from '#contract/domain'
import { askPhone, type OpenSocket, type Socket } from '#remote'
import { systemClock } from '../support/clock.ts'
import { freshId } from '../support/localnet.ts'

const APP = freshId() as UserId
const SCOPES = ['PROFILE:READ', 'ASSETS:READ']
const DEADLINE_MS = 15_000

type Params = Readonly<Record<'client_id' | 'scope' | 'code_challenge' | 'authorization_id', string>>
/** What the other side does with a request: frames that it sends, or the end of the line. */
type Side = (params: Params, turn: number) => readonly Uint8Array[] | 'close' | 'silence'

const frame = (value: unknown): Uint8Array => new Uint8Array(gzipSync(JSON.stringify(value)))
const coded = (code: string) => expect.objectContaining({ code })

interface Code {
  readonly id?: string
  readonly code?: string
  readonly scopes?: readonly string[] | null
  readonly opened?: boolean | 'as it was made'
}

const ID = freshId()
const MADE_AT = '2026-11-22T10:00:00Z'
const ACCESSED = new Map<Code['opened'], string>([
  [true, '2026-11-22T10:00:05Z'],
  [false, '0001-01-01T00:00:00Z'],
  ['as it was made', MADE_AT],
])
const answer = ({ id = ID, code = '', scopes = SCOPES, opened = false }: Code = {}): Uint8Array =>
  frame({
    id: 'any',
    action: 'REFRESH_OAUTH_CODE',
    data: {
      type: 'authorization',
      authorization_id: id,
      authorization_code: code,
      scopes,
      code_id: id.replace(/^./, 'f'),
      app: null,
      created_at: MADE_AT,
      accessed_at: ACCESSED.get(opened),
    },
  })

/** Waits nowhere; deadlines pass only where a test has the other side keep silent. */
function hasty(isSilent: () => boolean): { clock: Clock; slept: number[] } {
  const slept: number[] = []
  const sleep: Clock['sleep'] = async (ms, signal) => {
    if (ms !== DEADLINE_MS) {
      slept.push(ms)
      return
    }
    while (!isSilent() && signal?.aborted !== true) await systemClock.sleep(5)
  }
  return { clock: { ...systemClock, sleep }, slept }
}

function asked(side: Side, options: { url?: string; stop?: AbortController } = {}) {
  const news: { codeId: string; isOpened: boolean }[] = []
  const requests: Params[] = []
  const opened: { url: string; protocol: string; maxBytes: number }[] = []
  const stop = options.stop ?? new AbortController()
  let turn = 0
  let silent = false
  let open = 0
  const openSocket: OpenSocket = async (url, { protocol, maxBytes }) => {
    opened.push({ url, protocol, maxBytes })
    open += 1
    const waiting: (Uint8Array<ArrayBuffer> | null)[] = []
    let heard: () => void = () => undefined
    let isOpen = true
    const push = (next: Uint8Array | null): void => {
      waiting.push(next === null ? null : new Uint8Array(next))
      heard()
    }
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      open -= 1
      push(null)
    }
    const socket: Socket = {
      send(packed) {
        const request = JSON.parse(gunzipSync(packed).toString('utf8'))
        requests.push(request.params)
        turn += 1
        const done = side(request.params, turn)
        if (done === 'close') close()
        else if (done === 'silence') silent = true
        else for (const one of done) push(one)
      },
      async next() {
        while (waiting.length === 0) {
          await new Promise<void>((resolve) => {
            heard = resolve
          })
        }
        silent = false
        return waiting.shift() ?? null
      },
      close,
    }
    return socket
  }
  const { clock, slept } = hasty(() => silent)
  const result = askPhone(
    {
      url: options.url ?? 'wss://blaze.example',
      openSocket,
      clock,
      random: (length) => new Uint8Array(randomBytes(length)),
      log: () => undefined,
    },
    { appId: APP, scopes: SCOPES, challenge: 'of mine', onCode: (code) => news.push(code), signal: stop.signal },
  )
  return { result, news, requests, opened, slept, stop, open: () => open }
}

describe('asking a phone', () => {
  it('shows a code, asks every second what became of it, and ends with the answer to that code', async () => {
    const turns: Code[] = [
      { opened: 'as it was made' },
      {},
      { opened: true },
      { opened: true },
      { code: 'c'.repeat(40), scopes: ['PROFILE:READ'] },
    ]
    const flow = asked((_params, turn) => [answer(turns[turn - 1])])
    expect(await flow.result).toEqual({
      kind: 'agreed',
      authorizationId: ID,
      code: 'c'.repeat(40),
      scopes: ['PROFILE:READ'],
    })
    const codeId = ID.replace(/^./, 'f')
    expect(flow.news).toEqual([
      { codeId, isOpened: false },
      { codeId, isOpened: true },
    ])
    expect(flow.requests[0]).toEqual({
      client_id: APP,
      scope: SCOPES.join(' '),
      code_challenge: 'of mine',
      authorization_id: '',
    })
    expect(flow.requests.slice(1).every(({ authorization_id }) => authorization_id === ID)).toBe(true)
    expect(flow.slept).toEqual([1000, 1000, 1000, 1000])
    expect(flow.opened).toEqual([{ url: 'wss://blaze.example', protocol: 'Mixin-OAuth-1', maxBytes: 65_536 }])
    expect(flow.open()).toBe(0)
  })

  it('takes no scopes for a refusal by the person', async () => {
    const flow = asked((_params, turn) => [answer(turn === 1 ? {} : { scopes: null })])
    expect(await flow.result).toEqual({ kind: 'declined' })
  })

  it('shows a fresh code where the service gives one', async () => {
    const other = freshId()
    const flow = asked((_params, turn) => [
      answer(turn === 1 ? {} : turn === 2 ? { id: other } : { id: other, code: 'c'.repeat(20) }),
    ])
    expect(await flow.result).toMatchObject({ kind: 'agreed', authorizationId: other })
    expect(flow.news).toHaveLength(2)
  })

  it.each([
    ['agrees to another code than the one shown', { id: freshId(), code: 'c'.repeat(20) }],
    ['declines another code than the one shown', { id: freshId(), scopes: [] }],
  ])('refuses an answer that %s', async (_what, second) => {
    const flow = asked((_params, turn) => [answer(turn === 1 ? {} : second)])
    await expect(flow.result).rejects.toThrow(coded('remote.malformed'))
    expect(flow.open()).toBe(0)
  })

  it('refuses an answer before there is a code to answer', async () => {
    await expect(asked(() => [answer({ code: 'c'.repeat(20) })]).result).rejects.toThrow(coded('remote.malformed'))
  })

  it('passes over frames that say nothing', async () => {
    const empty = frame({ id: 'hello', action: 'LIST_PENDING_MESSAGES' })
    const flow = asked((_params, turn) => [empty, answer(turn === 1 ? {} : { code: 'c'.repeat(20) })])
    expect(await flow.result).toMatchObject({ kind: 'agreed' })
  })

  it('goes on with the same code over a line that broke, and gives up when it stays broken', async () => {
    const flow = asked((_params, turn) => {
      if (turn === 2) return 'close'
      if (turn === 4) return 'silence'
      return [answer(turn < 6 ? {} : { code: 'c'.repeat(20) })]
    })
    expect(await flow.result).toMatchObject({ kind: 'agreed', authorizationId: ID })
    expect(flow.opened).toHaveLength(3)
    expect(flow.news).toHaveLength(1)

    const dead = asked(() => 'close')
    await expect(dead.result).rejects.toThrow(coded('remote.unreachable'))
    expect(dead.opened).toHaveLength(6)
    expect(dead.slept).toEqual([1000, 2000, 4000, 8000, 8000])
  })

  it.each([
    ['is no gzip', new Uint8Array(randomBytes(60)), 'remote.malformed'],
    ['is cut off', answer().slice(0, 60), 'remote.malformed'],
    ['is no JSON', new Uint8Array(gzipSync('<html>')), 'remote.malformed'],
    ['is no code', frame({ data: { authorization_id: 'mine' } }), 'remote.malformed'],
    ['nests too deeply', new Uint8Array(gzipSync(`{"data":${'['.repeat(100)}${']'.repeat(100)}}`)), 'remote.malformed'],
    ['is an error', frame({ action: 'ERROR', error: { code: 10002 } }), 'remote.invalid_field'],
    ['unpacks to far too much', new Uint8Array(gzipSync('x'.repeat(60_000_000))), 'remote.too_large'],
  ])('ends with a frame that %s', async (_what, bytes, code) => {
    const flow = asked(() => [bytes])
    await expect(flow.result).rejects.toThrow(coded(code))
    expect(flow.opened).toHaveLength(1)
    expect(flow.open()).toBe(0)
  })

  it('does not unpack the rest of what is too much', async () => {
    // Some 250 MB; they would be there at once if it were unpacked before it is counted.
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(250_000_000)))
    const before = process.memoryUsage().arrayBuffers
    const flow = asked(() => [bomb])
    await expect(flow.result).rejects.toThrow(coded('remote.too_large'))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32_000_000)
  })

  it('ends when nobody waits for it any more', async () => {
    const stop = new AbortController()
    const flow = asked(
      (_params, turn) => {
        if (turn === 3) stop.abort()
        return [answer()]
      },
      { stop },
    )
    await expect(flow.result).rejects.toThrow(coded('remote.unreachable'))
    expect(flow.requests).toHaveLength(3)
    expect(flow.slept).toEqual([1000, 1000])
    expect(flow.open()).toBe(0)
  })

  it('hangs up at once where nobody waits any more for an answer that does not come', async () => {
    const stop = new AbortController()
    const flow = asked(
      (_params, turn) => {
        if (turn === 2) setImmediate(() => stop.abort())
        return turn === 2 ? [] : [answer()]
      },
      { stop },
    )
    const ends = expect(flow.result).rejects.toThrow(coded('remote.unreachable'))
    await expect.poll(() => stop.signal.aborted && flow.open()).toBe(0)
    await ends
  })

  it('goes on however often the line broke, as long as there were answers between', async () => {
    const flow = asked((_params, turn) =>
      turn % 5 === 1 ? [answer(turn < 20 ? {} : { code: 'c'.repeat(20) })] : 'close',
    )
    expect(await flow.result).toMatchObject({ kind: 'agreed' })
    expect(flow.requests).toHaveLength(21)
  })

  it.each(['ws://blaze.example', 'http://blaze.example', 'no address'])('goes over no open line: %s', async (url) => {
    const flow = asked(() => [answer()], { url })
    await expect(flow.result).rejects.toThrow(coded('remote.insecure'))
    expect(flow.opened).toHaveLength(0)
  })

  it('goes to this computer as it is', async () => {
    const flow = asked((_params, turn) => [answer(turn === 1 ? {} : { code: 'c'.repeat(20) })], {
      url: 'ws://127.0.0.1:4000',
    })
    expect(await flow.result).toMatchObject({ kind: 'agreed' })
  })
})
