import {
  ArchiveRestore,
  ArrowLeft,
  ArrowRight,
  ChevronRight,
  CircleHelp,
  Eye,
  FileUp,
  FlaskConical,
  KeyRound,
  type LucideIcon,
  Smartphone,
  Sparkles,
} from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ChangeNetwork } from '../../components/ChangeNetwork.tsx'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { networkName } from '../../components/network-name.ts'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { openHelp } from '../../state/help.ts'
import type { Account, AppState } from '../../state/types.ts'
import { Ceiling } from '../../ui/Ceiling.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Mark } from '../../ui/Mark.tsx'
import type { Way } from './model.ts'

/** The first choice, beside the ceiling of which one coffer is lit. */
export function Welcome(props: {
  readonly state: AppState
  readonly lost: Account | null
  readonly onChoose: (way: Way | 'backup') => void
  readonly onLeave?: (() => void) | undefined
}) {
  const { state, lost, onChoose, onLeave } = props
  const [isChanging, setChanging] = useState(false)
  const local = state.network.kind === 'local'
  const more = state.accounts.length > 0
  return (
    <div className="flex h-full bg-surface">
      <aside className="relative flex w-[34%] min-w-0 shrink-0 flex-col justify-between overflow-hidden bg-[#0b2f40] p-10 text-white max-[56.25rem]:hidden min-[75rem]:w-[43.75%]">
        <Ceiling width={560} height={800} lit className="absolute inset-0 size-full" />
        <div className="relative flex items-center gap-3">
          <Mark className="size-9" />
          <span className="font-semibold text-lg">Coffer</span>
        </div>
        <div className="relative">
          <p className="max-w-md text-balance font-semibold text-[1.75rem] leading-[2.125rem] tracking-[-0.026em] min-[75rem]:text-[2.5rem] min-[75rem]:leading-[2.75rem]">
            {say('onboarding.money-you-can-read')}
          </p>
          <p className="mt-4 max-w-md text-pretty text-[#d5e7f0] text-[0.9375rem] leading-[1.375rem]">
            {say('onboarding.every-payment-is-taken-apart')}
          </p>
        </div>
      </aside>
      <main className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <LinkBanner className="m-4 mb-0" />
        <div className="m-auto w-full max-w-152 animate-rise px-8 py-8">
          <Mark className="mb-4 size-9 min-[56.25rem]:hidden" />
          <ScreenTitle className="text-[1.75rem] leading-[2.125rem] tracking-[-0.02em]">
            {lost !== null
              ? rich('onboarding.bring-back', { lost: lost.name })
              : more
                ? say('onboarding.add-an-account')
                : say('onboarding.welcome-to-coffer')}
          </ScreenTitle>
          <p className="mt-2 text-pretty text-[0.9375rem] text-ink-2 leading-[1.375rem]">
            {lost !== null
              ? rich('onboarding.the-keys-of-this-account-are', { local })
              : local
                ? say('onboarding.your-key-is-made-and-kept')
                : say('onboarding.your-key-is-made-and-kept-2')}
          </p>
          <ul className="mt-6">
            {waysOf(local, lost !== null).map((way) => (
              <WayRow key={way.way} {...way} onPress={() => onChoose(way.way)} />
            ))}
          </ul>
          <p className="mt-6 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-pretty text-ink-3 text-sm">
            {local && <FlaskConical className="size-4 shrink-0" aria-hidden="true" />}
            <span>{local ? say('onboarding.play-money-here') : networkName(state.network)}</span>
            <LinkButton onPress={() => setChanging(true)}>
              {local ? say('networks.use-real-money') : say('networks.change')}
            </LinkButton>
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-ink-3 text-sm">
            {onLeave !== undefined && (
              <button
                type="button"
                className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink"
                onClick={onLeave}
              >
                <ArrowLeft className="size-4" aria-hidden="true" />
                {say('onboarding.back-to-the-wallet')}
              </button>
            )}
            <button
              type="button"
              className="-mr-2 ml-auto inline-flex h-8 items-center gap-1.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink"
              onClick={() => openHelp('first-steps')}
            >
              <CircleHelp className="size-4" aria-hidden="true" />
              {say('help.help')}
            </button>
            <span className="figure">{state.version}</span>
          </p>
        </div>
      </main>
      {isChanging && (
        <ChangeNetwork
          network={state.network}
          {...(local ? { first: 'mainnet' as const } : {})}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}

interface WayWords {
  readonly way: Way | 'backup'
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  /** What most people came for, which stands first. */
  readonly main?: boolean
}

function waysOf(local: boolean, isLost: boolean): readonly WayWords[] {
  const create: WayWords = {
    way: 'create',
    icon: Sparkles,
    title: say('onboarding.create-an-account'),
    text: say('onboarding.a-new-account-on-the-local'),
    main: !isLost,
  }
  const recover: WayWords = {
    way: 'recover',
    icon: KeyRound,
    title: say('onboarding.restore-from-24-words'),
    text: say('onboarding.bring-back-an-account-of-the'),
    main: isLost,
  }
  const [first, last] = isLost ? [recover, create] : [create, recover]
  return [
    ...(local ? [first] : []),
    {
      way: 'import',
      icon: FileUp,
      title: say('onboarding.import-a-keystore'),
      text: say('onboarding.the-json-file-that-the-developer'),
      main: !local,
    },
    {
      way: 'phone',
      icon: Smartphone,
      title: say('onboarding.i-use-mixin-messenger'),
      text: say('onboarding.watch-your-phones-account-here-the'),
    },
    {
      way: 'watch',
      icon: Eye,
      title: say('onboarding.watch-an-account'),
      text: say('onboarding.look-at-balances-and-history-with'),
    },
    ...(local ? [last] : []),
    {
      way: 'backup',
      icon: ArchiveRestore,
      title: say('onboarding.restore-from-a-backup-file'),
      text: say('onboarding.payments-labels-groups-and-settings-of'),
    },
  ]
}

function WayRow({ icon: Icon, title, text, main, onPress }: WayWords & { readonly onPress: () => void }) {
  const Arrow = main === true ? ArrowRight : ChevronRight
  return (
    <li className={cx(main !== true && 'border-line border-b last:border-0')}>
      <button
        type="button"
        onClick={onPress}
        className={cx(
          'group flex w-full items-center gap-4 px-[1.375rem] text-left transition-colors duration-120',
          main === true
            ? 'mb-3 min-h-[4.75rem] rounded-lg bg-accent py-2 text-on-accent hover:bg-accent-hover'
            : 'min-h-[3.75rem] rounded-field py-1.5 hover:bg-hover',
        )}
      >
        <Icon
          className={cx('size-5.5 shrink-0', main !== true && 'text-ink-2')}
          strokeWidth={1.75}
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block', main === true ? 'font-semibold text-lg' : 'text-row')}>{heard(title)}</span>
          <span className={cx('block text-sm', main === true ? 'opacity-90' : 'text-ink-2')}>{heard(text)}</span>
        </span>
        <Arrow
          className="size-4.5 shrink-0 transition-transform duration-160 group-hover:translate-x-0.5"
          aria-hidden="true"
        />
      </button>
    </li>
  )
}
