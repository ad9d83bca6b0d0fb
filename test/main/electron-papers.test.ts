import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectPrivate } from '../support/systems.ts'
import { startHost as start } from './electron-host.ts'

describe('what is on paper', () => {
  it('is saved as PDF under the name that the person chooses, for nobody else to read', async () => {
    const { electron, main, dataDir, savePdf } = await start()
    electron.saveAs = join(dataDir, 'mine.pdf')
    expect(await savePdf('Statement Ada ../../x')).toEqual({ saved: true })
    expect(electron.saving).toEqual(['Statement Ada -x.pdf'])
    expect(main().webContents.printed).toEqual([
      { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true },
    ])
    expect(readFileSync(electron.saveAs, 'utf8')).toBe('%PDF-1.7 of a test')
    expectPrivate(electron.saveAs)
  })

  it('is not saved where the person would not, and says why where it could not be written', async () => {
    const { electron, dataDir, savePdf } = await start()
    expect(await savePdf('Statement')).toEqual({ saved: false })
    electron.saveAs = join(dataDir, 'no-such-folder', 'mine.pdf')
    await expect(savePdf('Statement')).rejects.toMatchObject({ code: 'host.not_saved', details: { reason: 'ENOENT' } })
  })
})
