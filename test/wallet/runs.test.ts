import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, RequestId, UserId } from '#contract/domain'
import { mainnetAddressFromSeed, parseAmount, toAmount } from '#protocol'
import { partId, partsOf, rowIdsOf, runIdOf } from '../../src/wallet/runs/identity.ts'
import { galleryOf, mint } from '../support/collectibles.ts'
import { cosign, newTeam, sees } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { freshBytes } from '../support/localnet.ts'
import { startMeter } from '../support/meter.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  changeIsBack,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { type KillPoint, killedAt } from './killing.ts'

const network = sharedNetwork()
let payees: OpenWallet
let ben: UserId
let cleo: UserId
let benNumber: string

beforeAll(async () => {
  payees = await network.open()
  const account = await newAccount(payees, 'Ben')
  ben = account.account
  benNumber = account.identityNumber
  cleo = (await newAccount(payees, 'Cleo')).account
})

async function payer(amount = '1') {
  const keychain = testKeychain()
  const dir = newFolder()
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, amount)
  return { wallet, account, dir, entries: keychain.entries }
}

const line = (at: number, to: string, amount: string, memo = '', label = '') => ({
  ...{ line: at, to, typed: amount, memo, label },
  amount: /^[\d.]+$/.test(amount) ? parseAmount(amount) : null,
})
type Line = ReturnType<typeof line>
type Sum = Awaited<ReturnType<OpenWallet['calls']['runs.read']>>['paid']

const sumsIn = ({ amounts }: Sum) => amounts.map(({ asset, amount }) => [asset.symbol, amount])

const save = (wallet: OpenWallet, account: UserId, rows: readonly Line[], name = 'November 2026') =>
  wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name, rows: [...rows] })

/** Pays whatever is left of a run, and answers how many payments it took. */
async function payAll(wallet: OpenWallet, account: UserId, runId: RequestId): Promise<number> {
  for (let payments = 0; ; payments += 1) {
    const run = await wallet.calls['runs.read']({ account, runId })
    if (run.next === null && run.waiting === null) return payments
    const review = await wallet.calls['runs.prepare']({ account, runId })
    await approved(wallet, account, review)
    // The change is what the next one is paid from.
    if (review.change.length > 0) await changeIsBack(wallet, account, BTC)
  }
}

const total = async () => (await balanceOf(payees, ben, BTC)) + (await balanceOf(payees, cleo, BTC))
const arrives = (sum: bigint) => payees.until(total, (now) => now === sum)

