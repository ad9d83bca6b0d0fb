import {
  Ban,
  ContactRound,
  Download,
  Ellipsis,
  MapPin,
  Pencil,
  RefreshCw,
  Trash2,
  Upload,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { userName } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { useNow } from '../../lib/hooks.ts'
import { saveText } from '../../lib/save.ts'
import { formatShortDay } from '../../lib/time.ts'
import { call } from '../../state/bridge.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Contact, SavedAddress, User } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Input } from '../../ui/Input.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Card, Empty, Skeleton } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AddContact } from './AddContact.tsx'
import { EditAddress } from './EditAddress.tsx'
import { ImportContacts } from './ImportContacts.tsx'
import { Marks } from './marks.tsx'
import { searched } from './model.ts'

type Tab = 'people' | 'addresses' | 'blocked'

/** People and addresses that this account knows. */
export function Contacts(props: { readonly tab?: Tab }) {
  const { account } = useWallet()
  const lists = useQuery('contacts.list', { account: account.account })
  const addresses = useQuery('contacts.addresses', { account: account.account }).value
  const [tab, setTab] = useState<Tab>(props.tab ?? 'people')
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const refresh = useAction('contacts.refresh')
  const loading = lists.value === undefined && lists.error === null
  const content = (of: Tab) => {
    if (loading) return <Skeleton className="h-64 w-full rounded-lg" />
    if (of === 'people') return <People contacts={lists.value?.contacts ?? []} onAdd={() => setOpen('add')} />
    if (of === 'blocked') return <Blocked people={lists.value?.blocked ?? []} />
    return <Addresses addresses={addresses ?? []} />
  }
  return (
    <Page
      title={say('contacts.contacts')}
      actions={
        <>
          <Menu
            label={say('contacts.more')}
            trigger={
              <IconButton label={say('contacts.more')}>
                <Ellipsis className="size-4" />
              </IconButton>
            }
            entries={[
              {
                id: 'refresh',
                label: say('contacts.read-from-the-network-now'),
                icon: <RefreshCw />,
                onAction: () => void refresh.run({ account: account.account }),
              },
              {
                id: 'import',
                label: say('contacts.import-a-file'),
                icon: <Upload />,
                onAction: () => setOpen('import'),
              },
              {
                id: 'export',
                label: say('contacts.export-to-a-file'),
                icon: <Download />,
                onAction: () =>
                  void call('contacts.export', { account: account.account }).then(
                    ({ fileName, text }) => saveText(fileName, text),
                    () => undefined,
                  ),
              },
            ]}
          />
          <Button kind="primary" icon={<UserPlus className="size-4" />} onPress={() => setOpen('add')}>
            {say('contacts.add-contact')}
          </Button>
        </>
      }
    >
      {(lists.error ?? refresh.error) !== null && (
        <ErrorNotice
          error={lists.error ?? refresh.error ?? { code: 'internal', details: {} }}
          className="mb-4"
          action={<Button onPress={lists.refresh}>{say('common.try-again')}</Button>}
        />
      )}
      <Tabs
        label={say('contacts.contacts')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'people',
            label: say('contacts.people'),
            count: lists.value?.contacts.length ?? 0,
            content: content('people'),
          },
          {
            id: 'addresses',
            label: say('contacts.addresses'),
            count: addresses?.length ?? 0,
            content: content('addresses'),
          },
          {
            id: 'blocked',
            label: say('contacts.blocked'),
            count: lists.value?.blocked.length ?? 0,
            content: content('blocked'),
          },
        ]}
      />
      {open === 'add' && <AddContact onClose={() => setOpen(null)} />}
      {open === 'import' && <ImportContacts onClose={() => setOpen(null)} />}
    </Page>
  )
}

