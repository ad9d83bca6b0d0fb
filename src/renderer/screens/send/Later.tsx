import { CalendarClock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { usualWhen, WhenFields } from '../../components/WhenFields.tsx'
import { heard } from '../../lib/heard.tsx'
import { useOnceKnown } from '../../lib/hooks.ts'
import { useAction } from '../../state/query.ts'
import { go, markPlace } from '../../state/routes.ts'
import type { When } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { planInput } from './later-model.ts'
import { listedRow } from './listed.ts'
import type { Writing } from './writing.ts'

/** The payment of the form at another time, once or again and again: then it is prepared, and never signed by itself. */
export function Later(props: LaterProps) {
  // Of what a plan pays, a list would not know.
  if (props.writing.onPhone || listedRow(props.writing.form) !== undefined) return null
  if (props.writing.plan !== null) {
    return (
      <section aria-label={say('scheduled.when')}>
        <LaterFields {...props} />
      </section>
    )
  }
  return (
    <Disclosure title={say('scheduled.later-or-regularly')} flush>
      <LaterFields {...props} />
    </Disclosure>
  )
}

interface LaterProps {
  readonly writing: Writing
  /** Told when its fields open and close. */
  readonly onOpen: (isOpen: boolean) => void
}

function LaterFields({ writing, onOpen }: LaterProps) {
  useEffect(() => {
    onOpen(true)
    return () => onOpen(false)
  }, [onOpen])
  const { owner, form, facts, plan: changed } = writing
  const save = useAction('schedule.save')
  const [when, setWhen] = useState<When>(() => changed?.when ?? usualWhen(Date.now()))
  const [typed, setTyped] = useState(changed?.name ?? null)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const name = typed ?? form.label
  const { input, obstacle } = planInput(form, facts.context, owner)
  const { waiting, wait } = useOnceKnown(form, facts.isAsking, () => void plan())
  const isNameless = obstacle === null && name.trim() === ''

  async function plan(): Promise<void> {
    if (facts.isAsking && name.trim() !== '') {
      wait()
      return
    }
    setTried(true)
    if (isNameless) field.current?.focus()
    if (input === null || obstacle !== null || isNameless) return
    const isHere = markPlace()
    const made = await save.run({ ...input, planId: changed?.planId ?? null, name, when })
    if (made === undefined) return
    if (changed === null) await writing.putAway()
    if (isHere()) go({ name: 'scheduled', planId: made.planId })
  }

  return (
    <div className="grid gap-4 pt-2 pb-1">
      <p className="max-w-prose text-ink-2">
        {changed === null ? say('scheduled.must-be-open') : say('scheduled.from-now-on')}
        {form.rows.length > 1 && ` ${say('scheduled.one-asset')}`}
      </p>
      <WhenFields account={owner.account} when={when} onChange={setWhen} />
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
        <Input
          ref={field}
          label={say('scheduled.name')}
          className="min-w-56 flex-1"
          value={name}
          maxLength={80}
          placeholder={say('scheduled.name-example')}
          onChange={setTyped}
          error={tried && isNameless ? say('scheduled.give-it-a-name') : undefined}
        />
        {/* Beside the field itself, whatever stands below that. */}
        <span data-later className="pt-6.5">
          <Button
            icon={<CalendarClock className="size-4" />}
            kind="primary"
            pending={save.pending || waiting}
            onPress={() => void plan()}
            aria-describedby="later-obstacle"
          >
            {changed === null ? say('scheduled.plan-it') : say('common.save')}
          </Button>
        </span>
      </div>
      <p id="later-obstacle" role="status" className="text-sm text-stop empty:hidden">
        {tried && heard(obstacle)}
      </p>
      <ErrorNotice error={save.error} />
    </div>
  )
}
