import { Check, Clock3, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { userName } from '../../components/group.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import type { RequestReview, SignatureRequest } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Card } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { countWords, dayOf, hasEnded, type Person, peopleOf, reviewByOf } from './model.ts'

/** Who has signed and who has not. */
export function PeopleCard(props: {
  readonly request: SignatureRequest
  readonly signatures: RequestReview['signatures']
  readonly me: string
}) {
  const { needed, valid, invalid } = props.signatures
  return (
    <Card className="px-5 py-4" label={say('approvals.people')}>
      <h2 className="flex items-baseline justify-between font-semibold">
        {rich('approvals.signatures', {
          span: <span className="figure font-normal text-ink-2 text-sm">{countWords(valid, needed)}</span>,
        })}
      </h2>
      <ul className="mt-1">
        {peopleOf(props.request, props.me).map((person) => (
          <li key={person.user.userId} className="flex items-center gap-3 py-2">
            <Avatar name={userName(person.user)} seed={person.user.userId} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium leading-5">
                {userName(person.user)}
                {person.you && <span className="font-normal text-ink-3"> {say('approvals.you')}</span>}
              </span>
              <Signed person={person} ended={hasEnded(props.request)} />
            </span>
            {person.signed ? (
              <Check className="size-4 shrink-0 text-ok" aria-hidden="true" />
            ) : (
              !hasEnded(props.request) && <Clock3 className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
            )}
          </li>
        ))}
      </ul>
      {invalid > 0 && (
        <p className="mt-1 text-sm text-warn">{say('approvals.signature-in-it-is-not-valid', { invalid })}</p>
      )}
    </Card>
  )
}

function Signed({ person, ended }: { readonly person: Person; readonly ended: boolean }) {
  if (!person.signed)
    return (
      <span className="block text-ink-3 text-sm">
        {ended ? say('approvals.did-not-sign') : say('approvals.not-yet')}
      </span>
    )
  return (
    <span className="flex items-center gap-1 text-ink-2 text-sm">
      {person.offline ? (
        <>
          <WifiOff className="size-3.5 shrink-0" aria-hidden="true" /> {say('approvals.signed-not-seen-by-the-service')}
        </>
      ) : person.at === null ? (
        say('approvals.signed')
      ) : (
        <span>{rich('approvals.signed-2', { time: <Time at={person.at} /> })}</span>
      )}
    </span>
  )
}

/** Label, note and a date of one's own. */
export function NoteCard({ request }: { readonly request: SignatureRequest }) {
  const { account } = useWallet()
  const [label, setLabel] = useState(request.label)
  const [note, setNote] = useState(request.note)
  const [day, setDay] = useState(dayOf(request.reviewBy))
  const save = useAction('approvals.note')
  const changed = label.trim() !== request.label || note.trim() !== request.note || day !== dayOf(request.reviewBy)
  return (
    <Card className="px-5 py-4" label={say('approvals.notes')}>
      {request.askerNote !== '' && (
        <div className="mb-4">
          <h2 className="font-semibold">
            {request.by === null
              ? say('approvals.their-note')
              : say('approvals.wrote', { userName: userName(request.by) })}
          </h2>
          <p className="mt-1 select-text whitespace-pre-wrap break-words text-ink-2">{request.askerNote}</p>
        </div>
      )}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save.run({
            account: account.account,
            requestId: request.requestId,
            label,
            note,
            reviewBy: day === dayOf(request.reviewBy) ? request.reviewBy : reviewByOf(day),
          })
        }}
      >
        <Input label={say('approvals.label')} optional value={label} onChange={setLabel} maxLength={200} />
        <TextArea
          label={say('approvals.your-note')}
          optional
          rows={3}
          maxLength={4000}
          value={note}
          onChange={setNote}
        />
        <Input
          label={say('approvals.review-by')}
          optional
          type="date"
          value={day}
          onChange={setDay}
          hint={say('approvals.nobody-else-sees-any-of-this')}
        />
        {save.error !== null && <ErrorNotice error={save.error} />}
        {changed && (
          <Button size="sm" type="submit" pending={save.pending}>
            {say('common.save')}
          </Button>
        )}
      </form>
    </Card>
  )
}

/** What happened, the newest last. */
export function Log({ entries }: { readonly entries: RequestReview['log'] }) {
  if (entries.length === 0) return null
  return (
    <Card className="px-5 py-4" label={say('approvals.what-happened')}>
      <h2 className="font-semibold">{say('approvals.what-happened')}</h2>
      <ol className="mt-2 grid gap-2">
        {entries.map((entry, at) => (
          <li key={at} className="text-sm">
            <span className="block text-ink-3">
              <Time at={entry.at} />
            </span>
            <span className="text-ink-2">{wording(entry.text)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
