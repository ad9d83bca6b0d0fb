/* How the programs of tests read what they were asked with: whatever is not understood is said, and nothing is begun. */

interface Asked {
  /** The line that says how it is asked. */
  readonly usage: string
  readonly switches?: readonly string[]
  /** What is wrong with what stands without dashes; null where nothing is. */
  readonly wrong?: (words: readonly string[]) => string | null
}

function end(line: string, exitCode: number): never {
  const stream = exitCode === 0 ? process.stdout : process.stderr
  stream.write(`${line}\n`)
  process.exit(exitCode)
}

/** Ends the program with 2: it was asked wrongly. */
export const askedWrongly = (why: string, usage: string): never => end(`${why}\nUsage: ${usage}`, 2)

/** The words, and which switches were there. Ends the program with 2 where it was asked wrongly, with 0 after its help. */
export function askedFor({ usage, switches = [], wrong }: Asked) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) end(`Usage: ${usage}`, 0)
  const dashed = args.filter((each) => each.startsWith('-'))
  const words = args.filter((each) => !each.startsWith('-'))
  const unknown = dashed.find((each) => !switches.includes(each))
  const twice = dashed.find((each, at) => dashed.indexOf(each) !== at)
  const left = wrong === undefined && words.length > 0 ? `Nothing is known about “${words[0]}”.` : wrong?.(words)
  const why =
    unknown !== undefined ? `There is no option ${unknown}.` : twice !== undefined ? `${twice} is there twice.` : left
  if (why != null) askedWrongly(why, usage)
  return { words, has: (name: string): boolean => dashed.includes(name) }
}
