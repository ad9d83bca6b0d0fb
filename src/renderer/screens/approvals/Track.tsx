import { Check, WifiOff, X } from 'lucide-react'
import { say } from '#words'
import { numberBeside, userName } from '../../components/group.tsx'
import { signedWords } from '../../components/signature-count.ts'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { initialsOf } from '../../lib/hue.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import type { RequestReview } from '../../state/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Step, trackOf } from './track.ts'

/** So many heads have room beside each other, each with as much of it as there is. */
const IN_ONE_LINE = 4

/** Whether another one goes by the same name. */
const isNamesake = ({ person }: Step, steps: readonly Step[]): boolean =>
  steps.filter((other) => userName(other.person.user) === userName(person.user)).length > 1

/** Who has signed, whose turn it is and where enough is reached, as a line of heads. */
export function Track(props: { readonly review: RequestReview; readonly me: string; readonly maySign: boolean }) {
  const { review, me } = props
  const { request, signatures } = review
  const { needed, valid, invalid } = signatures
  const steps = trackOf(request, me, props.maySign)
  const left = Math.max(0, needed - valid - 1)
  return (
    <section aria-label={say('approvals.signatures-title')} className="mt-5 px-1 short:mt-3">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <SectionTitle>{say('approvals.signatures-title')}</SectionTitle>
        <p role="status" className="text-ink-2">
          {valid > needed ? heard(signedWords(valid, needed)) : rich('approvals.of-the-needed', { valid, needed })}
        </p>
      </div>
      <ol
        className={cx(
          'mt-2 gap-y-3 pt-6',
          // Heads of a second line stand below those of the first.
          steps.length > IN_ONE_LINE ? 'grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]' : 'flex flex-wrap',
        )}
      >
        {steps.map((step, at) => (
          <li key={step.person.user.userId} className="relative min-w-26 max-w-39 flex-1 pr-3">
            <Rail
              reached={step.stand === 'signed' && ['signed', 'turn'].includes(steps[at + 1]?.stand ?? '')}
              isLast={at === steps.length - 1}
              isEnough={at === needed - 1}
            />
            <Head step={step} />
            <p
              dir="auto"
              className={cx(
                'mt-2.5 truncate text-sm font-[550]',
                ['signed', 'turn'].includes(step.stand) ? 'text-ink' : 'text-ink-2',
              )}
              title={spoken(userName(step.person.user))}
            >
              {step.person.you ? say('approvals.you-yourself') : userName(step.person.user)}
            </p>
            {isNamesake(step, steps) && (
              <p className="figure truncate text-ink-2 text-xs">{numberBeside(step.person.user)}</p>
            )}
            <p className="text-ink-2 text-xs">
              <State step={step} left={left} />
            </p>
          </li>
        ))}
      </ol>
      {request.refusals.length > 0 && (
        <ul className="mt-3 grid gap-1">
          {request.refusals.map(({ user, at, reason }) => {
            const said = {
              ...{ who: user.userId === me ? 'you' : 'other', userName: userName(user), time: <Time at={at} /> },
            } as const
            return (
              <li key={user.userId} className="select-text break-words text-ink-2">
                {reason === ''
                  ? rich('approvals.refused-at', said)
                  : rich('approvals.refused-because', {
                      ...said,
                      reason: <span className="text-ink">{heard(reason)}</span>,
                    })}
              </li>
            )
          })}
        </ul>
      )}
      {invalid > 0 && (
        <p className="mt-2 text-sm text-warn">{rich('approvals.signature-in-it-is-not-valid', { invalid })}</p>
      )}
    </section>
  )
}

/** The line to the next head, and the gate after the last signature that is needed. */
function Rail(props: { readonly reached: boolean; readonly isLast: boolean; readonly isEnough: boolean }) {
  return (
    <>
      {!props.isLast && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute top-4.75 right-0 left-10 border-t-2',
            props.reached ? 'border-ok' : 'border-button border-dashed',
          )}
        />
      )}
      {props.isEnough && (
        <span className="-top-6.5 absolute right-0 left-10 flex flex-col items-center">
          <span className="font-[550] text-ink-2 text-xs">{say('approvals.enough')}</span>
          <span aria-hidden="true" className="mt-1 h-6.5 border-ink-2 border-l-2" />
        </span>
      )}
    </>
  )
}

const HOLLOW =
  'grid size-10 select-none place-items-center rounded-full border bg-surface font-semibold text-sm text-ink-2'

function Head({ step }: { readonly step: Step }) {
  const { person, stand } = step
  const name = userName(person.user)
  const isFilled = stand === 'signed' || stand === 'late' || stand === 'turn'
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative block size-10 rounded-full',
        stand === 'turn' && 'outline-2 outline-accent outline-offset-[3px]',
      )}
    >
      {isFilled ? (
        <Avatar name={name} seed={person.user.userId} size="lg" />
      ) : (
        <span className={cx(HOLLOW, stand === 'awaited' ? 'border-control' : 'border-control border-dashed')}>
          {initialsOf(name)}
        </span>
      )}
      {stand === 'signed' && (
        <span className="-right-1 -bottom-1 absolute grid size-4.5 place-items-center rounded-full bg-ok text-surface ring-2 ring-surface">
          <Check className="size-3" strokeWidth={3} />
        </span>
      )}
      {stand === 'no' && (
        <span className="-right-1 -bottom-1 absolute grid size-4.5 place-items-center rounded-full bg-warn text-surface ring-2 ring-surface">
          <X className="size-3" strokeWidth={3} />
        </span>
      )}
    </span>
  )
}

function State({ step, left }: { readonly step: Step; readonly left: number }) {
  const { person, stand } = step
  switch (stand) {
    case 'signed':
      if (person.offline) {
        return (
          <span className="inline-flex items-start gap-1">
            <WifiOff className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
            {say('approvals.signed-not-seen-by-the-service')}
          </span>
        )
      }
      if (person.at === null) return say('approvals.signed')
      // When others signed is told by nobody: this computer knows when it saw their signatures.
      return rich(person.you ? 'approvals.signed-2' : 'approvals.signed-seen', { time: <Time at={person.at} /> })
    case 'late':
      return say('approvals.signed-not-needed')
    case 'turn':
      return (
        <>
          <span className="block font-[550] text-accent-ink">{say('approvals.your-turn')}</span>
          {left === 0 ? say('approvals.yours-is-the-last') : rich('approvals.more-after-yours', { left })}
        </>
      )
    case 'no':
      return say('approvals.said-no')
    case 'spare':
      return say('approvals.not-needed')
    case 'awaited':
      return say('approvals.not-yet')
    case 'unsigned':
      return say('approvals.did-not-sign')
  }
}
