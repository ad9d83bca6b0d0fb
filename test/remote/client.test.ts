import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AssetId, type Clock, type Hash, type Nanos, nanosOf, type RequestId } from '#contract/domain'
import { CofferError, codeOf } from '#contract/errors'
import { createRemote, type RemoteDeps } from '#remote'
import { manualClock, systemClock } from '../support/clock.ts'
import { listening } from '../support/listening.ts'
import { seededRandom } from '../support/random.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A real server on loopback that answers as told and remembers what it was asked. */
async function serve(handler: Handler) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      handler(request, response, body)
    })
  })
  const { url, close } = await listening(server)
  onTestFinished(close)
  return { url, seen }
}

function remoteTo(baseUrl: string, changes: Partial<RemoteDeps> = {}) {
  return createRemote({
    baseUrl,
    dialect: 'interface',
    fetch,
    clock: systemClock,
    random: seededRandom('remote'),
    log: () => undefined,
    authorize: async (request) => `token-for ${request.method} ${request.uri} ${request.body}`,
    ...changes,
  })
}

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

async function codeOfFailure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof CofferError) return error.code
    throw error
  }
  throw new Error('it was not refused')
}

const ID = '00000000-0000-4000-8000-000000000001'
const HASH = 'ab'.repeat(32)
const fiats = { data: [{ code: 'EUR', rate: 0.9 }] }

