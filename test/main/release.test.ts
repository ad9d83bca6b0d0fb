import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'

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
  const folder = mkdtempSync(join(tmpdir(), 'coffer-release-'))
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
    expect(run('build/dist.mjs', ['--publish'], nowhere).status).toBe(1)
  })
})
