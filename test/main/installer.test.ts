import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LANGUAGE_TAGS } from '#words'

/* What installers are told to make; `npm run dist` reads back what was made. */

interface Installers {
  readonly electronVersion: string
  readonly files: readonly string[]
  readonly asarUnpack: readonly string[]
  readonly appImage: { readonly executableArgs: readonly string[] }
  readonly linux: { readonly desktop: { readonly entry: Readonly<Record<string, string>> } }
  readonly appId: string
  readonly protocols: readonly { readonly schemes: readonly string[] }[]
  readonly nsis: { readonly installerLanguages: readonly string[]; readonly include: string }
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

const WINDOWLESS = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'renderer')
  .map(({ name }) => name)

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

/** Packages that the bundler puts into the main program itself. */
const MERGED = [
  ...(
    /externalizeDeps: \{ exclude: \[([^\]]+)\]/.exec(readFileSync('electron.vite.config.ts', 'utf8'))?.[1] ?? ''
  ).matchAll(/'([^']+)'/g),
].map(([, name = '']) => name)

interface Locked {
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const locked = read<{ readonly packages: Readonly<Record<string, Locked>> }>('package-lock.json').packages

/** Where the packages lie that these need, with all that those need, as Node finds them. */
function reachedFrom(names: Iterable<string>): ReadonlySet<string> {
  const places = new Set<string>()
  function reach(name: string, from: string): void {
    const place = `${from}node_modules/${name}`
    const above = from.lastIndexOf('node_modules/')
    const found = locked[place]
    if (found === undefined && above >= 0) reach(name, from.slice(0, above))
    // Types are nothing that is run.
    if (found === undefined || places.has(place) || name.startsWith('@types/')) return
    places.add(place)
    for (const next of Object.keys({ ...found.dependencies, ...found.optionalDependencies })) reach(next, `${place}/`)
  }
  for (const name of names) reach(name, '')
  return places
}

/** As electron-builder fills in the names of the system that it packs for. */
const isLeftOut = (path: string, target = 'linux-x64'): boolean =>
  installers.files.some((pattern) => {
    const glob = pattern.replaceAll(/\$\{platform\}-\$\{arch\}/g, target)
    return glob.startsWith('!') && matchesGlob(path, glob.slice(1))
  })

interface Built {
  readonly electronFuses: Readonly<Record<string, boolean>>
  readonly linux: { readonly maintainer: string }
  readonly deb: {
    readonly maintainer: string
    readonly recommends: readonly string[]
    readonly desktop: {
      readonly entry: Readonly<Record<string, string>>
      readonly desktopActions: Readonly<Record<string, Readonly<Record<string, string>>>>
    }
  }
  readonly mac: { readonly notarize: boolean; readonly identity?: string; readonly hardenedRuntime: boolean }
  readonly extraMetadata: { readonly homepage: string; readonly desktopName: string }
  readonly protocols: readonly { readonly schemes: readonly string[] }[]
}
type Variables = Readonly<Record<string, string>>
const builder = (await import(pathToFileURL('build/dist-config.mjs').href)) as {
  configuration(given: { platform: string; env: Variables; electron: string | null }): Built
  signing(platform: string, env: Variables): { readonly notarize: boolean; readonly missing: readonly string[] }
}
const built = (platform = 'linux', env: Variables = {}) => builder.configuration({ platform, env, electron: null })

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