describe('a run of payments', () => {
  it('pays each row once, rows of one memo together, and equal rows as often as they stand there', async () => {
    const { wallet, account } = await payer()
    const before = await total()
    const run = await save(wallet, account, [
      line(2, ben, '0.01', 'wages'),
      line(3, cleo, '0.02', 'wages'),
      line(4, benNumber, '0.01', 'wages'),
      line(5, cleo, '0.03', 'rent'),
    ])
    expect(run).toMatchObject({
      next: { rows: 3, parts: 2 },
      ready: { rows: 4, amounts: [{ amount: parseAmount('0.07') }] },
    })
    expect(run.rows.map(({ sameAs }) => sameAs)).toEqual([null, null, 2, null])
    expect(await payAll(wallet, account, run.runId)).toBe(2)
    await arrives(before + parseAmount('0.07'))
    const done = await wallet.calls['runs.read']({ account, runId: run.runId })
    expect(done).toMatchObject({
      paid: { rows: 4, amounts: [{ amount: parseAmount('0.07') }] },
      ready: { rows: 0 },
      next: null,
    })
    await wallet.close()
  })

  it('pays of a mended, sorted or re-saved list only what it has not paid', async () => {
    const { wallet, account } = await payer()
    const first = [line(1, ben, '0.01', 'M\u00e4rz'), line(2, 'nobody at all', '0.02', 'a'), line(3, cleo, '0,5x', 'a')]
    const run = await save(wallet, account, first)
    expect(run.rows.map(({ state, why }) => [state, why])).toEqual([
      ['ready', null],
      ['left_out', 'payee'],
      ['left_out', 'amount'],
    ])
    await payAll(wallet, account, run.runId)
    const mended = [line(1, cleo, '0.005', 'a'), line(2, cleo, '0.02', 'a'), line(3, ben, '0.01', 'Ma\u0308rz')]
    const again = await save(wallet, account, mended, ' november  2026 ')
    expect(again.runId).toBe(run.runId)
    expect(again.rows.map(({ state }) => state)).toEqual(['ready', 'ready', 'paid'])
    expect(sumsIn(again.ready)).toEqual([['BTC', parseAmount('0.025')]])
    expect(await payAll(wallet, account, run.runId)).toBe(1)
    expect((await save(wallet, account, mended)).next).toBeNull()
    await expect(wallet.calls['runs.prepare']({ account, runId: run.runId })).rejects.toMatchObject(
      coded('input.invalid'),
    )
    await wallet.close()
  })

  it('says of a row whether its person is not registered yet, or the service did not say who it is', async () => {
    let isDown = false
    const wallet = await network.open({
      fetch: (input, init) =>
        isDown && String(input).includes('/search/') ? Promise.reject(new Error('down')) : fetch(input, init),
    })
    const { account } = await newAccount(wallet, 'Ana')
    const noor = await payees.calls['accounts.createLocal']({ name: 'Noor' })
    const early = await save(wallet, account, [line(1, noor.account, '0.01')])
    expect(early).toMatchObject({ leftOut: 1, next: null })
    expect(early.rows).toMatchObject([{ state: 'left_out', why: 'unregistered', party: { user: { name: 'Noor' } } }])
    isDown = true
    const [unsaid] = (await save(wallet, account, [line(1, benNumber, '0.01')])).rows
    expect(unsaid).toMatchObject({ state: 'left_out', why: 'unanswered' })
    isDown = false
    const [known] = (await save(wallet, account, [line(1, benNumber, '0.01')])).rows
    expect(known).toMatchObject({ state: 'ready', why: null })
    await wallet.close()
  })

  it('tells what it paid for rows that its list has no more, also once the list was forgotten', async () => {
    const { wallet, account } = await payer()
    const run = await save(wallet, account, [line(1, ben, '0.01'), line(2, cleo, '0.02')])
    await payAll(wallet, account, run.runId)
    await wallet.calls['runs.remove']({ account, runId: run.runId })
    const other = await save(wallet, account, [line(1, ben, '0.01')])
    expect(other).toMatchObject({
      next: null,
      paid: { rows: 1 },
      gone: { rows: 1, amounts: [{ amount: parseAmount('0.02') }] },
    })
    await wallet.close()
  })

  it('is listed beside others at the cost of its own rows: Send asks for that each time it is opened', async () => {
    const { wallet, account, dir } = await payer()
    const meter = startMeter(dir)
    const costOf = async (runs: number): Promise<number> => {
      for (let at = 0; at < runs; at += 1)
        await save(wallet, account, [line(1, ben, '0.01'), line(2, 'nobody', '1')], `${at}`)
      const before = meter.counts().statements
      const found = await wallet.calls['runs.list']({ account, holder: null })
      expect(found.map(({ rows, paid }) => [rows, paid.rows])).toEqual(Array(runs).fill([1, 0]))
      return meter.counts().statements - before
    }
    const [few, many] = [await costOf(4), await costOf(12)]
    meter.stop()
    expect(many).toBeLessThan(few * 4)
    await wallet.close()
  })

  it('pays the same rows again under another name, and says that it does', async () => {
    const { wallet, account } = await payer()
    const rows = [line(1, ben, '0.01')]
    const november = await save(wallet, account, rows)
    await payAll(wallet, account, november.runId)
    const again = [...rows, line(2, ben, '0.01'), line(3, ben, '0.02')]
    const december = await save(wallet, account, again, 'December 2026')
    expect(december.next).toMatchObject({ rows: 3 })
    expect(december.repeats).toEqual([{ runId: november.runId, name: 'November 2026', rows: 1 }])
    await wallet.close()
  })

  it('warns of rows that were paid by hand since the list was read, of each as often as it was', async () => {
    const { wallet, account } = await payer()
    const run = await save(wallet, account, [line(1, ben, '0.01'), line(2, ben, '0.01'), line(3, cleo, '0.02')])
    const warned = async () => {
      const review = await wallet.calls['runs.prepare']({ account, runId: run.runId })
      await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
      return review.checks.flatMap(({ id, text, result }) =>
        id.startsWith('meanwhile:') ? [{ result, says: text.includes('0.01 BTC') }] : [],
      )
    }
    expect(await warned()).toEqual([])
    await approved(wallet, account, await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.01')])))
    await changeIsBack(wallet, account, BTC)
    expect(await warned()).toEqual([{ result: 'attention', says: true }])
    await wallet.close()
  })

  it('splits more than 255 rows into payments', async () => {
    const { wallet, account } = await payer()
    const rows = Array.from({ length: 300 }, (_, at) => line(at + 1, ben, `0.0001${String(at).padStart(4, '0')}`))
    const run = await save(wallet, account, rows)
    expect(run.next).toMatchObject({ rows: 255, parts: 2 })
    expect(await payAll(wallet, account, run.runId)).toBe(2)
    expect((await wallet.calls['runs.read']({ account, runId: run.runId })).paid.rows).toBe(300)
    await wallet.close()
  })

  it('goes on with a payment that waits for approval instead of making another', async () => {
    const { wallet, account } = await payer()
    const run = await save(wallet, account, [line(1, ben, '0.01')])
    const [one, two] = [
      await wallet.calls['runs.prepare']({ account, runId: run.runId }),
      await wallet.calls['runs.prepare']({ account, runId: run.runId }),
    ]
    expect(two.paymentId).toBe(one.paymentId)
    await wallet.calls['payments.cancel']({ account, paymentId: one.paymentId })
    const three = await wallet.calls['runs.prepare']({ account, runId: run.runId })
    expect(three.paymentId).not.toBe(one.paymentId)
    await wallet.close()
  })

  it('shows nothing that was prepared before the list was mended, and pays the mended row alone', async () => {
    const { wallet, account } = await payer()
    const dora = (await newAccount(payees, 'Dora')).account
    const { runId } = await save(wallet, account, [line(1, dora, '0.01'), line(2, dora, '0.2')])
    const wrong = await wallet.calls['runs.prepare']({ account, runId })
    expect(wrong.amount).toBe(parseAmount('0.21'))
    const mended = await save(wallet, account, [line(1, dora, '0.01'), line(2, dora, '0.02')])
    expect(mended).toMatchObject({ waiting: null, next: { rows: 2, amount: parseAmount('0.03') } })
    const agreed = wallet.calls['payments.approve'](approving(account, wrong))
    await expect(agreed).rejects.toMatchObject(coded('wallet.payment_state'))
    await payAll(wallet, account, runId)
    await has(payees, dora, BTC, '0.03')
    expect((await wallet.calls['runs.read']({ account, runId })).gone.rows).toBe(0)
    await wallet.close()
  })

  it('is looked for under the id that it has, also where it was tried in vain before there was money for it', async () => {
    const { wallet, account } = await payer('0.01')
    const { runId } = await save(wallet, account, [line(1, ben, '0.5')])
    // So many ids that nobody knows end the look of another copy of these files.
    for (let times = 0; times < 3; times += 1)
      await expect(wallet.calls['runs.prepare']({ account, runId })).rejects.toMatchObject(coded('wallet.insufficient'))
    await fund(wallet, account, BTC, '1')
    const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
    const amount = parseAmount('0.5')
    const rows = rowIdsOf(runId, [{ assetId: BTC, payee: { kind: 'user', userId: ben }, amount, memoHex: '' }])
    expect([0, 1, 2].map((attempt) => partId(runId, rows, attempt))).toContain(paymentId)
    await wallet.close()
  })

  it('goes on with what waits where the list was only sorted, or got more rows', async () => {
    const { wallet, account } = await payer()
    const rows = [line(1, ben, '0.01'), line(2, cleo, '0.02')]
    const { runId } = await save(wallet, account, rows)
    const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
    const more = await save(wallet, account, [line(1, ben, '0.05'), ...[...rows].reverse()])
    expect(more.waiting).toBe(paymentId)
    expect((await wallet.calls['runs.prepare']({ account, runId })).paymentId).toBe(paymentId)
    await wallet.close()
  })
})

interface Given {
  readonly fetch?: typeof fetch
  readonly amount?: string
  /** What both know to be paid. */
  readonly before?: readonly Line[]
}

/** Two copies of one wallet, as on two computers or before and after an older one was put back; the first has paid. */
async function afterPaying(rows: readonly Line[], givenUp = 1, { amount, before = [], ...given }: Given = {}) {
  const { wallet, account, dir, entries } = await payer(amount)
  if (before.length > 0) await payAll(wallet, account, (await save(wallet, account, before)).runId)
  await wallet.close()
  const copy = newFolder('copy')
  cpSync(dir, copy, { recursive: true })
  const first = await network.open({ dir, keychain: testKeychain(entries) })
  const { runId } = await save(first, account, rows)
  // A try that is given up has an id of its own.
  for (let tries = 0; tries < givenUp; tries += 1) {
    const tried = await first.calls['runs.prepare']({ account, runId })
    await first.calls['payments.cancel']({ account, paymentId: tried.paymentId })
  }
  await payAll(first, account, runId)
  await first.close()
  const other = await network.open({ dir: copy, keychain: testKeychain(entries), ...given })
  return { other, account }
}

describe('a run that was paid in part from another copy of these files', () => {
  it('pays of a list that was mended since only what neither of them has paid', async () => {
    const dora = (await newAccount(payees, 'Dora')).account
    const [one, two, three, four] = [
      line(1, ben, '0.01', 'a'),
      line(2, dora, '0.02', 'a'),
      line(3, ben, '0.01', 'a'),
      line(4, dora, '0.04'),
    ]
    const { other, account } = await afterPaying([one, two, three, four])
    const mended = [line(1, dora, '0.07', 'a'), three, four, two, one, line(6, ben, '0.01', 'a')]
    const run = await save(other, account, mended)
    const told = run.rows.map(({ state, elsewhere, paymentId }) => [state, elsewhere, paymentId])
    const paid = ['paid', true, null]
    expect(told).toEqual([['ready', false, null], paid, paid, paid, paid, ['ready', false, null]])
    expect(await payAll(other, account, run.runId)).toBe(1)
    await has(payees, dora, BTC, '0.13')
    await other.close()
  })

  it('pays no row again where the service did not know of the payment when it was asked first', async () => {
    const dora = (await newAccount(payees, 'Dora')).account
    let denied = 0
    const late: typeof fetch = async (target, init) => {
      if (denied > 0 || !/^\/safe\/transactions\/[0-9a-f]{64}$/.test(new URL(String(target)).pathname))
        return fetch(target, init)
      denied += 1
      return Response.json({ error: { status: 202, code: 404, description: 'Not found.' } }, { status: 202 })
    }
    const rows = [line(1, dora, '0.01'), line(2, dora, '0.02')]
    const { other, account } = await afterPaying(rows, 0, { fetch: late })
    const { runId } = await save(other, account, [...rows, line(3, dora, '0.04')])
    expect(denied).toBe(1)
    expect((await other.calls['runs.prepare']({ account, runId })).amount).toBe(parseAmount('0.04'))
    await other.close()
  })

  it('pays no row again where hundreds of movements that nobody knows more of came after the payment', async () => {
    const dora = (await newAccount(payees, 'Dora')).account
    const MANY = 400
    const crowded: typeof fetch = async (target, init) => {
      const response = await fetch(target, init)
      if (new URL(String(target)).pathname !== '/safe/snapshots') return response
      const { data } = (await response.json()) as { data: { amount: string; created_at: string }[] }
      const out = data.findLast(({ amount }) => amount.startsWith('-'))
      const more = Array.from({ length: out === undefined ? 0 : MANY }, (_, at) => ({
        ...{ ...out, snapshot_id: randomUUID(), transaction_hash: randomBytes(32).toString('hex') },
        created_at: new Date(Date.parse(data.at(-1)?.created_at ?? '') + 1 + at).toISOString(),
      }))
      return Response.json({ data: [...data, ...more] })
    }
    const rows = [line(1, dora, '0.01'), line(2, dora, '0.02')]
    const { other, account } = await afterPaying(rows, 0, { fetch: crowded })
    const { runId } = await save(other, account, [...rows, line(3, dora, '0.04')])
    expect((await other.calls['runs.prepare']({ account, runId })).amount).toBe(parseAmount('0.04'))
    await other.close()
  })

  it('pays no row again where the service answered with another payment when it was asked first', async () => {
    const dora = (await newAccount(payees, 'Dora')).account
    const seen = new Set<string>()
    let first: Promise<string> | undefined
    const crossed: typeof fetch = async (target, init) => {
      const { pathname } = new URL(String(target))
      if (!/^\/safe\/transactions\/[0-9a-f]{64}$/.test(pathname) || seen.has(pathname)) return fetch(target, init)
      seen.add(pathname)
      first ??= fetch(target, init).then((response) => response.text())
      return new Response(await first)
    }
    const rows = [line(1, dora, '0.01', 'a'), line(2, dora, '0.02', 'b')]
    const { other, account } = await afterPaying(rows, 0, { fetch: crossed })
    const more = [line(3, dora, '0.04', 'a'), line(4, dora, '0.08', 'b')]
    const { runId } = await save(other, account, [...rows, ...more])
    const sums: bigint[] = []
    for (const _ of more) {
      const review = await other.calls['runs.prepare']({ account, runId })
      sums.push(review.amount)
      await approved(other, account, review)
      await changeIsBack(other, account, BTC)
    }
    expect(seen.size).toBeGreaterThan(1)
    expect(sums).toEqual([parseAmount('0.04'), parseAmount('0.08')])
    await other.close()
  })

  it('knows which of equal rows were paid, and which of two addresses that only the list names', async () => {
    const [one, two] = [mainnetAddressFromSeed(freshBytes(64)), mainnetAddressFromSeed(freshBytes(64))]
    const before = [line(1, one, '0.01'), line(2, ben, '0.02')]
    const rows = [...before, line(3, two, '0.01'), line(4, ben, '0.02')]
    const { other, account } = await afterPaying(rows, 0, { before })
    const run = await save(other, account, rows)
    expect(run.rows.map(({ state, elsewhere }) => [state, elsewhere])).toEqual([
      ...Array(2).fill(['paid', false]),
      ...Array(2).fill(['paid', true]),
    ])
    expect(run.next).toBeNull()
    await other.close()
  })

  it.each(['1', '0.03'])('has nothing left to pay where the list is the same and was paid from %s', async (amount) => {
    const rows = [line(1, ben, '0.01'), line(2, cleo, '0.02')]
    const { other, account } = await afterPaying(rows, 1, { amount })
    const run = await save(other, account, rows)
    expect(run).toMatchObject({ next: null, paid: { rows: 2 }, ready: { rows: 0 } })
    await expect(other.calls['runs.prepare']({ account, runId: run.runId })).rejects.toMatchObject(
      coded('input.invalid'),
    )
    await other.close()
  })
})

describe('a run that another copy of these files paid after many tries', () => {
  it.each([3, 9])('is not paid twice where %i of them were shown and given up', async (givenUp) => {
    const dora = (await newAccount(payees, 'Dora')).account
    const rows = [line(1, dora, '0.01'), line(2, dora, '0.02')]
    const { other, account } = await afterPaying(rows, givenUp)
    const mended = await save(other, account, [...rows, line(3, dora, '0.04')])
    expect(mended.rows.map(({ state }) => state)).toEqual(['paid', 'paid', 'ready'])
    expect(await payAll(other, account, mended.runId)).toBe(1)
    await has(payees, dora, BTC, '0.07')
    await other.close()
  })
})

describe('a service that shows every try of a run', () => {
  it('is not asked for ever, and nothing is paid', async () => {
    const shown = new Map<string, unknown>()
    let asked = 0
    const invents: typeof fetch = async (target, init) => {
      const { pathname } = new URL(String(target))
      const [, id] = /^\/safe\/transactions\/([0-9a-f-]{36})$/.exec(pathname) ?? []
      const response = await fetch(target, init)
      if (pathname === '/safe/transaction/requests') {
        const { data } = (await response.clone().json()) as { data: [object] }
        shown.set('record', data[0])
      }
      if (id === undefined || !shown.has('record')) return response
      asked += 1
      return Response.json({ data: { ...(shown.get('record') as object), request_id: id, state: 'unspent' } })
    }
    const wallet = await network.open({ fetch: invents })
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const { runId } = await save(wallet, account, [line(1, ben, '0.01')])
    const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
    await wallet.calls['payments.cancel']({ account, paymentId })
    await expect(wallet.calls['runs.prepare']({ account, runId })).rejects.toMatchObject(coded('remote.malformed'))
    expect(asked).toBeLessThan(200)
    await wallet.close()
  })
})

describe('a program killed while it pays a run', () => {
  const points: readonly [KillPoint, string][] = [
    ['P02', 'after the intent was written'],
    ['P12', 'while the review was open'],
    ['P13', 'after it was approved'],
    ['P15', 'before the signature was written'],
    ['P16', 'after the signature was written'],
    ['P19', 'after the network took it'],
    ['P22', 'before it was final here'],
  ]
  it.each(points)('%s %s: every row is paid once', async (point) => {
    const { wallet, account, dir, entries } = await payer()
    const dora = (await newAccount(payees, 'Dora')).account
    const rows = [line(1, dora, '0.01', 'a'), line(2, dora, '0.02', 'b')]
    await wallet.close()
    await killedAt(point, network.url, { dir, account, entries }, { kind: 'run', rows: rows.map(plain) })

    const reopened = await network.open({ dir, keychain: testKeychain(entries) })
    const run = await save(reopened, account, [...rows].reverse())
    await reopened.until(
      () => reopened.calls['runs.read']({ account, runId: run.runId }),
      ({ going }) => going.rows === 0,
    )
    await payAll(reopened, account, run.runId)
    await has(payees, dora, BTC, '0.03')
    const done = await reopened.calls['runs.read']({ account, runId: run.runId })
    expect(done.rows.map(({ state }) => state)).toEqual(['paid', 'paid'])
    await reopened.close()
  })
})

const plain = ({ amount, ...rest }: Line) => ({ ...rest, amount: rest.typed })

describe('identities of rows', () => {
  const run = runIdOf('holder', 'A run')
  const wanted = fc.record({
    assetId: fc.constantFrom(BTC, ETH),
    payee: fc.constantFrom('a', 'b').map((userId) => ({ kind: 'user' as const, userId: userId as UserId })),
    amount: fc.bigInt({ min: 1n, max: 3n }).map(toAmount),
    memoHex: fc.constantFrom('', '61'),
  })

  it('do not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 12 }), (rows) => {
        const ids = rowIdsOf(run, rows)
        expect(new Set(ids).size).toBe(rows.length)
        expect(rowIdsOf(run, [...rows].reverse()).sort()).toEqual([...ids].sort())
      }),
    )
  })

  it('stay when a row is added', () => {
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 12 }), wanted, (rows, more) => {
        const ids = rowIdsOf(run, [...rows, more])
        expect(rowIdsOf(run, rows).every((id) => ids.includes(id))).toBe(true)
      }),
    )
  })

  it('fall into payments of one asset and one memo each, every row in one of them', () => {
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (rows, most) => {
        const ids = rowIdsOf(run, rows)
        const all = rows.map((row, at) => ({ id: ids[at] as RequestId, assetId: row.assetId, memoHex: row.memoHex }))
        const parts = partsOf(all, most)
        const memos = parts.map((part) => new Set(part.map(({ assetId, memoHex }) => `${assetId} ${memoHex}`)).size)
        expect(parts.every((part) => part.length <= most)).toBe(true)
        expect(memos.every((count) => count === 1)).toBe(true)
        expect(
          parts
            .flat()
            .map(({ id }) => id)
            .sort(),
        ).toEqual([...ids].sort())
      }),
    )
  })

  it('tell assets and runs apart', () => {
    const of = (assetId: AssetId) => [
      { assetId, payee: { kind: 'user' as const, userId: 'a' as UserId }, amount: toAmount(1n), memoHex: '' },
    ]
    const ids = [rowIdsOf(run, of(BTC)), rowIdsOf(run, of(ETH)), rowIdsOf(runIdOf('holder', 'B'), of(BTC))]
    expect(new Set(ids.flat()).size).toBe(3)
  })
})

