import { Ban, Send } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { HelpLink } from '../../components/HelpLink.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'

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
    <section aria-label={say('send.what-you-can-do')}>
      <ul className="grid gap-3.5 min-[800px]:grid-cols-2">
        {waitsFor !== undefined && (
          <Choice
            title={say('send.send-it')}
            text={say('send.if-it-is-still-wanted-the')}
            action={
              <span className="flex items-end gap-2">
                {asks && (
                  <PassphraseInput
                    label={say('send.your-passphrase')}
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
                  {say('send.send-it-now')}
                </Button>
              </span>
            }
          />
        )}
        {canVoid && (
          <Choice
            title={say('send.make-it-impossible')}
            text={say('send.you-pay-one-of-its-coins')}
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
                {voidedBy.length === 0 ? say('send.make-it-impossible') : say('send.try-another-coin')}
              </Button>
            }
          />
        )}
        {voidedBy.map((paymentId, at) => (
          <Choice
            key={paymentId}
            title={
              voidedBy.length === 1
                ? say('send.being-made-impossible')
                : say('send.being-made-impossible-try', { at: at + 1 })
            }
            text={
              voidedBy.length === 1
                ? say('send.until-one-of-the-two-is')
                : say('send.until-one-of-the-payment-is', { voidedBy: voidedBy.length + 1 })
            }
            action={
              <Button size="sm" kind="quiet" onPress={() => go({ name: 'payment', paymentId })}>
                {say('send.open-that-payment')}
              </Button>
            }
          />
        ))}
        {!canVoid && voidedBy.length === 0 && waitsFor === undefined && (
          <li className="text-ink-2 min-[800px]:col-span-2">{say('send.nothing-but-waiting-coffer-goes-on')}</li>
        )}
      </ul>
      <div className="mt-2">
        <HelpLink topic="undecided" />
      </div>
      {send.error !== null && <ErrorNotice error={send.error} className="mt-4" />}
      {prepare.error !== null && <ErrorNotice error={prepare.error} className="mt-4" />}
    </section>
  )
}

function Choice(props: { readonly title: string; readonly text: string; readonly action: React.ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3.5 rounded-lg bg-sunken px-5 py-4.5">
      <div className="min-w-0 flex-1">
        <p className="text-h2">{props.title}</p>
        <p className="mt-1 text-ink-2">{props.text}</p>
      </div>
      <span className="max-w-full">{props.action}</span>
    </li>
  )
}
