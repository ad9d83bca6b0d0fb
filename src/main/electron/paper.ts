import { writeFile } from 'node:fs/promises'
import type * as Electron from 'electron'
import { type CofferError, codeOf, failure } from '#contract/errors'
import { say } from '#words'
import type { ElectronModule } from './module.ts'

interface Paper {
  readonly electron: Pick<ElectronModule, 'dialog'>
  readonly window: Electron.BrowserWindow | null
}

/** Size and margins stand in the page's own rules for paper. */
const ON_PAPER = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true } as const

/** No name leads out of the folder that the person chooses, or is one that a system minds. */
const fileNameOf = (name: string): string => `${name.replace(/[^\p{L}\p{N} _-]+/gu, '-').slice(0, 100)}.pdf`

/** What a window has for paper, as a file where its person wants it. It is drawn before they are asked: what they saw is what they get. */
export async function savePdf({ electron, window }: Paper, name: string): Promise<{ readonly saved: boolean }> {
  if (window === null) return { saved: false }
  try {
    const pdf = await window.webContents.printToPDF(ON_PAPER)
    const file = { title: say('main.save-pdf'), defaultPath: fileNameOf(name) }
    return await saveWhereAsked({ electron, window }, { ...file, filters: [{ name: 'PDF', extensions: ['pdf'] }] }, pdf)
  } catch (cause) {
    throw notSaved(cause)
  }
}

/** What a report holds names nobody; where it lies is its person's to choose, and nothing of it leaves. */
export async function saveReport(
  electron: Paper['electron'],
  window: Electron.BrowserWindow,
  read: () => Promise<string>,
): Promise<void> {
  try {
    const text = await read()
    const file = { title: say('shell.crash-report'), defaultPath: 'coffer-report.txt' }
    await saveWhereAsked({ electron, window }, { ...file, filters: [{ name: 'TXT', extensions: ['txt'] }] }, text)
  } catch (cause) {
    throw notSaved(cause)
  }
}

async function saveWhereAsked(
  { electron, window }: Pick<Paper, 'electron'> & { readonly window: Electron.BrowserWindow },
  file: Pick<Electron.SaveDialogOptions, 'title' | 'defaultPath' | 'filters'>,
  content: Uint8Array | string,
): Promise<{ readonly saved: boolean }> {
  const { canceled, filePath } = await electron.dialog.showSaveDialog(window, {
    ...file,
    properties: ['showOverwriteConfirmation'],
  })
  if (canceled || filePath === '') return { saved: false }
  await writeFile(filePath, content, { mode: 0o600 })
  return { saved: true }
}

function notSaved(cause: unknown): CofferError {
  const code = (cause as { code?: unknown } | null)?.code // whatever a library throws
  const details = { reason: typeof code === 'string' ? code : codeOf(cause) }
  return failure('host.not_saved', 'the file was not written', { cause, details })
}
