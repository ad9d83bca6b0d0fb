import { createHash, randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputId, RequestId, UserId } from '#contract/domain'
import { mainnetAddressFromSeed, parseAmount } from '#protocol'
import { galleryOf, mint } from '../support/collectibles.ts'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { coinsOf } from './living.ts'

/* One account on two computers, whose files were the same once: what both of them are to pay is paid once. */

const sha512 = (text: string): string => createHash('sha512').update(text).digest('hex')

const network = sharedNetwork()
let payees: OpenWallet
let account: UserId
let dora: UserId

interface Computers {
  readonly one: OpenWallet
  readonly other: OpenWallet
}

beforeAll(async () => {
  payees = await network.open()
})

/** A wallet with coins enough for each to take others, copied after `before` was done in it. */
async function computers<Done>(
  before: (wallet: OpenWallet) => Promise<Done>,
  lineOfOne?: typeof fetch,
  syncMsOfOne?: number,
): Promise<[Computers, Done]> {
  dora = (await newAccount(payees, 'Dora')).account
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const wallet = await network.open({ dir, keychain })
  account = (await newAccount(wallet, 'Ana')).account
  for (const amount of ['1', '1', '1']) await fund(wallet, account, BTC, amount)
  const done = await before(wallet)
  await wallet.close()
  cpSync(dir, copy, { recursive: true })
  const open = (from: string, line?: typeof fetch, syncMs?: number) =>
    network.open({
      dir: from,
      keychain: testKeychain(keychain.entries),
      ...(line === undefined ? {} : { fetch: line }),
      ...(syncMs === undefined ? {} : { syncMs }),
    })
  return [{ one: await open(dir, lineOfOne, syncMsOfOne), other: await open(copy) }, done]
}

