import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { codeOf } from '#contract/errors'
import { isLater, isOurTurn } from '../../src/updates/release.ts'
import { manualClock } from '../support/clock.ts'
import { seededRandom } from '../support/random.ts'
import { expectPrivate } from '../support/systems.ts'
import {
  copyOf,
  fileOf,
  INSTALLER,
  keyOf,
  keyPair,
  manifestOf,
  NAME,
  newFolder,
  sent,
  served,
  startUpdateServer,
} from './support.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const failed = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

describe('a copy of Coffer', () => {
  it('asks nobody before its person has chosen', async () => {
    const server = await startUpdateServer()
    const clock = manualClock()
    const copy = copyOf(server, { clock })
    await clock.advance(3 * DAY)
    expect((await copy.read()).choice).toBeNull()
    expect(server.asked).toEqual([])
  })

  it('asks nobody while it is switched off', async () => {
    const server = await startUpdateServer()
    const clock = manualClock()
    const copy = copyOf(server, { clock })
    await copy.choose('off')
    await clock.advance(3 * DAY)
    expect(server.asked).toEqual([])
  })

  it('asks nobody once it is switched off by another that shares its folder', async () => {
    const server = await startUpdateServer()
    const [clock, folder] = [manualClock(), newFolder()]
    const [one, other] = [copyOf(server, { clock, folder }), copyOf(server, { clock, folder })]
    await one.choose('notify')
    await vi.waitUntil(async () => !(await one.read()).looking && server.asked.length === 2)
    await other.choose('off')
    await clock.advance(3 * DAY)
    expect(server.asked).toHaveLength(2)
    expect((await one.read()).choice).toBe('off')
  })

  it('tells of a new version, and brings nothing of it by itself', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.choose('notify')
    await vi.waitUntil(async () => (await copy.read()).release !== null)
    expect((await copy.read()).release).toMatchObject({
      ...{ version: '9.1.0', state: 'newer', size: INSTALLER.length, notes: { en: 'What is new.\nMuch.' } },
    })
    expect(server.asked).toEqual(['/release-key.json', '/manifest.json'])
  })

  it('asks once a day, also after a restart', async () => {
    const server = await startUpdateServer()
    const [clock, folder] = [manualClock(), newFolder()]
    const first = copyOf(server, { clock, folder })
    await first.choose('notify')
    await vi.waitUntil(async () => (await first.read()).lookedAt !== null)
    await first.stop()
    await clock.advance(23 * HOUR)
    const second = copyOf(server, { clock, folder })
    expect((await second.read()).looking).toBe(false)
    await second.stop()
    await clock.advance(2 * HOUR)
    const third = copyOf(server, { clock, folder })
    expect((await third.read()).looking).toBe(true)
    await vi.waitUntil(async () => !(await third.read()).looking)
    expect(server.asked).toHaveLength(4)
  })

  it('still tells of it after a restart without a line', async () => {
    const server = await startUpdateServer()
    const folder = newFolder()
    const first = copyOf(server, { folder })
    await first.look()
    await first.stop()
    await server.close()
    expect((await copyOf(server, { folder }).read()).release).toMatchObject({ version: '9.1.0', state: 'newer' })
  })

  it('says nothing of itself to the service', async () => {
    const server = await startUpdateServer()
    await copyOf(server).look()
    const usual = new Set(['host', 'connection', 'accept', 'accept-encoding', 'accept-language', 'sec-fetch-mode'])
    const told = server.headers.flatMap((headers) => Object.keys(headers)).filter((name) => !usual.has(name))
    // Of Node itself, and against caches on the way.
    expect([...new Set(told)].sort()).toEqual(['cache-control', 'pragma', 'user-agent'])
    expect(new Set(server.headers.map((headers) => headers['user-agent']))).toEqual(new Set(['node']))
  })

  it('brings, checks and hands over the file only when it is told to', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.choose('notify')
    await copy.look()
    expect(await copy.bring()).toMatchObject({ download: { state: 'ready' }, problem: null })
    expect(copy.installed).toEqual([])
    expect(await copy.install()).toEqual({ done: 'replaced' })
    expect(copy.installed).toMatchObject([{ path: copy.path(NAME), version: '9.1.0', form: 'appimage' }])
    expect(readFileSync(copy.path(NAME)).equals(INSTALLER)).toBe(true)
  })

  it('brings the file by itself where that was chosen, and runs nothing', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.choose('install')
    await vi.waitUntil(async () => (await copy.read()).download.state === 'ready')
    expect(copy.installed).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('keeps what it brings for its own user alone', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bring()
    expectPrivate(copy.path(NAME), join(copy.folder, 'files'))
  })

  it('goes on with half a file', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    expect((await copy.bringHalf(INSTALLER.subarray(0, 100_000))).problem?.code).toBe('remote.unreachable')
    expect(copy.brought()).toEqual([`${NAME}.partial`])
    server.answers.set(`/files/${NAME}`, served(INSTALLER))
    expect((await copy.bring()).download.state).toBe('ready')
    expect(server.asked.at(-1)).toBe(`/files/${NAME} bytes=100000-`)
    expect(copy.brought()).toEqual([NAME])
  })

  it.each([429, 503])('goes on with half a file after an answer %i', async (status) => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bringHalf(INSTALLER.subarray(0, 100_000))
    server.answers.set(`/files/${NAME}`, sent('<html>', {}, status))
    await copy.bring()
    expect(copy.brought()).toEqual([`${NAME}.partial`])
    server.answers.set(`/files/${NAME}`, served(INSTALLER))
    expect((await copy.bring()).download.state).toBe('ready')
    expect(server.asked.at(-1)).toBe(`/files/${NAME} bytes=100000-`)
  })

  it('begins anew where the service sends all of it again', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bring()
    const again = copyOf(server, { folder: copy.folder })
    writeFileSync(copy.path(`${NAME}.partial`), 'something else that was begun')
    writeFileSync(copy.path(NAME), 'damaged meanwhile')
    server.answers.set(`/files/${NAME}`, sent(INSTALLER))
    expect((await again.bring()).download.state).toBe('ready')
  })

  it('is content with a version that is not newer', async () => {
    const server = await startUpdateServer()
    for (const [counter, version] of [
      [1, '1.2.3'],
      [2, '1.2.2'],
      [3, '1.1.99'],
      [4, '0.9.9'],
    ] as const) {
      server.publish(manifestOf({ counter, version }))
      const copy = copyOf(server)
      expect((await copy.look()).release?.state).toBe('current')
      expect(await failed(copy.bring())).toBe('update.none')
    }
  })

  it('offers no file of another system, machine or form', async () => {
    const server = await startUpdateServer()
    for (const other of [{ platform: 'win32' }, { arch: 'arm64' }, { form: 'deb' }]) {
      server.publish(manifestOf({ files: [fileOf(INSTALLER, other)] }))
      const copy = copyOf(server)
      expect((await copy.look()).release).toMatchObject({ state: 'newer', size: null })
      expect(await failed(copy.bring())).toBe('update.none')
    }
  })

  it('without anything that installs tells of a version and brings none', async () => {
    const server = await startUpdateServer()
    const { install: _, ...rest } = { install: undefined }
    const copy = copyOf(server, { ...rest, target: null })
    await copy.choose('install')
    expect((await copy.look()).installs).toBe(false)
    expect(await failed(copy.bring())).toBe('update.none')
  })

  it('that was built without a service says so and asks nobody', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server, { service: null })
    await copy.choose('install')
    expect((await copy.look()).service).toBeNull()
    expect((await copy.read()).problem?.code).toBe('update.none')
    expect(server.asked).toEqual([])
  })

  it('refuses what a newer Coffer keeps about updates, and leaves it as it is', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.choose('off')
    const path = join(copy.folder, 'updates.json')
    const newer = readFileSync(path, 'utf8').replace('"version":1', '"version":2')
    writeFileSync(path, newer)
    expect(() => copyOf(server, { folder: copy.folder })).toThrow(expect.objectContaining({ code: 'store.newer' }))
    expect(readFileSync(path, 'utf8')).toBe(newer)
  })

  it('asks anew what its person wishes where that cannot be read', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.choose('notify')
    writeFileSync(join(copy.folder, 'updates.json'), '{"version":1,"choice":"every')
    expect((await copyOf(server, { folder: copy.folder }).read()).choice).toBeNull()
  })
})

