import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { codeOf } from '#contract/errors'
import { readRelease } from '../../src/updates/release.ts'
import { manualClock } from '../support/clock.ts'
import { listening } from '../support/listening.ts'
import {
  copyOf,
  fileOf,
  INSTALLER,
  keyOf,
  keyPair,
  manifestOf,
  NAME,
  sent,
  served,
  signedLine,
  signedText,
  startUpdateServer,
  type UpdateServer,
} from './support.ts'

const FILE = `/files/${NAME}`

/** What a copy makes of a release that was altered: nothing is believed of it. */
async function refusal(alter: (server: UpdateServer) => void): Promise<string | undefined> {
  const server = await startUpdateServer()
  alter(server)
  const copy = copyOf(server)
  const { release, problem, lookedAt } = await copy.look()
  expect({ release, lookedAt }).toEqual({ release: null, lookedAt: null })
  return problem?.code
}

const signedBy = (key: ReturnType<typeof keyPair>, manifest = manifestOf()) =>
  sent(signedLine('manifest', manifest, key.key))

/** Sends without end, but for what no reader would wait for; answers how much that was. */
function endless() {
  let written = 0
  const answer = (_: unknown, response: ServerResponse): void => {
    response.writeHead(200)
    const more = (): void => {
      if (response.destroyed || written > 64e6) return
      written += 65_536
      response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(more))
    }
    more()
  }
  return { answer, written: () => written }
}

