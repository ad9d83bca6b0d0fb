import type * as Electron from 'electron'
import type { Log, Nanos, UserId } from '#contract/domain'
import type { Topic } from '#contract/ipc'
import { say } from '#words'
import type { HostedWallet } from '../binder.ts'
import { errorFields } from '../log.ts'
import type { ElectronModule } from './module.ts'

/*
 * Coffer while its window is closed: an icon of the tray or menu bar with what waits for the person, if they wish so. It shows a number and no
 * name, and of a locked wallet only that something new came, which a notice of the system says as well.
 */

/** The mark, 32 by 32, for 16 points of a dense screen. */
const ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAb0lEQVR42mNgGAU4gGDXjv/UxANqOUmOoJXlRDmComCj1FxaWU60+bS0nCg7hoQDKE1oFDmAGqmdbAdQK8tRxQGUxPOoA0YdMOqA4eGAASmIBrwoHhSV0chqDwxIk2zAG6WDolk+KDomg6JrNqIAANDcjb6I3waXAAAAAElFTkSuQmCC'

interface PresenceDeps {
  readonly electron: ElectronModule
  readonly platform: NodeJS.Platform
  readonly wallet: Pick<HostedWallet, 'calls' | 'subscribe'>
  readonly log: Log
  readonly open: () => void
}

export interface Presence {
  /** Whether closing the window leaves the program running. */
  stays(): boolean
  stop(): void
}

/** What changes the number. */
const COUNTED: readonly Topic[] = ['app', 'approvals', 'accounts', 'schedule', 'payments']

/** Systems on which a program can ask to be started with the session. */
const STARTS: readonly NodeJS.Platform[] = ['darwin', 'win32']

/** Requests that wait for a signature of an account here, and planned payments that wait for its approval or an answer. */
async function waiting({ wallet }: PresenceDeps, accounts: readonly { readonly account: UserId }[]): Promise<number> {
  const requests = await Promise.all(
    accounts.map(({ account }) => wallet.calls['approvals.list']({ account, holder: null })),
  )
  const times = await Promise.all(accounts.map(({ account }) => wallet.calls['schedule.open']({ account })))
  const needed = requests.flatMap((each) => each.requests).filter(({ tab }) => tab === 'needs_you')
  return needed.length + times.flat().filter(({ state }) => state !== 'due').length
}

export function createPresence(deps: PresenceDeps): Presence {
  const { electron, platform, wallet, log } = deps
  let tray: Electron.Tray | null = null
  let stays = false
  let starts: boolean | null = null
  /** How often it was asked how things stand: what an earlier question brings tells of a time before a lock, or before the end. */
  let asked = 0

  /** Of what came last that a notice was shown for, and that notice. */
  let told: Nanos | null = null
  let notice: Electron.Notification | null = null

  /** Each once. What is seen once it is open needs no notice any more. */
  function tell(newsAt: Nanos | null): void {
    if (newsAt === told) return
    told = newsAt
    notice?.close()
    notice = null
    if (newsAt === null || !electron.Notification.isSupported()) return
    notice = new electron.Notification({ title: 'Coffer', body: say('main.something-new') })
    notice.on('click', deps.open)
    notice.show()
  }

  function show(count: number, isNew: boolean): void {
    if (tray === null) {
      tray = new electron.Tray(electron.nativeImage.createFromDataURL(ICON).resize({ width: 16, height: 16 }))
      tray.on('click', deps.open)
    }
    const waits = isNew ? say('main.something-new') : count === 0 ? null : say('main.waits-for-you', { count })
    tray.setToolTip(waits ?? 'Coffer')
    if (platform === 'darwin') tray.setTitle(count === 0 ? '' : String(count))
    tray.setContextMenu(
      electron.Menu.buildFromTemplate([
        ...(waits === null ? [] : [{ label: waits, click: deps.open }]),
        { label: say('main.open-coffer'), click: deps.open },
        { type: 'separator' },
        { label: say('main.quit-coffer'), click: () => electron.app.quit() },
      ]),
    )
  }

  function hide(): void {
    tray?.destroy()
    tray = null
  }

  async function follow(): Promise<void> {
    asked += 1
    const own = asked
    const { preferences, vault, accounts, newsAt } = await wallet.calls['app.state'](null)
    if (own !== asked) return
    tell(newsAt ?? null)
    stays = preferences.keepRunning
    if (STARTS.includes(platform) && electron.app.isPackaged && starts !== preferences.startWithSystem) {
      starts = preferences.startWithSystem
      // Said again where it is so already, it would undo what the person has chosen in the lists of the system.
      if (electron.app.getLoginItemSettings().openAtLogin !== starts)
        electron.app.setLoginItemSettings({ openAtLogin: starts })
    }
    if (!stays) return hide()
    const signers = accounts.filter(({ stage, kind }) => stage === 'ready' && kind !== 'watch')
    const count = vault.locked ? 0 : await waiting(deps, signers)
    if (own === asked) show(count, newsAt != null)
  }

  const again = (): void => void follow().catch((error: unknown) => log('info', 'presence.failed', errorFields(error)))
  again()
  const ends = [
    wallet.subscribe('session.changed', again),
    wallet.subscribe('data.changed', ({ topics }) => {
      if (topics.some((topic) => COUNTED.includes(topic))) again()
    }),
  ]
  return {
    stays: () => stays,
    stop() {
      for (const end of ends) end()
      asked += 1
      tell(null)
      hide()
    },
  }
}
