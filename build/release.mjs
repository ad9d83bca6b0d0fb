import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFile, needFolder, readArguments, wrong } from './arguments.mjs'
import { CommandError, inRoot, main, say } from './project.mjs'

/*
 * What a release is known by: SHA-256 sums of its files, and an Ed25519 signature over them under the key of `identity.json`.
 * node build/release.mjs FOLDER [--key HEX]: checks a folder of files by both.
 * node build/release.mjs --identity: whether there is somebody whose release it would be.
 */

const USAGE = `npm run verify-release -- FOLDER [--key HEX]

HEX is the public key of the release, 64 hex characters; without it, the one of build/identity.json.
`
const SUMS = 'SHA256SUMS'
const SIGNATURE = 'SHA256SUMS.sig'
/** DER of an Ed25519 public key before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const KEY = /^[0-9a-f]{64}$/

export const readIdentity = () => JSON.parse(readFileSync(inRoot('build', 'identity.json'), 'utf8'))

/** What of the identity is still a placeholder; a release is made only when nothing is. */
export function placeholders(identity) {
  const names = Object.entries(identity).filter(([, value]) => /\.invalid(?:$|[/:>])/.test(value))
  const left = new Set(names.map(([name]) => name))
  for (const name of ['releaseKey', 'rootKey']) if (!KEY.test(identity[name])) left.add(name)
  return [...left]
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Names of what a folder holds but the sums and their signature. */
function filesOf(folder) {
  const names = readdirSync(folder).filter((name) => name !== SUMS && name !== SIGNATURE)
  return names.filter((name) => isFile(join(folder, name))).sort()
}

/** The lines of `sha256sum`, by name, so that its own `--check` reads them. */
export const sumsOf = (folder) =>
  filesOf(folder)
    .map((name) => `${hashOf(join(folder, name))}  ${name}\n`)
    .join('')

/** 64 hex characters of the public half. */
export const publicHex = (key) =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')

/** Writes the sums, and the signature if there is a key (`COFFER_RELEASE_KEY`, PKCS #8 in PEM). Answers the public key, or null. */
export function writeSums(folder, pem) {
  const sums = Buffer.from(sumsOf(folder))
  writeFileSync(join(folder, SUMS), sums)
  if (!pem) return null
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new CommandError('COFFER_RELEASE_KEY is no Ed25519 key.')
  writeFileSync(join(folder, SIGNATURE), `${sign(null, sums, key).toString('base64')}\n`)
  return publicHex(key)
}

/** What is wrong with the files of a folder, one line each; empty when every one is what the holder of the key signed. */
export function wrongFiles(folder, hexKey) {
  const [sums, signature] = [SUMS, SIGNATURE].map((name) => join(folder, name))
  if (!isFile(sums)) return [`there is no ${SUMS}`]
  if (!isFile(signature)) return [`there is no ${SIGNATURE}: nothing shows who made these files`]
  if (!KEY.test(hexKey)) return ['there is no public key to check against: give one with --key']
  const key = createPublicKey({ key: Buffer.concat([SPKI, Buffer.from(hexKey, 'hex')]), type: 'spki', format: 'der' })
  const text = readFileSync(sums)
  const given = Buffer.from(readFileSync(signature, 'utf8'), 'base64')
  if (!verify(null, text, key, given)) return [`${SUMS} was not signed by this key, or was changed since`]
  const listed = new Set()
  const wrongLines = text
    .toString()
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, hash, name] = /^([0-9a-f]{64}) {2}([^/\\]+)$/.exec(line) ?? []
      if (name === undefined) return [`${SUMS} has a line that names no file`]
      listed.add(name)
      const path = join(folder, name)
      if (!isFile(path)) return [`${name} is missing`]
      return hashOf(path) === hash ? [] : [`${name} is not the file that was signed`]
    })
  const unsigned = filesOf(folder).filter((name) => !listed.has(name))
  return [...wrongLines, ...unsigned.map((name) => `${name} is in no line of ${SUMS}: nobody signed it`)]
}

function check() {
  const options = { key: 'string', identity: 'boolean' }
  const { values, given } = readArguments({ usage: USAGE, options, places: ['FOLDER'] })
  const [folder] = given
  if (values.identity && folder === undefined) {
    const left = placeholders(readIdentity())
    if (left.length === 0) return 0
    throw new CommandError(`No release is made: build/identity.json still has placeholders for ${left.join(', ')}.`)
  }
  if (folder === undefined) throw wrong('FOLDER is missing: where the files of a release lie.', USAGE)
  if (values.key !== undefined && !KEY.test(values.key)) throw wrong('--key takes 64 hex characters.', USAGE)
  const found = wrongFiles(needFolder(folder, USAGE), values.key ?? readIdentity().releaseKey)
  for (const line of found) say(`wrong: ${line}`)
  if (found.length === 0) console.log('Every file is the one that was signed.')
  return found.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(check)
