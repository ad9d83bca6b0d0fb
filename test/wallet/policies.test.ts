import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Clock, Nanos, UserId } from '#contract/domain'
import type { Input, PolicyRules } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { FREE, rulesIn } from './rules.ts'

/* Rules hold in the wallet, whoever asks it to sign. */

const HOUR = 3_600n * 1_000_000_000n
const PASSPHRASE = 'a long and good passphrase'
let ben: UserId
let carl: UserId
let host: OpenWallet

/** Both sides age together. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
type Payee = Input<'payments.prepare'>['rows'][number]['payee']
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const network = sharedNetwork(clock)

beforeAll(async () => {
  host = await network.open({ clock })
  ben = (await newAccount(host, 'Ben')).account
  carl = (await newAccount(host, 'Carl')).account
})

const limit = (more: Partial<PolicyRules['assets'][number]>): PolicyRules => ({
  ...FREE,
  assets: [{ assetId: BTC, day: null, waitAbove: null, lookAbove: null, ...more }],
})

interface Person {
  readonly wallet: OpenWallet
  readonly account: UserId
}

/** Somebody with so many coins of one bitcoin. */
async function someone(coins = 2): Promise<Person> {
  const wallet = await network.open({ clock })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  for (let at = 0; at < coins; at += 1) await fund(wallet, account, BTC, '1')
  return { wallet, account }
}

const setRules = ({ wallet, account }: Person, rules: PolicyRules | null) =>
  wallet.calls['policies.set']({ account, holder: null, rules, passphrase: null })
const readRules = ({ wallet, account }: Person) => wallet.calls['policies.read']({ account, holder: null })
const prepare = ({ wallet, account }: Person, amount: string, to: UserId = ben) =>
  wallet.calls['payments.prepare'](paying(account, BTC, [toUser(to, amount)]))
const again = ({ wallet, account }: Person, { paymentId }: PaymentReview) =>
  wallet.calls['payments.review']({ account, paymentId })
const approve = ({ wallet, account }: Person, review: PaymentReview) =>
  wallet.calls['payments.approve'](approving(account, review))
