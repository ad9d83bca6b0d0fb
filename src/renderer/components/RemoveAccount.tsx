import { useState } from 'react'
import { say } from '#words'
import { useAction } from '../state/query.ts'
import { markPlace } from '../state/routes.ts'
import type { Account, AppState } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Choice.tsx'
import { Form } from '../ui/Form.tsx'
import { Dialog, DialogFoot } from '../ui/Overlay.tsx'
import { AskedPassphrase, usePassphrase } from './AskedPassphrase.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

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
  const remove = useAction('accounts.remove')
  const passphrase = usePassphrase(state.vault.passphrase, remove.error)
  const { wait } = passphrase
  const missing = !sure
    ? say('shared.tick-the-sentence-first')
    : passphrase.isMissing
      ? say('shared.enter-your-passphrase')
      : null

  async function run(): Promise<void> {
    setTried(true)
    if (missing !== null || wait > 0) return
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
    <Dialog title={say('shared.remove', { account: account.name })} isOpen onClose={onClose} width="max-w-md" alert>
      <Form className="flex flex-col gap-4" onSubmit={run}>
        <p className="text-ink-2">{say('shared.what-opens-it-here-is-deleted', { watched })}</p>
        <ErrorNotice error={passphrase.failure} />
        {!watched && (
          <Checkbox checked={sure} onChange={setSure}>
            {say('shared.i-have-the-24-words-or')}
          </Checkbox>
        )}
        <AskedPassphrase of={passphrase} label={say('shared.passphrase')} large />
        <DialogFoot>
          <span role="status" className="mr-auto text-sm text-stop">
            {tried ? missing : ''}
          </span>
          <Button onPress={onClose}>{say('shared.keep-it')}</Button>
          <Button kind="danger" type="submit" pending={remove.pending} isDisabled={wait > 0}>
            {wait > 0 ? say('shared.wait-s', { wait }) : say('shared.remove-from-this-computer')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
