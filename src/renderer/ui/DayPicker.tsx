import { parseDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'
import { formatCivil } from '../lib/time.ts'
import { Button } from './Button.tsx'
import { PopoverPanel } from './Overlay.tsx'

/** A day of the calendar as `2026-11-03`; the button says which, or what it is for. */
export function DayPicker(props: {
  readonly label: string
  /** Empty while none is chosen. */
  readonly value: string
  readonly onChange: (day: string) => void
  readonly quiet?: boolean
}) {
  const { label, value } = props
  return (
    <PopoverPanel
      label={label}
      width="w-auto"
      trigger={
        <Button
          kind={props.quiet === true ? 'quiet' : 'secondary'}
          icon={<CalendarDays className="size-4" />}
          className={props.quiet === true ? 'px-2.5 text-sm' : 'px-3'}
        >
          <span className={props.quiet === true ? '@max-[51.25rem]:sr-only' : undefined}>
            {value === '' ? heard(label) : heard(label + say('lib.colon') + formatCivil(value))}
          </span>
        </Button>
      }
    >
      {(close) => (
        <Calendar
          autoFocus
          aria-label={spoken(label)}
          value={value === '' ? null : parseDate(value)}
          onChange={(day) => {
            props.onChange(day.toString())
            close()
          }}
          className="p-3"
        >
          <div className="flex items-center gap-1 pb-2">
            <Heading className="flex-1 pl-2 font-[550] text-base" />
            <AriaButton slot="previous" className={STEP}>
              <ChevronLeft className="size-4" aria-hidden="true" />
            </AriaButton>
            <AriaButton slot="next" className={STEP}>
              <ChevronRight className="size-4" aria-hidden="true" />
            </AriaButton>
          </div>
          <CalendarGrid>
            <CalendarGridHeader>
              {(day) => <CalendarHeaderCell className="h-7 font-normal text-ink-2 text-xs">{day}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>{(day) => <CalendarCell date={day} className={CELL} />}</CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      )}
    </PopoverPanel>
  )
}

const STEP = 'grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink'
const CELL =
  'figure m-px grid size-8 cursor-default place-items-center rounded-md text-sm hover:bg-hover data-today:shadow-[inset_0_0_0_1px_var(--line-button)] data-outside-month:hidden selected:bg-accent selected:text-on-accent'
