import { writeFile } from 'node:fs/promises'
import type * as Electron from 'electron'
import { codeOf, failure } from '#contract/errors'
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
    const { canceled, filePath } = await electron.dialog.showSaveDialog(window, {
      title: say('main.save-pdf'),
      defaultPath: fileNameOf(name),
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
      properties: ['showOverwriteConfirmation'],
    })
    if (canceled || filePath === '') return { saved: false }
    await writeFile(filePath, pdf, { mode: 0o600 })
    return { saved: true }
  } catch (cause) {
    const code = (cause as { code?: unknown } | null)?.code // whatever a library throws
    throw failure('host.not_saved', 'the file was not written', {
      cause,
      details: { reason: typeof code === 'string' ? code : codeOf(cause) },
    })
  }
}
