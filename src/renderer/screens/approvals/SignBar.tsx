import { PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { ApproveControl } from '../../components/ApproveControl.tsx'
import { usePassphrase } from '../../components/AskedPassphrase.tsx'
import { NotSigned } from '../../components/NotSigned.tsx'
import { useLookedOnce } from '../../components/Rules.tsx'
import { toMissing } from '../../lib/missing.ts'
import { useAction } from '../../state/query.ts'
import type { RequestReview, SignatureRequest } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Form } from '../../ui/Form.tsx'
import { signEffect, signObstacle, signTitle, unsignedWords } from './model.ts'

/**
 * The one control that signs. It is only there while the wallet and every line of the comparison allow it. Absent, not disabled:
 * nothing else signs a request.
 */
export function SignBar(props: {
  readonly review: RequestReview
  readonly accepted: ReadonlySet<string>
  readonly unseen: string | null
  readonly onSigned: (request: SignatureRequest) => void
  readonly onReload: () => void
}) {
  const { review, accepted } = props
  const { account } = useWallet()
  const [tried, setTried] = useState(false)
  const online = useAction('approvals.sign')
  const offline = useAction('approvals.signOffline')
  const sign = review.offline ? offline : online
  const passphrase = usePassphrase(review.approval === 'passphrase', sign.error)
  useLookedOnce(sign.error, props.onReload)
  const obstacle = signObstacle(review, accepted, passphrase.text)
  const shown = useRef(review.digest)
  useEffect(() => {
    if (shown.current === review.digest) return
    shown.current = review.digest
    // It was typed for what stood here before.
    passphrase.clear()
    setTried(false)
  })

  async function run(): Promise<void> {
    if (obstacle !== null || passphrase.wait > 0) {
      setTried(true)
      if (obstacle !== null) toMissing()
      return
    }
    const signed = await sign.run({
      account: account.account,
      requestId: review.request.requestId,
      digest: review.digest,
      passphrase: passphrase.given,
      accepted: [...accepted],
    })
    passphrase.clear()
    if (signed !== undefined) props.onSigned(signed)
  }

  return (
    <Form onSubmit={run}>
      <NotSigned
        error={passphrase.failure}
        declined={say('approvals.nothing-was-signed')}
        instead={passphrase.failure === null ? undefined : unsignedWords(passphrase.failure)}
        className="mb-4"
        onReset={sign.reset}
        onReload={props.onReload}
      />
      <div className="flex flex-wrap items-end justify-end gap-x-3 gap-y-2">
        <p className="mr-auto min-w-40 flex-1 self-end pb-3 text-ink-2 low:min-w-36 low:self-center low:pb-0 low:text-sm">
          {signEffect(review)}
        </p>
        {/* What is said above the button takes room from the field, not a line of its own. */}
        <div className="flex min-w-0 max-w-full items-end justify-end gap-3 max-[30rem]:w-full max-[30rem]:flex-wrap max-[30rem]:gap-y-1">
          <ApproveControl
            approval={review.approval}
            passphrase={passphrase}
            obstacle={obstacle}
            tried={tried}
            pending={sign.pending}
            unseen={props.unseen}
            icon={<PenLine className="size-4" />}
            title={signTitle(review)}
          />
        </div>
      </div>
    </Form>
  )
}
