import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { markRun } from '../../src/main/run-mark.ts'
import { manualClock } from '../support/clock.ts'
import { keepLog } from '../support/host.ts'
import { newFolder } from '../support/scratch.ts'

const clock = manualClock(Date.parse('2026-11-21T10:00:00Z'))
const folder = () => newFolder('run')
const mark = (at: string) => markRun(at, clock, keepLog().log)

describe('the mark of a run', () => {
  it('says nothing after one that came to its end', () => {
    const at = folder()
    mark(at).end()
    expect(mark(at).broken()).toBeNull()
  })

  it('says when the one began that was broken off, until somebody has read it', () => {
    const at = folder()
    mark(at)
    const next = mark(at)
    expect(next.broken()).toBe(clock.now())
    next.forget()
    expect(next.broken()).toBeNull()
    next.end()
    expect(existsSync(join(at, 'running'))).toBe(false)
  })

  it('that nobody can read any more still tells that there was no end', () => {
    const at = folder()
    writeFileSync(join(at, 'running'), 'half a li')
    expect(mark(at).broken()).toBe(0n)
  })

  it('that cannot be written stops nothing', () => {
    const at = join(folder(), 'gone')
    expect(mark(at).broken()).toBeNull()
  })
})
