import { runProgram } from './child.mjs'
import { ensureBuilt, ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/* npm run dev [-- OPTION ...]: the wallet in the browser host, its window from the sources with hot reload. Options are those of npm start. */

async function dev() {
  await ensureInstalled()
  await ensureBuilt()
  return (await runProgram(nodeProgram(), [inRoot('build', 'dev-server.mjs'), ...process.argv.slice(2)])).exitCode
}

await main(dev)
