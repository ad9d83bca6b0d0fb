import { type Held, heldForPage } from './held-for-page.ts'
import { bringForward, type Windows } from './window.ts'

/*
 * Screens that can be asked for from outside the page: by the menu, by the jump list of Windows, by the menu of a desktop entry. Going to one
 * changes nothing, so another start of Coffer may ask for it.
 */

const SCREENS = ['send', 'receive', 'approvals', 'activity', 'settings', 'help'] as const
export type ScreenName = (typeof SCREENS)[number]

/** Those that a task of the desktop leads to. */
export const TASKS = ['send', 'receive', 'approvals', 'activity'] as const satisfies readonly ScreenName[]

/** The screen that a start asks for: exactly one, and one of ours. */
export function screenFromArguments(args: readonly string[]): ScreenName | null {
  const asked = args.slice(1).filter((text) => text.startsWith('--show='))
  return asked.length === 1 ? (TASKS.find((name) => asked[0] === `--show=${name}`) ?? null) : null
}

export interface Front extends Pick<Held<ScreenName>, 'pageListens' | 'pageGone'> {
  /** Brings the main window forward, made anew if there is none, and to that screen if one is named. */
  show(screen: ScreenName | null): void
  /** What makes the window anew; nothing does before the first stands. */
  opens(open: () => void): void
}

export function createFront(windows: Pick<Windows, 'main'>, send: (screen: ScreenName) => void): Front {
  const { put, ...page } = heldForPage(send)
  let open: () => void = () => undefined
  return {
    ...page,
    show(screen) {
      const main = windows.main()
      if (main === null) open()
      else bringForward(main)
      put(screen)
    },
    opens(maker) {
      open = maker
    },
  }
}
