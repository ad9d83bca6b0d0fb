import { resolve } from 'node:path'
import { runProgram } from './child.mjs'
import { CommandError, ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/* node build/run.mjs FILE.ts [ARGUMENT ...]: runs a program of the project on the Node that it pins. */

async function run() {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) throw new CommandError('usage: node build/run.mjs FILE.ts [ARGUMENT ...]')
  await ensureInstalled()
  return (await runProgram(nodeProgram(), [resolve(inRoot(), file), ...args])).exitCode
}

await main(run)
