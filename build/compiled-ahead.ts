import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/*
 * An engine looks over a function when it reads a file, and compiles it when it is first called: on the page's own thread, while somebody waits. One in
 * brackets it compiles where it reads, beside others. React is a file of a thousand functions of which a first screen calls a quarter
 * (`first-calls.txt`, which `node build/run.mjs test/bench/first-calls.ts` writes).
 */

const REACT = /\/react-dom\/cjs\/react-dom-client\.production\.js$/
const DIRECTIVE = '"use strict";'

export const firstCalls = (): ReadonlySet<string> =>
  new Set(
    readFileSync(new URL('./first-calls.txt', import.meta.url), 'utf8')
      .trim()
      .split(/\s+/),
  )

/** Has those of React's functions compiled with their file that the first screen calls. */
export const compiledAhead: Plugin = {
  name: 'coffer-compiled-ahead',
  apply: 'build',
  transform: {
    filter: { id: REACT },
    handler(code) {
      const names = firstCalls()
      const own = this.parse(code).body.flatMap((node) =>
        node.type === 'FunctionDeclaration' && node.id !== null && names.has(node.id.name)
          ? [{ name: node.id.name, from: node.start, until: node.end }]
          : [],
      )
      if (own.length < names.size || !code.includes(DIRECTIVE)) {
        return this.error('React is written in another way: have build/first-calls.txt written anew')
      }
      const functions = own.map(({ name, from, until }) => `${name} = (${code.slice(from, until)})`)
      const rest = own.reduceRight((text, { from, until }) => text.slice(0, from) + text.slice(until), code)
      // Where declarations stand at the beginning for whatever calls them, these do too.
      return { code: rest.replace(DIRECTIVE, () => `${DIRECTIVE}\nvar ${functions.join(',\n')};`), map: null }
    },
  },
}
