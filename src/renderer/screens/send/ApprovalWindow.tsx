import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failure, type Reply } from '#contract/errors'
import { say, wording } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { approvalObstacle, approveTitle, fullTitle } from '../../components/review-model.ts'
import { useSeenRows } from '../../components/seen-rows.tsx'
import { heard } from '../../lib/heard.tsx'
import { useTicked } from '../../lib/hooks.ts'
import { unbroken } from '../../lib/unbroken.tsx'
import { reportOf } from '../../state/bridge.ts'
import type { AskedInWindow, Report } from '../../state/types.ts'
import { Onlooker } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { ReviewBody } from './ReviewBody.tsx'

/*
 * The second surface of Electron: a window that the main one can neither draw in nor press. It reads what is to be agreed to
 * from the wallet itself and knows two calls, which are in no table of the main window.
 */

async function ask<Answer>(name: 'approval.read' | 'approval.answer', input: unknown): Promise<Answer> {
  if (window.coffer === undefined) throw failure('host.refused', 'this page belongs to a window of its own')
  // The host encodes the review by the same table that its type comes from.
  const reply = (await window.coffer.invoke(name, input)) as Reply<Answer>
  if (reply.ok) return reply.value
  throw failure(reply.error.code, reply.error.code, { details: reply.error.details, cause: reply.error })
}

/** The host waits that long before it takes a yes: a press meant for another window does not count. */
const READING_MS = 900

/** Whether it stood in front for that long; each time that it comes there the time begins anew. */
function useRead(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      setReady(false)
      clearTimeout(timer)
      timer = setTimeout(() => setReady(document.hasFocus()), READING_MS)
    }
    begin()
    window.addEventListener('focus', begin)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', begin)
    }
  }, [])
  return ready
}

export function ApprovalWindow() {
  const [review, setReview] = useState<AskedInWindow | null>(null)
  const [error, setError] = useState<Report | null>(null)
  const [accepted, accept] = useTicked()
  const ready = useRead()
  const [pending, setPending] = useState(false)
  const { unseen, watch } = useSeenRows()
  const passphrase = usePassphrase(review?.asksPassphrase === true, error)

  useEffect(() => {
    ask<AskedInWindow>('approval.read', null).then(setReview, (caught: unknown) => setError(reportOf(caught)))
  }, [])

  async function answer(decision: 'approved' | 'declined'): Promise<void> {
    if (review === null || (decision === 'approved' && !passphrase.isReady())) return
    setError(null)
    setPending(true)
    const typed = decision === 'approved' && passphrase.given !== null ? { passphrase: passphrase.given } : {}
    try {
      await ask<null>('approval.answer', { digest: review.digest, decision, ...typed })
    } catch (caught) {
      setError(reportOf(caught))
    }
    passphrase.clear()
    setPending(false)
  }

  const act = review !== null && 'act' in review ? review : null
  const payment = review !== null && !('act' in review) ? review : null
  const obstacle = payment === null ? null : approvalObstacle({ ...payment, approval: 'window' }, accepted, '')
  const canApprove = review !== null && obstacle === null && ready && passphrase.wait === 0
  return (
    <div className="flex h-full flex-col">
      <main className="min-h-0 flex-1 overflow-y-auto px-6 py-6 max-[25rem]:px-2.5 max-[25rem]:py-3">
        <p className="flex items-center gap-2 text-ink-2 text-sm">
          <ShieldCheck className="size-4 text-accent-ink" aria-hidden="true" />{' '}
          {act === null ? say('send.coffer-asks-for-your-signature') : say('send.coffer-asks-whether-you-want-this')}
        </p>
        <ScreenTitle className="mt-1 mb-4">
          {review === null
            ? say('send.reading-what-is-asked')
            : heard('act' in review ? wording(review.title) : fullTitle(review))}
        </ScreenTitle>
        <ErrorNotice error={passphrase.failure} className="mb-4" />
        {review === null && error === null && <Skeleton className="h-80 w-full rounded-lg" />}
        {act !== null && (
          <div className="grid gap-2 text-ink-2">
            {act.lines.map(wording).map((line) => (
              <p key={line}>{heard(line)}</p>
            ))}
          </div>
        )}
        {payment !== null && (
          <Onlooker value={payment.account}>
            {watch(<ReviewBody review={payment} accepted={accepted} noFiat onAccept={accept} />)}
          </Onlooker>
        )}
      </main>
      <footer className="border-line border-t px-6 py-3.5 low:py-1.5 max-[25rem]:px-2.5">
        <Form
          className="flex flex-wrap items-center justify-end gap-x-6 gap-y-2 low:gap-y-1.5"
          onSubmit={() => {
            if (canApprove) void answer('approved')
          }}
        >
          <p
            id="approval-obstacle"
            role={obstacle === null && unseen !== null ? undefined : 'status'}
            className="min-w-0 flex-[1_1_14rem] text-pretty text-ink-2 text-sm"
          >
            {act !== null
              ? say('send.decline-if-you-did-not-ask')
              : passphrase.refusal !== null
                ? say('send.nothing-was-signed')
                : (heard(obstacle) ?? heard(unseen) ?? say('send.compare-the-receiver-once-more-a'))}
          </p>
          <AskedPassphrase
            of={passphrase}
            large
            placeholder={say('shared.your-passphrase')}
            className="w-[15.5rem] min-w-[11.25rem] shrink max-[25rem]:w-full low:min-[25rem]:w-48 low:[&_input]:h-9 not-low:[&_input]:placeholder:opacity-0 low:[&>:first-child]:sr-only"
          />
          <div className="flex flex-wrap items-stretch justify-end gap-2 max-[25rem]:w-full max-[25rem]:flex-nowrap">
            <Button
              size="lg"
              isDisabled={review === null}
              className="low:h-auto low:min-h-9 low:px-3 low:text-sm"
              onPress={() => void answer('declined')}
            >
              {act === null ? say('send.do-not-sign') : say('send.decline')}
            </Button>
            {review !== null && (
              <Button
                kind="primary"
                size="lg"
                type="submit"
                pending={pending}
                isDisabled={!canApprove}
                className="h-auto min-h-11 min-w-0 max-w-full shrink py-1.5 low:min-h-9 low:px-3 low:py-1 low:text-sm max-[25rem]:shrink max-[25rem]:grow"
                aria-describedby="approval-obstacle"
              >
                <span className="min-w-0 text-balance whitespace-normal">
                  {unbroken('act' in review ? wording(review.verb) : approveTitle(review))}
                </span>
              </Button>
            )}
          </div>
        </Form>
      </footer>
    </div>
  )
}
