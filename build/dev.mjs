import { runProgram } from './child.mjs'
import { findElectron } from './electron.mjs'
import { ensureBuilt, ensureInstalled, inRoot, main, nodeProgram, say } from './project.mjs'
import { hostAsked } from './start-options.mjs'

/*
 * npm run dev [-- OPTION ...]: the wallet in the browser host, or with `--host electron` in Electron, its window from the sources with hot reload.
 * Options are those of npm start.
 */

/** Something that only another computer can give. */
const MISSING = 2

const USAGE = `npm run dev [-- OPTION ...]

  --host electron|browser   browser, unless it is named
The others are those of npm start, and go to the host.
`

/** The options without the one that was for us. */
function withoutHost(args) {
  const at = args.findIndex((text) => /^--host(?:=|$)/.test(text))
  return at === -1 ? args : args.toSpliced(at, args[at] === '--host' ? 2 : 1)
}

async function dev() {
  const [host, own] = [hostAsked(USAGE), withoutHost(process.argv.slice(2))]
  await ensureInstalled()
  const electron = host === 'electron' ? await findElectron() : null
  if (electron !== null && electron.program === undefined) {
    say(`Nothing is started: ${electron.why}. Without --host electron the window opens in a browser.`)
    return MISSING
  }
  await ensureBuilt()
  const env = { ...process.env, ...(electron === null ? {} : { COFFER_ELECTRON: electron.program }) }
  return (await runProgram(nodeProgram(), [inRoot('build', 'dev-server.mjs'), ...own], { env })).exitCode
}

await main(dev)
