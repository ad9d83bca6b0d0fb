import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whoever sits at the terminal. */
export interface Person {
  readonly tell: (line: string) => void
  /** Null where they would rather stop, or nobody is there any more. */
  readonly ask: (question: string) => Promise<string | null>
  /** What is typed is not shown. */
  readonly askHidden: (question: string) => Promise<string | null>
}

type Keys = NodeJS.ReadableStream & { readonly isTTY?: boolean }
type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean }

/** The person at a terminal: null where there is none, or where what is asked would not be seen. */
export function personAt(keys: Keys, screen: Screen): Person | null {
  if (keys.isTTY !== true || screen.isTTY !== true) return null

  async function ask(question: string, output: NodeJS.WritableStream): Promise<string | null> {
    const line = createInterface({ input: keys, output, terminal: true })
    const gone = new Promise<null>((resolve) => void line.once('close', () => resolve(null)))
    // Ctrl-C and Ctrl-D end the question with an error.
    const answer = line.question(question).catch(() => null)
    try {
      return await Promise.race([answer, gone])
    } finally {
      line.close()
    }
  }

  return {
    tell: (line) => void screen.write(`${line}\n`),
    async ask(question) {
      const answer = await ask(`${question} `, screen)
      if (answer === null) screen.write('\n')
      return answer
    },
    async askHidden(question) {
      screen.write(`${question} `)
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
      screen.write('\n')
      return answer
    },
  }
}
