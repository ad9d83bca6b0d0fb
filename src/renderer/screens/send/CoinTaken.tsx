import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { goSendFilled, goWriteAgain } from '../../state/prefilled-send.ts'
import { useAction } from '../../state/query.ts'
import { go, markPlace } from '../../state/routes.ts'
import type { Report } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { formOf, keepForm } from './store.ts'

export const isCoinTaken = (error: Report | null): error is Report => error?.code === 'wallet.coin_taken'

/** In place of a review whose coin another request has: nothing in it could be agreed to. */
export function CoinTaken(props: {
  readonly paymentId: string
  readonly title: string
  readonly error: Report
  /** Looks once more: that request may have been given up. */
  readonly onCheck: () => void
}) {
  const { paymentId, error } = props
  const { owner } = useWallet()
  const { account } = owner
  const giveUp = useAction('payments.cancel')
  const again = useAction('approvals.again')
  const holder = error.details['requestId']

  async function end(): Promise<boolean> {
    const done = await giveUp.run({ account, paymentId })
    if (done !== undefined) keepForm(null)
    return done !== undefined
  }

  /** As it was typed in this window, else as its bytes say. A request id is used once, so that of a link is not kept. */
  async function writeAgain(): Promise<void> {
    const isHere = markPlace()
    const typed = formOf(paymentId)?.form
    const read = typed === undefined ? await again.run({ account, requestId: paymentId }) : undefined
    if ((typed ?? read) === undefined || !isHere() || !(await end()) || !isHere()) return
    if (typed !== undefined) goSendFilled({ form: { ...typed, coins: null, trace: null }, view: null })
    else if (read !== undefined) goWriteAgain(read)
  }

  const failed = giveUp.error ?? again.error
  return (
    <Page title={props.title} narrow>
      <ErrorNotice
        error={error}
        action={
          typeof holder === 'string' &&
          holder !== '' && (
            <Button size="sm" onPress={() => go({ name: 'request', requestId: holder })}>
              {say('send.open-that-request')}
            </Button>
          )
        }
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" pending={again.pending} onPress={() => void writeAgain()}>
          {say('send.write-it-with-other-coins')}
        </Button>
        <Button pending={giveUp.pending} onPress={() => void end()}>
          {say('send.give-it-up')}
        </Button>
        <Button kind="quiet" onPress={props.onCheck}>
          {say('common.check-again')}
        </Button>
      </div>
      <ErrorNotice error={failed} className="mt-4" />
    </Page>
  )
}
