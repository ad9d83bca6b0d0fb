import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { needFolder, readArguments } from './arguments.mjs'
import { runStep } from './child.mjs'
import { findElectron } from './electron.mjs'
import { cleanEnvironment } from './environment.mjs'
import { ensureBuilt, ensureInstalled, main, nodeProgram, packageProgram, ROOT, say } from './project.mjs'

/*
 * npm run smoke: the main journey and the checks of the shell in the real Electron. With `-- --packaged FOLDER` an unpacked app of
 * `npm run dist` is looked at from outside instead: it starts, and refuses each switch that would let somebody look in.
 */

const USAGE = 'npm run smoke [-- --packaged FOLDER]'
const MISSING = 2
const START_MS = 60_000
/** What the program ends with when it refuses its switches, or how it was started. */
const REFUSED = [70, 78]
/** What it notes once its window is drawn, and when it refuses its switches. */
const [SHOWN, REFUSAL] = ['window.shown', 'host.refused']

const SWITCHES = [['--inspect=0'], ['--remote-debugging-port=0'], ['-r', join(tmpdir(), 'nothing.js')]]

const PROGRAMS = { linux: 'coffer', win32: 'Coffer.exe', darwin: join('Coffer.app', 'Contents', 'MacOS', 'Coffer') }

function startPackaged(program, args) {
  const data = mkdtempSync(join(tmpdir(), 'coffer-packaged-'))
  const child = spawn(program, ['--data', data, '--network', 'local', ...args], {
    env: cleanEnvironment(),
    stdio: 'ignore',
  })
  const end = once(child, 'exit').then(([code]) => code)
  return { data, child, end, close: () => rmSync(data, { recursive: true, force: true }) }
}

// Nothing is waited for once the program that it is about is gone.
const later = (ms) => new Promise((resolve) => setTimeout(() => resolve('late'), ms).unref())

const hasNoted = (data, event) => {
  const logs = join(data, 'logs')
  return existsSync(logs) && readdirSync(logs).some((name) => readFileSync(join(logs, name), 'utf8').includes(event))
}

/** Which of these it noted first; null if it ended, or was given up, before any of them. */
async function noted({ data, end }, ...events) {
  for (let waited = 0; waited < START_MS; waited += 500) {
    const found = events.find((event) => hasNoted(data, event))
    if (found !== undefined) return found
    if ((await Promise.race([end, later(500)])) !== 'late') break
  }
  return events.find((event) => hasNoted(data, event)) ?? null
}

/** What is wrong with how it starts, in words; null if nothing is. */
async function starts(program) {
  const started = startPackaged(program, [])
  const { child, end, close } = started
  try {
    // Asked to end before it listens for that, it ends by the signal itself.
    if ((await noted(started, SHOWN)) === null) {
      return child.exitCode === null ? 'it showed no window' : `it ended with ${child.exitCode}`
    }
    child.kill('SIGTERM')
    const code = await Promise.race([end, later(START_MS)])
    return process.platform === 'win32' || code === 0 ? null : `asked to end, it ended with ${code}`
  } finally {
    child.kill('SIGKILL')
    close()
  }
}

/** The same for how it refuses a switch: in a box, which waits for somebody to press it away. */
async function refuses(program, given) {
  const started = startPackaged(program, given)
  const { child, close } = started
  try {
    const first = await noted(started, REFUSAL, SHOWN)
    if (first === REFUSAL || REFUSED.includes(child.exitCode)) return null
    return `started with ${given[0]} it ${first === SHOWN ? 'opened its window' : `answered ${child.exitCode ?? 'nothing'}`}`
  } finally {
    child.kill('SIGKILL')
    close()
  }
}

async function packaged(folder) {
  const program = join(resolve(folder), PROGRAMS[process.platform])
  if (!existsSync(program)) {
    say(`Nothing is checked: there is no ${program}. npm run dist -- --dir makes it.`)
    return MISSING
  }
  const found = [await starts(program)]
  for (const given of SWITCHES) found.push(await refuses(program, given))
  const wrong = found.filter((line) => line !== null)
  for (const line of wrong) say(`wrong: ${line}`)
  say(`${found.length - wrong.length} of ${found.length} held.`)
  return wrong.length === 0 ? 0 : 1
}

async function smoke() {
  const { values } = readArguments({ usage: USAGE, options: { packaged: 'string' } })
  if (values.packaged !== undefined) return await packaged(needFolder(values.packaged, USAGE))
  await ensureInstalled()
  const { program, why } = await findElectron()
  if (program === undefined) {
    say(`Nothing was checked in Electron: ${why}.`)
    say(
      'The same journey and the checks of a page ran in Chromium, as part of npm test; what only Electron shows is listed in build/README.md.',
    )
    return MISSING
  }
  await ensureBuilt()
  const args = ['run', '-c', 'test/vitest.config.ts', '--project', 'smoke', '--retry', '0']
  return await runStep(nodeProgram(), [packageProgram('vitest'), ...args], {
    cwd: ROOT,
    env: { ...process.env, COFFER_ELECTRON: program },
  })
}

await main(smoke)
