import { Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { saveText } from '../../lib/save.ts'
import { useAction } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { importWords } from './model.ts'

interface Found {
  readonly text: string
  readonly name: string
  readonly preview: WireAnswer<'labels.preview'>
}

/** Labels out to a file and back from one: of coins, payments, people and requests. */
export function LabelsDialog({ onClose }: { readonly onClose: () => void }) {
  const { owner } = useWallet()
  const { account } = owner
  const [found, setFound] = useState<Found | null>(null)
  const [replace, setReplace] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const out = useAction('labels.export')
  const look = useAction('labels.preview')
  const take = useAction('labels.import')
  const error = out.error ?? look.error ?? take.error

  async function save(): Promise<void> {
    const file = await out.run({ account })
    if (file === undefined) return
    saveText(file.fileName, file.text)
    setDone(say('coins.label-written-to', { count: file.count, fileName: file.fileName }))
  }

  async function choose(file: File): Promise<void> {
    setDone(null)
    const text = await file.text()
    const preview = await look.run({ account, text })
    setFound(preview === undefined ? null : { text, name: file.name, preview })
  }

  async function bringIn({ text }: Found): Promise<void> {
    const took = await take.run({ account, text, replace })
    if (took === undefined) return
    setFound(null)
    setDone(say('coins.label-taken-over', { added: took.added + (replace ? took.different : 0) }))
  }

  return (
    <Dialog title={say('coins.labels-as-a-file')} isOpen onClose={onClose}>
      <p className="text-ink-2">{say('coins.labels-and-notes-of-coins-payments')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button icon={<Download className="size-4" />} pending={out.pending} onPress={() => void save()}>
          {say('coins.export-labels')}
        </Button>
        <FileButton accept={['.jsonl', '.txt', '.json']} icon={<FileUp className="size-4" />} onFile={choose}>
          {say('coins.import-labels')}
        </FileButton>
      </div>
      {found !== null && (
        <section aria-label={say('coins.what-would-be-imported')} className="mt-4 grid gap-3 rounded-lg bg-sunken p-4">
          <p className="font-medium">{found.name}</p>
          <p>{heard(importWords(found.preview))}</p>
          {found.preview.otherAccount && (
            <p className="text-ink-2 text-sm">{say('coins.it-was-made-by-another-account')}</p>
          )}
          {found.preview.different > 0 && (
            <>
              <ul className="grid gap-1 text-sm">
                {found.preview.examples.map((example) => (
                  <li key={example.subject}>
                    <span className="text-ink-3">{say('coins.here')}</span> {example.here}{' '}
                    <span className="text-ink-3">{say('coins.in-the-file')}</span> {example.there}
                  </li>
                ))}
              </ul>
              <Checkbox checked={replace} onChange={setReplace}>
                {rich('coins.replace-the-label-that-differ', { different: found.preview.different })}
              </Checkbox>
            </>
          )}
          <div className="flex justify-end">
            <Button
              kind="primary"
              size="sm"
              pending={take.pending}
              isDisabled={found.preview.added + (replace ? found.preview.different : 0) === 0}
              onPress={() => void bringIn(found)}
            >
              {rich('coins.take-over', { added: found.preview.added + (replace ? found.preview.different : 0) })}
            </Button>
          </div>
        </section>
      )}
      <ErrorNotice error={error} className="mt-4" />
      <p role="status" className="mt-3 text-ink-2">
        {done}
      </p>
    </Dialog>
  )
}
