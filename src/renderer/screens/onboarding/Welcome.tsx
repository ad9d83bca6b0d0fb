import { ArchiveRestore, ChevronRight, Eye, FileUp, KeyRound, Smartphone, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolated } from '../../lib/isolated.ts'
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
        {lost !== null ? `Bring back ${isolated(lost.name)}` : more ? 'Add an account' : 'Welcome to Coffer'}
      </ScreenTitle>
      <p className="mt-2 text-pretty text-ink-2 text-lg">
        {lost !== null
          ? `The keys of this account are not in the vault any more. Its money has not moved, and its history is still here. ${local ? 'Its 24 words bring the keys back.' : 'Import its keystore, then restore the spend key from its 24 words.'}`
          : local
            ? 'Your key is made and kept on this computer. On the local network you can try everything in a minute: it behaves like the real one, with play money.'
            : 'Your key is made and kept on this computer. Nothing is signed that Coffer has not taken apart and shown to you.'}
      </p>
      <ul className="mt-8 grid gap-3">
        {local && (
          <WayCard
            icon={<Sparkles />}
            title="Create an account"
            text="A new account on the local network, with a new 24-word phrase."
            onPress={() => onChoose('create')}
            main
          />
        )}
        <WayCard
          icon={<FileUp />}
          title="Import a keystore"
          text="The JSON file that the developer dashboard gives for an account."
          onPress={() => onChoose('import')}
          main={!local}
        />
        <WayCard
          icon={<Smartphone />}
          title="I use Mixin Messenger"
          text="Watch your phone’s account here; the phone pays."
          onPress={() => onChoose('phone')}
        />
        <WayCard
          icon={<Eye />}
          title="Watch an account"
          text="Look at balances and history with its owner’s permission."
          onPress={() => onChoose('watch')}
        />
        {local && (
          <WayCard
            icon={<KeyRound />}
            title="Restore from 24 words"
            text="Bring back an account of the local network from its phrase."
            onPress={() => onChoose('recover')}
          />
        )}
        <WayCard
          icon={<ArchiveRestore />}
          title="Restore from a backup file"
          text="Payments, labels, groups and settings of another computer."
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
