import { PanelTop, PenLine } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../app/query.ts'
import type { RequestReview, SignatureRequest } from '../../app/types.ts'
import { useWallet } from '../../app/wallet.tsx'
import { useCountdown, waitOf } from '../../lib/hooks.ts'
import { ErrorLines, ErrorNotice } from '../../parts/ErrorNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { signEffect, signObstacle, signTitle } from './model.ts'

/** The one control that signs. It is only there while the wallet and every line of the comparison allow it. */
export function SignBar(props: {
  readonly review: RequestReview
  readonly accepted: ReadonlySet<string>
  readonly onSigned: (request: SignatureRequest) => void
  readonly onReload: () => void
}) {
  const { review, accepted } = props
  const { account } = useWallet()
  const [passphrase, setPassphrase] = useState('')
  const [tried, setTried] = useState(false)
  const online = useAction('approvals.sign')
  const offline = useAction('approvals.signOffline')
  const sign = review.offline ? offline : online
  const wait = useCountdown(waitOf(sign.error?.details), sign.error)
  const obstacle = signObstacle(review, accepted, passphrase)
  const wrong = sign.error?.code === 'vault.wrong_passphrase'
  const declined = sign.error?.code === 'wallet.payment_state' && sign.error.details['state'] === 'declined'

  async function run(): Promise<void> {
    if (obstacle !== null || wait > 0) {
      setTried(true)
      return
    }
    const signed = await sign.run({
      account: account.account,
      requestId: review.request.requestId,
      digest: review.digest,
      passphrase: review.approval === 'passphrase' ? passphrase : null,
      accepted: [...accepted],
    })
    setPassphrase('')
    if (signed !== undefined) props.onSigned(signed)
  }

  return (
    <form
      className="sticky bottom-0 z-10 border-line border-t bg-canvas"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <div className="mx-auto max-w-[1080px] px-8 py-4 min-[1100px]:px-10">
        {declined && (
          <Notice
            tone="plain"
            icon={<PanelTop />}
            title="You did not approve it in the other window"
            live
            className="mb-4"
            action={
              <Button size="sm" onPress={sign.reset}>
                Understood
              </Button>
            }
          >
            Nothing was signed.
          </Notice>
        )}
        {sign.error !== null && !wrong && !declined && (
          <ErrorNotice
            error={sign.error}
            className="mb-4"
            action={
              <Button
                size="sm"
                onPress={() => {
                  sign.reset()
                  props.onReload()
                }}
              >
                Review again
              </Button>
            }
          />
        )}
        <div className="flex items-end justify-end gap-3">
          <p className="mr-auto max-w-sm self-center text-ink-2 text-sm">{signEffect(review)}</p>
          {review.approval === 'passphrase' && (
            <PassphraseInput
              label="Your passphrase"
              large
              className="w-60"
              value={passphrase}
              onChange={setPassphrase}
              autoComplete="current-password"
              error={
                wrong && sign.error !== null && passphrase === '' ? (
                  wait > 0 ? (
                    `That is not it. Wait ${wait} s.`
                  ) : (
                    <ErrorLines error={sign.error} />
                  )
                ) : undefined
              }
            />
          )}
          <div className="flex min-w-0 flex-col items-end gap-1">
            <p
              id="sign-obstacle"
              role="status"
              className={`min-h-5 text-right text-sm ${tried && obstacle !== null ? 'text-stop' : 'text-ink-3'}`}
            >
              {obstacle ?? (review.approval === 'window' ? 'Coffer asks once more in a window of its own.' : '')}
            </p>
            <Button
              kind="primary"
              size="lg"
              type="submit"
              pending={sign.pending}
              isDisabled={wait > 0}
              aria-describedby="sign-obstacle"
              icon={review.approval === 'window' ? <PanelTop className="size-4" /> : <PenLine className="size-4" />}
            >
              {sign.pending ? 'Signing' : signTitle(review)}
            </Button>
          </div>
        </div>
      </div>
    </form>
  )
}
