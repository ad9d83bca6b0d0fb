import type { WireAnswer } from '#contract/ipc'
import { plural } from '../lib/digits.ts'
import { Segmented } from '../ui/Choice.tsx'
import { Input, PassphraseInput, TextArea } from '../ui/Input.tsx'
import { Time } from '../ui/Time.tsx'

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
        label="Backup file, as a whole path"
        mono
        autoFocus
        value={props.path}
        onChange={props.onPath}
        placeholder="/media/disk/Coffer/mainnet-2026-11-22T101500Z.coffer-backup"
        error={props.tried && props.path.trim() === '' ? 'Enter the path of the file.' : undefined}
      />
      <Segmented
        label="Open it with"
        options={[
          { value: 'passphrase', label: 'Passphrase' },
          { value: 'words', label: '24 words' },
        ]}
        value={secret.kind}
        onChange={(kind) => onSecret({ kind, text: '' })}
      />
      {secret.kind === 'passphrase' ? (
        <PassphraseInput
          label="Passphrase of that time"
          value={secret.text}
          onChange={(text) => onSecret({ ...secret, text })}
          error={missing ? 'Enter the passphrase.' : undefined}
        />
      ) : (
        <TextArea
          label="24 words of an account in it, in order"
          rows={3}
          value={secret.text}
          onChange={(text) => onSecret({ ...secret, text })}
          error={missing ? 'Enter the words.' : undefined}
        />
      )}
    </>
  )
}

/** What is in a backup, account by account. */
export function BackupContents({ contents }: { readonly contents: WireAnswer<'backup.test'> }) {
  return (
    <div className="grid gap-1.5">
      <p>
        Made <Time at={contents.createdAt} form="full" />
      </p>
      <ul className="grid gap-1">
        {contents.accounts.map((one) => (
          <li key={one.account}>
            <span className="font-medium text-ink">{one.name}</span>
            {`: ${plural(one.payments, 'payment')}${one.open === 0 ? '' : `, ${one.open} on the way`}, ${plural(one.labels, 'label')}, ${plural(one.groups, 'group')}${one.hasWords ? ', its 24 words' : ''}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
