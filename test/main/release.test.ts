import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readRelease } from '../../src/updates/release.ts'
import { newFolder } from '../support/scratch.ts'

/* What a release is known by, and when there is none. */

const release = (await import(pathToFileURL('build/release.mjs').href)) as {
  placeholders(identity: Readonly<Record<string, string>>): string[]
  writeSums(folder: string, pem: string | undefined): string | null
  wrongFiles(folder: string, key: string): string[]
}
const identity = JSON.parse(readFileSync('build/identity.json', 'utf8')) as Readonly<Record<string, string>>

function pair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    hex: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
  }
}

/** A folder with two files, their sums and a signature. */
function signed() {
  const folder = newFolder('release')
  writeFileSync(join(folder, 'coffer-1.deb'), 'one')
  writeFileSync(join(folder, 'coffer-1.AppImage'), 'two')
  const { pem, hex } = pair()
  expect(release.writeSums(folder, pem)).toBe(hex)
  return { folder, hex, file: (name: string) => join(folder, name) }
}

const run = (program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, COFFER_RELEASE_KEY: '', ...more },
  })
  return { status, stdout, stderr }
}

describe('the files of a release', () => {
  it('are checked by sums under a signature, with the command that people are given', () => {
    const { folder, hex } = signed()
    expect(release.wrongFiles(folder, hex)).toEqual([])
    const { status, stdout } = run('build/release.mjs', [folder, '--key', hex])
    expect([status, stdout]).toEqual([0, 'Every file is the one that was signed.\n'])
  })

  it.skipIf(process.platform === 'win32')('have sums that sha256sum reads', () => {
    const { folder } = signed()
    const { status } = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
    expect(status).toBe(0)
  })

  it('are refused when one is changed, missing, or named outside of the folder', () => {
    const { folder, hex, file } = signed()
    writeFileSync(file('coffer-1.deb'), 'other')
    rmSync(file('coffer-1.AppImage'))
    expect(release.wrongFiles(folder, hex)).toEqual([
      'coffer-1.AppImage is missing',
      'coffer-1.deb is not the file that was signed',
    ])
    expect(run('build/release.mjs', [folder, '--key', hex]).status).toBe(1)
  })

  it('are refused beside one that nobody signed, under whatever name', () => {
    const { folder, hex, file } = signed()
    writeFileSync(file('coffer-1-setup.exe'), 'three')
    expect(release.wrongFiles(folder, hex)).toEqual([
      'coffer-1-setup.exe is in no line of SHA256SUMS: nobody signed it',
    ])
    expect(run('build/release.mjs', [folder, '--key', hex]).stdout).toBe('')
  })

  it('are refused when the sums are changed, or signed by another, or by nobody', () => {
    const { folder, hex, file } = signed()
    expect(release.wrongFiles(folder, pair().hex)).toEqual([expect.stringContaining('not signed by this key')])
    writeFileSync(file('SHA256SUMS'), readFileSync(file('SHA256SUMS'), 'utf8').replace('one', 'two').replace(/^./, 'f'))
    expect(release.wrongFiles(folder, hex)).toEqual([expect.stringContaining('changed since')])
    rmSync(file('SHA256SUMS.sig'))
    expect(release.wrongFiles(folder, hex)).toEqual([expect.stringContaining('nothing shows who made these files')])
  })

  it('cannot be checked against the placeholder of a key', () => {
    expect(release.wrongFiles(signed().folder, identity['releaseKey'] ?? '')).toEqual([
      expect.stringContaining('no public key'),
    ])
  })
})

describe('a release', () => {
  it('is refused while the identity has placeholders, each of which is named', () => {
    expect(release.placeholders(identity)).toEqual([
      'email',
      'security',
      'homepage',
      'repository',
      'updates',
      'releaseKey',
      'rootKey',
    ])
    for (const [program, option] of [
      ['build/dist.mjs', '--release'],
      ['build/release.mjs', '--identity'],
    ] as const) {
      const { status, stderr } = run(program, [option])
      expect([status, stderr]).toEqual([1, expect.stringMatching(/placeholders for email, .*releaseKey, rootKey\./)])
    }
  })

  it('is not refused once there is a name, an address and a key for each', () => {
    const own = Object.fromEntries(
      Object.entries(identity).map(([name, value]) => [name, value.replace('.invalid', '.example')]),
    )
    expect(release.placeholders(own)).toEqual(['releaseKey', 'rootKey'])
    expect(release.placeholders({ ...own, releaseKey: pair().hex, rootKey: pair().hex })).toEqual([])
  })
})

describe('npm run dist without Electron', () => {
  const nowhere = { ELECTRON_MIRROR: 'http://127.0.0.1:1/', ELECTRON_OVERRIDE_DIST_PATH: tmpdir() }

  it('says precisely what is missing, and ends with 2', () => {
    const { status, stdout, stderr } = run('build/dist.mjs', ['--dir'], nowhere)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/Electron \d+\.\d+\.\d+ for \w+ \w+ is not here, and 127\.0\.0\.1:1, .* cannot be reached/)
    expect(stderr).toContain('ELECTRON_OVERRIDE_DIST_PATH')
  })

  it('knows no options but its own', () => {
    expect(run('build/dist.mjs', ['--publish'], nowhere).status).toBe(2)
  })
})

