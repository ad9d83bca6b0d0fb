import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { type CheckedFile, openUpdates } from '#updates'
import { systemClock } from '../support/clock.ts'
import { seededRandom } from '../support/random.ts'
import { INSTALLER, NAME, startUpdateServer, type UpdateServer } from '../support/update-service.ts'

type Deps = Parameters<typeof openUpdates>[0]

export async function updateServer(): Promise<UpdateServer> {
  const server = await startUpdateServer()
  onTestFinished(() => server.close())
  return server
}

export const newFolder = (): string => join(mkdtempSync(join(tmpdir(), 'coffer-updates-')), 'updates')

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
