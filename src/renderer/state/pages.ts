import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { WireInput } from '#contract/ipc'
import { useLast } from '../lib/hooks.ts'
import { ask } from './bridge.ts'
import { createQueryCache, EMPTY, type Entry } from './query-cache.ts'
import type { ActivityRow, Coin, CollectionItem, LegacyOutput, SubUserRow } from './types.ts'

/** What each method that answers in pages lists. */
interface Rows {
  'activity.list': ActivityRow
  'coins.list': Coin
  'subusers.activity': SubUserRow
  'legacy.outputs': LegacyOutput
  'collectibles.items': CollectionItem
}

export type PagedName = keyof Rows
type PagedInput<Name extends PagedName> = Omit<WireInput<Name>, 'cursor' | 'limit' | 'after'>

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly cursor: string | null
}

interface Paging<Name extends PagedName> {
  /** Rows of a page, and the most that may be asked for at once. */
  readonly size: number
  readonly most: number
  /** Pages in a row without a row that is new, behind which nothing is expected; the wallet's own lists end. */
  readonly patience?: number
  readonly idOf: (row: Rows[Name]) => string
  readonly ask: (input: PagedInput<Name>, cursor: string | null, limit: number) => Promise<Page<Rows[Name]>>
}

/** The service decides how long a page is, and whether there is ever an end. */
export const SERVICE_PAGES = { size: 1, most: 1, patience: 3 } as const

const PAGING: { readonly [Name in PagedName]: Paging<Name> } = {
  'activity.list': {
    ...{ size: 50, most: 200, idOf: ({ id }) => id },
    ask: (input, cursor, limit) => ask('activity.list', { ...input, cursor, limit }),
  },
  'coins.list': {
    ...{ size: 200, most: 200, idOf: ({ outputId }) => outputId },
    ask: (input, cursor, limit) => ask('coins.list', { ...input, cursor, limit }),
  },
  'subusers.activity': {
    ...SERVICE_PAGES,
    idOf: ({ snapshotId }) => snapshotId,
    ask: (input, cursor) => ask('subusers.activity', { ...input, cursor }),
  },
  'legacy.outputs': {
    ...SERVICE_PAGES,
    idOf: ({ outputId }) => outputId,
    async ask(input, cursor) {
      const page = await ask('legacy.outputs', { ...input, cursor })
      return { rows: page.outputs, cursor: page.cursor }
    },
  },
  'collectibles.items': {
    ...SERVICE_PAGES,
    idOf: ({ inscription }) => inscription,
    async ask(input, cursor) {
      const page = await ask('collectibles.items', { ...input, after: cursor === null ? null : Number(cursor) })
      return { rows: page.items, cursor: page.after === null ? null : String(page.after) }
    },
  },
}

type Read<Row> = (cursor: string | null, limit: number) => Promise<Page<Row>>
type Sizes = Pick<Paging<PagedName>, 'size' | 'most' | 'patience'>

/** Reads on after `known` until at least `count` rows are there, or one, or the end is reached. No row comes twice. */
export async function readDown<Row>(
  read: Read<Row>,
  known: Page<Row>,
  count: number,
  { size, most, patience = Number.POSITIVE_INFINITY, idOf }: Sizes & { readonly idOf: (row: Row) => string },
): Promise<Page<Row>> {
  const rows = new Map(known.rows.map((row) => [idOf(row), row]))
  let { cursor } = known
  let inVain = 0
  do {
    const before = rows.size
    const page = await read(cursor, Math.min(most, Math.max(size, count - rows.size)))
    for (const row of page.rows) if (!rows.has(idOf(row))) rows.set(idOf(row), row)
    // A page may be empty where the wallet looks on: it names another place then.
    inVain = rows.size > before ? 0 : inVain + 1
    cursor = page.cursor === cursor || inVain >= patience ? null : page.cursor
  } while (cursor !== null && rows.size < Math.max(count, 1))
  return { rows: [...rows.values()], cursor }
}

const NONE = { rows: [], cursor: null } as const

/** What is on screen is read again as one stretch, so that its place is kept; `further` adds one page to it. */
function askPaged<Name extends PagedName>(name: Name, input: PagedInput<Name>, before: unknown, isFurther: boolean) {
  const paging: Paging<Name> = PAGING[name]
  const read: Read<Rows[Name]> = (cursor, limit) => paging.ask(input, cursor, limit)
  const known = (before ?? NONE) as Page<Rows[Name]> // what is kept under the keys of that question
  if (!isFurther) return readDown(read, NONE, known.rows.length, paging)
  return known.cursor === null ? Promise.resolve(known) : readDown(read, known, known.rows.length + 1, paging)
}

export const pages = createQueryCache((name, input, before, step) =>
  // Only `usePages` asks here.
  askPaged(name as PagedName, input as PagedInput<PagedName>, before, step === 'further'),
)

export interface Pages<Row> extends Omit<Entry, 'value'> {
  readonly rows: readonly Row[]
  /** Whether nothing was answered yet. */
  readonly waiting: boolean
  /** Whether there is more to read on; after a failure `reload` comes first. */
  readonly hasMore: boolean
  readonly more: () => void
  readonly reload: () => void
}

/** A list by pages. What is on screen is read again when the wallet announces that it may be different. */
export function usePages<Name extends PagedName>(name: Name, input: PagedInput<Name>): Pages<Rows[Name]> {
  const key = pages.keyOf(name, input)
  useEffect(() => pages.watch(name, JSON.parse(key.slice(name.length + 1))), [name, key])
  const entry = useStore(pages.store, (state) => state.entries.get(key) ?? EMPTY)
  return useMemo(() => {
    const { rows, cursor } = (entry.value ?? NONE) as Page<Rows[Name]> // as above
    const asked: unknown = JSON.parse(key.slice(name.length + 1))
    return {
      ...{ rows, hasMore: cursor !== null && entry.error === null },
      ...{ loading: entry.loading, waiting: entry.loading && entry.value === undefined, error: entry.error },
      more: () => pages.more(name, asked),
      reload: () => pages.refresh(name, asked),
    }
  }, [entry, name, key])
}

/**
 * Pages of a question that changes with every letter that is typed. One question is on its way at a time; of those that come meanwhile the
 * newest is asked next. What was there stays on screen until then.
 */
export function useTypedPages<Name extends PagedName>(
  name: Name,
  wanted: PagedInput<Name>,
): Pages<Rows[Name]> & { readonly asked: PagedInput<Name> } {
  const [asked, ask] = useState(wanted)
  const list = usePages(name, asked)
  const isBehind = pages.keyOf(name, asked) !== pages.keyOf(name, wanted)
  useEffect(() => {
    if (isBehind && !list.waiting) ask(wanted)
  })
  const rows = useLast(list.waiting ? undefined : list.rows) ?? list.rows
  return { ...list, asked, rows, loading: list.loading || isBehind }
}
