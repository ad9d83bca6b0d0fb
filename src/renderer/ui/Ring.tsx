import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'

const RADIUS = 20.5
const AROUND = 2 * Math.PI * RADIUS
/** Between the pieces of a ring. */
const GAP = 1.5
/** More letters than that are written smaller. */
const LETTERS = 3

const TONES = { accent: 'stroke-accent', warn: 'stroke-warn', ok: 'stroke-ok' } as const

/** How far along something is, as a ring around a short text. The words for who does not see it stand beside it. */
export function Ring(props: {
  /** How much of the whole is there; or, of what comes in pieces, which of them are. */
  readonly share: number | readonly boolean[]
  readonly text?: string
  readonly tone?: keyof typeof TONES
  readonly className?: string
}) {
  const { share, text = '' } = props
  const tone = TONES[props.tone ?? 'accent']
  const arcs = typeof share === 'number' ? wholeRing(share) : share.map((there, at) => pieceOf(share.length, there, at))
  return (
    <svg viewBox="0 0 46 46" className={cx('shrink-0', props.className ?? 'size-11.5')} aria-hidden="true">
      {arcs.map(({ from, length, isThere, isRound }, at) => (
        <circle
          key={at}
          cx="23"
          cy="23"
          r={RADIUS}
          fill="none"
          strokeWidth="4"
          strokeLinecap={isRound === true ? 'round' : 'butt'}
          strokeDasharray={`${length} ${AROUND}`}
          transform={`rotate(${from * 360 - 90} 23 23)`}
          className={isThere ? tone : 'stroke-button'}
        />
      ))}
      <text
        x="50%"
        y="50%"
        dominantBaseline="central"
        textAnchor="middle"
        fill="currentColor"
        className={cx('figure font-semibold', text.length > LETTERS ? 'text-[0.625rem]' : 'text-sm')}
      >
        {heard(text)}
      </text>
    </svg>
  )
}

/** `from`: where on the ring it begins, of 1. */
interface Arc {
  readonly from: number
  readonly length: number
  readonly isThere: boolean
  readonly isRound?: boolean
}

function wholeRing(share: number): Arc[] {
  const length = Math.min(1, Math.max(0, share)) * AROUND
  return [
    { from: 0, length: AROUND, isThere: false },
    { from: 0, length, isThere: true, isRound: true },
  ]
}

function pieceOf(pieces: number, isThere: boolean, at: number): Arc {
  const piece = AROUND / pieces
  return { from: at / pieces, length: piece - Math.min(GAP, piece / 4), isThere }
}

/** How much of the whole something is; all of it where nothing is to come. */
export const shareOf = (value: number, of: number): number => (of <= 0 ? 1 : Math.min(1, Math.max(0, value / of)))
