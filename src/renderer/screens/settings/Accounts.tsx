import { ArrowDown, ArrowUp, Ellipsis, Layers, Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { isolated, say } from '#words'
import { RemoveAccount } from '../../components/RemoveAccount.tsx'
import { heard } from '../../lib/heard.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Account } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { EditAccount } from './accounts/EditAccount.tsx'
import { GivePermission } from './accounts/GivePermission.tsx'
import { PermissionDialog } from './accounts/Permission.tsx'
import { Reveal } from './Reveal.tsx'
import { Group } from './rows.tsx'

const KINDS = { user: say('settings.person'), bot: say('settings.bot'), watch: say('shared.watch-only-kind') } as const
const STAGES = {
  needs_key: say('settings.needs-a-spend-key'),
  needs_backup: say('settings.words-not-checked-yet'),
  needs_registration: say('settings.not-registered-yet'),
  ready: say('settings.ready'),
  lost: say('settings.keys-have-to-be-brought-back'),
} as const

type Open = {
  readonly what: 'edit' | 'reveal' | 'remove' | 'permission' | 'give'
  readonly account: Account
}

export function Accounts() {
  const { state } = useWallet()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const accounts = [...state.accounts].sort((a, b) => a.order - b.order)
  const ids = accounts.map((account) => account.account)
  const reorder = useAction('accounts.reorder')
  const move = (at: number, to: number): void => {
    const moved = ids[at]
    if (moved !== undefined) void reorder.run({ accounts: ids.toSpliced(at, 1).toSpliced(to, 0, moved) })
  }
  return (
    <>
      <Group
        text={say('settings.each-has-its-own-key-its')}
        actions={
          <Button icon={<Plus className="size-4" />} onPress={() => go({ name: 'add-account' })}>
            {say('settings.add-an-account')}
          </Button>
        }
      >
        <ul>
          {accounts.map((account, at) => (
            <li key={account.account} className="border-line border-b py-3">
              <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
                <Avatar name={account.name} seed={account.account} colour={account.colour} size="lg" />
                <div className="min-w-36 flex-1">
                  <p dir="auto" className="truncate font-medium">
                    {account.name}
                  </p>
                  <p className="figure text-ink-3 text-sm">
                    {heard(
                      [
                        KINDS[account.kind],
                        account.identityNumber,
                        account.proved ? STAGES[account.stage] : say('settings.key-not-proved-yet'),
                      ]
                        .filter((part) => part !== '')
                        .join(' · '),
                    )}
                  </p>
                </div>
                <span className="ml-auto flex flex-wrap items-center gap-2">
                  {account.keyless && (
                    <Button kind="primary" onPress={() => go({ name: 'add-account', account: account.account })}>
                      {say('settings.add-its-key')}
                    </Button>
                  )}
                  {account.kind === 'watch' && !account.keyless && (
                    <Button onPress={() => setOpen({ what: 'permission', account })}>
                      {say('settings.watch-permission')}
                      <Whose name={account.name} />
                    </Button>
                  )}
                  {account.publicKey !== null && account.kind !== 'watch' && (
                    <Button onPress={() => setOpen({ what: 'reveal', account })}>
                      {say('settings.show-the-words')}
                      <Whose name={account.name} />
                    </Button>
                  )}
                  <Button onPress={() => setOpen({ what: 'edit', account })}>
                    {say('settings.name-and-colour')}
                    <Whose name={account.name} />
                  </Button>
                  <More
                    account={account}
                    local={state.network.kind === 'local'}
                    up={at > 0 ? () => move(at, at - 1) : null}
                    down={at < accounts.length - 1 ? () => move(at, at + 1) : null}
                    onGive={() => setOpen({ what: 'give', account })}
                  />
                </span>
              </div>
              <Ids account={account} />
            </li>
          ))}
        </ul>
      </Group>
      <Group title={say('settings.legacy-outputs')} text={say('settings.what-the-older-interface-of-the')}>
        <div className="flex items-center justify-between gap-6 border-line border-b py-3">
          <p className="text-ink-2">{say('settings.coins-of-groups-and-collectibles-told')}</p>
          <Button icon={<Layers className="size-4" />} onPress={() => go({ name: 'legacy-outputs' })}>
            {say('settings.legacy-outputs')}
          </Button>
        </div>
      </Group>
      <Group title={say('settings.remove-an-account')} text={say('settings.removing-takes-keys-off')}>
        <ul>
          {accounts.map((account) => (
            <li
              key={account.account}
              className="flex min-h-14 items-center justify-between gap-3.5 border-line border-b py-2"
            >
              <span className="flex min-w-0 items-center gap-3">
                <Avatar name={account.name} seed={account.account} colour={account.colour} />
                <span dir="auto" className="truncate">
                  {account.name}
                </span>
              </span>
              <Button kind="danger" onPress={() => setOpen({ what: 'remove', account })}>
                {say('settings.remove')}
                <Whose name={account.name} />
              </Button>
            </li>
          ))}
        </ul>
      </Group>
      {open?.what === 'edit' && <EditAccount account={open.account} onClose={close} />}
      {open?.what === 'permission' && <PermissionDialog account={open.account} onClose={close} />}
      {open?.what === 'give' && <GivePermission account={open.account} onClose={close} />}
      {open?.what === 'reveal' && (
        <Reveal account={open.account} hasPassphrase={state.vault.passphrase} onClose={close} />
      )}
      {open?.what === 'remove' && <RemoveAccount state={state} account={open.account} onClose={close} />}
    </>
  )
}

/** What is done to an account now and then: its place in the order, and being watched. */
function More(props: {
  readonly account: Account
  readonly local: boolean
  readonly up: (() => void) | null
  readonly down: (() => void) | null
  readonly onGive: () => void
}) {
  const { account, up, down } = props
  const given = props.local && account.kind !== 'watch' && account.stage === 'ready'
  const entries = [
    ...(up === null ? [] : [{ id: 'up', label: say('settings.move-up'), icon: <ArrowUp />, onAction: up }]),
    ...(down === null ? [] : [{ id: 'down', label: say('settings.move-down'), icon: <ArrowDown />, onAction: down }]),
    ...(given
      ? [{ id: 'give', label: say('settings.let-it-be-watched'), icon: <Share2 />, onAction: props.onGive }]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu
      label={say('settings.more-for', { account: account.name })}
      trigger={
        <IconButton label={say('settings.more-for', { account: account.name })}>
          <Ellipsis className="size-4" />
        </IconButton>
      }
      entries={entries}
    />
  )
}

function Ids({ account }: { readonly account: Account }) {
  return (
    <Disclosure
      title={account.kind === 'watch' ? say('settings.ids') : say('settings.ids-and-backup')}
      className="mt-1 ml-11.5"
    >
      <dl className="grid gap-2 pb-1 pl-2">
        <IdLine name={say('settings.user-id')} text={account.account} />
        {account.publicKey !== null && <IdLine name={say('settings.public-key-name')} text={account.publicKey} />}
        {account.kind !== 'watch' && (
          <div>
            <dt className="text-ink-3 text-sm">{say('settings.words-checked')}</dt>
            <dd>{account.backedUpAt === null ? say('settings.not-yet') : <Time at={account.backedUpAt} />}</dd>
          </div>
        )}
      </dl>
    </Disclosure>
  )
}

function IdLine({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd className="flex items-start justify-between gap-2">
        <GroupedCode text={text} />
        <span className="-my-1">
          <CopyButton text={text} what={name.toLowerCase()} />
        </span>
      </dd>
    </div>
  )
}

/** Of which account a button of its row is, for who hears the button alone. */
function Whose({ name }: { readonly name: string }) {
  return <span className="sr-only">{say('lib.comma') + isolated(name)}</span>
}
