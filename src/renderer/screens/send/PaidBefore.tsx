import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Report } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CancelButton } from './CancelButton.tsx'
import { waysOn } from './paid-before.ts'

export const isPaidBefore = (error: Report | null): error is Report => error?.code === 'wallet.already_sent'

/** In place of the review of what was paid another way, in whole or in part: nothing in it could be agreed to. */
export function PaidBefore(props: {
  readonly paymentId: string
  readonly title: string
  readonly error: Report
  readonly onCheck: () => void
}) {
  const { paymentId, error } = props
  const { account } = useWallet().owner
  const cancel = useAction('payments.cancel')
  const { request, payment, isItself } = waysOn(error, paymentId)
  const run = useQuery('payments.read', { account, paymentId }).value?.run
  // What another computer paid has no receipt here.
  const paid = useQuery('payments.read', payment === null ? undefined : { account, paymentId: payment }).value
  return (
    <Page title={props.title} narrow>
      <ErrorNotice error={error} />
      <div className="mt-4 flex flex-wrap gap-2">
        <CancelButton paymentId={paymentId} cancel={cancel} primary={!isItself} />
        {run !== undefined && (
          <Button size="lg" onPress={() => go({ name: 'runs', runId: run })}>
            {say('send.back-to-the-run')}
          </Button>
        )}
        {request !== null && (
          <Button
            kind={isItself ? 'primary' : 'secondary'}
            size="lg"
            onPress={() => go({ name: 'request', requestId: request })}
          >
            {say('send.open-that-request')}
          </Button>
        )}
        {paid !== undefined && (
          <Button size="lg" onPress={() => go({ name: 'payment', paymentId: paid.paymentId })}>
            {say('send.receipt-title')}
          </Button>
        )}
        <Button kind="quiet" size="lg" onPress={props.onCheck}>
          {say('common.check-again')}
        </Button>
      </div>
      <ErrorNotice error={cancel.error} className="mt-4" />
    </Page>
  )
}
