import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/*
 * Which messages the window reads before its first screen: all that stand in the code of the first screens, and all that others may hand it to say,
 * which is what stands in the code of everything but screens. Messages stand there by their whole names (`test/words/`); those of errors are put
 * together. `test/e2e/first-words.test.ts` looks at what was built.
 */

const WINDOW = 'src/renderer'
/** Where the first screens begin; what each imports at once belongs to it. */
const FIRST = [
  ...['main.ts', 'shell/App.tsx', 'shell/Open.tsx', 'screens/home/Lately.tsx'],
  ...['screens/lock/index.tsx', 'screens/lock/Damaged.tsx'],
]
const IMPORT = /^(?:import|export)\s(?!type\s)[^;'"]*?(?:from\s)?'(\.[^'?]+)'/gm
const NAME = /'([\w-]+(?:\.[\w-]+)+)'/g
/** The beginning of a name whose end is told at run time. */
const BEGINNING = /`([\w-]+\.[\w.-]*)\$\{/g

const allOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)
const isCode = (file: string): boolean => /\.tsx?$/.test(file) && existsSync(file)

function textsOfFirstScreens(): string[] {
  const texts = new Map<string, string>()
  const open = FIRST.map((name) => resolve(WINDOW, name))
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file) || !isCode(file)) continue
    const [text, folder] = [readFileSync(file, 'utf8'), dirname(file)]
    texts.set(file, text)
    open.push(...allOf(text, IMPORT).map((target) => resolve(folder, target)))
  }
  return [...texts.values()]
}

const textsOfOthers = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((file) => isCode(file) && !file.startsWith(join(WINDOW, '/')))
    .map((file) => readFileSync(file, 'utf8'))

/** Tells of a message's name whether it is one of them. */
export function firstWords(): (name: string) => boolean {
  const texts = [...textsOfFirstScreens(), ...textsOfOthers()]
  const names = new Set(texts.flatMap((text) => allOf(text, NAME)))
  const beginnings = new Set(texts.flatMap((text) => allOf(text, BEGINNING)))
  return (name) => names.has(name) || [...beginnings].some((beginning) => name.startsWith(beginning))
}
