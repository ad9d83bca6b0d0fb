import { CircleCheck, CircleDashed, Combine, OctagonAlert } from 'lucide-react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Card, Disclosure } from '../../ui/Surface.tsx'
import { type Plan, planWords, skippedWords, stepWord } from './model.ts'

/** Fewer coins: what is proposed, or how far it has come. */
export function PlanCard({ plan }: { readonly plan: Plan }) {
  const words = planWords(plan)
  const skipped = skippedWords(plan)
  const done = plan.steps.filter(({ state }) => state === 'final' || state === 'skipped').length
  const begun = plan.state === 'running' || plan.state === 'paused'
  return (
    <Card className="mb-4 px-6 py-4" label={say('coins.combine-coins')}>
      <div className="flex items-start gap-4">
        <Combine className="mt-0.5 size-5 shrink-0 text-accent-ink" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{heard(words.title)}</h2>
          <p className="text-ink-2 text-sm">
            {heard(words.text)} {heard(skipped)}
          </p>
        </div>
        <Hands plan={plan} />
      </div>
      {begun && (
        <div className="mt-3">
          <Progress
            label={say('coins.steps')}
            value={done}
            of={plan.steps.length}
            text={say('coins.of-step', { done, steps: plan.steps.length })}
          />
        </div>
      )}
      <ErrorNotice error={plan.problem} className="mt-3" />
      {(plan.steps.length > 1 || begun) && (
        <Disclosure
          title={say('coins.step', { steps: plan.steps.length })}
          className="mt-2"
          open={plan.steps.length <= 3}
        >
          <Steps plan={plan} />
        </Disclosure>
      )}
    </Card>
  )
}

function Steps({ plan }: { readonly plan: Plan }) {
  return (
    <ol className="grid">
      {plan.steps.map((step, at) => {
        const { paymentId } = step
        return (
          <li key={at} className="flex min-h-11 items-center gap-3 border-line border-b py-1.5 text-sm last:border-0">
            <StepIcon state={step.state} />
            <span className="figure w-14 shrink-0 text-ink-3">{rich('coins.step-2', { at: at + 1 })}</span>
            <span className="min-w-0 flex-1">
              {rich('coins.coin-into', {
                coins: step.coins,
                figure: <Figure value={step.amount} symbol={plan.asset.symbol} />,
              })}
            </span>
            <span className="text-ink-2">{stepWord(step.state)}</span>
            {paymentId !== null && (
              <Button size="sm" kind="quiet" onPress={() => go({ name: 'payment', paymentId })}>
                {say('coins.open')}
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function StepIcon({ state }: { readonly state: Plan['steps'][number]['state'] }) {
  if (state === 'working') return <Spinner />
  if (state === 'final') return <CircleCheck className="size-4 shrink-0 text-ok" aria-hidden="true" />
  if (state === 'failed') return <OctagonAlert className="size-4 shrink-0 text-stop" aria-hidden="true" />
  return <CircleDashed className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
}

function Hands({ plan }: { readonly plan: Plan }) {
  const { owner } = useWallet()
  const combine = useAction('coins.combine')
  const pause = useAction('coins.pause')
  const resume = useAction('coins.resume')
  const stop = useAction('coins.stop')
  const error = combine.error ?? pause.error ?? resume.error ?? stop.error
  const { planId, state } = plan
  const named = planId === null ? null : { account: owner.account, planId }

  const begin = () =>
    combine.run({ ...owner, assetId: plan.asset.assetId }, ({ paymentId }) => go({ name: 'payment', paymentId }))

  return (
    <div className="grid shrink-0 justify-items-end gap-2">
      <div className="flex gap-2">
        {(state === 'proposal' || state === 'approval') && (
          <Button size="sm" kind="primary" pending={combine.pending} onPress={() => void begin()}>
            {state === 'proposal' ? say('coins.combine') : say('coins.review')}
          </Button>
        )}
        {state === 'running' && named !== null && (
          <Button size="sm" pending={pause.pending} onPress={() => void pause.run(named)}>
            {say('coins.pause')}
          </Button>
        )}
        {state === 'paused' && named !== null && (
          <Button size="sm" kind="primary" pending={resume.pending} onPress={() => void resume.run(named)}>
            {say('coins.go-on')}
          </Button>
        )}
        {state !== 'proposal' && state !== 'running' && named !== null && (
          <Button size="sm" kind="quiet" pending={stop.pending} onPress={() => void stop.run(named)}>
            {state === 'done' ? say('coins.dismiss') : say('coins.give-up')}
          </Button>
        )}
      </div>
      <ErrorNotice error={error} />
    </div>
  )
}
