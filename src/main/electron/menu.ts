import type { MenuItemConstructorOptions } from 'electron'

interface MenuActions {
  readonly lock: () => void
}

/** Standard roles, so that every system's own shortcuts work; no reload and no developer tools. */
export function menuTemplate(platform: NodeJS.Platform, { lock }: MenuActions): MenuItemConstructorOptions[] {
  const lockItem: MenuItemConstructorOptions = { label: 'Lock', accelerator: 'CmdOrCtrl+L', click: lock }
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
    label: 'File',
    submenu: [lockItem, { type: 'separator' }, { role: 'quit' }],
  }
  return [
    platform === 'darwin' ? appMenu : fileMenu,
    {
      label: 'Edit',
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
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'zoom' }, { role: 'close' }] },
  ]
}
