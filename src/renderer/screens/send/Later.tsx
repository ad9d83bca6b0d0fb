import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { usualWhen, WhenFields } from '../../components/WhenFields.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { When } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { planInput } from './later-model.ts'
import type { Writing } from './writing.ts'

/** The payment of the form at another time, once or again and again: then it is prepared, and never signed by itself. */
export function Later({ writing }: { readonly writing: Writing }) {
  if (writing.onPhone) return null
  return (
    <Disclosure title={say('scheduled.later-or-regularly')} flush>
      <LaterFields writing={writing} />
    </Disclosure>
  )
}

function LaterFields({ writing }: { readonly writing: Writing }) {
  const { owner, form, facts } = writing
  const save = useAction('schedule.save')
  const [when, setWhen] = useState<When>(() => usualWhen(Date.now()))
  const [typed, setTyped] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const name = typed ?? form.label
  const { input, obstacle } = planInput(form, facts.context, owner)
  const missing = obstacle ?? (name.trim() === '' ? say('scheduled.give-it-a-name') : null)

  async function plan(): Promise<void> {
    setTried(true)
    if (input === null || missing !== null) return
    const made = await save.run({ ...input, planId: null, name, when })
    if (made === undefined) return
    await writing.putAway()
    go({ name: 'scheduled', planId: made.planId })
  }

  return (
    <div className="grid gap-4 pt-2 pb-1">
      <p className="max-w-prose text-ink-2">{say('scheduled.must-be-open')}</p>
      <WhenFields account={owner.account} when={when} onChange={setWhen} />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <Input
          label={say('scheduled.name')}
          className="min-w-56 flex-1"
          value={name}
          maxLength={80}
          placeholder={say('scheduled.name-example')}
          onChange={setTyped}
        />
        <Button
          icon={<CalendarClock className="size-4" />}
          pending={save.pending}
          onPress={() => void plan()}
          aria-describedby="later-obstacle"
        >
          {say('scheduled.plan-it')}
        </Button>
      </div>
      <p id="later-obstacle" role="status" className="text-sm text-stop empty:hidden">
        {tried && missing}
      </p>
      {save.error !== null && <ErrorNotice error={save.error} />}
    </div>
  )
}
