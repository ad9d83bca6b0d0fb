import { ArrowRight, CircleCheck, OctagonAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorLines, ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { useCountdown, waitOf } from '../../lib/hooks.ts'
import { isolated } from '../../lib/isolated.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { FailedAudit } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Card, Empty, Notice, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { isStopped, REASONS, stoppedText } from './model.ts'
import { Group, Setting } from './rows.tsx'

const STEPS = [
  'Keep your 24 words at hand. They open what is left of this account from any computer.',
  'Copy the evidence and ask whoever runs the service why this did not come back. It holds none of your secrets.',
  'Look the transaction up somewhere else, for example with a public viewer of the network. What it shows was not told to you by this service.',
  'If nobody can explain it, do not send from this account through this service again.',
]

/** The report on change that did not come back, and the way on. */
export function Stopped() {
  const { account } = useWallet()
  const { value: failed, error, refresh } = useQuery('payments.frozen', { account: account.account })
  const [asking, setAsking] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  if (failed === undefined) {
    if (error === null) return <Skeleton className="h-60 w-full rounded-lg" />
    return (
      <ErrorNotice
        error={error}
        action={
          <Button size="sm" onPress={refresh}>
            Try again
          </Button>
        }
      />
    )
  }
  if (failed.length === 0) {
    return (
      <Card>
        <Empty icon={<CircleCheck />} title="Nothing stops sending">
          {`All change of ${isolated(account.name)} came back as it was signed.`}
        </Empty>
      </Card>
    )
  }
  const stopped = isStopped(failed)
  const { title, text } = stoppedText(failed)
  return (
    <>
      <div ref={top}>
        <Notice
          tone={stopped ? 'stop' : 'ok'}
          icon={stopped ? <OctagonAlert /> : <CircleCheck />}
          title={title}
          live={!stopped}
        >
          {text}
        </Notice>
      </div>
      <section className="grid gap-2.5">
        <h2 className="font-semibold">What did not come back</h2>
        <ul className="grid gap-4">
          {failed.map((one) => (
            <Failed key={one.outputId} failed={one} />
          ))}
        </ul>
      </section>
      <Group title="What to do">
        <ol className="grid gap-2 py-3.5">
          {STEPS.map((line, at) => (
            <li key={line} className="flex gap-2.5">
              <span aria-hidden="true" className="figure w-4 shrink-0 text-ink-3">{`${at + 1}.`}</span>
              <span className="text-ink-2">{line}</span>
            </li>
          ))}
        </ol>
      </Group>
      {stopped && (
        <Group title="Go on all the same">
          <Setting
            label="Go on sending"
            text="What is listed above is given up for now. If the service does the same again, change of the next payment is lost as well."
          >
            <Button kind="danger" onPress={() => setAsking(true)}>
              Go on sending
            </Button>
          </Setting>
        </Group>
      )}
      {asking && (
        <GoOn
          name={account.name}
          account={account.account}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            top.current?.scrollIntoView({ block: 'center' })
          }}
        />
      )}
    </>
  )
}

function Failed({ failed }: { readonly failed: FailedAudit }) {
  return (
    <li>
      <Card className="px-6 pt-4 pb-1">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="font-medium">
              <Figure value={failed.amount} symbol={failed.asset.symbol} />
            </p>
            <p className="text-ink-2">{REASONS[failed.reason]}</p>
          </div>
          <CopyButton text={failed.evidence} what="evidence" label="Copy evidence" />
        </div>
        <Facts className="mt-2">
          <Fact name="Payment">
            <button
              type="button"
              onClick={() => go({ name: 'payment', paymentId: failed.paymentId })}
              className="-my-1 inline-flex min-h-8 items-center gap-1.5 rounded-md text-left font-medium text-accent-ink hover:underline"
            >
              {failed.title}
              <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
            </button>
          </Fact>
          <CodeFact name="Transaction" text={failed.transactionHash} />
          <Fact name="Output">
            <span className="figure">{failed.outputIndex}</span>
          </Fact>
          <Fact name="Found">
            <Time at={failed.foundAt} form="full" />
          </Fact>
          {failed.acceptedAt !== null && (
            <Fact name="You went on">
              <Time at={failed.acceptedAt} form="full" />
            </Fact>
          )}
        </Facts>
      </Card>
    </li>
  )
}

function GoOn(props: {
  readonly name: string
  readonly account: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { state } = useWallet()
  const [read, setRead] = useState(false)
  const [passphrase, setPassphrase] = useState('')
  const [tried, setTried] = useState(false)
  const unfreeze = useAction('payments.unfreeze')
  const wait = useCountdown(waitOf(unfreeze.error?.details), unfreeze.error)
  const asks = state.vault.passphrase && state.approval === 'inline'
  const wrong = unfreeze.error?.code === 'vault.wrong_passphrase'
  const missing = !read ? 'Tick the sentence first.' : asks && passphrase === '' ? 'Enter your passphrase.' : null

  async function run(): Promise<void> {
    setTried(true)
    if (missing !== null || wait > 0) return
    const done = await unfreeze.run({ account: props.account, passphrase: asks ? passphrase : null })
    setPassphrase('')
    setTried(false)
    if (done !== undefined) props.onDone()
  }

  return (
    <Dialog title="Go on sending" isOpen onClose={props.onClose} width="max-w-lg" alert>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <p className="text-ink-2">
          {`${isolated(props.name)} can send again. The report stays here, and Coffer goes on checking: if change of another payment does not come back, sending stops anew.`}
        </p>
        {unfreeze.error !== null && !wrong && <ErrorNotice error={unfreeze.error} />}
        <Checkbox checked={read} onChange={setRead}>
          I have read what did not come back, and that it may be lost
        </Checkbox>
        {asks && (
          <PassphraseInput
            label="Your passphrase"
            value={passphrase}
            onChange={setPassphrase}
            error={
              wrong && unfreeze.error !== null && passphrase === '' ? (
                wait > 0 ? (
                  `That is not it. Wait ${wait} s.`
                ) : (
                  <ErrorLines error={unfreeze.error} waited />
                )
              ) : undefined
            }
          />
        )}
        <div className="flex items-center justify-end gap-2">
          <span role="status" className="mr-auto text-sm text-stop">
            {tried ? (missing ?? '') : ''}
          </span>
          <Button onPress={props.onClose}>Leave it stopped</Button>
          <Button kind="danger" type="submit" pending={unfreeze.pending}>
            Go on sending
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
