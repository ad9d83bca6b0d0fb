import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Clock, Nanos, RequestId, UserId } from '#contract/domain'
import type { Input } from '#contract/ipc'
import { mainnetAddressFromSeed, parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { cosign, newTeam, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  changeIsBack,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  registered,
  sharedNetwork,
  toUser,
  type WalletOptions,
} from '../support/wallet.ts'

const MINUTE = 60_000_000_000n
const HOUR = 60n * MINUTE
const DAY = 24n * HOUR

/** How far wallet and network are ahead of the machine. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const textOf = (at: bigint): string => new Date(Number(at / 1_000_000n)).toISOString()
/** Day and time of a moment on a wall in Greenwich. */
const at = (moment: bigint) => ({ first: textOf(moment).slice(0, 10), time: textOf(moment).slice(11, 16) })

const network = sharedNetwork(clock)
let payees: OpenWallet
let ben: UserId
let cleo: UserId

beforeAll(async () => {
  payees = await network.open({ clock })
  ben = (await newAccount(payees, 'Ben')).account
  cleo = (await newAccount(payees, 'Cleo')).account
})

async function payer(amount = '1', more: Partial<WalletOptions> = {}) {
  const keychain = testKeychain()
  const dir = newFolder()
  const open = () => network.open({ dir, keychain, clock, ...more })
  const wallet = await open()
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, amount)
  return { wallet, account, dir, open, entries: keychain.entries }
}

const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const OTHER_BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
type SavedId = Input<'contacts.removeAddress'>['addressId']

