import { ClipboardPaste, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { say } from '#words'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { asCode } from './qr.ts'
import type { Scanning } from './scanning.ts'

export function FileWay({ scanning }: { readonly scanning: Scanning }) {
  return (
    <div className="grid h-65 place-items-center rounded-lg border-2 border-line border-dashed px-6 text-center">
      <div>
        <FileUp className="mx-auto size-6 text-ink-3" aria-hidden="true" />
        <p className="mt-3 font-medium text-lg">{say('scan.drop-a-picture-pdf-or-file')}</p>
        <p className="mx-auto mt-1 max-w-sm text-pretty text-ink-2">{say('scan.pictures-and-pdfs-are-searched-for')}</p>
        <FileButton kind="primary" className="mt-5" onFile={(file) => scanning.scanFiles([file], 'file')}>
          {say('scan.choose-a-file')}
        </FileButton>
      </div>
    </div>
  )
}

export function PasteWay({ scanning }: { readonly scanning: Scanning }) {
  const [text, setText] = useState('')
  const pasted = useRef(false)

  async function fromClipboard(): Promise<void> {
    try {
      const items = await navigator.clipboard.read()
      for (const item of items) {
        const kind = item.types.find((type) => type.startsWith('image/'))
        if (kind !== undefined) return scanning.scanFiles([await item.getType(kind)], 'paste')
      }
      scanning.scanCodes([asCode(await navigator.clipboard.readText())], 'paste')
    } catch {
      scanning.refuse(say('scan.the-clipboard-cannot-be-read'))
    }
  }

  return (
    <Form
      className="grid gap-4"
      onSubmit={() => scanning.scanCodes([asCode(text)], pasted.current ? 'paste' : 'typed')}
    >
      <TextArea
        label={say('scan.link-address-card-bundle-or-anything')}
        rows={7}
        mono
        autoFocus
        value={text}
        onPaste={() => {
          pasted.current = true
        }}
        onChange={(next) => {
          if (next === '') pasted.current = false
          setText(next)
        }}
        hint={say('scan.coffer-says-what-it-is-nothing')}
      />
      <div className="flex gap-2">
        <Button kind="primary" type="submit">
          {say('scan.read-it')}
        </Button>
        <Button icon={<ClipboardPaste className="size-4" />} onPress={() => void fromClipboard()}>
          {say('scan.from-the-clipboard')}
        </Button>
      </div>
    </Form>
  )
}
