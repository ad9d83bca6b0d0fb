import { useState } from 'react'
import { say } from '#words'
import { useCountdown, waitOf } from '../lib/hooks.ts'
import { useAction } from '../state/query.ts'
import { markPlace } from '../state/routes.ts'
import type { Account, AppState } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Choice.tsx'
import { Form } from '../ui/Form.tsx'
import { PassphraseInput } from '../ui/Input.tsx'
import { Dialog, DialogFoot } from '../ui/Overlay.tsx'
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
  const missing = !sure
    ? say('shared.tick-the-sentence-first')
    : asks && passphrase === ''
      ? say('shared.enter-your-passphrase')
      : null

  async function run(): Promise<void> {
    setTried(true)
    if (missing !== null || wait > 0) return
    const other = state.accounts.find((one) => one.account !== account.account && one.stage === 'ready')
    const isHere = markPlace()
    const done = await remove.run({ account: account.account, passphrase: asks ? passphrase : null })
    if (done === undefined) {
      setPassphrase('')
      return
    }
    if (other !== undefined && isHere()) selectAccount(other.account)
    onClose()
  }

  return (
    <Dialog title={say('shared.remove', { account: account.name })} isOpen onClose={onClose} width="max-w-md" alert>
      <Form className="flex flex-col gap-4" onSubmit={run}>
        <p className="text-ink-2">{say('shared.what-opens-it-here-is-deleted', { watched })}</p>
        {remove.error !== null && !wrong && <ErrorNotice error={remove.error} />}
        {!watched && (
          <Checkbox checked={sure} onChange={setSure}>
            {say('shared.i-have-the-24-words-or')}
          </Checkbox>
        )}
        {asks && (
          <PassphraseInput
            label={say('shared.passphrase')}
            large
            value={passphrase}
            onChange={setPassphrase}
            error={
              wrong && remove.error !== null && passphrase === '' ? <ErrorLines error={remove.error} /> : undefined
            }
          />
        )}
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