type Save = Input<'schedule.save'>
const plan = (account: UserId, when: Partial<Save['when']>, more: Partial<Save> = {}): Save => ({
  ...{ account, holder: null, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', feeAssetId: null },
  rows: [{ payee: { kind: 'user', userId: ben }, amount: parseAmount('0.01') }],
  when: { ...at(clock.now()), zone: 'UTC', repeats: 'daily', end: { kind: 'never' }, ...when },
  ...more,
})
const read = (wallet: OpenWallet, account: UserId, planId: RequestId) =>
  wallet.calls['schedule.read']({ account, planId })
const states = async (wallet: OpenWallet, account: UserId, planId: RequestId) =>
  (await read(wallet, account, planId)).history.map(({ state }) => state)

/** Waits until the times of a plan stand like this, newest first. */
async function stands(wallet: OpenWallet, account: UserId, planId: RequestId, wanted: readonly string[]) {
  await wallet.until(
    () => states(wallet, account, planId),
    (now) => now.join() === wanted.join(),
  )
  return read(wallet, account, planId)
}

async function approve(wallet: OpenWallet, account: UserId, paymentId: RequestId) {
  const review = await wallet.calls['payments.review']({ account, paymentId })
  await approved(wallet, account, review)
  // The change is what the next one is paid from.
  await changeIsBack(wallet, account, BTC)
  return review
}

const one = <Item>(items: readonly Item[]): Item => {
  const [item] = items
  if (item === undefined) throw new Error('there is none')
  return item
}
const paymentOf = (time: { readonly paymentId: RequestId | null }): RequestId => {
  if (time.paymentId === null) throw new Error('there is no payment')
  return time.paymentId
}

describe('a planned payment', () => {
  it('is prepared at its time, holds its coins, waits for approval and is never signed by itself', async () => {
    const { wallet, account } = await payer()
    const saved = await wallet.calls['schedule.save'](plan(account, at(clock.now() + 2n * HOUR)))
    expect(saved).toMatchObject({ state: 'on', history: [], open: 0 })
    expect(saved.coming).toHaveLength(3)
    ahead += 2n * HOUR + MINUTE
    const due = await stands(wallet, account, saved.planId, ['waiting'])
    const paymentId = paymentOf(one(due.history))
    const payment = await wallet.calls['payments.read']({ account, paymentId })
    expect(payment).toMatchObject({ state: 'verified', signedAt: null, plan: { planId: saved.planId, name: 'Rent' } })
    const home = await wallet.calls['home.read']({ account, holder: null })
    expect(home.attention).toMatchObject([{ kind: 'unfinished', paymentId, plan: 'Rent' }, { kind: 'no_passphrase' }])
    expect(home.holds).toMatchObject([{ paymentId }])
    await wallet.close()
  })

  it('says in its review which plan it comes from, and what is different from the time before', async () => {
    const { wallet, account } = await payer()
    const { planId } = await wallet.calls['schedule.save'](plan(account, {}))
    const first = one((await stands(wallet, account, planId, ['waiting'])).history)
    const review = await approve(wallet, account, paymentOf(first))
    expect(review.plan).toMatchObject({ planId, name: 'Rent', last: null, differs: [] })
    await stands(wallet, account, planId, ['paid'])
    const rows = [{ payee: { kind: 'user' as const, userId: cleo }, amount: parseAmount('0.02') }]
    await wallet.calls['schedule.save'](plan(account, at(clock.now()), { planId, rows }))
    ahead += DAY
    const second = one((await stands(wallet, account, planId, ['waiting', 'paid'])).history)
    const next = await wallet.calls['payments.review']({ account, paymentId: paymentOf(second) })
    expect(next.plan).toMatchObject({
      last: { at: first.at, amount: parseAmount('0.01') },
      differs: ['amount', 'payees'],
    })
    await wallet.close()
  })

  it('pays several people at once', async () => {
    const { wallet, account } = await payer()
    const rows = [ben, cleo].map((userId) => ({
      payee: { kind: 'user' as const, userId },
      amount: parseAmount('0.03'),
    }))
    const before = await balanceOf(payees, cleo, BTC)
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }, { rows }))
    const due = await stands(wallet, account, planId, ['waiting'])
    expect(due).toMatchObject({ state: 'ended', amount: parseAmount('0.06'), party: { kind: 'several', count: 2 } })
    await approve(wallet, account, paymentOf(one(due.history)))
    await has(payees, cleo, BTC, before + parseAmount('0.03'))
    await wallet.close()
  })

  it('leaves the network with the fee of that day, and is paid once it is approved', async () => {
    const { wallet, account } = await payer()
    const payee = { kind: 'chain' as const, destination: BITCOIN, tag: '' }
    const rows = [{ payee, amount: parseAmount('0.1') }]
    const { planId } = await wallet.calls['schedule.save'](
      plan(account, { repeats: 'once' }, { rows, feeAssetId: BTC }),
    )
    const due = await stands(wallet, account, planId, ['waiting'])
    const paymentId = paymentOf(one(due.history))
    const review = await approve(wallet, account, paymentId)
    expect(review).toMatchObject({ payees: [{ party: { kind: 'chain' } }], fee: { asset: { assetId: BTC } } })
    expect((await wallet.calls['payments.read']({ account, paymentId })).state).toBe('final')
    await stands(wallet, account, planId, ['paid'])
    const fee = review.fee?.amount ?? 0n
    expect(fee).toBeGreaterThan(0n)
    expect(await balanceOf(wallet, account, BTC)).toBe(parseAmount('0.9') - fee)
    await wallet.close()
  })

  it('pays an address of the network itself and a group in one', async () => {
    const { wallet, account } = await payer()
    const rows = [
      {
        payee: { kind: 'kernel' as const, address: mainnetAddressFromSeed(freshBytes(64)) },
        amount: parseAmount('0.02'),
      },
      { payee: { kind: 'group' as const, members: [ben, cleo], threshold: 2 }, amount: parseAmount('0.03') },
    ]
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }, { rows }))
    const due = await stands(wallet, account, planId, ['waiting'])
    const review = await approve(wallet, account, paymentOf(one(due.history)))
    expect(review.payees.map(({ party, amount }) => [party.kind, amount])).toEqual([
      ['kernel', parseAmount('0.02')],
      ['group', parseAmount('0.03')],
    ])
    await stands(wallet, account, planId, ['paid'])
    expect(await balanceOf(wallet, account, BTC)).toBe(parseAmount('0.95'))
    await wallet.close()
  })

  it('is prepared for each account of a wallet from its own money, and listed with it alone', async () => {
    const { wallet, account } = await payer()
    const { account: other } = await newAccount(wallet, 'Books')
    await fund(wallet, other, BTC, '1')
    const [mine, theirs] = [
      await wallet.calls['schedule.save'](plan(account, {})),
      await wallet.calls['schedule.save'](plan(other, {}, { name: 'Wages' })),
    ]
    await stands(wallet, account, mine.planId, ['waiting'])
    await stands(wallet, other, theirs.planId, ['waiting'])
    for (const [who, name] of [
      [account, 'Rent'],
      [other, 'Wages'],
    ] as const) {
      const listed = await wallet.calls['schedule.list']({ account: who, holder: null })
      expect(listed.map((each) => each.name)).toEqual([name])
      expect((await wallet.calls['schedule.open']({ account: who })).map((time) => time.name)).toEqual([name])
      const { attention, holds } = await wallet.calls['home.read']({ account: who, holder: null })
      expect(attention).toContainEqual(expect.objectContaining({ kind: 'unfinished', plan: name }))
      expect(holds).toHaveLength(1)
    }
    await expect(read(wallet, other, mine.planId)).rejects.toMatchObject(coded('input.invalid', { field: 'plan' }))
    await wallet.close()
  })
})