describe('a manifest', () => {
  it('with another signature is refused', async () => {
    const code = await refusal(({ answers, release }) => {
      const line = signedLine('manifest', manifestOf(), release.key)
      const other = line.replace(/(?<="signature":")./, (digit) => (digit === '0' ? '1' : '0'))
      answers.set('/manifest.json', sent(other))
    })
    expect(code).toBe('update.untrusted')
  })

  it('that was changed after it was signed is refused', async () => {
    const code = await refusal(({ answers, release }) => {
      answers.set('/manifest.json', sent(signedLine('manifest', manifestOf(), release.key).replace('9.1.0', '9.1.1')))
    })
    expect(code).toBe('update.untrusted')
  })

  it('of a key that the offline key did not name is refused', async () => {
    const thief = keyPair()
    expect(await refusal(({ answers }) => void answers.set('/manifest.json', signedBy(thief)))).toBe('update.untrusted')
  })

  it('signed by the offline key itself is refused', async () => {
    const code = await refusal(({ answers, root }) => void answers.set('/manifest.json', signedBy(root)))
    expect(code).toBe('update.untrusted')
  })

  it('whose signature is over the document of a key is refused', async () => {
    const code = await refusal(({ answers, release }) => {
      answers.set('/manifest.json', sent(signedLine('key', manifestOf(), release.key)))
    })
    expect(code).toBe('update.untrusted')
  })

  it('without end is left after its share of bytes', async () => {
    const { answer, written } = endless()
    expect(await refusal(({ answers }) => void answers.set('/manifest.json', answer))).toBe('remote.too_large')
    expect(written()).toBeLessThan(64e6)
  })

  it('that says it is huge is not begun', async () => {
    const code = await refusal(({ answers }) => {
      answers.set(
        '/manifest.json',
        (_, response) => void response.writeHead(200, { 'content-length': '999999999' }).flushHeaders(),
      )
    })
    expect(code).toBe('remote.too_large')
  })

  it.each([
    ['not JSON', 'hello'],
    ['an empty answer', ''],
    ['deep brackets', '['.repeat(100_000)],
    ['null', 'null'],
    ['a list', '[]'],
    ['a member more', '{"signed":"{}","signature":"00","more":1}'],
    ['a signature of another length', '{"signed":"{}","signature":"00"}'],
    ['a name twice', `{"signed":"{}","signed":"{}","signature":"${'0'.repeat(128)}"}`],
    ['a prototype', `{"signed":"{}","signature":"${'0'.repeat(128)}","__proto__":{"a":1}}`],
    ['blanks', `{ "signed":"{}","signature":"${'0'.repeat(128)}"}`],
  ])('that is %s is refused', async (_, text) => {
    expect(await refusal(({ answers }) => void answers.set('/manifest.json', sent(text)))).toBe('update.malformed')
  })

  it.each<[string, (text: string) => string]>([
    ['names a member twice', (text) => text.replace('{', '{"version":"8.0.0",')],
    ['has a member that nobody knows', (text) => text.replace('{', '{"run":"rm -rf /",')],
    ['has a prototype of its own', (text) => text.replace('{', '{"__proto__":{"version":"9.9.9"},')],
    ['has blanks', (text) => text.replace(',', ', ')],
    ['writes a number otherwise', (text) => text.replace('"share":100', '"share":1e2')],
    ['writes a letter otherwise', (text) => text.replace('9.1.0', '9.1.\\u0030')],
    ['lacks a member', (text) => text.replace('"share":100,', '')],
  ])('that %s is refused even when it is signed', async (_, alter) => {
    const code = await refusal(({ answers, release }) => {
      const text = alter(JSON.stringify(manifestOf()))
      expect(text).not.toBe(JSON.stringify(manifestOf()))
      answers.set('/manifest.json', sent(signedText('manifest', text, release.key)))
    })
    expect(code).toBe('update.malformed')
  })

  it.each([
    '../../.bashrc',
    '..',
    '/etc/passwd',
    'a/b',
    'a\\b',
    'C:evil.exe',
    'a..b',
    '.hidden',
    'a?b',
    'a%2fb',
    'a b',
    'x'.repeat(200),
    '',
  ])('that names a file %j is refused even when it is signed', async (name) => {
    const code = await refusal((server) => server.publish(manifestOf({ files: [fileOf(INSTALLER, { name })] })))
    expect(code).toBe('update.malformed')
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['two files for one place', { files: [fileOf(INSTALLER), fileOf(INSTALLER, { name: 'other' })] }],
    ['a size beyond any installer', { files: [fileOf(INSTALLER, { size: 2e12 })] }],
    ['a file of no bytes', { files: [fileOf(INSTALLER, { size: 0 })] }],
    ['a counter of no whole number', { counter: 1.5 }],
    ['a counter below one', { counter: 0 }],
    ['a version that is none', { version: '9.1' }],
    ['a share above a hundred', { share: 101 }],
    ['a time that is none', { expires: 'never' }],
  ])('with %s is refused even when it is signed', async (_, given) => {
    expect(await refusal((server) => server.publish(manifestOf(given)))).toBe('update.malformed')
  })
})

describe('a release', () => {
  it('that was current once is refused when it comes again', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    server.publish(manifestOf({ counter: 2, version: '9.2.0' }))
    await copy.look()
    server.publish(manifestOf())
    const { release, problem } = await copy.look()
    expect(problem?.code).toBe('update.replayed')
    expect(release?.version).toBe('9.2.0')
  })

  it('that was current once is refused after a restart too', async () => {
    const server = await startUpdateServer()
    server.publish(manifestOf({ counter: 2 }))
    const copy = copyOf(server)
    await copy.look()
    await copy.stop()
    server.publish(manifestOf())
    expect((await copyOf(server, { folder: copy.folder }).look()).problem?.code).toBe('update.replayed')
  })

  it('that a copy beside it on the same folder has seen replaced is refused', async () => {
    const server = await startUpdateServer()
    const one = copyOf(server)
    const other = copyOf(server, { folder: one.folder })
    await one.look()
    server.publish(manifestOf({ counter: 2, version: '9.2.0' }))
    await other.look()
    server.publish(manifestOf())
    expect((await one.look()).problem?.code).toBe('update.replayed')
  })

  it('of another content under the same counter is refused', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    server.publish(manifestOf({ version: '9.1.1' }))
    expect((await copy.look()).problem?.code).toBe('update.replayed')
  })
})

describe('the document of the key in use', () => {
  it('that the key in use signed itself is refused', async () => {
    const code = await refusal((server) => server.nameKey(keyOf({ serial: 2, key: keyPair().hex }), server.release))
    expect(code).toBe('update.untrusted')
  })

  it('that somebody else signed is refused', async () => {
    const thief = keyPair()
    const code = await refusal((server) => {
      server.nameKey(keyOf({ key: thief.hex }), thief)
      server.answers.set('/manifest.json', signedBy(thief))
    })
    expect(code).toBe('update.untrusted')
  })

  it('that was replaced does not come back', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    const stolen = { ...server.release }
    const next = keyPair()
    server.nameKey(keyOf({ serial: 2, key: next.hex }))
    server.answers.set('/manifest.json', signedBy(next))
    await copy.look()
    server.nameKey(keyOf({ key: stolen.hex }))
    server.answers.set('/manifest.json', signedBy(stolen, manifestOf({ counter: 99, version: '99.0.0' })))
    const { release, problem } = await copy.look()
    expect([release?.version, problem?.code]).toEqual(['9.1.0', 'update.replayed'])
  })

  it('of another key under the same number is refused', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    const other = keyPair()
    server.nameKey(keyOf({ key: other.hex }))
    server.answers.set('/manifest.json', signedBy(other, manifestOf({ counter: 2 })))
    expect((await copy.look()).problem?.code).toBe('update.replayed')
  })
})