describe('time', () => {
  const at = (text: string) => manualClock(Date.parse(text))

  it('makes a manifest one that nobody vouches for, which is told and offers nothing', async () => {
    const server = await startUpdateServer()
    server.publish(manifestOf({ expires: '2026-12-01T00:00:00Z' }))
    const clock = at('2026-11-30T23:00:00Z')
    const copy = copyOf(server, { clock })
    expect((await copy.look()).release?.state).toBe('newer')
    await clock.advance(2 * HOUR)
    expect((await copy.read()).release?.state).toBe('expired')
    expect(await failed(copy.bring())).toBe('update.none')
  })

  it('ends a key as well, whatever its manifests say', async () => {
    const server = await startUpdateServer()
    server.nameKey(keyOf({ key: server.release.hex, until: '2026-12-01T00:00:00Z' }))
    const copy = copyOf(server, { clock: at('2026-12-01T00:00:01Z') })
    expect((await copy.look()).release?.state).toBe('expired')
  })
})

describe('the key in use', () => {
  it('is replaced by the offline key, and counting begins anew', async () => {
    const server = await startUpdateServer()
    server.publish(manifestOf({ counter: 7 }))
    const copy = copyOf(server)
    await copy.look()
    const next = keyPair()
    server.nameKey(keyOf({ serial: 2, key: next.hex }))
    Object.assign(server.release, next)
    server.publish(manifestOf({ counter: 1, version: '9.2.0' }))
    expect((await copy.look()).release?.version).toBe('9.2.0')
  })
})

