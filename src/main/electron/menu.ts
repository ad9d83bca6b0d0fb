import type { MenuItemConstructorOptions } from 'electron'
import { say } from '#words'

interface MenuActions {
  readonly lock: () => void
}

/** Standard roles, so that every system's own shortcuts work; no reload and no developer tools. */
export function menuTemplate(platform: NodeJS.Platform, { lock }: MenuActions): MenuItemConstructorOptions[] {
  const lockItem: MenuItemConstructorOptions = { label: say('main.menu.lock'), accelerator: 'CmdOrCtrl+L', click: lock }
  const appMenu: MenuItemConstructorOptions = {
    label: 'Coffer',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      lockItem,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
  const fileMenu: MenuItemConstructorOptions = {
    label: say('main.menu.file'),
    submenu: [lockItem, { type: 'separator' }, { role: 'quit' }],
  }
  return [
    platform === 'darwin' ? appMenu : fileMenu,
    {
      label: say('main.menu.edit'),
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: say('main.menu.view'),
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: say('main.menu.window'), submenu: [{ role: 'minimize' }, { role: 'zoom' }, { role: 'close' }] },
  ]
}
