import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Hash, UserId } from '#contract/domain'
import { detail, galleryOf, mint, PIXEL } from '../support/collectibles.ts'
import { type Listening, listening } from '../support/listening.ts'
import { coded, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const FIVE = 5 * 1024 * 1024
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><rect width="1" height="1"/></svg>'

/** A picture's first bytes, which claim a size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

describe('contents of strangers', () => {
  const network = sharedNetwork()
  let ana: OpenWallet
  let account: UserId
  let server: Listening
  let answer: Answer = (_request, response) => response.end()
  const heard: IncomingMessage[] = []

  beforeAll(async () => {
    ana = await network.open()
    account = (await newAccount(ana, 'Ana')).account
    server = await listening(
      createServer((request, response) => {
        heard.push(request)
        answer(request, response)
      }),
    )
  })
  afterEach(() => heard.splice(0))

  let paths = 0
  async function itemAt(url?: string, more: object = {}): Promise<Hash> {
    paths += 1
    const content_url = url ?? `${server.url}/${paths}`
    const made = await mint(network, [{ members: [account], content_type: 'image/png', content_url, ...more }])
    const [item] = made.items.map(({ inscription_hash }) => inscription_hash)
    if (item === undefined) throw new Error('nothing was minted')
    await galleryOf(ana, account, (all) => all.some((each) => each.inscription === item && each.collectionName !== ''))
    return item
  }
  const read = (hash: Hash) => ana.calls['collectibles.content']({ account, of: 'item', hash })
  const serving =
    (type: string, body: string | Buffer): Answer =>
    (_request, response) => {
      response.setHeader('content-type', type)
      response.end(body)
    }

  it.each([
    ['image/gif', Buffer.from(PIXEL, 'base64'), 'image', 'image/gif'],
    ['text/html', png(20, 20), 'image', 'image/png'],
    ['image/png', '<!doctype html><script>alert(1)</script>', 'text', 'text/plain'],
    ['image/png', SVG, 'svg', 'image/svg+xml'],
    ['text/plain', '{"a":[1]}', 'json', 'application/json'],
    ['image/png', '%PDF-1.7\n\u0000\u0001', 'unknown', 'application/octet-stream'],
    ['application/javascript', 'alert(1)', 'text', 'text/plain'],
    ['video/mp4', Buffer.from('\0\0\0\x20ftypisom0000', 'latin1'), 'video', 'video/mp4'],
    ['audio/mpeg', Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), 'audio', 'audio/mpeg'],
  ])('declared %s are what their bytes are', async (declared, body, kind, mediaType) => {
    answer = serving(declared, body)
    expect(await read(await itemAt())).toMatchObject({ kind, mediaType })
  })

  it.each([
    ['of more pixels than a screen could need', png(30_000, 30_000)],
    ['of no size', png(0, 0)],
    ['that declares entities', `<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`],
    ['of a megabyte of drawing', `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(300_000)}</svg>`],
  ])('are files to be saved when they are a picture %s', async (_what, body) => {
    answer = serving('image/png', body)
    expect(await read(await itemAt())).toMatchObject({ kind: 'unknown', mediaType: 'application/octet-stream' })
  })

  it('are given up when they are larger than they may be, whether they say so or not', async () => {
    answer = (_request, response) => response.setHeader('content-length', FIVE + 1).end('x')
    expect(await read(await itemAt())).toEqual({ kind: 'missing', reason: 'too_large' })
    answer = serving('text/plain', Buffer.alloc(FIVE + 1, 'a'))
    expect(await read(await itemAt())).toEqual({ kind: 'missing', reason: 'too_large' })
    answer = serving('text/plain', Buffer.alloc(FIVE, 'a'))
    expect(await read(await itemAt())).toMatchObject({ kind: 'text', bytes: FIVE })
  })

  it('are given up when they have no end', async () => {
    let closed = false
    answer = (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more).on('close', () => {
        closed = true
      })
      more()
    }
    expect(await read(await itemAt())).toEqual({ kind: 'missing', reason: 'too_large' })
    await ana.until(
      async () => closed,
      (is) => is,
    )
  })

  it('are followed within their scheme and machine only', async () => {
    const elsewhere = [
      'https://example.org/x',
      'file:///etc/passwd',
      'data:text/plain,x',
      'http://10.0.0.1/x',
      'ftp://127.0.0.1/',
    ]
    for (const location of elsewhere) {
      answer = (_request, response) => response.writeHead(302, { location }).end()
      expect(await read(await itemAt()), location).toEqual({ kind: 'missing', reason: 'redirected' })
    }
    answer = (request, response) =>
      request.url === '/end' ? response.end('there') : response.writeHead(302, { location: '/end' }).end()
    expect(await read(await itemAt())).toMatchObject({ kind: 'text', bytes: 5 })
    answer = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end()
    expect(await read(await itemAt())).toEqual({ kind: 'missing', reason: 'redirected' })
  })

  it.each([
    'http://example.org/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pass@example.org/',
    'https://192.168.0.1/x',
    'https://router/x',
    'nonsense',
  ])('are not asked for at %s', async (url) => {
    expect(await read(await itemAt(url))).toEqual({ kind: 'missing', reason: 'address' })
  })

  it('hear nothing of who asks, and are asked once', async () => {
    answer = serving('text/plain', 'hello')
    const item = await itemAt()
    await Promise.all([read(item), read(item)])
    await read(item)
    expect(heard.length).toBe(1)
    const names = Object.keys(heard[0]?.headers ?? {})
    expect(names.filter((name) => ['authorization', 'cookie', 'referer', 'origin'].includes(name))).toEqual([])
  })

  it('that refuse or do not answer leave the item as it is', async () => {
    answer = (_request, response) => response.writeHead(500).end()
    const item = await itemAt()
    expect(await read(item)).toEqual({ kind: 'missing', reason: 'refused' })
    answer = (request) => void request.socket.destroy()
    expect(await read(item)).toEqual({ kind: 'missing', reason: 'unreachable' })
    answer = serving('text/plain', 'back')
    expect(await read(item)).toMatchObject({ kind: 'text' })
  })

  it('are no content where the item has none', async () => {
    expect(await read(await itemAt('', { content_type: '' }))).toEqual({ kind: 'missing', reason: 'none' })
  })

  it('in names, descriptions and traits are words on one line', async () => {
    const name = '<img src=x onerror=alert(1)>\u202e\u0000\n'
    const traits = [{ name: '<b>bold</b>', value: `</td>${'x'.repeat(500)}` }]
    const made = await mint(network, [{ members: [account], traits }], {
      name,
      description: '<script>alert(1)</script>\u200f',
    })
    const [item] = made.items.map(({ inscription_hash }) => inscription_hash)
    await galleryOf(ana, account, (all) => all.some((each) => each.inscription === item && each.collectionName !== ''))
    const shown = await detail(ana, account, item as Hash) // minted above
    expect(shown.name).toBe('<img src=x onerror=alert(1)> #0')
    expect(shown.collection?.description).toBe('<script>alert(1)</script>')
    expect(shown.traits[0]?.name).toBe('<b>bold</b>')
    expect(shown.traits[0]?.value.length).toBe(200)
  })

  it('are not found for an item that there is not', async () => {
    await expect(read('0'.repeat(64) as Hash)).rejects.toEqual(coded('remote.not_found'))
  })
})
