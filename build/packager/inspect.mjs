import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { getRawHeader } from '@electron/asar'
import { wrongFuses } from './fuses.mjs'

/*
 * node inspect.mjs FOLDER PLATFORM ARCH: reads an unpacked app back. Prints one line for each thing that is not as it must be; exit code 1
 * when there is one.
 */

const [folder = '', platform = '', arch = ''] = process.argv.slice(2)

const PROGRAMS = {
  linux: ['coffer', 'resources'],
  win32: ['Coffer.exe', 'resources'],
  darwin: [join('Coffer.app', 'Contents', 'MacOS', 'Coffer'), join('Coffer.app', 'Contents', 'Resources')],
}
const [program, resources] = PROGRAMS[platform] ?? PROGRAMS.linux

const filesIn = (path) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => name.split(sep).join('/'))
    : []

/** Paths of the files inside an archive. */
function archived(node, path = '') {
  return Object.entries(node.files ?? {}).flatMap(([name, child]) =>
    child.files === undefined ? [`${path}${name}`] : archived(child, `${path}${name}/`),
  )
}

function wrongContents() {
  const archive = join(folder, resources, 'app.asar')
  if (!existsSync(archive)) return ['there is no app.asar']
  const inside = archived(getRawHeader(archive).header)
  const native = filesIn(`${archive}.unpacked`).filter((name) => name.endsWith('.node'))
  const target = new RegExp(`[/-]${platform}-${arch}(?:[./])|/${platform}-${arch}/`)
  return [
    ...['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html', 'package.json']
      .filter((name) => !inside.includes(name))
      .map((name) => `${name} is missing`),
    ...inside.filter((name) => /^(?:test|build|src)\/|\.map$|smoke/.test(name)).map((name) => `${name} is inside`),
    ...native.filter((name) => !target.test(`/${name}`)).map((name) => `${name} is for another system`),
    ...['better-sqlite3', 'keytar', 'sodium-native']
      .filter((name) => !native.some((path) => path.includes(`/${name}/`)))
      .map((name) => `${name} has no program for this system`),
    ...(existsSync(join(folder, resources, 'default_app.asar')) ? ['default_app.asar is inside'] : []),
  ]
}

const wrong = [...wrongContents(), ...(await wrongFuses(join(folder, program)))]
for (const line of wrong) console.error(`wrong: ${line}`)
const archive = join(folder, resources, 'app.asar')
const bytes = existsSync(archive)
  ? [archive, ...filesIn(`${archive}.unpacked`).map((name) => join(`${archive}.unpacked`, name))]
      .map((path) => statSync(path))
      .reduce((sum, state) => sum + (state.isFile() ? state.size : 0), 0)
  : 0
console.error(
  `${folder}: the app is ${(bytes / 1e6).toFixed(1)} MB, ${wrong.length === 0 ? 'fuses and contents as they must be' : `${wrong.length} wrong`}`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
