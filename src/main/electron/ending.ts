import type { Clock, Log } from '#contract/domain'
import type { HostedWallet } from '../binder.ts'
import { errorFields } from '../log.ts'
import type { Approvals } from './approval.ts'
import type { Installer } from './install.ts'
import type { ElectronModule } from './module.ts'
import { anewArguments } from './switches.ts'

/* How the program ends, and comes up again where it is to. */

const CLOSING_MS = 5000

interface Ending {
  readonly electron: Pick<ElectronModule, 'app'>
  readonly argv: readonly string[]
  readonly platform: NodeJS.Platform
  readonly approvals: Pick<Approvals, 'dismiss'>
  readonly wallet: Pick<HostedWallet, 'close'>
  readonly installer: Pick<Installer, 'end'>
  readonly clock: Clock
  readonly log: Log
  /** Where the AppImage lies that runs; null where none does. */
  readonly appImage: string | null
  readonly run: (path: string, args: readonly string[]) => void
  /** Whether it is to come up again once it has ended. */
  readonly isToStartAnew: () => boolean
}

/** What was signed is stored, so a slow network does not keep the program from ending. */
export function endInOrder(host: Ending): void {
  const { electron, platform, approvals, wallet, installer, clock, log } = host
  electron.app.on('window-all-closed', () => {
    // There a program ends by its menu alone.
    if (platform !== 'darwin') electron.app.quit()
  })
  let isEnding = false
  electron.app.on('before-quit', (event) => {
    // Told again it would end at once, in the middle of what is waited for here.
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    approvals.dismiss()
    const closed = wallet.close().catch(() => undefined)
    const ended = Promise.race([closed, clock.sleep(CLOSING_MS)])
    const installed = ended
      .then(installer.end)
      .catch((error: unknown) => log('warn', 'update.failed', errorFields(error)))
    void installed.then(() => {
      if (host.isToStartAnew()) startAnew(host)
      electron.app.exit(0)
    })
  })
}

/**
 * Electron starts again by a helper of its own program, which inside of an AppImage is gone with this one before it has started anything
 * (electron-builder#1727): there the AppImage itself is started, which finds nobody to hand its start to.
 */
function startAnew({ electron, argv, appImage, run }: Ending): void {
  const args = anewArguments(argv, electron.app.isPackaged)
  if (appImage === null) {
    electron.app.relaunch({ args })
    return
  }
  electron.app.releaseSingleInstanceLock()
  run(appImage, args)
}