describe('a line', () => {
  it('that leads elsewhere is not followed', async () => {
    const hit = vi.fn()
    const { url: location, close } = await listening(createServer(hit))
    onTestFinished(close)
    const code = await refusal(({ answers }) => void answers.set('/release-key.json', sent('', { location }, 302)))
    expect(code).toBe('remote.redirect')
    expect(hit).not.toHaveBeenCalled()
  })

  it('that is open is not used', async () => {
    const server = await startUpdateServer()
    const asked = vi.fn()
    const copy = copyOf(server, {
      service: { url: 'http://updates.example', rootKey: server.root.hex },
      fetch: asked as never,
    })
    expect((await copy.look()).problem?.code).toBe('remote.insecure')
    expect(asked).not.toHaveBeenCalled()
  })

  it('on which a manifest drips is given up', async () => {
    const server = await startUpdateServer()
    const clock = manualClock()
    const began = Promise.withResolvers<void>()
    server.answers.set('/manifest.json', (_, response) => {
      response.writeHead(200)
      response.write('{', () => began.resolve())
    })
    const copy = copyOf(server, { clock })
    const looking = copy.look()
    await began.promise
    await vi.waitUntil(async () => {
      await clock.advance(10_000)
      return !(await copy.read()).looking
    })
    expect((await looking).problem?.code).toBe('remote.timeout')
  })

  it('on which a file drips is given up, and what came is kept', async () => {
    const server = await startUpdateServer()
    const clock = manualClock()
    const copy = copyOf(server, { clock })
    await copy.look()
    server.answers.set(FILE, (_, response) => {
      response.writeHead(200)
      response.write('the ')
    })
    await copy.calls['updates.fetch'](null)
    await vi.waitUntil(async () => (await copy.read()).download.got === 4)
    await vi.waitUntil(async () => {
      await clock.advance(60_000)
      return (await copy.read()).download.state === 'none'
    })
    expect((await copy.read()).problem?.code).toBe('remote.timeout')
    expect(readFileSync(copy.path(`${NAME}.partial`), 'utf8')).toBe('the ')
  })

  it('that answers with an error page is no release', async () => {
    expect(await refusal(({ answers }) => void answers.set('/manifest.json', sent('<html>', {}, 500)))).toBe(
      'remote.server',
    )
  })

  it('that packs its answers is not unpacked', async () => {
    const code = await refusal(({ answers }) => {
      answers.set('/manifest.json', sent(Buffer.from('1f8b08', 'hex'), { 'content-encoding': 'x-unknown' }))
    })
    expect(code).toBe('update.malformed')
  })
})

/** What becomes of a file that is not the one that was signed: it has no name, and nothing of it stays. */
async function badFile(answer: Parameters<UpdateServer['answers']['set']>[1]): Promise<string | undefined> {
  const server = await startUpdateServer()
  const copy = copyOf(server)
  await copy.look()
  server.answers.set(FILE, answer)
  const { problem, download } = await copy.bring()
  expect({ download: download.state, brought: copy.brought() }).toEqual({ download: 'none', brought: [] })
  expect(await copy.install().catch(codeOf)).toBe('update.none')
  return problem?.code
}

