import { afterEach, describe, expect, it } from 'vitest'
import { failure } from '#contract/errors'
import { setBridge } from '../../src/renderer/state/bridge.ts'
import { pages, readDown } from '../../src/renderer/state/pages.ts'

const ME = 'f3bd6b73-9d0a-4d6b-a3a1-7a3c04a8d2b1'
const LIST = { account: ME, holder: null, filter: {} }

interface Asked {
  readonly cursor: string | null
  readonly limit: number
}

/** A wallet whose history is that long, newest row first; a cursor names the last row of the page before. */
function openHistory(count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ id: `row ${count - at}` }))
  const asked: Asked[] = []
  const held: (() => void)[] = []
  const state = { holds: false, fails: false }
  setBridge({
    async invoke(_name, input) {
      const { cursor, limit } = input as Asked // as `activity.list` is asked
      asked.push({ cursor, limit })
      const from = cursor === null ? 0 : rows.findIndex(({ id }) => id === cursor) + 1
      const page = rows.slice(from, from + limit)
      const answer = { rows: page, cursor: from + limit < rows.length ? (page.at(-1)?.id ?? null) : null }
      if (state.fails) throw failure('host.refused', 'gone')
      if (state.holds) await new Promise<void>((resolve) => held.push(resolve))
      return { ok: true, value: answer }
    },
    subscribe: () => () => undefined,
  })
  const entry = () => pages.store.getState().entries.get(pages.keyOf('activity.list', LIST))
  const shown = () =>
    (entry()?.value as { rows: readonly { id: string }[] } | undefined)?.rows.map(({ id }) => id) ?? []
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { rows, asked, held, state, entry, shown, settle }
}

const CHANGE = { account: ME, topics: ['activity'] as const }
const changed = () => pages.changed({ ...CHANGE, topics: [...CHANGE.topics] })

describe('a list by pages', () => {
  const leave: (() => void)[] = []
  const open = () => leave.push(pages.watch('activity.list', LIST))
  afterEach(() => {
    for (const stop of leave.splice(0)) stop()
    pages.clear()
  })

  it('reads one page when it appears, and the next when it is asked for', async () => {
    const { asked, shown, settle } = openHistory(120)
    open()
    await settle()
    pages.more('activity.list', LIST)
    await settle()
    expect(asked).toEqual([
      { cursor: null, limit: 50 },
      { cursor: 'row 71', limit: 50 },
    ])
    expect(shown()).toHaveLength(100)
  })

  it('reads what is on screen again as one stretch when the wallet announces a change', async () => {
    const { rows, asked, shown, settle } = openHistory(120)
    open()
    await settle()
    pages.more('activity.list', LIST)
    await settle()
    rows.unshift({ id: 'new' })
    changed()
    await settle()
    expect(asked.at(-1)).toEqual({ cursor: null, limit: 100 })
    expect(shown().slice(0, 2)).toEqual(['new', 'row 120'])
    expect(shown()).toHaveLength(100)
  })

  it('shows no row twice that a new one has moved to the next page', async () => {
    const { rows, shown, settle } = openHistory(60)
    open()
    await settle()
    rows.splice(49, 0, ...rows.splice(50, 1))
    pages.more('activity.list', LIST)
    await settle()
    expect(new Set(shown()).size).toBe(shown().length)
  })

  it('drops a page that was overtaken by a change', async () => {
    const { held, state, shown, settle } = openHistory(120)
    open()
    await settle()
    state.holds = true
    pages.more('activity.list', LIST)
    changed()
    await settle()
    for (const answer of held.reverse()) answer()
    await settle()
    expect(shown()).toHaveLength(50)
  })

  it('asks for no page while one is being read', async () => {
    const { asked, settle } = openHistory(120)
    open()
    await settle()
    pages.more('activity.list', LIST)
    pages.more('activity.list', LIST)
    await settle()
    expect(asked).toHaveLength(2)
  })

  it('keeps what is on screen when the next page cannot be read', async () => {
    const { state, entry, shown, settle } = openHistory(120)
    open()
    await settle()
    state.fails = true
    pages.more('activity.list', LIST)
    await settle()
    expect(entry()).toMatchObject({ error: { code: 'host.refused' }, loading: false })
    expect(shown()).toHaveLength(50)
  })

  it('asks for nothing beyond the end', async () => {
    const { asked, settle } = openHistory(20)
    open()
    await settle()
    pages.more('activity.list', LIST)
    await settle()
    expect(asked).toHaveLength(1)
  })

  it('is not asked for again by a change of another account', async () => {
    const { asked, settle } = openHistory(20)
    open()
    await settle()
    pages.changed({ account: '0b4f49dc-8fb4-4539-9a89-fb3afc613747', topics: ['activity'] })
    await settle()
    expect(asked).toHaveLength(1)
  })
})

describe('reading a list down', () => {
  const SIZES = { size: 2, most: 3, idOf: (row: string) => row }

  it('ends at a page without rows, even where that names a further one', async () => {
    const read = async (cursor: string | null) =>
      cursor === null ? { rows: ['a', 'b'], cursor: 'b' } : { rows: [], cursor: 'for ever' }
    expect(await readDown(read, { rows: [], cursor: null }, 10, SIZES)).toEqual({ rows: ['a', 'b'], cursor: null })
  })

  it('asks for no more at once than the wallet gives', async () => {
    const limits: number[] = []
    const read = async (cursor: string | null, limit: number) => {
      limits.push(limit)
      const from = Number(cursor ?? 0)
      return { rows: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].slice(from, from + limit), cursor: String(from + limit) }
    }
    await readDown(read, { rows: [], cursor: null }, 7, SIZES)
    expect(limits).toEqual([3, 3, 2])
  })
})