describe('a list of several assets', () => {
  it('is one run with a payment for each, and progress over all of them', async () => {
    const { wallet, account } = await payer()
    await fund(wallet, account, ETH, '5')
    const rows = [
      { ...line(1, ben, '0.01'), asset: 'btc' },
      { ...line(2, cleo, '2'), asset: 'ETH' },
      { ...line(3, cleo, '0.02'), asset: BTC },
      { ...line(4, ben, '1'), asset: 'USDT' },
      { ...line(5, ben, '1'), asset: 'ether network' },
      line(6, ben, '0.03'),
    ]
    const run = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'Mixed', rows })
    expect(run.rows.map(({ state, why, asset }) => [state, why, asset?.symbol ?? null])).toEqual([
      ...[
        ['ready', null, 'BTC'],
        ['ready', null, 'ETH'],
        ['ready', null, 'BTC'],
      ],
      ...[
        ['left_out', 'asset', null],
        ['left_out', 'asset', null],
        ['ready', null, 'BTC'],
      ],
    ])
    expect(sumsIn(run.ready)).toEqual([
      ['BTC', parseAmount('0.06')],
      ['ETH', parseAmount('2')],
    ])
    expect(run.next).toMatchObject({ rows: 3, parts: 2, asset: { symbol: 'BTC' }, amount: parseAmount('0.06') })
    expect(await payAll(wallet, account, run.runId)).toBe(2)
    const done = await wallet.calls['runs.read']({ account, runId: run.runId })
    expect(done.paid.rows).toBe(4)
    expect(sumsIn(done.paid)).toEqual([
      ['BTC', parseAmount('0.06')],
      ['ETH', parseAmount('2')],
    ])
    await wallet.close()
  })

  it('leaves out rows that name no asset where none was chosen for them', async () => {
    const { wallet, account } = await payer()
    const rows = [line(1, ben, '0.01'), { ...line(2, ben, '0.01'), asset: 'BTC Bitcoin' }]
    const run = await wallet.calls['runs.save']({ account, holder: null, assetId: null, name: 'None', rows })
    expect(run.rows.map(({ why }) => why)).toEqual(['asset', null])
    await wallet.close()
  })

  it('means the asset that all know by a symbol, and none that a stranger made and sent', async () => {
    const { wallet, account } = await payer()
    const item = { members: [account], content_type: 'text/plain', traits: [] }
    const made = await mint(network, [item], { symbol: 'ETH' })
    const [one] = made.items
    if (one === undefined) throw new Error('there is one')
    await galleryOf(wallet, account, (all) => all.some(({ collectionName }) => collectionName !== ''))
    const given = { account, holder: null, inscription: one.inscription_hash }
    await approved(wallet, account, await wallet.calls['collectibles.release'](given))
    const { asset: fake } = await wallet.calls['collectibles.collection']({ account, collection: made.collection_hash })
    if (fake === null) throw new Error('a collection has a token')
    await wallet.until(
      () => balanceOf(wallet, account, fake.assetId),
      (balance) => balance > 0n,
    )
    const rows = [
      { ...line(1, ben, '0.01'), asset: 'ETH' },
      { ...line(2, ben, '0.01'), asset: fake.assetId },
    ]
    const wish = { account, holder: null, assetId: null, name: 'Named alike', rows }
    const named = async () => (await wallet.calls['runs.save'](wish)).rows.map(({ asset }) => asset?.assetId)
    expect(fake.symbol).toBe('ETH')
    // Several networks have one, and of none of them anything is there.
    expect(await named()).toEqual([undefined, fake.assetId])
    await fund(wallet, account, ETH, '1')
    expect(await named()).toEqual([ETH, fake.assetId])
    await wallet.close()
  })
})

