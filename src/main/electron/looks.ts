import type * as Electron from 'electron'
import type { Log } from '#contract/domain'
import type { HostedWallet } from '../binder.ts'
import { errorFields } from '../log.ts'
import type { ElectronModule } from './module.ts'
import { followPreferences } from './preferences.ts'

interface Deps {
  readonly electron: ElectronModule
  readonly wallet: Pick<HostedWallet, 'calls' | 'subscribe'>
  readonly log: Log
}

/**
 * Has every window left out of pictures and films of the screen, those of other programs too, while the person wishes so. Windows does it, and
 * macOS before 15: since then programs may film windows all the same. Linux has no such call. A window that comes after that is as the others are.
 */
export function followCapture(deps: Deps): void {
  const { electron, log } = deps
  const windows = new Set<Electron.BrowserWindow>()
  let isBlocked = false
  electron.app.on('browser-window-created', (_event, window) => {
    windows.add(window)
    window.once('closed', () => windows.delete(window))
    if (isBlocked) window.setContentProtection(true)
  })
  followPreferences(
    deps,
    ({ blockCapture }) => {
      if (isBlocked === blockCapture) return
      isBlocked = blockCapture
      for (const window of windows) window.setContentProtection(isBlocked)
    },
    (error) => log('info', 'window.not_kept_out', errorFields(error)),
  )
}

/** Frames of windows, menus and boxes are drawn by the system or by Electron, and know nothing of what a page looks like. */
export function followTheme(deps: Deps): void {
  const { electron, log } = deps
  followPreferences(
    deps,
    ({ theme }) => {
      electron.nativeTheme.themeSource = theme
    },
    (error) => log('info', 'window.not_dressed', errorFields(error)),
  )
}
