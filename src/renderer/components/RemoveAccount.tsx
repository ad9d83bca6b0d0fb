import { say } from '#words'
import { useAction } from '../state/query.ts'
import { markPlace } from '../state/routes.ts'
import type { Account, AppState } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { usePassphrase } from './AskedPassphrase.tsx'
import { SureForm } from './SureForm.tsx'

/** Removing takes the key off this computer. Only the words bring it back, so that is what has to be confirmed. */
export function RemoveAccount(props: {
  readonly state: AppState
  readonly account: Account
  readonly onClose: () => void
}) {
  const { state, account, onClose } = props
  // Where no key is here, none is lost.
  const watched = account.kind === 'watch' || account.stage === 'needs_key' || account.stage === 'lost'
  const remove = useAction('accounts.remove')
  const passphrase = usePassphrase(state.vault.passphrase, remove.error)

  async function run(): Promise<void> {
    const other = state.accounts.find((one) => one.account !== account.account && one.stage === 'ready')
    const isHere = markPlace()
    const done = await remove.run({ account: account.account, passphrase: passphrase.given })
    if (done === undefined) {
      passphrase.clear()
      return
    }
    if (other !== undefined && isHere()) selectAccount(other.account)
    onClose()
  }

  return (
    <Dialog
      title={say('shared.remove', { account: account.name })}
      isOpen
      alert={say('shared.what-opens-it-here-is-deleted', { watched })}
      onClose={onClose}
      width="max-w-md"
    >
      <SureForm
        sentence={watched ? null : say('shared.i-have-the-24-words-or')}
        passphrase={passphrase}
        label={say('shared.passphrase')}
        no={say('shared.keep-it')}
        yes={say('shared.remove-from-this-computer')}
        pending={remove.pending}
        onClose={onClose}
        onSure={run}
      />
    </Dialog>
  )
}
