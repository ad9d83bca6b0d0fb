import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { codeOf } from '#contract/errors'
import type { CheckedFile } from '#updates'
import { appImageOf, serviceOf, targetOf } from '../../src/main/updates.ts'
import { newFolder } from '../support/scratch.ts'
import { INSTALLER, sha512 } from '../updates/support.ts'
import { startHost } from './electron-host.ts'
import type { FakeElectron } from './fake-electron.ts'

/* What becomes of a checked file, with the stand-in for Electron and real files. */

async function host(form: CheckedFile['form'], agree = true) {
  const folder = newFolder('install')
  const appImage = join(folder, 'program', 'coffer.AppImage')
  mkdirSync(join(folder, 'program'))
  writeFileSync(appImage, 'the old program', { mode: 0o755 })
  const path = join(folder, 'file')
  writeFileSync(path, INSTALLER)
  const started = await startHost({ appImage })
  started.electron.agree = agree
  const file: CheckedFile = { path, version: '9.1.0', form, size: INSTALLER.length, sha512: sha512(INSTALLER) }
  const install = () => started.installUpdate(file).catch(codeOf)
  return { ...started, appImage, folder: join(folder, 'program'), file, install }
}

const quit = async ({ electron }: { readonly electron: FakeElectron }) => {
  electron.app.emit('before-quit', { preventDefault: () => undefined })
  await vi.waitUntil(() => electron.exits.length > 0)
}

const FORMS = ['appimage', 'deb', 'dmg', 'nsis'] as const

describe('a new version', () => {
  it.each(FORMS)('as %s is asked about outside of the page, by its version', async (form) => {
    const { electron, install } = await host(form, false)
    expect(await install()).toBe('declined')
    expect(electron.asked).toMatchObject([{ message: 'Install Coffer 9.1.0?', buttons: ['Cancel', 'Install'] }])
  })

  it.each(FORMS)('as %s does nothing where the person says no', async (form) => {
    const told = await host(form, false)
    await told.install()
    await quit(told)
    expect({ opened: told.electron.openedPaths, ran: told.ran }).toEqual({ opened: [], ran: [] })
    expect(readFileSync(told.appImage, 'utf8')).toBe('the old program')
  })

  it.each(FORMS)('as %s is refused where the file was changed while the person was asked', async (form) => {
    const told = await host(form)
    appendFileSync(told.file.path, 'evil')
    expect(await told.install()).toBe('update.file')
    await quit(told)
    expect({ opened: told.electron.openedPaths, ran: told.ran }).toEqual({ opened: [], ran: [] })
    expect(readFileSync(told.appImage, 'utf8')).toBe('the old program')
  })

  it.each(['deb', 'dmg'] as const)('as %s is opened by the system', async (form) => {
    const { electron, install, file } = await host(form)
    expect(await install()).toBe('opened')
    expect(electron.openedPaths).toEqual([file.path])
  })

  it('that the system does not open is told', async () => {
    const { electron, install } = await host('deb')
    electron.refusesPaths = 'no program for it'
    expect(await install()).toBe('update.not_installed')
  })

  it.skipIf(process.platform === 'win32')('takes the place of an AppImage whole, and may be run', async () => {
    const { install, appImage, folder } = await host('appimage')
    expect(await install()).toBe('replaced')
    expect(readFileSync(appImage).equals(INSTALLER)).toBe(true)
    expect(statSync(appImage).mode & 0o777).toBe(0o755)
    expect(readdirSync(folder)).toEqual(['coffer.AppImage'])
  })

  it('leaves the AppImage as it is where nothing can be put beside it', async () => {
    const { install, appImage, folder } = await host('appimage')
    mkdirSync(join(folder, '.coffer-9.1.0.part'))
    expect(await install()).toBe('update.not_installed')
    expect(readFileSync(appImage, 'utf8')).toBe('the old program')
  })

  it('for Windows runs once the program has ended, and not before', async () => {
    const told = await host('nsis')
    expect(await told.install()).toBe('at_end')
    expect(told.ran).toEqual([])
    await quit(told)
    expect(told.ran).toEqual([told.file.path])
    expect(told.told).toEqual(['close'])
  })

  it('for Windows is checked again right before it runs', async () => {
    const told = await host('nsis')
    await told.install()
    appendFileSync(told.file.path, 'evil')
    await quit(told)
    expect(told.ran).toEqual([])
  })
})

describe('how a copy was installed', () => {
  it('is told by what runs it', () => {
    expect(targetOf('linux', 'x64', null)).toEqual({ platform: 'linux', arch: 'x64', form: 'deb' })
    expect(targetOf('linux', 'arm64', '/a')).toEqual({ platform: 'linux', arch: 'arm64', form: 'appimage' })
    expect(targetOf('darwin', 'arm64', null)?.form).toBe('dmg')
    expect(targetOf('win32', 'x64', null)?.form).toBe('nsis')
    expect([targetOf('linux', 'ia32', null), targetOf('freebsd', 'x64', null)]).toEqual([null, null])
  })

  it.skipIf(process.platform === 'win32')('is not believed of a variable alone', () => {
    const image = { APPIMAGE: '/home/a/coffer.AppImage', APPDIR: '/tmp/.mount_coffer' }
    expect(appImageOf(image, '/tmp/.mount_coffer/coffer')).toBe('/home/a/coffer.AppImage')
    expect(appImageOf(image, '/opt/Coffer/coffer')).toBeNull()
    expect(appImageOf({ APPIMAGE: '/home/a/.bashrc' }, '/opt/Coffer/coffer')).toBeNull()
    expect(appImageOf({ ...image, APPIMAGE: 'coffer.AppImage' }, '/tmp/.mount_coffer/coffer')).toBeNull()
    expect(appImageOf({}, '/opt/Coffer/coffer')).toBeNull()
  })
})

describe('the update service of a build', () => {
  const identity = { updates: 'https://updates.example', rootKey: 'ab'.repeat(32), homepage: 'https://coffer.example' }

  it('is the one of its identity', () => {
    expect(serviceOf(identity)).toEqual({ url: 'https://updates.example', rootKey: 'ab'.repeat(32) })
  })

  it('is none while address or key is a placeholder', () => {
    expect(serviceOf({ ...identity, updates: 'https://updates.coffer.invalid' })).toBeNull()
    expect(serviceOf({ ...identity, rootKey: 'root-key.invalid' })).toBeNull()
  })
})
