import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Input } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { openProfileStore } from '#store'
import { AUTHORITY } from '../main/way-out.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { coded, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* The way out lies in a file that whoever has the computer can write. What was not agreed to here is not gone by. */

const OWN = { kind: 'socks5', host: '127.0.0.1', port: 9050 } as const
type Kept = {
  readonly proxy: string
  readonly authority: string
  readonly seal: { account: string; text: string } | null
}

const network = sharedNetwork()
let wallet: OpenWallet
let account: UserId
const [dir, keychain] = [newFolder('line'), testKeychain()]
const open = () => network.open({ dir, keychain })
const line = () => wallet.calls['network.line'](null)
const agree = () =>
  wallet.calls['network.setLine']({ proxy: OWN, authority: AUTHORITY, untried: true, passphrase: null })

beforeAll(async () => {
  wallet = await open()
  account = (await newAccount(wallet, 'Maya')).account
  await agree()
}, 300_000)

const keptNow = (): Kept => {
  const profile = openProfileStore({ dir, network: 'local', clock: systemClock })
  const kept = profile.settings.get('line') as Kept
  profile.close()
  return kept
}

/** What another program does to the file while Coffer is closed. */
async function changed(edit: (kept: Kept) => Kept): Promise<void> {
  await wallet.close()
  const profile = openProfileStore({ dir, network: 'local', clock: systemClock })
  profile.settings.set('line', edit(profile.settings.get('line') as Kept))
  profile.close()
  wallet = await open()
}

const takeOut = (folder: string): void => {
  const db = new Sqlite(join(folder, 'local', 'profile.db'))
  db.exec("DELETE FROM settings WHERE key = 'line'")
  db.close()
}

const isStopped = () =>
  expect(wallet.calls['app.retry']({ account })).rejects.toThrow(coded('remote.unreachable', { by: 'changed' }))

