import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Clock, type HolderId, MINUTE, type Nanos, type RequestId, type UserId } from '#contract/domain'
import { parseAmount, transactionHash } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { asking, cosign, type Member, newTeam, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import {
  ALL_MOVEMENTS,
  approving,
  BTC,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { type Past, pastsOf, toThePast } from './lied-past.ts'

/* That a payment is final is the service's word. Where it takes that back, nobody knows what became of the payment, and its owner decides. */

/** Both sides age together. */
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)
let ledger: TrueLedger
let ben: UserId
beforeAll(async () => {
  ledger = openLedger(network.dir)
  ben = (await newAccount(await network.open(), 'Ben')).account
})
afterAll(() => ledger.close())

/** Enough for what is looked at more and more rarely. */
const ROUNDS = 20

/** In so many what is final no more is noticed, however long it was called final before. */
const SOON = 10

const FINAL = { state: 'spent', snapshot_hash: 'ab'.repeat(32), snapshot_at: '2026-01-01T00:00:00Z' }

const TAKEN = { state: 'signed', snapshot_hash: null, snapshot_at: null }

/** A line on which what is handed over is called final, also when it is asked again, and goes nowhere, as long as it lies. */
function swallowing() {
  const { fetch: honest, faults } = faultyLine()
  const line = { lies: true, isFinal: true, fetch: honest, faults }
  const said = new Map<string, object>()
  line.fetch = async (target, init) => {
    const path = new URL(String(target)).pathname
    const swallowed = said.get(path.replace('/safe/transactions/', ''))
    if (line.lies && swallowed !== undefined)
      return Response.json({ data: line.isFinal ? swallowed : { ...swallowed, ...TAKEN } })
    if (!line.lies || path !== '/safe/transaction') return honest(target, init)
    const sent = JSON.parse(String(init?.body)) as { request_id: string; raw: string }[]
    const data = sent.map(({ request_id, raw }) => ({
      ...{ request_id, transaction_hash: transactionHash(raw), amount: '0.1', created_at: FINAL.snapshot_at, ...FINAL },
      updated_at: FINAL.snapshot_at,
    }))
    for (const record of data) said.set(record.request_id, record)
    return Response.json({ data })
  }
  return line
}

const read = (wallet: OpenWallet, account: UserId, paymentId: Parameters<typeof settled>[2]) =>
  wallet.calls['payments.read']({ account, paymentId })

/** A payment of which the service said that it is final, and that it never had. */
async function calledFinal(
  amount: string,
  whileCalled: (wallet: OpenWallet, account: UserId) => Promise<void> = async () => undefined,
  becomes: 'forgotten' | 'taken' = 'forgotten',
) {
  const line = swallowing()
  const files = { dir: newFolder(), keychain: testKeychain(), fetch: line.fetch, clock }
  const wallet = await network.open(files)
  onTestFinished(() => wallet.close())
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)]))
  await wallet.calls['payments.approve'](approving(account, review))
  const { state, hashes } = await settled(wallet, account, review.paymentId)
  expect(state).toBe('final')
  expect(hashes.some((hash) => ledger.has(hash))).toBe(false)
  await whileCalled(wallet, account)
  line.lies = becomes === 'taken'
  line.isFinal = false
  const waits = async () => {
    await wallet.calls['app.retry']({ account })
    return read(wallet, account, review.paymentId)
  }
  return { wallet, account, line, files, hashes, paymentId: review.paymentId, waits }
}

/** The other member signs what the first asked for, and both see it paid. */
async function completed(
  members: readonly [asker: Member, other: Member],
  holder: HolderId,
  requestId: RequestId,
): Promise<void> {
  const [asker, other] = members
  await cosign(other, requestId)
  await network.blocks(1)
  const { hashes, state } = await settled(asker.wallet, asker.account, requestId)
  expect(state).toBe('final')
  expect(hashes.every((hash) => ledger.has(hash))).toBe(true)
  for (const { wallet, account } of members) await has(wallet, account, BTC, '0.9', holder)
}

