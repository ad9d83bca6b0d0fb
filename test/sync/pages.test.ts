import { expect, it } from 'vitest'
import { eachPage } from '../../src/sync/readers.ts'

/* What is applied of a list is committed, pages together while nothing is waited for. */

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
    if (open.includes(2)) committed()
    if (open.length > 0) commits.push(open)
    open = []
  }
  const ended = eachPage<Page>(
    { cache: { settle, dropped: () => dropped }, breathe: atOnce },
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

it('pages that are here already are committed a few together', async () => {
  expect(await read(10, atOnce)).toEqual({
    commits: [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10],
    ],
    error: null,
  })
})

it('what was applied is committed before a page is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  // It comes only once the others are committed.
  const reading = read(3, (number) => (number === 3 ? promise : atOnce()), { committed: resolve })
  expect((await reading).commits).toEqual([[1, 2], [3]])
})

it('what was applied is committed when the next page cannot be read', async () => {
  const { commits, error } = await read(3, atOnce, { failing: 3 })
  expect(commits).toEqual([[1, 2]])
  expect(error).toEqual(new Error('the line is down'))
})

it('a list whose pages were taken back does not pass for read', async () => {
  expect(await read(2, atOnce, { takenBack: 2 })).toEqual({ commits: [], error: new Error('taken back') })
})
