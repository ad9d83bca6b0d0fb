import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../app/query.ts'
import { go } from '../../app/routes.ts'
import type { Account } from '../../app/types.ts'
import { selectAccount, useWallet } from '../../app/wallet.tsx'
import { useCountdown, waitOf } from '../../lib/hooks.ts'
import { ErrorLines, ErrorNotice } from '../../parts/ErrorNotice.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Input, PassphraseInput } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Reveal } from './Reveal.tsx'
import { Group } from './rows.tsx'

const KINDS = { user: 'Person', bot: 'Bot', watch: 'Watch-only' } as const
const STAGES = {
  needs_key: 'Needs a spend key',
  needs_backup: 'Words not checked yet',
  needs_registration: 'Not registered yet',
  ready: 'Ready',
} as const

type Open = { readonly what: 'rename' | 'reveal' | 'remove'; readonly account: Account }

export function Accounts() {
  const { state } = useWallet()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const accounts = [...state.accounts].sort((a, b) => a.order - b.order)
  return (
    <>
      <Group
        title="Accounts"
        text="Each has its own key, its own coins and its own history."
        actions={
          <Button size="sm" icon={<Plus className="size-4" />} onPress={() => go({ name: 'add-account' })}>
            Add an account
          </Button>
        }
      >
        <ul>
          {accounts.map((account) => (
            <li key={account.account} className="border-line border-b py-3 last:border-0">
              <div className="flex items-center gap-3.5">
                <Avatar name={account.name} seed={account.account} size="lg" />
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{account.name}</p>
                  <p className="figure truncate text-ink-3 text-sm">
                    {[KINDS[account.kind], account.identityNumber, STAGES[account.stage]]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </p>
                </div>
                <IconButton label={`Rename ${account.name}`} onPress={() => setOpen({ what: 'rename', account })}>
                  <Pencil className="size-4" />
                </IconButton>
                {account.publicKey !== null && account.kind !== 'watch' && (
                  <IconButton
                    label={`Show the words of ${account.name}`}
                    onPress={() => setOpen({ what: 'reveal', account })}
                  >
                    <Eye className="size-4" />
                  </IconButton>
                )}
                <IconButton
                  label={`Remove ${account.name} from this computer`}
                  onPress={() => setOpen({ what: 'remove', account })}
                >
                  <Trash2 className="size-4" />
                </IconButton>
              </div>
              <Ids account={account} />
            </li>
          ))}
        </ul>
      </Group>
      {open?.what === 'rename' && <Rename account={open.account} onClose={close} />}
      {open?.what === 'reveal' && (
        <Reveal account={open.account} hasPassphrase={state.vault.passphrase} onClose={close} />
      )}
      {open?.what === 'remove' && <Remove account={open.account} onClose={close} />}
    </>
  )
}

function Ids({ account }: { readonly account: Account }) {
  return (
    <Disclosure title="Ids and backup" className="mt-1 ml-[46px]">
      <dl className="grid gap-2 pb-1 pl-2">
        <IdLine name="User id" text={account.account} />
        {account.publicKey !== null && <IdLine name="Public key" text={account.publicKey} />}
        <div>
          <dt className="text-ink-3 text-sm">Words checked</dt>
          <dd>{account.backedUpAt === null ? 'Not yet' : <Time at={account.backedUpAt} />}</dd>
        </div>
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

function Rename({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const [name, setName] = useState(account.name)
  const rename = useAction('accounts.rename')
  const empty = name.trim() === ''
  return (
    <Dialog title="Rename the account" isOpen onClose={onClose} width="max-w-md">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!empty)
            void rename
              .run({ account: account.account, name: name.trim() })
              .then((done) => done !== undefined && onClose())
        }}
      >
        {rename.error !== null && <ErrorNotice error={rename.error} />}
        <Input
          label="Name"
          large
          value={name}
          onChange={setName}
          maxLength={64}
          error={empty ? 'Enter a name.' : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" pending={rename.pending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Removing takes the key off this computer. Only the words bring it back, so that is what has to be confirmed. */
function Remove({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { state } = useWallet()
  const [sure, setSure] = useState(false)
  const [tried, setTried] = useState(false)
  const [passphrase, setPassphrase] = useState('')
  const remove = useAction('accounts.remove')
  const wait = useCountdown(waitOf(remove.error?.details), remove.error)
  const wrong = remove.error?.code === 'vault.wrong_passphrase'
  const asks = state.vault.passphrase
  const missing = !sure ? 'Tick the sentence first.' : asks && passphrase === '' ? 'Enter your passphrase.' : null

  async function run(): Promise<void> {
    setTried(true)
    if (missing !== null || wait > 0) return
    const other = state.accounts.find((one) => one.account !== account.account && one.stage === 'ready')
    const done = await remove.run({ account: account.account, passphrase: asks ? passphrase : null })
    if (done === undefined) {
      setPassphrase('')
      return
    }
    if (other !== undefined) selectAccount(other.account)
    onClose()
  }

  return (
    <Dialog title={`Remove ${account.name}`} isOpen onClose={onClose} width="max-w-md" alert>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p className="text-ink-2">
          Its key, its labels and its drafts are deleted from this computer. Its money stays where it is, on the
          network, and only its 24 words open it again.
        </p>
        {remove.error !== null && !wrong && <ErrorNotice error={remove.error} />}
        <Checkbox checked={sure} onChange={setSure}>
          I have the 24 words of this account
        </Checkbox>
        {asks && (
          <PassphraseInput
            label="Passphrase"
            large
            value={passphrase}
            onChange={setPassphrase}
            autoComplete="current-password"
            error={
              wrong && remove.error !== null && passphrase === '' ? <ErrorLines error={remove.error} /> : undefined
            }
          />
        )}
        <div className="flex items-center justify-end gap-2">
          <span role="status" className="mr-auto text-sm text-stop">
            {tried ? missing : ''}
          </span>
          <Button onPress={onClose}>Keep it</Button>
          <Button kind="danger" type="submit" pending={remove.pending} isDisabled={wait > 0}>
            {wait > 0 ? `Wait ${wait} s` : 'Remove from this computer'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
