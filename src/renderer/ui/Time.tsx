import { useNow } from '../lib/hooks.ts'
import { formatAge, formatDated, formatFull, formatMoment, formatSeconds } from '../lib/time.ts'

/** A local time; hovering shows the whole of it with its zone. */
export function Time({
  at,
  form = 'moment',
}: {
  readonly at: string
  readonly form?: 'moment' | 'dated' | 'age' | 'full' | 'clock'
}) {
  const now = useNow()
  const full = formatFull(at)
  const text =
    form === 'age'
      ? formatAge(at, now)
      : form === 'full'
        ? full
        : form === 'clock'
          ? formatSeconds(at, now)
          : form === 'dated'
            ? formatDated(at, now)
            : formatMoment(at, now)
  return (
    <time dateTime={at} title={full} className="figure">
      {text}
    </time>
  )
}
