import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepMemoryOutOfDumps } from '../../src/main/core-dumps.ts'
import { newFolder } from '../support/scratch.ts'

const FILTER = '/proc/self/coredump_filter'

describe('memory', () => {
  it('is written into no core dump', () => {
    // As Linux has it: which kinds of memory, one bit each.
    const filter = existsSync(FILTER) ? FILTER : join(newFolder('dumps'), 'filter')
    writeFileSync(filter, '33')
    keepMemoryOutOfDumps(() => undefined, filter)
    expect(Number.parseInt(readFileSync(filter, 'utf8'), 16)).toBe(0)
  })

  it('is no reason not to start where that cannot be said', () => {
    keepMemoryOutOfDumps(() => undefined, join(newFolder('dumps'), 'none'))
  })
})
