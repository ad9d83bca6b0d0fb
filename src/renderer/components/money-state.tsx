import { say } from '#words'
import { cx } from '../lib/cx.ts'
import type { MoneyState } from '../state/types.ts'

/** The fixed words for where money is. They are used everywhere and nowhere replaced by others. */
export const MONEY_WORDS: Readonly<Record<MoneyState, string>> = {
  draft: say('shared.draft'),
  checking: say('shared.checking'),
  ready: say('shared.ready-to-sign'),
  signing: say('shared.signing'),
  submitted: say('shared.submitted'),
  accepted: say('shared.accepted'),
  final: say('shared.final'),
  cancelled: say('shared.cancelled'),
  cannot_complete: say('shared.cannot-complete'),
  unknown_checking: say('shared.unknown-checking'),
  arriving: say('shared.arriving'),
}

const TONES: Readonly<Record<MoneyState, string>> = {
  draft: 'text-ink-2',
  checking: 'text-ink-2',
  ready: 'text-accent-ink',
  signing: 'text-accent-ink',
  submitted: 'text-accent-ink',
  accepted: 'text-accent-ink',
  final: 'text-ok',
  cancelled: 'text-ink-2',
  cannot_complete: 'text-stop',
  unknown_checking: 'text-warn',
  arriving: 'text-accent-ink',
}

type Shape = 'hollow' | 'half' | 'full' | 'cross'
const SHAPES: Readonly<Record<MoneyState, Shape>> = {
  draft: 'hollow',
  checking: 'hollow',
  ready: 'hollow',
  signing: 'half',
  submitted: 'half',
  accepted: 'half',
  final: 'full',
  cancelled: 'cross',
  cannot_complete: 'cross',
  unknown_checking: 'half',
  arriving: 'half',
}

/** A word with a small sign whose shape says the same as its colour. */
export function MoneyStateLabel({ state, className }: { readonly state: MoneyState; readonly className?: string }) {
  const shape = SHAPES[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap', TONES[state], className)}>
      <svg viewBox="0 0 10 10" className="size-2.5 shrink-0" aria-hidden="true">
        {shape === 'cross' ? (
          <path d="m2 2 6 6m0-6L2 8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
        ) : (
          <>
            <circle
              cx="5"
              cy="5"
              r="4.1"
              fill={shape === 'full' ? 'currentColor' : 'none'}
              stroke="currentColor"
              strokeWidth="1.5"
            />
            {shape === 'half' && <path d="M5 .9a4.1 4.1 0 0 1 0 8.200z" fill="currentColor" />}
          </>
        )}
      </svg>
      {MONEY_WORDS[state]}
    </span>
  )
}
