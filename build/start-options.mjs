import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isFile, readArguments, wrong } from './arguments.mjs'

/*
 * What `npm start` and `npm run dev` are asked with. The host reads it again and decides; a value that it would refuse is refused here, in its words, before
 * anything is installed and built for it. `test/main/asked.test.ts` holds both to the same.
 */

const OPTIONS = {
  ...{ host: 'string', network: 'string', data: 'string', port: 'string', 'no-open': 'boolean' },
  ...{ updates: 'string', 'update-key': 'string', proxy: 'string', ca: 'string' },
}

const CERTIFICATE_MAX = 20_000

const urlIn = (text) => (URL.canParse(text) ? new URL(text) : null)
const isHere = (url) => ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)

function isNetwork(text) {
  if (text === 'local' || text === 'mainnet') return true
  const url = urlIn(text)
  if (url === null || url.username + url.password + url.search + url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url))
}

function isProxy(text) {
  if (text === 'none') return true
  const url = urlIn(text)
  if (url === null || url.hostname === '' || url.username + url.password !== '') return false
  const kinds = ['http:', 'https:', 'socks5:', 'socks5h:']
  return kinds.includes(url.protocol) && /^\/?$/.test(url.pathname + url.search + url.hash)
}

function isAuthority(path) {
  try {
    if (statSync(path).size > CERTIFICATE_MAX) return false
    const pem = readFileSync(path, 'utf8')
    const { ca, validFrom, validTo } = new X509Certificate(pem)
    const isNow = Date.parse(validFrom) <= Date.now() && Date.now() <= Date.parse(validTo)
    return ca && isNow && (pem.match(/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/g) ?? []).length <= 1
  } catch {
    return false
  }
}

function isUpdateService({ updates = '', 'update-key': key = '' }) {
  const url = urlIn(updates)
  return url !== null && isHere(url) && /^[0-9a-f]{64}$/.test(key)
}

/** What each option takes, where its value is not that. */
const TAKES = [
  ['port', (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, '--port takes a number from 0 to 65535.'],
  ['network', isNetwork, '--network takes local, mainnet, or the https address of a service.'],
  [
    'proxy',
    isProxy,
    '--proxy takes none, or an address like socks5://127.0.0.1:9050 or http://proxy.example:8080, without a name and a password.',
  ],
  ['ca', isAuthority, '--ca takes a PEM file with the one certificate of an authority that is valid today.'],
]
const UPDATES =
  '--updates takes the address of an update service on this computer, and --update-key its offline key, 64 hex characters. Give both or neither.'

function mistakeIn(values) {
  const { host, data } = values
  if (host !== undefined && host !== 'electron' && host !== 'browser') return '--host takes electron or browser.'
  if (data !== undefined && isFile(data)) return `--data takes a folder, and ${resolve(data)} is a file.`
  const asksUpdates = values.updates !== undefined || values['update-key'] !== undefined
  if (asksUpdates && !isUpdateService(values)) return UPDATES
  return TAKES.find(([name, isRight]) => values[name] !== undefined && !isRight(values[name]))?.[2] ?? null
}

/** The host that is asked for, or null; `usage` is the command's. Throws as `readArguments` does. */
export function hostAsked(usage, args = process.argv.slice(2)) {
  const { values } = readArguments({ usage, options: OPTIONS, args })
  const why = mistakeIn(values)
  if (why !== null) throw wrong(why, usage)
  return values.host ?? null
}
