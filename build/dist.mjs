import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from './arguments.mjs'
import { runStep } from './child.mjs'
import { configuration, signing } from './dist-config.mjs'
import { unpackedElectron, whyUnreachable } from './electron.mjs'
import { build, CommandError, ensureInstalled, inRoot, main, nodeProgram, runNpm, say } from './project.mjs'
import { placeholders, readIdentity, writeSums } from './release.mjs'

/* npm run dist: installers for this computer's system. What makes them has a lock of its own and is installed only here. */

const USAGE = `npm run dist [-- OPTION ...]

  --dir       the unpacked app alone
  --release   refuses placeholders in build/identity.json, and a build that nobody signs
  --check     builds nothing: checks the configuration by electron-builder's own schema

COFFER_RELEASE_KEY   Ed25519 key (PKCS #8, PEM) that signs the sums of the files
ELECTRON_OVERRIDE_DIST_PATH, ELECTRON_MIRROR   where Electron comes from
`
/** Something that only another computer, or a network, can give. */
const MISSING = 2
const PACKAGER = inRoot('build', 'packager')
const OUTPUT = inRoot('dist')
const { platform, arch } = process
const UNPACKED = { linux: 'linux', win32: 'win', darwin: 'mac' }[platform]

const tool = (name, ...args) => runStep(nodeProgram(), [join(PACKAGER, name), ...args], { cwd: inRoot() })

/** The packager's own packages, by its lock; nothing of them is ever packed. */
async function ensurePackager() {
  const held = join(PACKAGER, 'node_modules', '.package-lock.json')
  const { packages } = JSON.parse(readFileSync(join(PACKAGER, 'package-lock.json'), 'utf8'))
  const version = packages['node_modules/electron-builder'].version
  if (
    existsSync(held) &&
    JSON.parse(readFileSync(held, 'utf8')).packages['node_modules/electron-builder']?.version === version
  )
    return
  say('What makes installers is installed ...')
  const code = await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], PACKAGER)
  if (code !== 0) throw new CommandError('npm ci in build/packager failed; its words are above.')
}

/** The list of what is inside, by npm's own tool, in the form of CycloneDX. */
function writeBill(path) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--omit', 'optional', '--package-lock-only'],
    { cwd: inRoot(), encoding: 'utf8', maxBuffer: 64e6, shell: platform === 'win32' },
  )
  if (status !== 0) throw new CommandError(`npm sbom failed: ${stderr.trim()}`)
  const bill = JSON.parse(stdout)
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  // npm calls it after the folder, and tells when; the same commit has the same list.
  Object.assign(bill.metadata.component, { name, version, type: 'application' })
  delete bill.metadata.timestamp
  delete bill.serialNumber
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`)
}

async function pack(values, electron) {
  const work = mkdtempSync(join(tmpdir(), 'coffer-dist-'))
  const file = join(work, 'electron-builder.json')
  try {
    writeFileSync(file, JSON.stringify(configuration({ platform, env: process.env, electron })))
    if ((await tool('validate.mjs', file)) !== 0) return 1
    say('The configuration is as electron-builder wants it.')
    if (values.check) return 0
    rmSync(OUTPUT, { recursive: true, force: true })
    const cli = join('node_modules', 'electron-builder', 'cli.js')
    const own = ['--config', file, '--projectDir', inRoot(), `--${arch}`, '--publish', 'never']
    const code = await tool(cli, ...own, ...(values.dir ? ['--dir'] : []))
    if (code !== 0) return code
    const folders = readdirSync(OUTPUT).filter((name) => name.startsWith(UNPACKED) && name.match(/unpacked$|^mac/))
    for (const folder of folders) {
      const wrong = await tool('inspect.mjs', join(OUTPUT, folder), platform, arch)
      if (wrong !== 0) return wrong
    }
    if (folders.length === 0) throw new CommandError('electron-builder left no unpacked app to look at.')
    return 0
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function finish(identity) {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  for (const name of readdirSync(OUTPUT)) {
    // Notes of electron-builder to itself.
    if (/^builder-|\.blockmap$|^latest.*\.yml$/.test(name)) rmSync(join(OUTPUT, name))
  }
  writeBill(join(OUTPUT, `coffer-${version}-${platform}-${arch}.cdx.json`))
  const key = writeSums(OUTPUT, process.env['COFFER_RELEASE_KEY'])
  if (key === null) say('The sums are not signed: COFFER_RELEASE_KEY is not set.')
  else if (key !== identity.releaseKey)
    throw new CommandError('COFFER_RELEASE_KEY is not the key of build/identity.json.')
  return 0
}

async function dist() {
  const options = { dir: 'boolean', release: 'boolean', check: 'boolean' }
  const { values } = readArguments({ usage: USAGE, options })
  const identity = readIdentity()
  const left = placeholders(identity)
  const unsigned = signing(platform, process.env).missing
  if (values.release) {
    if (left.length > 0)
      throw new CommandError(`No release is made: build/identity.json still has placeholders for ${left.join(', ')}.`)
    if (unsigned.length > 0) throw new CommandError(`No release is made. ${unsigned.join(' ')}`)
    if (!process.env['COFFER_RELEASE_KEY']) throw new CommandError('No release is made: COFFER_RELEASE_KEY is not set.')
  }
  const electron = unpackedElectron()
  const why = electron === null && !values.check ? await whyUnreachable() : null
  if (why !== null) {
    const { electronVersion } = JSON.parse(readFileSync(inRoot('build', 'electron-builder.json'), 'utf8'))
    say(`No app is packed: Electron ${electronVersion} for ${platform} ${arch} is not here, and ${why}.`)
    say(
      'Give its unpacked folder with ELECTRON_OVERRIDE_DIST_PATH, or a mirror with ELECTRON_MIRROR. Nothing else was missing so far.',
    )
    return MISSING
  }
  await ensureInstalled()
  await ensurePackager()
  if (!values.check && (await build()) !== 0) throw new CommandError('The build failed; its words are above.')
  const code = await pack(values, electron)
  if (code !== 0 || values.check) return code
  if (!values.dir) finish(identity)
  for (const line of unsigned) say(line)
  if (left.length > 0) say(`This is no release: build/identity.json has placeholders for ${left.join(', ')}.`)
  return 0
}

await main(dist)
