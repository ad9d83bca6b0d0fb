import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Clock, DAY, type Nanos, SECOND, type UserId } from '#contract/domain'
import { openAccountStore } from '#store'
import { soundOf } from '../../src/store/snapshot.ts'
import { systemClock } from '../support/clock.ts'
import { startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { newAccount, newPhrase, type OpenWallet, openWallet } from '../support/wallet.ts'

/* What becomes of the backups that lie in a folder already when more are made there. */

/** All clocks show one time, the network's too, until one of them is turned: however slow the machine, nothing of it passes but that no two moments are one. */
const start = systemClock.now()
let moments = 0n
const still: Clock = {
  ...systemClock,
  now: () => {
    moments += 1_000n
    return (start + moments) as Nanos
  },
}
let net: TestLocalnet
beforeAll(async () => {
  net = await startTestLocalnet({ clock: still })
})

const PASSPHRASE = 'a long and good passphrase'
const MORE = 20

interface Computer extends OpenWallet {
  readonly account: string
  /** Sets its clock by so much. */
  readonly turn: (by: bigint) => void
  readonly make: () => Promise<string>
}

/** A computer with an account whose backups go into a folder. */
async function computer(name: string, folder: string, openStore = openAccountStore): Promise<Computer> {
  let ahead = 0n
  const clock: Clock = { ...still, now: () => (still.now() + ahead) as Nanos }
  const wallet = await openWallet({ dir: newFolder(name), baseUrl: net.url, clock, openStore })
  const { account } = await newAccount(wallet, name)
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

/** A copy of a database in which somebody else has changed something. */
function changed(bytes: Uint8Array, sql: string): Uint8Array {
  const db = new Sqlite(Buffer.from(bytes))
  expect(db.prepare(sql).run().changes).toBe(1)
  return new Uint8Array(db.serialize())
}

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

describe('a backup that is made after another account came', () => {
  it('opens with the words of that one as well', async () => {
    const ada = await computer('Ada', join(newFolder('backups'), 'mine'))
    const { account } = await ada.calls['accounts.createLocal']({ name: 'Second' })
    const words = await newPhrase(ada, account)
    ada.turn(LATER)
    const secret = { kind: 'words', text: words.join(' ') } as const
    const { accounts } = await ada.calls['backup.test']({ path: await ada.make(), secret })
    expect(accounts.map((each) => each.account)).toContain(account)
    await ada.close()
  })
})

describe('a backup of a journal that is damaged', () => {
  /** A computer whose disk has changed the name of one of two groups in each copy that is made of the journal. */
  async function damaged(): Promise<{ ada: Computer; account: UserId; folder: string }> {
    const folder = join(newFolder('backups'), 'mine')
    const bob = await computer('Bob', join(newFolder('backups'), 'others'))
    await bob.close()
    const disk: { isBad: boolean; of?: UserId } = { isBad: false }
    const ada = await computer('Ada', folder, (options) => {
      const store = openAccountStore(options)
      const { network, account } = options
      disk.of ??= account
      const copy = () => changed(store.snapshot(), "UPDATE groups SET name = 'x' WHERE threshold = 2")
      const sound = () => soundOf(copy(), { network, account }, join(newFolder('part'), 'part'))
      return { ...store, soundSnapshot: () => (disk.isBad && disk.of === account ? sound() : store.soundSnapshot()) }
    })
    const account = ada.account as UserId // as it was created
    await ada.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const members = [account, bob.account as UserId] // as above
    for (const threshold of [1, 2])
      await ada.calls['groups.create']({ account, name: `${threshold}`, members, threshold })
    disk.isBad = true
    return { ada, account, folder }
  }

  it('is said to lack what is damaged, and brings back all that is whole', async () => {
    const { ada, account } = await damaged()
    ada.turn(LATER)
    const { last, problem } = await ada.calls['backup.make'](null)
    expect(problem).toBe('backup.partial')
    const { attention } = await ada.calls['home.read']({ account, holder: null })
    expect(attention).toContainEqual({ kind: 'partial_backup' })
    const secret = { kind: 'passphrase', text: PASSPHRASE } as const
    const { accounts } = await ada.calls['backup.test']({ path: last?.path ?? '', secret })
    expect(accounts).toContainEqual(expect.objectContaining({ account, groups: 1 }))
    await ada.close()
  })

  it('is said to lack it also where the journal of another account is whole', async () => {
    const { ada, folder } = await damaged()
    await ada.calls['accounts.createLocal']({ name: 'Second' })
    const before = backupsIn(folder)
    await makeMore(ada, MORE + 1)
    expect((await ada.calls['backup.read'](null)).problem).toBe('backup.partial')
    expect(backupsIn(folder)).toEqual(expect.arrayContaining(before))
    await ada.close()
  })

  it('takes the place of none that was made before', async () => {
    const { ada, folder } = await damaged()
    const before = backupsIn(folder)
    await makeMore(ada, MORE + 1)
    expect(backupsIn(folder)).toEqual(expect.arrayContaining(before))
    await ada.close()
  })
})
