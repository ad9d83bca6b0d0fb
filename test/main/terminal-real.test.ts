import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newKeystore } from '../support/localnet.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import { type PlayNetwork, playNetwork } from '../support/wallet.ts'

/*
 * The doctor as `npm run doctor` starts it, at a terminal of the system's own: `script` of util-linux, which every Debian has, makes one. What the
 * keys of a person do there goes through the starter, which gives its terminal on.
 */

let network: PlayNetwork
let keystore: string
beforeAll(async () => {
  network = await playNetwork()
  keystore = join(newFolder(), 'keystore.json')
  writeFileSync(keystore, JSON.stringify(await newKeystore(network, { full_name: 'Doctor' })))
})

function doctorAtTerminal() {
  const command = `"${process.execPath}" build/run.mjs --asks "${programOf('src/main/doctor.ts')}" --network ${network.url} --keystore "${keystore}"`
  const { PATH, TMPDIR, HOME } = process.env
  const env = { PATH, TMPDIR, HOME, LANG: 'en', TERM: 'dumb', SHELL: '/bin/sh' }
  const child = spawn('/usr/bin/script', ['--quiet', '--return', '--command', command, '/dev/null'], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += String(chunk)
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    shown: () => shown,
    /** Types once it is asked. */
    async types(keys: string) {
      await vi.waitUntil(() => shown.includes('(y/N)'), 60_000)
      child.stdin.write(keys)
    },
    ended,
  }
}

describe.runIf(process.platform === 'linux')('a terminal at which the doctor asks', () => {
  it('has keys made after a yes', async () => {
    const { types, ended, shown } = doctorAtTerminal()
    await types('y\r')
    expect([await ended, shown()]).toEqual([0, expect.stringContaining('Nothing that money depends on differs.')])
    expect(shown()).not.toMatch(/not asked/)
  })

  it('has none made after a return alone', async () => {
    const { types, ended, shown } = doctorAtTerminal()
    await types('\r')
    expect(await ended).toBe(0)
    expect(shown()).toMatch(/not asked +\* deposit-address/)
  })

  it('stops it by Ctrl-C, and no call is made', async () => {
    const { types, ended, shown } = doctorAtTerminal()
    await types('\x03')
    expect(await ended).toBe(130)
    expect(shown()).toContain('Stopped before the service was checked.')
    expect(shown()).not.toMatch(/as expected/)
  })
})
