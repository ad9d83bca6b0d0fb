import { mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { codeOf } from '#contract/errors'
import { manualClock } from '../support/clock.ts'
import {
  copyOf,
  keyOf,
  keyPair,
  manifestOf,
  NAME,
  newFolder,
  sent,
  signedLine,
  startUpdateServer,
  type UpdateServer,
} from './support.ts'

/* What was believed, brought or kept once, and what became of it since. */

const FILE = `/files/${NAME}`
const HOUR = 3_600_000
const failed = (work: Promise<unknown>) => work.then(() => 'done', codeOf)

/** The same line without its end, as a mirror may well give it. */
const cut = (line: string) => sent(line.trimEnd())

async function withFile(server: UpdateServer, given: Parameters<typeof copyOf>[1] = {}) {
  const copy = copyOf(server, given)
  await copy.look()
  expect((await copy.bring()).download.state).toBe('ready')
  return copy
}

describe('a file that was brought', () => {
  it('is not installed once its version was taken back', async () => {
    const server = await startUpdateServer()
    const copy = await withFile(server)
    server.publish(manifestOf({ counter: 2, share: 0 }))
    expect((await copy.look()).download.state).toBe('none')
    expect(await failed(copy.install())).toBe('update.none')
    expect(copy.installed).toEqual([])
  })

  it('is not installed once another version is the newest', async () => {
    const server = await startUpdateServer()
    const copy = await withFile(server)
    server.publish(manifestOf({ counter: 2, version: '9.2.0', files: [] }))
    expect((await copy.look()).download.state).toBe('none')
    expect(await failed(copy.install())).toBe('update.none')
  })

  it('under a key that was stolen is not installed once another key is named', async () => {
    const server = await startUpdateServer()
    const copy = await withFile(server)
    const next = keyPair()
    server.nameKey(keyOf({ serial: 2, key: next.hex }))
    Object.assign(server.release, next)
    server.publish(manifestOf({ version: '1.2.3', files: [] }))
    expect((await copy.look()).release?.state).toBe('current')
    expect(await failed(copy.install())).toBe('update.none')
    expect(copy.installed).toEqual([])
  })

  it('is not installed once nobody vouches for it any more', async () => {
    const server = await startUpdateServer()
    server.publish(manifestOf({ expires: '2026-12-01T00:00:00Z' }))
    const clock = manualClock(Date.parse('2026-11-30T23:00:00Z'))
    const copy = await withFile(server, { clock })
    await clock.advance(2 * HOUR)
    expect(await failed(copy.install())).toBe('update.none')
  })

  it('stays where its release was only signed anew', async () => {
    const server = await startUpdateServer()
    const copy = await withFile(server)
    server.publish(manifestOf({ counter: 2, expires: '2999-06-01T00:00:00Z' }))
    expect((await copy.look()).download.state).toBe('ready')
    expect(await copy.install()).toEqual({ done: 'replaced' })
  })
})

describe('a release', () => {
  it('is the same with and without the end of a line', async () => {
    const server = await startUpdateServer()
    server.answers.set('/release-key.json', cut(signedLine('key', keyOf({ key: server.release.hex }), server.root.key)))
    server.answers.set('/manifest.json', cut(signedLine('manifest', manifestOf(), server.release.key)))
    const copy = copyOf(server)
    expect((await copy.look()).problem).toBeNull()
    server.nameKey(keyOf({ key: server.release.hex }))
    server.publish(manifestOf())
    expect((await copy.look()).problem).toBeNull()
  })

  it.each([
    ['made', { made: '2026-13-45T99:99:99Z' }],
    ['expires', { expires: '2026-13-45T99:99:99Z' }],
  ])('whose time %s there is not is refused, and nothing of it is kept', async (_, given) => {
    const server = await startUpdateServer()
    server.publish(manifestOf(given))
    const copy = copyOf(server)
    expect((await copy.look()).problem?.code).toBe('update.malformed')
    expect((await copy.read()).release).toBeNull()
  })

  it('of another service, tried with the same files, stands in the way of nobody', async () => {
    const [tried, own] = [await startUpdateServer(), await startUpdateServer()]
    tried.nameKey(keyOf({ serial: 9, key: tried.release.hex }))
    const folder = newFolder()
    const first = copyOf(tried, { folder })
    await first.look()
    await first.stop()
    const copy = copyOf(own, { folder })
    expect((await copy.read()).release).toBeNull()
    expect((await copy.look()).problem).toBeNull()
  })
})

describe('a clock', () => {
  it('that was set forward for a while has it looked again once it is right', async () => {
    const server = await startUpdateServer()
    const folder = newFolder()
    const first = copyOf(server, { folder, clock: manualClock(Date.parse('2035-01-01T00:00:00Z')) })
    await first.choose('notify')
    await vi.waitUntil(async () => (await first.read()).lookedAt !== null)
    await first.stop()
    const asked = server.asked.length
    const second = copyOf(server, { folder, clock: manualClock(Date.parse('2026-11-20T00:00:00Z')) })
    await vi.waitUntil(async () => !(await second.read()).looking)
    expect(server.asked.length).toBeGreaterThan(asked)
  })

  it('that was set back has nothing believed that is older than what was seen', async () => {
    const server = await startUpdateServer()
    server.publish(manifestOf({ counter: 2 }))
    const folder = newFolder()
    const first = copyOf(server, { folder, clock: manualClock(Date.parse('2026-11-20T00:00:00Z')) })
    await first.look()
    await first.stop()
    server.publish(manifestOf({ expires: '2026-02-01T00:00:00Z', version: '9.0.5' }))
    const second = copyOf(server, { folder, clock: manualClock(Date.parse('2026-01-01T00:00:00Z')) })
    const { release, problem } = await second.look()
    expect([release?.version, problem?.code]).toEqual(['9.1.0', 'update.replayed'])
  })
})

describe('a disk that takes nothing', () => {
  /** The file can take no other's place until that is mended. */
  function broken(folder: string) {
    const path = join(folder, 'updates.json')
    renameSync(path, `${path}.old`)
    mkdirSync(path)
    return {
      mend() {
        rmdirSync(path)
        renameSync(`${path}.old`, path)
      },
    }
  }

  it('leaves the choice as it was, and says so', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.choose('off')
    const disk = broken(copy.folder)
    expect(await failed(copy.choose('notify'))).toBe('store.disk')
    expect((await copy.read()).choice).toBe('off')
    disk.mend()
    expect((await copy.choose('notify')).choice).toBe('notify')
  })

  it('has no release believed that a restart would forget', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    const disk = broken(copy.folder)
    server.publish(manifestOf({ counter: 2, version: '9.2.0' }))
    expect((await copy.look()).problem?.code).toBe('store.disk')
    expect((await copy.read()).release?.version).toBe('9.1.0')
    await copy.stop()
    disk.mend()
    expect((await copyOf(server, { folder: copy.folder }).read()).release?.version).toBe('9.1.0')
  })
})

