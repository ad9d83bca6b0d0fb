import { ArrowLeft, CircleAlert, ContactRound, Download, Files, RefreshCw, Upload, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { AlignedFigure } from '../../components/figures.tsx'
import { numberBeside, userName } from '../../components/group.tsx'
import { ItemUnits } from '../../components/ItemUnits.tsx'
import { hasFailed, itemOf, NO_FILTER, spokenMemo } from '../../components/movement.ts'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { placesOf, shorten } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { saveText } from '../../lib/save.ts'
import { spoken } from '../../lib/spoken.ts'
import { formatMoment } from '../../lib/time.ts'
import { useAction, useQueries, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityRow, Contact } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Found, SearchField } from '../../ui/SearchField.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { AddContact } from './AddContact.tsx'
import { Addresses } from './Addresses.tsx'
import { Blocked } from './Blocked.tsx'
import { ImportContacts } from './ImportContacts.tsx'
import { Marks } from './marks.tsx'
import { searched, sortContacts } from './model.ts'
import { Rail } from './Rail.tsx'

type Tab = 'people' | 'addresses' | 'blocked'

/** People and addresses that this account knows. */
export function Contacts(props: { readonly tab?: Tab }) {
  const { account } = useWallet()
  const lists = useQuery('contacts.list', { account: account.account })
  const addresses = useQuery('contacts.addresses', { account: account.account })
  const [tab, setTab] = useState<Tab>(props.tab ?? 'people')
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const refresh = useAction('contacts.refresh')
  const save = useAction('contacts.export')
  const [text, setText] = useState('')
  // Who only looks on changes nobody's contacts.
  const isWatched = account.kind === 'watch'
  return (
    <Page
      title={say('contacts.contacts')}
      actions={
        <>
          <Menu
            label={say('contacts.more')}
            trigger={
              <Button kind="quiet" icon={<Files className="size-4" />}>
                {say('contacts.file-of-contacts')}
              </Button>
            }
            entries={[
              {
                id: 'export',
                label: say('contacts.export-to-a-file'),
                icon: <Download />,
                onAction: () =>
                  void save
                    .run({ account: account.account })
                    .then((made) => made !== undefined && saveText(made.fileName, made.text)),
              },
              ...(isWatched
                ? []
                : [
                    {
                      id: 'import',
                      label: say('contacts.import-a-file'),
                      icon: <Upload />,
                      onAction: () => setOpen('import'),
                    },
                  ]),
              {
                id: 'refresh',
                label: say('contacts.read-from-the-network-now'),
                icon: <RefreshCw />,
                onAction: () => void refresh.run({ account: account.account }),
              },
            ]}
          />
          {!isWatched && (
            <Button kind="primary" icon={<UserPlus className="size-4" />} onPress={() => setOpen('add')}>
              {say('contacts.add-contact')}
            </Button>
          )}
        </>
      }
    >
      {save.error !== null && (
        <Dialog title={say('shared.not-exported')} isOpen onClose={save.reset}>
          <ErrorNotice error={save.error} />
        </Dialog>
      )}
      <ErrorNotice error={refresh.error} className="mb-4" />
      <div className="grid items-start gap-x-7 gap-y-6 min-[62.5rem]:grid-cols-[minmax(0,1fr)_16.375rem] min-[75rem]:grid-cols-[minmax(0,1fr)_18rem] min-[75rem]:gap-x-11">
        <div className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <SearchField
              label={say('contacts.search-contacts')}
              placeholder={say('contacts.name-number-note-or-address-label')}
              value={text}
              onChange={setText}
              className="min-w-56 flex-1 min-[75rem]:max-w-67"
            />
            {tab !== 'blocked' && (
              <Segmented
                label={say('contacts.what-is-listed')}
                value={tab}
                onChange={setTab}
                options={[
                  { value: 'people', label: say('contacts.people') },
                  { value: 'addresses', label: say('contacts.addresses') },
                ]}
              />
            )}
          </div>
          <Unread of={tab === 'addresses' ? addresses : lists} rows={say('contacts.contacts')} />
          {tab === 'addresses' ? (
            addresses.value !== undefined && <Addresses addresses={addresses.value} />
          ) : lists.value === undefined ? null : tab === 'people' ? (
            <People contacts={lists.value.contacts} text={text} onAdd={isWatched ? null : () => setOpen('add')} />
          ) : (
            <>
              <Button
                kind="quiet"
                size="sm"
                className="-ml-2 mb-2"
                icon={<ArrowLeft className="size-4" />}
                onPress={() => setTab('people')}
              >
                {say('contacts.all-contacts')}
              </Button>
              <Blocked people={lists.value.blocked} />
            </>
          )}
        </div>
        <Rail blocked={lists.value?.blocked.length} onBlocked={() => setTab('blocked')} />
      </div>
      {open === 'add' && <AddContact onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportContacts onClose={() => setOpen(null)} />}
    </Page>
  )
}

