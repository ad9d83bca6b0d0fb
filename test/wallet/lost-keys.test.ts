import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  BTC,
  balanceOf,
  fund,
  newAccount,
  newPhrase,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'

const network = sharedNetwork()

const PASSPHRASE = 'four random words here'

/** An account with money and its words, in a folder whose program has ended. */
async function leftBehind({ passphrase = false } = {}) {
  const dir = newFolder()
  const keychain = testKeychain()
  if (passphrase) keychain.fault = 'throws'
  const wallet = await network.open({ vaultThread: true, dir, keychain })
  if (passphrase) await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  const { account } = await wallet.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(wallet, account)
  await wallet.calls['registration.submit']({ account })
  await fund(wallet, account, BTC, '2')
  await wallet.close()
  return { dir, keychain, account, words }
}

function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** It pays somebody new, so the key that signs is the account's own. */
async function canPay(wallet: OpenWallet, account: Awaited<ReturnType<typeof leftBehind>>['account']): Promise<string> {
  const ben = await newAccount(wallet, 'Ben')
  const payee = { kind: 'user', userId: ben.account } as const
  const paid = await pay(wallet, paying(account, BTC, [{ payee, amount: '0.5' }]))
  return paid.state
}

describe('one flipped bit in profile.db', () => {
  it('costs no account, no key and no money, wherever it is', async () => {
    const left = await leftBehind()
    const size = readFileSync(join(left.dir, 'local', 'profile.db')).length
    const text = readFileSync(join(left.dir, 'local', 'profile.db'), 'latin1')
    // The rows of the file's own facts and of the account lie where their texts lie; the rest is spread over the file.
    const places = [text.indexOf('Ana'), text.lastIndexOf('network_id') + 14, 20, 101, size - 40, Math.floor(size / 2)]
    const id = text.search(/id[0-9a-f]{32}/)
    expect(id).toBeGreaterThan(0)
    for (const at of [id + 5, ...places]) {
      const dir = newFolder()
      cpSync(left.dir, dir, { recursive: true })
      flipBit(join(dir, 'local', 'profile.db'), at)
      const wallet = await network.open({ vaultThread: true, dir, keychain: testKeychain(left.keychain.entries) })
      const { accounts, vault } = await wallet.until(
        () => wallet.calls['app.state'](null),
        (state) => state.accounts[0]?.name === 'Ana',
      )
      expect(accounts).toMatchObject([{ account: left.account, stage: 'ready', kind: 'user' }])
      expect(vault).toMatchObject({ locked: false, damage: null })
      expect(formatAmount(await balanceOf(wallet, left.account, BTC))).toBe('2.00000000')
      await wallet.close()
    }
  })

  it('leaves an account that signs, and an id that a third start finds again', async () => {
    const left = await leftBehind()
    const path = join(left.dir, 'local', 'profile.db')
    flipBit(path, readFileSync(path, 'latin1').search(/id[0-9a-f]{32}/) + 5)
    const second = await network.open({ vaultThread: true, dir: left.dir, keychain: left.keychain })
    expect(await canPay(second, left.account)).toBe('final')
    await second.close()
    const third = await network.open({ vaultThread: true, dir: left.dir, keychain: left.keychain })
    expect((await third.calls['app.state'](null)).accounts).toHaveLength(2)
    await third.close()
  })
})

describe('a vault.json that came back from its copy', () => {
  it('is told until it was read, whatever was locked or started again before', async () => {
    const left = await leftBehind({ passphrase: true })
    const { account } = left
    flipBit(join(left.dir, 'local', 'vault', 'vault.json'), 80)
    // Nobody unlocks at the first start.
    await (await network.open({ vaultThread: true, dir: left.dir, keychain: left.keychain })).close()
    const wallet = await network.open({ vaultThread: true, dir: left.dir, keychain: left.keychain })
    wallet.lock()
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect(await wallet.calls['damage.list']({ account })).toMatchObject([{ file: 'vault', state: 'repaired' }])
    await wallet.calls['damage.dismiss']({ account })
    expect(await wallet.calls['damage.list']({ account })).toEqual([])
    await wallet.close()
  })
})

describe('a vault that nobody can open', () => {
  it('comes up, says what is damaged, and leads to the account that its words bring back', async () => {
    const left = await leftBehind({ passphrase: true })
    for (const name of ['vault.json', 'vault.last.json']) flipBit(join(left.dir, 'local', 'vault', name), 80)
    const wallet = await network.open({ vaultThread: true, dir: left.dir, keychain: left.keychain })
    const before = await wallet.calls['app.state'](null)
    expect(before.vault).toMatchObject({ locked: true, damage: 'index' })
    expect(before.accounts).toMatchObject([{ account: left.account, name: 'Ana' }])

    await wallet.calls['vault.beginAnew'](null)
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ account: left.account, stage: 'lost' }])
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const back = await wallet.calls['accounts.recoverLocal']({ phrase: left.words.join(' ') })
    expect(back).toMatchObject({ account: left.account, name: 'Ana', stage: 'ready' })
    expect(formatAmount(await balanceOf(wallet, left.account, BTC))).toBe('2.00000000')
    await wallet.close()
  })

  it('loses one account when one entry is damaged, keeps it listed, and takes its words', async () => {
    const left = await leftBehind()
    const name = [...left.keychain.entries.keys()].find((entry) => entry.endsWith(left.account)) ?? ''
    left.keychain.entries.set(name, `${left.keychain.entries.get(name)?.slice(0, -1)}`)
    const wallet = await network.open({ vaultThread: true, dir: left.dir, keychain: left.keychain })
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ account: left.account, stage: 'lost' }])
    const other = `${'abandon '.repeat(23)}art`
    await expect(wallet.calls['accounts.recoverLocal']({ phrase: other })).rejects.toThrow()
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ stage: 'lost', name: 'Ana' }])
    expect(await wallet.calls['accounts.recoverLocal']({ phrase: left.words.join(' ') })).toMatchObject({
      account: left.account,
      stage: 'ready',
    })
    await wallet.close()
  })
})
