import { useState } from 'react'
import { ErrorLines, ErrorNotice } from '../../components/ErrorNotice.tsx'
import { plural } from '../../lib/digits.ts'
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
  const coins = plural(review.transaction.inputs.length, 'coin')
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
      <p className="text-ink-2 text-sm">{`Unlock cancels the request for everyone and frees ${coins}.`}</p>
      <Button kind="danger" onPress={() => setOpen(true)}>
        Unlock
      </Button>
      {open && (
        <Dialog
          title="Unlock this request?"
          isOpen
          alert
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button kind="quiet" onPress={() => setOpen(false)}>
                Leave it as it is
              </Button>
              <Button kind="danger" pending={unlock.pending} isDisabled={wait > 0} onPress={() => void run()}>
                Unlock for everyone
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
            <p>{`This cancels the request for everyone and frees ${coins} for other payments.`}</p>
            <p>
              {valid === 0
                ? 'Nobody has signed it yet.'
                : `${plural(valid, 'signature')} ${valid === 1 ? 'was' : 'were'} released already. Unlocking does not take a signature back: whoever kept the signed bytes could still complete them while the coins are unspent. Spending the coins in another payment ends that.`}
            </p>
            {needsWords && (
              <PassphraseInput
                label="Your passphrase"
                value={passphrase}
                onChange={setPassphrase}
                autoFocus
                error={
                  wrong && unlock.error !== null && passphrase === '' ? (
                    wait > 0 ? (
                      `That is not it. Wait ${wait} s.`
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
