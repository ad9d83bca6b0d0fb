import { ArrowLeft, Check, CircleHelp, Ellipsis, FlaskConical, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { say } from '#words'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { networkName } from '../../components/network-name.ts'
import { RemoveAccount } from '../../components/RemoveAccount.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { firstTopic, openHelp } from '../../state/help.ts'
import { go } from '../../state/routes.ts'
import type { Account, AppState } from '../../state/types.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { STEP_TITLES, type Step } from './model.ts'

/** One sheet: how far one is above, what it is about at the left, the one thing to do at the right, and the way on below. */
export function Frame(props: {
  readonly state: AppState
  readonly steps: readonly Step[]
  readonly current: Step | null
  readonly onLeave?: (() => void) | undefined
  /** An account that is not set up yet: it can be removed, and others be added beside it. */
  readonly unfinished?: Account
  readonly children: ReactNode
}) {
  const { state, steps, current } = props
  const [removing, setRemoving] = useState(false)
  return (
    <div className="h-full p-2 low:p-1">
      <div className="flex h-full flex-col overflow-hidden rounded-sheet bg-surface shadow-card">
        <header className="flex min-h-16 shrink-0 flex-wrap items-center justify-between gap-x-5 gap-y-1 px-6 py-2 min-[62.5rem]:px-9 low:min-h-11 low:py-0.5">
          <div className="flex items-center gap-3">
            <Mark className="size-7.5" />
            <span className="font-semibold text-lg tracking-[-0.01em] max-[47.5rem]:sr-only">Coffer</span>
          </div>
          {steps.length > 0 && <StepLine steps={steps} at={current === null ? -1 : steps.indexOf(current)} />}
          <div className="flex items-center gap-1.5 text-ink-2 text-sm">
            {state.network.kind === 'local' && <FlaskConical className="size-4" aria-hidden="true" />}
            {networkName(state.network)}
            <IconButton label={say('help.help')} hint={say('help.key')} onPress={() => openHelp(firstTopic())}>
              <CircleHelp className="size-4.5" />
            </IconButton>
            {props.unfinished !== undefined && <More account={props.unfinished} onRemove={() => setRemoving(true)} />}
          </div>
        </header>
        <main className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto has-[footer]:scroll-pb-24 low:has-[footer]:scroll-pb-20">
          <LinkBanner className="m-4 mb-0" />
          {props.children}
          {props.onLeave !== undefined && (
            <div className="order-first px-6 min-[62.5rem]:px-9">
              <SideButton icon={<ArrowLeft />} onPress={props.onLeave}>
                {say('onboarding.back-to-the-wallet')}
              </SideButton>
            </div>
          )}
          {removing && props.unfinished !== undefined && (
            <RemoveAccount state={state} account={props.unfinished} onClose={() => setRemoving(false)} />
          )}
        </main>
      </div>
    </div>
  )
}

/** Steps whose names have room in a line of a usual window. */
const NAMED = 5

/** The steps in a line; where there is little room only the present one is named. */
function StepLine({ steps, at }: { readonly steps: readonly Step[]; readonly at: number }) {
  const isLong = steps.length > NAMED
  return (
    <ol
      aria-label={say('onboarding.steps')}
      className="flex items-center gap-2.5 max-[47.5rem]:gap-1.5 max-[30rem]:order-last max-[30rem]:w-full max-[30rem]:gap-1"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2.5 whitespace-nowrap text-sm max-[47.5rem]:gap-1.5',
            index === at ? 'font-semibold text-ink' : 'text-ink-2',
          )}
        >
          {index > 0 && (
            <span
              className="h-px w-3 bg-button max-[47.5rem]:w-1 max-[30rem]:hidden min-[75rem]:w-7"
              aria-hidden="true"
            />
          )}
          <span
            className={cx(
              'figure grid size-5.5 shrink-0 place-items-center rounded-full text-xs',
              index === at
                ? 'bg-accent font-semibold text-on-accent'
                : index < at
                  ? 'bg-ok text-surface'
                  : 'font-medium shadow-[inset_0_0_0_1.5px_var(--line-button)]',
            )}
            aria-hidden="true"
          >
            {index < at ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span className={cx(index !== at && (isLong ? 'max-[100rem]:sr-only' : 'max-[75rem]:sr-only'))}>
            {STEP_TITLES[step]}
          </span>
          {index < at && <span className="sr-only">{say('onboarding.done')}</span>}
        </li>
      ))}
    </ol>
  )
}

/** What else can be done with it: nothing that stands before what its owner is to do next. */
function More({ account, onRemove }: { readonly account: Account; readonly onRemove: () => void }) {
  const label = say('onboarding.more-for', { account: account.name })
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <Ellipsis className="size-4.5" />
        </IconButton>
      }
      entries={[
        {
          id: 'add',
          label: say('onboarding.add-another-account'),
          icon: <Plus />,
          onAction: () => go({ name: 'add-account' }),
        },
        { id: 'remove', label: say('onboarding.remove-this-account'), icon: <Trash2 />, onAction: onRemove },
      ]}
    />
  )
}

function SideButton(props: { readonly icon: ReactNode; readonly onPress: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      className="-mx-2 inline-flex h-8 select-none items-center gap-1.5 rounded-md px-2 font-medium text-ink-2 text-sm transition-colors duration-120 hover:bg-hover hover:text-ink [&_svg]:size-4"
      onClick={props.onPress}
    >
      <span aria-hidden="true">{props.icon}</span> {props.children}
    </button>
  )
}

/** One step: what it is for, its content, its buttons. */
export function StepBody(props: {
  readonly title: string
  /** Above the title. */
  readonly sign?: ReactNode
  readonly intro?: ReactNode
  readonly children?: ReactNode
  readonly onSubmit?: () => void
  readonly actions: ReactNode
  /** A field of the step takes the focus, so that one can type at once. */
  readonly toField?: boolean
}) {
  return (
    <Form className="flex shrink-0 grow animate-rise flex-col" onSubmit={() => props.onSubmit?.()}>
      <div
        className={cx(
          INSIDE,
          'grid flex-1 content-start gap-x-16 gap-y-7 pt-[clamp(1.25rem,7vh,3.75rem)] pb-10 max-[30rem]:pt-3 low:gap-y-3 low:pt-1.5 low:pb-4 min-[56.25rem]:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]',
        )}
      >
        <div>
          {props.sign}
          <ScreenTitle
            className="text-balance text-[1.75rem] leading-[2.125rem] tracking-[-0.02em] max-[30rem]:text-[1.375rem] max-[30rem]:leading-[1.75rem] low:text-[1.25rem] low:leading-[1.625rem]"
            focus={props.toField !== true}
          >
            {heard(props.title)}
          </ScreenTitle>
          {props.intro !== undefined && (
            <div className="mt-2.5 text-pretty text-[0.9375rem] text-ink-2 leading-[1.375rem] low:mt-1 low:text-sm low:leading-[1.125rem]">
              {heard(props.intro)}
            </div>
          )}
        </div>
        {props.children !== undefined && <div className="grid content-start gap-5 low:gap-3">{props.children}</div>}
      </div>
      <footer className="shade-more-below sticky bottom-0 z-10 border-line border-t bg-surface">
        <div
          className={cx(
            INSIDE,
            'flex flex-row-reverse flex-wrap items-center gap-3 py-3.5 max-[30rem]:gap-y-1 low:py-2',
          )}
        >
          {props.actions}
        </div>
      </footer>
    </Form>
  )
}

const INSIDE = 'mx-auto w-full max-w-278 px-6 min-[62.5rem]:px-9'
