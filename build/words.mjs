import { readFileSync, writeFileSync } from 'node:fs'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { readArguments } from './arguments.mjs'
import { runStep } from './child.mjs'
import { SWITCHES } from './environment.mjs'
import { inRoot, main, nodeProgram, ROOT } from './project.mjs'

/*
 * node build/words.mjs [--write]: what each message of the catalogues takes, as types (resources/words/messages.d.ts). English is the catalogue
 * that decides; without --write the file is compared and 1 is the exit code when it is not what the catalogue says. With it the handbook's
 * table of error codes is written anew too.
 */

const TARGET = inRoot('resources/words/messages.d.ts')

/** Name to kind of what a message takes: `text`, `number`, `choice` (one of the texts of a select), `flag` (true or false) or `tag`. */
function takenBy(elements, taken = new Map()) {
  for (const element of elements) {
    if (element.type === TYPE.argument && !taken.has(element.value)) taken.set(element.value, 'text')
    if (element.type === TYPE.plural || element.type === TYPE.number) taken.set(element.value, 'number')
    if (element.type === TYPE.select) {
      const choices = Object.keys(element.options).filter((name) => name !== 'other')
      const open = /[a-z]/.test(choices.join('')) && choices.every((name) => name === 'true' || name === 'false')
      taken.set(element.value, open ? 'flag' : 'choice')
    }
    if (element.type === TYPE.tag) {
      taken.set(element.value, 'tag')
      takenBy(element.children, taken)
    }
    for (const option of Object.values(element.options ?? {})) takenBy(option.value, taken)
  }
  return taken
}

const quoted = (name) => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`)

function typesOf(catalogue) {
  const lines = Object.entries(catalogue).map(([key, text]) => {
    const taken = [...takenBy(parse(text))].map(([name, kind]) => `${quoted(name)}: '${kind}'`)
    return `  '${key}': ${taken.length === 0 ? '{}' : `{ ${taken.join('; ')} }`}`
  })
  return [
    '/** What each message takes, by kind. Written by build/words.mjs from resources/words/en.json. */',
    'export interface Messages {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

async function run() {
  const { values } = readArguments({ usage: 'node build/words.mjs [--write]', options: { write: 'boolean' } })
  const catalogue = JSON.parse(readFileSync(inRoot('resources/words/en.json'), 'utf8'))
  const types = typesOf(catalogue)
  if (values.write) {
    writeFileSync(TARGET, types)
    return runStep(nodeProgram(), [...SWITCHES, inRoot('test/handbook/write-codes.ts')], { cwd: ROOT })
  }
  if (readFileSync(TARGET, 'utf8') !== types) {
    console.error('resources/words/messages.d.ts is older than the catalogue: node build/words.mjs --write')
    return 1
  }
  return 0
}

await main(run)
