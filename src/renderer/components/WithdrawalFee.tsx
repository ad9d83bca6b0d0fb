import { CircleCheck, Clock3, HandCoins } from 'lucide-react'
import { say } from '#words'
import { rich } from '../lib/rich.tsx'
import { useAction } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { Payment, Report } from '../state/types.ts'
import { selectAccount } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Surface.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { userName } from './group.tsx'

/** What became of the network fee of a group's final withdrawal, and the button that prepares it. */
export function WithdrawalFee(props: {
  readonly account: string
  readonly requestId: string
  readonly withdrawal: NonNullable<Payment['withdrawal']>
}) {
  const { withdrawal } = props
  const pay = useAction('approvals.payFee')
  const lacked = lackedIn(pay.error)
  const open = (paymentId: string) => go({ name: 'payment', paymentId })

  const prepare = () =>
    pay.run({ account: props.account, requestId: props.requestId }, ({ paymentId }) => open(paymentId))

  if (withdrawal.fee === 'later') return null
  if (withdrawal.fee === 'waits') {
    return (
      <>
        <Notice
          tone="warn"
          icon={<HandCoins />}
          title={say('shared.waits-for-its-fee')}
          action={
            <Button size="sm" pending={pay.pending} onPress={() => void prepare()}>
              {withdrawal.feePayment === null ? say('shared.pay-the-fee') : say('shared.go-on-paying-the-fee')}
            </Button>
          }
        >
          {say('shared.one-member-pays-the-network-fee')}
        </Notice>
        <ErrorNotice
          error={pay.error}
          action={lacked === null ? undefined : <ReceiveFee account={props.account} {...lacked} />}
        />
      </>
    )
  }
  const { feePayment, paidBy, chainHash } = withdrawal
  const who = paidBy === null ? say('shared.fee-paid') : say('shared.fee-paid-by', { userName: userName(paidBy) })
  const title = withdrawal.fee === 'paying' ? say('shared.the-fee-is-on-its-way') : who
  return (
    <Notice
      tone={withdrawal.fee === 'paying' ? 'plain' : 'ok'}
      icon={withdrawal.fee === 'paying' ? <Clock3 /> : <CircleCheck />}
      title={title}
      action={
        feePayment !== null && (
          <Button size="sm" onPress={() => open(feePayment)}>
            {say('shared.fee-payment')}
          </Button>
        )
      }
    >
      {chainHash === null
        ? say('shared.the-service-sends-the-withdrawal-to')
        : rich('shared.sent-on-the-other-chain', { chainHash })}
    </Notice>
  )
}

/** Receives what the fee lacks. It is paid from the member's own account, whoever's money is looked at. */
function ReceiveFee(props: { readonly account: string; readonly assetId: string; readonly symbol: string }) {
  return (
    <Button
      size="sm"
      onPress={() => {
        selectAccount(props.account, null)
        go({ name: 'receive', assetId: props.assetId })
      }}
    >
      {rich('shared.receive-asset', { symbol: props.symbol })}
    </Button>
  )
}

/** The asset of which the fee is not there. */
function lackedIn(error: Report | null): { readonly assetId: string; readonly symbol: string } | null {
  const { assetId, symbol } = error?.code === 'wallet.fee_insufficient' ? error.details : {}
  return typeof assetId === 'string' && typeof symbol === 'string' ? { assetId, symbol } : null
}
