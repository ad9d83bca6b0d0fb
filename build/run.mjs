import { resolve } from 'node:path'
import { runProgram } from './child.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { CommandError, ensureBuilt, ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/* node build/run.mjs [--built] FILE.ts [ARGUMENT ...]: runs a program of the project on the Node that it pins, after a build where one is needed. */

async function run() {
  const given = process.argv.slice(2)
  const isBuilt = given[0] === '--built'
  const [file, ...args] = isBuilt ? given.slice(1) : given
  if (file === undefined) throw new CommandError('usage: node build/run.mjs [--built] FILE.ts [ARGUMENT ...]')
  await ensureInstalled()
  if (isBuilt) await ensureBuilt()
  const own = [...SWITCHES, resolve(inRoot(), file), ...args]
  return (await runProgram(nodeProgram(), own, { env: cleanEnvironment() })).exitCode
}

await main(run)
