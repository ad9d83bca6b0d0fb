import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Hash } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { askNode } from '#remote'
import { manualClock, systemClock } from '../support/clock.ts'
import { listening } from '../support/listening.ts'
import { seededRandom } from '../support/random.ts'

const HASH = 'ab'.repeat(32) as Hash
const deps = { fetch, clock: systemClock, random: seededRandom('node') }

interface Question {
  readonly id: string
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node on loopback that answers as told and remembers what it was asked. */
async function node(answer: (question: Question, response: ServerResponse) => unknown) {
  const seen: { url: string; method: string; headers: IncomingMessage['headers']; question: Question }[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(pieces).toString()) as Question
      const { url = '', method = '', headers } = request
      seen.push({ url, method, headers, question })
      const said = answer(question, response)
      if (said !== undefined) response.end(typeof said === 'string' ? said : JSON.stringify(said))
    })
  })
  const { url, close } = await listening(server)
  onTestFinished(close)
  return { url, seen }
}

const info = (url: string) => askNode(deps, url, 'kernel.info', { body: { method: 'getinfo', params: [] } })
const transaction = (url: string) =>
  askNode(deps, url, 'kernel.transaction', { body: { method: 'gettransaction', params: [HASH] } })
const refused = (call: Promise<unknown>) => call.then(() => 'answered', codeOf)

describe('asking a node of the kernel', () => {
  it('posts one question to the root, with nothing that says who asks', async () => {
    const { url, seen } = await node(({ id }) => ({ id, data: { network: HASH, graph: {} } }))
    expect(await info(url)).toMatchObject({ network: HASH })
    const [{ headers, question, ...asked } = { headers: {}, question: undefined }] = seen
    expect(asked).toEqual({ url: '/', method: 'POST' })
    expect(question).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), method: 'getinfo', params: [] })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('x-request-id')
    expect(headers).not.toHaveProperty('cookie')
  })

  it('takes null for what the node does not know', async () => {
    const { url } = await node(({ id }) => ({ id, data: null }))
    expect(await transaction(url)).toBeNull()
  })

  it.each([
    ['an error of the node', { error: 'not here' }, 'remote.refused'],
    ['the answer to another question', { id: 'another', data: null }, 'remote.malformed'],
    ['another transaction than was asked for', { data: { hash: 'cd'.repeat(32), hex: '7777' } }, 'remote.malformed'],
    ['a transaction without bytes', { data: { hash: HASH, hex: '' } }, 'remote.malformed'],
    ['what is no answer', '<html>', 'remote.malformed'],
    ['what nests without end', `{"data":${'['.repeat(100)}${']'.repeat(100)}}`, 'remote.malformed'],
  ])('refuses %s', async (_, answer, code) => {
    const { url } = await node(() => answer)
    expect(await refused(transaction(url))).toBe(code)
  })

  it('refuses an answer that is too long, and reads no further', async () => {
    const { url } = await node((_, response) => {
      response.setHeader('content-length', 30 * 1024 * 1024)
      response.write('{"data":')
    })
    expect(await refused(transaction(url))).toBe('remote.too_large')
  })

  it('follows no redirect', async () => {
    const other = await node(({ id }) => ({ id, data: null }))
    const { url } = await node((_, response) => void response.writeHead(307, { location: other.url }).end())
    expect(await refused(transaction(url))).toBe('remote.redirect')
    expect(other.seen).toEqual([])
  })

  it('goes over no open line but to this computer', async () => {
    expect(await refused(info('http://node.example'))).toBe('remote.insecure')
  })

  it('gives a node that does not answer up, once', async () => {
    const clock = manualClock()
    const { url, seen } = await node(() => {
      void clock.advance(15_001)
      return undefined
    })
    const asked = askNode({ ...deps, clock }, url, 'kernel.info', { body: { method: 'getinfo', params: [] } })
    expect(await refused(asked)).toBe('remote.timeout')
    expect(seen).toHaveLength(1)
  })
})
