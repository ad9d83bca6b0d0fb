import { resolve } from 'node:path'
import { runProgram } from './child.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { CommandError, ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/* node build/run.mjs FILE.ts [ARGUMENT ...]: runs a program of the project on the Node that it pins. */

async function run() {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) throw new CommandError('usage: node build/run.mjs FILE.ts [ARGUMENT ...]')
  await ensureInstalled()
  const own = [...SWITCHES, resolve(inRoot(), file), ...args]
  return (await runProgram(nodeProgram(), own, { env: cleanEnvironment() })).exitCode
}

await main(run)
