import { CircleCheck, OctagonAlert, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../components/NewPassphrase.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { call } from '../../state/bridge.ts'
import { useAction } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Select } from '../../ui/Select.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { ChangeBounds } from './ChangeBounds.tsx'
import { MoneyPassphrase } from './MoneyPassphrase.tsx'
import { type Keeping, keepingOf, LOCK_MINUTES } from './model.ts'
import { Reveal } from './Reveal.tsx'
import { Group, Setting } from './rows.tsx'
import { StatementKey } from './StatementKey.tsx'

const ICONS = { ok: <CircleCheck />, warn: <ShieldAlert />, stop: <OctagonAlert /> } as const
const TONES = { ok: 'text-ok', warn: 'text-warn', stop: 'text-stop' } as const

/** How something stands, with how good that is. */
function Standing({ tone, title, text }: Keeping) {
  return (
    <div className="flex items-start gap-3 py-3.5">
      <span className={`mt-0.5 [&_svg]:size-4.5 ${TONES[tone]}`} aria-hidden="true">
        {ICONS[tone]}
      </span>
      <div>
        <p className="font-medium">{heard(title)}</p>
        <p className="max-w-prose text-ink-2">{heard(text)}</p>
      </div>
    </div>
  )
}

export function Security() {
  const { state, account } = useWallet()
  const { vault, preferences } = state
  const [open, setOpen] = useState<'passphrase' | 'reveal' | null>(null)
  const [done, setDone] = useState(false)
  const set = useAction('app.setPreferences')
  const isWatched = account.kind === 'watch'
  const keeping = keepingOf(vault, isWatched)
  const asks = state.approval === 'inline' || state.moneyPassphrase.when === 'always' ? 'always' : 'set'
  return (
    <>
      <ErrorNotice error={set.error} />
      {done && (
        <Notice tone="ok" icon={<CircleCheck />} title={say('settings.the-new-passphrase-is-in-force')} live>
          {rich('settings.coffer-asks-for-it-when-it', { asks })}
        </Notice>
      )}
      <Group title={say('settings.passphrase-and-lock')}>
        <Setting
          label={say('settings.passphrase')}
          text={
            vault.passphrase
              ? say('settings.asked-for-when-coffer-opens-and', { asks })
              : say('settings.none-is-set-whoever-uses-this')
          }
        >
          <Button kind={vault.passphrase ? 'secondary' : 'primary'} onPress={() => setOpen('passphrase')}>
            {vault.passphrase ? say('settings.change-passphrase') : say('settings.set-a-passphrase')}
          </Button>
        </Setting>
        <MoneyPassphrase />
        <Setting label={say('settings.lock-by-itself')} text={say('settings.after-this-time-without-a-key')}>
          <Select
            label={say('settings.lock-by-itself')}
            hideLabel
            className="w-44"
            value={String(preferences.autoLockMinutes)}
            onChange={(minutes) => void set.run({ autoLockMinutes: Number(minutes) })}
            options={minutesWith(preferences.autoLockMinutes).map((minutes) => ({
              id: String(minutes),
              text: minutes === 60 ? say('settings.after-1-hour') : say('settings.after', { minutes }),
            }))}
          />
        </Setting>
        <Setting label={say('settings.lock-now')} text={say('settings.forgets-what-is-on-screen-and')}>
          <Button onPress={() => void call('session.lock', null).catch(() => undefined)}>{say('settings.lock')}</Button>
        </Setting>
      </Group>
      {/* Nothing of what a key does is there without one. */}
      {!isWatched && <ChangeBounds />}
      {!isWatched && (
        <Group title={say('settings.recovery-phrase')}>
          <Setting
            label={say('settings.24-words-of', { account: account.name })}
            text={say('settings.the-only-way-back-to-your')}
          >
            <Button isDisabled={account.publicKey === null} onPress={() => setOpen('reveal')}>
              {say('settings.show-the-words')}
            </Button>
          </Setting>
        </Group>
      )}
      <StatementKey />
      <Group title={isWatched ? say('settings.where-what-opens-it-is') : say('settings.where-your-keys-are')}>
        <Standing {...keeping} />
        {vault.arithmetic === 'javascript' && (
          <Standing
            tone="warn"
            title={say('settings.keys-computed-in-javascript')}
            text={say('settings.keys-computed-in-javascript-text')}
          />
        )}
      </Group>
      {open === 'passphrase' && (
        <PassphraseDialog
          has={vault.passphrase}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            setDone(true)
          }}
        />
      )}
      {open === 'reveal' && <Reveal account={account} hasPassphrase={vault.passphrase} onClose={() => setOpen(null)} />}
    </>
  )
}

function minutesWith(minutes: number): readonly number[] {
  return [...new Set([...LOCK_MINUTES, minutes])].sort((a, b) => a - b)
}

function PassphraseDialog(props: { readonly has: boolean; readonly onClose: () => void; readonly onDone: () => void }) {
  const entered = useNewPassphrase()
  const [tried, setTried] = useState(false)
  const set = useAction('vault.setPassphrase')
  const current = usePassphrase(props.has, set.error)
  const { problem } = entered

  async function save(): Promise<void> {
    setTried(true)
    if (!current.isReady() || problem !== null) return
    const done = await set.run({ current: current.given, next: entered.passphrase })
    if (done !== undefined) props.onDone()
    else current.clear()
  }

  return (
    <Dialog
      title={props.has ? say('settings.change-the-passphrase') : say('settings.set-a-passphrase')}
      isOpen
      onClose={props.onClose}
      width="max-w-md"
    >
      <Form className="flex flex-col gap-4" onSubmit={save}>
        <ErrorNotice error={current.failure} />
        <AskedPassphrase
          of={current}
          label={say('settings.present-passphrase')}
          large
          autoFocus
          missing={say('settings.enter-the-present-passphrase')}
        />
        <NewPassphraseFields
          label={say('settings.new-passphrase')}
          entered={entered}
          tried={tried}
          autoFocus={!props.has}
        />
        <DialogFoot>
          <Button onPress={props.onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" type="submit" pending={set.pending} isDisabled={current.wait > 0}>
            {props.has ? say('settings.change-passphrase') : say('settings.set-passphrase')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