describe('a limit for a day', () => {
  it('lets out what fits, says what is left, and stops what does not', async () => {
    const ana = await someone()
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    const first = await prepare(ana, '0.3')
    expect(rulesIn(first)).toEqual(['ok: Daily limit: 0.2 BTC of 0.5 BTC left after this.'])
    await approve(ana, first)
    const second = await prepare(ana, '0.3')
    expect(second.verdict).toBe('stop')
    expect(rulesIn(second)).toEqual(['stop: Daily limit: this is more than the 0.2 BTC left of 0.5 BTC.'])
    await expect(approve(ana, second)).rejects.toThrow(coded('wallet.rules_stop'))
    expect((await settled(ana.wallet, ana.account, first.paymentId)).state).toBe('final')
    expect((await readRules(ana)).today).toMatchObject([{ spent: parseAmount('0.3') }])
  })

  it('does not let two payments pass at once of which only one fits', async () => {
    const ana = await someone()
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    const [one, other] = [await prepare(ana, '0.3'), await prepare(ana, '0.4')]
    expect([one.verdict, other.verdict]).not.toContain('stop')
    const done = await Promise.allSettled([approve(ana, one), approve(ana, other)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('counts what left within the day before it was laid down', async () => {
    // What comes back of the first may take its time, and each of the others holds one.
    const ana = await someone(3)
    await approve(ana, await prepare(ana, '0.4'))
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    const fits = await prepare(ana, '0.1')
    expect([fits.verdict, (await prepare(ana, '0.2')).verdict]).toEqual(['attention', 'stop'])
  })

  it('is free again a day later', async () => {
    const ana = await someone()
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    const first = await prepare(ana, '0.5')
    await approve(ana, first)
    await settled(ana.wallet, ana.account, first.paymentId)
    const second = await prepare(ana, '0.5')
    const until = second.checks.find(({ id }) => id.startsWith('rule:'))?.until
    expect(until).toBeGreaterThan(clock.now() + 23n * HOUR)
    ahead += 24n * HOUR
    await approve(ana, await again(ana, second))
  })

  it('counts nothing that stays with its owner', async () => {
    const ana = await someone()
    await setRules(ana, limit({ day: parseAmount('0.1') }))
    const own = await prepare(ana, '0.7', ana.account)
    expect(rulesIn(own)).toEqual([])
    await approve(ana, own)
  })
})

describe('a limit in a currency', () => {
  it('says what each asset that was signed for counts, which adds up to what is left of it', async () => {
    const ana = await someone()
    await fund(ana.wallet, ana.account, ETH, '2')
    await setRules(ana, { ...FREE, fiat: { currency: 'USD', day: parseAmount('1000000') } })
    expect(await readRules(ana)).toMatchObject({ today: [], counted: expect.stringMatching(/^Together 0\.00 USD of /) })
    await approve(ana, await prepare(ana, '0.3'))
    await approve(ana, await ana.wallet.calls['payments.prepare'](paying(ana.account, ETH, [toUser(ben, '1')])))
    const { today, counted } = await readRules(ana)
    const cents = (text: string | null | undefined): bigint => BigInt((text ?? '').replace(/\D/g, ''))
    const worths = today.map(({ asset, worth }) => [asset.symbol, cents(worth)] as const)
    expect(worths.map(([symbol]) => symbol).sort()).toEqual(['BTC', 'ETH'])
    const [, spent, limit, left] = /^Together (.+) USD of (.+) USD, .+: (.+) USD left\.$/.exec(counted ?? '') ?? []
    expect(worths.reduce((sum, [, worth]) => sum + worth, 0n)).toBe(cents(spent))
    expect(cents(spent) + cents(left)).toBe(cents(limit))
    expect(cents(spent)).toBeGreaterThan(0n)
  })
})

describe('a planned payment', () => {
  it('is prepared at its time, says which rule stops it, and cannot be signed until that rule lets it pass', async () => {
    const ana = await someone()
    const { wallet, account } = ana
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    const spent = await prepare(ana, '0.3')
    await approve(ana, spent)
    await settled(wallet, account, spent.paymentId)
    const now = new Date(Number(clock.now() / 1_000_000n)).toISOString()
    const when = { first: now.slice(0, 10), time: now.slice(11, 16), zone: 'UTC', repeats: 'once' as const }
    const { planId } = await wallet.calls['schedule.save']({
      ...{ account, holder: null, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
      rows: [{ payee: { kind: 'user', userId: ben }, amount: parseAmount('0.4') }],
      when: { ...when, end: { kind: 'never' } },
    })
    const { history } = await wallet.until(
      () => wallet.calls['schedule.read']({ account, planId }),
      ({ history: [time] }) => time?.state === 'waiting',
    )
    const paymentId = history[0]?.paymentId
    if (paymentId == null) throw new Error('there is a payment')
    const review = await wallet.calls['payments.review']({ account, paymentId })
    expect(review.plan).toMatchObject({ planId })
    expect(rulesIn(review)).toEqual(['stop: Daily limit: this is more than the 0.2 BTC left of 0.5 BTC.'])
    await expect(approve(ana, review)).rejects.toThrow(coded('wallet.rules_stop'))
    ahead += 24n * HOUR
    await approve(ana, await again(ana, review))
    expect((await settled(wallet, account, paymentId)).state).toBe('final')
    const paid = await wallet.calls['schedule.read']({ account, planId })
    expect(paid.history.map(({ state }) => state)).toEqual(['paid'])
  })
})

describe('assets without rules of their own', () => {
  it('may be kept from leaving at all', async () => {
    const ana = await someone(1)
    await setRules(ana, {
      ...FREE,
      others: 'refused',
      assets: [{ assetId: ETH, day: null, waitAbove: null, lookAbove: null }],
    })
    expect(rulesIn(await prepare(ana, '0.1'))).toEqual(['stop: Your rules let no BTC leave.'])
  })
})

describe('recipients', () => {
  it('are only those of the list, where there is one', async () => {
    const ana = await someone()
    await setRules(ana, { ...FREE, payees: { kind: 'listed', payees: [{ kind: 'user', userId: ben }] } })
    expect(rulesIn(await prepare(ana, '0.1', carl))).toMatchObject([expect.stringMatching(/^stop: .*not on your list/)])
    await approve(ana, await prepare(ana, '0.1', ben))
  })

  it('are told by their row of the review, also beside what goes to oneself', async () => {
    const ana = await someone()
    const { wallet, account } = ana
    await setRules(ana, { ...FREE, payees: { kind: 'listed', payees: [{ kind: 'user', userId: ben }] } })
    const rows = [toUser(account, '0.1'), toUser(carl, '0.1'), toUser(ben, '0.1')]
    const { checks, payees } = await wallet.calls['payments.prepare'](paying(account, BTC, rows))
    const refused = checks.filter(({ id, result }) => id.startsWith('rule:payee') && result === 'stop')
    expect(refused.map(({ row }) => payees[row ?? -1]?.party)).toMatchObject([{ user: { userId: carl } }])
  })

  it('must have been saved for long enough, where that is asked', async () => {
    const ana = await someone()
    const { wallet, account } = ana
    await setRules(ana, { ...FREE, payees: { kind: 'saved', hours: 48 } })
    const review = await prepare(ana, '0.1')
    expect(review.verdict).toBe('stop')
    await wallet.calls['contacts.save']({ account, userId: ben, alias: 'Ben', phone: '', note: '' })
    expect((await again(ana, review)).verdict).toBe('stop')
    ahead += 48n * HOUR
    await approve(ana, await again(ana, review))
  })

  it('count as saved from when they were saved, also where they were paid or known long before', async () => {
    const ana = await someone()
    const { wallet, account } = ana
    await approve(ana, await prepare(ana, '0.1'))
    ahead += 100n * HOUR
    await setRules(ana, { ...FREE, payees: { kind: 'saved', hours: 48 } })
    const save = () => wallet.calls['contacts.save']({ account, userId: ben, alias: 'Ben', phone: '', note: '' })
    await save()
    const review = await prepare(ana, '0.2')
    expect(review.verdict).toBe('stop')
    ahead += 48n * HOUR
    expect((await again(ana, review)).verdict).not.toBe('stop')
    // Who was taken off the list begins anew.
    await wallet.calls['contacts.remove']({ account, userId: ben })
    await save()
    expect((await again(ana, review)).verdict).toBe('stop')
  })

  it('count as saved from no time before one that was seen, however far the clock is set back to save them', async () => {
    const ana = await someone()
    const { wallet, account } = ana
    await setRules(ana, { ...FREE, payees: { kind: 'saved', hours: 48 } })
    ahead -= 100n * HOUR
    await wallet.calls['contacts.save']({ account, userId: ben, alias: 'Ben', phone: '', note: '' })
    await wallet.calls['groups.create']({ account, name: 'Both', members: [account, ben], threshold: 1 })
    await wallet.calls['contacts.saveAddress']({
      ...{ account, addressId: null, userId: null, label: 'Away', chainId: BTC, destination: BITCOIN, tag: '' },
    })
    ahead += 100n * HOUR
    const payees: Payee[] = [
      { kind: 'user', userId: ben },
      { kind: 'group', members: [account, ben], threshold: 1 },
      { kind: 'chain', destination: BITCOIN, tag: '' },
    ]
    for (const payee of payees) {
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.1' }]))
      expect(rulesIn(review)).toMatchObject([expect.stringMatching(/^stop: /)])
      await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
    }
  })

  /** Somebody who has paid Ben, and another computer of theirs, which adds him to the contacts. */
  async function twoComputers() {
    const [dir, copied, keychain] = [newFolder(), newFolder(), testKeychain()]
    const before = await network.open({ clock, dir, keychain })
    const { account } = await newAccount(before, 'Ana')
    await fund(before, account, BTC, '1')
    await fund(before, account, BTC, '1')
    const paid = await prepare({ wallet: before, account }, '0.1')
    await approve({ wallet: before, account }, paid)
    await settled(before, account, paid.paymentId)
    await before.close()
    cpSync(dir, copied, { recursive: true })
    const phone = await network.open({ clock, dir: copied, keychain })
    const wallet = await network.open({ clock, dir, keychain })
    onTestFinished(phone.close)
    onTestFinished(wallet.close)
    const contacts = async () => {
      await wallet.calls['contacts.refresh']({ account })
      return (await wallet.calls['contacts.list']({ account })).contacts.map(({ user }) => user.userId)
    }
    const save = async () => {
      await phone.calls['contacts.save']({ account, userId: ben, alias: 'Ben', phone: '', note: '' })
      await wallet.until(contacts, (known) => known.includes(ben))
    }
    return { wallet, phone, account, contacts, save }
  }

  it('count as saved from when this wallet knows it, where they were added elsewhere after they were paid', async () => {
    const { wallet, phone, account, contacts, save } = await twoComputers()
    ahead += 100n * HOUR
    await save()
    const ana = { wallet, account }
    await setRules(ana, { ...FREE, payees: { kind: 'saved', hours: 48 } })
    const review = await prepare(ana, '0.2')
    expect(review.verdict).toBe('stop')
    ahead += 48n * HOUR
    expect((await again(ana, review)).verdict).not.toBe('stop')
    // Nor does it count from before they were taken off and added again there.
    await phone.calls['contacts.remove']({ account, userId: ben })
    await wallet.until(contacts, (known) => !known.includes(ben))
    await save()
    expect((await again(ana, review)).verdict).toBe('stop')
  })

  it('count as saved from now where a backup of another computer brings them, which had them for long', async () => {
    const { wallet, phone, account, save } = await twoComputers()
    await save()
    await phone.calls['groups.create']({ account, name: 'Both', members: [account, ben], threshold: 1 })
    await phone.calls['contacts.saveAddress']({
      ...{ account, addressId: null, userId: null, label: 'Away', chainId: BTC, destination: BITCOIN, tag: '' },
    })
    await phone.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const { last } = await phone.calls['backup.setUp']({
      ...{ folder: newFolder('backups'), rhythm: 'off', passphrase: PASSPHRASE },
    })
    ahead += 100n * HOUR
    const ana = { wallet, account }
    await setRules(ana, { ...FREE, payees: { kind: 'saved', hours: 48 } })
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    await wallet.calls['backup.restore']({ path: last?.path ?? '', secret, passphrase: null })
    const payees: Payee[] = [
      { kind: 'user', userId: ben },
      { kind: 'group', members: [account, ben], threshold: 1 },
      { kind: 'chain', destination: BITCOIN, tag: '' },
    ]
    const look = async (payee: Payee) => {
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.1' }]))
      await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
      return rulesIn(review)
    }
    for (const payee of payees) expect(await look(payee)).toMatchObject([expect.stringMatching(/^stop: /)])
    ahead += 48n * HOUR
    for (const payee of payees) expect(await look(payee)).toMatchObject([expect.stringMatching(/^ok: /)])
  })

  it('are not saved by accepting the number of somebody who was merely paid', async () => {
    const { wallet, account, save } = await twoComputers()
    const { identityNumber } = (await wallet.calls['contacts.card']({ account, userId: ben })).user
    await wallet.calls['contacts.acceptNumber']({ account, userId: ben, identityNumber })
    ahead += 100n * HOUR
    await save()
    const ana = { wallet, account }
    await setRules(ana, { ...FREE, payees: { kind: 'saved', hours: 48 } })
    const review = await prepare(ana, '0.2')
    expect(review.verdict).toBe('stop')
    ahead += 48n * HOUR
    expect((await again(ana, review)).verdict).not.toBe('stop')
  })
})

describe('a wait', () => {
  it('keeps what is above it from being signed until it has passed, and then asks again', async () => {
    const ana = await someone()
    await setRules(ana, { ...limit({ waitAbove: parseAmount('0.2') }), wait: { hours: 10, newPayees: false } })
    await approve(ana, await prepare(ana, '0.2'))
    const waiting = await prepare(ana, '0.3')
    expect(rulesIn(waiting)).toMatchObject([expect.stringMatching(/^stop: Waiting time/)])
    ahead += 9n * HOUR
    await expect(approve(ana, await again(ana, waiting))).rejects.toThrow(coded('wallet.rules_stop'))
    ahead += HOUR
    await approve(ana, await again(ana, waiting))
  })

  it('holds for every payment to somebody new, where that is asked', async () => {
    const ana = await someone()
    await setRules(ana, { ...FREE, wait: { hours: 1, newPayees: true } })
    const review = await prepare(ana, '0.1')
    expect(review.verdict).toBe('stop')
    const { wallet, account } = ana
    expect((await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })).state).toBe('cancelled')
  })
})

describe('a second look', () => {
  it('is asked for above a sum, some minutes after the first', async () => {
    const ana = await someone()
    await setRules(ana, limit({ lookAbove: parseAmount('0.2') }))
    const review = await prepare(ana, '0.3')
    await expect(approve(ana, review)).rejects.toThrow(coded('wallet.look_again'))
    await expect(approve(ana, await again(ana, review))).rejects.toThrow(coded('wallet.rules_stop'))
    ahead += HOUR / 10n
    await approve(ana, await again(ana, review))
    expect((await settled(ana.wallet, ana.account, review.paymentId)).state).toBe('final')
  })
})

describe('a payment without a memo', () => {
  it('is looked at twice where rules say so, and one with a memo is not', async () => {
    const ana = await someone()
    await setRules(ana, { ...FREE, look: { withoutMemo: true, hours: null } })
    const bare = await prepare(ana, '0.1')
    expect(rulesIn(bare)).toEqual([expect.stringMatching(/^ok: There is no memo\. Second look/)])
    await expect(approve(ana, bare)).rejects.toThrow(coded('wallet.look_again'))
    const { wallet, account } = ana
    await wallet.calls['payments.cancel']({ account, paymentId: bare.paymentId })
    const told = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(ben, '0.1')], { memoHex: '726f6f66' }),
    )
    expect(rulesIn(told)).toEqual([])
    await approve(ana, told)
    expect((await settled(wallet, account, told.paymentId)).state).toBe('final')
  })

  it('of rules with a time zone that there is not is refused', async () => {
    const ana = await someone(1)
    const hours = { zone: 'Nowhere/Land', days: 'all', fromHour: 8, toHour: 18 } as const
    const wish = setRules(ana, { ...FREE, look: { withoutMemo: false, hours } })
    await expect(wish).rejects.toThrow(coded('input.invalid'))
    expect((await readRules(ana)).rules).toBeNull()
  })
})

