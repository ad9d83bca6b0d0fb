import { formatFiat, isSome } from '../lib/digits.ts'
import { rich } from '../lib/rich.tsx'
import type { Value } from '../state/types.ts'
import { Fiat, FiatMove, useFigureLook } from './figures.tsx'

type Day = NonNullable<Value['day']>

/** How much of a day's change came and went, as far as figures on screen tell: nothing, a part that is said beside it, or all of it. */
export function movedOf({ by, moved }: Day, currency: string): 'none' | 'part' | 'all' {
  if (!isSome(moved)) return 'none'
  return formatFiat(by, currency) === formatFiat(moved, currency) ? 'all' : 'part'
}

/** By price and by what came and went: the second part is said where there is one, and its sum where that is not all of the change. */
export function DayChange({ day }: { readonly day: Day }) {
  const { currency } = useFigureLook()
  if (!isSome(day.by)) return null
  const moved = movedOf(day, currency)
  return (
    <p className="text-ink-3 text-sm">
      {rich(moved === 'all' ? 'shared.moved-in-24-hours' : 'shared.in-24-hours', {
        move: <FiatMove by={day.by} share={day.share} className="font-semibold text-base" />,
      })}
      {moved === 'part' && (
        <>
          {' · '}
          {rich('shared.came-and-went', { moved: <Fiat value={day.moved} /> })}
        </>
      )}
    </p>
  )
}
