import { Ban, CircleSlash, LockOpen, Share2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { userName } from '../../components/group.tsx'
import { rich } from '../../lib/rich.tsx'
import { goWriteAgain } from '../../state/prefilled-send.ts'
import { useAction } from '../../state/query.ts'
import type { Report, RequestReview, SignatureRequest } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form, onSending } from '../../ui/Form.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { ownNo } from './model.ts'

/* What a member can answer besides signing: no, with a reason; or the end of the request, with another in its place or none. */

export interface Again {
  readonly start: (requestId: string) => Promise<unknown>
  readonly pending: boolean
  readonly error: Report | null
}

/** Takes what a request asks for into Send, for the holder whose request it is, or leads to the list or plan that asked for it. */
export function useAgain(): Again {
  const { account } = useWallet()
  const again = useAction('approvals.again')
  const start = (requestId: string) =>
    again.run({ account: account.account, requestId }, (asked) => {
      selectAccount(account.account, asked.holder)
      goWriteAgain(asked)
    })
  return { start, pending: again.pending, error: again.error }
}

/** Who made it, where that is somebody else: any member can end it, and nobody should take it for their own. */
const otherAsker = ({ by }: SignatureRequest, me: string): string | null =>
  by === null || by.userId === me ? null : userName(by)

interface SayNoProps {
  readonly request: SignatureRequest
  readonly me: string
  /** False once it has ended, or bears one's own signature. */
  readonly mayAnswer: boolean
  readonly onShare: () => void
}

/** A no of one's own, and the way to take it back. */
export function SayNo(props: SayNoProps) {
  const { request, me } = props
  const [asking, setAsking] = useState(false)
  const refuse = useAction('approvals.refuse')
  const own = ownNo(request, me) !== undefined
  const refuseWith = (reason: string | null) => refuse.run({ account: me, requestId: request.requestId, reason })
  // One button for both, or the focus that comes back to it from the dialog were lost.
  return (
    <>
      {props.mayAnswer && (
        <Button
          kind="quiet"
          icon={own ? <Undo2 className="size-4" /> : <Ban className="size-4" />}
          pending={refuse.pending}
          onPress={() => (own ? void refuseWith(null) : setAsking(true))}
        >
          {own ? say('approvals.take-the-no-back') : say('approvals.say-no')}
        </Button>
      )}
      {asking && <NoDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function NoDialog(props: SayNoProps & { readonly onClose: () => void }) {
  const { mayAnswer, onClose } = props
  const [reason, setReason] = useState('')
  const refuse = useAction('approvals.refuse')
  // What somebody wrote stays until he drops it himself.
  const isOver = !mayAnswer && reason.trim() === ''
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])

  async function answer(share: boolean): Promise<void> {
    if (!mayAnswer || refuse.pending) return
    const said = await refuse.run({ account: props.me, requestId: props.request.requestId, reason })
    if (said === undefined) return
    // This dialog gives the focus back a frame after it is gone, and the next one to where it took it from: so this one goes at once, however busy the page is.
    flushSync(onClose)
    if (share) requestAnimationFrame(props.onShare)
  }

  return (
    <Dialog
      title={say('approvals.say-no-to-this')}
      isOpen
      onClose={onClose}
      footer={
        mayAnswer ? (
          <>
            <Button pending={refuse.pending} onPress={() => void answer(false)}>
              {say('approvals.say-no')}
            </Button>
            <Button
              kind="primary"
              icon={<Share2 className="size-4" />}
              pending={refuse.pending}
              onPress={() => void answer(true)}
            >
              {say('approvals.say-no-and-share-it')}
            </Button>
          </>
        ) : (
          <Button onPress={onClose}>{say('approvals.close-and-drop-it')}</Button>
        )
      }
    >
      <TextArea
        label={say('approvals.because')}
        optional
        autoFocus
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={setReason}
        onKeyDown={onSending(() => void answer(true))}
      />
      {mayAnswer ? (
        <>
          <p className="mt-3 text-ink-2">{say('approvals.a-no-stays-here-until')}</p>
          <ErrorNotice error={refuse.error} className="mt-4" />
        </>
      ) : (
        <Notice tone="warn" icon={<CircleSlash />} className="mt-4" live>
          {say('approvals.too-late-for-a-no')}
        </Notice>
      )}
    </Dialog>
  )
}

/** Ends a request that is not complete yet, for everyone; what it asked for can be written anew in the same step. */
export function GiveUp(props: {
  readonly review: RequestReview
  /** Whether something else spends a coin of it too. */
  readonly isShared: boolean
  readonly again: Again
}) {
  const { review } = props
  const { account } = useWallet()
  const [open, setOpen] = useState(false)
  const asker = otherAsker(review.request, account.account)
  return (
    <>
      <Button kind="quiet" icon={<LockOpen className="size-4" />} onPress={() => setOpen(true)}>
        {asker === null ? say('approvals.unlock') : say('approvals.end-it')}
      </Button>
      {open && <GiveUpDialog {...props} asker={asker} onClose={() => setOpen(false)} />}
    </>
  )
}

function GiveUpDialog(props: {
  readonly review: RequestReview
  readonly isShared: boolean
  /** Of the screen: once the request is given up, this dialog is gone. */
  readonly again: Again
  /** Whose request it is, where it is somebody else's. */
  readonly asker: string | null
  readonly onClose: () => void
}) {
  const { review, again, asker, onClose } = props
  const { account } = useWallet()
  const unlock = useAction('approvals.unlock')
  const passphrase = usePassphrase(review.approval === 'passphrase', unlock.error)
  const { wait } = passphrase
  const inputs = review.transaction.inputs.length
  const { valid } = review.signatures
  const { requestId } = review.request

  async function run(replace: boolean): Promise<void> {
    if (!passphrase.isReady()) return
    const done = await unlock.run({ account: account.account, requestId, passphrase: passphrase.given })
    passphrase.clear()
    if (done === undefined) return
    onClose()
    if (replace) await again.start(requestId)
  }

  return (
    <Dialog
      title={
        asker === null ? say('approvals.unlock-this-request') : say('approvals.end-request-of', { userName: asker })
      }
      isOpen
      alert={
        <>
          {asker !== null && <p>{rich('approvals.they-asked', { userName: asker })}</p>}
          <p>
            {props.isShared
              ? rich('approvals.cancels-and-a-coin-stays-taken', { inputs })
              : rich('approvals.this-cancels-the-request-for-everyone', { coins: say('approvals.coin', { inputs }) })}
          </p>
          <p>
            {valid === 0
              ? say('approvals.nobody-has-signed-it-yet')
              : rich('approvals.signature-was-released-already-unlocking-does', { valid })}
          </p>
          <p>{say('approvals.replace-opens-a-form')}</p>
        </>
      }
      onClose={onClose}
      width="max-w-xl"
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            {say('approvals.leave-it-as-it-is')}
          </Button>
          <Button kind="danger" pending={unlock.pending} isDisabled={wait > 0} onPress={() => void run(false)}>
            {asker === null ? say('approvals.unlock-for-everyone') : say('approvals.end-it')}
          </Button>
          <Button kind="primary" pending={unlock.pending} isDisabled={wait > 0} onPress={() => void run(true)}>
            {asker === null ? say('approvals.replace-it') : say('approvals.end-and-replace')}
          </Button>
        </>
      }
    >
      <Form onSubmit={() => void run(false)}>
        <AskedPassphrase of={passphrase} autoFocus />
      </Form>
      <ErrorNotice error={passphrase.failure} className="mt-4" />
    </Dialog>
  )
}
