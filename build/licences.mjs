import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArguments } from './arguments.mjs'
import { inRoot, main, say } from './project.mjs'

/*
 * node build/licences.mjs [--write]: the packages that are shipped, with the licence that each names, as resources/licences.json. Without --write the file is compared and 1 is the exit code when
 * it is not what package-lock.json asks for.
 */

const TARGET = inRoot('resources', 'licences.json')

/** What the packed program runs in; for us it is a tool. */
const RUNTIME = 'node_modules/electron'

/** Programs of other systems come and go with the machine, and are never packed. */
const isShipped = ([path, { dev, devOptional, optional }]) =>
  path === RUNTIME || (path !== '' && dev !== true && devOptional !== true && optional !== true)

function licences() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [path, { version, license }] of Object.entries(packages).filter(isShipped)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (license === undefined) throw new Error(`${name} names no licence`)
    found.set(name, { name, version, licence: license })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function run() {
  const { values } = readArguments({ usage: 'node build/licences.mjs [--write]', options: { write: 'boolean' } })
  const text = `${JSON.stringify(licences(), null, 2)}\n`
  if (values.write) {
    writeFileSync(TARGET, text)
    return 0
  }
  if (existsSync(TARGET) && readFileSync(TARGET, 'utf8') === text) return 0
  say(`${basename(TARGET)} is not what package-lock.json asks for: node build/licences.mjs --write`)
  return 1
}

await main(run)
