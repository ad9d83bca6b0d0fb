import { useEffect, useRef, useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { listing, say } from '#words'
import { asPath, pathOnDisk } from '../lib/picked-files.ts'
import { rich } from '../lib/rich.tsx'
import type { Report } from '../state/types.ts'
import { Segmented } from '../ui/Choice.tsx'
import { Input, PassphraseInput, TextArea } from '../ui/Input.tsx'
import { Time } from '../ui/Time.tsx'
import { inBackup } from './backup-contents.ts'
import { ErrorLines } from './ErrorNotice.tsx'

interface BackupSecret {
  readonly kind: 'words' | 'passphrase'
  readonly text: string
}

/** What is wrong with the file that was named, or with what was to open it; the rest is of the act as a whole. */
const AT: Readonly<Record<string, 'path' | 'secret'>> = {
  'backup.no_file': 'path',
  'backup.none': 'path',
  'backup.newer': 'path',
  'backup.damaged': 'path',
  'backup.other_network': 'path',
  'backup.wrong_key': 'secret',
  'input.phrase': 'secret',
}

/** Which file, and what opens it, as they are entered; and what came of the last try. */
export function useBackupFile(
  first: { readonly path: string; readonly kind: BackupSecret['kind'] },
  error: Report | null,
) {
  const [path, setPath] = useState(first.path)
  const [secret, setSecret] = useState<BackupSecret>({ kind: first.kind, text: '' })
  const [tried, setTried] = useState(false)
  /** The failure after which something was entered anew. */
  const [answered, setAnswered] = useState<Report | null>(null)
  const at = error === null ? undefined : AT[error.code]
  return {
    ...{ path, secret, tried },
    setPath(typed: string): void {
      setPath(asPath(typed))
      setAnswered(error)
    },
    setSecret(entered: BackupSecret): void {
      setSecret(entered)
      setAnswered(error)
    },
    /** Whether it can be tried; where something is missing, its field says so. */
    isReady(): boolean {
      setTried(true)
      return path.trim() !== '' && secret.text.trim() !== ''
    },
    refusal: at !== undefined && answered !== error ? { at, error } : null,
    /** What is said of the act, above the fields. */
    failure: at === undefined ? error : null,
  }
}

type BackupFile = ReturnType<typeof useBackupFile>

/** Which file, and what opens it. */
export function SecretFields({
  of: { path, setPath, secret, setSecret, tried, refusal },
}: {
  readonly of: BackupFile
}) {
  const said = (at: 'path' | 'secret', isMissing: boolean, missing: string) => {
    if (tried && isMissing) return missing
    return refusal?.at === at && refusal.error !== null ? <ErrorLines error={refusal.error} /> : undefined
  }
  const fields = useRef<HTMLDivElement>(null)
  const refused = refusal?.error ?? null
  // It is entered again; a foot may cover what is said below it.
  useEffect(() => {
    if (refused === null) return
    const field = fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [refused])
  const ofSecret = (missing: string) => said('secret', secret.text.trim() === '', missing)
  return (
    <div ref={fields} className="grid gap-4 low:gap-3">
      <Input
        label={say('shared.backup-file-as-a-whole-path')}
        mono
        autoFocus
        value={path}
        onChange={setPath}
        placeholder={pathOnDisk(['Coffer', 'mainnet-2026-11-22T101500Z.coffer-backup'])}
        hint={say('shared.how-a-path-is-copied')}
        error={said('path', path.trim() === '', say('shared.enter-the-path-of-the-file'))}
      />
      <Segmented
        label={say('shared.open-it-with')}
        options={[
          { value: 'passphrase', label: say('shared.passphrase') },
          { value: 'words', label: say('shared.24-words-or-key') },
        ]}
        value={secret.kind}
        onChange={(kind) => setSecret({ kind, text: '' })}
      />
      {secret.kind === 'passphrase' ? (
        <PassphraseInput
          label={say('shared.passphrase-of-that-time')}
          value={secret.text}
          onChange={(text) => setSecret({ ...secret, text })}
          error={ofSecret(say('shared.enter-the-passphrase'))}
        />
      ) : (
        <TextArea
          label={say('shared.24-words-of-an-account-in')}
          rows={3}
          value={secret.text}
          onChange={(text) => setSecret({ ...secret, text })}
          error={ofSecret(say('shared.enter-the-words'))}
        />
      )}
    </div>
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
            {rich('shared.account-in-a-backup', { contents: listing(inBackup(one)) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
