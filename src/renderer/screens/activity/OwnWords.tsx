import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Tags, TagsField, useTags } from '../../components/TagsField.tsx'
import { useAction, useIsAsking, useQuery } from '../../state/query.ts'
import type { ActivityDetail } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { TypedWarning } from '../../ui/Overlay.tsx'
import { useTyped } from '../../ui/typed.ts'
import { Line } from './Line.tsx'

type Edited = 'label' | 'note' | 'tags'
const EDIT: Readonly<Record<Edited, string>> = {
  label: say('activity.edit-label'),
  note: say('activity.edit-note'),
  tags: say('activity.edit-tags'),
}

/** The person's own words about a movement; nobody else sees them. */
export function OwnWords(props: { readonly detail: ActivityDetail; readonly onTag: (tag: string) => void }) {
  const { detail } = props
  const { owner } = useWallet()
  const read = { ...owner, id: detail.row.id }
  const { refresh } = useQuery('activity.read', read)
  const loading = useIsAsking('activity.read', read)
  const [editing, setEditing] = useState<Edited | null>(null)
  const [last, setLast] = useState<Edited | null>(null)
  // What was saved is read back before the fields close: opened again at once they would hold the words of before, and save those.
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    if (!saved || loading) return
    setSaved(false)
    setEditing(null)
  }, [saved, loading])
  if (editing !== null) {
    return (
      <Editing
        detail={detail}
        first={editing}
        closing={saved}
        onSaved={() => {
          refresh()
          setSaved(true)
        }}
        onDone={() => setEditing(null)}
      />
    )
  }
  const pencil = (what: Edited) => (
    <IconButton
      // Comes back once it is written, or not after all, with the focus that it had.
      autoFocus={last === what}
      label={EDIT[what]}
      onPress={() => {
        setLast(what)
        setEditing(what)
      }}
    >
      <Pencil className="size-4" />
    </IconButton>
  )
  const none = (deed: string) => <span className="text-ink-2">{deed}</span>
  return (
    <>
      <Line name={say('activity.note')} deed={pencil('note')}>
        {detail.note === '' ? (
          none(say('activity.add-a-note'))
        ) : (
          <span className="select-text whitespace-pre-wrap break-words">{detail.note}</span>
        )}
      </Line>
      <Line name={say('activity.label')} deed={pencil('label')}>
        {detail.row.label === '' ? (
          none(say('activity.add-a-label'))
        ) : (
          <span className="flex items-baseline gap-2">
            <span className="size-1.5 shrink-0 -translate-y-0.5 rounded-full bg-accent" aria-hidden="true" />
            <span className="min-w-0 select-text break-words">{detail.row.label}</span>
          </span>
        )}
      </Line>
      <Line name={say('shared.tags')} deed={pencil('tags')}>
        {detail.row.tags.length === 0 ? (
          none(say('shared.add-a-tag'))
        ) : (
          <Tags tags={detail.row.tags} onPress={props.onTag} />
        )}
      </Line>
    </>
  )
}

function Editing(props: {
  readonly detail: ActivityDetail
  readonly first: Edited
  readonly closing: boolean
  readonly onSaved: () => void
  readonly onDone: () => void
}) {
  const { detail, first, onDone } = props
  const { owner } = useWallet()
  const [label, setLabel] = useState(detail.row.label)
  const [note, setNote] = useState(detail.note)
  const tags = useTags(detail.row.tags)
  const save = useAction('labels.set')
  const tag = useAction('labels.setTags')
  const error = save.error ?? tag.error
  const typed = useTyped(onDone)
  async function keep(): Promise<void> {
    const of = { account: owner.account, id: detail.row.id }
    if ((await save.run({ ...of, label, note })) === undefined) return
    if ((await tag.run({ ...of, tags: tags.all() })) !== undefined) props.onSaved()
  }
  return (
    <div className="border-line border-b py-3.5 last:border-0">
      <dt className="sr-only">{say('activity.only-for-you')}</dt>
      <dd {...typed.around}>
        <Form className="grid gap-3.5" onSubmit={keep}>
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
          <TagsField {...tags.field} autoFocus={first === 'tags'} />
          <ErrorNotice error={error} />
          <TypedWarning isWarned={typed.isWarned} />
          <div className="flex items-center justify-end gap-2">
            <span className="mr-auto text-ink-2 text-xs">{say('activity.stays-on-this-computer')}</span>
            <Button size="sm" kind="quiet" onPress={onDone}>
              {say('common.cancel')}
            </Button>
            <Button size="sm" kind="primary" type="submit" pending={save.pending || tag.pending || props.closing}>
              {say('common.save')}
            </Button>
          </div>
        </Form>
      </dd>
    </div>
  )
}
