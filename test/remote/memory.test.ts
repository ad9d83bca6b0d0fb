import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listening } from '../support/listening.ts'
import { programOf } from '../support/programs.ts'

/* What an answer that is refused costs: measured from outside of the program that refuses it, by a server of another one. */

const HUNGRY = programOf('test/remote/hungry.ts')
const MEBIBYTE = 1024 * 1024
const GROWTH = 64

const filled = (unit: string, bytes: number, head = '{"data":[', tail = ']}'): string =>
  head + unit.repeat(Math.floor((bytes - head.length - tail.length) / Buffer.byteLength(unit))) + tail

const JUST_BELOW = 18 * MEBIBYTE - 64
/** The longest answer that is parsed before anything in it is counted. */
const PARSED_AT_ONCE = 640 * 1024

const SHAPES: Readonly<Record<string, () => Buffer | string>> = {
  'empty objects': () => filled('{},', JUST_BELOW, '{"data":[', '{}]}'),
  numbers: () => filled('0,', JUST_BELOW, '{"data":[', '0]}'),
  'empty texts': () => filled('"",', JUST_BELOW, '{"data":[', '""]}'),
  'many members': () => `{"data":{${Array.from({ length: 1_500_000 }, (_, at) => `"k${at}":0`).join()}}}`,
  'brackets in brackets': () => filled('[[[[]]]],', JUST_BELOW, '{"data":[', '[]]}'),
  'one long text': () => filled('a', JUST_BELOW, '{"data":["', '"]}'),
  'two long texts': () => filled(`"${'a'.repeat(9 * MEBIBYTE - 64)}",`, JUST_BELOW, '{"data":[', '""]}'),
  'one long text in another script': () => filled('字', JUST_BELOW, '{"data":["', '"]}'),
  'one long text with a single such letter': () => filled('a', JUST_BELOW, '{"data":["字', '"]}'),
  'text of another script within bounds': () => filled('字', 8 * MEBIBYTE - 64, '{"data":["', '"]}'),
  'as many values as pass': () => filled('{},', 3 * 124_000, '{"data":[', '{}]}'),
  'more values than pass': () => filled('{},', 3 * 249_000, '{"data":[', '{}]}'),
  'as many empty objects as are parsed before they are counted': () =>
    filled('{},', PARSED_AT_ONCE, '{"data":[', '{}]}'),
  'as many objects, the last of which is broken': () => filled('{},', PARSED_AT_ONCE, '{"data":[', '{"a"}]}'),
  'as many objects, each of another form': () => {
    const forms = Array.from({ length: 90_000 }, (_, at) => `{"${at.toString(36)}":0}`)
    return `{"data":[${forms.join()}]}`
  },
  'as many brackets': () => `{"data":${'['.repeat(PARSED_AT_ONCE / 2 - 8)}${']'.repeat(PARSED_AT_ONCE / 2 - 8)}}`,
  'twice as many brackets': () => `{"data":${'['.repeat(MEBIBYTE - 8)}${']'.repeat(MEBIBYTE - 8)}}`,
  'a long text that is cut off': () => filled('a', JUST_BELOW, '{"data":["', ''),
  '100 MiB of nothing': () => Buffer.alloc(100 * MEBIBYTE, 0x20),
  '100 MiB packed': () => gzipSync(Buffer.alloc(100 * MEBIBYTE, 0x20)),
}

let server: Listening
let answer: Buffer = Buffer.from('{"data":[]}')
let asked = 0

beforeAll(async () => {
  const shaped = createServer((_request, response) => {
    asked += 1
    const body = asked <= 3 ? Buffer.from('{"data":[]}') : answer
    const packed = body[0] === 0x1f && body[1] === 0x8b
    response.writeHead(200, { 'content-type': 'application/json', ...(packed ? { 'content-encoding': 'gzip' } : {}) })
    // Without a length that could be refused at once.
    response.write(body.subarray(0, 1))
    response.end(body.subarray(1))
  })
  server = await listening(shaped)
})
afterAll(() => server.close())

describe.runIf(process.platform === 'linux')('an answer that is refused', () => {
  it.each(Object.keys(SHAPES))('grows the program by at most 64 MiB when it is made of %s', async (shape) => {
    answer = Buffer.from(SHAPES[shape]?.() ?? '')
    asked = 0
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--expose-gc', '--disable-sigusr1', HUNGRY, server.url],
    ])
    const { code, grown } = JSON.parse(stdout) as { code: string; grown: number }
    expect(['remote.malformed', 'remote.too_large']).toContain(code)
    expect(Math.round(grown / 1024)).toBeLessThanOrEqual(GROWTH)
  })
})
