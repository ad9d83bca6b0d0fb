import { useEffect, useRef, useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { Receipt } from './Receipt.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'
import { isUnsigned } from './receipt-model.ts'

/** One payment, wherever it stands: its review until it is signed, its receipt from then on. */
export function PaymentScreen({ paymentId }: { readonly paymentId: string }) {
  const { owner } = useWallet()
  const payment = useQuery('payments.read', { account: owner.account, paymentId })
  const [signing, setSigning] = useState(false)
  const inReview = payment.value !== undefined && (signing || isUnsigned(payment.value))
  const before = useRef(inReview)
  useEffect(() => {
    // The review was read to its end; what became of it stands at the top.
    if (before.current && !inReview) document.getElementById('main')?.scrollTo(0, 0)
    before.current = inReview
  }, [inReview])
  if (payment.value === undefined) {
    return (
      <Page title={say('send.payment')} narrow>
        {payment.error === null ? (
          <Skeleton className="h-96 w-full rounded-lg" />
        ) : (
          <ErrorNotice
            error={payment.error}
            action={
              <span className="flex gap-2">
                <Button onPress={payment.refresh}>{say('common.try-again')}</Button>
                <Button onPress={() => go({ name: 'activity' })}>{say('send.activity')}</Button>
              </span>
            }
          />
        )}
      </Page>
    )
  }
  // While a signature is asked for, the review stays: its answer decides what comes next.
  return inReview ? (
    <ReviewScreen paymentId={paymentId} title={wording(payment.value.title)} onSigning={setSigning} />
  ) : (
    <Receipt payment={payment.value} />
  )
}