describe('a time that was missed', () => {
  it('is not told of as the only plan’s where there are others', async () => {
    const { wallet, account, open } = await payer()
    for (const name of ['Rent', 'Wages']) {
      await wallet.calls['schedule.save']({ ...plan(account, at(clock.now() + HOUR)), name })
    }
    await wallet.close()
    ahead += DAY
    const again = await open()
    await again.calls['app.retry']({ account })
    const { attention } = await again.calls['home.read']({ account, holder: null })
    expect(attention.filter(({ kind }) => kind === 'scheduled')).toMatchObject([{ count: 2, others: 1 }])
    await again.close()
  })

  it('is asked about, also when nobody has opened the wallet for days, and nothing is prepared without an answer', async () => {
    const { wallet, account, open } = await payer()
    const { planId } = await wallet.calls['schedule.save'](plan(account, at(clock.now() + HOUR)))
    await wallet.close()
    ahead += 3n * DAY + 3n * HOUR
    const again = await open()
    await again.calls['app.retry']({ account })
    const waiting = await again.calls['schedule.open']({ account })
    expect(waiting.map(({ state, name }) => [state, name])).toEqual(Array(4).fill(['asks', 'Rent']))
    const home = await again.calls['home.read']({ account, holder: null })
    expect(home.attention).toContainEqual({ kind: 'scheduled', count: 4, name: 'Rent', others: 0 })
    expect(home.holds).toEqual([])
    const [first, second, ...others] = waiting.map(({ day }) => ({ planId, day }))
    if (first === undefined || second === undefined) throw new Error('too few')
    const done = await again.calls['schedule.answer']({ account, prepare: [second], skip: [first, ...others] })
    expect(done).toMatchObject({ failed: 0, skipped: 3 })
    expect(done.prepared).toHaveLength(1)
    expect(await states(again, account, planId)).toEqual(['skipped', 'skipped', 'waiting', 'skipped'])
    const once = await again.calls['schedule.answer']({ account, prepare: [], skip: [first, second] })
    expect(once).toEqual({ prepared: [], failed: 0, skipped: 1 })
    await again.close()
  })

  it('is warned of where the same was paid by hand since, here or from another computer, and not where something else was', async () => {
    const { wallet, account, dir, open, entries } = await payer()
    const when = { ...at(clock.now() + HOUR), repeats: 'once' } as const
    const [one, two] = [
      await wallet.calls['schedule.save'](plan(account, when)),
      await wallet.calls['schedule.save'](plan(account, when)),
    ]
    await wallet.close()
    const copy = newFolder()
    cpSync(dir, copy, { recursive: true })
    ahead += 3n * HOUR
    const here = await open()
    const prepared = async (at: OpenWallet, { planId }: { readonly planId: RequestId }) => {
      await at.calls['app.retry']({ account })
      const review = await at.calls['schedule.prepare']({ account, planId, day: when.first })
      await at.calls['payments.cancel']({ account, paymentId: review.paymentId })
      return review.checks.flatMap(({ id, result }) => (result === 'attention' ? (id.split(':')[0] ?? '') : []))
    }
    for (const amount of ['0.02', '0.01']) {
      expect(await prepared(here, one)).not.toContain('meanwhile')
      await approved(here, account, await here.calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)])))
      await changeIsBack(here, account, BTC)
    }
    expect(await prepared(here, one)).toContain('meanwhile')
    const there = await network.open({ dir: copy, keychain: testKeychain(entries), clock })
    expect(await prepared(there, two)).toContain('elsewhere-same')
    await Promise.all([here.close(), there.close()])
  })

  it('is not asked about while a plan rests, and is again once it goes on', async () => {
    const { wallet, account } = await payer()
    const { planId } = await wallet.calls['schedule.save'](plan(account, at(clock.now() + HOUR)))
    await wallet.calls['schedule.set']({ account, planId, state: 'paused' })
    ahead += 2n * DAY + 3n * HOUR
    expect(await wallet.calls['schedule.open']({ account })).toEqual([])
    const on = await wallet.calls['schedule.set']({ account, planId, state: 'on' })
    expect(on).toMatchObject({ history: [], state: 'on' })
    ahead += DAY
    expect(await wallet.calls['schedule.open']({ account })).toMatchObject([{ state: 'asks' }])
    await wallet.calls['schedule.set']({ account, planId, state: 'ended' })
    ahead += DAY
    expect(await wallet.calls['schedule.open']({ account })).toHaveLength(1)
    await wallet.calls['schedule.remove']({ account, planId })
    expect(await wallet.calls['schedule.open']({ account })).toEqual([])
    expect(await wallet.calls['schedule.list']({ account, holder: null })).toEqual([])
    await wallet.close()
  })
})