describe('changing rules', () => {
  it('takes effect at once where they become stricter, and waits where they become looser', async () => {
    const ana = await someone()
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    expect((await setRules(ana, limit({ day: parseAmount('0.1') }))).pending).toBeNull()
    const view = await setRules(ana, null)
    expect(view.rules?.assets[0]?.day).toBe(parseAmount('0.1'))
    expect(view.pending?.at).toBe((view.pending?.from ?? 0n) + 24n * HOUR)
    const review = await prepare(ana, '0.3')
    expect(review.verdict).toBe('stop')
    ahead += 24n * HOUR
    expect((await readRules(ana)).rules).toBeNull()
    await approve(ana, await again(ana, review))
  })

  it('is taken back without asking anybody', async () => {
    const ana = await someone(1)
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    await setRules(ana, null)
    const { wallet, account } = ana
    expect((await wallet.calls['policies.keep']({ account, holder: null })).pending).toBeNull()
    ahead += 25n * HOUR
    expect((await readRules(ana)).rules?.assets[0]?.day).toBe(parseAmount('0.5'))
  })
})

describe('a clock that is set back', () => {
  it('frees nothing of a day, and shortens no wait', async () => {
    const ana = await someone()
    await setRules(ana, limit({ day: parseAmount('0.5') }))
    const first = await prepare(ana, '0.5')
    await approve(ana, first)
    await settled(ana.wallet, ana.account, first.paymentId)
    ahead -= 30n * HOUR
    try {
      expect((await prepare(ana, '0.1')).verdict).toBe('stop')
      expect((await readRules(ana)).clockBehind).toBe(true)
    } finally {
      ahead += 30n * HOUR
    }
  })
})

