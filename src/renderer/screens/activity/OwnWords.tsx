import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useAction } from '../../state/query.ts'
import type { ActivityDetail } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Line } from './Line.tsx'

/** The person's own words about a movement; nobody else sees them. */
export function OwnWords({ detail }: { readonly detail: ActivityDetail }) {
  const [editing, setEditing] = useState<'label' | 'note' | null>(null)
  if (editing !== null) return <Editing detail={detail} first={editing} onDone={() => setEditing(null)} />
  const pencil = (what: 'label' | 'note') => (
    <IconButton
      label={what === 'label' ? say('activity.edit-label') : say('activity.edit-note')}
      onPress={() => setEditing(what)}
    >
      <Pencil className="size-4" />
    </IconButton>
  )
  const none = <span className="text-ink-2">{say('activity.only-for-you')}</span>
  return (
    <>
      <Line name={say('activity.note')} deed={pencil('note')}>
        {detail.note === '' ? none : <span className="select-text whitespace-pre-wrap break-words">{detail.note}</span>}
      </Line>
      <Line name={say('activity.label')} deed={pencil('label')}>
        {detail.row.label === '' ? (
          none
        ) : (
          <span className="flex items-baseline gap-2">
            <span className="size-1.5 shrink-0 -translate-y-0.5 rounded-full bg-accent" aria-hidden="true" />
            <span className="min-w-0 select-text break-words">{detail.row.label}</span>
          </span>
        )}
      </Line>
    </>
  )
}

function Editing(props: {
  readonly detail: ActivityDetail
  readonly first: 'label' | 'note'
  readonly onDone: () => void
}) {
  const { detail, first, onDone } = props
  const { owner } = useWallet()
  const [label, setLabel] = useState(detail.row.label)
  const [note, setNote] = useState(detail.note)
  const save = useAction('labels.set')
  async function keep(): Promise<void> {
    if ((await save.run({ account: owner.account, id: detail.row.id, label, note })) !== undefined) onDone()
  }
  return (
    <div className="border-line border-b py-3.5 last:border-0">
      <dt className="sr-only">{say('activity.only-for-you')}</dt>
      <dd>
        <form
          className="grid gap-3.5"
          onSubmit={(event) => {
            event.preventDefault()
            void keep()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            onDone()
          }}
        >
          <TextArea
            label={say('activity.note')}
            rows={3}
            value={note}
            onChange={setNote}
            maxLength={4000}
            autoFocus={first === 'note'}
          />
          <Input
            label={say('activity.label')}
            value={label}
            onChange={setLabel}
            maxLength={200}
            autoFocus={first === 'label'}
          />
          {save.error !== null && <ErrorNotice error={save.error} />}
          <div className="flex items-center justify-end gap-2">
            <span className="mr-auto text-ink-2 text-xs">{say('activity.stays-on-this-computer')}</span>
            <Button size="sm" kind="quiet" onPress={onDone}>
              {say('common.cancel')}
            </Button>
            <Button size="sm" kind="primary" type="submit" pending={save.pending}>
              {say('common.save')}
            </Button>
          </div>
        </form>
      </dd>
    </div>
  )
}