describe('a payment that was called final and is not', () => {
  it.each(['0.1', '1'])(
    'of %s is undecided again, holds its coin, and is sent when its owner says so',
    async (amount) => {
      const { wallet, account, hashes, paymentId, waits } = await calledFinal(amount)
      const waiting = await wallet.until(waits, ({ waitsFor }) => waitsFor !== undefined)
      expect(waiting).toMatchObject({ waitsFor: 'called_final', money: 'unknown_checking', state: 'sent' })
      // Nobody was paid by what is not final.
      expect(waiting.rows).toEqual([expect.objectContaining({ paidBefore: null })])
      // Nothing is looked for any more: Home says that it is its owner's turn.
      const { attention } = await wallet.until(
        () => wallet.calls['home.read']({ account, holder: null }),
        (home) => home.attention.some(({ kind }) => kind === 'undecided'),
      )
      expect(attention).toContainEqual(expect.objectContaining({ kind: 'undecided', paymentId, asks: true }))
      await wallet.until(
        () => wallet.calls['balances.read']({ account, holder: null, assetId: BTC }),
        ({ available, held }) => available === 0n && held === parseAmount('1'),
      )
      await wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })
      expect((await settled(wallet, account, paymentId)).state).toBe('final')
      expect(hashes.every((hash) => ledger.has(hash))).toBe(true)
      await has(wallet, account, BTC, parseAmount('1') - parseAmount(amount))
      expect(await wallet.calls['payments.frozen']({ account })).toEqual([])
    },
  )

  it('is not sent without its owner either where the service forgets it only after it had called it taken again', async () => {
    const { wallet, account, line, hashes, paymentId, waits } = await calledFinal('0.1', undefined, 'taken')
    const taken = await wallet.until(waits, ({ state }) => state === 'accepted')
    expect(taken.waitsFor).toBeUndefined()
    line.lies = false
    const forgotten = await wallet.until(waits, ({ state, waitsFor }) => state === 'final' || waitsFor !== undefined)
    expect(forgotten).toMatchObject({ waitsFor: 'called_final' })
    expect(hashes.some((hash) => ledger.has(hash))).toBe(false)
    await wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })
    expect((await settled(wallet, account, paymentId)).state).toBe('final')
  })

  it('stands in the activity once', async () => {
    const { wallet, account, waits } = await calledFinal('0.1')
    const listed = async () => {
      const page = { holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 50 }
      const { rows } = await wallet.calls['activity.list']({ account, ...page })
      return rows.filter(({ amount }) => amount < 0n).map(({ money }) => money)
    }
    expect(await listed()).toEqual(['final'])
    await wallet.until(waits, ({ waitsFor }) => waitsFor !== undefined)
    expect(await listed()).toEqual(['unknown_checking'])
  })

  it('can be made impossible, after which its coin is there again', async () => {
    const { wallet, account, hashes, paymentId, waits } = await calledFinal('0.1')
    await wallet.until(waits, ({ waitsFor, canVoid }) => waitsFor !== undefined && canVoid === true)
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    await wallet.calls['payments.approve'](approving(account, review))
    expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
    expect((await settled(wallet, account, paymentId)).state).toBe('failed')
    expect(hashes.some((hash) => ledger.has(hash))).toBe(false)
    await has(wallet, account, BTC, '1')
  })

  it('is undecided again after a restart with a new cache too', async () => {
    const { wallet, account, files, paymentId, waits } = await calledFinal('0.1')
    await wallet.until(waits, ({ waitsFor }) => waitsFor !== undefined)
    await wallet.close()
    for (const end of ['', '-wal', '-shm']) rmSync(join(files.dir, 'local', account, `cache.db${end}`), { force: true })
    const again = await network.open(files)
    onTestFinished(() => again.close())
    expect(await read(again, account, paymentId)).toMatchObject({ waitsFor: 'called_final' })
    await again.calls['payments.sendNow']({ account, paymentId, passphrase: null })
    expect((await settled(again, account, paymentId)).state).toBe('final')
    await has(again, account, BTC, '0.9')
  })

  it('stays final where only its coin is listed as open', async () => {
    const line = faultyLine()
    const wallet = await network.open({ fetch: line.fetch })
    onTestFinished(() => wallet.close())
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    let page: object[] = []
    const keep = (coins: object[]) => {
      if (coins.length > 0) page = coins
      return coins
    }
    line.faults.push({ path: /^\/safe\/outputs$/, act: keep })
    await wallet.calls['app.retry']({ account })
    line.faults.length = 0
    expect(page).toHaveLength(1)
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
    await wallet.calls['payments.approve'](approving(account, review))
    await network.blocks(1)
    expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
    await has(wallet, account, BTC, '0.9')
    line.faults.push({ path: /^\/safe\/outputs$/, act: () => page })
    for (let at = 0; at < 3; at += 1) await wallet.calls['app.retry']({ account })
    expect((await read(wallet, account, review.paymentId)).state).toBe('final')
    await has(wallet, account, BTC, '0.9')
  })

  it('by a service of before, under an id by which somebody else has paid since, is undecided again too', async () => {
    const pasts = pastsOf(network)
    onTestFinished(() => pasts.close())
    let past: Past | null = null
    const [wallet, other] = [await network.open({ fetch: toThePast(() => past, fetch) }), await network.open()]
    onTestFinished(() => wallet.close())
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const { account: eve } = await newAccount(other, 'Eve')
    await fund(other, eve, BTC, '1')
    pasts.keep()
    past = await pasts.goBack('everything')
    // As for what a code asks for, which anybody may pay.
    const asked = { requestId: randomUUID() as RequestId }
    const prepared = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '1')], asked))
    const { paymentId } = await wallet.calls['payments.approve'](approving(account, prepared))
    expect((await settled(wallet, account, paymentId)).state).toBe('final')
    const same = await other.calls['payments.prepare'](paying(eve, BTC, [toUser(ben, '1')], asked))
    await other.calls['payments.approve'](approving(eve, same))
    expect((await settled(other, eve, paymentId)).state).toBe('final')
    past = null
    await wallet.until(
      async () => {
        await wallet.calls['app.retry']({ account })
        return read(wallet, account, paymentId)
      },
      ({ waitsFor, canVoid }) => waitsFor === 'called_final' && canVoid === true,
    )
    // Nothing can be sent under that id any more.
    const review = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    await wallet.calls['payments.approve'](approving(account, review))
    expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
    expect((await settled(wallet, account, paymentId)).state).toBe('failed')
    await has(wallet, account, BTC, '1')
  })

  it.each([
    { amount: '1', change: 'none' },
    { amount: '1', change: 'none, for long' },
    { amount: '1', change: 'none, with much after it' },
    { amount: '0.1', change: 'listed' },
    { amount: '0.1', change: 'never listed' },
    { amount: '0.1', change: 'forgotten first' },
  ] as const)(
    'by a service of before, of $amount (change: $change), fails where its coin has long been spent on another computer',
    async ({ amount, change }) => {
      const pasts = pastsOf(network)
      onTestFinished(() => pasts.close())
      let past: Past | null = null
      const line = faultyLine()
      const files = { dir: newFolder(), keychain: testKeychain(), fetch: toThePast(() => past, line.fetch) }
      const first = await network.open(files)
      const { account } = await newAccount(first, 'Ana')
      await fund(first, account, BTC, '1')
      if (change === 'none, with much after it') await fund(first, account, ETH, '1')
      await first.close()
      const elsewhere = { dir: newFolder(), keychain: testKeychain(new Map(files.keychain.entries)) }
      cpSync(files.dir, elsewhere.dir, { recursive: true })
      pasts.keep()
      const other = await network.open(elsewhere)
      const paid = await other.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.3')]))
      await other.calls['payments.approve'](approving(account, paid))
      expect((await settled(other, account, paid.paymentId)).state).toBe('final')
      await other.close()

      past = await pasts.goBack('everything')
      const wallet = await network.open(files)
      onTestFinished(() => wallet.close())
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, amount)]))
      // Or it is put right before it has listed what came back.
      if (change === 'never listed') line.faults.push({ path: /^\/safe\/outputs$/, act: 'refused' })
      await wallet.calls['payments.approve'](approving(account, review))
      expect((await settled(wallet, account, review.paymentId)).state).toBe('final')
      if (change !== 'never listed') await has(wallet, account, BTC, parseAmount('1') - parseAmount(amount))
      const goRounds = async (count: number) => {
        for (let at = 0; at < count; at += 1) await wallet.calls['app.retry']({ account })
      }
      if (change === 'none, for long') await goRounds(30)
      if (change === 'none, with much after it')
        for (let at = 0; at < 60; at += 1) {
          const { paymentId } = await wallet.calls['payments.prepare'](paying(account, ETH, [toUser(ben, '0.1')]))
          await wallet.calls['payments.cancel']({ account, paymentId })
        }
      past = null
      if (change === 'none, for long') {
        await goRounds(SOON)
        expect((await read(wallet, account, review.paymentId)).state).not.toBe('final')
      }
      // Or nothing is told of the payment while its change is found to be gone.
      if (change === 'forgotten first') {
        line.faults.push({ path: /^\/safe\/transactions\//, act: 'refused' })
        await wallet.until(
          async () => {
            await wallet.calls['app.retry']({ account })
            return wallet.calls['coins.doubted']({ account, holder: null })
          },
          (doubted) => doubted.length > 0,
        )
        await wallet.calls['app.retry']({ account })
      }
      line.faults.length = 0
      await wallet.until(
        async () => {
          await wallet.calls['app.retry']({ account })
          return read(wallet, account, review.paymentId)
        },
        ({ state }) => state === 'failed',
      )
      await has(wallet, account, BTC, '0.7')
    },
  )

  it.each([
    { spent: 'other change', by: 'a payment of which nothing is heard' },
    { spent: 'what was received there', by: 'a payment of which nothing is heard' },
    { spent: 'what was received there', by: 'another computer' },
  ] as const)(
    'by a service of before is undecided again where it spent $spent, and its own change was spent there by $by',
    async ({ spent, by }) => {
      const pasts = pastsOf(network)
      onTestFinished(() => pasts.close())
      let past: Past | null = null
      const line = faultyLine()
      const through = toThePast(() => past, line.fetch)
      const files = { dir: newFolder(), keychain: testKeychain(), fetch: through, clock }
      let wallet = await network.open(files)
      onTestFinished(() => wallet.close())
      const { account } = await newAccount(wallet, 'Ana')
      const giver = await network.open({ fetch: through, clock })
      onTestFinished(() => giver.close())
      const { account: eve } = await newAccount(giver, 'Eve')
      await fund(giver, eve, BTC, '1')
      if (spent === 'other change') await fund(wallet, account, BTC, '1')
      const open = { holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 10 } as const
      /** Whoever opens a wallet compares all that it knows. */
      const opened = async () => {
        await wallet.close()
        wallet = await network.open(files)
        await wallet.calls['app.retry']({ account })
        return (await wallet.calls['coins.list']({ account, ...open })).rows.map(({ amount }) => amount)
      }
      await wallet.close()
      const elsewhere = { dir: newFolder(), keychain: testKeychain(new Map(files.keychain.entries)), fetch: through }
      cpSync(files.dir, elsewhere.dir, { recursive: true })
      await opened()
      pasts.keep()
      past = await pasts.goBack('everything')
      const pay = async (from: OpenWallet, who: UserId, to: UserId, amount: string) => {
        const review = await from.calls['payments.prepare'](paying(who, BTC, [toUser(to, amount)]))
        await from.calls['payments.approve'](approving(who, review))
        return { id: review.paymentId, state: async () => (await settled(from, who, review.paymentId)).state }
      }
      const before =
        spent === 'other change' ? await pay(wallet, account, eve, '0.1') : await pay(giver, eve, account, '0.9')
      expect(await before.state()).toBe('final')
      await has(wallet, account, BTC, '0.9')
      const paid = await pay(wallet, account, ben, '0.1')
      expect(await paid.state()).toBe('final')
      await has(wallet, account, BTC, '0.8')
      if (by === 'another computer') {
        const other = await network.open(elsewhere)
        await has(other, account, BTC, '0.8')
        expect(await (await pay(other, account, ben, '0.3')).state()).toBe('final')
        await other.close()
        await wallet.until(opened, ([amount, ...more]) => amount === parseAmount('0.5') && more.length === 0)
      } else {
        line.faults.push(
          { path: /^\/safe\/transaction$/, act: 'after' },
          { path: /^\/safe\/transactions\//, act: 'unknown' },
        )
        const last = await pay(wallet, account, ben, '0.8')
        await wallet.until(opened, (coins) => coins.length === 0)
        expect((await read(wallet, account, last.id)).state).toBe('sent')
      }
      past = null
      line.faults.length = 0
      await wallet.until(
        async () => {
          await wallet.calls['app.retry']({ account })
          return read(wallet, account, paid.id)
        },
        ({ state, waitsFor }) => state === 'sent' && waitsFor === 'called_final',
      )
    },
  )

  it.each(['requests', 'requests and history'])('of a group, in %s, is completed by its members', async (where) => {
    const lines = [faultyLine(), faultyLine()]
    const { members, holder } = await newTeam(
      network,
      ['Ana', 'Cleo'],
      2,
      ['1'],
      lines.map(({ fetch }) => ({ fetch })),
    )
    const [ana, cleo] = members
    const lie = {
      path: /^\/safe\/multisigs/,
      act: (data: object | object[]) => [data].flat().map((each) => ({ ...each, ...FINAL }))[0],
    }
    // A history of a person's own tells of it too.
    await fund(ana.wallet, ana.account, BTC, '1')
    const requestId = await asking(ana, paying(ana.account, BTC, [toUser(ben, '0.1')], { holder }))
    const [hash] = (await read(ana.wallet, ana.account, requestId)).hashes
    for (const { faults } of lines) faults.push(lie)
    if (where !== 'requests')
      lines[0]?.faults.push({
        path: /^\/safe\/snapshots$/,
        act: (list: object[]) =>
          list.map((each) => ({ ...each, snapshot_id: randomUUID(), transaction_hash: hash })).concat(list as []),
      })
    await ana.wallet.until(
      async () => {
        await ana.wallet.calls['app.retry']({ account: ana.account })
        return read(ana.wallet, ana.account, requestId)
      },
      ({ state }) => state === 'final',
    )
    for (const { faults } of lines) faults.length = 0
    const waiting = await ana.wallet.until(
      async () => {
        await ana.wallet.calls['app.retry']({ account: ana.account })
        return read(ana.wallet, ana.account, requestId)
      },
      ({ state }) => state === 'accepted',
    )
    expect(waiting).not.toHaveProperty('waitsFor')
    await sees(cleo, requestId, ({ state }) => state === 'open')
    await completed(members, holder, requestId)
  })

  it.each(['1', '0.1'])(
    'of a group, of %s by a service of before, fails where its coin has long been spent by others of it',
    async (amount) => {
      const pasts = pastsOf(network)
      onTestFinished(() => pasts.close())
      let past: Past | null = null
      const line = toThePast(() => past, fetch)
      const files = { dir: newFolder(), keychain: testKeychain() }
      const { members, holder } = await newTeam(
        network,
        ['Ana', 'Ben', 'Cleo'],
        2,
        ['1'],
        [{ fetch: line, clock }, { ...files, clock }, { clock }],
      )
      const [ana, ben2, cleo] = members
      await ben2.wallet.close()
      const before = { dir: newFolder(), keychain: testKeychain(new Map(files.keychain.entries)) }
      cpSync(files.dir, before.dir, { recursive: true })
      pasts.keep()
      past = await pasts.goBack('everything')
      // What the others paid meanwhile Ana's service does not know.
      const others = { ...ben2, wallet: await network.open({ ...files, clock }) }
      onTestFinished(() => others.wallet.close())
      const paid = await asking(cleo, paying(cleo.account, BTC, [toUser(ben, '0.3')], { holder }))
      await sees(others, paid)
      await cosign(others, paid)
      await has(cleo.wallet, cleo.account, BTC, '0.7', holder)

      const then = { ...ben2, wallet: await network.open({ ...before, fetch: line, clock }) }
      onTestFinished(() => then.wallet.close())
      const requestId = await asking(ana, paying(ana.account, BTC, [toUser(ben, amount)], { holder }))
      await sees(then, requestId)
      await cosign(then, requestId)
      const { wallet, account } = ana
      expect((await settled(wallet, account, requestId)).state).toBe('final')
      past = null
      await wallet.until(
        async () => {
          await wallet.calls['app.retry']({ account })
          return read(wallet, account, requestId)
        },
        ({ state }) => state === 'failed',
      )
      await has(wallet, account, BTC, '0.7', holder)
    },
  )

  it('stays given up where its coin was spent by another payment of its group', async () => {
    const lines = [faultyLine(), faultyLine()]
    const { members, holder } = await newTeam(
      network,
      ['Ana', 'Cleo'],
      2,
      ['1'],
      lines.map(({ fetch }) => ({ fetch })),
    )
    const [ana, cleo] = members
    const { wallet, account } = ana
    const first = await asking(ana, paying(account, BTC, [toUser(ben, '0.1')], { holder }))
    await sees(cleo, first)
    await cleo.wallet.calls['approvals.unlock']({ account: cleo.account, requestId: first, passphrase: null })
    expect((await settled(wallet, account, first)).state).toBe('failed')
    const { hashes } = await read(wallet, account, first)
    const isPaidOtherwise = () =>
      ledger.sentBy(
        members.map((each) => each.account),
        2,
      ).length > 0
    // Once its coin is gone it is called final for a while.
    let told = 0
    lines[0]?.faults.push({
      path: new RegExp(`^/safe/multisigs/${first}$`),
      act: (record: object) => {
        if (!isPaidOtherwise()) return record
        told += 1
        return { ...record, ...FINAL, revoked_by: null }
      },
    })
    const second = await asking(cleo, paying(cleo.account, BTC, [toUser(ben, '0.2')], { holder }))
    await sees(ana, second)
    await cosign(ana, second)
    await network.blocks(1)
    await has(wallet, account, BTC, '0.8', holder)
    for (let at = 0; at < ROUNDS && told === 0; at += 1) await wallet.calls['app.retry']({ account })
    if (lines[0] !== undefined) lines[0].faults.length = 0
    await wallet.until(
      async () => {
        await wallet.calls['app.retry']({ account })
        return (await read(wallet, account, first)).state
      },
      (state) => state === 'failed',
    )
    expect(hashes.some((hash) => ledger.has(hash))).toBe(false)
  })

  it('owes no change any more, also where that was missed meanwhile', async () => {
    const isFrozen = async (wallet: OpenWallet, account: UserId) => {
      await wallet.calls['app.retry']({ account })
      return (await wallet.calls['payments.frozen']({ account })).length > 0
    }
    const { wallet, account, hashes, paymentId, waits } = await calledFinal('0.1', async (at, whose) => {
      ahead += 11n * MINUTE
      await at.until(
        () => isFrozen(at, whose),
        (frozen) => frozen,
      )
    })
    await wallet.until(waits, ({ waitsFor }) => waitsFor !== undefined)
    await wallet.until(
      () => isFrozen(wallet, account),
      (frozen) => !frozen,
    )
    // Its change is awaited anew once it is final, and comes.
    await wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null })
    expect((await settled(wallet, account, paymentId)).state).toBe('final')
    expect(hashes.every((hash) => ledger.has(hash))).toBe(true)
    await has(wallet, account, BTC, '0.9')
    expect(await isFrozen(wallet, account)).toBe(false)
  })
})

describe('what a group was asked for and its service has lost', () => {
  it('is asked for once more, and signed by its members', async () => {
    const pasts = pastsOf(network)
    onTestFinished(() => pasts.close())
    let past: Past | null = null
    const { members, holder } = await newTeam(
      network,
      ['Ana', 'Cleo'],
      2,
      ['1'],
      [{ fetch: toThePast(() => past, fetch), clock }, { clock }],
    )
    const [ana, cleo] = members
    pasts.keep()
    past = await pasts.goBack('everything')
    const requestId = await asking(ana, paying(ana.account, BTC, [toUser(ben, '0.1')], { holder }))
    past = null
    await ana.wallet.calls['app.retry']({ account: ana.account })
    await sees(cleo, requestId, ({ signers }) => signers.length === 1)
    await completed(members, holder, requestId)
  })
})
