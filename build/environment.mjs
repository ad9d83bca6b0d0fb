import { readFileSync } from 'node:fs'
import { inRoot, say } from './project.mjs'

/* What the programs of the project are started with: the switches and variables of one list, which the hosts hold themselves to as well. */

const rules = JSON.parse(readFileSync(inRoot('resources', 'environment.json'), 'utf8'))
const named = (patterns) => new RegExp(`^(?:${patterns.join('|')})$`, process.platform === 'win32' ? 'i' : '')
const [PASSED, FOREIGN] = [named(rules.passed), named(rules.foreign)]

/** Of Node, for each program of ours. */
export const SWITCHES = rules.switches

/**
 * Our environment with nothing but what a wallet needs. Left out of it and worth a word are those that bring code or certificates of
 * others, which a tool may have left behind. Installing and building keep all: they may need a proxy's certificate.
 */
export function cleanEnvironment(env = process.env) {
  const set = Object.keys(env).filter((name) => env[name] !== '' && FOREIGN.test(name))
  if (set.length > 0) say(`Coffer is started without ${set.sort().join(', ')}.`)
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED.test(name)))
}
