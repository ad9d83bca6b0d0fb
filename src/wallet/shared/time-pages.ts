import { formatTime, type Nanos, parseTime } from '#contract/domain'
import { failure } from '#contract/errors'

/*
 * Lists that the service pages by time. Several records can have the same one, and what lies at the very time that is asked from may be part of
 * a page or not. So the next page begins a nanosecond before the end of this one, and a cursor names what was shown of those times already.
 */

interface TimePage {
  /** Where the page begins; absent for the first. */
  readonly offset?: Nanos
  readonly shown: ReadonlySet<string>
}

/** Throws `input.invalid` for a cursor that was not made here. */
function readCursor(cursor: string | null): TimePage {
  if (cursor === null) return { shown: new Set() }
  const [from = '', shown = ''] = cursor.split('|')
  try {
    return { offset: parseTime(from), shown: new Set(shown.split(',')) }
  } catch (error) {
    throw failure('input.invalid', 'not a cursor', { details: { field: 'cursor' }, cause: error })
  }
}

interface Place {
  readonly id: string
  readonly at: Nanos
}

function risesIn(page: readonly Place[], order: 'ASC' | 'DESC'): boolean {
  const [first, last] = [page[0]?.at ?? 0n, page.at(-1)?.at ?? 0n]
  return first === last ? order === 'ASC' : first < last
}

/** What was not shown yet. All that lies before the place that was asked from was, and comes again of whoever does not mind the place. */
function newIn<Row extends Place>(
  page: readonly Row[],
  { shown, offset }: TimePage,
  order: 'ASC' | 'DESC',
): readonly Row[] {
  const rises = risesIn(page, order)
  return page.filter(({ id, at }) => !shown.has(id) && (offset === undefined || (rises ? at >= offset : at <= offset)))
}

/**
 * The cursor behind a page as it came; null behind the end. A short page is no end: rows may have been left out of it, or the service gives fewer
 * than it was asked for. `order` is that of a list of which a page tells none, since all in it have one time.
 */
function nextCursor(page: readonly Place[], at: TimePage, order: 'ASC' | 'DESC'): string | null {
  const { shown, offset } = at
  const last = page.at(-1)
  if (last === undefined) return null
  const rises = risesIn(page, order)
  const back = rises ? -1n : 1n
  // Nothing new: more of one time than a page holds, or the end. The rest of that time cannot be asked for, what comes after can.
  const isStuck = offset !== undefined && newIn(page, at, order).length === 0
  // Whoever answers with what lies before the place that was asked from has nothing behind it.
  if (isStuck && (rises ? last.at < offset : last.at > offset)) return null
  const from = isStuck ? offset - back : last.at + back
  const again = page.filter(({ at }) => at === last.at || at === last.at + back).map(({ id }) => id)
  const before = isStuck || offset === from ? shown : []
  return `${formatTime(from as Nanos)}|${[...new Set([...before, ...again])].join(',')}` // a nanosecond away from a time
}

/** Pages that are asked for at once at most, where they are short or add nothing. */
const AT_ONCE_MOST = 8

interface TimeList<Row> {
  readonly limit: number
  readonly order: 'ASC' | 'DESC'
  readonly ask: (from: { readonly offset?: Nanos }) => Promise<readonly Row[]>
  readonly placeOf: (row: Row) => Place
}

/** What lies behind a cursor and was not shown yet, read on behind short pages until that many rows are there or the list ends. */
export async function readByTime<Row>(
  cursor: string | null,
  { limit, order, ask, placeOf }: TimeList<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly cursor: string | null }> {
  const rows: Row[] = []
  let next = cursor
  for (let pages = 0; pages < AT_ONCE_MOST; pages += 1) {
    const at = readCursor(next)
    const page = await ask(at.offset === undefined ? {} : { offset: at.offset })
    const places = page.map((row) => ({ ...placeOf(row), row }))
    const fresh = newIn(places, at, order)
    rows.push(...fresh.map(({ row }) => row))
    next = nextCursor(places, at, order)
    if (next === null || (page.length >= limit && fresh.length > 0) || rows.length >= limit) break
  }
  return { rows, cursor: next }
}
