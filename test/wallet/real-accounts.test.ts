import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount, publicKeyFromSeed, scalarFromSeed } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  coded,
  fund,
  has,
  newAccount,
  newPhrase,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* Accounts that were made elsewhere: a file of a session here, a spend key there, and a service that knows one of the two already. */

type Keystore = Readonly<Record<string, string>>

const network = sharedNetwork()
let ben: UserId
let host: OpenWallet
const open: OpenWallet[] = []

beforeAll(async () => {
  host = await network.open()
  ben = (await newAccount(host, 'Ben')).account
})
afterEach(async () => {
  for (const wallet of open.splice(0)) await wallet.close()
})

async function control(path: string, body: unknown): Promise<Keystore> {
  const response = await fetch(`${network.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { data: Keystore }).data
}

async function fresh(): Promise<OpenWallet> {
  const wallet = await network.open()
  open.push(wallet)
  return wallet
}

/** An account that somebody else's program registered with this key, with 1 BTC. */
async function registered(name: string, seed: string): Promise<Keystore> {
  const keystore = await control('/localnet/accounts', { full_name: name })
  const wallet = await fresh()
  const joined = JSON.stringify({ ...keystore, spend_private_key: seed })
  const { account } = await wallet.calls['accounts.importKeystore']({ keystore: joined })
  await wallet.calls['registration.submit']({ account })
  await fund(wallet, account, BTC, '1')
  return keystore
}

const bring = (wallet: OpenWallet, keystore: object | string) =>
  wallet.calls['accounts.importKeystore']({
    keystore: typeof keystore === 'string' ? keystore : JSON.stringify(keystore),
  })

/** It pays, so it works. */
async function works(wallet: OpenWallet, account: UserId): Promise<void> {
  await has(wallet, account, BTC, '1')
  await pay(wallet, paying(account, BTC, [toUser(ben, '0.25')]))
}

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const SPELLINGS: readonly (readonly [string, (seed: string) => string])[] = [
  ['64 hex characters', (seed) => seed],
  ['capitals, blanks and 0x', (seed) => `  0x${(seed.toUpperCase().match(/.{8}/g) ?? []).join(' ')}\n`],
  ['128 hex characters', (seed) => seed + publicKeyFromSeed(seed)],
  ['base64', base64],
  ['base64url of 64 bytes', (seed) => Buffer.from(seed + publicKeyFromSeed(seed), 'hex').toString('base64url')],
  ['a reduced scalar', scalarFromSeed],
]

describe('a file of the dashboard, and its spend key apart', () => {
  it.each(SPELLINGS.map(([name, spell], at) => [name, spell, at] as const))(
    'make an account that pays, with the key as %s',
    async (_name, spell, at) => {
      const seed = `${at + 1}d`.repeat(32)
      const keystore = await registered(`Bot ${at}`, seed)
      const wallet = await fresh()
      const view = await bring(wallet, keystore)
      expect(view).toMatchObject({ stage: 'needs_key', registered: true, publicKey: publicKeyFromSeed(seed) })
      const { account } = view
      await expect(wallet.calls['keys.create']({ account })).rejects.toThrow(coded('wallet.account_registered'))
      const wrong = wallet.calls['keys.bring']({ account, key: 'ee'.repeat(32) })
      await expect(wrong).rejects.toMatchObject({
        code: 'vault.key_mismatch',
        details: { expected: publicKeyFromSeed(seed), found: publicKeyFromSeed('ee'.repeat(32)) },
      })
      const ready = await wallet.calls['keys.bring']({ account, key: spell(seed) })
      expect(ready).toMatchObject({ stage: 'ready', spelled: spell !== scalarFromSeed })
      await works(wallet, account)
    },
  )

  it('are taken together, also pasted one below the other', async () => {
    const seed = 'a1'.repeat(32)
    const keystore = await registered('Joined', seed)
    const wallet = await fresh()
    const view = await bring(wallet, `${JSON.stringify(keystore, null, 2)}\n\n${seed}\n`)
    expect(view.stage).toBe('ready')
    await works(wallet, view.account)
  })

  it('that do not belong together leave nothing behind, and say whose keys differ', async () => {
    const keystore = await registered('Wrong pair', 'a2'.repeat(32))
    const wallet = await fresh()
    expect(await bring(wallet, { ...keystore, spend_private_key: 'a3'.repeat(32) }).catch(codeOf)).toBe(
      'vault.key_mismatch',
    )
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
    expect(wallet.vault.accounts.list()).toEqual([])
  })
})

describe('a keystore alone', () => {
  it('lets one look, and takes the key later', async () => {
    const seed = 'b1'.repeat(32)
    const keystore = await registered('Looked at', seed)
    const wallet = await fresh()
    const { account } = await bring(wallet, keystore)
    const looked = await wallet.calls['keys.look']({ account })
    expect(looked).toMatchObject({ stage: 'ready', kind: 'watch', keyless: true })
    await has(wallet, account, BTC, '1')
    const wish = paying(account, BTC, [toUser(ben, '0.1')])
    await expect(wallet.calls['payments.prepare'](wish)).rejects.toThrow(coded('wallet.watch_only'))
    const ready = await wallet.calls['keys.bring']({ account, key: seed })
    expect(ready).toMatchObject({ stage: 'ready', keyless: false })
    expect(ready.kind).not.toBe('watch')
    await works(wallet, account)
  })

  it('says, once the key is here, that the phone was asked for the same', async () => {
    const seed = 'b7'.repeat(32)
    const wallet = await fresh()
    const { account } = await bring(wallet, await registered('Asked before', seed))
    await wallet.calls['keys.look']({ account })
    await has(wallet, account, BTC, '1')
    const { requestId } = await wallet.calls['asked.make']({
      ...{ account, assetId: BTC, payee: toUser(ben, '0.1').payee, amount: parseAmount('0.1') },
      ...{ memo: '', requestId: null, label: '' },
    })
    await wallet.calls['keys.bring']({ account, key: seed })
    const warned = async (amount: string, more: { requestId?: typeof requestId } = {}): Promise<boolean> => {
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)], more))
      const { paymentId, checks } = review
      const check = checks.find(({ id }) => id === `asked:${requestId}`)
      if (check !== undefined) {
        expect(check.result).toBe('attention')
        const unread = { ...approving(account, review), accepted: [] }
        await expect(wallet.calls['payments.approve'](unread)).rejects.toThrow(
          coded('wallet.review_changed', { warning: 'new' }),
        )
      }
      await wallet.calls['payments.cancel']({ account, paymentId })
      return check !== undefined
    }
    expect([await warned('0.1'), await warned('0.2'), await warned('0.1', { requestId })]).toEqual([true, false, false])
    expect(await wallet.calls['asked.list']({ account })).toMatchObject([{ stage: 'waiting' }])
    await wallet.calls['asked.putAway']({ account, requestId })
    expect(await warned('0.1')).toBe(false)
  })

  it('takes the place of a permission to watch, and what happens goes on being seen', async () => {
    const keystore = await registered('Watched', 'b3'.repeat(32))
    const [owner] = open
    if (owner === undefined) throw new Error('its owner is here')
    const account = keystore['app_id'] as UserId
    const wallet = await fresh()
    await wallet.calls['accounts.watch'](
      await owner.calls['accounts.localPermission']({ account, kind: 'authorization' }),
    )
    expect(await bring(wallet, keystore)).toMatchObject({ stage: 'ready', kind: 'watch', keyless: true })
    await fund(owner, account, BTC, '2')
    await has(wallet, account, BTC, '3')
    await fund(owner, account, BTC, '4')
    await has(wallet, account, BTC, '7')
  })

  it('of an account that is not registered makes a key, and cannot only be looked at', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'New' })
    const wallet = await fresh()
    const { account, ...view } = await bring(wallet, keystore)
    expect(view).toMatchObject({ stage: 'needs_key', registered: false })
    await expect(wallet.calls['keys.look']({ account })).rejects.toThrow(coded('wallet.account_not_ready'))
    await wallet.calls['keys.bring']({ account, key: 'b2'.repeat(32) })
    expect((await wallet.calls['registration.submit']({ account })).stage).toBe('ready')
  })
})

describe('a session', () => {
  it('that was made anew replaces the one before, and keeps the key and the history', async () => {
    const wallet = await fresh()
    const { account } = await wallet.calls['accounts.createLocal']({ name: 'Rotated' })
    const words = await newPhrase(wallet, account)
    const made = await wallet.calls['registration.submit']({ account })
    await fund(wallet, account, BTC, '1')
    const timestamp = Math.floor(Date.now() / 1000)
    const claim = await wallet.vault.claimWithPhrase(words.join(' '), timestamp)
    const body = { public_key: claim.publicKey, timestamp, signature: claim.signature }
    const keystore = await control('/localnet/sessions', body)
    const view = await bring(wallet, keystore)
    expect(view).toMatchObject({ account: made.account, stage: 'ready', publicKey: made.publicKey, name: 'Rotated' })
    expect((await wallet.calls['app.state'](null)).accounts).toHaveLength(1)
    await works(wallet, made.account)
  })

  it('that the service does not take is refused by name, before anything is kept', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Expired' })
    const wallet = await fresh()
    const other = { ...keystore, session_id: '11111111-2222-4333-8444-555555555555' }
    await expect(bring(wallet, other)).rejects.toThrow(coded('wallet.session_ended', { network: 'local' }))
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
  })
})

describe('a key that is not the registered one', () => {
  it('gives way to it', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Late' })
    const wallet = await fresh()
    const { account } = await bring(wallet, { ...keystore, spend_private_key: 'c1'.repeat(32) })
    // Meanwhile another program registers the account with a key of its own.
    const other = await fresh()
    await bring(other, { ...keystore, spend_private_key: 'c2'.repeat(32) })
    await other.calls['registration.submit']({ account })
    expect(await wallet.calls['registration.submit']({ account }).catch(codeOf)).toBe('vault.key_mismatch')
    const [stuck] = (await wallet.calls['app.state'](null)).accounts
    expect(stuck).toMatchObject({ stage: 'needs_key', registered: true })
    const ready = await wallet.calls['keys.bring']({ account, key: 'c2'.repeat(32) })
    expect(ready).toMatchObject({ stage: 'ready', publicKey: publicKeyFromSeed('c2'.repeat(32)) })
  })

  it('does not keep the account from being looked at, also after the next start', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Late' })
    const [dir, keychain] = [newFolder(), testKeychain()]
    const first = await network.open({ dir, keychain })
    const { account } = await bring(first, { ...keystore, spend_private_key: 'c3'.repeat(32) })
    const other = await fresh()
    await bring(other, { ...keystore, spend_private_key: 'c4'.repeat(32) })
    await other.calls['registration.submit']({ account })
    expect(await first.calls['keys.look']({ account })).toMatchObject({ stage: 'ready', kind: 'watch' })
    await first.close()
    const wallet = await network.open({ dir, keychain })
    open.push(wallet)
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ stage: 'ready', kind: 'watch' }])
    const ready = await wallet.calls['keys.bring']({ account, key: 'c4'.repeat(32) })
    expect(ready).toMatchObject({ stage: 'ready', keyless: false, publicKey: publicKeyFromSeed('c4'.repeat(32)) })
  })
})

describe('an import that ended in the middle', () => {
  /** Everything that can be left behind, by how far it came: the vault alone, the account beside it, and so on. */
  it.each([
    ['after the session was sealed', async () => undefined],
    [
      'after the account was listed',
      async (wallet: OpenWallet, keystore: Keystore) => void (await bring(wallet, keystore)),
    ],
    [
      'after it was only looked at',
      async (wallet: OpenWallet, keystore: Keystore) => {
        const { account } = await bring(wallet, keystore)
        await wallet.calls['keys.look']({ account })
      },
    ],
  ])('%s ends well with the same file again', async (when, began) => {
    const seed = randomBytes(32).toString('hex')
    const keystore = await registered('Halfway', seed)
    const wallet = await fresh()
    const brought = { ...keystore, spend_private_key: seed }
    if (when.includes('sealed')) {
      await wallet.vault.accounts.add(keystore['app_id'] as UserId, {
        sessionId: keystore['session_id'] ?? '',
        sessionSeed: keystore['session_private_key'] ?? '',
        pinPublicKey: 'aa'.repeat(32),
        spendSeed: null,
      })
    }
    await began(wallet, keystore)
    const view = await bring(wallet, brought)
    expect(view).toMatchObject({ stage: 'ready', publicKey: publicKeyFromSeed(seed) })
    await works(wallet, view.account)
  })

  it('after its key was kept goes on as an account that pays, and not as one that is looked at', async () => {
    const seed = randomBytes(32).toString('hex')
    const keystore = await registered('Nearly there', seed)
    const [dir, keychain] = [newFolder(), testKeychain()]
    const first = await network.open({ dir, keychain })
    const { account } = await bring(first, keystore)
    await first.calls['keys.look']({ account })
    const wanted = { expected: publicKeyFromSeed(seed), replaces: false, needsProof: false }
    await first.vault.accounts.restoreKey(account, seed, wanted)
    await first.close()
    const wallet = await network.open({ dir, keychain })
    open.push(wallet)
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([
      { stage: 'ready', keyless: false, kind: expect.not.stringMatching('watch') },
    ])
    await works(wallet, account)
  })
})
