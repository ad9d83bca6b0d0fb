import { say } from '#words'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { spoken } from '../../lib/spoken.ts'
import { formatShortDay } from '../../lib/time.ts'
import type { Suggestion } from '../../state/types.ts'

/** When somebody was paid last: the day, and how often as well for who hears it or points there. */
export function LastPaid({ paidBefore }: Pick<Suggestion, 'paidBefore'>) {
  const now = useNow()
  if (paidBefore === null) return null
  const last = formatShortDay(paidBefore.last, now)
  const whole = say('shared.paid-time-last', { times: paidBefore.times, last })
  return (
    <span title={spoken(whole)} className="shrink-0 text-ink-3 text-xs">
      <span aria-hidden="true">{last}</span>
      <span className="sr-only">{heard(whole)}</span>
    </span>
  )
}
