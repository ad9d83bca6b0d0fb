import { resolve } from 'node:path'
import { isFile, readArguments, wrong } from './arguments.mjs'
import { runProgram } from './child.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { ensureBuilt, ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/*
 * node build/run.mjs [--built] [--asks] FILE.ts [ARGUMENT ...]: runs a program of the project on the Node that it pins, after a build where one is needed,
 * and with the terminal's keys where it asks its person something.
 */

const USAGE = 'node build/run.mjs [--built] [--asks] FILE.ts [ARGUMENT ...]'
const OWN = ['--built', '--asks']

async function run() {
  const given = process.argv.slice(2)
  const at = given.findIndex((argument) => !OWN.includes(argument))
  const own = at === -1 ? given : given.slice(0, at)
  const [file = '--help', ...args] = given.slice(own.length)
  // What stands behind the file is for the program.
  if (file.startsWith('-')) readArguments({ usage: USAGE, args: [file] })
  if (!isFile(resolve(inRoot(), file))) throw wrong(`There is no file ${file}.`, USAGE)
  await ensureInstalled()
  if (own.includes('--built')) await ensureBuilt()
  const stdin = own.includes('--asks') ? 'inherit' : 'ignore'
  const program = [...SWITCHES, resolve(inRoot(), file), ...args]
  return (await runProgram(nodeProgram(), program, { env: cleanEnvironment(), stdin })).exitCode
}

await main(run)
