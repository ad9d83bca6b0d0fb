import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** One Ctrl-C reaches us from the terminal and again from npm. */
const SAME_SIGNAL_MS = 1000

const PARENT = process.ppid
const ORPHAN_MS = 500

/** A signal to npm reaches its shell, which ends and tells nobody. Whoever started us by npm is then gone, and nobody could end what we run. */
function whenOrphaned(act) {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return undefined
  const look = () => {
    if (process.ppid === PARENT) return
    clearInterval(timer)
    act()
  }
  const timer = setInterval(look, ORPHAN_MS)
  return timer
}

/** What a shell would answer for a child that ended like this. */
const exitCodeOf = ({ code, signal }) => code ?? 128 + (constants.signals[signal] ?? 0)

/**
 * Tells a child of ours to end, as we were told. A signal on Windows ends it by force, so there its channel closes, by which it ends in order; whoever
 * tells it once more means it.
 */
export function passOn(child, signal, platform = process.platform) {
  if (platform === 'win32' && child.connected) child.disconnect()
  else child.kill(signal)
}

/** Resolves with how a child ended; a program that cannot be started ended with 127, as in a shell. */
function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, signal: null, why: error.message }))
    child.once('exit', (code, signal) => resolve({ code, signal, why: signal ?? `code ${code}` }))
  })
}

/** Runs a step whose words are for people, so all on stderr. Resolves with its exit code; past `timeoutMs` it is killed. */
export async function runStep(command, args, { cwd, env = process.env, quiet = false, shell = false, timeoutMs = 0 }) {
  const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', quiet ? 'ignore' : 2, quiet ? 'ignore' : 2] })
  const timer = timeoutMs > 0 ? setTimeout(() => child.kill('SIGKILL'), timeoutMs) : undefined
  const end = await endOf(child)
  clearTimeout(timer)
  return exitCodeOf(end)
}

/**
 * Runs a program in our place: it has our stdout (or `stdout`), our stdin only where that is named, gets the signals that we get, and sees its ipc channel close when we
 * die. It leads a process group of its own, since a terminal would otherwise send it every signal a second time.
 * Resolves with its exit code, how it ended, and whether that was after a signal of ours.
 */
export async function runProgram(command, args, { env = process.env, stdin = 'ignore', stdout = 'inherit' } = {}) {
  const child = spawn(command, args, {
    env,
    stdio: [stdin, stdout, 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })
  let lastMs = Number.NEGATIVE_INFINITY
  const forward = (signal) => {
    const nowMs = performance.now()
    if (nowMs - lastMs < SAME_SIGNAL_MS) return
    lastMs = nowMs
    passOn(child, signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  const watch = whenOrphaned(() => forward('SIGTERM'))
  const end = await endOf(child)
  clearInterval(watch)
  for (const signal of FORWARDED) process.off(signal, forward)
  return { ...end, exitCode: exitCodeOf(end), told: lastMs > 0 }
}
