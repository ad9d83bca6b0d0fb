import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fact } from '../../components/Facts.tsx'
import { MembersNote } from '../../components/requests.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusKept, useNow } from '../../lib/hooks.ts'
import { dayOf, endOfDay } from '../../lib/time.ts'
import { useAction } from '../../state/query.ts'
import type { RequestReview, SignatureRequest } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DayPicker } from '../../ui/DayPicker.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Chip } from './marks.tsx'
import { dueOf } from './model.ts'

/** A member's note, then label, note and a date of one's own. */
export function OwnNotes({ request }: { readonly request: SignatureRequest }) {
  const [editing, setEditing] = useState(false)
  const now = useNow()
  const due = dueOf(request, now)
  const box = useFocusKept<HTMLDivElement>()
  const isEmpty = request.label === '' && request.note === '' && due === null
  return (
    <>
      <MembersNote request={request} />
      <Fact name={say('approvals.your-note')}>
        <div ref={box}>
          {editing ? (
            <NoteForm request={request} onDone={() => setEditing(false)} />
          ) : (
            <span className="flex items-start justify-between gap-3">
              <span className="min-w-0 select-text">
                {isEmpty && <span className="text-ink-3">{say('approvals.only-you-see-it')}</span>}
                {request.label !== '' && <span className="block font-[550]">{request.label}</span>}
                {request.note !== '' && (
                  <span className="block whitespace-pre-wrap break-words text-ink-2">{request.note}</span>
                )}
                {due !== null && <Chip words={due} />}
              </span>
              <span className="-my-2 shrink-0">
                <IconButton label={say('approvals.write-a-note')} onPress={() => setEditing(true)}>
                  <Pencil className="size-4" />
                </IconButton>
              </span>
            </span>
          )}
        </div>
      </Fact>
    </>
  )
}

function NoteForm({ request, onDone }: { readonly request: SignatureRequest; readonly onDone: () => void }) {
  const { account } = useWallet()
  const [label, setLabel] = useState(request.label)
  const [note, setNote] = useState(request.note)
  const [day, setDay] = useState(dayOf(request.reviewBy))
  const save = useAction('approvals.note')

  async function keep(): Promise<void> {
    const kept = await save.run({
      account: account.account,
      requestId: request.requestId,
      label,
      note,
      reviewBy: day === dayOf(request.reviewBy) ? request.reviewBy : endOfDay(day),
    })
    if (kept !== undefined) onDone()
  }

  return (
    <Form className="grid max-w-md gap-3" onSubmit={keep}>
      <Input label={say('approvals.label')} optional autoFocus value={label} onChange={setLabel} maxLength={200} />
      <TextArea label={say('approvals.your-note')} optional rows={3} maxLength={4000} value={note} onChange={setNote} />
      <div className="flex flex-wrap items-center gap-2">
        <DayPicker label={say('approvals.review-by')} value={day} onChange={setDay} />
        {day !== '' && (
          <Button size="sm" kind="quiet" onPress={() => setDay('')}>
            {say('approvals.no-day')}
          </Button>
        )}
      </div>
      <p className="text-ink-2 text-sm">{say('approvals.nobody-else-sees-any-of-this')}</p>
      <ErrorNotice error={save.error} />
      <div className="flex gap-2">
        <Button size="sm" type="submit" pending={save.pending}>
          {say('common.save')}
        </Button>
        <Button size="sm" kind="quiet" onPress={onDone}>
          {say('common.cancel')}
        </Button>
      </div>
    </Form>
  )
}

/** What happened, the newest last. */
export function Log({ entries }: { readonly entries: RequestReview['log'] }) {
  if (entries.length === 0) return null
  return (
    <Disclosure title={say('approvals.what-happened')}>
      <ol className="grid gap-1.5 pb-2">
        {entries.map((entry, at) => (
          <li key={at} className="flex flex-wrap gap-x-3 text-sm">
            <span className="w-32 shrink-0 text-ink-3">
              <Time at={entry.at} />
            </span>
            <span className="min-w-0 text-ink-2">{heard(wording(entry.text))}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
