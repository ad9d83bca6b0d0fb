import type { WireAnswer } from '#contract/ipc'
import { listing, say } from '#words'
import { asPath } from '../lib/picked-files.ts'
import { rich } from '../lib/rich.tsx'
import { Segmented } from '../ui/Choice.tsx'
import { Input, PassphraseInput, TextArea } from '../ui/Input.tsx'
import { Time } from '../ui/Time.tsx'
import { inBackup } from './backup-contents.ts'

export interface BackupSecret {
  readonly kind: 'words' | 'passphrase'
  readonly text: string
}

/** Which file, and what opens it. */
export function SecretFields(props: {
  readonly path: string
  readonly onPath: (path: string) => void
  readonly secret: BackupSecret
  readonly onSecret: (secret: BackupSecret) => void
  readonly tried: boolean
}) {
  const { secret, onSecret } = props
  const missing = props.tried && secret.text.trim() === ''
  return (
    <>
      <Input
        label={say('shared.backup-file-as-a-whole-path')}
        mono
        autoFocus
        value={props.path}
        onChange={(typed) => props.onPath(asPath(typed))}
        placeholder="/media/disk/Coffer/mainnet-2026-11-22T101500Z.coffer-backup"
        hint={say('shared.how-a-path-is-copied')}
        error={props.tried && props.path.trim() === '' ? say('shared.enter-the-path-of-the-file') : undefined}
      />
      <Segmented
        label={say('shared.open-it-with')}
        options={[
          { value: 'passphrase', label: say('shared.passphrase') },
          { value: 'words', label: say('shared.24-words-or-key') },
        ]}
        value={secret.kind}
        onChange={(kind) => onSecret({ kind, text: '' })}
      />
      {secret.kind === 'passphrase' ? (
        <PassphraseInput
          label={say('shared.passphrase-of-that-time')}
          value={secret.text}
          onChange={(text) => onSecret({ ...secret, text })}
          error={missing ? say('shared.enter-the-passphrase') : undefined}
        />
      ) : (
        <TextArea
          label={say('shared.24-words-of-an-account-in')}
          rows={3}
          value={secret.text}
          onChange={(text) => onSecret({ ...secret, text })}
          error={missing ? say('shared.enter-the-words') : undefined}
        />
      )}
    </>
  )
}

/** What is in a backup, account by account. */
export function BackupContents({ contents }: { readonly contents: WireAnswer<'backup.test'> }) {
  return (
    <div className="grid gap-1.5">
      <p>{rich('shared.made', { time: <Time at={contents.createdAt} form="full" /> })}</p>
      <ul className="grid gap-1">
        {contents.accounts.map((one) => (
          <li key={one.account}>
            <span className="font-medium text-ink">{one.name}</span>
            {say('shared.account-in-a-backup', { contents: listing(inBackup(one)) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