describe('the way out', () => {
  it('that was agreed to is believed again after a restart', async () => {
    await changed((kept) => kept)
    expect(await line()).toMatchObject({ proxy: OWN, doubted: false })
    await wallet.calls['app.retry']({ account })
  })

  const OTHER = 'socks5://203.0.113.7:1080'
  it.each<readonly [string, (kept: Kept) => Kept]>([
    ['with another proxy', (kept) => ({ ...kept, proxy: OTHER })],
    ['with no proxy any more', (kept) => ({ ...kept, proxy: '', authority: '' })],
    ['with its authority taken out', (kept) => ({ ...kept, authority: '' })],
    ['with another proxy and no seal', (kept) => ({ ...kept, proxy: OTHER, seal: null })],
    [
      'with another proxy and a seal of something else',
      (kept) => ({ ...kept, proxy: OTHER, seal: { account: kept.seal?.account ?? '', text: 'AAAA' } }),
    ],
  ])('that comes back %s is not gone, until somebody agrees anew', async (_what, edit) => {
    await changed(edit)
    expect(await line()).toMatchObject({ doubted: true })
    await isStopped()
    await agree()
    expect(await line()).toMatchObject({ proxy: OWN, doubted: false })
    await wallet.calls['app.retry']({ account })
  })

  it('that is gone without a trace lets nothing out, until somebody agrees anew, also to none', async () => {
    await wallet.close()
    takeOut(dir)
    wallet = await open()
    expect(await line()).toMatchObject({ proxy: null, doubted: true })
    await isStopped()
    await wallet.calls['network.setLine']({ proxy: null, authority: null, untried: true, passphrase: null })
    await wallet.calls['app.retry']({ account })
    await agree()
  })

  it('that was agreed to once, and was changed since, is not believed when it is put back with its seal', async () => {
    await wallet.calls['network.setLine']({ proxy: null, authority: null, untried: true, passphrase: null })
    await wallet.close()
    const direct = keptNow()
    wallet = await open()
    await agree()
    await changed(() => direct)
    expect(await line()).toMatchObject({ proxy: null, doubted: true })
    await isStopped()
    await agree()
  })

  it.each<readonly [string, typeof OWN | null]>([
    ['through a proxy', OWN],
    ['that was direct again', null],
  ])('%s is believed also once the account whose key sealed it is gone', async (_what, proxy) => {
    const [own, folder] = [testKeychain(), newFolder()]
    const begin = () => network.open({ dir: folder, keychain: own })
    let other = await begin()
    const first = await newAccount(other, 'Ana')
    await newAccount(other, 'Ben')
    await other.calls['network.setLine']({ proxy: OWN, untried: true, passphrase: null })
    await other.calls['network.setLine']({ proxy, untried: true, passphrase: null })
    await other.calls['accounts.remove']({ account: first.account, passphrase: null })
    await other.close()
    other = await begin()
    expect(await other.calls['network.line'](null)).toMatchObject({ proxy, doubted: false })
    await other.close()
  })

  it('is missed also by an account that came after it, once the one that sealed it is gone', async () => {
    const [own, folder] = [testKeychain(), newFolder()]
    const begin = () => network.open({ dir: folder, keychain: own })
    let other = await begin()
    const first = await newAccount(other, 'Ana')
    await other.calls['network.setLine']({ proxy: OWN, untried: true, passphrase: null })
    const { account: ben } = await newAccount(other, 'Ben')
    const { accounts } = other.vault
    await other.until(
      async () => accounts.describe(ben).way,
      (way) => way !== null,
    )
    await other.calls['accounts.remove']({ account: first.account, passphrase: null })
    await other.close()
    takeOut(folder)
    other = await begin()
    expect(await other.calls['network.line'](null)).toMatchObject({ proxy: null, doubted: true })
    await other.close()
  })

  it('of a Coffer that left no mark in its keys is believed by its seal, and missed from then on', async () => {
    const [own, folder] = [testKeychain(), newFolder()]
    const begin = () => network.open({ dir: folder, keychain: own })
    let other = await begin()
    const { account: ana } = await newAccount(other, 'Ana')
    // As it was agreed to by then: sealed, and nothing beside the keys.
    await other.vault.accounts.agreeWay(ana, null)
    await other.calls['network.setLine']({ proxy: OWN, untried: true, passphrase: null })
    await other.vault.accounts.agreeWay(ana, null)
    await other.close()
    other = await begin()
    expect(await other.calls['network.line'](null)).toMatchObject({ proxy: OWN, doubted: false })
    await other.close()
    takeOut(folder)
    other = await begin()
    expect(await other.calls['network.line'](null)).toMatchObject({ doubted: true })
    await other.close()
  })

  it('that was agreed to before there was a key is believed once there is one', async () => {
    const [own, folder] = [testKeychain(), newFolder()]
    const begin = () => network.open({ dir: folder, keychain: own })
    let other = await begin()
    await other.calls['network.setLine']({ proxy: OWN, untried: true, passphrase: null })
    await newAccount(other, 'Ana')
    await other.close()
    other = await begin()
    expect(await other.calls['network.line'](null)).toMatchObject({ proxy: OWN, doubted: false })
    await other.close()
  })

  it('stays open to those whose keys are lost, and is believed once these are back', async () => {
    const folder = newFolder()
    const before = await network.open({ dir: folder, keychain: testKeychain() })
    const { calls } = before
    const { account: ana } = await calls['accounts.createLocal']({ name: 'Ana' })
    const { words } = await calls['keys.create']({ account: ana })
    const { positions } = await calls['keys.quiz']({ account: ana })
    await calls['keys.answerQuiz']({ account: ana, words: positions.map((at) => words[at] ?? '') })
    await calls['registration.submit']({ account: ana })
    await calls['network.setLine']({ proxy: OWN, untried: true, passphrase: null })
    await before.close()
    const keys = testKeychain()
    const after = await network.open({ dir: folder, keychain: keys })
    await after.calls['vault.beginAnew'](null)
    expect(await after.calls['network.line'](null)).toMatchObject({ proxy: OWN, doubted: false })
    await after.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    await after.close()
    const again = await network.open({ dir: folder, keychain: keys })
    expect(await again.calls['network.line'](null)).toMatchObject({ proxy: OWN, doubted: false })
    await again.close()
  })

  it('keeps no authority that somebody else put there when only the proxy is agreed to', async () => {
    await changed((kept) => ({ ...kept, proxy: '' }))
    await wallet.calls['network.setLine']({ proxy: OWN, untried: true, passphrase: null })
    expect(await line()).toMatchObject({ proxy: OWN, authority: null, doubted: false })
    await agree()
  })

  it('that was never set is the usual one', async () => {
    const other = await network.open()
    expect(await other.calls['network.line'](null)).toMatchObject({ proxy: null, authority: null, doubted: false })
    await other.close()
  })
})

