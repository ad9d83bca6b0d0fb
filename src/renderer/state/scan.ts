import { createStore } from 'zustand/vanilla'
import { whenLocked } from './forget-on-lock.ts'
import type { ScanSource } from './types.ts'

/** Something that was handed to Coffer and has not been looked at yet. */
export type Given =
  | { readonly kind: 'text'; readonly text: string; readonly source: ScanSource }
  | { readonly kind: 'files'; readonly files: readonly Blob[]; readonly source: ScanSource }

/** The dialog that reads codes, links and files. Open while `open`; `given` is what it starts with. */
export const scan = createStore<{ readonly open: boolean; readonly given: Given | null }>(() => ({
  open: false,
  given: null,
}))

export function openScan(given: Given | null = null): void {
  scan.setState({ open: true, given })
}

export function closeScan(): void {
  scan.setState({ open: false, given: null })
}

whenLocked(closeScan)

const carriesFile = (data: DataTransfer | null): boolean => data !== null && [...data.types].includes('Files')
const carriesText = (data: DataTransfer | null): boolean =>
  data !== null && [...data.types].some((type) => type === 'text/plain' || type === 'text/uri-list')

export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))

/** Takes what is dropped anywhere over the window, and pictures from the clipboard. Returns the way to stop. */
export function scanDrops(target: Window, onHover: (hovering: boolean) => void): () => void {
  // A field takes dropped text by itself.
  const isOurs = (event: DragEvent): boolean =>
    carriesFile(event.dataTransfer) || (carriesText(event.dataTransfer) && !takesText(event.target))

  const over = (event: DragEvent) => {
    if (!isOurs(event)) return
    event.preventDefault()
    onHover(true)
  }
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) onHover(false)
  }
  const drop = (event: DragEvent) => {
    onHover(false)
    if (!isOurs(event)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    const text = event.dataTransfer?.getData('text/plain') ?? ''
    if (files.length > 0) openScan({ kind: 'files', files, source: 'drop' })
    else if (text.trim() !== '') openScan({ kind: 'text', text, source: 'drop' })
  }
  const paste = (event: ClipboardEvent) => {
    const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'))
    if (picture === undefined) return
    event.preventDefault()
    openScan({ kind: 'files', files: [picture], source: 'paste' })
  }
  target.addEventListener('dragover', over)
  target.addEventListener('dragleave', leave)
  target.addEventListener('drop', drop)
  target.addEventListener('paste', paste)
  return () => {
    target.removeEventListener('dragover', over)
    target.removeEventListener('dragleave', leave)
    target.removeEventListener('drop', drop)
    target.removeEventListener('paste', paste)
  }
}
