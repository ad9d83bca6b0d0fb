import { describe, expect, it } from 'vitest'
import assets from '#assets'
import { startLocalnet } from '#localnet'
import { createClock, createRandom } from '#platform'
import { prepareProfile } from '../../src/main/browser/profile.ts'
import { openLog } from '../../src/main/log.ts'
import { writeIndex } from '../../src/vault/index-file.ts'

const [clock, random] = [createClock(), createRandom()]

const WRITERS: [string, (dir: string) => unknown][] = [
  ['the index of the keys', (dir) => writeIndex(dir, { store: 'file', profile: 'mine', accounts: [], entries: {} })],
  ['the profile of the browser', (dir) => prepareProfile(dir)],
  ['the local network', (dir) => startLocalnet({ dir, clock, random, assets, log: () => undefined })],
]

describe.runIf(process.platform === 'linux')('a data folder that the system does not make', () => {
  it.each(WRITERS)('is refused by %s, and the program goes on', async (_what, write) => {
    await expect(async () => write('/proc/nowhere/Coffer')).rejects.toThrow('ENOENT')
  })

  it('takes from the log no more than its file', () => {
    const echoed: string[] = []
    const { log, close } = openLog({
      directory: '/proc/nowhere/logs',
      clock,
      level: 'info',
      echo: (line) => echoed.push(line),
    })
    log('info', 'host.started')
    close()
    expect(echoed).toHaveLength(1)
  })
})
