import { spoken } from '../lib/spoken.ts'
import { shareOf } from './Ring.tsx'

/** How far along something is, in words for those who do not see the bar. */
export function Progress(props: {
  readonly label: string
  readonly value: number
  readonly of: number
  readonly text: string
}) {
  return (
    <div
      role="progressbar"
      aria-label={spoken(props.label)}
      aria-valuemin={0}
      aria-valuemax={props.of}
      aria-valuenow={Math.min(props.value, props.of)}
      aria-valuetext={spoken(props.text)}
      className="h-1.5 overflow-hidden rounded-full bg-pressed forced-colors:border"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-500 ease-calm"
        style={{ width: `${shareOf(props.value, props.of) * 100}%` }}
      />
    </div>
  )
}
