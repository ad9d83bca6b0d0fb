import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_TAGS } from '#words'

/* What installers are told to make. They cannot be made here, but what they would do to the program is written down. */

interface Installers {
  readonly electronVersion: string
  readonly files: readonly string[]
  readonly asarUnpack: readonly string[]
  readonly appImage: { readonly executableArgs: readonly string[] }
  readonly linux: { readonly desktop: { readonly entry: Readonly<Record<string, string>> } }
  readonly nsis: { readonly installerLanguages: readonly string[] }
  readonly mac: {
    readonly hardenedRuntime: boolean
    readonly entitlements: string
    readonly entitlementsInherit: string
    readonly extendInfo: Readonly<Record<string, string>>
  }
}

interface Manifest {
  readonly main: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const read = <Shape>(path: string): Shape => JSON.parse(readFileSync(path, 'utf8')) as Shape
const installers = read<Installers>('build/electron-builder.json')
const manifest = read<Manifest>('package.json')

const WINDOWLESS = ['contract', 'localnet', 'main', 'protocol', 'remote', 'store', 'sync', 'vault', 'wallet', 'words']

/** Packages that modules of ours name in their sources. */
function packagesOf(modules: readonly string[]): Set<string> {
  const files = modules.flatMap((module) =>
    readdirSync(join('src', module), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join('src', module, file), 'utf8')),
  )
  const names = files.flatMap((text) =>
    [...text.matchAll(/(?:from|import\() ?'([^'.#][^']*)'/g)].map((match) => match[1] ?? ''),
  )
  return new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))
}

const isLeftOut = (path: string): boolean =>
  installers.files.some((pattern) => pattern.startsWith('!') && matchesGlob(path, pattern.slice(1)))

describe('an installer', () => {
  it.each(LANGUAGE_TAGS.filter((tag) => tag !== 'en'))('speaks %s wherever it says something', (tag) => {
    const language = tag.split('-')[0] ?? tag
    const speaks = (names: readonly string[]) => names.some((name) => name.includes(language))
    expect(speaks(installers.nsis.installerLanguages)).toBe(true)
    expect(speaks(Object.keys(installers.linux.desktop.entry).filter((name) => name.startsWith('Comment[')))).toBe(true)
    const folder = readdirSync('build/mac').find((name) => name.startsWith(language))
    const text = readFileSync(join('build/mac', folder ?? 'none', 'InfoPlist.strings'), 'utf8')
    expect(text).toMatch(/^"NSCameraUsageDescription" = ".+";$/m)
  })

  it('holds every package that the program loads, and none that is bundled into the window', () => {
    const loaded = packagesOf(WINDOWLESS)
    const bundled = packagesOf(['renderer'])
    expect([...loaded]).toEqual(expect.arrayContaining(['better-sqlite3', 'keytar', 'fastify']))
    const left = Object.keys(manifest.dependencies).filter((name) => isLeftOut(`node_modules/${name}/index.js`))
    expect(left.filter((name) => loaded.has(name))).toEqual([])
    const windowOnly = Object.keys(manifest.dependencies).filter((name) => bundled.has(name) && !loaded.has(name))
    expect(windowOnly.filter((name) => !left.includes(name))).toEqual([])
    expect(isLeftOut('node_modules/@napi-rs/canvas/index.js')).toBe(true)
  })

  it('holds the built program, and native modules where a system can load them', () => {
    expect(installers.files.some((pattern) => matchesGlob(manifest.main, pattern))).toBe(true)
    expect(isLeftOut(manifest.main)).toBe(false)
    const native = 'node_modules/better-sqlite3/prebuilds/linux-x64.node'
    expect(isLeftOut(native)).toBe(false)
    expect(installers.asarUnpack.some((pattern) => matchesGlob(native, pattern))).toBe(true)
  })

  it('is made of the Electron that the program is written for', () => {
    expect(installers.electronVersion).toBe(manifest.devDependencies['electron'])
  })

  it('for Linux starts the program with its sandbox, which it refuses to be without', () => {
    // With none of ours, electron-builder puts --no-sandbox into the menu entry of an AppImage.
    expect(installers.appImage.executableArgs).toEqual(['--enable-sandbox'])
  })

  it('for macOS lets the hardened program ask for the camera, and says what for', () => {
    const { hardenedRuntime, entitlements, entitlementsInherit, extendInfo } = installers.mac
    expect(hardenedRuntime).toBe(true)
    for (const path of [entitlements, entitlementsInherit]) {
      expect(readFileSync(path, 'utf8')).toMatch(/<key>com\.apple\.security\.device\.camera<\/key>\s*<true\/>/)
    }
    expect(extendInfo['NSCameraUsageDescription']).toContain('codes')
  })
})