describe('a copy that brings by itself', () => {
  const tries = (server: UpdateServer) => server.asked.filter((path) => path.startsWith(FILE)).length

  async function choosing(server: UpdateServer) {
    const clock = manualClock(Date.parse('2026-11-20T00:00:00Z'))
    const copy = copyOf(server, { clock })
    await copy.choose('install')
    const settled = async () => {
      await vi.waitUntil(async () => {
        const { looking, download } = await copy.read()
        return !looking && download.state !== 'running'
      })
    }
    await vi.waitUntil(() => tries(server) === 1)
    await settled()
    return {
      copy,
      async hours(count: number) {
        for (let quarter = 0; quarter < count * 4; quarter += 1) {
          await clock.advance(HOUR / 4)
          await settled()
        }
      },
    }
  }

  it('takes a file that is not the signed one once a day, and not each quarter of an hour', async () => {
    const server = await startUpdateServer()
    server.answers.set(FILE, sent('evil'))
    const { copy, hours } = await choosing(server)
    await hours(20)
    expect(tries(server)).toBe(1)
    await hours(8)
    expect(tries(server)).toBe(2)
    await copy.bring()
    expect(tries(server)).toBe(3)
  })

  it('tries a broken line more and more rarely', async () => {
    const server = await startUpdateServer()
    server.answers.set(FILE, (_, response) => void response.destroy())
    const { hours } = await choosing(server)
    await hours(2)
    const soon = tries(server)
    expect(soon).toBeGreaterThan(1)
    await hours(24)
    expect(tries(server)).toBeLessThan(12)
    expect(tries(server)).toBeGreaterThan(soon)
  })

  it('begins nothing once it is told to stop', async () => {
    const server = await startUpdateServer()
    const [clock, folder] = [manualClock(Date.parse('2026-11-20T00:00:00Z')), newFolder()]
    const first = copyOf(server, { clock, folder })
    await first.choose('notify')
    await vi.waitUntil(async () => (await first.read()).release !== null)
    await first.stop()
    await clock.advance(25 * HOUR)
    const asked = Promise.withResolvers<void>()
    server.answers.set('/manifest.json', () => asked.resolve())
    const second = copyOf(server, { clock, folder })
    await second.choose('install')
    await asked.promise
    await second.stop()
    expect((await second.read()).download.state).toBe('none')
    expect(tries(server)).toBe(0)
  })
})

describe('after an update', () => {
  it('the new version says once what it is, until that was seen', async () => {
    const server = await startUpdateServer()
    const folder = newFolder()
    const older = copyOf(server, { folder })
    expect((await older.read()).updatedTo).toBeNull()
    await older.stop()
    const newer = copyOf(server, { folder, version: '9.1.0' })
    expect((await newer.read()).updatedTo).toBe('9.1.0')
    await newer.stop()
    const again = copyOf(server, { folder, version: '9.1.0' })
    expect((await again.read()).updatedTo).toBe('9.1.0')
    expect((await again.calls['updates.seen'](null)).updatedTo).toBeNull()
    await again.stop()
    expect((await copyOf(server, { folder, version: '9.1.0' }).read()).updatedTo).toBeNull()
  })

  it('nothing is said at the first start, nor by an older version', async () => {
    const server = await startUpdateServer()
    const folder = newFolder()
    const newer = copyOf(server, { folder, version: '9.1.0' })
    expect((await newer.read()).updatedTo).toBeNull()
    await newer.stop()
    expect((await copyOf(server, { folder, version: '9.0.0' }).read()).updatedTo).toBeNull()
  })

  it('is told also where nobody is asked for new versions', async () => {
    const server = await startUpdateServer()
    const folder = newFolder()
    await copyOf(server, { folder, service: null }).stop()
    expect((await copyOf(server, { folder, service: null, version: '2.0.0' }).read()).updatedTo).toBe('2.0.0')
    expect(server.asked).toEqual([])
  })
})
