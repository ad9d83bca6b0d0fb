import { cx } from '../../lib/cx.ts'
import type { User } from '../../state/types.ts'
import { type Mark, marksOf } from './model.ts'

const GROUNDS: Readonly<Record<Mark['tone'], string>> = {
  plain: 'bg-pressed text-ink-2',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  stop: 'bg-stop-soft text-stop',
}

/** Marks of an account; `besides` leaves out one that the place says already. */
export function Marks({ user, besides }: { readonly user: User; readonly besides?: string }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {marksOf(user)
        .filter(({ word }) => word !== besides)
        .map(({ word, tone }) => (
          <span key={word} className={cx('rounded-sm px-1.5 py-px font-medium text-xs', GROUNDS[tone])}>
            {word}
          </span>
        ))}
    </span>
  )
}
