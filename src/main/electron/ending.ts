import type * as Electron from 'electron'
import type { Clock, Log } from '#contract/domain'
import type { HostedWallet } from '../binder.ts'
import { errorFields } from '../log.ts'
import { waitsForKeychain } from '../networks.ts'
import type { Approvals } from './approval.ts'
import type { Installer } from './install.ts'
import type { ElectronModule } from './module.ts'
import { againArguments, anewArguments } from './switches.ts'

/* How the program ends, and comes up again where it is to. */

const CLOSING_MS = 5000

interface Ending {
  readonly electron: Pick<ElectronModule, 'app'>
  readonly argv: readonly string[]
  readonly platform: NodeJS.Platform
  readonly approvals: Pick<Approvals, 'dismiss'>
  readonly wallet: Pick<HostedWallet, 'calls' | 'close'> & {
    /** This run comes to its end by itself, though there is no time to close. */
    markEnded(): void
  }
  readonly installer: Pick<Installer, 'end'>
  readonly clock: Clock
  readonly log: Log
  /** Where the AppImage lies that runs; null where none does. */
  readonly appImage: string | null
  readonly run: (path: string, args: readonly string[]) => void
  /** Ends this program as it stands. */
  readonly kill: () => void
  /** Whether it is to come up again once it has ended. */
  readonly isToStartAnew: () => boolean
}

/**
 * Told to end while it still starts, it ends as soon as there are files to close, in order. What does not come up in time does not keep it.
 * Answers what ends that, and whether it was told.
 */
export function heedEarlyEnd({ electron, clock, kill }: Pick<Ending, 'electron' | 'clock' | 'kill'>): () => boolean {
  const started = new AbortController()
  let isTold = false
  const hear = (event: Electron.Event): void => {
    event.preventDefault()
    if (isTold) return
    isTold = true
    void clock.sleep(CLOSING_MS, started.signal).then(() => {
      // What keeps it from coming up may be a keychain that asks somebody, and an end that is not forced waits for that.
      if (!started.signal.aborted) kill()
    })
  }
  electron.app.on('before-quit', hear)
  return () => {
    electron.app.off('before-quit', hear)
    started.abort()
    return isTold
  }
}

/** What was signed is stored, so a slow network does not keep the program from ending. */
export function endInOrder(host: Ending): void {
  const { electron, argv, platform, approvals, wallet, installer, clock, log } = host
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
    const isAnew = host.isToStartAnew()
    const startedMeanwhile = followStarts(electron)
    approvals.dismiss()
    const stuck = waitsForKeychain(wallet).catch(() => false)
    const closed = wallet.close().catch((error: unknown) => log('error', 'host.not_closed', errorFields(error)))
    const ended = Promise.race([closed, clock.sleep(CLOSING_MS)])
    const installed = ended
      .then(installer.end)
      .catch((error: unknown) => log('warn', 'update.failed', errorFields(error)))
    const followed = installed.then(async () => {
      const isStuck = await stuck
      const given = startedMeanwhile()
      const { isPackaged } = electron.app
      if (isAnew) startAfter(host, anewArguments(argv, isPackaged), isStuck)
      else if (given !== null) startAfter(host, againArguments(argv, given, isPackaged), isStuck)
    })
    // What does not come up again has ended all the same.
    void followed
      .catch((error: unknown) => log('warn', 'host.not_started_anew', errorFields(error)))
      .then(async () => {
        if (!(await stuck)) return electron.app.exit(0)
        wallet.markEnded()
        host.kill()
      })
  })
}

/** Whoever starts a program that ends is handed to it, and would see nothing come up. Answers what the last of them was given. */
function followStarts({ app }: Ending['electron']): () => readonly string[] | null {
  let last: readonly string[] | null = null
  app.on('second-instance', (_event, argv) => {
    last = argv
  })
  app.on('open-url', (_event, url) => {
    last = ['', url]
  })
  return () => last
}

/**
 * Electron starts again by a helper of its own program, which inside of an AppImage is gone with this one before it has started anything
 * (electron-builder#1727): there the AppImage itself is started, which finds nobody to hand its start to. Nor does it start anything for a program
 * that ends by force.
 */
function startAfter({ electron, appImage, run }: Ending, args: string[], isStuck: boolean): void {
  if (appImage === null && !isStuck) {
    electron.app.relaunch({ args })
    return
  }
  electron.app.releaseSingleInstanceLock()
  run(appImage ?? process.execPath, args)
}
