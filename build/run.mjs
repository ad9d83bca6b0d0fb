import { resolve } from 'node:path'
import { isFile, readArguments, wrong } from './arguments.mjs'
import { runProgram } from './child.mjs'
import { cleanEnvironment, SWITCHES } from './environment.mjs'
import { ensureInstalled, inRoot, main, nodeProgram } from './project.mjs'

/*
 * node build/run.mjs [--asks] FILE.ts [ARGUMENT ...]: runs a program of the project on the Node that it pins, with the terminal's keys where it asks its
 * person something. One that needs a build asks for it itself, once it knows what it is to do.
 */

const USAGE = 'node build/run.mjs [--asks] FILE.ts [ARGUMENT ...]'
const OWN = ['--asks']

async function run() {
  const given = process.argv.slice(2)
  const at = given.findIndex((argument) => !OWN.includes(argument))
  const own = at === -1 ? given : given.slice(0, at)
  const [file = '--help', ...args] = given.slice(own.length)
  // What stands behind the file is for the program.
  if (file.startsWith('-')) readArguments({ usage: USAGE, args: [file] })
  if (!isFile(resolve(inRoot(), file))) throw wrong(`There is no file ${file}.`, USAGE)
  await ensureInstalled()
  const stdin = own.includes('--asks') ? 'inherit' : 'ignore'
  const program = [...SWITCHES, resolve(inRoot(), file), ...args]
  return (await runProgram(nodeProgram(), program, { env: cleanEnvironment(), stdin })).exitCode
}

await main(run)