describe('a clock that is turned forward while the wallet is open', () => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['unlocked once more without a passphrase', ({ wallet }) => wallet.calls['session.unlock']({ passphrase: null })],
    ['registered once more', ({ wallet, account }) => wallet.calls['registration.submit']({ account })],
  ])('shortens no wait where what is open is %s', async (_, ask) => {
    const ana = await someone(0)
    const { wallet, account } = ana
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const set = (rules: PolicyRules | null) =>
      wallet.calls['policies.set']({ account, holder: null, rules, passphrase: PASSPHRASE })
    await set(limit({ day: parseAmount('0.5') }))
    await set(null)
    ahead += 25n * HOUR
    await ask(ana)
    expect((await readRules(ana)).rules).not.toBeNull()
    await wallet.calls['session.lock'](null)
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect((await readRules(ana)).rules).toBeNull()
  })
})

describe('a backup', () => {
  it('brings rules to another computer, and one that is older than the rules here is noticed', async () => {
    const keychain = testKeychain()
    const dir = newFolder()
    const first = await network.open({ dir, clock, keychain })
    const { account } = await newAccount(first, 'Ana')
    await first.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const { words } = await first.calls['keys.reveal']({ account, passphrase: PASSPHRASE })
    await fund(first, account, BTC, '1')
    const ruled = (wallet: OpenWallet, day: string) =>
      wallet.calls['policies.set']({
        ...{ account, holder: null, passphrase: PASSPHRASE },
        rules: limit({ day: parseAmount(day) }),
      })
    await ruled(first, '0.5')
    const folder = newFolder('backups')
    const { last } = await first.calls['backup.setUp']({ folder, rhythm: 'off', passphrase: PASSPHRASE })
    if (last === null) throw new Error('there is a backup')
    const secret = { kind: 'words' as const, text: words.join(' ') }

    const other = await network.open({ clock })
    onTestFinished(other.close)
    await other.calls['backup.restore']({ path: last.path, secret, passphrase: null })
    await other.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    expect((await readRules({ wallet: other, account })).rules?.assets[0]?.day).toBe(parseAmount('0.5'))

    await ruled(first, '0.4')
    await first.close()
    const files = join(dir, 'local', account)
    for (const name of readdirSync(files)) {
      if (name.startsWith('intents.db') || name === 'copies') rmSync(join(files, name), { recursive: true })
    }
    const again = await network.open({ dir, clock, keychain })
    onTestFinished(again.close)
    await again.calls['session.unlock']({ passphrase: PASSPHRASE })
    expect((await readRules({ wallet: again, account })).lost).toBe('missing')
    await again.calls['backup.restore']({ path: last.path, secret, passphrase: PASSPHRASE })
    expect((await readRules({ wallet: again, account })).lost).toBe('older')
    const review = await prepare({ wallet: again, account }, '0.1')
    expect(rulesIn(review)).toMatchObject([
      expect.stringMatching(/^stop: The rules on this computer are an older copy/),
    ])
  })
})
