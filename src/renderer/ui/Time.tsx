import { heard } from '../lib/heard.tsx'
import { useIsPainted, useNow } from '../lib/hooks.ts'
import { spoken } from '../lib/spoken.ts'
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
  // The zone's name is the engine's to know, which is asked for it when the first screen is there.
  const full = useIsPainted() || form === 'full' ? formatFull(at) : undefined
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
    <time dateTime={at} title={spoken(full)} className="figure">
      {heard(text)}
    </time>
  )
}
