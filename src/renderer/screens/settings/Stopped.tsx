import { ArrowRight, CircleCheck, OctagonAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { say, wording } from '#words'
import { usePassphrase } from '../../components/AskedPassphrase.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { HelpLink } from '../../components/HelpLink.tsx'
import { SureForm } from '../../components/SureForm.tsx'
import { Unread } from '../../components/Unread.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { FailedAudit } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Empty, Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { isStopped, REASONS, stoppedText } from './model.ts'
import { Group, Setting } from './rows.tsx'

const STEPS = [
  say('settings.keep-your-24-words-at-hand'),
  say('settings.copy-the-evidence-and-ask-whoever'),
  say('settings.look-the-transaction-up-somewhere-else'),
  say('settings.if-nobody-can-explain-it-do'),
]

/** The report on change that did not come back, and the way on. */
export function Stopped() {
  const { account } = useWallet()
  const report = useQuery('payments.frozen', { account: account.account })
  const { value: failed } = report
  /** What stood in the report when it was agreed to. */
  const [asking, setAsking] = useState<readonly string[] | null>(null)
  const top = useRef<HTMLDivElement>(null)
  if (failed === undefined) return <Unread of={report} className="h-60" />
  if (failed.length === 0) {
    return (
      <div>
        <Empty icon={<CircleCheck />} title={say('settings.nothing-stops-sending')}>
          {rich('settings.all-change-of-came-back-as', { account: account.name })}
        </Empty>
      </div>
    )
  }
  const stopped = isStopped(failed)
  const open = failed.flatMap(({ outputId, acceptedAt }) => (acceptedAt === null ? [outputId] : []))
  const { title, text } = stoppedText(failed)
  return (
    <>
      <div ref={top}>
        <Notice
          tone={stopped ? 'stop' : 'ok'}
          icon={stopped ? <OctagonAlert /> : <CircleCheck />}
          title={title}
          live={!stopped}
          action={<HelpLink topic="stopped" />}
        >
          {heard(text)}
        </Notice>
      </div>
      <section className="grid gap-2.5">
        <h2 className="text-h2">{say('settings.what-did-not-come-back')}</h2>
        <ul className="grid gap-4">
          {failed.map((one) => (
            <Failed key={one.outputId} failed={one} />
          ))}
        </ul>
      </section>
      <Group title={say('settings.what-to-do')}>
        <ol className="grid gap-2 py-3.5">
          {STEPS.map((line, at) => (
            <li key={line} className="flex gap-2.5">
              <span aria-hidden="true" className="figure w-4 shrink-0 text-ink-3">{`${at + 1}.`}</span>
              <span className="text-ink-2">{heard(line)}</span>
            </li>
          ))}
        </ol>
      </Group>
      {stopped && (
        <Group title={say('settings.go-on-all-the-same')}>
          <Setting label={say('settings.go-on-sending')} text={say('settings.what-is-listed-above-is-given')}>
            <Button kind="danger" onPress={() => setAsking(open)}>
              {say('settings.go-on-sending')}
            </Button>
          </Setting>
        </Group>
      )}
      {asking !== null && (
        <GoOn
          name={account.name}
          account={account.account}
          open={asking}
          onClose={() => setAsking(null)}
          onDone={() => {
            setAsking(null)
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
      <Frame tone="stop" inner="pb-2!">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="font-medium">
              <Figure value={failed.amount} symbol={failed.asset.symbol} />
            </p>
            <p className="text-ink-2">{REASONS[failed.reason]}</p>
          </div>
          <CopyButton text={failed.evidence} what={say('settings.evidence')} label={say('settings.copy-evidence')} />
        </div>
        <Facts className="mt-2">
          <Fact name={say('settings.payment')}>
            <LinkButton
              className="-my-1 inline-flex min-h-8 items-center gap-1.5 text-left"
              onPress={() => go({ name: 'payment', paymentId: failed.paymentId })}
            >
              {heard(wording(failed.title))}
              <ArrowRight className="size-4 shrink-0" aria-hidden="true" />
            </LinkButton>
          </Fact>
          <CodeFact name={say('settings.transaction')} text={failed.transactionHash} />
          <Fact name={say('settings.output')}>
            <span className="figure">{failed.outputIndex}</span>
          </Fact>
          <Fact name={say('settings.found')}>
            <Time at={failed.foundAt} form="full" />
          </Fact>
          {failed.acceptedAt !== null && (
            <Fact name={say('settings.you-went-on')}>
              <Time at={failed.acceptedAt} form="full" />
            </Fact>
          )}
        </Facts>
      </Frame>
    </li>
  )
}

function GoOn(props: {
  readonly name: string
  readonly account: string
  /** What of the report stops sending. */
  readonly open: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { state } = useWallet()
  const unfreeze = useAction('payments.unfreeze')
  const passphrase = usePassphrase(state.vault.passphrase && state.approval === 'inline', unfreeze.error)

  async function run(): Promise<void> {
    const given = { account: props.account, read: [...props.open] }
    const done = await unfreeze.run({ ...given, passphrase: passphrase.given })
    passphrase.clear()
    if (done !== undefined) props.onDone()
  }

  return (
    <Dialog
      title={say('settings.go-on-sending')}
      isOpen
      alert={say('settings.can-send-again-the-report-stays', { name: props.name })}
      onClose={props.onClose}
    >
      <SureForm
        sentence={say('settings.i-have-read-what-did-not')}
        passphrase={passphrase}
        label={say('shared.your-passphrase')}
        no={say('settings.leave-it-stopped')}
        yes={say('settings.go-on-sending')}
        pending={unfreeze.pending}
        onClose={props.onClose}
        onSure={run}
      />
    </Dialog>
  )
}
