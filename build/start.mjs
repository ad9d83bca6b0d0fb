import { runProgram } from './child.mjs'
import { findElectron } from './electron.mjs'
import { CommandError, ensureBuilt, ensureInstalled, inRoot, main, nodeProgram, ROOT, say } from './project.mjs'

/* npm start: from a fresh clone to a running wallet. Stdout belongs to the browser host's one line of JSON. */

const USAGE = `npm start [-- OPTION ...]

  --host electron|browser       electron, unless it cannot run here
  --network local|mainnet|URL   local, which is started along
  --data DIR                    folder of the wallet's files
  --port N                      port of the browser host; 0, the default, takes a free one
  --no-open                     the browser host opens no window and prints its link only

The browser host prints one line of JSON: {"host","url","network","localnet","data"}.
`
/** An Electron that dies within this time, and not by its own word, could not run. */
const EARLY_MS = 10_000

function hostOf(args) {
  const at = args.findLastIndex((argument) => /^--host(=|$)/.test(argument))
  if (at === -1) return 'electron'
  const host = args[at].includes('=') ? args[at].slice('--host='.length) : args[at + 1]
  if (host === 'electron' || host === 'browser') return host
  throw new CommandError('--host takes electron or browser.')
}

/** The host refuses to start with these, which bring code or certificates of others into it; a tool may have left them behind. */
const FOREIGN = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES']

/** Our environment without them. Only the hosts get it: installing and building may need a proxy's certificate. */
function hostEnvironment() {
  const env = { ...process.env }
  const set = FOREIGN.filter((name) => (env[name] ?? '') !== '')
  if (set.length > 0) say(`Coffer is started without ${set.join(', ')}.`)
  for (const name of [...FOREIGN, 'ELECTRON_RUN_AS_NODE']) delete env[name]
  return env
}

/** Exit code of the Electron host, or null if it could not run, which has then been said. */
async function runElectron(args, env) {
  const found = await findElectron()
  let why = found.why
  if (found.program !== undefined) {
    const began = performance.now()
    const end = await runProgram(found.program, [ROOT, ...args], { env, stdout: 2 })
    // 127 is a missing library; 1 is Electron without a display that answers. The host itself never ends with either.
    const broken = end.signal !== null || end.code === 127 || end.code === 1
    if (end.told || !broken || performance.now() - began > EARLY_MS) return end.exitCode
    why = `it ended at once (${end.why})`
  }
  say(`Coffer goes on in a browser, because Electron cannot be used: ${why}.`)
  return null
}

async function start() {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE)
    return 0
  }
  const host = hostOf(args)
  await ensureInstalled()
  await ensureBuilt()
  const env = hostEnvironment()
  const code = host === 'electron' ? await runElectron(args, env) : null
  if (code !== null) return code
  return (await runProgram(nodeProgram(), [inRoot('out', 'main', 'browser.js'), ...args], { env })).exitCode
}

await main(start)