describe('a plan that rests', () => {
  it('asks about nothing of that time also where it was changed meanwhile, and then pays what it says by now', async () => {
    const { wallet, account } = await payer()
    const when = at(clock.now() + HOUR)
    const { planId } = await wallet.calls['schedule.save'](plan(account, when))
    const set = (state: 'on' | 'paused' | 'ended') => wallet.calls['schedule.set']({ account, planId, state })
    await set('paused')
    ahead += DAY
    const rows = [{ payee: { kind: 'user' as const, userId: cleo }, amount: parseAmount('0.02') }]
    const changed = await wallet.calls['schedule.save'](plan(account, when, { planId, rows }))
    expect(changed).toMatchObject({ state: 'paused', coming: [], history: [] })
    ahead += 2n * DAY
    expect(await wallet.calls['schedule.open']({ account })).toEqual([])
    expect(await set('on')).toMatchObject({ history: [], state: 'on' })
    ahead += 2n * HOUR + MINUTE
    expect(await wallet.calls['schedule.open']({ account })).toMatchObject([
      { state: 'asks', amount: parseAmount('0.02') },
    ])
    await set('ended')
    await expect(set('on')).rejects.toMatchObject(coded('input.invalid'))
    await wallet.close()
  })
})

describe('a time whose payment cannot be prepared', () => {
  it('stays with its reason, keeps no other plan back, and can be tried again', async () => {
    const { wallet, account } = await payer('0.05')
    const dear = [{ payee: { kind: 'user' as const, userId: ben }, amount: parseAmount('2') }]
    const big = await wallet.calls['schedule.save'](plan(account, {}, { name: 'A car', rows: dear }))
    const small = await wallet.calls['schedule.save'](plan(account, {}))
    await stands(wallet, account, small.planId, ['waiting'])
    const stuck = one((await stands(wallet, account, big.planId, ['problem'])).history)
    expect(stuck.problem).toMatchObject({ code: 'wallet.insufficient' })
    const { attention } = await wallet.calls['home.read']({ account, holder: null })
    expect(attention).toContainEqual({ kind: 'scheduled', count: 1, name: 'A car', others: 0 })
    const again = { account, planId: big.planId, day: stuck.day }
    await expect(wallet.calls['schedule.prepare'](again)).rejects.toMatchObject(coded('wallet.insufficient'))
    const answer = await wallet.calls['schedule.answer']({ account, prepare: [again], skip: [] })
    expect(answer).toEqual({ prepared: [], failed: 1, skipped: 0 })
    await fund(wallet, account, BTC, '3')
    const review = await wallet.calls['schedule.prepare'](again)
    expect(review.amount).toBe(parseAmount('2'))
    await stands(wallet, account, big.planId, ['waiting'])
    await wallet.close()
  })

  it('says that one of those it pays has another number than before, until that is accepted', async () => {
    let isRenumbered = false
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!isRenumbered) return response
      const number = new RegExp(`("user_id":"${ben}","identity_number":")\\d+`, 'g')
      const { status, headers } = response
      return new Response((await response.text()).replaceAll(number, '$1777'), { status, headers })
    }
    const { wallet, account } = await payer('1', { fetch: lying })
    await wallet.calls['contacts.save']({ account, userId: ben, alias: 'Ben', phone: '', note: '' })
    isRenumbered = true
    const rows = [cleo, ben].map((userId) => ({
      payee: { kind: 'user' as const, userId },
      amount: parseAmount('0.01'),
    }))
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }, { rows }))
    const stuck = one((await stands(wallet, account, planId, ['problem'])).history)
    expect(stuck.problem).toMatchObject({ code: 'wallet.payee_changed', details: { number: '777' } })
    await wallet.calls['contacts.acceptNumber']({ account, userId: ben, identityNumber: '777' })
    await wallet.calls['schedule.prepare']({ account, planId, day: stuck.day })
    await stands(wallet, account, planId, ['waiting'])
    await wallet.close()
  })

  it('says that somebody is not registered yet, and is prepared once they are', async () => {
    const { wallet, account } = await payer()
    const { account: stranger } = await payees.calls['accounts.createLocal']({ name: 'Stranger' })
    const rows = [{ payee: { kind: 'user' as const, userId: stranger }, amount: parseAmount('0.01') }]
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }, { rows }))
    const stuck = one((await stands(wallet, account, planId, ['problem'])).history)
    expect(stuck.problem).toMatchObject({ code: 'wallet.payee_unregistered', details: { names: ['Stranger'] } })
    expect((await wallet.calls['home.read']({ account, holder: null })).holds).toEqual([])
    await registered(payees, stranger)
    await wallet.calls['schedule.prepare']({ account, planId, day: stuck.day })
    await stands(wallet, account, planId, ['waiting'])
    await wallet.close()
  })

  it('holds no money while nobody tells the fee of a network, and is prepared once somebody does', async () => {
    const line = faultyLine()
    const { wallet, account } = await payer('1', { fetch: line.fetch })
    line.faults.push({ path: /\/fees$/, act: 'unknown', times: Number.POSITIVE_INFINITY })
    const rows = [{ payee: { kind: 'chain' as const, destination: BITCOIN, tag: '' }, amount: parseAmount('0.1') }]
    const { planId } = await wallet.calls['schedule.save'](
      plan(account, { repeats: 'once' }, { rows, feeAssetId: BTC }),
    )
    const stuck = one((await stands(wallet, account, planId, ['problem'])).history)
    expect(stuck.problem?.code).toMatch(/^remote\./)
    expect((await wallet.calls['home.read']({ account, holder: null })).holds).toEqual([])
    line.faults.splice(0)
    const review = await wallet.calls['schedule.prepare']({ account, planId, day: stuck.day })
    expect(review.fee?.amount).toBeGreaterThan(0n)
    await stands(wallet, account, planId, ['waiting'])
    await wallet.close()
  })

  it('lets the next time of its plan ask first', async () => {
    const { wallet, account } = await payer()
    const { planId } = await wallet.calls['schedule.save'](plan(account, {}))
    await stands(wallet, account, planId, ['waiting'])
    ahead += DAY
    await wallet.calls['app.retry']({ account })
    await stands(wallet, account, planId, ['asks', 'waiting'])
    await wallet.close()
  })

  it('can be prepared anew after it was given up', async () => {
    const { wallet, account } = await payer()
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }))
    const due = one((await stands(wallet, account, planId, ['waiting'])).history)
    await wallet.calls['payments.cancel']({ account, paymentId: paymentOf(due) })
    await wallet.calls['app.retry']({ account })
    await stands(wallet, account, planId, ['given_up'])
    const review = await wallet.calls['schedule.prepare']({ account, planId, day: due.day })
    expect(review.paymentId).not.toBe(due.paymentId)
    await approve(wallet, account, review.paymentId)
    await stands(wallet, account, planId, ['paid'])
    await expect(wallet.calls['schedule.prepare']({ account, planId, day: due.day })).rejects.toMatchObject(
      coded('wallet.payment_state'),
    )
    await wallet.close()
  })
})

