import { ClipboardPaste, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Input.tsx'
import type { Scanning } from './scanning.ts'

export function FileWay({ scanning }: { readonly scanning: Scanning }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid h-[260px] place-items-center rounded-lg border-2 border-line border-dashed px-6 text-center">
      <div>
        <FileUp className="mx-auto size-6 text-ink-3" aria-hidden="true" />
        <p className="mt-3 font-medium text-lg">Drop a picture, PDF or file here</p>
        <p className="mx-auto mt-1 max-w-sm text-pretty text-ink-2">
          Pictures and PDFs are searched for codes; group cards and bundles are read as they are. A picture can also be
          pasted.
        </p>
        <input
          ref={input}
          type="file"
          aria-label="File to read"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file !== undefined) scanning.scanFile(file, 'file')
          }}
        />
        <Button kind="primary" className="mt-5" onPress={() => input.current?.click()}>
          Choose a file
        </Button>
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
        if (kind !== undefined) return scanning.scanFile(await item.getType(kind), 'paste')
      }
      scanning.scanCodes([await navigator.clipboard.readText()], 'paste')
    } catch {
      scanning.say('The clipboard cannot be read from here. Press Ctrl V in the field instead.')
    }
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        scanning.scanCodes([text], pasted.current ? 'paste' : 'typed')
      }}
    >
      <TextArea
        label="Link, address, card, bundle or anything else"
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
        hint="Coffer says what it is. Nothing is opened."
      />
      <div className="flex gap-2">
        <Button kind="primary" type="submit">
          Read it
        </Button>
        <Button icon={<ClipboardPaste className="size-4" />} onPress={() => void fromClipboard()}>
          From the clipboard
        </Button>
      </div>
    </form>
  )
}
