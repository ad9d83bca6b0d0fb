import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CommandError } from './project.mjs'

/* How commands read what they were asked with: whatever is not understood is said, and nothing is begun. Runs on the machine's own Node. */

/** Somebody asked wrongly. */
const WRONG = 2

/** What is wrong with what was asked, and how it is asked: the first line of `usage`. */
export function wrong(why, usage) {
  const [line, ...more] = usage.trim().split('\n')
  return new CommandError(`${why}\nUsage: ${line}${more.length > 0 ? '   (--help says more)' : ''}`, WRONG)
}

/** What is wrong with one option, or null. `type` is undefined for one that there is not. */
function mistake({ rawName, value, inlineValue }, type) {
  if (type === undefined) return `There is no option ${rawName}.`
  if (type === 'boolean') return value === undefined ? null : `${rawName} takes no value.`
  // What looks like the next option is not taken for a value, unless it is bound to this one.
  const isMissing = value === undefined || value === '' || (inlineValue === false && /^-./.test(value))
  return isMissing ? `${rawName} takes a value.` : null
}

/**
 * What this command was asked with. `options` has `string` or `boolean` for each name, `places` names what stands without dashes. Throws what ends the command: with 0
 * and the whole of `usage` where help is asked for, with 2 where something is unknown, missing or there twice.
 */
export function readArguments({ usage, options = {}, places = [], args = process.argv.slice(2) }) {
  if (args.some((each) => each === '--help' || each === '-h')) throw new CommandError(usage.trimEnd(), 0)
  const table = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]))
  const { tokens } = parseArgs({ args, strict: false, tokens: true, allowPositionals: true, options: table })
  const values = {}
  const given = []
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (given.length === places.length) throw wrong(`Nothing is known about “${token.value}”.`, usage)
      given.push(token.value)
    }
    if (token.kind !== 'option') continue
    const why = mistake(token, Object.hasOwn(options, token.name) ? options[token.name] : undefined)
    if (why !== null) throw wrong(why, usage)
    if (Object.hasOwn(values, token.name)) throw wrong(`${token.rawName} is there twice.`, usage)
    values[token.name] = token.value ?? true
  }
  return { values, given }
}

function stateOf(path) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** A folder that must be there. Throws as `readArguments` does. */
export function needFolder(path, usage) {
  const state = stateOf(path)
  if (state === undefined) throw wrong(`There is no folder ${path}.`, usage)
  if (!state.isDirectory()) throw wrong(`${path} is no folder.`, usage)
  return path
}

export const isFile = (path) => stateOf(path)?.isFile() === true
