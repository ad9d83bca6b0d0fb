import { say } from '#words'
import { Button } from '../../ui/Button.tsx'
import { DayPicker } from '../../ui/DayPicker.tsx'

/** On which day its owner wants to look again at what was asked for; empty is none. */
export function LookAgain({ day, onChange }: { readonly day: string; readonly onChange: (day: string) => void }) {
  return (
    <>
      <DayPicker label={say('receive.look-again')} value={day} onChange={onChange} />
      {day !== '' && (
        <Button size="sm" kind="quiet" onPress={() => onChange('')}>
          {say('approvals.no-day')}
        </Button>
      )}
    </>
  )
}
