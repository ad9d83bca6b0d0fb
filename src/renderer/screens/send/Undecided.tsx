import { Archive, Ban, CirclePause, Repeat, Search, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorFacts } from '#contract/errors'
import { say, wording } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { HelpLink } from '../../components/HelpLink.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'

/** What its owner can do about a signed payment while nobody knows whether it was paid. */
export function Undecided({ payment }: { readonly payment: Payment }) {
  const { owner, state } = useWallet()
  const send = useAction('payments.sendNow')
  const passphrase = usePassphrase(state.vault.passphrase && state.approval === 'inline', send.error)
  const prepare = useAction('payments.prepareVoid')
  const retry = useAction('app.retry')
  const { waitsFor, canVoid = false, canPutAway = false, voidedBy = [] } = payment
  const input = { account: owner.account, paymentId: payment.paymentId }
  if (payment.money !== 'unknown_checking') return null

  function sendAgain(): void {
    if (!passphrase.isReady()) return
    void send.run({ ...input, passphrase: passphrase.given })
    passphrase.clear()
  }

  return (
    <section aria-label={say('send.what-you-can-do')}>
      <ul className="grid gap-3.5 min-[50rem]:grid-cols-2 min-[50rem]:[&>:last-child:nth-child(odd)]:col-span-2">
        {waitsFor === undefined && (
          <Choice
            icon={<Search />}
            title={say('send.ask-the-network')}
            text={say('send.looks-for-it-by-its-id', { attempts: payment.attempts })}
            action={
              <Button
                size="sm"
                kind="primary"
                pending={retry.pending}
                onPress={() => void retry.run({ account: owner.account })}
              >
                {say('send.ask-now')}
              </Button>
            }
          />
        )}
        <Choice
          icon={waitsFor === undefined ? <Repeat /> : <Send />}
          title={waitsFor === undefined ? say('send.send-the-same-again') : say('send.send-it')}
          text={waitsFor === undefined ? say('send.the-very-same-bytes') : say('send.if-it-is-still-wanted-the')}
          action={
            <Agreed
              of={passphrase}
              button={waitsFor === undefined ? say('send.send-the-same-bytes') : say('send.send-it-now')}
              pending={send.pending}
              onSubmit={sendAgain}
            />
          }
        />
        {canVoid && (
          <Choice
            icon={<Ban />}
            title={say('send.make-it-impossible')}
            text={say('send.you-pay-one-of-its-coins')}
            action={
              <Button
                size="sm"
                pending={prepare.pending}
                onPress={() => void prepare.run(input, ({ paymentId }) => go({ name: 'payment', paymentId }))}
              >
                {voidedBy.length === 0 ? say('send.make-it-impossible') : say('send.try-another-coin')}
              </Button>
            }
          />
        )}
        {canPutAway && <PutAway paymentId={payment.paymentId} />}
        {voidedBy.map((paymentId, at) => (
          <Choice
            key={paymentId}
            icon={<Ban />}
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
      </ul>
      <p className="mt-3.5 flex items-start gap-2.5 px-1 text-ink-2 text-sm">
        <CirclePause className="mt-px size-4.5 shrink-0" aria-hidden="true" />
        <span>
          {payment.problem !== null && waitsFor === undefined && (
            <>{heard(wording(errorFacts(payment.problem.code, payment.problem.details).what))} </>
          )}
          {say('send.its-coins-stay-held')}
        </span>
      </p>
      <ErrorNotice error={retry.error} className="mt-4" />
      <div className="mt-2">
        <HelpLink topic="undecided" />
      </div>
      <ErrorNotice error={passphrase.failure} className="mt-4" />
      <ErrorNotice error={prepare.error} className="mt-4" />
    </section>
  )
}

/** What is done with the passphrase, where that is asked for here. */
function Agreed(props: {
  readonly of: ReturnType<typeof usePassphrase>
  readonly button: string
  readonly pending: boolean
  readonly onSubmit: () => void
}) {
  const passphrase = props.of
  return (
    <Form className="flex flex-wrap items-start gap-2" onSubmit={props.onSubmit}>
      <AskedPassphrase of={passphrase} className="w-60 max-w-full" />
      <Button
        size="sm"
        type="submit"
        className={cx(passphrase.asks && 'mt-[1.8125rem]')}
        pending={props.pending}
        isDisabled={passphrase.wait > 0}
      >
        {props.button}
      </Button>
    </Form>
  )
}

/** For what can neither be sent nor made impossible. */
function PutAway({ paymentId }: Pick<Payment, 'paymentId'>) {
  const { owner, state } = useWallet()
  const away = useAction('payments.putAway')
  const passphrase = usePassphrase(state.vault.passphrase && state.approval === 'inline', away.error)

  function putAway(): void {
    if (!passphrase.isReady()) return
    void away.run({ account: owner.account, paymentId, passphrase: passphrase.given })
    passphrase.clear()
  }

  return (
    <Choice
      icon={<Archive />}
      title={say('send.put-it-away')}
      text={say('send.its-coin-is-not-there')}
      action={
        <>
          <Agreed of={passphrase} button={say('send.put-it-away')} pending={away.pending} onSubmit={putAway} />
          <ErrorNotice error={passphrase.failure} className="mt-2" />
        </>
      }
    />
  )
}

function Choice(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly action: ReactNode
}) {
  return (
    <li className="flex flex-col items-start gap-3.5 rounded-lg bg-sunken px-5 py-4.5">
      <div className="min-w-0">
        <p className="flex items-center gap-2.5 text-h2 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-accent-ink">
          <span aria-hidden="true">{props.icon}</span>
          {heard(props.title)}
        </p>
        <p className="mt-1 text-ink-2">{heard(props.text)}</p>
      </div>
      <span className="max-w-full">{props.action}</span>
    </li>
  )
}
