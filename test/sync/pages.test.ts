import { expect, it } from 'vitest'
import { eachPage } from '../../src/sync/readers.ts'
import { systemClock } from '../support/clock.ts'

/* What is applied of a list is committed, pages together while they follow each other within a moment. */

interface Page {
  readonly number: number
  readonly step: { readonly more: boolean }
}

/** So many pages, of which `failing` cannot be read; each comes when `ready` says so. */
async function read(
  count: number,
  ready: (number: number) => Promise<void>,
  { failing = 0, takenBack = 0, committed = () => {} } = {},
) {
  let open: number[] = []
  const commits: number[][] = []
  let dropped = 0
  const settle = (since = dropped): void => {
    if (since !== dropped) throw new Error('taken back')
    if (open.includes(3)) committed()
    if (open.length > 0) commits.push(open)
    open = []
  }
  const ended = eachPage<Page>(
    {
      cache: { settle, dropped: () => dropped, waiting: () => open.length },
      breathe: atOnce,
      sleep: systemClock.sleep,
    },
    async (before) => {
      const number = (before?.number ?? 0) + 1
      await ready(number)
      if (number === failing) throw new Error('the line is down')
      return { number, step: { more: number < count } }
    },
    async ({ number }) => {
      // As long as a page takes that comes at once.
      await new Promise<void>((resolve) => void setImmediate(resolve))
      open.push(number)
      if (number !== takenBack) return
      // Another list could not be kept.
      dropped += 1
      open = []
    },
  )
  const error = await ended.then(
    () => null,
    (reason: unknown) => reason,
  )
  return { commits, error }
}

const atOnce = (): Promise<void> => Promise.resolve()

it('the first page is committed at once, and those that follow at once many together', async () => {
  const { commits, error } = await read(400, atOnce)
  expect(commits.flat()).toEqual(Array.from({ length: 400 }, (_, at) => at + 1))
  expect([commits.map(({ length }) => length), error]).toEqual([[1, 160, 160, 79], null])
})

it('what was applied is committed before a page is waited for longer than a moment', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  // It comes only once the others are committed.
  const reading = read(4, (number) => (number === 4 ? promise : atOnce()), { committed: resolve })
  expect((await reading).commits).toEqual([[1], [2, 3], [4]])
})

it('what was applied is committed when the next page cannot be read', async () => {
  const { commits, error } = await read(4, atOnce, { failing: 4 })
  expect(commits).toEqual([[1], [2, 3]])
  expect(error).toEqual(new Error('the line is down'))
})

it('a list whose pages were taken back does not pass for read', async () => {
  expect(await read(2, atOnce, { takenBack: 2 })).toEqual({ commits: [[1]], error: new Error('taken back') })
})
