import { Archive, FileCheck, OctagonAlert, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { BackupContents, SecretFields, useBackupFile } from '../../components/BackupFields.tsx'
import { ErrorLines, ErrorNotice } from '../../components/ErrorNotice.tsx'
import { SureForm } from '../../components/SureForm.tsx'
import { Unread } from '../../components/Unread.tsx'
import { heard } from '../../lib/heard.tsx'
import { useNow } from '../../lib/hooks.ts'
import { asPath, pathOnDisk } from '../../lib/picked-files.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Report } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Ring, shareOf } from '../../ui/Ring.tsx'
import { Select } from '../../ui/Select.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { backupAge, backupDays, fileIn, RHYTHMS } from './backup-model.ts'
import { Group, Setting } from './rows.tsx'

type State = WireAnswer<'backup.read'>

/** One file of everything that nothing else brings back: where it goes, how old it is, and whether it opens. */
export function Backup() {
  const state = useQuery('backup.read', null)
  const { value, refresh } = state
  const [open, setOpen] = useState<'setUp' | 'make' | 'test' | null>(null)
  const make = useAction('backup.make')
  if (value === undefined) return <Unread of={state} className="h-60" />
  return (
    <>
      <BackupAge
        state={value}
        making={make.pending}
        onMake={() => void make.run(null).then(refresh)}
        onSetUp={() => setOpen('setUp')}
      />
      {/* What became of the file itself stands above. */}
      {value.problem === null && <ErrorNotice error={make.error} />}
      <Group text={say('settings.payments-with-their-signed-bytes-labels')}>
        {value.folder !== null && (
          <>
            <Setting label={say('settings.folder')} text={<span className="break-words">{value.folder}</span>}>
              <Button onPress={() => setOpen('setUp')}>{say('settings.change')}</Button>
            </Setting>
            <Setting label={say('settings.by-itself')} text={RHYTHMS[value.rhythm].text} />
            <Setting
              label={say('settings.last-backup')}
              text={
                value.last === null ? (
                  say('settings.none-was-made-yet')
                ) : (
                  <>
                    <Time at={value.last.at} form="full" />
                    <span className="block break-words">{fileIn(value.folder, value.last.path)}</span>
                  </>
                )
              }
            >
              <Button onPress={() => setOpen('make')}>{say('settings.back-up-with-the-words')}</Button>
            </Setting>
          </>
        )}
        <Setting
          label={say('settings.test-a-backup')}
          text={
            value.tested === null
              ? say('settings.opens-a-file-and-reads-all')
              : rich('settings.last-opened-and-whole', { time: <Time at={value.tested.at} form="full" /> })
          }
        >
          <Button onPress={() => setOpen('test')}>{say('settings.test-now')}</Button>
        </Setting>
        <Setting label={say('settings.restore-from-a-backup-file')} text={say('settings.takes-over-what-the-file-has')}>
          <Button onPress={() => go({ name: 'add-account', from: 'backup' })}>{say('settings.restore')}</Button>
        </Setting>
      </Group>
      {open === 'setUp' && <SetUp state={value} onClose={() => setOpen(null)} onDone={refresh} />}
      {open === 'make' && <WithWords onClose={() => setOpen(null)} onDone={refresh} />}
      {open === 'test' && <Test path={value.last?.path ?? ''} onClose={() => setOpen(null)} />}
    </>
  )
}

/** The age of the last backup, as a ring that fills until it is old; a sign where no age says it. */
function BackupAge(props: {
  readonly state: State
  readonly making: boolean
  readonly onMake: () => void
  readonly onSetUp: () => void
}) {
  const now = useNow()
  const { accounts } = useWallet().state
  const isWatching = accounts.every(({ kind }) => kind === 'watch')
  const { tone, title, text } = backupAge(props.state, now, isWatching)
  const days = backupDays(props.state.last, now)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg bg-sunken p-6">
      {days === null || props.state.problem !== null ? (
        <ShieldAlert className="size-8 shrink-0 text-warn" strokeWidth={1.75} aria-hidden="true" />
      ) : days === 0 ? (
        <ShieldCheck className="size-8 shrink-0 text-ok" strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <Ring share={shareOf(days, props.state.oldDays)} text={`${days}`} tone={tone} className="size-16" />
      )}
      <div role="status" className="min-w-0 flex-[1_1_14rem]">
        <p className="text-balance font-semibold text-xl">{heard(title)}</p>
        <p className="text-pretty text-ink-2">{heard(text)}</p>
      </div>
      {props.state.folder === null ? (
        <Button kind="primary" onPress={props.onSetUp}>
          {say('settings.set-up-backups')}
        </Button>
      ) : (
        <Button kind="primary" icon={<Archive className="size-4" />} pending={props.making} onPress={props.onMake}>
          {say('settings.back-up-now')}
        </Button>
      )}
    </div>
  )
}

