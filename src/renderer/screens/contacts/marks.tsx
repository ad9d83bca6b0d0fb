import { cx } from '../../lib/cx.ts'
import type { User } from '../../state/types.ts'
import { type Mark, marksOf } from './model.ts'

const TONES: Readonly<Record<Mark['tone'], string>> = {
  plain: 'text-ink-2',
  ok: 'text-ink-2',
  warn: 'font-[550] text-warn',
  stop: 'font-[550] text-stop',
}

/** Marks of an account as words in a line; `besides` leaves out one that the place says already. */
export function Marks({ user, besides }: { readonly user: User; readonly besides?: string }) {
  return marksOf(user)
    .filter(({ word }) => word !== besides)
    .map(({ word, tone }) => (
      <span key={word}>
        {/* A dot ends a line; it begins none. */}
        <span className="text-ink-2">{'\u00a0· '}</span>
        <span className={cx('whitespace-nowrap', TONES[tone])}>{word}</span>
      </span>
    ))
}
