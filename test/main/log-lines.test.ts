import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Log, type LogEvent, parseTime } from '#contract/domain'
import { failure } from '#contract/errors'
import { LANGUAGE_TAGS } from '#words'
import { errorFields, FIELDS, openLog } from '../../src/main/log.ts'
import { plainLine, readLog } from '../../src/main/log-lines.ts'
import { manualClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')

/** What the log shows once a program has written to it. */
function shown(write: (log: Log, folder: string) => void): string[] {
  const directory = join(newFolder('log-lines'), 'logs')
  const { log, close } = openLog({ directory, clock: manualClock(NOW), level: 'debug', echo: null })
  write(log, directory)
  close()
  return readLog(directory).map(({ text }) => text)
}

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: min, maxLength: max })
/** What must never come out, in each form that it has in a wallet. */
const secrets = {
  id: fc.uuid(),
  'hash or key': hex(64),
  token: fc.base64String({ minLength: 24, maxLength: 80 }),
  amount: fc.tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 99_999_999 })).map(([one, two]) => `${one}.${two}`),
  address: letters(30, 40).map((text) => `bc1q${text}`),
  name: fc.tuple(letters(4, 10), letters(4, 10)).map(([one, two]) => `M${one} B${two}`),
  path: letters(5, 12).map((text) => `/home/${text}/.local/share/coffer`),
  words: fc.array(letters(4, 8), { minLength: 12, maxLength: 24 }).map((all) => all.join(' ')),
}

describe('the log as it is shown', () => {
  it.each(Object.entries(secrets))('lets out no %s, whatever field and event it got into', (_what, secret) => {
    const field = fc.constantFrom(...FIELDS)
    const around = fc.constantFrom('', 'for ', '"', 'code=E_', '\n2026-11-21T10:00:00Z error ')
    fc.assert(
      fc.property(field, secret, around, (name, planted, before) => {
        const lines = shown((log, folder) => {
          log('error', 'payment.trouble', { [name]: before + planted, code: 'remote.timeout' })
          log('warn', planted as LogEvent, { [name]: planted })
          writeFileSync(
            join(folder, 'coffer-2026-11-20.log'),
            `2026-11-20T10:00:00Z info ${planted} ${name}=${planted}\n`,
          )
        })
        const text = lines.join('\n')
        // Letters that come by chance may be some of the log's own.
        const own = `payment.trouble ${name}=… code=remote.timeout`
        const parts = planted.split(/[ /]/).filter((each) => each.length > 3 && !own.includes(each))
        for (const part of parts.filter((each) => each !== 'home')) {
          if (!['share', 'coffer', '.local'].includes(part)) expect(text).not.toContain(part)
        }
        expect(text).toContain('payment.trouble')
      }),
      { numRuns: 60 },
    )
  })

  it('keeps what tells a maker something: event, code, call, class, place in the program', () => {
    const error = failure('store.disk', 'wrote abandon abandon')
    const lines = shown((log) => {
      log('warn', 'remote.failed', { endpoint: 'outputs.list', code: 'remote.timeout', tries: 2, waitMs: 500 })
      log('error', 'call.failed', { logId: '0badcafe', method: 'home.read', ...errorFields(error) })
      log('info', 'host.started', { host: 'browser', version: '0.1.0', platform: 'linux' })
    })
    expect(lines[0]).toBe('remote.failed endpoint=outputs.list code=remote.timeout tries=2 waitMs=500')
    expect(lines[1]).toMatch(
      /^call\.failed logId=0badcafe method=home\.read error=CofferError code=store\.disk at=errors\.ts:\d+ log-lines\.test\.ts:\d+/,
    )
    expect(lines[2]).toBe('host.started host=browser version=0.1.0 platform=linux')
  })

  it('has what its updates and its runs are about', () => {
    const lines = shown((log) => {
      log('info', 'update.failed', { code: 'remote.timeout' })
      log('info', 'runs.not_compared', { code: 'store.disk' })
    })
    expect(lines).toEqual(['update.failed code=remote.timeout', 'runs.not_compared code=store.disk'])
  })

  it('names a field whose value it hides', () => {
    expect(shown((log) => log('warn', 'payment.trouble', { payment: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' }))).toEqual(
      ['payment.trouble payment=…'],
    )
  })

  it('has the newest lines of all its files in their order, and no more than 2 000', () => {
    const directory = newFolder('log-lines')
    const line = (day: string, count: number) => `2026-11-${day}T10:00:00Z info sync.round_failed count=${count}\n`
    const many = (day: string, from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => line(day, from + at)).join('')
    writeFileSync(join(directory, 'coffer-2026-11-20.log'), many('20', 0, 1500))
    writeFileSync(join(directory, 'coffer-2026-11-21.1.log'), many('21', 1500, 2000))
    writeFileSync(join(directory, 'coffer-2026-11-21.log'), many('21', 2000, 2500))
    const read = readLog(directory)
    expect(read.map(({ text }) => Number(text.split('=')[1]))).toEqual(
      Array.from({ length: 2000 }, (_, at) => 500 + at),
    )
    // As many as the window says before it is opened.
    for (const language of LANGUAGE_TAGS) {
      const words = JSON.parse(readFileSync(`resources/words/${language}.json`, 'utf8')) as Readonly<
        Record<string, string>
      >
      expect(words['settings.log-text']).toContain(String(read.length))
    }
  })

  it.each(['', 'not a line', '2026-11-21T10:00:00Z info Maya', 'yesterday info host.started'])(
    'leaves out what is no line of ours: %s',
    (line) => expect(plainLine(line)).toBeNull(),
  )

  it('goes on where one of its files cannot be read, and says so', () => {
    const directory = newFolder('log-lines')
    mkdirSync(join(directory, 'coffer-2026-11-20.log'))
    writeFileSync(join(directory, 'coffer-2026-11-21.log'), '2026-11-21T10:00:00Z info host.started\n')
    expect(readLog(directory).map(({ text }) => text)).toEqual(['host.log_unread', 'host.started'])
  })

  it('is empty where nothing was written', () => {
    expect(readLog(join(tmpdir(), 'there is no such folder'))).toEqual([])
    expect(plainLine('2026-11-21T10:00:00Z info host.started')?.at).toBe(parseTime('2026-11-21T10:00:00Z'))
  })
})
