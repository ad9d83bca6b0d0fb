import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { logMishaps, openOutlet } from '../../src/main/mishaps.ts'
import { manualClock } from '../support/clock.ts'
import { keepLog } from '../support/host.ts'

function brokenStream() {
  let writes = 0
  const stream = Object.assign(new EventEmitter(), {
    write() {
      writes += 1
      stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  return { stream, writes: () => writes }
}

describe('openOutlet', () => {
  it('swallows the error of an output that nobody reads, and writes there no more', () => {
    const { stream, writes } = brokenStream()
    const write = openOutlet(stream)
    for (let line = 0; line < 3; line++) write('a line\n')
    expect(writes()).toBe(1)
  })
})

describe('logMishaps', () => {
  it('logs errors that nobody caught', () => {
    const own = new EventEmitter()
    const { log, lines } = keepLog()
    logMishaps(own, manualClock(), log)
    own.emit('uncaughtException', new TypeError('x'))
    own.emit('unhandledRejection', 'no error')
    expect(lines.map(({ event, fields }) => [event, fields['error']])).toEqual([
      ['uncaught', 'TypeError'],
      ['unhandled', 'string'],
    ])
  })

  it('is no error itself when the log fails', () => {
    const own = new EventEmitter()
    logMishaps(own, manualClock(), () => {
      throw new Error('disk')
    })
    expect(() => own.emit('uncaughtException', new Error('x'))).not.toThrow()
  })

  it('logs sixty a minute at most, however many there are', async () => {
    const [own, clock] = [new EventEmitter(), manualClock()]
    const { log, lines } = keepLog()
    logMishaps(own, clock, log)
    for (let time = 0; time < 10_000; time++) own.emit('uncaughtException', new Error('x'))
    expect(lines).toHaveLength(60)
    await clock.advance(60_000)
    own.emit('uncaughtException', new Error('x'))
    expect(lines).toHaveLength(61)
  })
})
