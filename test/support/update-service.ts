import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import { listening } from './listening.ts'

/* An update service on loopback, over real HTTP, signed by the program that signs releases. */

type Content = Readonly<Record<string, unknown>>

const build = (await import(pathToFileURL('build/release-manifest.mjs').href)) as {
  signedLine(kind: 'key' | 'manifest', content: unknown, key: KeyObject): string
  /** Of a text as it is. */
  signedText(kind: 'key' | 'manifest', text: string, key: KeyObject): string
  keyContent(given: Content): Content
  manifestContent(given: Content): Content
}

export const { signedLine, signedText } = build

export function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const hex = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  return { key: privateKey, hex, pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

export const sha512 = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('hex')

export const INSTALLER = Buffer.alloc(300_000, 'the installer of a new version ')
export const NAME = 'coffer-9.1.0-linux-x86_64.AppImage'

export const fileOf = (bytes: Uint8Array, given: Content = {}): Content => ({
  ...{ platform: 'linux', arch: 'x64', form: 'appimage', name: NAME },
  ...{ size: bytes.length, sha512: sha512(bytes), ...given },
})

export const manifestOf = (given: Content = {}): Content =>
  build.manifestContent({
    ...{ counter: 1, version: '9.1.0', made: '2026-11-01T00:00:00Z', expires: '2999-01-01T00:00:00Z', share: 100 },
    ...{ notes: { en: 'What is new.\nMuch.' }, files: [fileOf(INSTALLER)], ...given },
  })

export const keyOf = (given: Content): Content =>
  build.keyContent({ serial: 1, until: '2999-01-01T00:00:00Z', ...given })

type Answer = (request: IncomingMessage, response: ServerResponse) => void

export const sent =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers })
    response.end(body)
  }

/** Sends a file, or the rest of it that was asked for. */
export const served =
  (bytes: Uint8Array): Answer =>
  (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? '0')
    const range = from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    sent(bytes.subarray(from), range, from === 0 ? 200 : 206)(request, response)
  }

export type UpdateServer = Awaited<ReturnType<typeof startUpdateServer>>

/** Serves one good release until it is told otherwise. */
export async function startUpdateServer() {
  /** What is answered by path; what is not here is not found. */
  const answers = new Map<string, Answer>()
  /** Paths that were asked for, with the range where there was one. */
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const [root, release] = [keyPair(), keyPair()]
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(request.headers.range === undefined ? path : `${path} ${request.headers.range}`)
    headers.push(request.headers)
    const answer = answers.get(path) ?? sent('', {}, 404)
    answer(request, response)
  })
  const { url, close } = await listening(server)
  const all = {
    ...{ url, root, release, answers, asked, headers, close },
    publish(manifest: Content) {
      answers.set('/manifest.json', sent(signedLine('manifest', manifest, release.key)))
    },
    nameKey(content: Content, by = root) {
      answers.set('/release-key.json', sent(signedLine('key', content, by.key)))
    },
  }
  all.nameKey(keyOf({ key: release.hex }))
  all.publish(manifestOf())
  answers.set(`/files/${NAME}`, served(INSTALLER))
  return all
}
