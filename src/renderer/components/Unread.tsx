import { cx } from '../lib/cx.ts'
import type { Query } from '../state/query.ts'
import { Skeleton, SkeletonRows } from '../ui/Surface.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

/**
 * Where an answer is not there: room for it, of a height or as rows of a list, or why it cannot be read and the way to ask again, which
 * also stands above an old answer. Nothing once it is read.
 */
export function Unread(props: {
  readonly of: Pick<Query<unknown>, 'value' | 'error' | 'refresh'>
  readonly className?: string
  /** Of a list: what is being read, for those who hear it. */
  readonly rows?: string
}) {
  const { value, error, refresh } = props.of
  if (error !== null) return <ErrorNotice error={error} onRetry={refresh} className="mb-4" />
  if (value !== undefined) return null
  return props.rows === undefined ? (
    <Skeleton className={cx('w-full rounded-lg', props.className)} />
  ) : (
    <SkeletonRows label={props.rows} />
  )
}