describe('a time that was paid from another copy of these files', () => {
  it('is not paid twice, also where three tries were shown and given up before', async () => {
    const { wallet, account, dir, entries } = await payer()
    await fund(wallet, account, BTC, '1')
    const { planId } = await wallet.calls['schedule.save'](plan(account, at(clock.now() + HOUR)))
    await wallet.close()
    const copy = newFolder('copy')
    cpSync(dir, copy, { recursive: true })
    ahead += HOUR + MINUTE
    const first = await network.open({ dir, clock, keychain: testKeychain(entries) })
    const due = one((await stands(first, account, planId, ['waiting'])).history)
    await first.calls['payments.cancel']({ account, paymentId: paymentOf(due) })
    const again = (one: OpenWallet) => one.calls['schedule.prepare']({ account, planId, day: due.day })
    for (let tries = 0; tries < 2; tries += 1) {
      const { paymentId } = await again(first)
      await first.calls['payments.cancel']({ account, paymentId })
    }
    await approve(first, account, (await again(first)).paymentId)
    await first.close()
    const other = await network.open({ dir: copy, clock, keychain: testKeychain(entries) })
    const { history } = await stands(other, account, planId, ['problem'])
    expect(history).toMatchObject([{ problem: { code: 'wallet.already_sent' } }])
    await expect(again(other)).rejects.toMatchObject(coded('wallet.already_sent'))
    expect(await other.calls['payments.open']({ account, holder: null })).toEqual([])
    await other.close()
  })
})

