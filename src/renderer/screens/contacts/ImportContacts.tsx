import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import type { ImportPreview } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { isUseful, previewWords } from './model.ts'

type Kind = ImportPreview['rows'][number]['kind']

const KINDS: Readonly<Record<Kind, { readonly word: string; readonly tone: string }>> = {
  new: { word: say('contacts.new'), tone: 'text-ok' },
  changed: { word: say('contacts.differs'), tone: 'text-warn' },
  same: { word: say('contacts.stays'), tone: 'text-ink-3' },
  unknown: { word: say('contacts.unknown'), tone: 'text-stop' },
  broken: { word: say('contacts.left-out'), tone: 'text-stop' },
}
const FILE_MAX = 1_000_000

/** Shows what a file would do, line by line, before anything is done. What is here is never overwritten silently. */
export function ImportContacts({ onClose }: { readonly onClose: () => void }) {
  const { account } = useWallet()
  const [text, setText] = useState<string | null>(null)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [overwrite, setOverwrite] = useState(false)
  const [said, setSaid] = useState('')
  const look = useAction('contacts.previewImport')
  const run = useAction('contacts.import')

  async function read(file: File): Promise<void> {
    setSaid('')
    if (file.size > FILE_MAX || file.size === 0) {
      setSaid(file.size === 0 ? say('contacts.the-file-is-empty') : say('contacts.the-file-is-larger-than-1'))
      return
    }
    const next = await file.text()
    const found = await look.run({ account: account.account, text: next })
    if (found === undefined) return
    setText(next)
    setPreview(found)
  }

  async function apply(): Promise<void> {
    if (text !== null) await run.run({ account: account.account, text, overwrite }, onClose)
  }

  return (
    <DeedDialog
      title={say('contacts.import-contacts')}
      width="max-w-2xl"
      onClose={onClose}
      deed={
        preview === null
          ? undefined
          : {
              label: say('contacts.import'),
              pending: run.pending,
              isDisabled: !isUseful(preview, overwrite),
              onPress: () => void apply(),
            }
      }
    >
      {preview === null ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-2">{say('contacts.a-file-that-coffer-exported-one')}</p>
          <FileButton
            accept={['.jsonl', '.json', '.txt']}
            icon={<FileUp className="size-4" />}
            pending={look.pending}
            onFile={read}
          >
            {say('contacts.choose-a-file')}
          </FileButton>
        </div>
      ) : (
        <div className="grid gap-4">
          <p role="status" className="font-medium">
            {heard(previewWords(preview))}
          </p>
          <Scrolled label={say('contacts.lines-of-the-file')} className="max-h-72 rounded-md bg-sunken px-4">
            <ul aria-label={say('contacts.lines-of-the-file')}>
              {preview.rows.map((row) => (
                <li key={row.line} className="flex items-baseline gap-3 border-line border-b py-2 last:border-0">
                  <span className="figure w-8 shrink-0 text-right text-ink-3 text-sm">{heard(row.line)}</span>
                  <span className="min-w-0 flex-1">
                    {row.name !== '' && <span className="font-medium">{row.name} </span>}
                    <span className="text-ink-2">{heard(wording(row.text))}</span>
                  </span>
                  <span className={cx('shrink-0 text-sm', KINDS[row.kind].tone)}>{KINDS[row.kind].word}</span>
                </li>
              ))}
            </ul>
          </Scrolled>
          {preview.counts.changed > 0 && (
            <Checkbox checked={overwrite} onChange={setOverwrite}>
              {preview.counts.changed === 1
                ? say('contacts.also-change-the-one-that-differs')
                : rich('contacts.also-change-the-that-differ-to', { changed: preview.counts.changed })}
            </Checkbox>
          )}
        </div>
      )}
      {said !== '' && <p className="mt-3 text-stop">{heard(said)}</p>}
      {(look.error ?? run.error) !== null && (
        <ErrorNotice error={look.error ?? run.error ?? { code: 'internal', details: {} }} className="mt-4" />
      )}
    </DeedDialog>
  )
}