function SetUp(props: { readonly state: State; readonly onClose: () => void; readonly onDone: () => void }) {
  const { state } = useWallet()
  const guarded = state.vault.passphrase
  const [folder, setFolder] = useState(props.state.folder ?? '')
  const [rhythm, setRhythm] = useState<State['rhythm']>(props.state.folder === null ? 'daily' : props.state.rhythm)
  const setUp = useAction('backup.setUp')
  const passphrase = usePassphrase(guarded, setUp.error)
  const [tried, setTried] = useState(false)
  /** The refusal of the folder, until another one is entered. */
  const [answered, setAnswered] = useState<Report | null>(null)
  const isOfFolder = setUp.error?.code === 'backup.no_folder'
  const refused = isOfFolder && setUp.error !== answered ? setUp.error : null

  async function run(): Promise<void> {
    setTried(true)
    if (!passphrase.isReady() || folder.trim() === '') return
    if ((await setUp.run({ folder, rhythm, passphrase: passphrase.given })) === undefined) return
    props.onDone()
    props.onClose()
  }
  return (
    <Dialog title={say('settings.set-up-backups')} isOpen onClose={props.onClose} width="max-w-lg">
      <Form className="flex flex-col gap-4" onSubmit={run}>
        <p className="text-ink-2">
          {guarded ? say('settings.a-backup-opens-with-your-passphrase') : say('settings.a-backup-opens-with-the-24')}
        </p>
        <ErrorNotice error={isOfFolder ? null : passphrase.failure} />
        <Input
          label={say('settings.folder-as-a-whole-path')}
          mono
          autoFocus
          value={folder}
          onChange={(typed) => {
            setFolder(asPath(typed))
            setAnswered(setUp.error)
          }}
          placeholder={pathOnDisk(['Coffer'])}
          error={
            tried && folder.trim() === '' ? (
              say('settings.enter-the-path-of-a-folder')
            ) : refused === null ? undefined : (
              <ErrorLines error={refused} />
            )
          }
        />
        <Select
          label={say('settings.by-itself')}
          value={rhythm}
          onChange={(next) => setRhythm(next as State['rhythm'])}
          options={Object.entries(RHYTHMS).map(([id, { label }]) => ({ id, text: label }))}
        />
        <AskedPassphrase of={passphrase} label={say('settings.passphrase')} />
        <DialogFoot>
          <Button onPress={props.onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" type="submit" pending={setUp.pending} isDisabled={passphrase.wait > 0}>
            {props.state.folder === null ? say('settings.make-the-first-backup') : say('settings.back-up-now')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** The keys go in only when a person asks for it, and knows what that means. */
function WithWords(props: { readonly onClose: () => void; readonly onDone: () => void }) {
  const make = useAction('backup.makeWithWords')
  const passphrase = usePassphrase(true, make.error)

  async function run(): Promise<void> {
    if ((await make.run({ passphrase: passphrase.text })) === undefined) return
    props.onDone()
    props.onClose()
  }
  return (
    <Dialog
      title={say('settings.back-up-with-the-words')}
      isOpen
      alert={
        <Notice tone="warn" icon={<OctagonAlert />} title={say('settings.whoever-opens-this-file-has-your')}>
          {say('settings.the-24-words-of-every-account')}
        </Notice>
      }
      onClose={props.onClose}
    >
      <SureForm
        sentence={say('settings.i-want-the-words-of-all')}
        passphrase={passphrase}
        label={say('settings.passphrase')}
        no={say('common.cancel')}
        yes={say('settings.back-up-with-the-words')}
        pending={make.pending}
        onClose={props.onClose}
        onSure={run}
      />
    </Dialog>
  )
}

function Test(props: { readonly path: string; readonly onClose: () => void }) {
  const [found, setFound] = useState<WireAnswer<'backup.test'> | null>(null)
  const test = useAction('backup.test')
  const file = useBackupFile({ path: props.path, kind: 'passphrase' }, test.error)

  async function run(): Promise<void> {
    const { path, secret } = file
    if (file.isReady()) setFound((await test.run({ path, secret })) ?? null)
  }
  return (
    <Dialog title={say('settings.test-a-backup')} isOpen onClose={props.onClose} width="max-w-xl">
      <Form className="flex flex-col gap-4" onSubmit={run}>
        <p className="text-ink-2">{say('settings.coffer-opens-the-file-and-reads')}</p>
        <ErrorNotice error={file.failure} />
        <SecretFields of={file} />
        {found !== null && (
          <Notice tone="ok" icon={<FileCheck />} title={say('settings.it-opens-and-all-of-it')} live>
            <BackupContents contents={found} />
          </Notice>
        )}
        <DialogFoot>
          <Button onPress={props.onClose}>{say('common.close')}</Button>
          <Button kind="primary" type="submit" pending={test.pending}>
            {say('settings.test-this-backup')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
