import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { failure } from '#contract/errors'
import { openProfileStore } from '#store'
import type { Vault } from '#vault'
import { createBackups } from '../../src/wallet/backup/calls.ts'
import { systemClock } from '../support/clock.ts'
import { keepLog } from '../support/host.ts'
import { seededRandom } from '../support/random.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder } from '../support/store.ts'

/* Backups that are due and have nowhere to go, as while a disk is not plugged in: each look after ten seconds is one round. */

/** A vault whose wraps hide nothing. */
const OPEN = {
  status: () => ({ locked: false, passphrase: false }),
  accounts: { describe: () => ({ hasSpendKey: true }) },
  wrapFor: async (_id: string, _label: string, bytes: Uint8Array) => Buffer.from(bytes).toString('hex'),
  unwrapFor: async (_id: string, _label: string, text: string) => Uint8Array.from(Buffer.from(text, 'hex')),
} as unknown as Vault // no other verb is used here

async function backups() {
  const profile = openProfileStore({ dir: newFolder('profile'), network: 'local', clock: systemClock })
  onTestFinished(() => profile.close())
  const now = systemClock.now()
  profile.accounts.put({
    ...{ id: ACCOUNT, holder: aHolder().id, name: 'Ada', identityNumber: '7000', avatarUrl: '', kind: 'user' },
    ...{ colour: 0, order: 0, createdAt: now, backedUpAt: now, registeredAt: now, publicKey: 'ab'.repeat(32) },
  })
  const [first, second] = ['one', 'two'].map((name) => join(newFolder('backups'), name)) as [string, string]
  let [tries, isFull] = [0, false]
  const kept = createBackups({
    ...{ profile, vault: OPEN, now: () => systemClock.now(), random: seededRandom('away'), log: keepLog().log },
    ...{ network: { name: 'local', identity: 'local' }, reopen: async () => undefined, restored: () => undefined },
    withStore: async () => {
      tries += 1
      if (isFull) throw failure('store.disk', 'no room')
      return { bytes: new Uint8Array(8), isWhole: true } as never // a copy of an account, as the store gives it
    },
  })
  const setUp = async (folder: string) => {
    const wish = await kept.calls['backup.setUp']({ folder, rhythm: 'daily', passphrase: null })
    return wish.act()
  }
  const fill = () => {
    isFull = true
  }
  /** Has the next one due. */
  const forget = () => {
    const { last: _last, ...rest } = profile.settings.get('backup') as Record<string, never>
    profile.settings.set('backup', { ...rest, last: null })
  }
  async function rounds(count: number): Promise<number> {
    const before = tries
    for (let round = 0; round < count; round += 1) await kept.makeWhenDue()
    return tries - before
  }
  const problem = async () => (await kept.calls['backup.read'](null)).problem
  return { first, second, kept, setUp, fill, forget, rounds, problem }
}

const DAY_OF_ROUNDS = 8_640

it('are tried less and less often, and the problem stays to be seen', async () => {
  const { first, setUp, forget, rounds, problem } = await backups()
  await setUp(first)
  forget()
  rmSync(first, { recursive: true })
  expect(await rounds(1)).toBe(1)
  expect(await rounds(6)).toBe(2)
  expect(await rounds(DAY_OF_ROUNDS)).toBeLessThan(150)
  expect(await problem()).toBe('backup.no_folder')
  mkdirSync(first)
  expect(await rounds(65)).toBe(1)
  expect(await problem()).toBeNull()
})

it('are tried at once in another folder, in the same one that was set up again, and when one is asked for', async () => {
  const { first, second, kept, setUp, forget, rounds } = await backups()
  await setUp(first)
  const away = async () => {
    forget()
    rmSync(first, { recursive: true })
    await rounds(500)
  }
  await away()
  mkdirSync(first)
  await kept.calls['backup.make'](null)
  await away()
  await setUp(second)
  forget()
  expect(await rounds(1)).toBe(1)
  await setUp(first)
  forget()
  rmSync(first, { recursive: true })
  expect([await rounds(1), await rounds(2)]).toEqual([1, 1])
  expect(existsSync(first)).toBe(false)
})

it('a folder that takes no backup is not set up in place of the one that does', async () => {
  const { first, second, kept, setUp, fill } = await backups()
  await setUp(first)
  const before = await kept.calls['backup.read'](null)
  fill()
  await expect(setUp(second)).rejects.toMatchObject({ code: 'store.disk' })
  expect(await kept.calls['backup.read'](null)).toEqual(before)
})
