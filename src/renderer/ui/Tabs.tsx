import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'

interface TabSpec<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: number
  readonly content: ReactNode
}

export interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly TabSpec<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}

const LINE =
  '-mb-px flex h-10 select-none items-center gap-2 border-transparent border-b-2 font-medium text-ink-2 transition-colors duration-120 hover:text-ink selected:border-accent selected:text-ink'
const PILL =
  'flex h-7 select-none items-center gap-1.5 rounded-md px-2.5 font-[550] text-ink-2 text-sm outline-offset-[-2px] transition-colors duration-120 hover:text-ink selected:bg-pressed selected:text-ink'

/** Views of one screen. `frame` puts the list beside the screen's title, as pills, and the view below. */
export function Tabs<Id extends string>(
  props: TabsProps<Id> & { readonly frame?: (list: ReactNode, content: ReactNode) => ReactNode },
) {
  const { frame, tabs } = props
  const list = (
    <TabList
      aria-label={spoken(props.label)}
      className={frame === undefined ? 'flex gap-6 border-line border-b' : 'flex flex-wrap gap-1'}
    >
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className={frame === undefined ? LINE : PILL}>
          {heard(tab.label)}
          {tab.count !== undefined && tab.count > 0 && (
            <span className="figure rounded-full bg-pressed px-1.5 font-medium text-ink-2 text-xs forced-colors:bg-transparent">
              {tab.count}
            </span>
          )}
        </Tab>
      ))}
    </TabList>
  )
  const content = tabs.map((tab) => (
    <TabPanel key={tab.id} id={tab.id} className={frame === undefined ? 'pt-6 outline-none' : 'outline-none'}>
      {tab.content}
    </TabPanel>
  ))
  return (
    <AriaTabs
      selectedKey={props.selected}
      onSelectionChange={(key) => props.onSelect(String(key) as Id)}
      className="contents"
    >
      {frame === undefined ? (
        <div>
          {list}
          {content}
        </div>
      ) : (
        frame(list, content)
      )}
    </AriaTabs>
  )
}
