import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#store'
import { newFolder } from '../support/scratch.ts'
import { expectPrivate } from '../support/systems.ts'

describe('a folder of a person’s choice', () => {
  it('is made with those above it, for its owner alone', () => {
    const folder = join(newFolder('folders'), 'disk', 'Coffer')
    makeFolder(folder)
    expect(statSync(folder).isDirectory()).toBe(true)
    expectPrivate(folder)
  })

  it('is refused where a file has its name', () => {
    const file = join(newFolder('folders'), 'notes')
    writeFileSync(file, '')
    expect(() => makeFolder(join(file, 'Coffer'))).toThrow(expect.objectContaining({ code: 'store.disk' }))
  })

  it.runIf(process.platform === 'linux')('is refused where the system makes none, and the program goes on', () => {
    const folder = '/proc/nowhere/Coffer'
    expect(() => makeFolder(folder)).toThrow(expect.objectContaining({ code: 'store.disk' }))
    expect(existsSync(folder)).toBe(false)
  })
})
