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
export function LabelInPlace(props: {
  readonly row: ActivityRow
  /** Whether a key ended it, so that the focus comes back to where it began. */
  readonly onDone: (byKey: boolean) => void
}) {
  const { row, onDone } = props
  const { owner } = useWallet()
  const detail = useQuery('activity.read', { ...owner, id: row.id })
  const [label, setLabel] = useState(row.label)
  const save = useAction('labels.set')
  const note = detail.value?.note
  const kept = useRef(row.label)
  const { run } = save
  /** Whether it is kept now. */
  const keep = useRef<(text: string) => Promise<boolean>>(async () => false)
  keep.current = async (text) => {
    const before = kept.current
    if (text === before) return true
    // Without the note that stands beside it, it would be lost.
    if (note === undefined) return false
    kept.current = text
    const isKept = (await run({ account: owner.account, id: row.id, label: text, note })) !== undefined
    if (!isKept && kept.current === text) kept.current = before
    return isKept
  }
  /** What could not be kept stays to be seen, with why. */
  const end = (byKey: boolean) => void keep.current(label).then((isKept) => isKept && onDone(byKey))
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
        onSubmit={() => end(true)}
        onBlur={() => end(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone(true)
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
