import type * as Electron from 'electron'
import type { Log } from '#contract/domain'
import { errorFacts } from '#contract/errors'
import { say, wording } from '#words'
import { errorFields } from '../log.ts'
import type { ElectronModule } from './module.ts'
import { isAt } from './outside.ts'
import { saveReport } from './paper.ts'

/* What becomes of a window whose page dies, does not come up or does not answer any more: an empty or frozen one has no buttons of its own. */

interface Deps {
  readonly electron: ElectronModule
  readonly log: Log
  /** Where the money stands, in words. Never throws. */
  readonly standing: () => Promise<string>
  /** What ran and went wrong, as text that names nobody. */
  readonly report: () => Promise<string>
}

interface OwnPage {
  readonly url: string
  /** Whether it is shown again; any other is closed, which declines what it asks. */
  readonly isMain: boolean
}

/** A window of ours with what becomes of it. */
interface Kept extends Deps, OwnPage {
  readonly window: Electron.BrowserWindow
  /** Whether somebody is being asked about its page. */
  isAsking: boolean
  /** Its page was ended because somebody asked for that, and is to be loaded again. */
  isRenewed: boolean
  /** Its page ended while somebody was asked about it. */
  isGone: boolean
}

/** Loads a page of ours, and asks what to do whenever it dies, does not come up or does not answer. */
export function keepOwnShown(deps: Deps, window: Electron.BrowserWindow, page: OwnPage): void {
  const kept: Kept = { ...deps, ...page, window, isAsking: false, isRenewed: false, isGone: false }
  window.webContents.on('render-process-gone', () => pageDied(kept))
  window.on('unresponsive', () => {
    deps.log('error', 'page.silent')
    // Nothing was answered, so nothing is signed, and a page that hangs could not even be closed by its own frame.
    if (!page.isMain) return window.destroy()
    if (kept.isAsking) return
    Object.assign(kept, { isAsking: true, isGone: false })
    const told = offerInstead(kept).finally(() => {
      kept.isAsking = false
      if (kept.isGone) pageDied(kept)
    })
    told.catch((error: unknown) => deps.log('error', 'page.not_loaded', errorFields(error)))
  })
  load(kept)
}

function load(kept: Kept): void {
  kept.window.loadURL(kept.url).catch((error: unknown) => {
    if (isFollowed(error, kept)) return
    kept.log('error', 'page.not_loaded', errorFields(error))
    pageDied(kept)
  })
}

/** One that came up and began anew before all of it was there, as it does for another language. */
function isFollowed(error: unknown, { window, url }: Kept): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED')) return false
  return !window.isDestroyed() && window.webContents.mainFrame.url.split('#', 1)[0] === url
}

function pageDied(kept: Kept): void {
  const { window, log } = kept
  if (window.isDestroyed()) return
  if (kept.isRenewed) {
    kept.isRenewed = false
    load(kept)
  } else if (!kept.isMain) window.destroy()
  else if (kept.isAsking) kept.isGone = true
  else offerAgain(kept).catch((error: unknown) => log('error', 'page.not_loaded', errorFields(error)))
}

/** Asks until the person shows the page again or ends the program. */
async function offerAgain(kept: Kept): Promise<void> {
  kept.isAsking = true
  let isWanted: boolean
  try {
    isWanted = await askAgain(kept)
  } finally {
    kept.isAsking = false
  }
  if (kept.window.isDestroyed()) return
  if (isWanted) load(kept)
  else kept.electron.app.quit()
}

async function askAgain(kept: Kept, saved = ''): Promise<boolean> {
  const { electron, standing, window } = kept
  const told = [await standing(), say('shell.crash-todo'), say('shell.crash-report-what'), saved]
  const { response } = await electron.dialog.showMessageBox({
    type: 'error',
    message: say('main.window-stopped'),
    detail: told.filter((part) => part !== '').join('\n\n'),
    buttons: [say('main.quit'), say('main.show-again'), say('shell.crash-report')],
    defaultId: 1,
    cancelId: 0,
  })
  return response === 2 && !window.isDestroyed() ? askAgain(kept, await keepReport(kept)) : response === 1
}

