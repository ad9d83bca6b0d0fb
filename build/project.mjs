import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runStep } from './child.mjs'

/* What every command needs before it can begin: packages, Node 24 and the built program. Runs on the machine's own Node. */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => join(ROOT, ...parts)

/** What ends a command, in words for the person who typed it: what went wrong, or, with 0, what they asked for. */
export class CommandError extends Error {
  constructor(words, exitCode = 1) {
    super(words)
    this.exitCode = exitCode
  }
}

// Whoever started us may have gone without reading to the end; that ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

export const say = (line) => void process.stderr.write(`${line}\n`)

/** Runs a command, which answers its exit code; what it throws is said and ends with 1, or as it says itself. */
export async function main(command) {
  try {
    process.exitCode = await command()
  } catch (error) {
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
    if (process.exitCode === 0) console.log(error.message)
    else say(error instanceof CommandError ? error.message : (error?.stack ?? String(error)))
  }
}

/** The package that has this system's Node, where there is one. */
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const BROUGHT = inRoot('node_modules', PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const NEEDED = 24

/** Node of the version that the project pins, else the one at hand if it is new enough; nothing older may run its TypeScript or its native modules. */
export function nodeProgram() {
  if (existsSync(BROUGHT)) return BROUGHT
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath
  const { optionalDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const why =
    optionalDependencies[PACKAGE] === undefined
      ? `No package brings it for this system (${process.platform} ${process.arch}): get it from https://nodejs.org and run the command again.`
      : `The package that brings it (${PACKAGE}) was left out: run npm ci --include=optional.`
  throw new CommandError(`Coffer needs Node ${NEEDED} or newer, and this is Node ${process.versions.node}. ${why}`)
}

/** The program behind a package's name in node_modules/.bin, to be run by `nodeProgram`. */
export function packageProgram(name, bin = name) {
  const folder = inRoot('node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bins === 'string' ? bins : bins[bin])
}

const readPackages = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/**
 * Whether node_modules holds what package-lock.json asks for. npm keeps its own list of what it installed and writes it last, so an
 * install that was broken off, or an older lock, shows. Times would not tell: a checkout touches files that are the same.
 */
function isInstalled() {
  const [wanted, held] = [inRoot('package-lock.json'), inRoot('node_modules', '.package-lock.json')]
  if (!existsSync(held)) return false
  const installed = readPackages(held)
  return Object.entries(readPackages(wanted)).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link === true) return true
    // Packages for other systems are left out by npm.
    return installed[path] === undefined
      ? optional === true || devOptional === true
      : installed[path].version === version
  })
}

/** Runs npm in a folder: the one that runs us, where one does. Answers the exit code. */
export async function runNpm(args, cwd) {
  const npm = process.env['npm_execpath']
  const own = npm !== undefined && /\.c?js$/.test(npm)
  // A program below node_modules would be deleted while it runs.
  const node = process.execPath.startsWith(inRoot('node_modules')) ? 'node' : process.execPath
  return own
    ? await runStep(node, [npm, ...args], { cwd })
    : await runStep('npm', args, { cwd, shell: process.platform === 'win32' })
}

/** What the packages take; npm itself goes on for a quarter of an hour on a disk that is full. */
const ROOM_MB = 900

function needRoom() {
  const { bavail, bsize } = statfsSync(ROOT)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free >= ROOM_MB) return
  throw new CommandError(`Coffer needs ${ROOM_MB} MB for its packages, and ${free} MB are free in ${ROOT}`)
}

/** npm would warn of each package that the machine's own Node is too old for, and none of them runs on that. */
const QUIET = ['--loglevel', 'error']

/** What is missing is put into this folder. */
function needWritable() {
  try {
    accessSync(ROOT, constants.W_OK)
  } catch {
    throw new CommandError(`Coffer installs and builds itself in its own folder, and may not write there: ${ROOT}`)
  }
}

/** `npm ci` if it is needed. Throws when it fails. */
export async function ensureInstalled() {
  if (isInstalled()) return
  needWritable()
  // npm takes away first what is there.
  if (!existsSync(inRoot('node_modules'))) needRoom()
  say('Coffer installs its packages ...')
  const code = await runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', ...QUIET], ROOT)
  if (code !== 0) throw new CommandError('npm ci failed; its words are above. Coffer needs its packages to start.')
}

const SOURCES = [
  ...['src', 'resources', 'build/identity.json'],
  ...['build/compiled-ahead.ts', 'build/first-calls.txt', 'build/first-words.ts'],
  ...['electron.vite.config.ts', 'package.json', 'package-lock.json'],
]
const HANDBOOK = join('resources', 'handbook')
const STAMP = inRoot('out', '.stamp')

/** One line per file of the sources: deleted and older files show too, which the newest time alone would miss. */
function fingerprint() {
  const hash = createHash('sha256')
  const visit = (path) => {
    const state = statSync(inRoot(path))
    if (state.isDirectory()) for (const name of readdirSync(inRoot(path)).sort()) visit(join(path, name))
    // Of pages only the handbook's are built in.
    else if (!/\.(md|tsbuildinfo)$/.test(path) || path.startsWith(HANDBOOK))
      hash.update(`${path} ${state.size} ${state.mtimeMs}\n`)
  }
  for (const source of SOURCES) visit(source)
  return hash.digest('hex')
}

/** Builds all three programs into out/. Answers the exit code. */
export async function build() {
  // Taken before: what changes while the build runs must be built again.
  const now = fingerprint()
  rmSync(STAMP, { force: true })
  const code = await runStep(nodeProgram(), [packageProgram('electron-vite'), 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
  })
  if (code === 0) {
    mkdirSync(inRoot('out'), { recursive: true })
    writeFileSync(STAMP, now)
  }
  return code
}

/** Builds if anything changed since the last build. Throws when that fails. */
export async function ensureBuilt() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()) return
  needWritable()
  say('Coffer is built ...')
  if ((await build()) !== 0) throw new CommandError('The build failed; its words are above.')
}
