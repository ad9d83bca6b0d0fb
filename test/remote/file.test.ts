import { expect, it } from 'vitest'
import { codeOf } from '#contract/errors'
import { readFile } from '#remote'
import { systemClock } from '../support/clock.ts'

/* A file whose length is known before, in one go or gone on with. */

interface Sent {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces?: readonly string[]
}

/** What comes of asking for at most five bytes from a place on: where it begins, which pieces are handed on, and how it ends. */
async function read(from: number, { status = 200, headers = {}, pieces = [] }: Sent) {
  const told: string[] = []
  const body = new ReadableStream<Uint8Array>({
    start(line) {
      for (const piece of pieces) line.enqueue(Buffer.from(piece))
      line.close()
    },
  })
  const response = new Response(body, { status, headers })
  const sink = {
    begin: async (at: number) => void told.push(`from ${at}`),
    take: async (piece: Uint8Array) => void told.push(Buffer.from(piece).toString()),
  }
  const wish = { url: 'https://files.example/one', most: 5, deadlineMs: 60_000, from }
  await readFile({ fetch: async () => response, clock: systemClock }, wish, sink).catch((error: unknown) =>
    told.push(codeOf(error)),
  )
  return told
}

const rest = (place: number) => ({ status: 206, headers: { 'content-range': `bytes ${place}-4/5` } })

it.each<[string, number, Sent, string[]]>([
  ['comes whole', 0, { pieces: ['abc', 'de'] }, ['from 0', 'abc', 'de']],
  ['goes on where it was broken off', 3, { ...rest(3), pieces: ['d', 'e'] }, ['from 3', 'd', 'e']],
  ['begins anew where the server does', 3, { pieces: ['abc', 'de'] }, ['from 0', 'abc', 'de']],
  ['does not go on elsewhere', 3, { ...rest(2), pieces: ['cde'] }, ['remote.refused']],
  ['does not begin in the middle', 0, { ...rest(0), pieces: ['abcde'] }, ['remote.refused']],
  ['is refused once it is longer', 0, { pieces: ['abc', 'def', 'g'] }, ['from 0', 'abc', 'remote.too_large']],
  ['is refused once its rest is longer', 3, { ...rest(3), pieces: ['de', 'f'] }, ['from 3', 'de', 'remote.too_large']],
  ['is refused where it is said to be longer', 0, { headers: { 'content-length': '6' } }, ['remote.too_large']],
  [
    'is refused where its rest is said to be longer',
    3,
    { status: 206, headers: { ...rest(3).headers, 'content-length': '3' } },
    ['remote.too_large'],
  ],
  [
    'is refused from elsewhere',
    0,
    { status: 302, headers: { location: 'https://other.example/' } },
    ['remote.redirect'],
  ],
  ['is not there', 0, { status: 404 }, ['remote.not_found']],
  ['is asked for too often', 0, { status: 429 }, ['remote.rate_limited']],
  ['fails', 0, { status: 503 }, ['remote.server']],
])('a file %s', async (_, from, sent, told) => {
  expect(await read(from, sent)).toEqual(told)
})
