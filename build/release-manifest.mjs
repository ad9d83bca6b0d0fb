import { createHash, createPrivateKey, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { needFolder, readArguments, wrong } from './arguments.mjs'
import { CommandError, inRoot, main, say } from './project.mjs'
import { publicHex, readIdentity, writeSums } from './release.mjs'

/*
 * npm run release-manifest: what installed copies read of a release. Two texts with a signature each: the offline key names the key in use,
 * and that one says what the release is. The forms are those of src/updates/release.ts, which reads back what is written here.
 */

const USAGE = `npm run release-manifest -- FOLDER [OPTION ...]
npm run release-manifest -- --root --serial N --key HEX [--days N]

The first writes FOLDER/manifest.json for the installers in FOLDER, and the sums of all that lies there.
  --counter N   higher than that of any manifest before; the seconds since 1970
  --share N     of a hundred computers so many are offered it; 100
  --days N      until it expires; 30
  --notes DIR   en.txt, and zh-CN.txt, ja.txt if they are there: what is new, plain text
The second writes release-key.json into this folder: which key signs manifests from now on.
  --serial N    higher than that of any key before
  --key HEX     the public key that signs manifests, 64 hex characters
  --days N      until another one must be named; 400

COFFER_RELEASE_KEY   Ed25519 key in use (PKCS #8, PEM)
COFFER_ROOT_KEY      the offline one, for --root alone
`
const DOMAINS = { key: 'COFFER:RELEASE-KEY:1:', manifest: 'COFFER:RELEASE:1:' }
/** By the end of a file's name: the form it installs in, and the system that is for. */
const KINDS = { deb: ['linux', 'deb'], AppImage: ['linux', 'appimage'], dmg: ['darwin', 'dmg'], exe: ['win32', 'nsis'] }
const ARCHITECTURES = { x64: 'x64', amd64: 'x64', x86_64: 'x64', arm64: 'arm64', aarch64: 'arm64' }
const OF_ROOT = ['serial', 'key', 'days']
const OF_MANIFEST = ['counter', 'share', 'days', 'notes']
const OPTIONS = [...new Set([...OF_ROOT, ...OF_MANIFEST])]
const NOTE_LANGUAGES = ['en', 'zh-CN', 'ja']

const timeOf = (millis) => `${new Date(millis).toISOString().slice(0, 19)}Z`
const DAY_MS = 86_400_000

/** One line of JSON: a text and its signature. */
export function signedText(kind, signed, key) {
  const signature = sign(null, Buffer.from(DOMAINS[kind] + signed), key).toString('hex')
  return `${JSON.stringify({ signed, signature })}\n`
}

export const signedLine = (kind, content, key) => signedText(kind, JSON.stringify(content), key)

/** Which key is in use, in the order that readers hold it to. */
export const keyContent = ({ serial, key, until }) => ({ kind: 'coffer release key', serial, key, until })

export const manifestContent = ({ counter, version, made, expires, share, notes, files }) => ({
  kind: 'coffer release',
  ...{ counter, version, made, expires, share, notes, files },
})

/** The installers of a folder as a manifest names them; what is none is left out. */
export function releaseFiles(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const [, arch, ending] = /-(\w+)\.(\w+)$/.exec(name) ?? []
      const kind = KINDS[ending]
      if (kind === undefined || ARCHITECTURES[arch] === undefined) return []
      const bytes = readFileSync(join(folder, name))
      const sha512 = createHash('sha512').update(bytes).digest('hex')
      return [{ platform: kind[0], arch: ARCHITECTURES[arch], form: kind[1], ...{ name, size: bytes.length, sha512 } }]
    })
}

function keyFrom(variable) {
  const pem = process.env[variable]
  if (!pem) throw new CommandError(`${variable} is not set: it holds the Ed25519 key that signs (PKCS #8, PEM).`)
  let key
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new CommandError(`${variable} holds no private key in PEM.`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new CommandError(`${variable} is no Ed25519 key.`)
  return key
}

function numberOf(values, name, least) {
  const text = values[name] ?? ''
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least)) throw wrong(`--${name} takes a whole number from ${least} on.`, USAGE)
  return number
}

