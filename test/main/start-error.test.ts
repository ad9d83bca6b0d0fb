import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failure } from '#contract/errors'
import { said } from '#words'
import { StartError, startWords } from '../../src/main/start-error.ts'

/* What a person reads when Coffer does not start. */

const withCode = (code: string) => Object.assign(new Error(`${code}: of the system`), { code })

/** What SQLite says once there is no room left. */
function full(): unknown {
  const db = new Database(':memory:')
  db.pragma('max_page_count = 2')
  try {
    db.exec('CREATE TABLE a (b); CREATE TABLE c (d); CREATE TABLE e (f)')
    return null
  } catch (error) {
    return error
  } finally {
    db.close()
  }
}

describe('why there was no start', () => {
  it('says how long a wallet waits after wrong guesses, and not of the right passphrase that it is wrong', () => {
    expect(startWords(failure('vault.wrong_passphrase', 'too many', { details: { waitSeconds: 42 } }))).toMatch(/42/)
  })

  it('is a full disk, also where SQLite alone says so', () => {
    expect(startWords(full())).toMatch(/^The disk refused to save or read\. .*Free some space/)
  })

  it.each([
    'ENOSPC',
    'EROFS',
    'EACCES',
    'EIO',
    'ENOENT',
    'SQLITE_READONLY_DIRECTORY',
    'SQLITE_IOERR_WRITE',
    'SQLITE_CANTOPEN',
  ])('is the disk for %s, and no word of the system', (code) => {
    expect(startWords(withCode(code))).toMatch(/^The disk refused to save or read\./)
    expect(startWords(withCode(code))).not.toContain('of the system')
  })

  it('is a port that another program has', () => {
    expect(startWords(withCode('EADDRINUSE'))).toBe('That port is in use. Choose another with --port, or none.')
  })

  it('is the sentence of an error of ours, and of what we refused', () => {
    expect(startWords(failure('store.newer', 'newer'))).toContain('written by a newer Coffer')
    expect(startWords(new StartError(said('main.start.not-built')))).not.toContain('main.start')
  })

  it('is what failed, where nobody foresaw it', () => {
    expect(startWords(new Error('the moon'))).toBe('Coffer cannot start: the moon')
    expect(startWords('odd')).toBe('Coffer cannot start.')
  })
})

const ALL = ['#catalogues/ja', '#catalogues/en', '#catalogues/zh-CN'] as const

describe('a start that failed before a language was chosen', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => {
    for (const words of ALL) vi.doUnmock(words)
  })
  /** As in a program that has said nothing yet. */
  const told = async (error: unknown, system: readonly string[]) =>
    (await import('../../src/main/start-error.ts')).startTold(error, system)
  const gone = () => {
    throw new Error('the words are gone')
  }

  it('is told in the language of the system', async () => {
    expect(await told(new Error('the moon'), ['ja-JP'])).toEqual({
      title: expect.stringMatching(/[\u3040-\u30ff]/),
      text: expect.stringMatching(/[\u3040-\u30ff].*the moon/),
    })
  })

  it('is told in English where the words of the system cannot be read', async () => {
    vi.doMock('#catalogues/ja', gone)
    expect((await told(new Error('the moon'), ['ja-JP'])).text).toBe('Coffer cannot start: the moon')
  })

  it.each([
    [['fr-FR'], 'Coffer cannot start', /Install it again\. the moon$/],
    [['ja-JP'], 'Coffer を起動できません', /インストールしてください。 the moon$/],
    [['zh-CN'], 'Coffer 无法启动', /请重新安装。 the moon$/],
  ])('is told where no words can be read at all to %s', async (system, title, text) => {
    for (const words of ALL) vi.doMock(words, gone)
    expect(await told(new Error('the moon'), system)).toEqual({ title, text: expect.stringMatching(text) })
  })
})
