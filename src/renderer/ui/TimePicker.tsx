import { parseTime } from '@internationalized/date'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { Label } from 'react-aria-components/Label'
import { TimeField } from 'react-aria-components/TimeField'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { CONTROL } from './Field.tsx'

/** A time of the day as `09:30`, typed or stepped through with the arrow keys. */
export function TimePicker(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (time: string) => void
}) {
  return (
    <TimeField
      value={parseTime(props.value)}
      onChange={(time) => time !== null && props.onChange(time.toString().slice(0, 5))}
      hourCycle={24}
      shouldForceLeadingZeros
      className="flex flex-col gap-1.5"
    >
      <Label className="flex min-h-5 items-end font-medium text-sm">{heard(props.label)}</Label>
      <DateInput className={cx(CONTROL, 'flex h-9 w-24 items-center')}>
        {(segment) => (
          <DateSegment
            segment={segment}
            className="figure rounded-sm px-0.5 outline-none focus:bg-accent focus:text-on-accent"
          />
        )}
      </DateInput>
    </TimeField>
  )
}