function People({ contacts, onAdd }: { readonly contacts: readonly Contact[]; readonly onAdd: () => void }) {
  const [text, setText] = useState('')
  const shown = searched(contacts, text)
  if (contacts.length === 0) {
    return (
      <Card>
        <Empty
          icon={<ContactRound />}
          title={say('contacts.no-contacts-yet')}
          actions={<Button onPress={onAdd}>{say('contacts.add-contact')}</Button>}
        >
          {say('contacts.whoever-is-a-contact-is-offered')}
        </Empty>
      </Card>
    )
  }
  return (
    <>
      <Input
        label={say('contacts.search-contacts')}
        className="mb-4 max-w-sm"
        value={text}
        onChange={setText}
        placeholder={say('contacts.name-number-note-or-address-label')}
        data-search
      />
      <Card>
        {shown.length === 0 ? (
          <p className="px-6 py-8 text-center text-ink-3">{say('contacts.no-contact-has-a-word-that')}</p>
        ) : (
          <ul aria-label={say('contacts.people')}>
            {shown.map((contact) => (
              <li key={contact.user.userId} className="border-line border-b last:border-0">
                <PersonRow contact={contact} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function PersonRow({ contact }: { readonly contact: Contact }) {
  const now = useNow()
  const { user, note, paidBefore, alarm } = contact
  return (
    <button
      type="button"
      onClick={() => go({ name: 'contact', userId: user.userId })}
      className="flex w-full items-center gap-4 px-5 py-3 text-left transition-colors duration-120 first:rounded-t-lg last:rounded-b-lg hover:bg-hover"
    >
      <Avatar name={userName(user)} seed={user.userId} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium leading-5">{userName(user)}</span>
          <Marks user={user} besides={say('contacts.contact')} />
        </span>
        <span className="figure block truncate text-ink-3 text-sm">
          {[user.identityNumber, note].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      {alarm !== null ? (
        <span className="rounded-sm bg-stop-soft px-1.5 py-px font-medium text-stop text-xs">
          {say('contacts.number-changed')}
        </span>
      ) : (
        <span className="shrink-0 text-ink-3 text-sm">
          {paidBefore === null
            ? say('contacts.not-paid-yet')
            : say('contacts.paid-time-last', { times: paidBefore.times, last: formatShortDay(paidBefore.last, now) })}
        </span>
      )}
    </button>
  )
}

function Blocked({ people }: { readonly people: readonly User[] }) {
  const { account } = useWallet()
  const unblock = useAction('contacts.unblock')
  if (people.length === 0) {
    return (
      <Card>
        <Empty icon={<Ban />} title={say('contacts.nobody-is-blocked')}>
          {say('contacts.whoever-you-block-is-not-offered')}
        </Empty>
      </Card>
    )
  }
  return (
    <>
      {unblock.error !== null && <ErrorNotice error={unblock.error} className="mb-4" />}
      <Card>
        <ul aria-label={say('contacts.blocked-people')}>
          {people.map((user) => (
            <li key={user.userId} className="flex items-center gap-4 border-line border-b px-5 py-3 last:border-0">
              <Avatar name={userName(user)} seed={user.userId} />
              <button
                type="button"
                className="min-w-0 flex-1 rounded-sm text-left hover:underline"
                onClick={() => go({ name: 'contact', userId: user.userId })}
              >
                <span className="block truncate font-medium leading-5">{userName(user)}</span>
                <span className="figure block truncate text-ink-3 text-sm">{user.identityNumber}</span>
              </button>
              <Button
                size="sm"
                aria-label={say('contacts.unblock-2', { userName: userName(user) })}
                onPress={() => void unblock.run({ account: account.account, userId: user.userId })}
              >
                {say('contacts.unblock')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Addresses({ addresses }: { readonly addresses: readonly SavedAddress[] }) {
  const [adding, setAdding] = useState(false)
  const add = (
    <Button icon={<MapPin className="size-4" />} onPress={() => setAdding(true)}>
      {say('contacts.add-address')}
    </Button>
  )
  return (
    <>
      <Card>
        {addresses.length === 0 ? (
          <Empty icon={<MapPin />} title={say('contacts.no-saved-addresses')} actions={add}>
            {say('contacts.addresses-on-other-chains-with-their')}
          </Empty>
        ) : (
          <AddressList addresses={addresses} />
        )}
      </Card>
      {addresses.length > 0 && <div className="mt-4">{add}</div>}
      {adding && <EditAddress userId={null} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Saved addresses in full, since only the whole address decides. */
export function AddressList({ addresses }: { readonly addresses: readonly SavedAddress[] }) {
  const { account } = useWallet()
  const remove = useAction('contacts.removeAddress')
  const [editing, setEditing] = useState<SavedAddress | null>(null)
  return (
    <>
      <ul aria-label={say('contacts.addresses')}>
        {addresses.map((address) => (
          <li key={address.addressId} className="flex items-start gap-3 border-line border-b px-5 py-3 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{address.label}</span>
                <span className="text-ink-3 text-sm">
                  {[wording(address.chainName), ...(address.owner === null ? [] : [address.owner])].join(' · ')}
                </span>
              </span>
              <GroupedCode text={address.destination} className="block text-ink-2" strongEnds />
              {address.tag !== '' && (
                <span className="block text-sm">
                  <span className="text-ink-2">{say('contacts.tag')} </span>
                  <GroupedCode text={address.tag} />
                </span>
              )}
            </span>
            <CopyButton text={address.destination} what={say('contacts.address-2', { label: address.label })} />
            <Menu
              label={say('contacts.address-3', { label: address.label })}
              trigger={
                <IconButton label={say('contacts.more-for', { label: address.label })}>
                  <Ellipsis className="size-4" />
                </IconButton>
              }
              entries={[
                { id: 'edit', label: say('contacts.edit'), icon: <Pencil />, onAction: () => setEditing(address) },
                {
                  id: 'remove',
                  label: say('common.remove'),
                  icon: <Trash2 />,
                  danger: true,
                  onAction: () => void remove.run({ account: account.account, addressId: address.addressId }),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {remove.error !== null && <ErrorNotice error={remove.error} className="m-4" />}
      {editing !== null && <EditAddress userId={editing.userId} address={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
