import { Ellipsis, MapPin, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { EditAddress } from '../../components/EditAddress.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusInRows } from '../../lib/hooks.ts'
import { useAction } from '../../state/query.ts'
import type { SavedAddress } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Empty } from '../../ui/Surface.tsx'

/** Addresses on other chains, of people and of nobody in particular. */
export function Addresses({ addresses }: { readonly addresses: readonly SavedAddress[] }) {
  const [adding, setAdding] = useState(false)
  const rows = useFocusInRows<HTMLDivElement>()
  const add = (
    <Button icon={<MapPin className="size-4" />} onPress={() => setAdding(true)}>
      {say('contacts.add-address')}
    </Button>
  )
  return (
    <div ref={rows}>
      {addresses.length === 0 ? (
        <Empty icon={<MapPin />} title={say('contacts.no-saved-addresses')} actions={add}>
          {say('contacts.addresses-on-other-chains-with-their')}
        </Empty>
      ) : (
        <AddressList addresses={addresses} />
      )}
      {addresses.length > 0 && <div className="mt-4">{add}</div>}
      {adding && <EditAddress userId={null} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** Saved addresses in full, since only the whole address decides. */
export function AddressList({ addresses }: { readonly addresses: readonly SavedAddress[] }) {
  const { account } = useWallet()
  const remove = useAction('contacts.removeAddress')
  const [editing, setEditing] = useState<SavedAddress | null>(null)
  const [removing, setRemoving] = useState<SavedAddress | null>(null)
  return (
    <>
      <ul aria-label={say('contacts.addresses')}>
        {addresses.map((address) => (
          <li key={address.addressId} className="flex items-start gap-3 border-line border-b py-3 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{address.label}</span>
                <span className="text-ink-3 text-sm">
                  {heard([wording(address.chainName), ...(address.owner === null ? [] : [address.owner])].join(' · '))}
                </span>
              </span>
              <GroupedCode text={address.destination} className="block text-ink-2" />
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
                  onAction: () => setRemoving(address),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <ErrorNotice error={remove.error} className="m-4" />
      {removing !== null && (
        <DeedDialog
          title={say('contacts.remove-address', { label: removing.label })}
          alert={say('contacts.address-goes')}
          onClose={() => setRemoving(null)}
          back={say('contacts.keep')}
          deed={{
            label: say('common.remove'),
            kind: 'danger',
            onPress: () => {
              // The list, which takes the focus once the row is gone, says what kept it from going.
              setRemoving(null)
              void remove.run({ account: account.account, addressId: removing.addressId })
            },
          }}
        />
      )}
      {editing !== null && <EditAddress userId={editing.userId} address={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
