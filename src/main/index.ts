import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as electron from 'electron'
import { createClock, createRandom, installHostCurve } from '#platform'
import { privateFolder } from '#store'
import { said } from '#words'
import { compose } from './compose.ts'
import { keepMemoryOutOfDumps } from './core-dumps.ts'
import { startElectronHost } from './electron/host.ts'
import type { ScreenPicker } from './electron/screen-rule.ts'
import { ownOptions } from './electron/switches.ts'
import { refusals, removeStray } from './environment.ts'
import { openLog } from './log.ts'
import { readLog } from './log-lines.ts'
import { logMishaps, openOutlet } from './mishaps.ts'
import { chooseForNextStart, keychainAfter, networkOf } from './networks.ts'
import { parseOptions } from './options.ts'
import { loadPages } from './pages.ts'
import { StartError, startTold } from './start-error.ts'
import { appImageOf, targetOf } from './updates.ts'

/*
 * The desktop program. Electron waits with `ready` until this file has run to its first pause, so everything that must come
 * before it (the scheme above all) happens in the same turn.
 */

const { app } = electron
/** Ended after saying why. 1 is what Electron ends with when it cannot run at all, and the starter then tries a browser. */
const SAID = 70
const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Who lets a person choose what of the screen is captured. */
function screenPicker(): ScreenPicker {
  if (process.platform === 'darwin') return 'mac'
  const { WAYLAND_DISPLAY, XDG_SESSION_TYPE } = process.env
  return process.platform === 'linux' && (XDG_SESSION_TYPE === 'wayland' || WAYLAND_DISPLAY) ? 'portal' : 'none'
}

function start(): Promise<void> {
  const why = refusals(process.env, process.execArgv, app.isPackaged ? process.execPath : null)
  if (why.length > 0) throw new StartError(said('main.start.refused', { reasons: why }))
  // Before what no wallet needs is taken away.
  const appImage = appImageOf(process.env, process.execPath)
  removeStray(process.env)
  // What Electron or a library writes there must not fail for want of a reader.
  for (const stream of [process.stdout, process.stderr]) openOutlet(stream)
  // By this signal Node opens a debugger, unless someone listens for it. Installed programs have a fuse against it as well.
  process.on('SIGUSR1', () => undefined)
  // The starter is gone, or says that it is to end, for which Windows has no signal.
  process.once('disconnect', () => app.quit())

  const options = parseOptions(ownOptions(process.argv))
  privateFolder(options.dataDir)
  const own = join(options.dataDir, 'electron')
  // Electron takes no path that is not there.
  privateFolder(own)
  app.setPath('userData', own)
  const clock = createClock()
  const random = createRandom()
  const { log } = openLog({ directory: join(options.dataDir, 'logs'), clock, level: 'info', echo: null })
  logMishaps(process, clock, log)
  keepMemoryOutOfDumps(log)
  log('info', 'host.started', { host: 'electron', version: app.getVersion(), platform: process.platform })

  return startElectronHost(electron, {
    argv: process.argv,
    platform: process.platform,
    screenPicker: screenPicker(),
    dataDir: options.dataDir,
    preload: place('../preload/index.cjs'),
    webPreload: place('../preload/web-app.cjs'),
    pages: loadPages(place('../renderer')),
    clock,
    random,
    log,
    appImage,
    run: (path, args = []) => spawn(path, args, { detached: true, stdio: 'ignore' }).unref(),
    kill: () => void process.kill(process.pid, 'SIGKILL'),
    async openWallet({ startAnew, installUpdate, ...doors }) {
      await installHostCurve()
      const { dataDir } = options
      const network = networkOf(options)
      const around = {
        ...{ host: 'electron' as const, version: app.getVersion(), clock, random, log },
        readLog: () => readLog(join(dataDir, 'logs')),
      }
      const tryOut = async (other: string) =>
        compose({ ...options, network: other }, { ...around, askInWindow: null, ...(await keychainAfter(composed)) })
      const networks = chooseForNextStart(network, { tryOut, dataDir, startAnew })
      const composed = await compose(
        { ...options, network },
        {
          ...{ ...around, ...doors },
          chooseNetwork: networks.choose,
          // What runs from its sources is not put in place by a file.
          ...(app.isPackaged
            ? { updates: { target: targetOf(process.platform, process.arch, appImage), install: installUpdate } }
            : {}),
        },
      )
      const close = async (): Promise<void> => void (await Promise.all([composed.close(), networks.end()]))
      return { ...composed.wallet, close, markEnded: composed.markEnded }
    },
  })
}

async function sayAndEnd(error: unknown): Promise<void> {
  const { title, text } = await startTold(error, app.getPreferredSystemLanguages())
  if (process.platform === 'linux') {
    // There is no box before that, and whoever clicked an icon sees nothing else. Where there is no display, this is all there is.
    process.stderr.write(`${text}\n`)
    await app.whenReady()
  }
  electron.dialog.showErrorBox(title, text)
  app.exit(SAID)
}

try {
  start().catch(sayAndEnd)
} catch (error) {
  void sayAndEnd(error)
}
