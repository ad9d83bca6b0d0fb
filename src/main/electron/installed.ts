import type { ElectronModule } from './module.ts'

/* What an installed Coffer is to the system: its name, and whose links it opens. As in the installers. */

const APP_ID = 'org.coffer.wallet'
/** A name with dots, as portals of Linux want one. */
const DESKTOP_ENTRY = 'org.coffer.wallet.desktop'

type App = Pick<ElectronModule, 'app'>

/**
 * Windows shows notices, and groups windows, under the name that the installer has given to the program; Linux by its desktop entry, and so it
 * finds whom links, portals and windows belong to. Electron says that in a variable, which is gone with those that no wallet needs.
 */
export function nameProgram({ app }: App, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAppUserModelId(APP_ID)
  if (platform === 'linux') app.setDesktopName(DESKTOP_ENTRY)
}

/** In the command line of Windows nothing after `--` is a switch, neither Chromium's nor ours: a link stands there as it was given. */
export function claimLinks({ app }: App, platform: NodeJS.Platform): void {
  if (platform === 'win32') app.setAsDefaultProtocolClient('coffer', process.execPath, ['--'])
  else app.setAsDefaultProtocolClient('coffer')
}
