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
export function readCursor(cursor: string | null): TimePage {
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

/**
 * The cursor behind a page as it came; null after the last one. `order` is that of a list of which a page tells none, since all in it have one time.
 */
export function nextCursor(
  page: readonly Place[],
  { shown, offset }: TimePage,
  limit: number,
  order: 'ASC' | 'DESC',
): string | null {
  const [first, last] = [page[0], page.at(-1)]
  if (first === undefined || last === undefined || page.length < limit) return null
  const rises = first.at === last.at ? order === 'ASC' : first.at < last.at
  const back = rises ? -1n : 1n
  // More of one time than a page holds: the rest of that time cannot be asked for, what comes after can.
  const isStuck = offset !== undefined && page.every(({ id }) => shown.has(id))
  const from = isStuck ? offset - back : last.at + back
  const again = page.filter(({ at }) => at === last.at || at === last.at + back).map(({ id }) => id)
  const before = isStuck || offset === from ? shown : []
  return `${formatTime(from as Nanos)}|${[...new Set([...before, ...again])].join(',')}` // a nanosecond away from a time
}