describe('npm run release-manifest', () => {
  const [root, key] = [pair(), pair()]
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

  /** A folder with installers, and what the command says there. */
  function inFolder() {
    const folder = newFolder('manifest')
    for (const end of [
      'linux-x86_64.AppImage',
      'linux-amd64.deb',
      'mac-arm64.dmg',
      'win-x64.exe',
      'linux-x64.cdx.json',
    ])
      writeFileSync(join(folder, `coffer-${version}-${end}`), end)
    const program = join(process.cwd(), 'build/release-manifest.mjs')
    const command = (args: readonly string[], env: NodeJS.ProcessEnv) => {
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
        ...{ cwd: folder, encoding: 'utf8' },
        env: { ...process.env, COFFER_RELEASE_KEY: '', COFFER_ROOT_KEY: '', ...env },
      })
      return { status, stderr }
    }
    return { folder, command }
  }

  it('writes what copies believe, of every installer and of nothing else', () => {
    const { folder, command } = inFolder()
    const named = command(['--root', '--serial', '1', '--key', key.hex], { COFFER_ROOT_KEY: root.pem })
    writeFileSync(join(folder, 'en.txt'), 'New.\n')
    const args = [folder, '--counter', '3', '--share', '10', '--notes', folder]
    const signed = command(args, { COFFER_RELEASE_KEY: key.pem })
    expect([named.status, signed.status]).toEqual([0, 0])
    const text = (name: string) => readFileSync(join(folder, name), 'utf8')
    const texts = { key: text('release-key.json'), manifest: text('manifest.json') }
    const { manifest } = readRelease(texts, root.hex, null)
    expect(manifest).toMatchObject({ counter: 3, version, share: 10, notes: { en: 'New.' } })
    expect(manifest.files.map(({ platform, arch, form }) => `${platform} ${arch} ${form}`)).toEqual([
      'linux x64 deb',
      'linux x64 appimage',
      'darwin arm64 dmg',
      'win32 x64 nsis',
    ])
  })

  it('sums up the files of all systems, as the command for people checks them', () => {
    const { folder, command } = inFolder()
    writeFileSync(join(folder, 'SHA256SUMS'), 'of one system alone\n')
    expect(command([folder], { COFFER_RELEASE_KEY: key.pem }).status).toBe(0)
    expect(release.wrongFiles(folder, key.hex)).toEqual([])
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').match(/manifest\.json|\.dmg|\.exe|\.deb/g)).toHaveLength(4)
  })

  it('counts by the clock where no number is given, so that a later manifest is always higher', () => {
    const { folder, command } = inFolder()
    const counter = () => {
      expect(command([folder], { COFFER_RELEASE_KEY: key.pem }).status).toBe(0)
      const { signed } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { signed: string }
      return (JSON.parse(signed) as { counter: number }).counter
    }
    const now = Date.now() / 1000
    expect(Math.abs(counter() - now)).toBeLessThan(600)
  })

  it('takes what is new, which is written in every language and fits', () => {
    const { folder, command } = inFolder()
    const named = command(['--root', '--serial', '1', '--key', key.hex], { COFFER_ROOT_KEY: root.pem })
    const signed = command([folder, '--notes', join(process.cwd(), 'build', 'notes')], { COFFER_RELEASE_KEY: key.pem })
    expect([named.status, signed.status]).toEqual([0, 0])
    const text = (name: string) => readFileSync(join(folder, name), 'utf8')
    const texts = { key: text('release-key.json'), manifest: text('manifest.json') }
    const { notes } = readRelease(texts, root.hex, null).manifest
    expect(Object.keys(notes)).toEqual(['en', 'zh-CN', 'ja'])
    expect(Object.values(notes).filter((note = '') => note.length < 100)).toEqual([])
  })

  it('says which key is missing, and writes nothing', () => {
    const { folder, command } = inFolder()
    expect(command([folder, '--counter', '1'], {}).stderr).toContain('COFFER_RELEASE_KEY is not set')
    const named = command(['--root', '--serial', '1', '--key', key.hex], {})
    expect(named).toMatchObject({ status: 1, stderr: expect.stringContaining('COFFER_ROOT_KEY is not set') })
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false)
  })

  it('refuses the offline key as the one in use, a counter that is none, and installers of another version', () => {
    const { folder, command } = inFolder()
    const byItself = command(['--root', '--serial', '1', '--key', root.hex], { COFFER_ROOT_KEY: root.pem })
    expect(byItself).toMatchObject({ status: 1, stderr: expect.stringContaining('not for daily use') })
    const env = { COFFER_RELEASE_KEY: key.pem }
    expect(command([folder, '--counter', '1.5'], env).stderr).toContain('--counter takes a whole number')
    writeFileSync(join(folder, 'coffer-99.0.0-linux-x64.deb'), 'x')
    expect(command([folder, '--counter', '1'], env).stderr).toContain('These are not of version')
  })
})
