import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { say } from '#words'
import { useFocusKept } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { IconButton } from '../../ui/Button.tsx'

/** How many of the members must sign. */
export function ThresholdField(props: {
  readonly value: number
  readonly members: number
  readonly onChange: (value: number) => void
}) {
  const { value, members, onChange } = props
  const id = useId()
  const steps = useFocusKept<HTMLDivElement>()
  return (
    <div className="flex items-center justify-between gap-6">
      <div>
        <p id={id} className="font-medium">
          {say('groups.signatures-needed')}
        </p>
        <p className="text-ink-2 text-sm">{say('groups.how-many-members-must-sign-before')}</p>
      </div>
      <div ref={steps} className="flex items-center gap-3">
        <IconButton label={say('groups.one-less')} isDisabled={value <= 1} onPress={() => onChange(value - 1)}>
          <Minus className="size-4" />
        </IconButton>
        <output aria-labelledby={id} className="figure min-w-20 text-center font-semibold text-xl">
          {rich('groups.of', { value, members })}
        </output>
        <IconButton label={say('groups.one-more')} isDisabled={value >= members} onPress={() => onChange(value + 1)}>
          <Plus className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
