import { parseDate } from '@internationalized/date'
import { useState } from 'react'
import { say } from '#words'
import { localZone, wallOf } from '../lib/time.ts'
import { useQuery } from '../state/query.ts'
import type { When } from '../state/types.ts'
import { Segmented } from '../ui/Choice.tsx'
import { DayPicker } from '../ui/DayPicker.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Time } from '../ui/Time.tsx'
import { TimePicker } from '../ui/TimePicker.tsx'
import { ErrorLines } from './ErrorNotice.tsx'
import { REPEATS } from './plan-words.ts'

/** Tomorrow at nine, once a month: what is nearest to what most people plan. */
export function usualWhen(now: number): When {
  return {
    first: dayAfter(wallOf(now).day),
    time: '09:00',
    zone: localZone(),
    repeats: 'monthly',
    end: { kind: 'never' },
  }
}

const REPEAT_OPTIONS = Object.entries(REPEATS).map(([id, text]) => ({ id, text }))

/** When a plan pays, and the dates that comes to. */
export function WhenFields(props: {
  readonly account: string
  readonly when: When
  readonly onChange: (when: When) => void
}) {
  const { when, onChange } = props
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <Select
          label={say('scheduled.repeats')}
          className="w-72 max-w-full"
          value={when.repeats}
          options={REPEAT_OPTIONS}
          onChange={(repeats) => onChange(repeating(when, repeats as When['repeats']))} // an id of the options
        />
        <DayPicker
          label={when.repeats === 'once' ? say('scheduled.day') : say('scheduled.first-day')}
          value={when.first}
          onChange={(first) => onChange({ ...when, first })}
        />
        <TimePicker label={say('scheduled.time')} value={when.time} onChange={(time) => onChange({ ...when, time })} />
      </div>
      {when.repeats !== 'once' && <EndFields when={when} onChange={onChange} />}
      <Dates account={props.account} when={when} />
    </div>
  )
}

/** What comes once has no end, which would cut it off where nobody sees one. */
export const repeating = (when: When, repeats: When['repeats']): When => ({
  ...{ ...when, repeats },
  ...(repeats === 'once' && { end: { kind: 'never' } }),
})

/** The next day of the calendar, however many hours this one has. */
const dayAfter = (day: string): string => parseDate(day).add({ days: 1 }).toString()

/** The same day of the calendar a year on, wherever this computer stands. */
export const yearAfter = (day: string): string => parseDate(day).add({ years: 1 }).toString()

function EndFields({ when, onChange }: { readonly when: When; readonly onChange: (when: When) => void }) {
  const { end } = when
  const [typed, setTyped] = useState<string | null>(null)
  const ends = (kind: When['end']['kind']): When['end'] =>
    kind === 'until' ? { kind, day: yearAfter(when.first) } : kind === 'times' ? { kind, times: 12 } : { kind }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="font-medium text-sm">{say('scheduled.ends')}</span>
      <Segmented
        label={say('scheduled.ends')}
        small
        value={end.kind}
        options={[
          { value: 'never', label: say('scheduled.never') },
          { value: 'until', label: say('scheduled.on-a-day') },
          { value: 'times', label: say('scheduled.after-so-many') },
        ]}
        onChange={(kind) => onChange({ ...when, end: ends(kind) })}
      />
      {end.kind === 'until' && (
        <DayPicker
          label={say('scheduled.last-day')}
          value={end.day}
          onChange={(day) => onChange({ ...when, end: { kind: 'until', day } })}
        />
      )}
      {end.kind === 'times' && (
        <Input
          label={say('scheduled.number-of-times')}
          className="w-40"
          inputMode="numeric"
          maxLength={4}
          value={typed ?? String(end.times)}
          onBlur={() => setTyped(null)}
          onChange={(text) => {
            const digits = text.replace(/\D/g, '')
            // A field that is emptied stays so while another number is typed.
            setTyped(digits)
            onChange({ ...when, end: { kind: 'times', times: Math.max(1, Number(digits)) } })
          }}
        />
      )}
    </div>
  )
}

/** The next dates as the wallet works them out. */
function Dates({ account, when }: { readonly account: string; readonly when: When }) {
  const { value, error } = useQuery('schedule.dates', { account, when })
  if (error !== null) {
    return (
      <p role="alert" className="text-sm text-stop">
        <ErrorLines error={error} />
      </p>
    )
  }
  const coming = value?.coming ?? []
  const last = value?.last ?? null
  return (
    <div role="status" className="min-h-5 text-ink-2 text-sm">
      {value !== undefined && coming.length === 0 ? (
        <p className="text-stop">{say('scheduled.no-such-time')}</p>
      ) : (
        <ul className="flex flex-wrap gap-x-5 gap-y-1" aria-label={say('scheduled.next-dates')}>
          <li className="font-medium text-ink" aria-hidden="true">
            {say('scheduled.next-dates')}
          </li>
          {coming.map(({ day, at }) => (
            <li key={day}>
              <Time at={at} form="dated" />
            </li>
          ))}
          {last !== null && coming.every(({ day }) => day !== last.day) && (
            <li>
              {say('scheduled.last')} <Time at={last.at} form="dated" />
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
