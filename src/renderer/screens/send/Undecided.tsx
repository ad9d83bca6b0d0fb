import { Ban, Send } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { plural } from '../../lib/digits.ts'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Card } from '../../ui/Surface.tsx'

/** What its owner can do about a signed payment while nobody knows whether it was paid. */
export function Undecided({ payment }: { readonly payment: Payment }) {
  const { owner, state } = useWallet()
  const [passphrase, setPassphrase] = useState('')
  const asks = state.vault.passphrase && state.approval === 'inline'
  const send = useAction('payments.sendNow')
  const prepare = useAction('payments.prepareVoid')
  const { waitsFor, canVoid = false, voidedBy = [] } = payment
  const input = { account: owner.account, paymentId: payment.paymentId }
  if (payment.money !== 'unknown_checking') return null
  return (
    <Card className="px-6 py-4" label="What you can do">
      <ul className="grid gap-4">
        {waitsFor !== undefined && (
          <Choice
            title="Send it"
            text="If it is still wanted. The network takes the same bytes once at most."
            action={
              <span className="flex items-end gap-2">
                {asks && (
                  <PassphraseInput
                    label="Your passphrase"
                    className="w-52"
                    value={passphrase}
                    onChange={setPassphrase}
                  />
                )}
                <Button
                  size="sm"
                  icon={<Send className="size-4" />}
                  pending={send.pending}
                  isDisabled={asks && passphrase === ''}
                  onPress={() => {
                    void send.run({ ...input, passphrase: asks ? passphrase : null })
                    setPassphrase('')
                  }}
                >
                  Send it now
                </Button>
              </span>
            }
          />
        )}
        {canVoid && (
          <Choice
            title="Make it impossible"
            text="You pay one of its coins to yourself. The network takes one of the two only: either this payment can never be paid, or it was paid first and the coin does not come back."
            action={
              <Button
                size="sm"
                icon={<Ban className="size-4" />}
                pending={prepare.pending}
                onPress={() =>
                  void prepare
                    .run(input)
                    .then((review) => review !== undefined && go({ name: 'payment', paymentId: review.paymentId }))
                }
              >
                {voidedBy.length === 0 ? 'Make it impossible' : 'Try another coin'}
              </Button>
            }
          />
        )}
        {voidedBy.map((paymentId, at) => (
          <Choice
            key={paymentId}
            title={voidedBy.length === 1 ? 'Being made impossible' : `Being made impossible, try ${at + 1}`}
            text={`Until one of the ${voidedBy.length === 1 ? 'two' : plural(voidedBy.length + 1, 'payment')} is final, nobody knows which one the network takes.`}
            action={
              <Button size="sm" kind="quiet" onPress={() => go({ name: 'payment', paymentId })}>
                Open that payment
              </Button>
            }
          />
        ))}
        {!canVoid && voidedBy.length === 0 && waitsFor === undefined && (
          <li className="text-ink-2">Nothing but waiting: Coffer goes on asking the network.</li>
        )}
      </ul>
      {send.error !== null && <ErrorNotice error={send.error} className="mt-4" />}
      {prepare.error !== null && <ErrorNotice error={prepare.error} className="mt-4" />}
    </Card>
  )
}

function Choice(props: { readonly title: string; readonly text: string; readonly action: React.ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-6">
      <div className="min-w-0">
        <p className="font-medium">{props.title}</p>
        <p className="text-ink-2 text-sm">{props.text}</p>
      </div>
      <span className="shrink-0">{props.action}</span>
    </li>
  )
}
