import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useAction } from '../../state/query.ts'
import type { Preferences } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { PopoverPanel } from '../../ui/Overlay.tsx'

export type SavedSearch = NonNullable<Preferences['searches']>[number]

const MOST = 50

/** Searches that were given a name; they are kept with the settings of this computer, and in its backup. */
export function Saved(props: {
  /** What is chosen now; null while nothing is. */
  readonly now: Omit<SavedSearch, 'name'> | null
  readonly onChoose: (saved: SavedSearch) => void
}) {
  const searches = useWallet().state.preferences.searches ?? []
  const set = useAction('app.setPreferences')
  // A press beside the panel is no reason to type it again.
  const [typed, setTyped] = useState('')
  const remove = (name: string) => void set.run({ searches: searches.filter((each) => each.name !== name) })
  return (
    <PopoverPanel
      label={say('activity.saved-searches')}
      placement="bottom end"
      trigger={
        <IconButton label={say('activity.saved-searches')}>
          <Bookmark className="size-4" />
        </IconButton>
      }
    >
      {(close) => (
        <div className="p-3">
          {searches.length === 0 && <p className="px-2 pb-2 text-ink-2 text-sm">{say('activity.no-saved-searches')}</p>}
          <ul>
            {searches.map((saved) => (
              <li key={saved.name} className="flex items-center">
                <button
                  type="button"
                  dir="auto"
                  className="min-h-9 min-w-0 flex-1 truncate rounded-md px-2 text-left hover:bg-hover"
                  onClick={() => {
                    props.onChoose(saved)
                    close()
                  }}
                >
                  {saved.name}
                </button>
                <IconButton
                  label={say('activity.forget-search', { name: saved.name })}
                  onPress={() => remove(saved.name)}
                >
                  <X className="size-4" />
                </IconButton>
              </li>
            ))}
          </ul>
          <ErrorNotice error={set.error} className="my-2" />
          {props.now !== null && searches.length < MOST && (
            <Keep
              name={typed}
              onName={setTyped}
              pending={set.pending}
              onKeep={(name) => {
                const others = searches.filter((each) => each.name !== name)
                if (props.now === null) return
                void set.run({ searches: [...others, { ...props.now, name }] }).then((kept) => {
                  if (kept === undefined) return
                  setTyped('')
                  close()
                })
              }}
            />
          )}
        </div>
      )}
    </PopoverPanel>
  )
}

function Keep(props: {
  readonly name: string
  readonly onName: (name: string) => void
  readonly pending: boolean
  readonly onKeep: (name: string) => void
}) {
  const { name } = props
  return (
    <Form
      className="mt-2 flex items-end gap-2 border-line border-t px-2 pt-3"
      onSubmit={() => {
        if (name.trim() === '') return
        props.onKeep(name.trim())
      }}
    >
      <Input
        label={say('activity.name-of-search')}
        className="min-w-0 flex-1"
        value={name}
        onChange={props.onName}
        maxLength={60}
      />
      <Button type="submit" kind="primary" isDisabled={name.trim() === ''} pending={props.pending}>
        {say('common.save')}
      </Button>
    </Form>
  )
}
