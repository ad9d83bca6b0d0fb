import { dirname, isAbsolute, relative } from 'node:path'
import rules from '#environment' with { type: 'json' }
import { type Said, said } from '#words'

/*
 * What may surround a start. Whoever can set a variable or a switch for us can often already do worse; but a variable left behind by a
 * tool, or set by a program that may write a shell profile and nothing else, must not open a debugger or another trust store.
 * So switches and variables are those of one list, which the launchers read too, and no others.
 */

type Variables = Readonly<Record<string, string | undefined>>

const named = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.join('|')})$`, process.platform === 'win32' ? 'i' : '')

/** What a wallet, its keychain and a browser need: screen, fonts, language, input, home, session bus. */
const PASSED = named(rules.passed)
/** Taken in before our first line runs: code, libraries, certificates or settings of someone else. */
const FOREIGN = named(rules.foreign)

/**
 * All switches of Node that a wallet runs with: no signal opens a debugger, and what is young in memory, which a sync that reads much would let grow to
 * 128 MB, stays at 48.
 */
export const SWITCHES: readonly string[] = rules.switches

/** The program of an AppImage is started with the folder of its own libraries, and of nobody else's. */
function isOwnLibraries(name: string, value: string, program: string | null): boolean {
  if (name !== 'LD_LIBRARY_PATH' || program === null) return false
  const home = dirname(program)
  return value.split(':').every((folder) => {
    const path = relative(home, folder)
    return folder === '' || (isAbsolute(folder) && path !== '' && !path.startsWith('..'))
  })
}

/**
 * Why this start is refused; empty if it is not. `switches` are those that the runtime was given, of which none may be but
 * ours; `program` is the path of an installed program that may have libraries of its own.
 */
export function refusals(env: Variables, switches: readonly string[], program: string | null = null): Said[] {
  const foreign = Object.entries(env).filter(
    ([name, value = '']) => value !== '' && FOREIGN.test(name) && !isOwnLibraries(name, value, program),
  )
  return [
    ...foreign
      .map(([name]) => name)
      .sort()
      .map((name) => said('main.start.variable', { name })),
    ...switches
      .filter((given) => !SWITCHES.includes(given))
      .map((given) => said('main.start.switch', { name: given.split('=')[0] ?? given })),
  ]
}

/** The environment that a wallet, and the browser that it opens, is started with: those variables and no others. */
export function cleanEnvironment(env: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && PASSED.test(entry[0])),
  )
}

/** Takes away all but those, from the environment of this process. */
export function removeStray(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (!PASSED.test(name)) delete env[name]
}
