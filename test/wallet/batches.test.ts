import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { type Calls, METHODS } from '#contract/ipc'
import { mainnetAddressFromSeed, parseAmount } from '#protocol'
import { freshSeed } from '../support/localnet.ts'
import {
  ALL_MOVEMENTS,
  approved,
  approving,
  BTC,
  changeIsBack,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'

/* One payment to several people is shown, found and counted for each of them, and never as its first receiver. */

const network = sharedNetwork()
let wallet: OpenWallet
let [ana, ben, cleo, dan]: UserId[] = []
let review: Awaited<ReturnType<OpenWallet['calls']['payments.prepare']>>

type Filter = Parameters<Calls['activity.list']>[0]['filter']
const list = (filter: Partial<Filter> = {}, cursor: string | null = null, limit = 50) =>
  wallet.calls['activity.list']({
    account: ana as UserId,
    holder: null,
    filter: { ...ALL_MOVEMENTS, ...filter },
    cursor,
    limit,
  })
const row = (userId: UserId | undefined, amount: string) =>
  ({ payee: { kind: 'user', userId: userId as UserId }, amount }) as const

beforeAll(async () => {
  wallet = await network.open()
  for (const name of ['Ana', 'Ben', 'Cleo', 'Dan']) {
    const { account } = await newAccount(wallet, name)
    if (name === 'Ana') ana = account
    if (name === 'Ben') ben = account
    if (name === 'Cleo') cleo = account
    if (name === 'Dan') dan = account
  }
  await fund(wallet, ana as UserId, BTC, '1')
  review = await wallet.calls['payments.prepare'](
    paying(ana as UserId, BTC, [row(ben, '0.1'), row(cleo, '0.2'), row(ben, '0.05')], {
      memoHex: Buffer.from('wages').toString('hex'),
    }),
  )
  await approved(wallet, ana as UserId, review)
  await changeIsBack(wallet, ana as UserId, BTC)
  await pay(wallet, paying(ana as UserId, BTC, [row(dan, '0.01')]))
  await wallet.until(
    () => list(),
    ({ rows }) => rows.length === 3 && rows.every(({ id }) => id.startsWith('s:')),
  )
})

describe('a payment to several people', () => {
  it('names nobody as the receiver of the whole sum', async () => {
    const payment = await wallet.calls['payments.read']({ account: ana as UserId, paymentId: review.paymentId })
    expect(payment.party).toEqual({ kind: 'several', count: 2, people: true })
    expect(payment.amount).toBe(parseAmount('0.35'))
  })

  it('carries each row with its own sum', async () => {
    const { rows } = await wallet.calls['payments.read']({ account: ana as UserId, paymentId: review.paymentId })
    expect(rows.map(({ party, amount }) => [party.kind === 'user' && party.user.userId, amount])).toEqual([
      [ben, parseAmount('0.1')],
      [cleo, parseAmount('0.2')],
      [ben, parseAmount('0.05')],
    ])
  })

  it('counts a person once in its title', async () => {
    expect(review.title).toBe('Send 0.35 BTC to 2 people')
  })

  it('stands in the history as one line to all of them', async () => {
    const { rows } = await list({ search: 'wages' })
    expect(rows.map(({ party, amount }) => [party, amount])).toEqual([
      [{ kind: 'several', count: 2, people: true }, -parseAmount('0.35')],
    ])
  })

  it('opens with its rows, and how often each was paid before', async () => {
    const [found] = (await list({ search: 'wages' })).rows
    const detail = await wallet.calls['activity.read']({ account: ana as UserId, holder: null, id: found?.id ?? '' })
    expect(detail.rows.map(({ amount, paidBefore }) => [amount, paidBefore?.times])).toEqual([
      [parseAmount('0.1'), 1],
      [parseAmount('0.2'), 1],
      [parseAmount('0.05'), 1],
    ])
    expect(detail.paidBefore).toBeNull()
  })

  it.each([
    ['the first', 'Ben', 1],
    ['another', 'cle', 1],
    ['another with a word of the memo', 'Cleo wages', 1],
    ['another with a word that is not there', 'Cleo rent', 0],
  ])('is found by the name of %s', async (_, search, count) => {
    expect((await list({ search })).rows).toHaveLength(count)
  })

  it('is found by each person, beside what they were paid alone', async () => {
    expect((await list({ opponent: cleo as UserId })).rows).toHaveLength(1)
    expect((await list({ opponent: dan as UserId })).rows).toHaveLength(1)
    expect((await list({ opponent: cleo as UserId, direction: 'in' })).rows).toHaveLength(0)
  })

  it('carries in a list about one of them what went to that person', async () => {
    const shares = async (opponent: UserId | undefined) =>
      (await list({ opponent: opponent ?? null })).rows.map(({ amount, share }) => ({ amount, share }))
    expect(await shares(ben)).toEqual([{ amount: -parseAmount('0.35'), share: -parseAmount('0.15') }])
    expect(await shares(cleo)).toEqual([{ amount: -parseAmount('0.35'), share: -parseAmount('0.2') }])
    expect(await shares(dan)).toEqual([{ amount: -parseAmount('0.01'), share: undefined }])
  })

  it('counts between two people with what went to that person alone', async () => {
    const between = (userId: UserId | undefined) =>
      wallet.calls['contacts.between']({ account: ana as UserId, userId: userId as UserId })
    const [withBen, withCleo] = [await between(ben), await between(cleo)]
    expect([withBen.out.count, withCleo.out.count]).toEqual([1, 1])
    expect(Number(withBen.out.fiat) / Number(withCleo.out.fiat)).toBeCloseTo(0.75, 3)
    expect(withBen.months.at(-1)?.out).toEqual(withBen.out)
  })

  it('stands once in pages that join without a gap', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({ direction: 'out' }, cursor, 1)
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== null)
    expect(seen).toEqual((await list({ direction: 'out' })).rows.map(({ id }) => id))
  })

  it('counts for each of them as paid before, with their own sums', async () => {
    const card = await wallet.calls['contacts.card']({ account: ana as UserId, userId: cleo as UserId })
    expect(card.paidBefore?.times).toBe(1)
    expect(card.paid.map(({ amount }) => amount)).toEqual([parseAmount('0.2')])
    const offers = await wallet.calls['payees.suggest']({ account: ana as UserId, holder: null, text: 'cleo' })
    expect(offers.map(({ paidBefore }) => paidBefore?.times)).toEqual([1])
  })

  it('asks once for each new payee, on the row of the first', () => {
    expect(review.checks.filter(({ id }) => id.startsWith('first:')).map(({ id, row }) => [id, row])).toEqual([
      ['first:0', 0],
      ['first:1', 1],
    ])
  })
})

it('a payment to as many as fit, none of whom was paid before, can be agreed to from a window', async () => {
  const rows = Array.from({ length: 255 }, () => ({
    payee: { kind: 'kernel', address: mainnetAddressFromSeed(freshSeed() + freshSeed()) } as const,
    amount: '0.0001',
  }))
  const many = await wallet.calls['payments.prepare'](paying(ana as UserId, BTC, rows))
  const agreed = approving(ana as UserId, many)
  expect(agreed.accepted.length).toBeGreaterThan(254)
  expect(METHODS['payments.approve'].input.safeParse(agreed).error).toBeUndefined()
  const signed = { ...agreed, requestId: many.paymentId, paymentId: undefined }
  expect(METHODS['approvals.sign'].input.safeParse(JSON.parse(JSON.stringify(signed))).error).toBeUndefined()
  await wallet.calls['payments.cancel']({ account: ana as UserId, paymentId: many.paymentId })
})
