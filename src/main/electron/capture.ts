import type * as Electron from 'electron'
import type { Log } from '#contract/domain'
import type { HostedWallet } from '../binder.ts'
import { errorFields } from '../log.ts'
import type { ElectronModule } from './module.ts'

/**
 * Has every window left out of pictures and films of the screen, those of other programs too, while the person wishes so. macOS and Windows
 * do it; Linux has no such call, and there it does nothing. A window that comes after that is as the others are.
 */
export function followCapture(deps: {
  readonly electron: ElectronModule
  readonly wallet: Pick<HostedWallet, 'calls' | 'subscribe'>
  readonly log: Log
}): void {
  const { electron, wallet, log } = deps
  const windows = new Set<Electron.BrowserWindow>()
  let isBlocked = false
  electron.app.on('browser-window-created', (_event, window) => {
    windows.add(window)
    window.once('closed', () => windows.delete(window))
    if (isBlocked) window.setContentProtection(true)
  })
  const follow = async (): Promise<void> => {
    const { preferences } = await wallet.calls['app.state'](null)
    if (isBlocked === preferences.blockCapture) return
    isBlocked = preferences.blockCapture
    for (const window of windows) window.setContentProtection(isBlocked)
  }
  const again = (): void =>
    void follow().catch((error: unknown) => log('info', 'window.not_kept_out', errorFields(error)))
  again()
  const stop = wallet.subscribe('data.changed', ({ topics }) => {
    if (topics.includes('app')) again()
  })
  electron.app.once('before-quit', stop)
}
