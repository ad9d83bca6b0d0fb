import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log, Nanos } from '#contract/domain'
import type { WalletDeps } from '#wallet'
import { errorFields } from './log.ts'

const FILE = 'running'

export interface RunMark extends NonNullable<WalletDeps['lastRun']> {
  /** This run comes to its end by itself. */
  readonly end: () => void
}

/**
 * A file that is there while a wallet runs over that folder. Found at a start, the run before was broken off: by a crash, a kill or the
 * power. It says nothing about money, which the journal does.
 */
export function markRun(folder: string, clock: Pick<Clock, 'now'>, log: Log): RunMark {
  const path = join(folder, FILE)
  let broken = beganIn(path)
  if (broken !== null) log('warn', 'host.ended_badly')
  try {
    writeFileSync(path, String(clock.now()), { mode: 0o600 })
  } catch (error) {
    log('warn', 'host.not_marked', errorFields(error))
  }
  return {
    broken: () => broken,
    forget: () => {
      broken = null
    },
    end: () => rmSync(path, { force: true }),
  }
}

function beganIn(path: string): Nanos | null {
  try {
    const text = readFileSync(path, 'utf8')
    return /^\d{1,20}$/.test(text) ? (BigInt(text) as Nanos) : (0n as Nanos) // it was written by this
  } catch {
    return null
  }
}