describe('a run of a group', () => {
  it('asks the other members for each of its payments, one after the other', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1'])
    const [ana, other] = team.members
    const rows = [line(1, ben, '0.01', 'a'), line(2, cleo, '0.02', 'b')]
    const { calls } = ana.wallet
    const { account } = ana
    const run = await calls['runs.save']({ account, holder: team.holder, assetId: BTC, name: 'Team', rows })
    expect(run.next).toMatchObject({ rows: 1, parts: 2 })
    for (const paid of [1, 2]) {
      const review = await calls['runs.prepare']({ account, runId: run.runId })
      await calls['payments.approve'](approving(account, review))
      const going = await calls['runs.read']({ account, runId: run.runId })
      expect(going).toMatchObject({ going: { rows: 1 }, paid: { rows: paid - 1 } })
      await sees(other, review.paymentId)
      await cosign(other, review.paymentId)
      await ana.wallet.until(
        () => calls['runs.read']({ account, runId: run.runId }),
        (now) => now.paid.rows === paid,
      )
    }
    expect(await calls['runs.list']({ account, holder: team.holder })).toMatchObject([{ paid: { rows: 2 }, rows: 2 }])
    expect(await calls['runs.list']({ account, holder: null })).toEqual([])
  })

  it('pays no row that another member has asked for by the same list, nor one that was paid so', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1'])
    const [ana, other] = team.members
    const rows = [line(1, ben, '0.01', 'a'), line(2, cleo, '0.02', 'a')]
    const saved = ({ wallet, account }: typeof ana, all: readonly Line[]) =>
      wallet.calls['runs.save']({ account, holder: team.holder, assetId: BTC, name: 'Team', rows: [...all] })
    const { runId } = await saved(ana, rows)
    const review = await ana.wallet.calls['runs.prepare']({ account: ana.account, runId })
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    await sees(other, review.paymentId)
    const more = [...rows, line(3, cleo, '0.03', 'a')]
    const states = async () => (await saved(other, more)).rows.map(({ state, elsewhere }) => [state, elsewhere])
    const ready = ['ready', false]
    expect(await states()).toEqual([['pending', true], ['pending', true], ready])
    await cosign(other, review.paymentId)
    await sees(other, review.paymentId, ({ state }) => state === 'final')
    await other.wallet.until(states, ([first]) => first?.[0] === 'paid')
    expect(await states()).toEqual([['paid', true], ['paid', true], ready])
    const next = await other.wallet.calls['runs.prepare']({ account: other.account, runId })
    expect(next.amount).toBe(parseAmount('0.03'))
  })

  it('pays no row that the others completed after it was given up here, without being heard, nor one beside it', async () => {
    const team = await newTeam(network, ['Dora', 'Emil', 'Finn'], 2, ['1', '1'])
    const [{ wallet, account, line: connection }, ...others] = team.members
    const saved = (...rows: Line[]) =>
      wallet.calls['runs.save']({ account, holder: team.holder, assetId: BTC, name: 'Team', rows })
    const first = line(1, ben, '0.01', 'a')
    const { runId } = await saved(first)
    const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
    connection.faults.push({ path: /\/unlock$/, act: 'before' })
    const { hashes } = await wallet.calls['payments.cancel']({ account, paymentId })
    // What would prove it comes late, or a round of this wallet could know of it before anybody asks.
    connection.faults.push({ path: new RegExp(`^/safe/transactions/${hashes[0]}$|^/external/kernel$`), act: 'before' })
    for (const other of others) {
      await other.wallet.calls['approvals.open']({ account: other.account, id: paymentId })
      await cosign(other, paymentId)
    }
    for (const other of others) await sees(other, paymentId, ({ state }) => state === 'final')
    const prepare = () => wallet.calls['runs.prepare']({ account, runId })
    await expect(prepare()).rejects.toMatchObject(coded('wallet.completed_by_others'))
    connection.faults.length = 0
    const read = () => wallet.calls['runs.read']({ account, runId })
    expect((await wallet.until(read, ({ rows }) => rows[0]?.state === 'paid')).paid.rows).toBe(1)
    expect(await wallet.calls['payments.read']({ account, paymentId })).toMatchObject({ state: 'final', problem: null })
    await saved(first, line(2, cleo, '0.02', 'a'))
    expect((await prepare()).amount).toBe(parseAmount('0.02'))
  })

  it('tells of what the others completed after it was given up here as paid, without being asked', async () => {
    const team = await newTeam(network, ['Gina', 'Hugo', 'Iris'], 2, ['1'])
    const [{ wallet, account, line: connection }, ...others] = team.members
    const rows = [line(1, ben, '0.01', 'a')]
    const { runId } = await wallet.calls['runs.save']({
      account,
      holder: team.holder,
      assetId: BTC,
      name: 'Team',
      rows,
    })
    const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
    connection.faults.push({ path: /\/unlock$/, act: 'before' })
    await wallet.calls['payments.cancel']({ account, paymentId })
    const read = () => wallet.calls['runs.read']({ account, runId })
    expect((await read()).rows[0]?.state).toBe('ready')
    // Nothing but signed bytes says so.
    connection.faults.push({
      ...{ path: new RegExp(`^/safe/multisigs/${paymentId}$`), times: 1 },
      act: (record: object) => ({ ...record, state: 'spent' }),
    })
    for (let round = 0; round < 3; round += 1) await wallet.calls['app.retry']({ account })
    expect((await read()).rows[0]?.state).toBe('ready')
    for (const other of others) {
      await other.wallet.calls['approvals.open']({ account: other.account, id: paymentId })
      await cosign(other, paymentId)
    }
    await wallet.until(read, (run) => run.rows[0]?.state === 'paid')
    expect(await wallet.calls['payments.read']({ account, paymentId })).toMatchObject({ state: 'final' })
  })

  it('pays a row anew whose coin the others spent before anybody here had signed for it', async () => {
    const team = await newTeam(network, ['Gil', 'Hana', 'Ivo'], 2, ['1'])
    const { holder, members } = team
    const [{ wallet, account }, hana, ivo] = members
    const wish = { holder, assetId: BTC, name: 'Team', rows: [line(1, ben, '0.01', 'a')] }
    const { runId } = await wallet.calls['runs.save']({ account, ...wish })
    const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
    const form = paying(hana.account, BTC, [toUser(cleo, '0.4')], { holder })
    const other = await hana.wallet.calls['payments.prepare'](form)
    await hana.wallet.calls['payments.approve'](approving(hana.account, other))
    await sees(ivo, other.paymentId)
    await cosign(ivo, other.paymentId)
    const lost = () => wallet.calls['payments.read']({ account, paymentId })
    await wallet.until(lost, ({ state }) => state === 'failed')
    const told = await wallet.calls['runs.read']({ account, runId })
    expect(told).toMatchObject({ waiting: null, rows: [{ state: 'ready', paymentId: null, problem: null }] })
    await has(wallet, account, BTC, '0.6', holder)
    expect((await wallet.calls['runs.prepare']({ account, runId })).paymentId).not.toBe(paymentId)
  })

  it('is where its requests are asked for anew, since it would know nothing of a form', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [{ wallet, account }, other] = team.members
    const wish = { holder: team.holder, assetId: BTC, name: 'Team', rows: [line(1, ben, '0.01', 'a')] }
    const { runId } = await wallet.calls['runs.save']({ account, ...wish })
    const review = await wallet.calls['runs.prepare']({ account, runId })
    const requestId = review.paymentId
    await wallet.calls['payments.approve'](approving(account, review))
    await sees(team.members[0], requestId)
    expect(await wallet.calls['approvals.again']({ account, requestId })).toMatchObject({ run: runId, plan: null })
    await sees(other, requestId)
    const asked = other.wallet.calls['approvals.again']({ account: other.account, requestId })
    expect(await asked).toMatchObject({ run: null, form: { rows: [{ to: ben, amount: '0.01' }] } })
  })

  it('pays rows again that another member asked for and gave up', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana, other] = team.members
    const wish = { holder: team.holder, assetId: BTC, name: 'Team', rows: [line(1, ben, '0.01', 'a')] }
    const { runId } = await ana.wallet.calls['runs.save']({ account: ana.account, ...wish })
    const review = await ana.wallet.calls['runs.prepare']({ account: ana.account, runId })
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    await sees(other, review.paymentId)
    const state = async () =>
      (await other.wallet.calls['runs.save']({ account: other.account, ...wish })).rows[0]?.state
    expect(await state()).toBe('pending')
    await other.wallet.calls['approvals.unlock']({
      ...{ account: other.account, requestId: review.paymentId, passphrase: null },
    })
    expect(await other.wallet.until(state, (now) => now !== 'pending')).toBe('ready')
  })
})