/** A list of one row, or a plan whose time has come: ways to pay Dora 0.1 that both computers know. */
const WAYS = [
  {
    name: 'a row of a list',
    save: async (wallet: OpenWallet): Promise<() => (from: OpenWallet) => Promise<{ paymentId: RequestId }>> => {
      const row = { line: 1, to: dora, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }
      const { runId } = await wallet.calls['runs.save']({
        account,
        holder: null,
        assetId: BTC,
        name: 'May',
        rows: [row],
      })
      return () => (from) => from.calls['runs.prepare']({ account, runId })
    },
  },
  {
    name: 'a time of a plan',
    save: async (wallet: OpenWallet): Promise<() => (from: OpenWallet) => Promise<{ paymentId: RequestId }>> => {
      const [first = '', time = ''] = new Date().toISOString().slice(0, 16).split('T')
      const { planId } = await wallet.calls['schedule.save']({
        ...{
          account,
          holder: null,
          planId: null,
          name: 'Rent',
          assetId: BTC,
          memoHex: '',
          label: '',
          feeAssetId: null,
        },
        rows: [{ payee: { kind: 'user', userId: dora }, amount: parseAmount('0.1') }],
        when: { first, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
      })
      const read = async () => (await wallet.calls['schedule.read']({ account, planId })).history[0]
      const due = await wallet.until(read, (at) => at?.state === 'waiting')
      return () => (from) => from.calls['schedule.prepare']({ account, planId, day: due?.day ?? '' })
    },
  },
] as const

async function approve(wallet: OpenWallet, paymentId: RequestId): Promise<void> {
  const review = await wallet.calls['payments.review']({ account, paymentId })
  await approved(wallet, account, review)
}

const PAID = ['wallet.already_sent', 'input.invalid', 'wallet.payment_state']

describe.each(WAYS)('$name', ({ save }) => {
  it('that was given up on one computer and paid on the other is not paid again', async () => {
    const [{ one, other }, prepare] = await computers(async (wallet) => {
      const preparing = (await save(wallet))()
      const { paymentId } = await preparing(wallet)
      return { preparing, paymentId }
    })
    await one.calls['payments.cancel']({ account, paymentId: prepare.paymentId })
    await approve(other, prepare.paymentId)
    await has(payees, dora, BTC, '0.1')
    const again = await prepare.preparing(one).then(
      () => 'prepared',
      (error: { code: string }) => error.code,
    )
    expect(PAID).toContain(again)
    // What was given up here has left all the same, and says so.
    const given = () => one.calls['payments.read']({ account, paymentId: prepare.paymentId })
    expect(await one.until(given, ({ money }) => money !== 'cancelled' && money !== 'submitted')).toMatchObject({
      ...{ money: 'final', state: 'final' },
    })
    await has(one, account, BTC, '2.9')
    await one.close()
    await other.close()
  })

  it.each([
    ['', false],
    [', also where its history tells of that', true],
  ])('that waits for approval on one computer is not signed there once the other has paid it%s', async (_, isTold) => {
    const [{ one, other }, { preparing, paymentId }] = await computers(async (wallet) => {
      const ready = (await save(wallet))()
      return { preparing: ready, paymentId: (await ready(wallet)).paymentId }
    })
    await other.calls['payments.cancel']({ account, paymentId })
    const second = await preparing(other)
    expect(second.paymentId).not.toBe(paymentId)
    const waiting = await one.calls['payments.review']({ account, paymentId })
    await approve(other, second.paymentId)
    await has(payees, dora, BTC, '0.1')
    if (isTold) await one.calls['app.retry']({ account })
    await expect(one.calls['payments.approve'](approving(account, waiting))).rejects.toMatchObject(
      coded('wallet.already_sent'),
    )
    await one.close()
    await other.close()
  })

  /** Signed on one computer, which it cannot leave, and paid by the other under the id of another try. */
  async function paidBeside() {
    const line = faultyLine()
    const [{ one, other }, preparing] = await computers(async (wallet) => (await save(wallet))(), line.fetch)
    line.faults.push({ path: /^\/safe\/transaction$/, act: 'before', times: 1_000 })
    const { paymentId } = await preparing(one)
    const shown = await one.calls['payments.review']({ account, paymentId })
    await one.calls['payments.approve'](approving(account, shown))
    const standing = () => one.calls['payments.read']({ account, paymentId })
    await one.until(standing, ({ problem }) => problem?.code === 'remote.unreachable')
    const pays = async (): Promise<void> => {
      // By the service nothing was sent under the first id, so that the next try has another; its coins are other ones too.
      const first = await preparing(other)
      const asked = { account, holder: null, ...coinsOf(BTC) }
      const { rows } = await other.calls['coins.list'](asked)
      await other.calls['payments.cancel']({ account, paymentId: first.paymentId })
      const outputs = rows.flatMap(({ outputId, state }) => (state === 'available' ? [] : outputId))
      await other.calls['coins.freeze']({ account, holder: null, outputs, reason: '' })
      const second = await preparing(other)
      expect(second.paymentId).not.toBe(paymentId)
      await approve(other, second.paymentId)
      await has(payees, dora, BTC, '0.1')
    }
    return { one, other, line, paymentId, standing, pays }
  }

  it('that was signed on one computer and never sent is not sent from there once the other has paid it', async () => {
    const { one, other, line, paymentId, standing, pays } = await paidBeside()
    await pays()
    await one.calls['app.retry']({ account })
    await one.until(standing, ({ waitsFor }) => waitsFor !== undefined)
    line.faults.length = 0
    const said = { account, paymentId, passphrase: null }
    await expect(one.calls['payments.sendNow'](said)).rejects.toMatchObject(coded('wallet.already_sent'))
    const impossible = await one.calls['payments.prepareVoid']({ account, paymentId })
    await approved(one, account, impossible)
    expect(await one.until(standing, ({ state }) => state === 'failed')).toMatchObject({ money: 'cannot_complete' })
    await has(payees, dora, BTC, '0.1')
    await one.close()
    await other.close()
  })

  it('that was signed on one computer is not sent by itself either, where the history is late to tell it of the other', async () => {
    const { one, other, line, standing, pays } = await paidBeside()
    line.faults.push({ path: /^\/safe\/snapshots$/, act: () => [], times: 1_000 })
    await pays()
    // Nothing but the history is kept from it now.
    line.faults.splice(0, 1)
    await one.calls['app.retry']({ account })
    expect(
      await one.until(standing, ({ money, waitsFor }) => waitsFor !== undefined || money === 'final'),
    ).toMatchObject({
      waitsFor: expect.anything(),
    })
    await has(payees, dora, BTC, '0.1')
    await one.close()
    await other.close()
  })

  it('that is approved while the service cannot be reached is not signed, and can be approved once it can', async () => {
    dora = (await newAccount(payees, 'Dora')).account
    const line = faultyLine()
    const wallet = await network.open({ dir: newFolder(), keychain: testKeychain(), fetch: line.fetch })
    account = (await newAccount(wallet, 'Ana')).account
    await fund(wallet, account, BTC, '1')
    const { paymentId } = await (await save(wallet))()(wallet)
    const shown = await wallet.calls['payments.review']({ account, paymentId })
    // All of it, or what tells of other tries alone.
    for (const path of [/./, /^\/safe\/transactions\//]) {
      line.faults.push({ path, act: 'before' })
      const approved = wallet.bare.calls['payments.approve'](approving(account, shown))
      await expect(approved).rejects.toMatchObject(coded('remote.unreachable'))
      expect((await wallet.calls['payments.read']({ account, paymentId })).state).toBe('verified')
      line.faults.length = 0
    }
    await approved(wallet, account, shown)
    await has(payees, dora, BTC, '0.1')
    await wallet.close()
  })
})

describe('a list that pays kernel addresses', () => {
  it('goes on behind what the other computer has paid of it', async () => {
    const [first, second] = ['one', 'two'].map((seed) => mainnetAddressFromSeed(sha512(seed)))
    const row = (line: number, to: string | undefined, amount: string, memo: string) => ({
      ...{ line, to: to ?? '', typed: amount, amount: parseAmount(amount), memo, label: '' },
    })
    const [{ one, other }, runId] = await computers(async (wallet) => {
      const list = { account, holder: null, assetId: BTC, name: 'June' }
      // The first of equal sums is paid before the files are copied.
      const { runId: id } = await wallet.calls['runs.save']({ ...list, rows: [row(1, first, '0.1', 'a')] })
      await approve(wallet, (await wallet.calls['runs.prepare']({ account, runId: id })).paymentId)
      const rows = [row(1, first, '0.1', 'a'), row(2, second, '0.1', 'a'), row(3, dora, '0.1', 'a')]
      await wallet.calls['runs.save']({ ...list, rows: [...rows, row(4, first, '0.2', 'b')] })
      return id
    })
    await approve(other, (await other.calls['runs.prepare']({ account, runId })).paymentId)
    await has(payees, dora, BTC, '0.1')
    // Or it would choose a coin that is gone, and be refused.
    await has(one, account, BTC, '2.7')
    const next = await one.calls['runs.prepare']({ account, runId })
    expect(next.amount).toBe(parseAmount('0.2'))
    const { rows } = await one.calls['runs.read']({ account, runId })
    expect(rows.map(({ state, elsewhere }) => [state, elsewhere])).toEqual([
      ['paid', false],
      ['paid', true],
      ['paid', true],
      ['prepared', false],
    ])
    await one.close()
    await other.close()
  })
})

describe('a list that is only looked at', () => {
  it('says what the other computer has paid of it, without a review of what is next', async () => {
    const [{ one, other }, runId] = await computers(async (wallet) => {
      const rows = [1, 2].map((at) => ({
        ...{ line: at, to: dora, typed: `0.${at}`, amount: parseAmount(`0.${at}`), memo: String(at), label: '' },
      }))
      return (await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'August', rows })).runId
    })
    const states = async () => {
      const { rows } = await one.calls['runs.read']({ account, runId })
      return rows.map(({ state, elsewhere }) => (elsewhere ? `${state} elsewhere` : state)).join()
    }
    expect(await states()).toBe('ready,ready')
    await approve(other, (await other.calls['runs.prepare']({ account, runId })).paymentId)
    await one.until(states, (now) => now === 'paid elsewhere,ready')
    await approve(other, (await other.calls['runs.prepare']({ account, runId })).paymentId)
    await one.until(states, (now) => now === 'paid elsewhere,paid elsewhere')
    await one.close()
    await other.close()
  })

  it('says before it is signed that a payment which waits has a row that the other computer paid, and pays its others once that is given up', async () => {
    const row = (at: number, amount: string) => ({
      ...{ line: at, to: dora, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
    })
    const list = { holder: null, assetId: BTC, name: 'September' }
    const [{ one, other }, runId] = await computers(async (wallet) => {
      const rows = [row(1, '0.1'), row(2, '0.2')]
      return (await wallet.calls['runs.save']({ ...list, account, rows })).runId
    })
    await one.calls['runs.save']({ ...list, account, rows: [row(1, '0.1'), row(2, '0.4')] })
    const { paymentId } = await one.calls['runs.prepare']({ account, runId })
    const read = () => one.calls['runs.read']({ account, runId })
    expect(await read()).toMatchObject({ waiting: paymentId, doubled: [] })
    await approve(other, (await other.calls['runs.prepare']({ account, runId })).paymentId)
    await one.until(read, ({ doubled }) => doubled.length > 0)
    expect((await read()).doubled).toEqual([{ paymentId, rows: 1 }])
    await expect(one.calls['runs.prepare']({ account, runId })).rejects.toMatchObject(coded('wallet.already_sent'))
    // Opened from elsewhere than its list it says so of itself.
    await expect(one.calls['payments.review']({ account, paymentId })).rejects.toMatchObject(
      coded('wallet.already_sent', { rows: 1 }),
    )
    await one.calls['payments.cancel']({ account, paymentId })
    expect(await read()).toMatchObject({ doubled: [], waiting: null, next: { rows: 1, amount: parseAmount('0.4') } })
    await approve(one, (await one.calls['runs.prepare']({ account, runId })).paymentId)
    await has(payees, dora, BTC, '0.7')
    await one.close()
    await other.close()
  })
})

describe('a list that was changed since', () => {
  it('pays no row again that the other computer paid with coins which are not seen to be spent by it', async () => {
    const row = (line: number, amount: string) => ({
      ...{ line, to: dora, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
    })
    const list = { holder: null, assetId: BTC, name: 'July' }
    // As a coin is that is older than the newest that were spent, among which this is looked for.
    const line = faultyLine()
    const unsaid = (output: object) => ({ ...output, signed_by: '' })
    line.faults.push({ path: /^\/safe\/outputs$/, act: (outputs: object[]) => outputs.map(unsaid) })
    line.faults.push({ path: /^\/safe\/outputs\/[0-9a-f-]+$/, act: unsaid })
    const [{ one, other }, runId] = await computers(async (wallet) => {
      const rows = [row(1, '0.1'), row(2, '0.2')]
      return (await wallet.calls['runs.save']({ ...list, account, rows })).runId
    }, line.fetch)
    await approve(other, (await other.calls['runs.prepare']({ account, runId })).paymentId)
    await has(payees, dora, BTC, '0.3')
    await has(one, account, BTC, '2.7')
    await one.calls['runs.save']({ ...list, account, rows: [row(1, '0.1'), row(2, '0.4')] })
    const next = await one.calls['runs.prepare']({ account, runId })
    expect(next.amount).toBe(parseAmount('0.4'))
    await one.close()
    await other.close()
  })

  const row = (line: number, amount: string) => ({
    ...{ line, to: dora, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
  })
  const list = { holder: null, assetId: BTC, name: 'July' }

  /** Two rows are paid by a payment that both computers know and `one`, which looks around no more, has given up; then it has other rows. */
  async function givenUpAndChanged() {
    const [{ one, other }, { runId, paymentId }] = await computers(
      async (wallet) => {
        const run = await wallet.calls['runs.save']({ ...list, account, rows: [row(1, '0.1'), row(2, '0.2')] })
        return { ...run, paymentId: (await wallet.calls['runs.prepare']({ account, runId: run.runId })).paymentId }
      },
      undefined,
      3_600_000,
    )
    await one.calls['payments.cancel']({ account, paymentId })
    await has(one, account, BTC, '3')
    await one.calls['runs.save']({ ...list, account, rows: [row(1, '0.1'), row(2, '0.4')] })
    const payThere = async () => {
      await approve(other, paymentId)
      await has(payees, dora, BTC, '0.3')
    }
    const prepare = () => one.calls['runs.prepare']({ account, runId })
    const close = () => Promise.all([one.close(), other.close()])
    return { one, payThere, prepare, close }
  }

  it('pays no row again that was given up here and paid there since this one looked', async () => {
    const { payThere, prepare, close } = await givenUpAndChanged()
    await payThere()
    expect((await prepare()).amount).toBe(parseAmount('0.4'))
    await close()
  })

  it('signs no row again that was given up here and paid there since it was prepared with others', async () => {
    const { one, payThere, prepare, close } = await givenUpAndChanged()
    const next = await prepare()
    expect(next.amount).toBe(parseAmount('0.5'))
    await payThere()
    await expect(approve(one, next.paymentId)).rejects.toMatchObject({ code: expect.stringMatching(PAID.join('|')) })
    await has(payees, dora, BTC, '0.3')
    await close()
  })

  /** `one` looks around no more, knows the list as both had it, and changes it. */
  async function madeThereAlone() {
    const [{ one, other }, runId] = await computers(
      async (wallet) =>
        (await wallet.calls['runs.save']({ ...list, account, rows: [row(1, '0.1'), row(2, '0.2')] })).runId,
      undefined,
      3_600_000,
    )
    await has(one, account, BTC, '3')
    await one.calls['runs.save']({ ...list, account, rows: [row(1, '0.1'), row(2, '0.4')] })
    const payThere = async () => {
      await approve(other, (await other.calls['runs.prepare']({ account, runId })).paymentId)
      await has(payees, dora, BTC, '0.3')
    }
    const prepare = () => one.calls['runs.prepare']({ account, runId })
    const close = () => Promise.all([one.close(), other.close()])
    return { one, payThere, prepare, close }
  }

  it('pays no row again that the other computer alone has paid since this one looked', async () => {
    const { payThere, prepare, close } = await madeThereAlone()
    await payThere()
    expect((await prepare()).amount).toBe(parseAmount('0.4'))
    await close()
  })

  it('signs no row again that the other computer alone has paid since it was prepared', async () => {
    const { one, payThere, prepare, close } = await madeThereAlone()
    const next = await prepare()
    expect(next.amount).toBe(parseAmount('0.5'))
    const shown = await one.calls['payments.review']({ account, paymentId: next.paymentId })
    await payThere()
    await expect(one.calls['payments.approve'](approving(account, shown))).rejects.toMatchObject({
      code: expect.stringMatching(PAID.join('|')),
    })
    await has(payees, dora, BTC, '0.3')
    await close()
  })
})

describe('a draft that both computers have', () => {
  const form = (amount: string) => ({
    ...{ assetId: BTC, rows: [{ to: dora, amount }], tag: '', memo: '', label: '' },
    ...{
      memoForm: 'text' as const,
      coins: null,
      feeAssetId: null,
      trace: null,
      references: [],
      returnTo: null,
      source: null,
      again: null,
    },
  })

  it('says before it is paid that the other computer has paid the same since, and that the recipient was paid there', async () => {
    const [{ one, other }, draftId] = await computers(
      async (wallet) =>
        (await wallet.calls['drafts.save']({ account, holder: null, draftId: null, form: form('0.1') })).draftId,
    )
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')], { draftId }))
    await has(one, account, BTC, '2.9')
    const checks = async (amount: string) => {
      const review = await one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, amount)], { draftId }))
      await one.calls['payments.cancel']({ account, paymentId: review.paymentId })
      return review.checks.filter(({ id }) => /^(?:first|elsewhere)/.test(id)).map(({ id, result }) => [id, result])
    }
    expect(await checks('0.1')).toEqual([
      ['first:0', 'attention'],
      [expect.stringMatching(/^elsewhere-same:0:/), 'attention'],
    ])
    expect(await checks('0.2')).toEqual([
      ['first:0', 'attention'],
      ['elsewhere:0', 'note'],
    ])
    await one.close()
    await other.close()
  })

  it('is compared with the history also where the service calls what moved another asset', async () => {
    const line = faultyLine()
    const [{ one, other }] = await computers(async () => undefined, line.fetch)
    line.faults.push({
      path: /^\/safe\/snapshots$/,
      act: (rows) => (rows as object[]).map((row) => ({ ...row, asset_id: ETH })),
    })
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')]))
    await has(one, account, BTC, '2.9')
    const { checks } = await one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.1')]))
    expect(checks.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^elsewhere-same:0:/))
    await one.close()
    await other.close()
  })

  it('is as old as what was written last, also where a window saves it as it is before each review', async () => {
    const save = (wallet: OpenWallet, draftId: string | null) =>
      wallet.calls['drafts.save']({ account, holder: null, draftId, form: form('0.1') })
    const [{ one, other }, draftId] = await computers(async (wallet) => (await save(wallet, null)).draftId)
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')], { draftId }))
    await has(one, account, BTC, '2.9')
    await save(one, draftId)
    const { checks } = await one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.1')], { draftId }))
    expect(checks.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^elsewhere-same:0:/))
    await one.close()
    await other.close()
  })

  /** The other computer pays the same while its review is open here, where it is not signed then. */
  async function paidThereMeanwhile(wish: () => ReturnType<typeof paying>): Promise<void> {
    const [{ one, other }, { paymentId }] = await computers(async (wallet) => wallet.calls['payments.prepare'](wish()))
    const shown = await one.calls['payments.review']({ account, paymentId })
    await pay(other, wish())
    await one.calls['app.retry']({ account })
    await expect(one.calls['payments.approve'](approving(account, shown))).rejects.toMatchObject(
      coded('wallet.review_changed'),
    )
    await one.close()
    await other.close()
  }

  it('is not signed where the other computer paid the same while its review was open', () =>
    paidThereMeanwhile(() => paying(account, BTC, [toUser(dora, '0.1')])))

  it('is not signed either where the other computer pays the same once more while a review that names the first is open', async () => {
    const [{ one, other }, { paymentId }] = await computers(async (wallet) =>
      wallet.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.1')])),
    )
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')]))
    await has(payees, dora, BTC, '0.1')
    await one.calls['app.retry']({ account })
    const shown = await one.calls['payments.review']({ account, paymentId })
    expect(shown.checks.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^elsewhere-same:0/))
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')]))
    await has(payees, dora, BTC, '0.2')
    await one.calls['app.retry']({ account })
    await expect(one.calls['payments.approve'](approving(account, shown))).rejects.toMatchObject(
      coded('wallet.review_changed'),
    )
    await one.close()
    await other.close()
  })

  it('is compared with what was given up unsigned here and signed there, also while no bytes prove that', async () => {
    const line = faultyLine()
    line.faults.push({ path: /^\/safe\/transactions\//, act: (record: object) => ({ ...record, raw_transaction: '' }) })
    line.faults.push({ path: /^\/external\/proxy$/, act: () => null })
    const wish = () => paying(account, BTC, [toUser(dora, '0.1')])
    const [{ one, other }, { paymentId }] = await computers(
      async (wallet) => wallet.calls['payments.prepare'](wish()),
      line.fetch,
    )
    const there = await other.calls['payments.review']({ account, paymentId })
    // Before it is signed there: once it is paid there is nothing to give up.
    await one.calls['payments.cancel']({ account, paymentId })
    await approved(other, account, there)
    await has(payees, dora, BTC, '0.1')
    await has(one, account, BTC, '2.9')
    const { checks } = await one.calls['payments.prepare'](wish())
    // By the coin that is spent, or already by the id of what was given up.
    expect(checks.map(({ id }) => id)).toContainEqual(expect.stringMatching(/^(?:elsewhere-same|same-paid):0:/))
    await one.close()
    await other.close()
  })

  it('to several is not signed where the other computer paid the same to all of them', async () => {
    const ben = (await newAccount(payees, 'Ben')).account
    await paidThereMeanwhile(() => paying(account, BTC, [toUser(dora, '0.1'), toUser(ben, '0.2')]))
  })

  it('to several of whom one is its owner is not signed either', async () => {
    const ben = (await newAccount(payees, 'Ben')).account
    const rows = () => [toUser(dora, '0.1'), toUser(account, '0.3'), toUser(ben, '0.2')]
    await paidThereMeanwhile(() => paying(account, BTC, rows()))
  })

  it('of a withdrawal that pays its fee in the same asset is not signed either', async () => {
    const payee = { kind: 'chain', destination: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', tag: '' } as const
    await paidThereMeanwhile(() => paying(account, BTC, [{ payee, amount: '0.1' }], { feeAssetId: BTC }))
  })

  it('says nothing of another item of a collection that the other computer sent to the same person', async () => {
    const items = await computers(async (wallet) => {
      const item = { members: [account], content_type: 'text/plain', traits: [] }
      const made = (await mint(network, [item, item])).items.map(({ inscription_hash: hash }) => hash)
      await galleryOf(wallet, account, (all) => made.every((hash) => all.some((each) => each.inscription === hash)))
      return made
    })
    const [{ one, other }, [first, second]] = items
    if (first === undefined || second === undefined) throw new Error('two were made')
    const transfer = (wallet: OpenWallet, inscription: typeof first) =>
      wallet.calls['collectibles.transfer']({
        ...{ account, holder: null, inscription, payee: { kind: 'user', userId: dora } },
      })
    const { paymentId } = await transfer(one, first)
    await approved(other, account, await transfer(other, second))
    await one.calls['app.retry']({ account })
    const { checks } = await one.calls['payments.review']({ account, paymentId })
    // That is somebody whom this computer has not paid, and no second time.
    expect(checks.flatMap(({ id }) => (/^elsewhere/.test(id) ? id : []))).toEqual(['elsewhere:0'])
    await one.close()
    await other.close()
  })

  it('says nothing of what this computer has paid itself', async () => {
    const [{ one, other }] = await computers(async () => null)
    await pay(one, paying(account, BTC, [toUser(dora, '0.1')]))
    const { checks } = await one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.1')]))
    expect(checks.filter(({ id }) => /^(?:first|elsewhere)/.test(id))).toEqual([])
    await one.close()
    await other.close()
  })
})

describe('change that the other computer spends before this one has looked after it', () => {
  const unasked = { path: /^\/safe\/transaction\/requests$/, act: 'before' } as const
  const isFrozen = async (wallet: OpenWallet) => {
    const { attention } = await wallet.calls['home.read']({ account, holder: null })
    return attention.some(({ kind }) => kind === 'frozen')
  }
  const toDora = (wallet: OpenWallet, amount: string) => pay(wallet, paying(account, BTC, [toUser(dora, amount)]))

  /** All of the account is one coin, which `one` has got back from a payment whose change it cannot look after. */
  async function changeOfOne(line: FaultyLine): Promise<Computers> {
    const [computer] = await computers(async (wallet) => {
      await pay(wallet, paying(account, BTC, [toUser(account, '3')]))
      await has(wallet, account, BTC, '3')
    }, line.fetch)
    const review = await computer.one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.1')]))
    line.faults.push(unasked)
    await approved(computer.one, account, review)
    await has(computer.other, account, BTC, '2.9')
    return computer
  }

  it('stops no sending where that computer had proved the key that spends it', async () => {
    const line = faultyLine()
    const { one, other } = await changeOfOne(line)
    await toDora(other, '0.2')
    line.faults.length = 0
    await has(one, account, BTC, '2.7')
    await toDora(one, '0.3')
    expect(await isFrozen(one)).toBe(false)
    await has(payees, dora, BTC, '0.6')
    await one.close()
    await other.close()
  })

  it('stops no sending where a payment that was prepared here had proved the key', async () => {
    const line = faultyLine()
    const { one, other } = await changeOfOne(line)
    const audit = {
      path: unasked.path,
      act: (records: { amount: string }[]) => records.filter((each) => Number(each.amount) !== 2.9),
    }
    line.faults.splice(0, 1, audit)
    await has(one, account, BTC, '2.9')
    const { paymentId } = await one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.4')]))
    await one.calls['payments.cancel']({ account, paymentId })
    line.faults.splice(0, 1, unasked)
    await toDora(other, '0.2')
    await has(one, account, BTC, '2.7')
    line.faults.splice(0, 1, audit)
    await one.calls['app.retry']({ account })
    await toDora(one, '0.3')
    expect(await isFrozen(one)).toBe(false)
    await one.close()
    await other.close()
  })

  it('stops no sending in an older copy of the files where that change was spent before anybody had looked after it', async () => {
    const [dir, copy, keychain, line] = [newFolder(), newFolder('copy'), testKeychain(), faultyLine()]
    const open = (from: string, given: typeof fetch) => network.open({ dir: from, keychain, fetch: given })
    const first = await open(dir, fetch)
    account = (await newAccount(first, 'Ana')).account
    dora = (await newAccount(payees, 'Dora')).account
    await fund(first, account, BTC, '3')
    const { paymentId } = await first.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.1')]))
    await first.close()
    cpSync(dir, copy, { recursive: true })
    const one = await open(dir, line.fetch)
    // Each look after that change stays without an answer, and nothing else does.
    const unheard = {
      path: unasked.path,
      act: (records: { amount: string }[]) => records.filter(({ amount }) => Number(amount) !== 2.9),
    }
    line.faults.push(unheard)
    await approve(one, paymentId)
    await has(one, account, BTC, '2.9')
    await toDora(one, '0.2')
    await one.close()
    const older = await open(copy, fetch)
    await has(older, account, BTC, '2.7')
    await settled(older, account, paymentId)
    await toDora(older, '0.3')
    expect(await isFrozen(older)).toBe(false)
    await older.close()
  })

  it('stops sending while nothing proves that key, and no longer once something does', async () => {
    const line = faultyLine()
    const { one, other } = await changeOfOne(line)
    await toDora(other, '0.2')
    const refused = { path: unasked.path, act: 'unknown' } as const
    line.faults.splice(0, 1, refused)
    await one.until(
      () => isFrozen(one),
      (frozen) => frozen,
    )
    expect(await one.calls['payments.frozen']({ account })).toMatchObject([{ reason: 'spent elsewhere' }])
    await expect(toDora(one, '0.3')).rejects.toMatchObject(coded('wallet.sending_frozen'))
    line.faults.length = 0
    await one.until(
      () => isFrozen(one),
      (frozen) => !frozen,
    )
    await toDora(one, '0.3')
    await has(payees, dora, BTC, '0.6')
    await one.close()
    await other.close()
  })
})

describe('a review over a coin that the other computer spends meanwhile', () => {
  it('says so, and counts no change that cannot come', async () => {
    const [{ one, other }] = await computers(async () => undefined)
    const listed = { holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 1 } as const
    const [coin] = (await one.calls['coins.list']({ account, ...listed })).rows
    const coins = [coin?.outputId as OutputId]
    const { paymentId, left } = await one.calls['payments.prepare'](
      paying(account, BTC, [toUser(dora, '0.1')], { coins }),
    )
    expect(left).toBe(parseAmount('2.9'))
    await pay(other, paying(account, BTC, [toUser(dora, '0.2')], { coins }))
    const review = await one.until(
      () => one.calls['payments.review']({ account, paymentId }),
      ({ checks }) => checks.some(({ id }) => id === 'spent'),
    )
    expect(review).toMatchObject({ verdict: 'attention', left: null })
    await one.close()
    await other.close()
  })
})

describe('coins that the other computer spent since this one looked', () => {
  /** Reads once, and then only what a call needs. */
  const LATE_MS = 3_600_000
  const lateComputers = () => computers(async () => undefined, undefined, LATE_MS)

  it('are left out when a payment is prepared, which takes others', async () => {
    const [{ one, other }] = await lateComputers()
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')]))
    await pay(one, paying(account, BTC, [toUser(dora, '0.2')]))
    await has(payees, dora, BTC, '0.3')
    await one.close()
    await other.close()
  })

  it('are left out of a payment by a link, which keeps its id', async () => {
    const [{ one, other }] = await lateComputers()
    await pay(other, paying(account, BTC, [toUser(dora, '0.1')]))
    const requestId = randomUUID() as RequestId
    const review = await one.calls['payments.prepare'](paying(account, BTC, [toUser(dora, '0.2')], { requestId }))
    expect(review.paymentId).toBe(requestId)
    await approved(one, account, review)
    await has(payees, dora, BTC, '0.3')
    await one.close()
    await other.close()
  })

  it('are not replaced where the person chose them', async () => {
    const [{ one, other }] = await lateComputers()
    const listed = { holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 1 } as const
    const [coin] = (await one.calls['coins.list']({ account, ...listed })).rows
    const chosen = paying(account, BTC, [toUser(dora, '0.1')], { coins: [coin?.outputId as OutputId] })
    await pay(other, chosen)
    await expect(one.calls['payments.prepare'](chosen)).rejects.toMatchObject(coded('remote.output_locked'))
    await one.close()
    await other.close()
  })
})
