import { said } from '#words'
import { cleanEnvironment, refusals, removeStray, SWITCHES } from './environment.ts'
import { StartError } from './start-error.ts'

type Starting = Pick<
  NodeJS.Process,
  'platform' | 'env' | 'execArgv' | 'argv' | 'execPath' | 'allowedNodeEnvironmentFlags' | 'execve'
>

/**
 * Sees to it that this program of Node was started as the launchers start it: with their variables and their switches and with nothing
 * else. One that brings code or certificates of someone else, or an unknown switch, is refused (`StartError`). One that was merely typed
 * by hand starts once more in its own place, under the same id, without what should not be there and with what is missing.
 * Without `--disable-sigusr1` any program of the same user opens a debugger by a signal (in Electron a fuse sees to that). The
 * ipc channel of whoever started it ends by the new start; the launchers bring all that is needed and keep theirs.
 */
export function ensureCleanStart(own: Starting = process): void {
  const why = refusals(own.env, own.execArgv)
  if (why.length > 0) throw new StartError(said('main.start.refused', { reasons: why }))
  const env = cleanEnvironment(own.env)
  const known = SWITCHES.filter((name) => own.allowedNodeEnvironmentFlags.has(name))
  const missing = known.filter((name) => !own.execArgv.includes(name))
  if (missing.length === 0 && Object.keys(own.env).every((name) => name in env)) return
  if (own.platform !== 'win32' && own.execve !== undefined) {
    own.execve(own.execPath, [own.execPath, ...known, ...own.argv.slice(1)], env)
  }
  if (missing.length > 0) {
    throw new StartError(said('main.start.switch-missing', { switches: missing, count: missing.length }))
  }
  removeStray(own.env)
}
