import { Check, ChevronDown, ChevronsUpDown, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { beginsWord } from '../lib/search.ts'
import { spoken } from '../lib/spoken.ts'
import { CONTROL } from './Field.tsx'

export interface SelectOption {
  readonly id: string
  /** What is searched and spoken. */
  readonly text: string
  readonly content?: ReactNode
  readonly aside?: ReactNode
}

export interface SelectProps {
  readonly label: string
  readonly hideLabel?: boolean
  readonly options: readonly SelectOption[]
  readonly value: string | null
  readonly onChange: (id: string) => void
  readonly placeholder?: string
  /** Adds a field that narrows the list. */
  readonly search?: string
  readonly className?: string
  readonly large?: boolean
  /** Without a box: one of several that stand in a line. */
  readonly quiet?: boolean
  readonly hint?: ReactNode
}

/** So many options are always there. */
const FEW = 8

/** Of many options only the chosen one is drawn until somebody comes near: a closed list of a hundred costs as much as the screen it is on. */
function useNear({ options, value }: Pick<SelectProps, 'options' | 'value'>) {
  const [near, setNear] = useState(false)
  const chosen = options.filter(({ id }) => id === value)
  const least = chosen.length > 0 ? chosen : options.slice(0, 1)
  return { drawn: near || options.length <= FEW ? options : least, comeNear: () => setNear(true) }
}

export function Select(props: SelectProps) {
  const { label, options, value, onChange, placeholder = say('ui.choose'), search, className, large } = props
  const { drawn, comeNear } = useNear(props)
  const list = (
    <ListBox
      items={drawn}
      className="max-h-72 overflow-y-auto p-1 outline-none"
      renderEmptyState={() => <p className="px-3 py-6 text-center text-sm text-ink-3">{say('ui.no-match')}</p>}
    >
      {(option) => (
        <ListBoxItem
          id={option.id}
          textValue={option.text}
          className="flex min-h-9 select-none items-center gap-2.5 rounded-[0.375rem] px-2.5 py-1.5 outline-none focused:bg-hover"
        >
          {({ isSelected }) => (
            <>
              <span className="flex min-w-0 flex-1 items-center gap-2.5">{option.content ?? heard(option.text)}</span>
              {heard(option.aside)}
              <Check className={cx('size-4 shrink-0 text-accent-ink', !isSelected && 'invisible')} aria-hidden="true" />
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
  return (
    <AriaSelect
      {...(props.hideLabel === true ? { 'aria-label': label } : {})}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      placeholder={placeholder}
      // Without anything to choose a press would open nothing: while a list is still read, it waits for it.
      isDisabled={options.length === 0}
      onFocus={comeNear}
      onOpenChange={comeNear}
      className={cx('flex flex-col gap-1.5', className)}
    >
      {props.hideLabel !== true && <Label className="flex min-h-5 items-end font-medium text-sm">{heard(label)}</Label>}
      <Button
        onHoverStart={comeNear}
        className={
          props.quiet === true
            ? 'flex h-9 max-w-48 items-center gap-1.5 rounded-button px-2.5 text-left text-ink-2 text-sm font-[550] transition-colors duration-120 hover:bg-hover hover:text-ink'
            : cx(CONTROL, 'flex items-center gap-2 text-left', large === true ? 'h-11' : 'h-9')
        }
      >
        <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-ink-3">
          {({ isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : <Chosen option={options.find((option) => option.id === value)} />
          }
        </SelectValue>
        {props.quiet === true ? (
          <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
        ) : (
          <ChevronsUpDown className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
        )}
      </Button>
      {props.hint !== undefined && <p className="text-sm text-ink-3">{heard(props.hint)}</p>}
      <Popover
        offset={4}
        className="min-w-[max(14rem,var(--trigger-width))] max-w-96 animate-rise rounded-lg bg-raised shadow-overlay"
      >
        {search === undefined ? (
          list
        ) : (
          <Autocomplete filter={beginsWord}>
            <SearchField aria-label={spoken(search)} className="relative border-line border-b p-1.5">
              <Search className="pointer-events-none absolute top-4 left-4 size-4 text-ink-3" aria-hidden="true" />
              {/* As in the palette: the field takes the focus itself, whatever moves behind it. */}
              <Input
                autoFocus
                role="combobox"
                aria-expanded
                aria-haspopup="listbox"
                placeholder={search}
                className="h-9 w-full rounded-[0.375rem] bg-transparent pr-3 pl-9 outline-none focus:outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            {list}
          </Autocomplete>
        )}
      </Popover>
    </AriaSelect>
  )
}

function Chosen({ option }: { readonly option: SelectOption | undefined }) {
  if (option === undefined) return null
  return <span className="flex min-w-0 items-center gap-2.5">{option.content ?? heard(option.text)}</span>
}
