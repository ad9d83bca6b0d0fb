import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findIndex, type IndexBody, setIndexAside, writeIndex } from '../../src/vault/index-file.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import { WINDOWS, wasKilled } from '../support/systems.ts'

const OLD: IndexBody = { store: 'file', profile: 'mine', accounts: ['old'], entries: { master: 'old' } }
const NEW: IndexBody = { store: 'file', profile: 'mine', accounts: ['new'], entries: { master: 'new' } }

function folderWith(index: IndexBody | null): string {
  const dir = newFolder('index')
  if (index !== null) writeIndex(dir, index)
  return dir
}

/** Runs the program that is killed before its step of that number. True when it had fewer steps. */
function isWholeWhenKilledAt(dir: string, deed: 'begin' | 'write' | 'repair', step: number): boolean {
  const script = programOf('test/vault/index-killed.ts')
  const { signal, status, stderr } = spawnSync(process.execPath, [script, dir, deed, String(step)])
  if (wasKilled(signal, status, stderr.toString())) return false
  if (status !== 0) throw new Error(stderr.toString())
  return true
}

describe('vault.json', () => {
  it('comes back from its last good copy for every single byte that is changed in it', () => {
    const dir = folderWith(OLD)
    const path = join(dir, 'vault.json')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      writeFileSync(path, damaged)
      const found = findIndex(dir)
      expect(found.index).toEqual(OLD)
      expect(found.origin).toBe('copy')
    }
  })

  it.each(['', '{', 'null', '{"version":2,"sum":"","body":null}'])('is not read from %j', (text) => {
    const dir = folderWith(null)
    writeFileSync(join(dir, 'vault.json'), text)
    expect(findIndex(dir)).toEqual({ index: null, origin: 'damaged' })
  })

  it('is told apart from a vault that never was', () => {
    expect(findIndex(folderWith(null))).toEqual({ index: null, origin: 'none' })
  })

  it.each(['vault.json', 'vault.last.json'])('is what it was where %s could not be written', (name) => {
    const dir = folderWith(OLD)
    const inTheWay = join(dir, `${name}.next`)
    mkdirSync(inTheWay)
    expect(() => writeIndex(dir, NEW)).toThrow()
    rmdirSync(inTheWay)
    expect(findIndex(dir)).toEqual({ index: OLD, origin: 'file' })
  })

  it('brings a copy that fell behind up to date', () => {
    const dir = folderWith(OLD)
    const old = readFileSync(join(dir, 'vault.last.json'))
    writeIndex(dir, NEW)
    writeFileSync(join(dir, 'vault.last.json'), old)
    expect(findIndex(dir).index).toEqual(NEW)
    rmSync(join(dir, 'vault.json'))
    expect(findIndex(dir).index).toEqual(NEW)
  })

  // Windows sets a program no bound for its files.
  it.skipIf(WINDOWS)('stays as it was where the disk takes only a part of the new one', () => {
    const dir = folderWith(OLD)
    const program = programOf('test/vault/index-killed.ts')
    // As with a disk that is nearly full, a first write is cut short and only the next one fails.
    const limited = `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`
    const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, program, dir, 'fill', '0'])
    expect(findIndex(dir)).toEqual({ index: OLD, origin: 'file' })
    expect(status).not.toBe(0)
    expect(stderr.toString()).toContain('EFBIG')
  })

  it('is the old one or the new one, whichever step of writing it the program is killed at', () => {
    let seen = ''
    for (let step = 1; ; step++) {
      const dir = folderWith(OLD)
      const isWhole = isWholeWhenKilledAt(dir, 'write', step)
      const { index, origin } = findIndex(dir)
      expect(origin).toBe('file')
      expect([OLD, NEW]).toContainEqual(index)
      seen += index?.accounts[0] === 'new' ? 'n' : 'o'
      if (isWhole) break
    }
    // Its folder is written too, which Windows does by itself.
    expect(seen).toMatch(WINDOWS ? /^o{4,}n$/ : /^o{4,}n{2,}$/)
  })

  it('is there or never was, and never damaged, whichever step of its first writing the program is killed at', () => {
    let seen = ''
    for (let step = 1; ; step++) {
      const dir = folderWith(null)
      const isWhole = isWholeWhenKilledAt(dir, 'begin', step)
      const { origin } = findIndex(dir)
      expect(['none', 'file']).toContain(origin)
      seen += origin === 'file' ? 'f' : 'n'
      expect(existsSync(join(dir, 'vault.json'))).toBe(origin === 'file')
      if (isWhole) break
    }
    expect(seen).toMatch(/^n{2,}f{4,}$/)
  })

  it('that is gone with accounts in its copy was lost, and is told so', () => {
    const dir = folderWith(NEW)
    rmSync(join(dir, 'vault.json'))
    expect(findIndex(dir)).toEqual({ index: NEW, origin: 'copy' })
  })

  it('is kept each time that it is set aside, also twice in one moment', () => {
    const dir = folderWith(OLD)
    setIndexAside(dir, 1n, { copyToo: true })
    writeIndex(dir, NEW)
    setIndexAside(dir, 1n, { copyToo: true })
    const kept = readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'))
    const of = (account: string) => kept.filter((text) => text.includes(`"accounts":["${account}"]`))
    expect([of('old').length, of('new').length]).toEqual([2, 2])
  })

  it('is never lost, whichever step of bringing it back the program is killed at', () => {
    for (let step = 1; ; step++) {
      const dir = folderWith(OLD)
      writeFileSync(join(dir, 'vault.json'), 'damaged')
      const isWhole = isWholeWhenKilledAt(dir, 'repair', step)
      expect(findIndex(dir).index).toEqual(OLD)
      if (!isWhole) continue
      expect(step).toBeGreaterThan(8)
      expect(readdirSync(dir)).toContain('vault.json.damaged-1')
      break
    }
  })
})
