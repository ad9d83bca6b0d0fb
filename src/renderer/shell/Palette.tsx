import { ArrowRight, CircleUserRound, ScanLine, Search, Settings2, Zap } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { isolated, say } from '#words'
import { AssetIcon } from '../components/AssetIcon.tsx'
import { Cut } from '../components/Cut.tsx'
import { Figure } from '../components/figures.tsx'
import { GroupAvatar } from '../components/group.tsx'
import { heard } from '../lib/heard.tsx'
import { useFocusOnOpen } from '../lib/hooks.ts'
import { beginsWord } from '../lib/search.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Dialog as Sheet } from '../ui/Overlay.tsx'
import { type Command, keyCaps } from './commands.ts'
import { type Find, type FindSign, isReadable, readIt, useFinds } from './finds.ts'

const MAC = navigator.platform.startsWith('Mac')
const GROUPS = ['go', 'do', 'accounts'] as const

const GROUP_NAMES: Readonly<Record<Command['group'], string>> = {
  go: say('shell.go-to'),
  do: say('shell.do'),
  accounts: say('shell.accounts'),
}

const SECTIONS = ['people', 'movements', 'requests', 'assets'] as const
const SECTION_NAMES: Readonly<Record<Find['section'], string>> = {
  people: say('shell.people-and-groups'),
  movements: say('shell.movements'),
  requests: say('shell.requests'),
  assets: say('shell.assets'),
  settings: say('settings.settings'),
}

