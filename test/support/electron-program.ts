import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * node electron-program.ts PLACE [ARGUMENT ...]: does with a place what Electron does, as far as Node can. It loads that file, or the program
 * that the package.json of that folder names, with `electron` as a module that has no windows behind it, and is ready once that program has run to its first pause.
 */

const [, , place = ''] = process.argv

function programOf(folder: string): string {
  const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string }
  return join(folder, main)
}

const program = place.endsWith('.mjs') ? place : programOf(place)
const electron = new URL('./electron-module.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electron, shortCircuit: true } : next(specifier, context),
})

const note = process.env['COFFER_TEST_NOTE']
if (note !== undefined) {
  const set = Object.keys(process.env).filter((name) => name !== 'COFFER_TEST_NOTE')
  writeFileSync(note, JSON.stringify({ argv: process.argv.slice(2), set }))
}
await import(pathToFileURL(program).href)
const { beReady } = (await import(electron)) as typeof import('./electron-module.ts')
beReady()
