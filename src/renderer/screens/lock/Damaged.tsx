import { ArchiveRestore, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { HelpLink } from '../../components/HelpLink.tsx'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { Words } from '../../components/Words.tsx'
import { heard } from '../../lib/heard.tsx'
import { useAction } from '../../state/query.ts'
import { go, markPlace } from '../../state/routes.ts'
import type { AppState } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { Mark } from '../../ui/Mark.tsx'

type Damage = NonNullable<AppState['vault']['damage']>

/** What is damaged, in a sentence; what it means and what to do are the same for all. */
const WHAT: Readonly<Record<Damage, string>> = {
  index: say('lock.the-file-that-says-where-your'),
  missing: say('lock.the-file-that-says-where-your-2'),
  master: say('lock.the-master-key-that-opens-your'),
  profile: say('lock.your-keys-are-sealed-for-another'),
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
    const isHere = markPlace()
    if ((await begin.run(null)) === undefined && isHere()) go({ name: 'home' }, 'replace')
  }

  return (
    <Words>
      <main className="relative grid h-full place-items-center overflow-y-auto px-6 py-10">
        <LinkBanner className="absolute inset-x-4 top-4" />
        <div className="flex w-full max-w-115 animate-rise flex-col">
          <Mark className="size-16 self-center" />
          <ScreenTitle className="mt-5 text-center" focus>
            {say('lock.your-keys-cannot-be-opened')}
          </ScreenTitle>
          <p className="mt-3 text-pretty">{WHAT[damage]}</p>
          {keychainProblem !== null && <p className="mt-2 text-ink-2">{heard(wording(keychainProblem))}</p>}
          <p className="mt-2 text-pretty text-ink-2">{say('lock.your-money-has-not-moved-your')}</p>
          <p className="code mt-2 select-text break-all text-ink-2 text-sm">{state.dataDir}</p>
          <div className="mt-2 self-start">
            <HelpLink topic="locked" />
          </div>
          <ErrorNotice error={retry.error} className="mt-4" />
          <ErrorNotice error={begin.error} className="mt-4" />
          <Button className="mt-6" pending={retry.pending} onPress={() => void retry.run({ passphrase: null })}>
            {say('common.try-again')}
          </Button>
          <div className="mt-6 border-line border-t pt-6">
            <Checkbox checked={accepted} onChange={setAccepted}>
              {say('lock.i-have-the-words-a-keystore')}
            </Checkbox>
            <Button
              kind="primary"
              className="mt-4 w-full"
              icon={<KeyRound className="size-4" />}
              isDisabled={!accepted}
              pending={begin.pending}
              onPress={() => void begin.run(null)}
            >
              {say('lock.restore-my-accounts')}
            </Button>
            <Button
              className="mt-3 w-full"
              icon={<ArchiveRestore className="size-4" />}
              isDisabled={!accepted}
              pending={begin.pending}
              onPress={() => void restoreBackup()}
            >
              {say('lock.restore-from-a-backup-file')}
            </Button>
          </div>
        </div>
      </main>
    </Words>
  )
}
