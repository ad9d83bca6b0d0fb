import { say } from '#words'
import type { Action } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { formOf, keepForm } from './store.ts'

/** Gives up a payment that was not signed; its coins are free again. */
export function CancelButton({
  paymentId,
  cancel,
  primary = false,
}: {
  readonly paymentId: string
  /** Of the screen, which says where there is room for it why it could not be cancelled. */
  readonly cancel: Action<'payments.cancel'>
  readonly primary?: boolean
}) {
  const { owner } = useWallet()
  return (
    <Button
      kind={primary ? 'primary' : 'quiet'}
      size={primary ? 'lg' : 'md'}
      pending={cancel.pending}
      onPress={() =>
        void cancel.run({ account: owner.account, paymentId }).then((done) => {
          if (done !== undefined && formOf(paymentId) !== null) keepForm(null)
        })
      }
    >
      {say('send.cancel-payment')}
    </Button>
  )
}
