import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'

export interface TabSpec<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

export function Tabs<Id extends string>(props: {
  readonly label: string
  readonly tabs: readonly TabSpec<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}) {
  return (
    <AriaTabs selectedKey={props.selected} onSelectionChange={(key) => props.onSelect(String(key) as Id)}>
      <TabList aria-label={props.label} className="flex gap-6 border-line border-b">
        {props.tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px flex h-10 select-none items-center gap-2 border-transparent border-b-2 font-medium text-ink-2 outline-offset-[-2px] transition-colors duration-120 hover:text-ink selected:border-accent selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="figure rounded-full bg-pressed px-1.5 text-xs font-medium text-ink-2">{tab.count}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {props.tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-6 outline-none">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
