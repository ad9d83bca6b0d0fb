import { writeFileSync } from 'node:fs'
import type { Log } from '#contract/domain'
import { codeOf } from '#contract/errors'

/** Which of its memory Linux writes down when this process dies. What it starts has the same. */
const FILTER = '/proc/self/coredump_filter'

/** A core dump would hold the keys that are open. Other systems write none unless somebody asks for it. */
export function keepMemoryOutOfDumps(log: Log, filter = FILTER): void {
  try {
    writeFileSync(filter, '0', { flag: 'r+' })
  } catch (error) {
    if (process.platform === 'linux') log('info', 'host.dumps_unlimited', { code: codeOf(error) })
  }
}
