import { formatTime, type Nanos, parseTime } from '#contract/domain'
import { failure } from '#contract/errors'

/*
 * Lists that the service pages by time. Several records can have the same one, so a cursor names the time of the last
 * record and which ones of that very time were shown; the next page begins at that time, not after it.
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

/** The cursor behind a page as it came; null after the last one. */
export function nextCursor(
  page: readonly { readonly id: string; readonly at: Nanos }[],
  { shown, offset }: TimePage,
  limit: number,
): string | null {
  const last = page.at(-1)
  if (last === undefined || page.length < limit) return null
  const same = page.filter(({ at }) => at === last.at).map(({ id }) => id)
  const before = offset === last.at ? shown : []
  return `${formatTime(last.at)}|${[...new Set([...before, ...same])].join(',')}`
}
