import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Clock, DAY, type Nanos, SECOND } from '#contract/domain'
import { systemClock } from '../support/clock.ts'
import { startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { newAccount, type OpenWallet, openWallet } from '../support/wallet.ts'

/* What becomes of the backups that lie in a folder already when more are made there. */

let net: TestLocalnet
beforeAll(async () => {
  net = await startTestLocalnet()
})

const PASSPHRASE = 'a long and good passphrase'
const MORE = 20

interface Computer extends OpenWallet {
  readonly account: string
  /** Sets its clock by so much. */
  readonly turn: (by: bigint) => void
  readonly make: () => Promise<string>
}

const START = systemClock.now()

/** A computer with an account whose backups go into a folder. From its set-up on its clock stands still, as those of all do, until it is turned. */
async function computer(name: string, folder: string): Promise<Computer> {
  let [ahead, stands] = [0n, false]
  const clock: Clock = { ...systemClock, now: () => ((stands ? START : systemClock.now()) + ahead) as Nanos }
  const wallet = await openWallet({ dir: newFolder(name), baseUrl: net.url, clock })
  const { account } = await newAccount(wallet, name)
  stands = true
  await wallet.calls['backup.setUp']({ folder, rhythm: 'off', passphrase: null })
  return {
    ...wallet,
    account,
    turn(by) {
      ahead += by
    },
    make: async () => pathOf(await wallet.calls['backup.make'](null)),
  }
}

const pathOf = ({ last }: { readonly last: { readonly path: string } | null }): string => last?.path ?? ''

/** Names are by the second. */
const LATER: bigint = 2n * SECOND

async function makeMore({ turn, make }: Computer, count = MORE): Promise<string> {
  let path = ''
  for (let made = 0; made < count; made += 1) {
    turn(LATER)
    path = await make()
  }
  return path
}

const backupsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.coffer-backup'))

describe('of the backups of a computer', () => {
  it('the last twenty stay, and the one with the words, which no later one has', async () => {
    const folder = join(newFolder('backups'), 'mine')
    const ada = await computer('Ada', folder)
    await ada.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const makeWithWords = async () => pathOf(await ada.calls['backup.makeWithWords']({ passphrase: PASSPHRASE }))
    ada.turn(LATER)
    const withWords = await makeWithWords()
    await makeMore(ada)
    expect(existsSync(withWords)).toBe(true)
    expect(backupsIn(folder)).toHaveLength(21)
    ada.turn(LATER)
    const again = await makeWithWords()
    expect([existsSync(again), existsSync(withWords)]).toEqual([true, false])
    await ada.close()
  })

  it('none goes for those of another computer in the same folder', async () => {
    const folder = join(newFolder('backups'), 'shared')
    const ada = await computer('Ada', folder)
    const only = await ada.make()
    const bob = await computer('Bob', folder)
    await makeMore(bob)
    expect(existsSync(only)).toBe(true)
    await Promise.all([ada.close(), bob.close()])
  })

  it('one that another computer is writing stays', async () => {
    const folder = join(newFolder('backups'), 'shared')
    const ada = await computer('Ada', folder)
    const others = join(folder, 'local-2026-01-01T000000Z.coffer-backup.partial')
    writeFileSync(others, 'half')
    await ada.make()
    expect(existsSync(others)).toBe(true)
    await ada.close()
  })

  it('one stays that was made after the clock had stood ahead, rather than those that it named', async () => {
    const folder = join(newFolder('backups'), 'mine')
    const ada = await computer('Ada', folder)
    ada.turn(400n * DAY)
    await makeMore(ada)
    ada.turn(-400n * DAY)
    const path = await makeMore(ada, 2)
    expect(existsSync(path)).toBe(true)
    await ada.close()
  })
})
