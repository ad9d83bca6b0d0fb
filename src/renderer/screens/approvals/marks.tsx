import { Check } from 'lucide-react'
import { listing, say } from '#words'
import { userName, userNames } from '../../components/group.tsx'
import { countWords } from '../../components/signature-count.ts'
import { cx } from '../../lib/cx.ts'
import { initialsOf } from '../../lib/hue.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import type { SignatureRequest } from '../../state/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { hasEnded, missingOf, neededMore, type Words } from './model.ts'

const GROUNDS: Readonly<Record<Words['tone'], string>> = {
  plain: 'bg-pressed text-ink-2',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  stop: 'bg-stop-soft text-stop',
}

export function Chip({ words }: { readonly words: Words }) {
  return (
    <span className={cx('whitespace-nowrap rounded-sm px-1.5 py-px font-medium text-xs', GROUNDS[words.tone])}>
      {words.word}
    </span>
  )
}

const DOTS: Readonly<Record<Words['tone'], string>> = {
  plain: 'bg-control',
  ok: 'bg-ok',
  warn: 'bg-warn',
  stop: 'bg-stop',
}
const TEXTS: Readonly<Record<Words['tone'], string>> = {
  plain: 'text-ink-2',
  ok: 'text-ok',
  warn: 'text-warn',
  stop: 'text-stop',
}

/** A dot and its word; the word alone says all. */
export function Dot({ words, className }: { readonly words: Words; readonly className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap text-sm', TEXTS[words.tone], className)}>
      <span className={cx('size-2 rounded-full', DOTS[words.tone])} aria-hidden="true" />
      {words.word}
    </span>
  )
}

const PIPS_MAX = 6

/** One small circle per member, filled once signed. */
export function Pips({ request }: { readonly request: SignatureRequest }) {
  const signed = request.signers.map((signer) => signer.user)
  const missing = missingOf(request)
  const all = [...signed.map((user) => ({ user, done: true })), ...missing.map((user) => ({ user, done: false }))]
  const said = [
    signed.length === 0
      ? say('approvals.nobody-has-signed')
      : say('approvals.signed-3', { listed: listing(userNames(signed, request.group.members)) }),
    ...(missing.length === 0
      ? []
      : [
          say('approvals.did-not-sign-2', {
            ended: hasEnded(request),
            names: listing(userNames(missing, request.group.members)),
          }),
        ]),
  ].join(say('approvals.part-separator'))
  const more = neededMore(request)
  return (
    <span className="flex items-center gap-1" title={spoken(said)}>
      <span className="sr-only">
        {more === 0 || hasEnded(request)
          ? rich('approvals.signatures-2', {
              said,
              countWords: countWords(request.signers.length, request.group.threshold),
            })
          : rich('approvals.signatures-more-needed', {
              said,
              countWords: countWords(request.signers.length, request.group.threshold),
              more,
            })}
      </span>
      {all.slice(0, PIPS_MAX).map(({ user, done }) => (
        <span key={user.userId} aria-hidden="true" className="relative">
          {done ? (
            <>
              <Avatar name={userName(user)} seed={user.userId} size="sm" />
              <Check
                className="absolute -right-1 -bottom-1 size-3 rounded-full bg-surface p-px text-ok"
                strokeWidth={4}
              />
            </>
          ) : (
            <span className="grid size-6 place-items-center rounded-full font-semibold text-[0.625rem] text-ink-2 shadow-[inset_0_0_0_1.5px_var(--line-control)]">
              {initialsOf(userName(user))}
            </span>
          )}
        </span>
      ))}
      {all.length > PIPS_MAX && (
        <span className="figure text-ink-3 text-xs" aria-hidden="true">{`+${all.length - PIPS_MAX}`}</span>
      )}
    </span>
  )
}