function People(props: {
  readonly contacts: readonly Contact[]
  readonly text: string
  readonly onAdd: (() => void) | null
}) {
  const { contacts, text, onAdd } = props
  const shown = searched(contacts, text)
  const { often, all } = sortContacts(shown)
  const lastOf = useLasts([...often, ...all].slice(0, WITH_LAST))
  if (contacts.length === 0) {
    return (
      <Empty
        icon={<ContactRound />}
        title={say('contacts.no-contacts-yet')}
        actions={onAdd !== null && <Button onPress={onAdd}>{say('contacts.add-contact')}</Button>}
      >
        {say('contacts.whoever-is-a-contact-is-offered')}
      </Empty>
    )
  }
  return (
    <>
      <Found count={text.trim() === '' ? null : shown.length} />
      {shown.length === 0 && (
        <p className="py-8 text-center text-ink-2">{say('contacts.no-contact-has-a-word-that')}</p>
      )}
      {often.length > 0 && <Named title={say('contacts.often')} contacts={often} lastOf={lastOf} />}
      {all.length > 0 && (
        <Named
          {...(often.length > 0
            ? { title: say('contacts.all-by-name') }
            : { title: say('contacts.people'), heard: true })}
          contacts={all}
          lastOf={lastOf}
        />
      )}
    </>
  )
}

/** So many rows say what passed last; a list of thousands asks for no more than a window shows. */
const WITH_LAST = 60

/** So many of what passed with somebody are asked for: of the newest some may have come to nothing. */
const NEWEST = 5

/** The last payment with each of these people, as their rows say it; all amounts stand on one decimal mark. */
function useLasts(people: readonly Contact[]): (userId: string) => ReactNode {
  const { account } = useWallet()
  const asked = { account: account.account, holder: null, cursor: null, limit: NEWEST }
  const answers = useQueries(
    'activity.list',
    people.map(({ user }) => ({ ...asked, filter: { ...NO_FILTER, opponent: user.userId } })),
  ).map(({ value }) => ({ row: value?.rows.find((one) => !hasFailed(one)), isAll: value?.cursor === null }))
  const places = placesOf(
    answers.flatMap(({ row }) => (row === undefined || row.item !== undefined ? [] : [row.share ?? row.amount])),
  )
  const byId = new Map(people.map(({ user }, at) => [user.userId, answers[at]]))
  return (userId) => {
    const answer = byId.get(userId)
    if (answer === undefined) return null
    if (answer.row !== undefined) return <Last row={answer.row} places={places} />
    return (
      <span className="w-[46%] shrink-0 text-ink-2 text-xs max-[40rem]:hidden">
        {answer.isAll && say('contacts.never-paid')}
      </span>
    )
  }
}

function Named(props: {
  readonly title: string
  /** The choice above the list says it to whoever sees it. */
  readonly heard?: boolean
  readonly contacts: readonly Contact[]
  readonly lastOf: (userId: string) => ReactNode
}) {
  const { title, contacts } = props
  return (
    <section className="mb-5">
      <h2 className={props.heard === true ? 'sr-only' : 'font-[550] text-ink-2 text-sm'}>{heard(title)}</h2>
      <ul aria-label={spoken(title)}>
        {contacts.map((contact) => (
          <li key={contact.user.userId} className="border-line border-b last:border-0">
            <PersonRow contact={contact} last={props.lastOf(contact.user.userId)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PersonRow({ contact, last }: { readonly contact: Contact; readonly last: ReactNode }) {
  const { groups } = useWallet()
  const { user, paidBefore, alarm } = contact
  const together = groups.find(({ members }) => members.some((member) => member.userId === user.userId))
  const second = [
    numberBeside(user) || shorten(user.userId),
    paidBefore !== null
      ? say('shared.paid-times', { times: paidBefore.times })
      : together !== undefined
        ? say('contacts.signs-in', { group: together.name })
        : contact.note,
  ].filter((part) => part !== '')
  return (
    <button
      type="button"
      onClick={() => go({ name: 'contact', userId: user.userId })}
      className="-mx-2 flex min-h-13 w-[calc(100%+1rem)] items-center gap-3 rounded-field px-2 py-1.5 text-left outline-offset-[-2px] transition-colors duration-120 hover:bg-sunken"
    >
      <Avatar name={userName(user)} seed={user.userId} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-row">
          {userName(user)}
        </span>
        {alarm === null ? (
          <span className="figure line-clamp-2 block break-words text-ink-2 text-xs">
            {heard(second.join(' · '))}
            <Marks user={user} besides={say('contacts.contact')} />
          </span>
        ) : (
          <span className="figure flex items-center gap-1.5 text-warn text-xs">
            <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
            {rich('contacts.new-number', { number: user.identityNumber })}
          </span>
        )}
      </span>
      {last}
    </button>
  )
}

/** The last payment between oneself and somebody. */
function Last({ row, places }: { readonly row: ActivityRow; readonly places: number }) {
  const now = useNow()
  const words = row.label || spokenMemo(row) || itemOf(row)
  return (
    <span className="flex w-[46%] shrink-0 items-center gap-3 max-[40rem]:w-auto">
      <span className="min-w-0 flex-1 max-[40rem]:hidden">
        {words && (
          <span dir="auto" className="block truncate">
            {words}
          </span>
        )}
        <span className="block text-ink-2 text-xs">{formatMoment(row.at, now)}</span>
      </span>
      {row.item === undefined ? (
        <AlignedFigure
          value={row.share ?? row.amount}
          symbol={row.asset.symbol}
          places={places}
          sign
          settled
          className={row.direction === 'in' && 'text-ok!'}
        />
      ) : (
        <ItemUnits amount={row.amount} asset={row.asset} className="text-ink-3 text-xs" />
      )}
    </span>
  )
}
