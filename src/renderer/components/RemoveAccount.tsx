import { useState } from 'react'
import { useCountdown, waitOf } from '../lib/hooks.ts'
import { isolated } from '../lib/isolated.ts'
import { useAction } from '../state/query.ts'
import type { Account, AppState } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Choice.tsx'
import { PassphraseInput } from '../ui/Input.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { ErrorLines, ErrorNotice } from './ErrorNotice.tsx'

/** Removing takes the key off this computer. Only the words bring it back, so that is what has to be confirmed. */
export function RemoveAccount(props: {
  readonly state: AppState
  readonly account: Account
  readonly onClose: () => void
}) {
  const { state, account, onClose } = props
  // Where no key is here, none is lost.
  const watched = account.kind === 'watch' || account.stage === 'needs_key' || account.stage === 'lost'
  const [sure, setSure] = useState(watched)
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
    <Dialog title={`Remove ${isolated(account.name)}`} isOpen onClose={onClose} width="max-w-md" alert>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p className="text-ink-2">
          {watched
            ? 'What opens it here is deleted from this computer. The account itself and its money are not touched.'
            : 'Its key is deleted from this computer. Its money stays where it is, on the network, and only its 24 words or its key open it again.'}{' '}
          Labels, drafts and what was read of it stay in the data folder, in case it comes back.
        </p>
        {remove.error !== null && !wrong && <ErrorNotice error={remove.error} />}
        {!watched && (
          <Checkbox checked={sure} onChange={setSure}>
            I have the 24 words or the key of this account
          </Checkbox>
        )}
        {asks && (
          <PassphraseInput
            label="Passphrase"
            large
            value={passphrase}
            onChange={setPassphrase}
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
