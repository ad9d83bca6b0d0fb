import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runFolder } from './support/run-folder.ts'
import { newFolder } from './support/scratch.ts'

/* Runs of tests have their files in memory where there is some, which is full for everybody once those that were killed have left theirs. */

const ENDED = spawnSync(process.execPath, ['--eval', '']).pid
const HOUR_MS = 3_600_000

/** What a run left, which was used so long ago. */
function left(memory: string, name: string, hoursAgo: number): string {
  const path = join(memory, name)
  mkdirSync(join(path, 'wallet'), { recursive: true })
  const time = new Date(Date.now() - hoursAgo * HOUR_MS)
  utimesSync(path, time, time)
  return path
}

describe('a run of tests', () => {
  it('removes what one that was killed has left', () => {
    const memory = newFolder()
    const path = left(memory, `coffer-tests-${ENDED}-abcdef`, 2)
    runFolder('tests', memory)
    expect(existsSync(path)).toBe(false)
  })

  it('leaves what another one has that still runs, that ended just now or that is not of tests', () => {
    const memory = newFolder()
    const paths = [
      left(memory, `coffer-tests-${process.pid}-abcdef`, 2),
      left(memory, `coffer-tests-${ENDED}-abcdef`, 0.5),
      left(memory, `coffer-wallet-abcdef`, 2),
      left(memory, `other-tests-${ENDED}-abcdef`, 2),
    ]
    runFolder('tests', memory)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })
})
