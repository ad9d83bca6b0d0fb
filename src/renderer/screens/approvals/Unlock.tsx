import { useState } from 'react'
import { say } from '#words'
import { ErrorLines, ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useCountdown, waitOf } from '../../lib/hooks.ts'
import { useAction } from '../../state/query.ts'
import type { RequestReview } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'

/** Withdraws a request that is not complete yet. */
export function Unlock({ review }: { readonly review: RequestReview }) {
  const { account } = useWallet()
  const [open, setOpen] = useState(false)
  const [passphrase, setPassphrase] = useState('')
  const unlock = useAction('approvals.unlock')
  const wait = useCountdown(waitOf(unlock.error?.details), unlock.error)
  const needsWords = review.approval === 'passphrase'
  const wrong = unlock.error?.code === 'vault.wrong_passphrase'
  const coins = say('approvals.coin', { inputs: review.transaction.inputs.length })
  const { valid } = review.signatures

  async function run(): Promise<void> {
    if (wait > 0 || (needsWords && passphrase === '')) return
    const done = await unlock.run({
      account: account.account,
      requestId: review.request.requestId,
      passphrase: needsWords ? passphrase : null,
    })
    setPassphrase('')
    if (done !== undefined) setOpen(false)
  }

  return (
    <div className="flex items-center justify-between gap-6 px-1">
      <p className="text-ink-2 text-sm">{say('approvals.unlock-cancels-the-request-for-everyone', { coins })}</p>
      <Button kind="danger" onPress={() => setOpen(true)}>
        {say('approvals.unlock')}
      </Button>
      {open && (
        <Dialog
          title={say('approvals.unlock-this-request')}
          isOpen
          alert
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button kind="quiet" onPress={() => setOpen(false)}>
                {say('approvals.leave-it-as-it-is')}
              </Button>
              <Button kind="danger" pending={unlock.pending} isDisabled={wait > 0} onPress={() => void run()}>
                {say('approvals.unlock-for-everyone')}
              </Button>
            </>
          }
        >
          <form
            className="grid gap-3 text-ink-2"
            onSubmit={(event) => {
              event.preventDefault()
              void run()
            }}
          >
            <p>{say('approvals.this-cancels-the-request-for-everyone', { coins })}</p>
            <p>
              {valid === 0
                ? say('approvals.nobody-has-signed-it-yet')
                : say('approvals.signature-was-released-already-unlocking-does', { valid })}
            </p>
            {needsWords && (
              <PassphraseInput
                label={say('approvals.your-passphrase')}
                value={passphrase}
                onChange={setPassphrase}
                autoFocus
                error={
                  wrong && unlock.error !== null && passphrase === '' ? (
                    wait > 0 ? (
                      say('approvals.that-is-not-it-wait-s', { wait })
                    ) : (
                      <ErrorLines error={unlock.error} />
                    )
                  ) : undefined
                }
              />
            )}
          </form>
          {unlock.error !== null && !wrong && <ErrorNotice error={unlock.error} className="mt-4" />}
        </Dialog>
      )}
    </div>
  )
}
