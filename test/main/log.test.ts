import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure } from '#contract/errors'
import { errorFields, openLog } from '../../src/main/log.ts'
import { manualClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'
import { expectPrivate } from '../support/systems.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')

function open(options: { level?: 'debug' | 'info'; directory?: string; now?: number } = {}) {
  const directory = options.directory ?? newFolder('log')
  const echoed: string[] = []
  const { log, close } = openLog({
    directory: join(directory, 'logs'),
    clock: manualClock(options.now ?? NOW),
    level: options.level ?? 'info',
    echo: (line) => echoed.push(line),
  })
  const read = () =>
    readdirSync(join(directory, 'logs'))
      .map((name) => readFileSync(join(directory, 'logs', name), 'utf8'))
      .join('')
  return { directory, echoed, log, close, read }
}

describe('openLog', () => {
  it('writes time, level, event and declared fields on one line', () => {
    const { log, read } = open()
    log('info', 'host.started', { network: 'local', port: 8080 })
    expect(read()).toBe('2026-11-21T10:00:00Z info host.started network=local port=8080\n')
  })

  it('drops fields that nobody declared', () => {
    const { log, read } = open()
    const undeclared = { amount: '12.5', memo: 'rent', phrase: 'zoo', raw: '77770005' }
    log('info', 'payment.sent', { ...undeclared, attempts: 1 })
    expect(read()).toBe('2026-11-21T10:00:00Z info payment.sent attempts=1\n')
  })

  it.each([
    ['a uuid', 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'],
    ['a hash', 'ab'.repeat(32)],
    ['a token', 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJ1aWQiOiJjNmQwYzcyOC0yNjI0In0'],
    ['a session secret', 'Zk3n_9f-QWERTYuiopasdfghjklzxcvbnm1234567890'],
  ])('keeps only the head of %s', (_what, secret) => {
    const { log, read } = open()
    log('warn', 'remote.failed', { reason: `for ${secret} it failed` })
    expect(read()).not.toContain(secret.slice(0, 20))
    expect(read()).toContain(`${secret.slice(0, 8)}…`)
  })

  it('cannot be made to write a second line', () => {
    const { log, read } = open()
    log('warn', 'remote.failed\nfake', { reason: 'x\n2026 error forged' })
    expect(read().trimEnd().split('\n')).toHaveLength(1)
  })

  it('makes a private folder and a private file', () => {
    const { log, directory } = open()
    log('info', 'host.started')
    expectPrivate(join(directory, 'logs'), join(directory, 'logs', 'coffer-2026-11-21.log'))
  })

  it('leaves out what is below its level, and echoes nothing below info', () => {
    const { log, read, echoed } = open({ level: 'debug' })
    log('debug', 'sync.page', { count: 500 })
    expect(read()).toContain('sync.page')
    expect(echoed).toEqual([])
    const quiet = open()
    quiet.log('debug', 'sync.page')
    quiet.log('info', 'host.started')
    expect(quiet.read()).not.toContain('sync.page')
    expect(quiet.echoed).toHaveLength(1)
  })

  it('removes files older than seven days and no others', () => {
    const first = open()
    first.log('info', 'host.started')
    first.close()
    const folder = join(first.directory, 'logs')
    for (const name of ['coffer-2026-11-14.log', 'coffer-2026-11-14.1.log', 'coffer-2026-11-15.log', 'notes.log']) {
      writeFileSync(join(folder, name), 'x')
    }
    open({ directory: first.directory }).log('info', 'host.started')
    expect(readdirSync(folder).sort()).toEqual(['coffer-2026-11-15.log', 'coffer-2026-11-21.log', 'notes.log'])
  })

  it('keeps at most 10 MiB over a week of noise', () => {
    const directory = newFolder('log')
    const reason = 'not an id '.repeat(18)
    for (let day = 0; day < 9; day++) {
      const { log, close } = open({ directory, now: NOW + day * 86_400_000 })
      for (let line = 0; line < 10_000; line++) log('warn', 'remote.failed', { reason })
      close()
    }
    const folder = join(directory, 'logs')
    const total = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(total).toBeGreaterThan(5 * 1024 * 1024)
    expect(total).toBeLessThanOrEqual(10 * 1024 * 1024)
  })

  it('goes on where the disk of its file has gone, which then does not close either, and writes again once it is back', () => {
    const { log, read } = open()
    log('info', 'host.started')
    const { closeSync, fstatSync } = fs
    const gone = (): never => {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    }
    try {
      Object.assign(fs, { closeSync: gone, fstatSync: gone })
      syncBuiltinESMExports()
      log('warn', 'store.failed')
    } finally {
      Object.assign(fs, { closeSync, fstatSync })
      syncBuiltinESMExports()
    }
    log('error', 'store.failed')
    expect(read()).toBe('2026-11-21T10:00:00Z info host.started\n2026-11-21T10:00:00Z error store.failed\n')
  })

  it('goes on when its folder cannot be written', () => {
    const directory = newFolder('log')
    writeFileSync(join(directory, 'logs'), 'a file where the folder should be')
    const echoed: string[] = []
    const { log } = openLog({
      directory: join(directory, 'logs'),
      clock: manualClock(NOW),
      level: 'info',
      echo: (line) => echoed.push(line),
    })
    log('error', 'store.failed')
    expect(echoed).toHaveLength(1)
  })
})

describe('errorFields', () => {
  it('tells class, code and place, never the message', () => {
    const fields = errorFields(failure('store.disk', 'wrote abandon abandon to /home/x'))
    expect(fields).toMatchObject({ error: 'CofferError', code: 'store.disk' })
    expect(fields['at']).toMatch(/log\.test\.ts:\d+/)
    expect(JSON.stringify(fields)).not.toContain('abandon')
  })

  it('copes with anything thrown', () => {
    expect(errorFields('a string with a secret')).toEqual({ error: 'string' })
    expect(errorFields(undefined)).toEqual({ error: 'undefined' })
  })
})
