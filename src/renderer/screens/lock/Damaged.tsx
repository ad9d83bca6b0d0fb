import { ArchiveRestore, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { Words } from '../../components/Words.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { AppState } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { Mark } from '../../ui/Mark.tsx'

type Damage = NonNullable<AppState['vault']['damage']>

/** What is damaged, in a sentence; what it means and what to do are the same for all. */
const WHAT: Readonly<Record<Damage, string>> = {
  index: 'The file that says where your keys lie (vault.json) is damaged, and so is its copy.',
  missing: 'The file that says where your keys lie (vault.json) is gone, and so is its copy.',
  master: 'The master key that opens your keys is damaged or gone.',
  profile: 'Your keys are sealed for another copy of Coffer’s files, and the file that named it is damaged or gone.',
}

/** The vault opens for nobody. No passphrase is asked, for none would help; it leads to bringing the keys back. */
export function Damaged({ state, damage }: { readonly state: AppState; readonly damage: Damage }) {
  const [accepted, setAccepted] = useState(false)
  const retry = useAction('session.unlock')
  const begin = useAction('vault.beginAnew')
  const { keychainProblem } = state.vault
  /** The way is chosen first: the screen that follows comes with the state that the new vault announces. */
  async function restoreBackup(): Promise<void> {
    go({ name: 'add-account', from: 'backup' }, 'replace')
    if ((await begin.run(null)) === undefined) go({ name: 'home' }, 'replace')
  }

  return (
    <Words>
      <main className="relative grid h-full place-items-center overflow-y-auto px-6 py-10">
        <LinkBanner className="absolute inset-x-4 top-4" />
        <div className="flex w-full max-w-[460px] animate-rise flex-col">
          <Mark className="size-16 self-center" />
          <ScreenTitle className="mt-5 text-center" focus>
            Your keys cannot be opened
          </ScreenTitle>
          <p className="mt-3 text-pretty">{WHAT[damage]}</p>
          {keychainProblem !== null && <p className="mt-2 text-ink-2">{keychainProblem}</p>}
          <p className="mt-2 text-pretty text-ink-2">
            Your money has not moved. Your 24 words, or a backup, bring the keys back. If you have a copy of the folder
            below, close Coffer, put it back, and start again.
          </p>
          <p className="code mt-2 select-text break-all text-ink-2 text-sm">{state.dataDir}</p>
          {retry.error !== null && <ErrorNotice error={retry.error} className="mt-4" />}
          {begin.error !== null && <ErrorNotice error={begin.error} className="mt-4" />}
          <Button className="mt-6" pending={retry.pending} onPress={() => void retry.run({ passphrase: null })}>
            Try again
          </Button>
          <div className="mt-6 border-line border-t pt-6">
            <Checkbox checked={accepted} onChange={setAccepted}>
              I have the words, a keystore or a backup of my accounts. What is damaged is kept beside the new vault.
            </Checkbox>
            <Button
              kind="primary"
              className="mt-4 w-full"
              icon={<KeyRound className="size-4" />}
              isDisabled={!accepted}
              pending={begin.pending}
              onPress={() => void begin.run(null)}
            >
              Restore my accounts
            </Button>
            <Button
              className="mt-3 w-full"
              icon={<ArchiveRestore className="size-4" />}
              isDisabled={!accepted}
              pending={begin.pending}
              onPress={() => void restoreBackup()}
            >
              Restore from a backup file
            </Button>
          </div>
        </div>
      </main>
    </Words>
  )
}
