import { cx } from '../lib/cx.ts'
import type { Query } from '../state/query.ts'
import { Skeleton } from '../ui/Surface.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

/** In place of an answer that is not there: room for it, of a height, or why it cannot be read and the way to ask again. */
export function Unread({
  of: { error, refresh },
  className,
}: {
  readonly of: Pick<Query<unknown>, 'error' | 'refresh'>
  readonly className: string
}) {
  return error === null ? (
    <Skeleton className={cx('w-full rounded-lg', className)} />
  ) : (
    <ErrorNotice error={error} onRetry={refresh} />
  )
}
