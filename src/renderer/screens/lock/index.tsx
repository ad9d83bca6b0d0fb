import { CircleHelp, FlaskConical, Globe } from 'lucide-react'
import { useRef, useState } from 'react'
import { say, wording } from '#words'
import { ChangeNetwork } from '../../components/ChangeNetwork.tsx'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { LinkBanner } from '../../components/LinkBanner.tsx'
import { networkName } from '../../components/network-name.ts'
import { Words } from '../../components/Words.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useCountdown, waitOf } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { openHelp } from '../../state/help.ts'
import { useLockedNotice } from '../../state/locked-notice.ts'
import { useAction } from '../../state/query.ts'
import type { Account, AppState } from '../../state/types.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Ceiling } from '../../ui/Ceiling.tsx'
import { Form } from '../../ui/Form.tsx'
import { ScreenTitle } from '../../ui/Heading.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Forgotten } from './Forgotten.tsx'

/** Nothing but who, the way in, and whether something new came: no figure, no name of anyone else, no count. */
export function Lock({ state, account }: { readonly state: AppState; readonly account: Account | null }) {
  const [passphrase, setPassphrase] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const unlock = useAction('session.unlock')
  useLockedNotice(state)
  const wait = useCountdown(Math.max(state.vault.retryInSeconds, waitOf(unlock.error?.details)), unlock.error)
  const asks = state.vault.passphrase
  /** Why nothing can be opened: the keychain that holds the keys does not answer. Once it does, the button leads on. */
  const silence = state.vault.store === 'keychain' ? state.vault.keychainProblem : null
  const error = unlock.error?.code === 'vault.no_keychain' && silence !== null ? null : unlock.error

  async function submit(): Promise<void> {
    const done = await unlock.run({ passphrase: asks ? passphrase : null })
    if (done !== undefined) return
    setPassphrase('')
    // It is typed again, also by whoever pressed the button, which takes no press for a while.
    field.current?.focus()
  }

  return (
    <Words>
      <main className="relative flex h-full flex-col items-center overflow-y-auto bg-[#0b2f40] px-6 py-4">
        <Ceiling width={1600} height={1000} className="fixed inset-0 size-full" />
        <LinkBanner className="relative mb-4 w-full shrink-0" />
        <IconButton
          label={say('help.help')}
          hint={say('help.key')}
          className={cx('fixed right-5 bottom-5', ON_BLUE)}
          onPress={() => openHelp('locked')}
        >
          <CircleHelp className="size-4.5" />
        </IconButton>
        <div className="relative my-auto w-full max-w-105 shrink-0 animate-rise rounded-[1.375rem] bg-white/20 p-1.5 shadow-[0_24px_64px_-16px_rgb(0_0_0/0.5)] ring-1 ring-white/25 ring-inset">
          <Form
            className="flex flex-col items-center rounded-xl bg-surface px-9 pt-9 pb-8 low:pt-6 low:pb-4"
            onSubmit={() => {
              setTried(true)
              if (wait === 0 && (!asks || passphrase !== '')) void submit()
            }}
          >
            <Mark className="size-13 low:size-10" />
            <ScreenTitle className="mt-4 text-who low:mt-2.5" focus={!asks}>
              {say('lock.coffer-is-locked')}
            </ScreenTitle>
            {account !== null && (
              <p className="mt-1.5 flex max-w-full items-center gap-2 text-ink-2">
                <Avatar name={account.name} seed={account.account} colour={account.colour} size="xs" />
                <span className="min-w-0 break-words">{account.name}</span>
              </p>
            )}
            <p role="status" className={state.newsAt === null ? undefined : 'mt-3 text-center font-medium'}>
              {state.newsAt === null ? '' : say('lock.something-new')}
            </p>
            <div role="alert" className="mt-3 w-full text-pretty text-ink-2 empty:hidden">
              {silence !== null && (
                <>
                  <p className="font-medium text-ink">{heard(wording(silence))}</p>
                  <p className="mt-1">{say('lock.your-keys-lie-in-the-keychain')}</p>
                </>
              )}
              {!asks && error !== null && error.code !== 'vault.passphrase_needed' && (
                <ErrorLines error={error} waited />
              )}
            </div>
            <div className="mt-6 w-full low:mt-3">
              {asks && (
                <PassphraseInput
                  ref={field}
                  label={say('lock.passphrase')}
                  large
                  autoFocus
                  value={passphrase}
                  onChange={setPassphrase}
                  error={
                    error === null ? (
                      tried && passphrase === '' ? (
                        say('shared.enter-your-passphrase')
                      ) : undefined
                    ) : wait > 0 ? (
                      say('lock.that-is-not-the-passphrase-wait', { wait })
                    ) : (
                      <ErrorLines error={error} waited />
                    )
                  }
                />
              )}
              <Button
                kind="primary"
                size="lg"
                type="submit"
                className="mt-3 h-12 w-full"
                pending={unlock.pending}
                isDisabled={wait > 0}
              >
                {wait > 0 ? rich('lock.wait-s', { wait }) : say('lock.unlock')}
              </Button>
            </div>
            {asks && (error !== null || wait > 0) && <Forgotten state={state} />}
          </Form>
        </div>
        <Place network={state.network} />
      </main>
    </Words>
  )
}

/** Which network this is the lock of, and the way to another: each has keys and a passphrase of its own, and none needs that of this one. */
function Place({ network }: Pick<AppState, 'network'>) {
  const [isChanging, setChanging] = useState(false)
  const Icon = network.kind === 'local' ? FlaskConical : Globe
  const change = say('networks.change')
  return (
    <>
      <div className="relative mt-3 flex max-w-[calc(100%-8rem)] shrink-0 items-center gap-2 text-[#d5e7f0] text-sm max-[40rem]:hidden low:hidden">
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        <span className="truncate">{networkName(network)}</span>
        <Button kind="quiet" size="sm" className={cx('shrink-0', ON_BLUE)} onPress={() => setChanging(true)}>
          {change}
        </Button>
      </div>
      <div className="fixed bottom-5 left-5 hidden max-[40rem]:block low:block">
        <IconButton label={change} className={ON_BLUE} onPress={() => setChanging(true)}>
          <Icon className="size-4.5" />
        </IconButton>
      </div>
      {isChanging && <ChangeNetwork network={network} onClose={() => setChanging(false)} />}
    </>
  )
}

const ON_BLUE = 'text-[#d5e7f0]! hover:bg-white/15 hover:text-white!'