describe('a version that is given out step by step', () => {
  it('comes to some computers and later to the others', async () => {
    const server = await startUpdateServer()
    server.publish(manifestOf({ share: 50 }))
    const states = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(async (seed) => {
        const copy = copyOf(server, { random: seededRandom(seed) })
        return (await copy.look()).release?.state
      }),
    )
    expect(new Set(states)).toEqual(new Set(['newer', 'later']))
    server.publish(manifestOf({ share: 100, counter: 2 }))
    expect((await copyOf(server).look()).release?.state).toBe('newer')
  })

  it('reaches about the share that was meant, never loses whom it reached, and all at a hundred', () => {
    const lots = Array.from({ length: 2000 }, (_, at) => `lot ${at}`)
    const reached = lots.filter((lot) => isOurTurn({ share: 30, version: '9.1.0' }, lot))
    expect(reached.length).toBeGreaterThan(500)
    expect(reached.length).toBeLessThan(700)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), fc.string(), fc.string(), (share, lot, version) => {
        expect(isOurTurn({ share: 100, version }, lot)).toBe(true)
        expect(isOurTurn({ share: 0, version }, lot)).toBe(false)
        if (isOurTurn({ share, version }, lot)) expect(isOurTurn({ share: share + 1, version }, lot)).toBe(true)
      }),
    )
  })
})

describe('an order of versions', () => {
  it('is that of their numbers', () => {
    const part = fc.integer({ min: 0, max: 999 })
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (a, b) => {
        const weight = ([x, y, z]: readonly [number, number, number]) => (x * 1000 + y) * 1000 + z
        expect(isLater(a.join('.'), b.join('.'))).toBe(weight(a) > weight(b))
      }),
    )
    expect(isLater('10.0.0', '9.9.9')).toBe(true)
    expect(isLater('unknown', '1.0.0')).toBe(false)
    expect(isLater('2.0.0', 'unknown')).toBe(false)
  })
})
