/** A file as a person gave it. */
export interface PickedFile {
  readonly name: string
  readonly text: string
  /** It could not be read at all, as a folder that was dropped. */
  readonly isUnread?: true
  /** It is longer than what was read of it. */
  readonly isCut?: true
  /** Deletes it from the disk; null where the page was only given what stands in it. The browser asks the person first. */
  readonly remove: (() => Promise<void>) | null
}

/** A path as file managers copy it: those of Windows put it in quotes, those of Linux make it an address, after words of their own. */
export function asPath(text: string): string {
  const [, address] = /^\s*(?:x-special\/\S*?\s*)?(file:\/\/\/\S+)\s*$/.exec(text) ?? []
  if (address === undefined) return text.replace(/^\s*(["'])(.+)\1\s*$/, '$2')
  try {
    return decodeURIComponent(new URL(address).pathname).replace(/^\/(?=[A-Za-z]:)/, '')
  } catch {
    return text
  }
}

/** A path on a disk that can be taken away, as the system at hand writes it. */
export function pathOnDisk(names: readonly string[], platform: string = navigator.platform): string {
  if (platform.startsWith('Win')) return ['E:', ...names].join('\\')
  return [platform.startsWith('Mac') ? '/Volumes/Disk' : '/media/disk', ...names].join('/')
}

/** No file with keys is nearly as long. */
const TEXT_MAX = 20_000

/** What of the File System Access API is used; not every browser has it, and the types of the DOM lack half of it. */
interface Handle extends FileSystemFileHandle {
  remove?(): Promise<void>
}
interface Picker {
  showOpenFilePicker?(options: { readonly multiple: boolean }): Promise<readonly Handle[]>
}
interface DroppedItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

async function read(file: File, handle: Handle | null): Promise<PickedFile> {
  const remove = handle?.remove
  const text = await file.text().catch(() => null)
  if (text === null) return { name: file.name, text: '', isUnread: true, remove: null }
  return {
    name: file.name,
    text: text.slice(0, TEXT_MAX),
    ...(text.trimEnd().length > TEXT_MAX && { isCut: true as const }),
    remove: handle === null || remove === undefined ? null : () => remove.call(handle),
  }
}

/** Lets the person choose files; null where the browser has no such dialog, and a file field has to do. */
export async function pickFiles(): Promise<PickedFile[] | null> {
  const { showOpenFilePicker } = window as Picker
  if (showOpenFilePicker === undefined) return null
  try {
    const handles = await showOpenFilePicker.call(window, { multiple: true })
    return await Promise.all(handles.map(async (handle) => read(await handle.getFile(), handle)))
  } catch (error) {
    // Closed without a choice.
    if (error instanceof DOMException && error.name === 'AbortError') return []
    return null
  }
}

/** What is left of a file once what stands in it was taken: enough to name it and to delete it. */
export const emptied = ({ name, remove }: PickedFile): PickedFile => ({ name, text: '', remove })

export const filesOf = (files: Iterable<File>): Promise<PickedFile[]> =>
  Promise.all([...files].map((file) => read(file, null)))

/** What was dropped. Handles can only be asked for while the event lasts. */
export async function droppedFiles(data: DataTransfer): Promise<PickedFile[]> {
  const dropped = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item: DroppedItem) => ({ file: item.getAsFile(), handle: item.getAsFileSystemHandle?.().catch(() => null) }))
  const files = await Promise.all(
    dropped.map(async ({ file, handle }) => {
      const held = (await handle) ?? null
      return file === null ? [] : [await read(file, held?.kind === 'file' ? (held as Handle) : null)]
    }),
  )
  return files.flat()
}
