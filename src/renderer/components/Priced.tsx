import { cx } from '../lib/cx.ts'
import { formatFiat } from '../lib/digits.ts'
import { useNow } from '../lib/hooks.ts'
import { rich } from '../lib/rich.tsx'
import { formatAge, formatMoment } from '../lib/time.ts'
import type { Review } from '../state/types.ts'

const MINUTE_MS = 60_000

/**
 * What was typed in a currency, the price that made it the amount, and how old that was; when it was of what is past, and where the clock was set back
 * since.
 */
export function Priced(props: NonNullable<Review['priced']> & { readonly isLine: boolean; readonly isPast?: boolean }) {
  const { currency, value, price, at, isLine } = props
  const now = useNow()
  const sum = formatFiat(value, currency)
  return (
    <>
      <span className={cx('figure', !isLine && 'block')}>
        {price === null
          ? rich('send.typed-at-several', { sum })
          : rich('send.typed-at', { sum, price: formatFiat(price, currency) })}
      </span>
      {isLine && ' · '}
      <span className={cx('text-ink-3 text-sm', !isLine && 'block')}>
        {props.isPast === true || Date.parse(at) - now > MINUTE_MS
          ? rich('send.price-of', { time: formatMoment(at, now) })
          : rich('send.price-age', { age: formatAge(at, now) })}
      </span>
    </>
  )
}
