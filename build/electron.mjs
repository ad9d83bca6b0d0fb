import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runStep } from './child.mjs'
import { inRoot, nodeProgram, packageProgram, say } from './project.mjs'

/* Electron's npm package holds no program; its installer fetches one, which may be impossible where we are. */

const REACH_MS = 4000
const INSTALL_MS = 10 * 60_000
const FOLDER = inRoot('node_modules', 'electron')

/** Path of the program, or null if it was not fetched yet. */
function installed() {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const note = join(FOLDER, 'path.txt')
  const name = existsSync(note) ? readFileSync(note, 'utf8') : override === undefined ? null : 'electron'
  const program = name === null ? null : join(override ?? join(FOLDER, 'dist'), name)
  return program !== null && existsSync(program) ? program : null
}

/** The folder of an unpacked Electron for this system, or null. */
export function unpackedElectron() {
  const program = installed()
  if (program === null) return null
  return process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(FOLDER, 'dist')
}

/** Why no window of Electron can come up here, known without trying. */
function hopeless() {
  if (process.platform === 'win32') return null
  if (process.getuid?.() === 0) return 'root runs it, and Electron cannot protect itself then'
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY ? 'there is no display' : null
}

/** Why the place of the download does not answer, in words; null if it does. The installer itself would wait for minutes. */
export async function whyUnreachable() {
  const mirror = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? 'https://github.com/'
  try {
    await fetch(mirror, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(REACH_MS) })
    return null
  } catch {
    return `${new URL(mirror).host}, from where it is downloaded, cannot be reached`
  }
}

/** `{ program }`, or `{ why }` there is none, in words that follow "because". */
export async function findElectron() {
  const why = hopeless()
  if (why !== null) return { why }
  const found = installed()
  if (found !== null) return { program: found }
  if ((await whyUnreachable()) !== null) return { why: 'it is not downloaded, and its download cannot be reached' }
  say('Electron is downloaded, once (about 120 MB) ...')
  const code = await runStep(nodeProgram(), [packageProgram('electron', 'install-electron')], {
    cwd: FOLDER,
    quiet: true,
    timeoutMs: INSTALL_MS,
  })
  const program = installed()
  return code === 0 && program !== null ? { program } : { why: 'its download failed' }
}
