import type * as Electron from 'electron'
import { cleanText } from '#contract/domain'
import { say } from '#words'
import { askPerson } from './ask-person.ts'
import type { ElectronModule } from './module.ts'

/*
 * A picture of the screen, for a code on it. Asked about outside of the page, which could press its own buttons, each time anew: a yes is
 * for one picture. Electron first asks whether capturing is allowed, and then what; the person is asked once for both.
 */

/** Who lets the person choose: Linux with Wayland and newer macOS do so themselves, and give a program what was chosen. */
export type ScreenPicker = 'portal' | 'mac' | 'none'

export interface ScreenRule {
  /** Whether this request is allowed. */
  readonly ask: () => Promise<boolean>
  /** What it gets; null is nothing. Each yes is good for one. */
  readonly take: () => Promise<Electron.DesktopCapturerSource | null>
  /** Whether the system's own chooser is to be used if it has one. */
  readonly systemPicker: boolean
}

export const NO_SCREEN: ScreenRule = { ask: async () => false, take: async () => null, systemPicker: false }

/** So many fit into a dialog of every system; what is not listed can be seen on a screen that is. */
const CHOICES = 6
const NAME_MAX = 32

const SCREEN = /^screen:/
/** `window:ID:1` is a window of this program: its review and its phrase are nobody's picture. */
const OURS = /^window:[^:]*:1$/

export function createScreenRule(
  electron: Pick<ElectronModule, 'dialog' | 'desktopCapturer'>,
  picker: ScreenPicker,
): ScreenRule {
  let agreed: 'no' | 'to what the system offers' | Electron.DesktopCapturerSource = 'no'
  let asking: Promise<boolean> | null = null

  async function sources(): Promise<Electron.DesktopCapturerSource[]> {
    const found = await electron.desktopCapturer.getSources({
      types: ['screen', 'window'],
      thumbnailSize: { width: 0, height: 0 },
    })
    return found.filter(({ id }) => !OURS.test(id))
  }

  const question = (buttons: readonly string[]): Promise<number> =>
    askPerson(electron, say('main.screen'), say('main.screen-detail'), [say('main.no'), ...buttons])

  async function choose(): Promise<Electron.DesktopCapturerSource | null> {
    const found = await sources()
    const screens = found.filter(({ id }) => SCREEN.test(id))
    const offered = [...screens, ...found.filter(({ id }) => !SCREEN.test(id))].slice(0, CHOICES)
    if (offered.length === 0) return null
    const nameOf = ({ id, name }: Electron.DesktopCapturerSource, at: number): string => {
      if (!SCREEN.test(id)) return cleanText(name, NAME_MAX)
      return screens.length === 1 ? say('main.screen-whole') : say('main.screen-one', { number: at + 1 })
    }
    return offered[(await question(offered.map(nameOf))) - 1] ?? null
  }

  async function decide(): Promise<boolean> {
    agreed = 'no'
    if (picker === 'none') agreed = (await choose()) ?? 'no'
    else if ((await question([say('main.screen-choose')])) === 1) agreed = 'to what the system offers'
    return agreed !== 'no'
  }

  function ask(): Promise<boolean> {
    asking ??= decide().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    ask,
    systemPicker: picker === 'mac',
    async take() {
      const given = agreed
      agreed = 'no'
      if (given === 'no') return null
      if (given !== 'to what the system offers') return given
      // With Wayland this opens the chooser of the portal, and one source is what was chosen there.
      return picker === 'portal' ? ((await sources())[0] ?? null) : choose()
    },
  }
}
