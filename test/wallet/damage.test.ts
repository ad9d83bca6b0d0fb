import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { openAccountStore } from '#store'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { newAccount, type OpenWallet, openWallet } from '../support/wallet.ts'

/* Files that are lost or copied while the wallet lives, seen through the calls that a window makes. */

let net: TestLocalnet
beforeAll(async () => {
  net = await startTestLocalnet()
})

const PASSPHRASE = 'a long and good passphrase'

interface Scene {
  readonly dir: string
  readonly account: UserId
  open(): Promise<OpenWallet>
  fileOf(name: string): string
}

/** A wallet with an account and a label, closed. */
async function scene(): Promise<Scene> {
  const dir = newFolder('damage')
  const keychain = testKeychain()
  const open = () => openWallet({ dir, baseUrl: net.url, keychain })
  const wallet = await open()
  const { account } = await newAccount(wallet, 'Ada')
  await wallet.calls['labels.set']({ account, id: `u:${account}`, label: 'Myself', note: '' })
  await wallet.close()
  return { dir, account, open, fileOf: (name) => join(dir, 'local', account, name) }
}

describe('a journal that was damaged', () => {
  it('comes back from the copy made at close, and the person is told until they have read it', async () => {
    const { account, open, fileOf, dir } = await scene()
    expect(readdirSync(fileOf('copies'))).toHaveLength(1)
    writeFileSync(fileOf('intents.db'), 'no database any more')
    const wallet = await open()
    const told = await wallet.calls['damage.list']({ account })
    expect(told).toMatchObject([{ file: 'intents', state: 'repaired', missed: 0, copyAt: expect.any(BigInt) }])
    expect(told[0]?.setAside).toMatch(/^intents\.db\.damaged-/)
    await wallet.close()
    const again = await open()
    expect(await again.calls['damage.list']({ account })).toHaveLength(1)
    await again.calls['damage.dismiss']({ account })
    expect(await again.calls['damage.list']({ account })).toEqual([])
    await again.close()
    rmSync(dir, { recursive: true })
  })

  it('is told of as well when only the list of accounts or the saved history was', async () => {
    const { account, open, fileOf, dir } = await scene()
    writeFileSync(fileOf('cache.db'), 'no database any more')
    const wallet = await open()
    expect(await wallet.calls['damage.list']({ account })).toMatchObject([{ file: 'cache' }])
    await wallet.close()
    rmSync(dir, { recursive: true })
  })
})

describe('the folder of an account', () => {
  it('lies whole on the disk once the wallet is locked', async () => {
    const dir = newFolder('rest')
    const wallet = await openWallet({ dir, baseUrl: net.url })
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const { account } = await newAccount(wallet, 'Ada')
    await wallet.calls['labels.set']({ account, id: `u:${account}`, label: 'Myself', note: '' })
    await wallet.calls['session.lock'](null)
    const copied = join(dir, 'copied')
    mkdirSync(join(copied, 'local', account), { recursive: true })
    copyFileSync(join(dir, 'local', account, 'intents.db'), join(copied, 'local', account, 'intents.db'))
    const store = openAccountStore({ dir: copied, network: 'local', account, clock: systemClock })
    expect(store.intents.labels.get(`u:${account}`)?.label).toBe('Myself')
    store.close()
    await wallet.close()
    rmSync(dir, { recursive: true })
  })
})