describe('a plan', () => {
  it('that is forgotten or put to rest while another one is prepared prepares nothing, and stays so', async () => {
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    let isShut = false
    const slow: typeof fetch = async (target, init) => {
      if (isShut && new URL(String(target)).pathname === '/safe/keys') {
        asked.resolve()
        await gate.promise
      }
      return fetch(target, init)
    }
    const { wallet, account } = await payer('1', { fetch: slow })
    await fund(wallet, account, BTC, '1')
    await fund(wallet, account, BTC, '1')
    const made: RequestId[] = []
    for (const name of ['Forgotten', 'Resting', 'First', 'Going']) {
      const when = at(clock.now() + HOUR + (name === 'Going' ? 0n : 3n * MINUTE))
      made.push((await wallet.calls['schedule.save'](plan(account, when, { name }))).planId)
    }
    const [forgotten, resting, first, going] = made as [RequestId, RequestId, RequestId, RequestId]
    isShut = true
    // Only this one is due at first: one that has to wait for the network lets the next one go before it.
    ahead += HOUR + MINUTE
    await asked.promise
    ahead += 3n * MINUTE
    for (const planId of [forgotten, going]) await wallet.calls['schedule.remove']({ account, planId })
    await wallet.calls['schedule.set']({ account, planId: resting, state: 'paused' })
    gate.resolve()
    await stands(wallet, account, first, ['waiting'])
    // What comes after it in the same turn has come to its end with the next answer.
    await wallet.calls['schedule.answer']({ account, prepare: [], skip: [] })
    await wallet.calls['app.retry']({ account })
    expect(await wallet.calls['payments.open']({ account, holder: null })).toHaveLength(1)
    expect(await wallet.calls['schedule.list']({ account, holder: null })).toMatchObject([
      { name: 'First', state: 'on' },
      { name: 'Resting', state: 'paused' },
    ])
    await wallet.close()
  })

  it('of a group that was taken off the list keeps no other plan from being told', async () => {
    const { wallet, account } = await payer()
    const group = { account, name: 'House', members: [account, cleo], threshold: 2 }
    const { holder } = await wallet.calls['groups.create'](group)
    const when = at(clock.now() + HOUR)
    await wallet.calls['schedule.save'](plan(account, when, { holder, name: 'Of the house' }))
    const { planId } = await wallet.calls['schedule.save'](plan(account, when))
    await wallet.calls['groups.remove']({ account, holder })
    ahead += HOUR + MINUTE
    await stands(wallet, account, planId, ['waiting'])
    expect(await wallet.calls['schedule.open']({ account })).toMatchObject([{ planId }])
    expect((await wallet.calls['home.read']({ account, holder: null })).attention).not.toEqual([])
    await wallet.calls['groups.create'](group)
    expect(await wallet.calls['schedule.list']({ account, holder })).toMatchObject([{ name: 'Of the house' }])
    await wallet.close()
  })

  it('is refused where no time of it is to come, or nobody could be paid by it', async () => {
    const { wallet, account } = await payer()
    const yesterday = at(clock.now() - DAY)
    const save = (input: Save) => wallet.calls['schedule.save'](input)
    await expect(save(plan(account, { ...yesterday, repeats: 'once' }))).rejects.toMatchObject(coded('input.invalid'))
    await expect(save(plan(account, { zone: 'Moon/Base' }))).rejects.toMatchObject(coded('input.invalid'))
    await expect(save(plan(account, {}, { memoHex: '61'.repeat(256) }))).rejects.toMatchObject(
      coded('input.memo_too_long'),
    )
    const leaving = { payee: { kind: 'chain' as const, destination: BITCOIN, tag: '' }, amount: parseAmount('0.01') }
    const both = [leaving, { payee: { kind: 'user' as const, userId: ben }, amount: parseAmount('0.01') }]
    await expect(save(plan(account, {}, { rows: both }))).rejects.toMatchObject(coded('input.payee'))
    expect(await wallet.calls['schedule.list']({ account, holder: null })).toEqual([])
    await wallet.close()
  })

  it('that was changed pays what it says by now, and nothing of what it said before', async () => {
    const { wallet, account } = await payer()
    const when = at(clock.now() + HOUR)
    const { planId } = await wallet.calls['schedule.save'](plan(account, when))
    const rows = [{ payee: { kind: 'user' as const, userId: cleo }, amount: parseAmount('0.02') }]
    await wallet.calls['schedule.save'](plan(account, when, { planId, rows }))
    ahead += HOUR + MINUTE
    const { history } = await stands(wallet, account, planId, ['waiting'])
    const review = await wallet.calls['payments.review']({ account, paymentId: paymentOf(one(history)) })
    expect(review.payees).toMatchObject([{ party: { user: { userId: cleo } }, amount: parseAmount('0.02') }])
    await wallet.close()
  })

  it('that was changed since a payment of it was prepared has that say so, and signs it with that read alone', async () => {
    const { wallet, account } = await payer()
    const { planId } = await wallet.calls['schedule.save'](plan(account, {}))
    const { history } = await stands(wallet, account, planId, ['waiting'])
    const paymentId = paymentOf(one(history))
    const look = () => wallet.calls['payments.review']({ account, paymentId })
    const told = async () =>
      (await look()).checks.flatMap(({ id, text }) => (id.startsWith('plan-changed') ? text : []))
    const before = await look()
    const daily = (rows: Save['rows'], more: Partial<Save> = {}) =>
      wallet.calls['schedule.save'](plan(account, {}, { planId, rows, ...more }))
    const pays = (userId: UserId, amount: string) => ({
      payee: { kind: 'user' as const, userId },
      amount: parseAmount(amount),
    })
    await daily([pays(ben, '0.01')], { name: 'Home' })
    expect(await told()).toEqual([])
    await daily([pays(ben, '0.02')])
    expect(await told()).toEqual([expect.stringContaining('pays another amount')])
    await daily([pays(ben, '0.01')], { memoHex: 'aa' })
    expect(await told()).toEqual([expect.stringContaining('another memo')])
    await daily([pays(cleo, '0.01')])
    expect(await told()).toEqual([expect.stringContaining('pays somebody else')])
    await expect(wallet.calls['payments.approve'](approving(account, before))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
    expect((await approved(wallet, account, await look())).state).toBe('final')
    await wallet.close()
  })

  it('that pays a saved address says so once that is another one by now or gone, and signs it with that ticked alone', async () => {
    const { wallet, account } = await payer()
    const place = { account, userId: null, label: 'Cold storage', chainId: BTC, tag: '' }
    const save = (addressId: string | null, destination: string) =>
      wallet.calls['contacts.saveAddress']({ ...place, addressId: addressId as SavedId, destination })
    const { addressId } = await save(null, BITCOIN)
    const rows = [{ payee: { kind: 'chain' as const, destination: BITCOIN, tag: '' }, amount: parseAmount('0.01') }]
    const { planId, former } = await wallet.calls['schedule.save'](plan(account, {}, { rows, feeAssetId: BTC }))
    expect(former).toEqual([])
    const { history } = await stands(wallet, account, planId, ['waiting'])
    const look = () => wallet.calls['payments.review']({ account, paymentId: paymentOf(one(history)) })
    const told = async () => [
      (await wallet.calls['schedule.list']({ account, holder: null })).flatMap((row) => row.former),
      (await read(wallet, account, planId)).former,
      (await look()).checks.flatMap(({ id, result, text }) => (id.startsWith('former:0') ? [result, text] : [])),
    ]
    const before = await look()
    expect(await told()).toEqual([[], [], []])
    await save(addressId, OTHER_BITCOIN)
    const changed = expect.stringContaining(
      `“Cold storage” until you changed it; the saved one is now ${OTHER_BITCOIN}`,
    )
    expect(await told()).toEqual([[changed], [changed], ['attention', changed]])
    await expect(wallet.calls['payments.approve'](approving(account, before))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
    await wallet.calls['contacts.removeAddress']({ account, addressId })
    const removed = expect.stringContaining('until you removed it')
    expect(await told()).toEqual([[removed], [removed], ['attention', removed]])
    expect((await approved(wallet, account, await look())).state).toBe('final')
    await wallet.close()
  })

  it('changed on a day that it has paid for pays nobody a second time on that day', async () => {
    const { wallet, account } = await payer()
    // Not so late that a later time of the day would be on the next.
    const sinceMidnight = clock.now() % DAY
    if (sinceMidnight > 20n * HOUR) ahead += 5n * HOUR
    const { planId } = await wallet.calls['schedule.save'](plan(account, {}))
    await stands(wallet, account, planId, ['waiting'])
    await wallet.calls['schedule.save'](plan(account, at(clock.now() + HOUR), { planId }))
    ahead += HOUR + MINUTE
    await wallet.calls['app.retry']({ account })
    expect(await states(wallet, account, planId)).toEqual(['waiting'])
    await wallet.close()
  })

  it('tells its dates before it is made', async () => {
    const { wallet, account } = await payer()
    const when = { ...plan(account, {}).when, first: '2030-01-31', repeats: 'month_end' as const }
    const dates = await wallet.calls['schedule.dates']({ account, when: { ...when, end: { kind: 'times', times: 4 } } })
    expect(dates.coming.map(({ day }) => day)).toEqual(['2030-01-31', '2030-02-28', '2030-03-31'])
    expect(dates.last?.day).toBe('2030-04-30')
    await wallet.close()
  })
})

describe('a group', () => {
  it('gets a request for its signatures prepared, which a member then approves', async () => {
    const { wallet, account } = await payer()
    const { holder } = await wallet.calls['groups.create']({
      account,
      name: 'House',
      members: [account, cleo],
      threshold: 2,
    })
    const deposit = { account, holder, chainId: BTC, assetId: BTC, amount: parseAmount('1') }
    await wallet.calls['local.deposit'](deposit)
    await wallet.calls['local.confirm']({ blocks: 20 })
    await has(wallet, account, BTC, '1', holder)
    const { planId } = await wallet.calls['schedule.save'](plan(account, {}, { holder }))
    const due = one((await stands(wallet, account, planId, ['waiting'])).history)
    expect(await wallet.calls['schedule.list']({ account, holder: null })).toEqual([])
    expect(await wallet.calls['schedule.list']({ account, holder })).toMatchObject([{ planId, open: 1 }])
    const review = await wallet.calls['payments.review']({ account, paymentId: paymentOf(due) })
    await wallet.calls['payments.approve'](approving(account, review))
    const going = await stands(wallet, account, planId, ['going'])
    const payment = await wallet.calls['payments.read']({ account, paymentId: paymentOf(one(going.history)) })
    expect(payment).toMatchObject({ kind: 'multisig', cosigning: { needed: 2 } })
    await wallet.close()
  })

  it('whose others spend the coin of what was prepared asks again, and never calls it given up', async () => {
    const team = await newTeam(network, ['Gil', 'Hana', 'Ivo'], 2, ['1'], [{ clock }, { clock }, { clock }])
    const { holder, members } = team
    const [{ wallet, account }, hana, ivo] = members
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }, { holder }))
    const due = one((await stands(wallet, account, planId, ['waiting'])).history)
    const other = await hana.wallet.calls['payments.prepare'](
      paying(hana.account, BTC, [toUser(cleo, '0.4')], { holder }),
    )
    await hana.wallet.calls['payments.approve'](approving(hana.account, other))
    await sees(ivo, other.paymentId)
    await cosign(ivo, other.paymentId)
    const [lost] = (await stands(wallet, account, planId, ['problem'])).history
    // Nobody here had signed it, so only the service says so.
    expect(lost).toMatchObject({
      paymentId: due.paymentId,
      problem: { code: 'wallet.conflict', details: { by: 'service' } },
    })
    // What Ivo completed is heard of by itself.
    const attention = async () => (await wallet.calls['home.read']({ account, holder })).attention
    await expect.poll(attention).toMatchObject([{ kind: 'scheduled', count: 1 }, { kind: 'no_passphrase' }])
    const review = await wallet.calls['schedule.prepare']({ account, planId, day: due.day })
    expect(review.paymentId).not.toBe(due.paymentId)
    await stands(wallet, account, planId, ['waiting'])
    for (const { wallet: each } of members) await each.close()
  })

  it('whose others complete what was given up here, without being heard, is not paid from again', async () => {
    const team = await newTeam(network, ['Dora', 'Emil', 'Finn'], 2, ['1', '1'], [{ clock }, { clock }, { clock }])
    const { holder, members } = team
    const [{ wallet, account, line }, ...others] = members
    const { planId } = await wallet.calls['schedule.save'](plan(account, { repeats: 'once' }, { holder }))
    const due = one((await stands(wallet, account, planId, ['waiting'])).history)
    const paymentId = paymentOf(due)
    line.faults.push({ path: /\/unlock$/, act: 'before' })
    await wallet.calls['payments.cancel']({ account, paymentId })
    await stands(wallet, account, planId, ['given_up'])
    // Or a round of its own would hear of it first.
    line.faults.push({ path: /^\/safe\/outputs/, act: 'before' })
    for (const other of others) {
      await other.wallet.calls['approvals.open']({ account: other.account, id: paymentId })
      await cosign(other, paymentId)
    }
    for (const other of others) await sees(other, paymentId, ({ state }) => state === 'final')
    const again = () => wallet.calls['schedule.prepare']({ account, planId, day: due.day })
    await expect(again()).rejects.toMatchObject(coded('wallet.completed_by_others'))
    line.faults.length = 0
    await stands(wallet, account, planId, ['paid'])
    await expect(again()).rejects.toMatchObject(coded('wallet.payment_state'))
    for (const { wallet: each } of members) await each.close()
  })
})

