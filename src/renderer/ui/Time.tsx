import { useNow } from '../lib/hooks.ts'
import { formatAge, formatFull, formatMoment } from '../lib/time.ts'

/** A local time; hovering shows the whole of it with its zone. */
export function Time({ at, form = 'moment' }: { readonly at: string; readonly form?: 'moment' | 'age' | 'full' }) {
  const now = useNow()
  const full = formatFull(at)
  const text = form === 'age' ? formatAge(at, now) : form === 'full' ? full : formatMoment(at, now)
  return (
    <time dateTime={at} title={full} className="figure">
      {text}
    </time>
  )
}
