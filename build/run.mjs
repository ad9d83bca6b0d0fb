import { resolve } from 'node:path'
import { runProgram } from './child.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { CommandError, ensureBuilt, ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/*
 * node build/run.mjs [--built] [--asks] FILE.ts [ARGUMENT ...]: runs a program of the project on the Node that it pins, after a build where one is needed,
 * and with the terminal's keys where it asks its person something.
 */

const OWN = ['--built', '--asks']

async function run() {
  const given = process.argv.slice(2)
  const at = given.findIndex((argument) => !OWN.includes(argument))
  if (at === -1) throw new CommandError('usage: node build/run.mjs [--built] [--asks] FILE.ts [ARGUMENT ...]')
  const own = given.slice(0, at)
  const [file, ...args] = given.slice(at)
  await ensureInstalled()
  if (own.includes('--built')) await ensureBuilt()
  const stdin = own.includes('--asks') ? 'inherit' : 'ignore'
  const program = [...SWITCHES, resolve(inRoot(), file), ...args]
  return (await runProgram(nodeProgram(), program, { env: cleanEnvironment(), stdin })).exitCode
}

await main(run)
