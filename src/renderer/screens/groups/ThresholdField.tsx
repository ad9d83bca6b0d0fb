import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../ui/Button.tsx'

/** How many of the members must sign. */
export function ThresholdField(props: {
  readonly value: number
  readonly members: number
  readonly onChange: (value: number) => void
}) {
  const { value, members, onChange } = props
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-6">
      <div>
        <p id={id} className="font-medium">
          Signatures needed
        </p>
        <p className="text-ink-2 text-sm">How many members must sign before money moves.</p>
      </div>
      <div className="flex items-center gap-3">
        <IconButton label="One less" isDisabled={value <= 1} onPress={() => onChange(value - 1)}>
          <Minus className="size-4" />
        </IconButton>
        <output aria-labelledby={id} className="figure min-w-20 text-center font-semibold text-xl">
          {`${value} of ${members}`}
        </output>
        <IconButton label="One more" isDisabled={value >= members} onPress={() => onChange(value + 1)}>
          <Plus className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
