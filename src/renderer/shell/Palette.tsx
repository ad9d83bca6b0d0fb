import { Search } from 'lucide-react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { say } from '#words'
import { beginsWord } from '../lib/search.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Dialog as Sheet } from '../ui/Overlay.tsx'
import { type Command, keyCaps } from './commands.ts'

const MAC = navigator.platform.startsWith('Mac')
const GROUPS = ['go', 'do', 'accounts'] as const

const GROUP_NAMES: Readonly<Record<Command['group'], string>> = {
  go: say('shell.go-to'),
  do: say('shell.do'),
  accounts: say('shell.accounts'),
}

/** Everything that can be done from anywhere, by name. */
export function Palette({
  commands,
  onClose,
}: {
  readonly commands: readonly Command[]
  readonly onClose: () => void
}) {
  const shown = commands.filter((command) => command.id !== 'palette')
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 flex animate-appear items-start justify-center bg-overlay px-4 pt-[14vh]"
    >
      <Modal className="w-full max-w-xl animate-rise overflow-hidden rounded-xl bg-raised shadow-overlay">
        <Dialog aria-label={say('shell.commands')} className="outline-none">
          <Autocomplete filter={beginsWord}>
            <SearchField aria-label={say('shell.find-a-command')} autoFocus className="relative border-line border-b">
              <Search className="pointer-events-none absolute top-4 left-4 size-[18px] text-ink-3" aria-hidden="true" />
              <Input
                role="combobox"
                aria-expanded
                aria-haspopup="listbox"
                placeholder={say('shell.type-what-you-want-to-do')}
                className="h-[50px] w-full bg-transparent pr-4 pl-11 text-lg outline-none focus:outline-none focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <ListBox
              aria-label={say('shell.commands')}
              className="max-h-[52vh] overflow-y-auto p-1.5 outline-none"
              renderEmptyState={() => (
                <p className="px-3 py-8 text-center text-ink-3">{say('shell.nothing-has-that-name')}</p>
              )}
            >
              {GROUPS.map((group) => (
                <ListBoxSection key={group} className="pb-1">
                  <Header className="px-2.5 pt-2 pb-1 text-ink-3 text-xs">{GROUP_NAMES[group]}</Header>
                  {shown
                    .filter((command) => command.group === group)
                    .map((command) => (
                      <ListBoxItem
                        key={command.id}
                        id={command.id}
                        textValue={command.title}
                        onAction={() => {
                          onClose()
                          command.run()
                        }}
                        className="flex h-9 select-none items-center justify-between rounded-md px-2.5 outline-none focused:bg-hover"
                      >
                        {command.title}
                        {command.keys !== undefined && <Kbd keys={keyCaps(command.keys, MAC)} />}
                      </ListBoxItem>
                    ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The list of keys, opened by `?`. */
export function Keys({ commands, onClose }: { readonly commands: readonly Command[]; readonly onClose: () => void }) {
  return (
    <Sheet title={say('shell.keyboard-shortcuts')} isOpen onClose={onClose}>
      {GROUPS.map((group) => (
        <section key={group} className="mt-4 first:mt-0">
          <h3 className="mb-1 text-ink-3 text-sm">{GROUP_NAMES[group]}</h3>
          <ul>
            {commands
              .filter((command) => command.group === group && command.keys !== undefined)
              .map((command) => (
                <li
                  key={command.id}
                  className="flex h-9 items-center justify-between border-line border-b last:border-0"
                >
                  {command.title}
                  <Kbd keys={keyCaps(command.keys ?? '', MAC)} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Sheet>
  )
}
