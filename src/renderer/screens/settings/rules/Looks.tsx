import { isolated, say } from '#words'
import { rich } from '../../../lib/rich.tsx'
import { Checkbox } from '../../../ui/Choice.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { RulesForm } from './model.ts'
import { Part } from './Part.tsx'

type Hours = RulesForm['hours']

const DAYS: readonly { readonly id: Hours['days']; readonly text: string }[] = [
  { id: 'all', text: say('settings.rules-days-all') },
  { id: 'mon_fri', text: say('settings.rules-days-mon-fri') },
  { id: 'mon_sat', text: say('settings.rules-days-mon-sat') },
  { id: 'sun_thu', text: say('settings.rules-days-sun-thu') },
]

const hoursFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => ({
    id: String(first + at),
    text: `${String(first + at).padStart(2, '0')}:00`,
  }))

/** What is looked at twice whatever its amount. */
export function Looks(props: { readonly form: RulesForm; readonly onChange: (next: Partial<RulesForm>) => void }) {
  const { form, onChange } = props
  const { hours } = form
  const change = (next: Partial<Hours>): void => onChange({ hours: { ...hours, ...next } })
  return (
    <Part title={say('settings.rules-look')}>
      <Checkbox checked={form.lookWithoutMemo} onChange={(lookWithoutMemo) => onChange({ lookWithoutMemo })}>
        {say('settings.rules-look-memo')}
      </Checkbox>
      <Checkbox checked={form.looksOutside} onChange={(looksOutside) => onChange({ looksOutside })}>
        {say('settings.rules-look-hours')}
      </Checkbox>
      {form.looksOutside && (
        <div className="mt-1 grid gap-3 rounded-lg bg-sunken px-4 py-3.5">
          <div className="grid items-end gap-3 min-[32.5rem]:grid-cols-3">
            <Select
              label={say('settings.rules-look-days')}
              value={hours.days}
              onChange={(id) => change({ days: DAYS.find((each) => each.id === id)?.id ?? 'all' })}
              options={DAYS}
            />
            <Select
              label={say('settings.rules-look-from')}
              value={String(hours.fromHour)}
              onChange={(hour) => change({ fromHour: Number(hour), toHour: Math.max(hours.toHour, Number(hour) + 1) })}
              options={hoursFrom(0, 23)}
            />
            <Select
              label={say('settings.rules-look-to')}
              value={String(hours.toHour)}
              onChange={(hour) => change({ toHour: Number(hour) })}
              options={hoursFrom(hours.fromHour + 1, 24)}
            />
          </div>
          <p className="text-ink-3 text-sm">{rich('settings.rules-look-zone', { zone: isolated(hours.zone) })}</p>
        </div>
      )}
    </Part>
  )
}
