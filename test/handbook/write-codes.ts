import { readFileSync, writeFileSync } from 'node:fs'
import { LANGUAGE_TAGS } from '#words'
import { codesIn } from './codes.ts'

/* node build/run.mjs test/handbook/write-codes.ts: writes the error codes anew into the handbook, in each language. */

for (const language of LANGUAGE_TAGS) {
  const path = new URL(`../../resources/handbook/${language}/troubleshooting.md`, import.meta.url)
  const [before = ''] = readFileSync(path, 'utf8').split(/^\| .*\|\n\|---\|---\|---\|\n\| `protocol\.bytes`/m)
  writeFileSync(path, `${before.trimEnd()}\n\n${await codesIn(language)}`)
}
