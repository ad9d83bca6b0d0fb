import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { BackupContents, SecretFields, useBackupFile } from '../../components/BackupFields.tsx'
import { WordGrid } from '../../components/WordGrid.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import type { AppState } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { EntryStep } from './entry-steps.tsx'
import { StepBody } from './Frame.tsx'
import { isWhole, readPhrase } from './model.ts'

/** Everything but the keys comes back from a file; the keys come back as ever, from their words. */
export function Restore(props: {
  readonly state: AppState
  readonly onBack: () => void
  /** Goes on to bring a key back, by the words that are in the file or opened it. */
  readonly onKeys: (way: 'recover' | 'import', words: string) => void
  /** Leaves for an account that is ready. */
  readonly onLeave?: (() => void) | undefined
}) {
  const [done, setDone] = useState<WireAnswer<'backup.restore'> | null>(null)
  const restore = useAction('backup.restore')
  const file = useBackupFile({ path: '', kind: 'words' }, restore.error)
  const { path, secret } = file
  const { accounts, vault, approval, network } = props.state
  const local = network.kind === 'local'
  // Where there are accounts, what is taken over is agreed to.
  const asks = accounts.length > 0 && vault.passphrase && approval === 'inline'
  const passphrase = usePassphrase(asks, file.failure)

  async function run(): Promise<void> {
    const isReady = [file.isReady(), passphrase.isReady()].every(Boolean)
    if (!isReady) return
    const answer = await restore.run({ path, secret, passphrase: passphrase.given })
    passphrase.clear()
    if (answer === undefined) return
    // Words bring back the key of their account as well, and are not asked for again; a passphrase is of no more use.
    if (secret.kind === 'passphrase') file.setSecret({ ...secret, text: '' })
    setDone(answer)
  }

  if (done !== null) {
    const { onLeave } = props
    const missing = done.contents.accounts.filter(({ here }) => !here).length
    const away = missing > 0
    // The file may hold them, whatever opened it. It opens by the bare key as well, and may hold one, which no field for words takes.
    const [words = ''] = [
      ...done.words.map((one) => one.words.join(' ')),
      ...(secret.kind === 'words' ? [secret.text] : []),
    ].filter((text) => isWhole(readPhrase(text)))
    return (
      <StepBody
        title={say('onboarding.the-backup-is-back')}
        intro={away ? say('onboarding.now-bring-the-key-of-each') : say('onboarding.your-keys-were-here-all-along')}
        actions={
          <>
            {onLeave !== undefined && !away && (
              <Button kind="primary" size="lg" onPress={onLeave}>
                {say('onboarding.go-to-home')}
              </Button>
            )}
            {away && local && (
              <Button kind="primary" size="lg" onPress={() => props.onKeys('recover', words)}>
                {say('onboarding.continue-with-the-24-words')}
              </Button>
            )}
            {away && (
              <Button
                kind={local ? 'secondary' : 'primary'}
                size="lg"
                onPress={() => props.onKeys('import', missing === 1 ? words : '')}
              >
                {say('onboarding.import-a-keystore')}
              </Button>
            )}
          </>
        }
      >
        <Notice tone="ok" icon={<FileCheck />} title={say('onboarding.restored')}>
          <BackupContents contents={done.contents} />
        </Notice>
        {done.missed > 0 && (
          <Notice
            tone="warn"
            icon={<FileCheck />}
            title={say('onboarding.payment-may-have-moved-on-since', { missed: done.missed })}
          >
            {say('onboarding.this-computer-missed-what-happened-after')}
          </Notice>
        )}
        {done.words.map(({ account, words }) => (
          <section key={account} className="grid gap-2">
            <h2 className="font-semibold">
              {rich('onboarding.the-words-of', {
                name: done.contents.accounts.find((one) => one.account === account)?.name ?? account,
              })}
            </h2>
            <WordGrid words={words} />
          </section>
        ))}
      </StepBody>
    )
  }
  return (
    <EntryStep
      title={say('onboarding.restore-from-a-backup-file')}
      intro={say('onboarding.it-holds-payments-labels-groups-people')}
      onSubmit={() => void run()}
      next={say('onboarding.restore')}
      onBack={props.onBack}
      pending={restore.pending}
      error={passphrase.failure}
    >
      <SecretFields of={file} />
      <AskedPassphrase of={passphrase} />
    </EntryStep>
  )
}