describe('whatever happens, in whatever order', () => {
  it('each time is paid at most once, and nothing without approval', async () => {
    const step = fc.constantFrom(
      'later',
      'much later',
      'back',
      'reopen',
      'approve',
      'give up',
      'prepare',
      'skip',
      'pause',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 9 }), async (steps) => {
        const started = ahead
        const someone = (await newAccount(payees, 'Eve')).account
        const { wallet: opened, account, open } = await payer()
        let wallet = opened
        const rows = [{ payee: { kind: 'user' as const, userId: someone }, amount: parseAmount('0.01') }]
        const { planId } = await wallet.calls['schedule.save'](plan(account, {}, { rows }))
        const approved = new Set<string>()
        for (const each of steps) {
          if (each === 'later') ahead += DAY
          if (each === 'much later') ahead += 3n * DAY
          if (each === 'back') ahead = ahead - DAY > started ? ahead - DAY : started
          if (each === 'reopen') {
            await wallet.close()
            wallet = await open()
          }
          if (each === 'pause') {
            const { state } = await read(wallet, account, planId)
            await wallet.calls['schedule.set']({ account, planId, state: state === 'paused' ? 'on' : 'paused' })
          }
          await wallet.calls['app.retry']({ account })
          const { history } = await read(wallet, account, planId)
          const time = history.find(({ state }) => state !== 'paid' && state !== 'going')
          if (time === undefined) continue
          const named = { planId, day: time.day }
          if (each === 'prepare' || each === 'skip') {
            const answer = { account, prepare: each === 'prepare' ? [named] : [], skip: each === 'skip' ? [named] : [] }
            await wallet.calls['schedule.answer'](answer)
          }
          if (time.state !== 'waiting' || time.paymentId === null) continue
          if (each === 'give up') await wallet.calls['payments.cancel']({ account, paymentId: time.paymentId })
          if (each === 'approve') {
            await approve(wallet, account, time.paymentId)
            expect(approved.has(time.day)).toBe(false)
            approved.add(time.day)
          }
        }
        const { history } = await read(wallet, account, planId)
        const paid = history.filter(({ state }) => state === 'paid').map(({ day }) => day)
        // A clock that was set back knows nothing of times that are to come.
        expect(paid.every((day) => approved.has(day))).toBe(true)
        expect(new Set(paid).size).toBe(paid.length)
        const sum = BigInt(approved.size) * parseAmount('0.01')
        await has(payees, someone, BTC as AssetId, sum)
        await wallet.close()
      }),
      { numRuns: 2 },
    )
  })
})
