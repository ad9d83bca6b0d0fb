import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { type CheckedFile, openUpdates } from '#updates'
import { systemClock } from '../support/clock.ts'
import { listening } from '../support/listening.ts'
import { seededRandom } from '../support/random.ts'
import { newFolder as newScratch } from '../support/scratch.ts'

/* An update service on loopback, over real HTTP, signed by the program that signs releases; and copies of Coffer that ask it. */

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
  return { key: privateKey, hex: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex') }
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
  (_, response) =>
    void response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body)

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
    publish: (manifest: Content) => answers.set('/manifest.json', sent(signedLine('manifest', manifest, release.key))),
    nameKey: (content: Content, by = root) =>
      answers.set('/release-key.json', sent(signedLine('key', content, by.key))),
  }
  all.nameKey(keyOf({ key: release.hex }))
  all.publish(manifestOf())
  answers.set(`/files/${NAME}`, served(INSTALLER))
  return all
}

/** The place of one that is not there yet. */
export const newFolder = (): string => join(newScratch('updates'), 'updates')

type Deps = Parameters<typeof openUpdates>[0]

/** A copy of Coffer that can be updated, asking that server, as an AppImage of version 1.2.3. */
export function copyOf(server: UpdateServer, given: Partial<Deps> = {}) {
  const installed: CheckedFile[] = []
  const changed = vi.fn()
  const folder = given.folder ?? newFolder()
  const updates = openUpdates({
    ...{ folder, service: { url: server.url, rootKey: server.root.hex }, home: null, version: '1.2.3' },
    ...{ target: { platform: 'linux', arch: 'x64', form: 'appimage' } as const, fetch, clock: systemClock },
    ...{ random: seededRandom('updates'), log: () => undefined, changed },
    install: async (file) => {
      installed.push(file)
      return 'replaced'
    },
    ...given,
  })
  onTestFinished(() => updates.stop())
  const { calls } = updates
  const files = join(folder, 'files')
  return {
    ...{ folder, installed, changed, stop: updates.stop, calls },
    read: () => calls['updates.read'](null),
    choose: (choice: 'off' | 'notify' | 'install') => calls['updates.choose']({ choice }),
    look: () => calls['updates.look'](null),
    install: () => calls['updates.install'](null),
    /** What lies where files are brought. */
    brought: () => (existsSync(files) ? readdirSync(files).sort() : []),
    path: (name: string) => join(files, name),
    /** Brings these first bytes of the file that is offered; then the line breaks. */
    async bringHalf(bytes: Uint8Array) {
      let cut = (): void => undefined
      server.answers.set(`/files/${NAME}`, (_, response) => {
        response.writeHead(200, { 'content-length': String(INSTALLER.length) })
        response.write(bytes)
        cut = () => void response.destroy()
      })
      await calls['updates.fetch'](null)
      await vi.waitUntil(async () => (await calls['updates.read'](null)).download.got === bytes.length, 60_000)
      cut()
      await vi.waitUntil(async () => (await calls['updates.read'](null)).download.state === 'none', 60_000)
      return calls['updates.read'](null)
    },
    /** Brings the file that is offered, until that came to an end. */
    async bring() {
      await calls['updates.fetch'](null)
      await vi.waitUntil(async () => (await calls['updates.read'](null)).download.state !== 'running', 60_000)
      return calls['updates.read'](null)
    },
  }
}