function notesFrom(folder) {
  if (folder === undefined) return { en: '' }
  needFolder(folder, USAGE)
  const found = NOTE_LANGUAGES.flatMap((tag) => {
    const path = join(folder, `${tag}.txt`)
    return existsSync(path) ? [[tag, readFileSync(path, 'utf8').trim()]] : []
  })
  if (found[0]?.[0] !== 'en') throw wrong('The folder of --notes has no en.txt.', USAGE)
  return Object.fromEntries(found)
}

/** Whoever signs with a key that no program trusts finds out here, and not from its users. */
function needIdentity(name, key) {
  const known = readIdentity()[name]
  if (/\.invalid$/.test(known)) say(`This is no release: build/identity.json has a placeholder for ${name}.`)
  else if (known !== publicHex(key)) throw new CommandError(`The key is not the ${name} of build/identity.json.`)
}

function writeKey(values) {
  const key = keyFrom('COFFER_ROOT_KEY')
  needIdentity('rootKey', key)
  if (!/^[0-9a-f]{64}$/.test(values.key ?? '')) throw wrong('--key takes 64 hex characters.', USAGE)
  if (values.key === publicHex(key)) throw new CommandError('The offline key is not for daily use: name another one.')
  const until = timeOf(Date.now() + numberOf({ days: '400', ...values }, 'days', 1) * DAY_MS)
  const content = keyContent({ serial: numberOf(values, 'serial', 1), key: values.key, until })
  writeFileSync('release-key.json', signedLine('key', content, key))
  console.log(`release-key.json names ${values.key} until ${until}.`)
}

function writeManifest(folder, values) {
  const key = keyFrom('COFFER_RELEASE_KEY')
  needIdentity('releaseKey', key)
  const files = releaseFiles(folder)
  if (files.length === 0) throw new CommandError(`There is no installer in ${folder}.`)
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const odd = files.filter(({ name }) => !name.includes(`-${version}-`))
  if (odd.length > 0) throw new CommandError(`These are not of version ${version}: ${odd.map((each) => each.name)}`)
  const now = Date.now()
  const share = numberOf({ share: '100', ...values }, 'share', 0)
  if (share > 100) throw wrong('--share takes at most 100.', USAGE)
  const expires = timeOf(now + numberOf({ days: '30', ...values }, 'days', 1) * DAY_MS)
  const counter = numberOf({ counter: `${Math.floor(now / 1000)}`, ...values }, 'counter', 1)
  const content = manifestContent({
    ...{ counter, version, made: timeOf(now), expires, share, notes: notesFrom(values.notes), files },
  })
  writeFileSync(join(folder, 'manifest.json'), signedLine('manifest', content, key))
  // Each system that packed has sums of its own files alone.
  writeSums(folder, process.env['COFFER_RELEASE_KEY'])
  for (const { name, size } of files) console.log(`${name}  ${size} bytes`)
  console.log(`manifest.json: version ${version}, ${share} of 100, expires ${expires}.`)
}

function run() {
  const options = { ...Object.fromEntries(OPTIONS.map((name) => [name, 'string'])), root: 'boolean' }
  const { values, given } = readArguments({ usage: USAGE, options, places: ['FOLDER'] })
  const [folder] = given
  const own = values.root ? OF_ROOT : OF_MANIFEST
  const foreign = OPTIONS.find((name) => values[name] !== undefined && !own.includes(name))
  if (foreign !== undefined) throw wrong(`--${foreign} is ${values.root ? 'not' : 'only'} for --root.`, USAGE)
  if (values.root && folder !== undefined) throw wrong('--root takes no folder.', USAGE)
  if (!values.root && folder === undefined) throw wrong('FOLDER is missing: where the installers lie.', USAGE)
  if (values.root) writeKey(values)
  else writeManifest(needFolder(folder, USAGE), values)
  return 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(run)