  it('takes away on Windows, when Coffer goes for good, what the program noted there under its names', () => {
    const { appId, nsis, protocols } = installers
    const macro = readFileSync(nsis.include, 'utf8')
    for (const { schemes } of protocols) {
      for (const scheme of schemes) expect(macro).toContain(`DeleteRegKey HKCU "Software\\Classes\\${scheme}"`)
    }
    expect(readFileSync('src/main/electron/installed.ts', 'utf8')).toContain(`const APP_ID = '${appId}'`)
    expect(macro).toMatch(
      /\{ifNot\} \$\{isUpdated\}[\s\S]+DeleteRegValue HKCU "[^"]+\\CurrentVersion\\Run" "\$\{APP_ID\}"/,
    )
  })

  it('holds every package that the program loads, and none that is bundled into the window', () => {
    const loaded = packagesOf(WINDOWLESS)
    expect(MERGED).toEqual(['zod', '@internationalized/date'])
    for (const name of MERGED) loaded.delete(name)
    const bundled = packagesOf(['renderer'])
    expect([...loaded]).toEqual(expect.arrayContaining(['better-sqlite3', 'keytar', 'fastify']))
    const left = Object.keys(manifest.dependencies).filter((name) => isLeftOut(`node_modules/${name}/index.js`))
    expect(left.filter((name) => loaded.has(name))).toEqual([])
    const windowOnly = Object.keys(manifest.dependencies).filter((name) => bundled.has(name) && !loaded.has(name))
    expect(windowOnly.filter((name) => !left.includes(name))).toEqual([])
    expect(isLeftOut('node_modules/@napi-rs/canvas/index.js')).toBe(true)
  })

  it('holds what these packages need, and of what the window and the bundler took in nothing', () => {
    const needed = reachedFrom([...packagesOf(WINDOWLESS)].filter((name) => !MERGED.includes(name)))
    expect([...needed].filter((place) => isLeftOut(`${place}/index.js`))).toEqual([])
    const shipped = Object.entries(locked).filter(([place, { dev }]) => place !== '' && dev !== true)
    const more = shipped.map(([place]) => place).filter((place) => !needed.has(place))
    expect(more.length).toBeGreaterThan(50)
    expect(more.filter((place) => !isLeftOut(`${place}/index.js`))).toEqual([])
  })

  it('holds of packages what is run, and whose they are', () => {
    for (const name of [
      'src/utils.ts',
      'index.d.mts',
      'docs/api.md',
      'docs/docs/api/Pool.md',
      'docs/index.html',
      'napi.h',
    ])
      expect([name, isLeftOut(`node_modules/ws/${name}`)]).toEqual([name, true])
    for (const name of ['LICENSE', 'LICENSE.md', 'NOTICE.md', 'package.json', 'lib/sender.js', 'src/passwords.json'])
      expect([name, isLeftOut(`node_modules/ws/${name}`)]).toEqual([name, false])
    expect(isLeftOut('resources/handbook/en/review.md')).toBe(false)
  })

  it('holds the built program, and native modules where a system can load them', () => {
    expect(installers.files.some((pattern) => matchesGlob(manifest.main, pattern))).toBe(true)
    expect(isLeftOut(manifest.main)).toBe(false)
    const native = 'node_modules/better-sqlite3/prebuilds/linux-x64.node'
    expect(isLeftOut(native)).toBe(false)
    expect(installers.asarUnpack.some((pattern) => matchesGlob(native, pattern))).toBe(true)
  })

  it.each([
    'better-sqlite3/prebuilds/NAME.node',
    'keytar/prebuilds/NAME/keytar.node',
    'sodium-native/prebuilds/NAME/sodium-native.node',
  ])('holds of %s what the target can load, and nothing for another', (path) => {
    const systems = [
      'linux-x64',
      'linux-arm64',
      'linuxmusl-x64',
      'darwin-x64',
      'darwin-arm64',
      'win32-x64',
      'win32-arm64',
    ]
    for (const target of ['linux-x64', 'darwin-arm64', 'win32-x64']) {
      const held = systems.filter((name) => !isLeftOut(`node_modules/${path.replace('NAME', name)}`, target))
      expect(held).toEqual([target])
    }
  })

  it('sets all nine fuses to the safe side, eight by the packager and the ninth by the hook', () => {
    expect(built().electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
    expect(read<object>('build/fuses.json')).toMatchObject({ WasmTrapHandlers: true })
    expect(Object.keys(read<object>('build/fuses.json'))).toHaveLength(9)
  })

  it('answers to links of its own alone', () => {
    expect(built().protocols.flatMap(({ schemes }) => schemes)).toEqual(['coffer'])
    expect(JSON.stringify(built())).not.toContain('x-scheme-handler/mixin')
  })

  it('for Debian names who keeps it and where it is at home, and recommends what chooses a screen', () => {
    const { author, email, homepage } = read<Readonly<Record<string, string>>>('build/identity.json')
    expect(built().deb.maintainer).toBe(`${author} <${email}>`)
    expect(built().linux.maintainer).toBe(`${author} <${email}>`)
    expect(built().extraMetadata).toMatchObject({ homepage, desktopName: 'org.coffer.wallet.desktop' })
    expect(built().deb.recommends).toContain('xdg-desktop-portal')
  })

  it('for Debian offers screens from the menu of the desktop, in each language', () => {
    const { entry, desktopActions } = built().deb.desktop
    const { send, receive } = desktopActions
    // Of groups that this does not name a desktop shows none.
    expect(entry['Actions']).toBe(`${Object.keys(desktopActions).join(';')};`)
    expect(send).toEqual({ Name: 'Send', 'Name[zh_CN]': '发送', 'Name[ja]': '送る', Exec: 'coffer --show=send' })
    expect(receive?.['Exec']).toBe('coffer --show=receive')
    expect(entry['Comment[ja]']).toContain('Mixin Safe')
  })

  it('for Linux is known by one name to windows, portals and the file of its entry', () => {
    const { desktopName } = built().extraMetadata
    // Portals take no name without a dot.
    expect(desktopName).toMatch(/^[a-z]+(?:\.[a-z]+)+\.desktop$/)
    expect(built().deb.desktop.entry['StartupWMClass']).toBe(desktopName.replace(/\.desktop$/, ''))
    expect(readFileSync('src/main/electron/installed.ts', 'utf8')).toContain(`'${desktopName}'`)
  })

  it('is signed and notarised by variables, and says what it lacks without them', () => {
    expect(builder.signing('linux', {}).missing).toEqual([])
    expect(builder.signing('win32', {}).missing.join()).toContain('Windows will warn')
    expect(builder.signing('win32', { WIN_CSC_LINK: 'x' }).missing).toEqual([])
    expect(builder.signing('darwin', {}).missing).toHaveLength(2)
    expect(builder.signing('darwin', { CSC_LINK: 'x' }).missing.join()).toContain('not notarised')
    const apple = { CSC_LINK: 'x', APPLE_API_KEY: 'x', APPLE_API_KEY_ID: 'x', APPLE_API_ISSUER: 'x' }
    expect(builder.signing('darwin', apple)).toEqual({ signs: true, notarize: true, missing: [] })
    expect([built('darwin', apple).mac.notarize, built('darwin').mac.notarize]).toEqual([true, false])
  })

  it('for macOS is signed by nobody where no certificate is given, so that it starts on the computer that made it', () => {
    // Fuses change a program whose seal macOS asks for, and a hardened one takes no libraries of nobody.
    expect(built('darwin').mac).toMatchObject({ identity: '-', hardenedRuntime: false })
    const signed = built('darwin', { CSC_NAME: 'x' }).mac
    expect([signed.identity, signed.hardenedRuntime]).toEqual([undefined, true])
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
