import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly onAction: () => void
}

/** Actions on one thing. */
export function Menu(props: {
  readonly trigger: ReactNode
  readonly label: string
  readonly entries: readonly MenuEntry[]
}) {
  return (
    <MenuTrigger>
      {props.trigger}
      <Popover
        placement="bottom end"
        offset={4}
        className="min-w-44 animate-rise rounded-lg bg-raised p-1 shadow-overlay"
      >
        <AriaMenu aria-label={spoken(props.label)} className="outline-none">
          {props.entries.map((entry) => (
            <AriaMenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              onAction={entry.onAction}
              className={cx(
                'flex h-8 select-none items-center gap-2.5 rounded-[0.375rem] px-2.5 outline-none focused:bg-hover [&_svg]:size-4',
                entry.danger === true ? 'text-stop' : 'text-ink [&_svg]:text-ink-3',
              )}
            >
              {entry.icon}
              {heard(entry.label)}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
