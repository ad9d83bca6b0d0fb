import { runProgram } from './child.mjs'
import { findElectron } from './electron.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { ensureBuilt, ensureInstalled, inRoot, main, nodeProgram, ROOT, say } from './project.mjs'
import { hostAsked } from './start-options.mjs'

/* npm start: from a fresh clone to a running wallet. Stdout belongs to the browser host's one line of JSON. */

const USAGE = `npm start [-- OPTION ...]

  --host electron|browser       electron, unless it cannot run here
  --network local|mainnet|URL   local, which is started along
  --data DIR                    folder of the wallet's files
  --port N                      port of the browser host; 0, the default, takes a free one
  --proxy none|ADDRESS          way out for this run: http://HOST:PORT, https://… or socks5://…
  --ca FILE                     own certificate authority for this run (PEM)
  --no-open                     the browser host opens no window and prints its link only
  --updates URL, --update-key HEX   in the browser host: an update service on this computer, to try one

The browser host prints one line of JSON: {"host","url","network","localnet","data"}.
`
/** An Electron that dies within this time, and not by its own word, could not run. */
const EARLY_MS = 10_000

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
  // Nothing but our own options is passed on: Electron would take any switch of Chromium.
  const [args, host] = [process.argv.slice(2), hostAsked(USAGE) ?? 'electron']
  await ensureInstalled()
  await ensureBuilt()
  const env = cleanEnvironment()
  const code = host === 'electron' ? await runElectron(args, env) : null
  if (code !== null) return code
  return (await runProgram(nodeProgram(), [...SWITCHES, inRoot('out', 'main', 'browser.js'), ...args], { env }))
    .exitCode
}

await main(start)
