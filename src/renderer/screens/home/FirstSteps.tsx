import { Check } from 'lucide-react'
import { say } from '#words'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { go, type Route } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'

interface Step {
  readonly title: string
  readonly text: string
  readonly done: boolean
  readonly action?: { readonly label: string; readonly to: Route }
}

/** What to do with an account that nothing came to yet, in the order in which it becomes possible. */
export function FirstSteps() {
  const { state, groups } = useWallet()
  const isPlay = state.network.kind === 'local'
  const steps: readonly Step[] = [
    { title: say('home.step-account'), text: say('home.step-account-done'), done: true },
    {
      title: isPlay ? say('home.step-play-money') : say('home.step-receive'),
      text: isPlay ? say('home.step-play-money-text') : say('home.step-receive-text'),
      done: false,
      action: { label: say('home.step-receive-do'), to: { name: 'receive', tab: isPlay ? 'incoming' : 'chain' } },
    },
    {
      title: say('home.step-pay'),
      text: isPlay ? say('home.step-pay-play') : say('home.step-pay-text'),
      done: false,
    },
    {
      title: say('home.step-sign'),
      text: say('home.step-sign-text'),
      done: groups.length > 0,
      action: { label: say('home.step-sign-do'), to: { name: 'new-group' } },
    },
  ]
  const next = steps.findIndex(({ done }) => !done)
  return (
    <section aria-labelledby="first-steps">
      <SectionTitle id="first-steps">{say('home.first-steps')}</SectionTitle>
      <ol className="mt-1.5">
        {steps.map((step, at) => (
          <li
            key={step.title}
            aria-current={at === next ? 'step' : undefined}
            className="flex min-h-15 items-center gap-3.5 border-line border-b py-2 last:border-0"
          >
            <span
              aria-hidden="true"
              className={cx(
                'figure grid size-7 shrink-0 place-items-center rounded-full font-semibold text-sm',
                step.done
                  ? 'bg-ok text-surface'
                  : at === next
                    ? 'bg-accent text-on-accent'
                    : 'text-ink-2 shadow-[inset_0_0_0_1.5px_var(--line-button)]',
              )}
            >
              {step.done ? <Check className="size-4" strokeWidth={2.5} /> : at + 1}
            </span>
            <span className="min-w-0 flex-1">
              <span className={cx('block text-row', step.done && 'text-ink-2')}>
                {heard(step.title)}
                {step.done && <span className="sr-only"> {say('home.step-done')}</span>}
              </span>
              <span className="block text-pretty text-ink-2 text-sm">{heard(step.text)}</span>
            </span>
            {step.action !== undefined && !step.done && <StepButton {...step.action} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepButton({ label, to }: { readonly label: string; readonly to: Route }) {
  return (
    <Button size="sm" onPress={() => go(to)}>
      {label}
    </Button>
  )
}
