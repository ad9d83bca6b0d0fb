import { ArrowLeft, Check, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { say } from '#words'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { RemoveAccount } from '../../components/RemoveAccount.tsx'
import { cx } from '../../lib/cx.ts'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import type { Account, AppState } from '../../state/types.ts'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { STEP_TITLES, type Step } from './model.ts'

/** Two columns: where one is, and the one thing to do now. */
export function Frame(props: {
  readonly state: AppState
  readonly steps: readonly Step[]
  readonly current: Step | null
  readonly onLeave?: () => void
  /** An account that is not set up yet: it can be removed, and others be added beside it. */
  readonly unfinished?: Account
  readonly children: ReactNode
}) {
  const { state, steps, current } = props
  const [removing, setRemoving] = useState(false)
  const at = current === null ? -1 : steps.indexOf(current)
  return (
    <div className="flex h-full">
      <aside className="flex w-60 shrink-0 flex-col border-line border-r px-7 pt-8 pb-6 min-[1100px]:w-72">
        <div className="flex items-center gap-3">
          <Mark className="size-8" />
          <span className="font-semibold text-lg tracking-[-0.01em]">Coffer</span>
        </div>
        {steps.length > 0 && (
          <ol aria-label={say('onboarding.steps')} className="mt-12 grid gap-1">
            {steps.map((step, index) => (
              <li
                key={step}
                aria-current={index === at ? 'step' : undefined}
                className={cx(
                  'flex h-9 items-center gap-3',
                  index === at ? 'font-medium text-ink' : index < at ? 'text-ink-2' : 'text-ink-3',
                )}
              >
                <span
                  className={cx(
                    'figure grid size-6 shrink-0 place-items-center rounded-full text-xs',
                    index === at
                      ? 'bg-accent font-semibold text-on-accent'
                      : index < at
                        ? 'bg-accent-soft text-accent-ink'
                        : 'bg-pressed',
                  )}
                  aria-hidden="true"
                >
                  {index < at ? <Check className="size-3.5" /> : index + 1}
                </span>
                {STEP_TITLES[step]}
                {index < at && <span className="sr-only">{say('onboarding.done')}</span>}
              </li>
            ))}
          </ol>
        )}
        <div className="flex-1" />
        {props.unfinished !== undefined && (
          <>
            <SideButton icon={<Plus />} onPress={() => go({ name: 'add-account' })}>
              {say('onboarding.add-another-account')}
            </SideButton>
            <SideButton icon={<Trash2 />} onPress={() => setRemoving(true)}>
              {say('onboarding.remove-this-account')}
            </SideButton>
          </>
        )}
        {props.onLeave !== undefined && (
          <SideButton icon={<ArrowLeft />} onPress={props.onLeave}>
            {say('onboarding.back-to-the-wallet')}
          </SideButton>
        )}
        {removing && props.unfinished !== undefined && (
          <RemoveAccount state={state} account={props.unfinished} onClose={() => setRemoving(false)} />
        )}
        <p className="text-ink-3 text-xs">
          {state.network.kind === 'local'
            ? rich('onboarding.local-network-play-money-version', { br: <br />, version: state.version })
            : rich('onboarding.version', { network: state.network.name, br: <br />, version: state.version })}
        </p>
      </aside>
      <main className="min-w-0 flex-1 overflow-y-auto">
        <LinkBanner className="m-4 mb-0" />
        <div className="mx-auto max-w-[680px] px-10 pt-[clamp(2.5rem,14vh,8.5rem)] pb-12">{props.children}</div>
      </main>
    </div>
  )
}

function SideButton(props: { readonly icon: ReactNode; readonly onPress: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      className="-ml-3 mb-1 inline-flex h-8 select-none items-center gap-1.5 self-start rounded-md px-3 font-medium text-ink-2 text-sm transition-colors duration-120 last-of-type:mb-3 hover:bg-hover hover:text-ink [&_svg]:size-4"
      onClick={props.onPress}
    >
      <span aria-hidden="true">{props.icon}</span> {props.children}
    </button>
  )
}

/** One step: what it is for, its content, its buttons. */
export function StepBody(props: {
  readonly title: string
  readonly intro?: ReactNode
  readonly children?: ReactNode
  readonly onSubmit?: () => void
  readonly actions: ReactNode
  /** A field of the step takes the focus, so that one can type at once. */
  readonly toField?: boolean
}) {
  return (
    <form
      className="animate-rise"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit?.()
      }}
    >
      <ScreenTitle className="text-2xl" focus={props.toField !== true}>
        {props.title}
      </ScreenTitle>
      {props.intro !== undefined && <div className="mt-2 text-pretty text-ink-2 text-lg">{props.intro}</div>}
      {props.children !== undefined && <div className="mt-7 grid gap-5">{props.children}</div>}
      <div className="mt-8 flex items-center gap-3">{props.actions}</div>
    </form>
  )
}
