import { cx } from '../lib/cx.ts'

const RADIUS = 20.5
const AROUND = 2 * Math.PI * RADIUS

/** How far along something is, as a ring around a short text. The words for who does not see it stand beside it. */
export function Ring(props: {
  readonly value: number
  readonly of: number
  readonly text: string
  readonly tone?: 'accent' | 'warn' | 'ok'
  readonly className?: string
}) {
  const share = props.of <= 0 ? 1 : Math.min(1, Math.max(0, props.value / props.of))
  const tone = { accent: 'stroke-accent', warn: 'stroke-warn', ok: 'stroke-ok' }[props.tone ?? 'accent']
  return (
    <svg viewBox="0 0 46 46" className={cx('shrink-0', props.className ?? 'size-[46px]')} aria-hidden="true">
      <circle cx="23" cy="23" r={RADIUS} fill="none" strokeWidth="4" className="stroke-button" />
      <circle
        cx="23"
        cy="23"
        r={RADIUS}
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray={`${share * AROUND} ${AROUND}`}
        transform="rotate(-90 23 23)"
        className={tone}
      />
      <text
        x="50%"
        y="50%"
        dominantBaseline="central"
        textAnchor="middle"
        fill="currentColor"
        className="figure font-semibold text-sm"
      >
        {props.text}
      </text>
    </svg>
  )
}