/** Why there is no report, in words; empty where it was saved or not wanted any more. */
async function keepReport({ electron, report, log, window }: Kept): Promise<string> {
  try {
    await saveReport(electron, window, report)
    return ''
  } catch (error) {
    log('warn', 'page.report_not_saved', errorFields(error))
    return wording(errorFacts('host.not_saved').what)
  }
}

/** Asks whether a page that does not answer is to be ended and loaded again. */
async function offerInstead(kept: Kept): Promise<void> {
  const { electron, window, standing } = kept
  const question = {
    message: say('main.window-silent'),
    detail: `${await standing()}\n\n${say('main.window-silent-todo')}`,
    other: say('main.show-again'),
  }
  if (!(await isTired(electron, window, question))) return
  kept.isRenewed = true
  window.webContents.forcefullyCrashRenderer()
}

interface Question {
  readonly message: string
  readonly detail: string
  /** The button that is not for waiting. */
  readonly other: string
}

/** Whether the person will not wait for a page. The question goes away where the page answers or ends first. */
async function isTired(
  electron: Pick<ElectronModule, 'dialog'>,
  window: Electron.BrowserWindow,
  { message, detail, other }: Question,
): Promise<boolean> {
  const answered = new AbortController()
  const end = (): void => answered.abort()
  window.once('responsive', end)
  window.once('closed', end)
  window.webContents.once('render-process-gone', end)
  try {
    const { response } = await electron.dialog.showMessageBox(window, {
      ...{ type: 'warning', message, detail, signal: answered.signal },
      ...{ buttons: [say('main.wait'), other], defaultId: 0, cancelId: 0 },
    })
    return response === 1 && !answered.signal.aborted && !window.isDestroyed()
  } finally {
    if (!window.isDestroyed()) {
      window.off('responsive', end)
      window.off('closed', end)
      window.webContents.off('render-process-gone', end)
    }
  }
}

/** A bot's page that keeps its window busy could not be closed by its frame: whoever does not want to wait closes it here. */
export function keepAnswering(
  { electron, log }: Pick<Deps, 'electron' | 'log'>,
  window: Electron.BrowserWindow,
  { origin }: WebPage,
): void {
  let isAsking = false
  window.on('unresponsive', () => {
    if (isAsking) return
    isAsking = true
    const question = {
      message: say('main.page-silent'),
      detail: say('main.page-silent-detail', { origin }),
      other: say('main.close-page'),
    }
    const told = isTired(electron, window, question)
      .then((tired) => {
        if (tired) window.destroy()
      })
      .finally(() => {
        isAsking = false
      })
    told.catch((error: unknown) => log('warn', 'webapp.not_told', errorFields(error)))
  })
}

interface WebPage {
  readonly origin: string
}

/**
 * A bot's page that did not come up would leave a window that is empty or never shown, and so could not be opened again. What went on to
 * another address by itself has come up; what its server sent elsewhere was handed on by who follows its moves.
 */
export function webPageFailed(
  { electron, log }: Pick<Deps, 'electron' | 'log'>,
  window: Electron.BrowserWindow,
  { origin }: WebPage,
  error: unknown,
): void {
  log('warn', 'webapp.not_loaded', errorFields(error))
  if (window.isDestroyed()) return
  const code = error instanceof Error && 'code' in error ? error.code : null
  const isStopped = code === 'ERR_ABORTED' || code === 'ERR_FAILED'
  if (isStopped && isAt(origin, window.webContents.mainFrame.url)) return
  window.destroy()
  if (isStopped) return
  const told = electron.dialog.showMessageBox({
    type: 'warning',
    message: say('main.page-not-opened'),
    detail: say('main.page-not-opened-detail', { origin }),
    buttons: [say('main.ok')],
  })
  told.catch((why: unknown) => log('warn', 'webapp.not_told', errorFields(why)))
}