describe('when the passphrase is asked for before money leaves', () => {
  const KEY = 'money-passphrase'
  type Rule = Input<'app.setMoneyPassphrase'>['rule']
  const set = (rule: Rule) => wallet.calls['app.setMoneyPassphrase']({ rule, passphrase: null })
  const above = (limit: string): Rule => ({ when: 'above', limit: parseAmount(limit), currency: 'USD' })
  const asking = async () => {
    const { moneyPassphrase, moneyPassphraseDoubted } = await wallet.calls['app.state'](null)
    return { rule: moneyPassphrase, doubted: moneyPassphraseDoubted }
  }
  /** What another program does to the file while Coffer is closed. */
  async function written(rule: Parameters<ReturnType<typeof openProfileStore>['settings']['set']>[1]): Promise<void> {
    await wallet.close()
    const profile = openProfileStore({ dir, network: 'local', clock: systemClock })
    profile.settings.set(KEY, rule)
    profile.close()
    wallet = await open()
  }
  const EACH_TIME = { rule: { when: 'always' }, doubted: true }

  it('is what was agreed to, also after a restart', async () => {
    await set(above('100'))
    await wallet.close()
    wallet = await open()
    expect(await asking()).toEqual({ rule: above('100'), doubted: false })
  })

  it.each([
    ['a higher value', { when: 'above', limit: '100000', currency: 'USD' }],
    ['another currency', { when: 'above', limit: '100', currency: 'VND' }],
    ['never', { when: 'never' }],
    ['what nobody can read', { when: 'sometimes' }],
  ])('is each time, and said to be, where the file came to say %s, until somebody agrees anew', async (_what, rule) => {
    await set(above('100'))
    await written(rule)
    expect(await asking()).toEqual(EACH_TIME)
    await set(above('100'))
    expect(await asking()).toEqual({ rule: above('100'), doubted: false })
  })

  it('is each time where the file was put back as it once was', async () => {
    await set({ when: 'never' })
    await set(above('100'))
    await written({ when: 'never' })
    expect(await asking()).toEqual(EACH_TIME)
    await set({ when: 'always' })
    await written({ when: 'never' })
    expect(await asking()).toEqual(EACH_TIME)
    await set({ when: 'always' })
    expect(await asking()).toEqual({ rule: { when: 'always' }, doubted: false })
  })

  it('is believed also once the key that bore it is gone, by one that came since', async () => {
    await set({ when: 'never' })
    const { account: ben } = await newAccount(wallet, 'Ben')
    const bears = async () => wallet.vault.accounts.describe(ben).asking
    await wallet.until(bears, (mark) => mark !== null)
    await wallet.calls['accounts.remove']({ account, passphrase: null })
    expect(await asking()).toEqual({ rule: { when: 'never' }, doubted: false })
  })

  it('is not said to be each time while a key still bears that it is less, which a file could go back to', async () => {
    let isBroken = false
    const other = await network.open({
      wrapVault: (vault) => ({
        ...vault,
        accounts: {
          ...vault.accounts,
          agreeAsking: async (id, mark) => {
            if (isBroken && id === last) throw failure('vault.locked', 'locked on the way')
            return vault.accounts.agreeAsking(id, mark)
          },
        },
      }),
    })
    const ids = [await newAccount(other, 'Ana'), await newAccount(other, 'Cas')].map((one) => one.account)
    const last = other.vault.accounts
      .list()
      .filter((id) => ids.includes(id))
      .at(-1)
    await other.calls['app.setMoneyPassphrase']({ rule: { when: 'never' }, passphrase: null })
    isBroken = true
    const always = other.calls['app.setMoneyPassphrase']({ rule: { when: 'always' }, passphrase: null })
    await expect(always).rejects.toThrow(coded('vault.locked'))
    expect((await other.calls['app.state'](null)).moneyPassphrase).toEqual({ when: 'never' })
    isBroken = false
    await other.calls['app.setMoneyPassphrase']({ rule: { when: 'always' }, passphrase: null })
    expect(ids.map((id) => other.vault.accounts.describe(id).asking)).toEqual([null, null])
    await other.close()
  })
})
