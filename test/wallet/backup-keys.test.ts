import { describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { scalarFromSeed } from '#protocol'
import { newKeystore } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* What opens a backup: keys that no words spell, and passphrases that are changed while something comes in between. */

const network = sharedNetwork()
const PASSPHRASE = 'a long and good passphrase'
const NEXT = 'another long and good one'

const pathOf = ({ last }: { readonly last: { readonly path: string } | null }): string => last?.path ?? ''
const setUp = (wallet: OpenWallet, passphrase: string | null = null) =>
  wallet.calls['backup.setUp']({ folder: newFolder(), rhythm: 'off', passphrase })
const opens = (wallet: OpenWallet, path: string, kind: 'words' | 'passphrase', text: string) =>
  wallet.calls['backup.test']({ path, secret: { kind, text } }).then(() => true, codeOf)

/** A wallet whose one account has its key as a scalar, which words cannot say. */
async function unspelled(byte: string): Promise<{ wallet: OpenWallet; account: UserId; key: string }> {
  const seed = byte.repeat(32)
  const keystore = await newKeystore(network, { full_name: 'Bot', kind: 'bot' })
  const first = await network.open()
  const joined = JSON.stringify({ ...keystore, spend_private_key: seed })
  const { account } = await first.calls['accounts.importKeystore']({ keystore: joined })
  await first.calls['registration.submit']({ account })
  await first.close()
  const wallet = await network.open()
  await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
  const key = scalarFromSeed(seed)
  expect(await wallet.calls['keys.bring']({ account, key })).toMatchObject({ stage: 'ready', spelled: false })
  return { wallet, account, key }
}

describe('a backup of a key that no words spell', () => {
  it('opens on another computer by that key, in whatever spelling, and by no other', async () => {
    const { wallet, key } = await unspelled('5d')
    const path = pathOf(await setUp(wallet))
    const other = await network.open()
    const pieces = key.toUpperCase().match(/.{4}/g)?.join(' ') ?? ''
    expect(await opens(other, path, 'words', key)).toBe(true)
    expect(await opens(other, path, 'words', pieces)).toBe(true)
    expect(await opens(other, path, 'words', '5d'.repeat(32))).toBe(true)
    expect(await opens(other, path, 'words', '5e'.repeat(32))).toBe('backup.wrong_key')
    expect(await opens(other, path, 'words', 'no words and no key')).toBe('input.phrase')
  })

  it('has that key where words were asked for, beside the words of the others', async () => {
    const { wallet, account, key } = await unspelled('6d')
    await newAccount(wallet, 'Ana')
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await setUp(wallet, PASSPHRASE)
    const path = pathOf(await wallet.calls['backup.makeWithWords']({ passphrase: PASSPHRASE }))
    const other = await network.open()
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    const { contents, words } = await other.calls['backup.restore']({ path, secret, passphrase: null })
    expect(contents.accounts.map(({ hasWords }) => hasWords)).toEqual([true, true])
    expect(words.map((each) => each.words.length).sort()).toEqual([16, 24])
    expect(words.find((each) => each.account === account)?.words.join('')).toBe(key)
  })
})

describe('a changed passphrase', () => {
  it.each([
    ['a lock', async (wallet: OpenWallet) => wallet.lock()],
    [
      'a kill',
      async () => {
        throw new Error('killed')
      },
    ],
  ] as const)('opens what is made from then on, whatever %s came between the change and the backup', async (_, cut) => {
    let between = false
    let wallet: OpenWallet | undefined
    wallet = await network.open({
      wrapVault: (vault) => ({
        ...vault,
        setPassphrase: async (change) => {
          await vault.setPassphrase(change)
          if (between && wallet !== undefined) {
            vault.lock()
            await cut(wallet)
          }
        },
      }),
    })
    await newAccount(wallet, 'Ana')
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await setUp(wallet, PASSPHRASE)
    between = true
    await wallet.calls['vault.setPassphrase']({ current: PASSPHRASE, next: NEXT }).catch(() => undefined)
    await wallet.calls['session.unlock']({ passphrase: NEXT })
    const { opensBy } = await wallet.until(
      () => wallet.calls['backup.read'](null),
      (state) => state.opensBy.passphrase,
    )
    expect(opensBy).toEqual({ passphrase: true, accounts: 1 })
    const path = pathOf(await wallet.calls['backup.make'](null))
    expect(await opens(wallet, path, 'passphrase', NEXT)).toBe(true)
    expect(await opens(wallet, path, 'passphrase', PASSPHRASE)).toBe('backup.wrong_key')
  })

  it('that comes too late to be kept beside the backup is told of in the log', async () => {
    const lost: string[] = []
    const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [isCut, isHeld] = [false, false]
    const wallet = await network.open({
      log: (_, event) => void lost.push(event),
      wrapVault: (vault) => ({
        ...vault,
        setPassphrase: async (change) => {
          await vault.setPassphrase(change)
          if (!isCut) return
          vault.lock()
          throw new Error('killed')
        },
        wrapByPassphrase: async (...given) => {
          if (isHeld) {
            held.resolve()
            await ended.promise
          }
          return vault.wrapByPassphrase(...given)
        },
      }),
    })
    await newAccount(wallet, 'Ana')
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await setUp(wallet, PASSPHRASE)
    isCut = true
    await wallet.calls['vault.setPassphrase']({ current: PASSPHRASE, next: NEXT }).catch(() => undefined)
    isHeld = true
    // The second waits for its turn behind the first.
    for (let times = 0; times < 2; times += 1) await wallet.calls['session.unlock']({ passphrase: NEXT })
    await held.promise
    lost.length = 0
    await wallet.close()
    ended.resolve()
    await expect.poll(() => lost.filter((event) => event === 'backup.not_rewrapped')).toHaveLength(2)
  })

  it('that was not changed after all opens as before', async () => {
    let isRefused = false
    const wallet = await network.open({
      wrapVault: (vault) => ({
        ...vault,
        setPassphrase: async (change) => {
          if (isRefused) throw new Error('disk')
          await vault.setPassphrase(change)
        },
      }),
    })
    await newAccount(wallet, 'Ana')
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await setUp(wallet, PASSPHRASE)
    isRefused = true
    await expect(wallet.calls['vault.setPassphrase']({ current: PASSPHRASE, next: NEXT })).rejects.toThrow()
    const path = pathOf(await wallet.calls['backup.make'](null))
    expect(await opens(wallet, path, 'passphrase', PASSPHRASE)).toBe(true)
  })
})

describe('two backups one after the other', () => {
  it('give each account its name back when its key comes', async () => {
    const made = await Promise.all(
      ['Ana', 'Ben'].map(async (name) => {
        const wallet = await network.open()
        const { account } = await newAccount(wallet, name)
        await wallet.calls['accounts.rename']({ account, name: `${name} at work` })
        await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
        const { words } = await wallet.calls['keys.reveal']({ account, passphrase: PASSPHRASE })
        const path = pathOf(await setUp(wallet, PASSPHRASE))
        await wallet.close()
        return { path, phrase: words.join(' ') }
      }),
    )
    const wallet = await network.open()
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    for (const { path } of made) await wallet.calls['backup.restore']({ path, secret, passphrase: null })
    for (const { phrase } of made) await wallet.calls['accounts.recoverLocal']({ phrase })
    const { accounts } = await wallet.calls['app.state'](null)
    expect(accounts.map(({ name }) => name).sort()).toEqual(['Ana at work', 'Ben at work'])
  })
})
