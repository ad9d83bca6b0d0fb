import { runProgram } from './child.mjs'
import { findElectron } from './electron.mjs'
import { CommandError, ensureBuilt, ensureInstalled, inRoot, main, nodeProgram, say } from './project.mjs'

/*
 * npm run dev [-- OPTION ...]: the wallet in the browser host, or with `--host electron` in Electron, its window from the sources with hot reload.
 * Options are those of npm start.
 */

/** Something that only another computer can give. */
const MISSING = 2

/** Which host is asked for, and the options that are its own. */
function hostOf(args) {
  const at = args.findIndex((text) => /^--host(?:=|$)/.test(text))
  if (at === -1) return { host: 'browser', own: args }
  const [, given] = args[at].split('=')
  const host = given ?? args[at + 1]
  if (host !== 'browser' && host !== 'electron') throw new CommandError('--host takes electron or browser.')
  return { host, own: args.toSpliced(at, given === undefined ? 2 : 1) }
}

async function dev() {
  const { host, own } = hostOf(process.argv.slice(2))
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
