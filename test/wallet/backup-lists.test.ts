import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { parseAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { BTC, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { newAccount, type OpenWallet, openWallet } from '../support/wallet.ts'

/* Lists of payments, and of what was asked for, that were written on two computers with one account. */

let net: TestLocalnet
beforeAll(async () => {
  net = await startTestLocalnet()
})

const PASSPHRASE = 'a long and good passphrase'

async function computer(): Promise<OpenWallet> {
  const wallet = await openWallet({ dir: newFolder('computer'), baseUrl: net.url, keychain: testKeychain() })
  onTestFinished(wallet.close)
  return wallet
}

it('a backup of one brings its lists also to another that has lists of its own', async () => {
  const [first, second] = [await computer(), await computer()]
  const { account } = await newAccount(first, 'Ada')
  const list = (wallet: OpenWallet, name: string) =>
    wallet.calls['runs.save']({
      ...{ account, holder: null, assetId: BTC, name },
      rows: [{ line: 1, to: account, typed: '1', memo: '', label: '', amount: null }],
    })
  const ask = (wallet: OpenWallet, memo: string) =>
    wallet.calls['receive.ask']({
      ...{ account, holder: null, assetId: BTC, amount: parseAmount('1'), memo, reviewBy: null },
    })
  await first.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  const { words } = await first.calls['keys.reveal']({ account, passphrase: PASSPHRASE })
  await list(first, 'Rent')
  await ask(first, 'desk')
  const folder = join(newFolder('backups'), 'mine')
  const { last } = await first.calls['backup.setUp']({ folder, rhythm: 'daily', passphrase: PASSPHRASE })
  await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
  await list(second, 'Wages')
  await ask(second, 'lamp')
  const secret = { kind: 'words', text: words.join(' ') } as const
  await second.calls['backup.restore']({ path: last?.path ?? '', secret, passphrase: null })
  const names = (await second.calls['runs.list']({ account, holder: null })).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['Rent', 'Wages']))
  const asks = await second.calls['receive.asks']({ account, holder: null })
  expect(new Set(asks.map(({ memo }) => memo))).toEqual(new Set(['desk', 'lamp']))
})