describe('createRemote', () => {
  it('signs exactly the path, query and body that travel', async () => {
    const { url, seen } = await serve((_request, response) => json(response, { data: [] }))
    const signed: { uri: string; body: string }[] = []
    const remote = remoteTo(url, {
      authorize: async ({ uri, body }) => {
        signed.push({ uri, body })
        return 'x'
      },
    })
    await remote.call('outputs.list', { query: { limit: 500, offset: 7, state: 'unspent', members: HASH as Hash } })
    await remote.call('users.fetch', { body: [ID as never] })
    await remote.call('deposits.list', { query: { destination: "it's (*)~!", tag: '+&=#%\u00e9' } })
    await remote.call('users.search', { params: { q: "it's (*)~!" } }).catch(() => undefined)
    expect(seen.map(({ url, body }) => ({ uri: url, body }))).toEqual(signed)
    expect(seen[0]?.url).toBe(`/safe/outputs?members=${HASH}&state=unspent&offset=7&limit=500`)
  })

  it('percent-encodes path parameters before signing', async () => {
    const { url, seen } = await serve((_request, response) => json(response, { data: {} }))
    await remoteTo(url)
      .call('users.search', { params: { q: '+49 1/2' } })
      .catch(() => undefined)
    expect(seen[0]?.url).toBe('/search/%2B49%201%2F2')
  })

  it('uses the path of its dialect for broadcasting', async () => {
    const { url, seen } = await serve((_request, response) => json(response, { error: { code: 404 } }, 202))
    const body = [{ request_id: ID as RequestId, raw: '77770005' }]
    await codeOfFailure(remoteTo(url).call('transactions.send', { body }))
    await codeOfFailure(remoteTo(url, { dialect: 'upstream' }).call('transactions.send', { body }))
    expect(seen.map((request) => request.url)).toEqual(['/safe/transaction', '/safe/transactions'])
  })

  it('sends no token with public calls', async () => {
    const { url, seen } = await serve((_request, response) => json(response, fiats))
    await remoteTo(url).call('fiats.list')
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  it('takes an error member for a failure whatever the status', async () => {
    for (const status of [200, 202, 500]) {
      const { url } = await serve((_request, response) => json(response, { data: [], error: { code: 10404 } }, status))
      expect(await codeOfFailure(remoteTo(url).call('me.read'))).toBe('remote.not_registered')
    }
  })

  it('keeps the text of the service out of the message and free of control characters', async () => {
    const { url } = await serve((_request, response) =>
      json(response, { error: { code: 99999, description: `\u202Epay here\u0000${'x'.repeat(500)}` } }, 202),
    )
    const error = await remoteTo(url)
      .call('me.read')
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(CofferError)
    const { code, message, details } = error as CofferError
    expect(code).toBe('remote.refused')
    expect(message).not.toContain('pay here')
    expect(String(details['serviceText']).length).toBeLessThanOrEqual(200)
    expect(details['serviceText']).toMatch(/^pay here x+$/)
  })

  it.each([
    ['a page of HTML', '<html>login</html>'],
    ['an empty array', '[]'],
    ['data of another shape', '{"data": {"code": "EUR"}}'],
    ['no data where some is declared', '{}'],
    ['deep nesting', `{"data": ${'['.repeat(40)}${']'.repeat(40)}}`],
    ['deep nesting where nothing is read', `{"data": [], "more": ${'['.repeat(40)}${']'.repeat(40)}}`],
    ['half a mebibyte of brackets', `{"data": ${'['.repeat(250_000)}${']'.repeat(250_000)}}`],
    ['deep nesting in a long answer', `{"more": "${'x'.repeat(600_000)}", "data": ${'['.repeat(40)}${']'.repeat(40)}}`],
    ['more values than anything has', `{"data": [], "more": [${'0,'.repeat(260_000)}0]}`],
    ['as many values as that in lists of lists', `{"data": [], "more": [${'[],[0],'.repeat(100_000)}0]}`],
  ])('refuses %s as malformed', async (_name, text) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200)
      response.end(text)
    })
    expect(await codeOfFailure(remoteTo(url).call('fiats.list'))).toBe('remote.malformed')
  })

  it.each([
    ['a page of HTML', 200, '\n<!doctype html><p>Sign in to this network'],
    ['a page of HTML that refuses', 403, '<html>Blocked'],
  ])('says of %s that it is a page', async (_name, status, text) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(status)
      response.end(text)
    })
    await expect(remoteTo(url).call('fiats.list')).rejects.toMatchObject({
      code: 'remote.malformed',
      details: { page: true },
    })
  })

  it('takes no member named like a prototype along, and no prototype changes', async () => {
    const stray = '"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}'
    const { url } = await serve((_request, response) => {
      response.writeHead(200)
      response.end(`{"data": [{"code": "EUR", "rate": 0.9, ${stray}}], ${stray}}`)
    })
    const answer = await remoteTo(url).call('fiats.list')
    expect(answer).toStrictEqual([{ code: 'EUR', rate: 0.9 }])
    expect(Reflect.ownKeys(answer[0] ?? {})).toEqual(['code', 'rate'])
    expect(Object.getPrototypeOf(answer[0])).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })

  it('refuses a batch that is answered with another number of records', async () => {
    const { url } = await serve((_request, response) => json(response, { data: [{ mask: HASH, keys: [] }] }))
    const body = [0, 1].map((index) => ({ receivers: [ID as never], index, hint: ID }))
    expect(await codeOfFailure(remoteTo(url).call('keys.request', { body }))).toBe('remote.malformed')
  })

  it('reads the keys of as many outputs as there can be, for as many people as a group has', async () => {
    const answer = { mask: HASH, keys: Array.from({ length: 64 }, () => HASH) }
    const { url } = await serve((_request, response) =>
      json(response, { data: Array.from({ length: 256 }, () => answer) }),
    )
    const body = Array.from({ length: 256 }, (_, index) => ({ receivers: [ID as never], index, hint: ID }))
    const remote = remoteTo(url, { authorize: async () => 'x' })
    expect(await remote.call('keys.request', { body })).toHaveLength(256)
  })

  it('reads as many people as are asked for at once, whatever they say of themselves', async () => {
    const one = { user_id: ID, identity_number: '7000', full_name: 'Ann', biography: 'b'.repeat(5000) }
    const { url } = await serve((_request, response) =>
      json(response, { data: Array.from({ length: 256 }, () => one) }),
    )
    const body = Array.from({ length: 256 }, () => ID as never)
    const remote = remoteTo(url, { authorize: async () => 'x' })
    expect(await remote.call('users.fetch', { body })).toHaveLength(256)
  })

  it('stops reading a body that is too large', async () => {
    let written = 0
    const { url } = await serve((_request, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(256 * 1024, 0x20)
      const more = () => {
        while (!response.destroyed && written < 512 * 1024 * 1024) {
          written += chunk.length
          if (!response.write(chunk)) return response.once('drain', more)
        }
        return undefined
      }
      more()
    })
    expect(await codeOfFailure(remoteTo(url).call('fiats.list'))).toBe('remote.too_large')
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  it('reads less than a call may answer where the caller can ask for less', async () => {
    const { url } = await serve((_request, response) => json(response, fiats))
    expect(await codeOfFailure(remoteTo(url).call('fiats.list', {}, { maxBytes: 10 }))).toBe('remote.too_large')
    expect(await remoteTo(url).call('fiats.list', {}, { maxBytes: 1000 })).toHaveLength(1)
  })

  it('follows no redirect', async () => {
    for (const status of [301, 302, 307, 308]) {
      const elsewhere = await serve((_request, response) => json(response, fiats))
      const { url } = await serve((_request, response) => {
        response.writeHead(status, { location: elsewhere.url })
        response.end()
      })
      expect(await codeOfFailure(remoteTo(url).call('fiats.list'))).toBe('remote.redirect')
      expect(elsewhere.seen).toEqual([])
    }
  })

  it.each(['http://api.mixin.one', 'http://192.168.0.2:80', 'ftp://127.0.0.1', 'not a url'])(
    'refuses %s as an address of the service',
    (baseUrl) => {
      expect(() => remoteTo(baseUrl)).toThrow(expect.objectContaining({ code: 'remote.insecure' }))
    },
  )

  it('refuses an answer that echoes another request id', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('x-request-id', ID)
      json(response, fiats)
    })
    expect(await codeOfFailure(remoteTo(url).call('fiats.list'))).toBe('remote.malformed')
  })

  it('repeats a read that failed for a passing reason', async () => {
    let calls = 0
    const { url } = await serve((_request, response) => {
      calls += 1
      if (calls < 3) json(response, { error: { code: 500 } }, 500)
      else json(response, fiats)
    })
    const { clock, waits } = impatientClock()
    expect(await remoteTo(url, { clock }).call('fiats.list')).toHaveLength(1)
    expect(waits).toHaveLength(2)
    for (const milliseconds of waits) expect(milliseconds).toBeGreaterThanOrEqual(500)
  })

  it.each(['', 'Too Many Requests', '<html>'])(
    'waits as long as it is told where too much is asked: %j',
    async (body) => {
      let calls = 0
      const { url } = await serve((_request, response) => {
        calls += 1
        if (calls < 2) response.writeHead(429, { 'retry-after': '7' }).end(body)
        else json(response, fiats)
      })
      const { clock, waits } = impatientClock()
      expect(await remoteTo(url, { clock }).call('fiats.list')).toHaveLength(1)
      expect(waits).toEqual([7_000])
    },
  )

  it('waits five minutes at most where it is told to wait again and again', async () => {
    const { url } = await serve((_request, response) => response.writeHead(429, { 'retry-after': '140' }).end())
    const { clock, waits } = impatientClock(140_000)
    expect(await codeOfFailure(remoteTo(url, { clock }).call('fiats.list'))).toBe('remote.rate_limited')
    expect(waits).toEqual([140_000, 140_000])
  })

  describe('that is told to wait until a moment', () => {
    // The service is two hours ahead of the clock here, which stands still.
    const noon = Date.parse('2026-11-29T12:00:00Z')
    const here = nanosOf(noon - 7_200_000)

    /** Too much is asked first, and then no more. Answers what the call came to and how long it waited. */
    async function toldToWait(until: string, long: number) {
      let calls = 0
      const { url } = await serve((_request, response) => {
        calls += 1
        if (calls > 1) json(response, fiats)
        else response.writeHead(429, { date: new Date(noon).toUTCString(), 'retry-after': until }).end()
      })
      const { clock, waits } = impatientClock(long)
      const still = { ...clock, now: () => here, monotonicMs: () => 0 }
      const answer = await remoteTo(url, { clock: still })
        .call('fiats.list')
        .then((all) => all.length, codeOf)
      return { answer, waits }
    }

    it('waits so long by the clock of the service', async () => {
      const until = new Date(noon + 90_000).toUTCString()
      expect(await toldToWait(until, 90_000)).toEqual({ answer: 1, waits: [90_000] })
    })

    it('waits for none that is later than five minutes', async () => {
      const until = new Date(noon + 301_000).toUTCString()
      expect(await toldToWait(until, 0)).toEqual({ answer: 'remote.rate_limited', waits: [] })
    })

    it.each([new Date(noon - 1).toUTCString(), 'soon', '7 May', '-5'])(
      'waits of its own accord for %j',
      async (until) => {
        const { answer, waits } = await toldToWait(until, 0)
        expect(answer).toBe(1)
        expect(waits).toHaveLength(1)
        expect(waits[0]).toBeLessThanOrEqual(8_000)
      },
    )
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['by the service', (response) => json(response, { error: { code: 429 } }, 202)],
    ['by what stands between', (response) => response.writeHead(429, { 'retry-after': '7' }).end()],
  ])('asks for nobody a second time where too many were searched, as is said %s', async (_by, answer) => {
    let calls = 0
    const { url } = await serve((_request, response) => {
      calls += 1
      answer(response)
    })
    const { clock } = impatientClock()
    const found = remoteTo(url, { clock }).call('users.search', { params: { q: '37160854' } })
    await expect(found).rejects.toMatchObject({ code: 'remote.rate_limited', details: { asked: 'people' } })
    expect(calls).toBe(1)
  })

  it.each([
    [401, '<html>'],
    [403, '<html>'],
    [403, '{"message": "Forbidden"}'],
    [404, '<html>'],
    [404, '{"message": "no Route matched with those values"}'],
  ])('takes status %i with %j for no word of the service', async (status, body) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end(body))
    expect(await codeOfFailure(remoteTo(url).call('fiats.list'))).toBe('remote.malformed')
  })

  it('gives up a read after five tries', async () => {
    let calls = 0
    const { url } = await serve((_request, response) => {
      calls += 1
      json(response, { error: { code: 500 } }, 500)
    })
    const { clock } = impatientClock()
    expect(await codeOfFailure(remoteTo(url, { clock }).call('fiats.list'))).toBe('remote.server')
    expect(calls).toBe(5)
  })

  const keysAsked = { body: [{ receivers: [ID as never], index: 0, hint: ID }] }
  const keysGiven = { data: [{ mask: `58${'66'.repeat(31)}`, keys: [`58${'66'.repeat(31)}`] }] }

  it.each<[string, (response: ServerResponse, request: IncomingMessage) => void]>([
    ['a dropped connection', (_response, request) => request.socket.destroy()],
    ['an error behind a good status', (response) => json(response, { error: { code: 500 } }, 202)],
    ['a bad gateway', (response) => response.writeHead(502).end('<html>')],
    ['too many requests', (response) => json(response, { error: { code: 429 } }, 202)],
    ['too many requests, said by what stands between', (response) => response.writeHead(429).end('<html>')],
    ['a body that was cut off', (response) => response.writeHead(200).end('{"data": [{"mask": "58')],
    ['no body at all', (response) => response.writeHead(200).end()],
    [
      'fewer bytes than were promised',
      (response) => {
        response.writeHead(200, { 'content-length': '500' })
        response.write('{"data": [')
        setImmediate(() => response.destroy())
      },
    ],
  ])('asks again with the same body where the table allows it, after %s', async (_name, fault) => {
    let calls = 0
    const { url, seen } = await serve((request, response) => {
      calls += 1
      if (calls < 3) fault(response, request)
      else json(response, keysGiven)
    })
    const { clock, waits } = impatientClock()
    expect(await remoteTo(url, { clock }).call('keys.request', keysAsked)).toHaveLength(1)
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
    expect(waits).toHaveLength(2)
  })

  it('asks a silent server again after the deadline', async () => {
    const { url, seen } = await serve((_request, response) => {
      if (seen.length > 1) json(response, keysGiven)
    })
    const clock = manualClock()
    const outcome = remoteTo(url, { clock }).call('keys.request', keysAsked)
    await expect.poll(() => seen.length).toBe(1)
    await clock.advance(15_001)
    await expect
      .poll(async () => {
        await clock.advance(100)
        return seen.length
      })
      .toBeGreaterThan(1)
    expect(await outcome).toHaveLength(1)
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  })

  it('gives up after five tries, and at once where the refusal would stay', async () => {
    const { clock } = impatientClock()
    const broken = await serve((_request, response) => json(response, { error: { code: 500 } }, 202))
    expect(await codeOfFailure(remoteTo(broken.url, { clock }).call('keys.request', keysAsked))).toBe('remote.server')
    expect(broken.seen).toHaveLength(5)
    const firm = await serve((_request, response) => json(response, { error: { code: 10404 } }, 202))
    expect(await codeOfFailure(remoteTo(firm.url, { clock }).call('keys.request', keysAsked))).toBe(
      'remote.not_registered',
    )
    expect(firm.seen).toHaveLength(1)
  })

  it('calls an answer malformed that is cut off every time', async () => {
    const { clock } = impatientClock()
    const { url, seen } = await serve((_request, response) => response.writeHead(200).end('{"data": [{"code"'))
    expect(await codeOfFailure(remoteTo(url, { clock }).call('fiats.list'))).toBe('remote.malformed')
    expect(seen).toHaveLength(5)
  })

  it('never repeats any other write by itself', async () => {
    const { url, seen } = await serve((_request, response) => json(response, { error: { code: 500 } }, 500))
    const body = [{ request_id: ID as RequestId, raw: '77770005' }]
    expect(await codeOfFailure(remoteTo(url).call('transactions.send', { body }))).toBe('remote.server')
    expect(seen.length).toBe(1)
  })

  it('reports a silent server as a time-out', async () => {
    const { url, seen } = await serve(() => undefined)
    const clock = manualClock()
    const outcome = codeOfFailure(
      remoteTo(url, { clock }).call('transactions.send', { body: [{ request_id: ID as RequestId, raw: '7777' }] }),
    )
    await expect.poll(() => seen.length).toBe(1)
    await clock.advance(15_001)
    expect(await outcome).toBe('remote.timeout')
  })

  it('reports a dropped connection as unreachable', async () => {
    const { url } = await serve((request) => request.socket.destroy())
    const body = [{ request_id: ID as RequestId, raw: '7777' }]
    expect(await codeOfFailure(remoteTo(url).call('transactions.send', { body }))).toBe('remote.unreachable')
  })

  it('blames the clock when a refusal comes with a large skew', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('x-server-time', String((BigInt(Date.now()) - 3_600_000n) * 1_000_000n))
      json(response, { error: { code: 401 } }, 202)
    })
    const remote = remoteTo(url)
    expect(await codeOfFailure(remote.call('me.read'))).toBe('remote.clock')
    expect(Math.round(remote.clockSkewMs() / 60_000)).toBe(-60)
  })

  it.each([
    ['where the machine slept since it was signed', 3_600_000, 2],
    ['and not where it is refused at once', 0, 1],
  ])('signs a refused token anew %s', async (_where, sleptMs, asked) => {
    let slept = 0n
    const clock: Clock = { ...systemClock, now: () => (systemClock.now() + slept) as Nanos }
    const { url, seen } = await serve((_request, response) => {
      const isFirst = seen.length === 1
      if (isFirst) slept = BigInt(sleptMs) * 1_000_000n
      response.setHeader('x-server-time', String(clock.now()))
      json(response, isFirst ? { error: { code: 401 } } : { data: [] }, isFirst ? 202 : 200)
    })
    const times: bigint[] = []
    const authorize = async () => {
      times.push(clock.now())
      return 'x'
    }
    const found = await remoteTo(url, { clock, authorize })
      .call('outputs.list', { query: { limit: 1 } })
      .catch((error: unknown) => error)
    expect(seen).toHaveLength(asked)
    if (asked === 1) expect(found).toMatchObject({ code: 'remote.unauthorized' })
    else expect([found, (times[1] ?? 0n) - (times[0] ?? 0n) > 3_000_000_000_000n]).toEqual([[], true])
  })

  it('asks once more only where the session is dead that the machine slept through', async () => {
    let slept = 0n
    const clock: Clock = { ...systemClock, now: () => (systemClock.now() + slept) as Nanos }
    const { url, seen } = await serve((_request, response) => {
      slept += 3_600_000_000_000n
      response.setHeader('x-server-time', String(clock.now()))
      json(response, { error: { code: 401 } }, 202)
    })
    expect(await codeOfFailure(remoteTo(url, { clock }).call('me.read'))).toBe('remote.unauthorized')
    expect(seen).toHaveLength(2)
  })

  it('reports a refusal with a right clock as a dead session', async () => {
    const { url } = await serve((_request, response) => json(response, { error: { code: 401 } }, 202))
    expect(await codeOfFailure(remoteTo(url).call('me.read'))).toBe('remote.unauthorized')
  })

  it('names the member of an input that does not fit', async () => {
    const remote = remoteTo('http://127.0.0.1:1')
    const error = await remote
      .call('assets.read', { params: { id: 'BTC' as AssetId } })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'input.invalid', details: { field: 'params.id' } })
  })
})

/** Leaps over the pauses between tries and notes them; the deadlines, which are longer than any pause but a `long` one, pass as they do. */
function impatientClock(long = 0) {
  const waits: number[] = []
  const clock: Clock = {
    ...systemClock,
    sleep: async (milliseconds, signal) => {
      if (milliseconds > 9_000 && milliseconds !== long) return systemClock.sleep(milliseconds, signal)
      waits.push(milliseconds)
    },
  }
  return { clock, waits }
}
