import { LockOpen } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { Words } from '../../components/Words.tsx'
import { useCountdown, waitOf } from '../../lib/hooks.ts'
import { useAction } from '../../state/query.ts'
import type { Account, AppState } from '../../state/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Mark } from '../../ui/Mark.tsx'

/** Nothing but who and the way in: no figure, no name of anyone else, no count. */
export function Lock({ state, account }: { readonly state: AppState; readonly account: Account | null }) {
  const [passphrase, setPassphrase] = useState('')
  const unlock = useAction('session.unlock')
  const wait = useCountdown(Math.max(state.vault.retryInSeconds, waitOf(unlock.error?.details)), unlock.error)
  const asks = state.vault.passphrase

  async function submit(): Promise<void> {
    const done = await unlock.run({ passphrase: asks ? passphrase : null })
    if (done === undefined) setPassphrase('')
  }

  return (
    <Words>
      <main className="relative grid h-full place-items-center px-6">
        <LinkBanner className="absolute inset-x-4 top-4" />
        <form
          className="flex w-full max-w-[340px] animate-rise flex-col items-center"
          onSubmit={(event) => {
            event.preventDefault()
            if (wait === 0 && (!asks || passphrase !== '')) void submit()
          }}
        >
          {account === null ? (
            <Mark className="size-16" />
          ) : (
            <Avatar name={account.name} seed={account.account} colour={account.colour} size="xl" />
          )}
          <ScreenTitle className="mt-5" focus={!asks}>
            {say('lock.coffer-is-locked')}
          </ScreenTitle>
          {account !== null && <p className="mt-1 max-w-full break-words text-center text-ink-2">{account.name}</p>}
          <div className="mt-7 w-full">
            {asks && (
              <PassphraseInput
                label={say('lock.passphrase')}
                large
                autoFocus
                value={passphrase}
                onChange={setPassphrase}
                error={
                  unlock.error === null ? undefined : wait > 0 ? (
                    say('lock.that-is-not-the-passphrase-wait', { wait })
                  ) : (
                    <ErrorLines error={unlock.error} waited />
                  )
                }
              />
            )}
            <Button
              kind="primary"
              size="lg"
              type="submit"
              className="mt-4 w-full"
              icon={<LockOpen className="size-4" />}
              pending={unlock.pending}
              isDisabled={wait > 0}
            >
              {wait > 0 ? say('lock.wait-s', { wait }) : say('lock.unlock')}
            </Button>
          </div>
        </form>
      </main>
    </Words>
  )
}