describe('a file', () => {
  it('of the right size and another content is refused', async () => {
    expect(await badFile(sent(Buffer.alloc(INSTALLER.length, 'evil')))).toBe('update.file')
  })

  it('that is too short is refused', async () => {
    expect(await badFile(sent(INSTALLER.subarray(0, -1)))).toBe('update.file')
  })

  it('that says it is longer than signed is not begun', async () => {
    expect(await badFile(sent(Buffer.concat([INSTALLER, Buffer.from('x')])))).toBe('update.file')
  })

  it('without end is left after the size that was signed', async () => {
    const { answer, written } = endless()
    expect(await badFile(answer)).toBe('update.file')
    expect(written()).toBeLessThan(64e6)
  })

  it('that is not there is told', async () => {
    expect(await badFile(sent('', {}, 404))).toBe('remote.not_found')
  })

  it('that leads elsewhere is not followed', async () => {
    expect(await badFile(sent('', { location: 'https://example.com/' }, 301))).toBe('remote.redirect')
  })

  it('whose rest is of another file is refused, and begun anew', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bringHalf(Buffer.alloc(100_000, 'evil'))
    expect(copy.brought()).toEqual([`${NAME}.partial`])
    server.answers.set(FILE, served(INSTALLER))
    expect((await copy.bring()).problem?.code).toBe('update.file')
    expect(copy.brought()).toEqual([])
    expect((await copy.bring()).download.state).toBe('ready')
    expect(server.asked.at(-1)).toBe(FILE)
  })

  it('whose rest comes from another place than asked for is refused', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bringHalf(INSTALLER.subarray(0, 1000))
    server.answers.set(FILE, sent(INSTALLER.subarray(5), { 'content-range': `bytes 5-${INSTALLER.length - 1}/*` }, 206))
    expect((await copy.bring()).problem?.code).toBe('remote.refused')
  })

  it.skipIf(process.platform === 'win32')('never goes where a link in its place leads', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bring()
    rmSync(copy.path(NAME))
    const prey = join(dirname(copy.folder), 'prey')
    writeFileSync(prey, 'mine')
    symlinkSync(prey, copy.path(`${NAME}.partial`))
    const again = copyOf(server, { folder: copy.folder })
    await again.bring()
    expect(readFileSync(prey, 'utf8')).toBe('mine')
  })

  it('that is changed after it was checked is not handed over', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bring()
    appendFileSync(copy.path(NAME), 'evil')
    expect(await copy.install().catch(codeOf)).toBe('update.file')
    expect(copy.installed).toEqual([])
    expect((await copy.read()).download.state).toBe('none')
  })

  it.skipIf(process.platform === 'win32')('that became a link after it was checked is not handed over', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bring()
    const elsewhere = join(dirname(copy.folder), 'same')
    writeFileSync(elsewhere, INSTALLER)
    rmSync(copy.path(NAME))
    symlinkSync(elsewhere, copy.path(NAME))
    expect(await copy.install().catch(codeOf)).toBe('update.file')
  })

  it('of an earlier run is not handed over before it was checked in this one', async () => {
    const server = await startUpdateServer()
    const copy = copyOf(server)
    await copy.look()
    await copy.bring()
    await copy.stop()
    const again = copyOf(server, { folder: copy.folder })
    expect(existsSync(copy.path(NAME))).toBe(true)
    expect(await again.install().catch(codeOf)).toBe('update.none')
  })
})

describe('anything at all', () => {
  const [root, release] = [keyPair(), keyPair()]
  const key = signedLine('key', keyOf({ key: release.hex }), root.key)
  const manifest = signedLine('manifest', manifestOf(), release.key)

  it('is refused by a code of ours where one byte of a release is another', () => {
    expect(readRelease({ key, manifest }, root.hex, null).manifest.version).toBe('9.1.0')
    const altered = (text: string, at: number, by: number): string => {
      const bytes = Buffer.from(text)
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by
      return bytes.toString('latin1')
    }
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 127 }), fc.boolean(), (at, by, isKey) => {
        const texts = isKey ? { key: altered(key, at, by), manifest } : { key, manifest: altered(manifest, at, by) }
        if (texts.key.trimEnd() === key.trimEnd() && texts.manifest.trimEnd() === manifest.trimEnd()) return
        let code = 'taken'
        try {
          readRelease(texts, root.hex, null)
        } catch (error) {
          code = codeOf(error)
        }
        expect(['update.untrusted', 'update.malformed']).toContain(code)
      }),
    )
  })

  it('is refused by a code of ours where it is no release', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        let code = 'taken'
        try {
          readRelease({ key, manifest: text }, root.hex, null)
        } catch (error) {
          code = codeOf(error)
        }
        expect(code).toBe('update.malformed')
      }),
    )
  })
})
