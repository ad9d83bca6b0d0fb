import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { whatOf } from '../../components/movement.ts'
import { useAction, useQuery } from '../../state/query.ts'
import type { ActivityRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'

const SAVE_MS = 500

/** The label of a movement, kept while it is typed: there is nothing to press. */
export function LabelInPlace({ row, onDone }: { readonly row: ActivityRow; readonly onDone: () => void }) {
  const { owner } = useWallet()
  const detail = useQuery('activity.read', { ...owner, id: row.id })
  const [label, setLabel] = useState(row.label)
  const save = useAction('labels.set')
  const note = detail.value?.note
  const kept = useRef(row.label)
  const { run } = save
  const keep = useRef<(text: string) => Promise<void>>(async () => undefined)
  keep.current = async (text) => {
    // Without the note that stands beside it, it would be lost.
    if (note === undefined || text === kept.current) return
    kept.current = text
    await run({ account: owner.account, id: row.id, label: text, note })
  }
  useEffect(() => {
    if (note === undefined) return undefined
    const timer = setTimeout(() => void keep.current(label), SAVE_MS)
    return () => clearTimeout(timer)
  }, [label, note])
  // Whoever goes on at once has typed it all the same.
  const typed = useRef(label)
  typed.current = label
  useEffect(() => () => void keep.current(typed.current), [])
  const error = save.error ?? detail.error
  return (
    <li className="border-line border-b py-2 last:border-0">
      <Form
        onSubmit={() => void keep.current(label).then(onDone)}
        onBlur={() => void keep.current(label).then(onDone)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      >
        <Input
          label={say('home.label-this', { what: whatOf(row) })}
          value={label}
          onChange={setLabel}
          maxLength={200}
          autoFocus
          hint={say('home.label-kept')}
        />
        <ErrorNotice error={error} className="mt-2" />
      </Form>
    </li>
  )
}
