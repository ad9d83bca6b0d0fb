import type { JumpListCategory, MenuItemConstructorOptions } from 'electron'
import { type MessageCode, say } from '#words'
import { type ScreenName, TASKS } from './shown.ts'

interface MenuActions {
  readonly lock: () => void
  readonly show: (screen: ScreenName) => void
}

/** What Electron would say of these itself is English, or the system's language, which is not always the one that Coffer speaks. */
const ROLES = {
  about: 'main.menu.about',
  hide: 'main.menu.hide',
  hideOthers: 'main.menu.hide-others',
  unhide: 'main.menu.show-all',
  quit: 'main.menu.quit',
  undo: 'main.menu.undo',
  redo: 'main.menu.redo',
  cut: 'main.menu.cut',
  copy: 'main.menu.copy',
  paste: 'main.menu.paste',
  selectAll: 'main.menu.select-all',
  resetZoom: 'main.menu.actual-size',
  zoomIn: 'main.menu.zoom-in',
  zoomOut: 'main.menu.zoom-out',
  togglefullscreen: 'main.menu.full-screen',
  minimize: 'main.menu.minimize',
  zoom: 'main.menu.zoom',
  close: 'main.menu.close',
} as const satisfies Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, MessageCode>>

const item = (role: keyof typeof ROLES): MenuItemConstructorOptions => ({ role, label: say(ROLES[role]) })

const LINE: MenuItemConstructorOptions = { type: 'separator' }

/** Standard roles, so that every system's own shortcuts work; no reload and no developer tools. */
export function menuTemplate(platform: NodeJS.Platform, { lock, show }: MenuActions): MenuItemConstructorOptions[] {
  const lockItem: MenuItemConstructorOptions = { label: say('main.menu.lock'), accelerator: 'CmdOrCtrl+L', click: lock }
  const settings: MenuItemConstructorOptions = {
    label: say('main.menu.settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => show('settings'),
  }
  const appMenu: MenuItemConstructorOptions = {
    label: 'Coffer',
    submenu: [
      item('about'),
      LINE,
      settings,
      LINE,
      lockItem,
      LINE,
      item('hide'),
      item('hideOthers'),
      item('unhide'),
      LINE,
      item('quit'),
    ],
  }
  const fileMenu: MenuItemConstructorOptions = {
    label: say('main.menu.file'),
    submenu: [settings, LINE, lockItem, LINE, item('quit')],
  }
  return [
    platform === 'darwin' ? appMenu : fileMenu,
    {
      label: say('main.menu.edit'),
      submenu: [item('undo'), item('redo'), LINE, item('cut'), item('copy'), item('paste'), item('selectAll')],
    },
    {
      label: say('main.menu.view'),
      submenu: [item('resetZoom'), item('zoomIn'), item('zoomOut'), LINE, item('togglefullscreen')],
    },
    // Electron can do the second on macOS alone.
    {
      label: say('main.menu.window'),
      submenu: [item('minimize'), ...(platform === 'darwin' ? [item('zoom')] : []), item('close')],
    },
    // By its role macOS puts its search of menus there.
    {
      role: 'help',
      label: say('main.menu.help'),
      submenu: [{ label: say('main.menu.coffer-help'), click: () => show('help') }],
    },
  ]
}

const TASK_NAMES = {
  send: 'shell.send',
  receive: 'shell.receive',
  approvals: 'shell.approvals',
  activity: 'shell.activity',
} as const satisfies Record<(typeof TASKS)[number], MessageCode>

/** What a right click on the program offers in Windows: screens, to which another start of it leads. */
export const jumpList = (program: string): JumpListCategory[] => [
  {
    type: 'tasks',
    items: TASKS.map((name) => ({
      type: 'task',
      title: say(TASK_NAMES[name]),
      program,
      args: `--show=${name}`,
      iconPath: program,
      iconIndex: 0,
    })),
  },
]