/** Everything that can be found and done from anywhere, by name. Enter opens; with Ctrl or Cmd it sends to a person. */
export function Palette({
  commands,
  onClose,
}: {
  readonly commands: readonly Command[]
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useFocusOnOpen(field, 0)
  const finds = useFinds(typed)
  const shown = commands.filter(({ id, title }) => id !== 'palette' && beginsWord(title, typed))
  const act = (deed: () => void) => {
    onClose()
    deed()
  }
  function onKey(event: KeyboardEvent<HTMLElement>): void {
    // The field itself would only empty itself.
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
      return
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    const key = event.currentTarget.querySelector('[role=option][data-focused]')?.getAttribute('data-key')
    const found = finds.find(({ id }) => id === key)?.send
    if (found === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act(found)
  }

  const foundIn = (section: Find['section']) => (
    <Section key={section} title={SECTION_NAMES[section]}>
      {finds
        .filter((find) => find.section === section)
        .map((find) => (
          <FoundRow key={find.id} find={find} typed={typed} onAction={() => act(find.open)} />
        ))}
    </Section>
  )

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-40 flex animate-appear items-start justify-center bg-overlay px-4 pt-[11vh]"
    >
      <Modal className="w-full max-w-155 animate-rise overflow-hidden rounded-xl bg-raised shadow-overlay">
        <Dialog aria-label={say('shell.commands')} className="outline-none">
          <div onKeyDownCapture={onKey}>
            <Autocomplete inputValue={typed} onInputChange={setTyped}>
              <SearchField aria-label={say('shell.find-anything')} className="relative border-line border-b">
                <Search className="pointer-events-none absolute top-5 left-5 size-4.5 text-ink-3" aria-hidden="true" />
                {/* The field itself: the library's own way waits for moving parts behind, and a crowded machine leaves the focus on the frame. */}
                <Input
                  ref={field}
                  autoFocus
                  role="combobox"
                  aria-expanded
                  aria-haspopup="listbox"
                  placeholder={say('shell.find-anything')}
                  className="h-14 w-full bg-transparent pr-5 pl-[3.25rem] text-lg outline-none focus:outline-none focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
                />
              </SearchField>
              <ListBox
                aria-label={say('shell.commands')}
                className="max-h-[min(56vh,30rem)] overflow-y-auto p-2 outline-none"
                renderEmptyState={() => (
                  <p className="px-3 py-8 text-center text-ink-3">{say('shell.nothing-has-that-name')}</p>
                )}
              >
                {isReadable(typed) && (
                  <Row id="read" text={typed} onAction={() => act(() => readIt(typed))}>
                    <Tile>
                      <ScanLine className="size-4" />
                    </Tile>
                    <Cut
                      text={say('shell.read-what-was-pasted', { text: isolated(typed.trim()) })}
                      className="flex-1 text-row"
                    />
                  </Row>
                )}
                {SECTIONS.map(foundIn)}
                {GROUPS.map((group) => (
                  <Section key={group} title={GROUP_NAMES[group]}>
                    {shown
                      .filter((command) => command.group === group)
                      .map(({ id, title, keys, run }) => (
                        <Row key={id} id={id} text={title} small onAction={() => act(run)}>
                          <Lead group={group} />
                          <span className="min-w-0 flex-1">
                            <Marked text={title} typed={typed} />
                          </span>
                          {keys !== undefined && <Kbd keys={keyCaps(keys, MAC)} />}
                        </Row>
                      ))}
                  </Section>
                ))}
                {/* A screen or a deed by its name comes before a setting of it. */}
                {foundIn('settings')}
              </ListBox>
            </Autocomplete>
          </div>
          <Hints />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Row(props: {
  readonly id: string
  readonly text: string
  readonly small?: boolean
  readonly onAction: () => void
  readonly children: ReactNode
}) {
  return (
    <ListBoxItem
      id={props.id}
      textValue={props.text}
      onAction={props.onAction}
      className={`flex select-none items-center gap-3 rounded-field px-3 outline-none focused:bg-accent-soft ${props.small === true ? 'min-h-9 py-1' : 'min-h-12 py-1.5'}`}
    >
      {props.children}
    </ListBoxItem>
  )
}

/** Rows under a title, which does not stand there for none. */
const Section = ({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <ListBoxSection className="pb-1">
      <Header className="px-3 pt-2 pb-1 font-[550] text-ink-2 text-xs">{heard(title)}</Header>
      {children}
    </ListBoxSection>
  )

function FoundRow(props: { readonly find: Find; readonly typed: string; readonly onAction: () => void }) {
  const { find, typed } = props
  const marked = (piece: string) => <Marked text={piece} typed={typed} />
  return (
    <Row id={find.id} text={find.title} onAction={props.onAction}>
      <Sign sign={find.sign} />
      <span className="min-w-0 flex-1">
        <Cut text={find.title} className="text-row" show={marked} />
        <Cut text={find.text} className="text-ink-2 text-xs" show={marked} />
      </span>
      {find.amount !== undefined && (
        <Figure
          value={find.amount.value}
          symbol={find.amount.symbol}
          sign={find.section === 'movements'}
          className="shrink-0 text-sm"
        />
      )}
    </Row>
  )
}

const LEADS = { go: ArrowRight, do: Zap, accounts: CircleUserRound } as const

/** As wide as the pictures of what was found, so that all names begin at one line. */
function Lead({ group }: { readonly group: Command['group'] }) {
  const Icon = LEADS[group]
  return (
    <span className="grid w-8 shrink-0 place-items-center text-ink-3" aria-hidden="true">
      <Icon className="size-4" />
    </span>
  )
}

const Tile = ({ children }: { readonly children: ReactNode }) => (
  <span className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-ink-2" aria-hidden="true">
    {children}
  </span>
)

function Sign({ sign }: { readonly sign: FindSign }) {
  if (sign.kind === 'asset') return <AssetIcon asset={sign.asset} />
  if (sign.kind === 'setting') {
    return (
      <Tile>
        <Settings2 className="size-4" />
      </Tile>
    )
  }
  if (sign.kind === 'group') return <GroupAvatar group={sign.group} />
  return <Avatar name={sign.user.name} seed={sign.user.userId} />
}

/** The part that was typed is underlined: colour stands for other things. */
function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  const wanted = typed.trim().toLowerCase()
  const low = text.toLowerCase().replaceAll('\u00a0', ' ')
  const at = wanted === '' || low.length !== text.length ? -1 : low.indexOf(wanted)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="underline decoration-2 decoration-accent underline-offset-4">
        {text.slice(at, at + wanted.length)}
      </span>
      {text.slice(at + wanted.length)}
    </>
  )
}

function Hints() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-5 py-2.5 text-ink-2 text-xs">
      <span>↑ ↓ {say('shell.hint-choose')}</span>
      <span>
        {say('shell.enter')} {say('shell.hint-open')}
      </span>
      <span>
        {MAC ? '⌘' : say('shell.ctrl')} {say('shell.enter')} {say('shell.hint-send')}
      </span>
      <span className="ml-auto">{say('shell.hint-paste')}</span>
    </p>
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
                  {heard(command.title)}
                  <Kbd keys={keyCaps(command.keys ?? '', MAC)} />
                </li>
              ))}
            {group === 'do' && (
              <li className="flex h-9 items-center justify-between">
                {say('shell.take-what-is-written')}
                <Kbd keys={[MAC ? '⌘' : say('shell.ctrl'), say('shell.enter')]} />
              </li>
            )}
          </ul>
        </section>
      ))}
    </Sheet>
  )
}
