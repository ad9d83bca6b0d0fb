import type { MenuItemConstructorOptions } from 'electron'
import { say } from '#words'

interface MenuActions {
  readonly lock: () => void
}

/** Standard roles, so that every system's own shortcuts work; no reload and no developer tools. */
export function menuTemplate(platform: NodeJS.Platform, { lock }: MenuActions): MenuItemConstructorOptions[] {
  const lockItem: MenuItemConstructorOptions = { label: say('main.lock'), accelerator: 'CmdOrCtrl+L', click: lock }
  const appMenu: MenuItemConstructorOptions = {
    label: 'Coffer',
    submenu: [
      { role: 'about', label: say('main.about') },
      { type: 'separator' },
      lockItem,
      { type: 'separator' },
      { role: 'hide', label: say('main.hide') },
      { role: 'hideOthers', label: say('main.hide-others') },
      { role: 'unhide', label: say('main.unhide') },
      { type: 'separator' },
      { role: 'quit', label: say('main.quit') },
    ],
  }
  const fileMenu: MenuItemConstructorOptions = {
    label: say('main.file'),
    submenu: [lockItem, { type: 'separator' }, { role: 'quit', label: say('main.quit') }],
  }
  return [
    platform === 'darwin' ? appMenu : fileMenu,
    {
      label: say('main.edit'),
      submenu: [
        { role: 'undo', label: say('main.undo') },
        { role: 'redo', label: say('main.redo') },
        { type: 'separator' },
        { role: 'cut', label: say('main.cut') },
        { role: 'copy', label: say('main.copy') },
        { role: 'paste', label: say('main.paste') },
        { role: 'selectAll', label: say('main.select-all') },
      ],
    },
    {
      label: say('main.view'),
      submenu: [
        { role: 'resetZoom', label: say('main.reset-zoom') },
        { role: 'zoomIn', label: say('main.zoom-in') },
        { role: 'zoomOut', label: say('main.zoom-out') },
        { type: 'separator' },
        { role: 'togglefullscreen', label: say('main.togglefullscreen') },
      ],
    },
    {
      label: say('main.window'),
      submenu: [
        { role: 'minimize', label: say('main.minimize') },
        { role: 'zoom', label: say('main.zoom') },
        { role: 'close', label: say('main.close') },
      ],
    },
  ]
}
