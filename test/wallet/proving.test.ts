import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { publicKeyFromSeed, scalarFromSeed } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { type KeystoreFile, newKeystore } from '../support/localnet.ts'
import {
  BTC,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* Accounts of which the service says that they are registered, and not with which key: only a coin can tell whose a key is. */

const network = sharedNetwork()
let ben: UserId
let host: OpenWallet

beforeAll(async () => {
  host = await network.open()
  ben = (await newAccount(host, 'Ben')).account
})

const unnamed = (seed: string): Promise<KeystoreFile> =>
  newKeystore(network, { full_name: 'Old', spend_public_key: publicKeyFromSeed(seed), hides_spend_key: true })

async function fresh(): Promise<OpenWallet> {
  const wallet = await network.open()
  onTestFinished(wallet.close)
  return wallet
}

async function brought(wallet: OpenWallet, keystore: KeystoreFile): Promise<UserId> {
  const { account, ...view } = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
  expect(view).toMatchObject({ stage: 'needs_key', registered: true, publicKey: null })
  return account
}

/** 1 BTC for an account, paid by somebody else. */
async function paid(account: UserId): Promise<void> {
  await fund(host, ben, BTC, '1')
  await pay(host, paying(ben, BTC, [toUser(account, '1')]))
}

const viewOf = async (wallet: OpenWallet) => (await wallet.calls['app.state'](null)).accounts[0]

const spend = (wallet: OpenWallet, account: UserId) => pay(wallet, paying(account, BTC, [toUser(ben, '0.25')]))

async function arrived(wallet: OpenWallet, account: UserId): Promise<void> {
  await has(wallet, account, BTC, '1')
}

describe('a key of an account whose registered key nobody names', () => {
  it.each([
    ['a seed', '71', (seed: string) => seed, true],
    ['a scalar', '72', scalarFromSeed, false],
  ])('is proved at once by a coin that it opens, as %s', async (_form, byte, spell, spelled) => {
    const seed = byte.repeat(32)
    const keystore = await unnamed(seed)
    const wallet = await fresh()
    const account = await brought(wallet, keystore)
    await paid(account)
    const view = await wallet.calls['keys.bring']({ account, key: spell(seed) })
    expect(view).toMatchObject({ stage: 'ready', proved: true, spelled, publicKey: publicKeyFromSeed(seed) })
    await arrived(wallet, account)
    await spend(wallet, account)
  })

  it('changes nothing when it opens no coin, and the right one still comes in', async () => {
    const seed = '73'.repeat(32)
    const keystore = await unnamed(seed)
    const wallet = await fresh()
    const account = await brought(wallet, keystore)
    await paid(account)
    await expect(wallet.calls['keys.bring']({ account, key: '7f'.repeat(32) })).rejects.toMatchObject({
      code: 'vault.key_mismatch',
      details: { coin: true, found: publicKeyFromSeed('7f'.repeat(32)) },
    })
    expect(await viewOf(wallet)).toMatchObject({ stage: 'needs_key', publicKey: null })
    expect(await wallet.calls['keys.bring']({ account, key: seed })).toMatchObject({ proved: true })
  })

  it('signs nothing before the first coin, which then proves it', async () => {
    const seed = '74'.repeat(32)
    const keystore = await unnamed(seed)
    const wallet = await fresh()
    const account = await brought(wallet, keystore)
    expect(await wallet.calls['keys.bring']({ account, key: seed })).toMatchObject({ stage: 'ready', proved: false })
    await expect(wallet.vault.signer(account).attest('a text')).rejects.toThrow(coded('vault.key_unproved'))
    await paid(account)
    await wallet.until(
      () => viewOf(wallet),
      (view) => view?.proved === true,
    )
    await arrived(wallet, account)
    await spend(wallet, account)
  })

  it('is gone again when the first coin refutes it, and gives way to the right one', async () => {
    const seed = '75'.repeat(32)
    const keystore = await unnamed(seed)
    const wallet = await fresh()
    const account = await brought(wallet, keystore)
    await wallet.calls['keys.bring']({ account, key: '7e'.repeat(32) })
    await paid(account)
    await wallet.until(
      () => viewOf(wallet),
      (view) => view?.stage === 'needs_key' && view.publicKey === null,
    )
    await wallet.calls['keys.bring']({ account, key: seed })
    await arrived(wallet, account)
    await spend(wallet, account)
  })

  it('is not refused for a service that reveals nothing, and stays not proved', async () => {
    const seed = '76'.repeat(32)
    const keystore = await unnamed(seed)
    const wallet = await network.open({
      fetch: (input, init) =>
        String(input).includes('/safe/transaction/requests')
          ? Promise.resolve(new Response('{"error":{"status":202,"code":500,"description":"no"}}'))
          : fetch(input, init),
    })
    onTestFinished(wallet.close)
    const account = await brought(wallet, keystore)
    await paid(account)
    expect(await wallet.calls['keys.bring']({ account, key: seed }).catch(codeOf)).toMatchObject({ proved: false })
  })

  it('is not refused for a service that reveals what opens other bytes, and stays not proved', async () => {
    const seed = '7a'.repeat(32)
    const keystore = await unnamed(seed)
    const line = faultyLine()
    const wallet = await network.open({ fetch: line.fetch })
    onTestFinished(wallet.close)
    const account = await brought(wallet, keystore)
    await paid(account)
    const others = { transaction_hash: 'ab'.repeat(32), views: [`01${'00'.repeat(31)}`] }
    const act = (records: object[]) => records.map((record) => ({ ...record, ...others }))
    line.faults.push({ path: /\/safe\/transaction\/requests$/, act })
    expect(await wallet.calls['keys.bring']({ account, key: seed }).catch(codeOf)).toMatchObject({ proved: false })
  })

  it('is tried on a few coins, however many a service answers with', async () => {
    const seed = '79'.repeat(32)
    const keystore = await unnamed(seed)
    const line = faultyLine()
    const wallet = await network.open({ fetch: line.fetch, syncMs: 600_000 })
    onTestFinished(wallet.close)
    const account = await brought(wallet, keystore)
    await paid(account)
    line.faults.push(
      { path: /^\/safe\/outputs$/, act: (coins: object[]) => Array.from({ length: 30 }, () => coins).flat() },
      { path: /^\/safe\/keys$/, act: 'unknown' },
    )
    await wallet.calls['keys.bring']({ account, key: seed })
    const asked = line.passed.filter((call) => call === 'POST /safe/keys').length
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(20)
  })
})

describe('a key in use', () => {
  it('counts as backed up once what was written down was compared', async () => {
    const seed = '77'.repeat(32)
    const keystore = await unnamed(seed)
    const wallet = await fresh()
    const account = await brought(wallet, keystore)
    await paid(account)
    const view = await wallet.calls['keys.bring']({ account, key: seed })
    expect(view.backedUpAt).toBeNull()
    const { positions } = await wallet.calls['keys.quiz']({ account })
    await expect(wallet.calls['keys.answerQuiz']({ account, words: ['no', 'no', 'no'] })).rejects.toThrow(
      coded('wallet.quiz_wrong'),
    )
    expect(positions).toHaveLength(3)
    await wallet.vault.setPassphrase({ current: null, next: 'correct horse battery' })
    const words = await wallet.vault.accounts.reveal(account, 'correct horse battery')
    const asked = (await wallet.calls['keys.quiz']({ account })).positions
    const after = await wallet.calls['keys.answerQuiz']({ account, words: asked.map((at) => words[at] ?? '') })
    expect(after.backedUpAt).not.toBeNull()
    expect(after).toMatchObject({ stage: 'ready', publicKey: publicKeyFromSeed(seed) })
  })
})
