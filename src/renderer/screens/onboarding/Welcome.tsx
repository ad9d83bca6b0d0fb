import { ArchiveRestore, ChevronRight, Eye, FileUp, KeyRound, Smartphone, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { say } from '#words'
import type { Account, AppState } from '../../state/types.ts'
import { ScreenTitle } from '../../ui/Heading.tsx'
import type { Way } from './model.ts'

export function Welcome(props: {
  readonly state: AppState
  readonly lost: Account | null
  readonly onChoose: (way: Way | 'backup') => void
}) {
  const { state, lost, onChoose } = props
  const local = state.network.kind === 'local'
  const more = state.accounts.length > 0
  return (
    <div className="animate-rise">
      <ScreenTitle className="text-2xl">
        {lost !== null
          ? say('onboarding.bring-back', { lost: lost.name })
          : more
            ? say('onboarding.add-an-account')
            : say('onboarding.welcome-to-coffer')}
      </ScreenTitle>
      <p className="mt-2 text-pretty text-ink-2 text-lg">
        {lost !== null
          ? say('onboarding.the-keys-of-this-account-are', { local })
          : local
            ? say('onboarding.your-key-is-made-and-kept')
            : say('onboarding.your-key-is-made-and-kept-2')}
      </p>
      <ul className="mt-8 grid gap-3">
        {local && (
          <WayCard
            icon={<Sparkles />}
            title={say('onboarding.create-an-account')}
            text={say('onboarding.a-new-account-on-the-local')}
            onPress={() => onChoose('create')}
            main
          />
        )}
        <WayCard
          icon={<FileUp />}
          title={say('onboarding.import-a-keystore')}
          text={say('onboarding.the-json-file-that-the-developer')}
          onPress={() => onChoose('import')}
          main={!local}
        />
        <WayCard
          icon={<Smartphone />}
          title={say('onboarding.i-use-mixin-messenger')}
          text={say('onboarding.watch-your-phones-account-here-the')}
          onPress={() => onChoose('phone')}
        />
        <WayCard
          icon={<Eye />}
          title={say('onboarding.watch-an-account')}
          text={say('onboarding.look-at-balances-and-history-with')}
          onPress={() => onChoose('watch')}
        />
        {local && (
          <WayCard
            icon={<KeyRound />}
            title={say('onboarding.restore-from-24-words')}
            text={say('onboarding.bring-back-an-account-of-the')}
            onPress={() => onChoose('recover')}
          />
        )}
        <WayCard
          icon={<ArchiveRestore />}
          title={say('onboarding.restore-from-a-backup-file')}
          text={say('onboarding.payments-labels-groups-and-settings-of')}
          onPress={() => onChoose('backup')}
        />
      </ul>
    </div>
  )
}

function WayCard(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly main?: boolean
  readonly onPress: () => void
}) {
  return (
    <li>
      <button
        type="button"
        onClick={props.onPress}
        className="group flex w-full items-center gap-4 rounded-lg bg-surface px-5 py-4 text-left shadow-card transition-shadow duration-120 hover:shadow-[0_0_0_1px_var(--line-control)]"
      >
        <span
          className={`grid size-11 shrink-0 place-items-center rounded-lg [&_svg]:size-5 ${props.main === true ? 'bg-accent text-on-accent' : 'bg-pressed text-ink-2'}`}
          aria-hidden="true"
        >
          {props.icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-lg">{props.title}</span>
          <span className="block text-ink-2">{props.text}</span>
        </span>
        <ChevronRight
          className="size-5 shrink-0 text-ink-3 transition-transform duration-160 group-hover:translate-x-0.5"
          aria-hidden="true"
        />
      </button>
    </li>
  )
}
