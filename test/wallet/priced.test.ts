import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { Asset, Fiat, Nanos, UserId } from '#contract/domain'
import { kernelAssetId, parseAmount } from '#protocol'
import { amountAtPrice, formatAmountShort } from '#protocol/text'
import type { Json } from '#store'
import type { Intent } from '../../src/wallet/payments/intent.ts'
import { priceChecks, pricedTotal } from '../../src/wallet/payments/price-checks.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { quoteOf } from '../../src/wallet/value/quote.ts'
import { MAYA } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, openAccount } from '../support/store.ts'
import {
  approved,
  approving,
  BTC,
  changeIsBack,
  coded,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'

/* Amounts that were typed in a currency. */

const network = sharedNetwork()
let wallet: OpenWallet
let account: UserId

beforeAll(async () => {
  wallet = await network.open()
  account = (await newAccount(wallet, 'Ana')).account
  await fund(wallet, account, BTC, '1')
})

const HOUR = 3_600_000_000_000n

async function known() {
  const quote = await wallet.until(
    () => wallet.calls['value.quote']({ account, assetId: BTC }),
    ({ price, at }) => price !== null && at !== null,
  )
  if (quote.price === null || quote.at === null) throw new Error('a price is known')
  return { price: quote.price, at: quote.at }
}

/** The review of 50 of a currency, at a price of some time. */
async function prepare({ price, at, currency = 'USD' }: { price: string; at: Nanos; currency?: string }) {
  const value = parseAmount('50')
  const amount = amountAtPrice(value, price, 8)?.amount ?? parseAmount('0')
  const row = { payee: { kind: 'user', userId: MAYA } as const, amount, priced: { currency, value, price, at } }
  return wallet.calls['payments.prepare'](paying(account, BTC, [], { rows: [row] }))
}

const looks = (review: { readonly checks: readonly { readonly id: string; readonly result: string }[] }) =>
  review.checks.flatMap(({ id, result }) => (id.startsWith('price:') && result !== 'note' ? [[id, result]] : []))

const letGo = (paymentId: Awaited<ReturnType<typeof prepare>>['paymentId']) =>
  wallet.calls['payments.cancel']({ account, paymentId })

describe('a payment that was typed in a currency', () => {
  it('leads with what was typed, its price and age, and asks nothing about a price of now', async () => {
    const now = await known()
    const review = await prepare(now)
    expect(review.priced).toEqual({ currency: 'USD', value: parseAmount('50'), ...now })
    expect(looks(review)).toEqual([])
    // None is kept from an hour before, so whoever tells it alone says what 50 dollars are.
    expect(review.checks.find(({ id }) => id === 'price:first')?.text).toMatch(
      /^No earlier price .* makes 0\.0\d+ BTC /,
    )
    await letGo(review.paymentId)
  })

  it('is not approved before an old price was looked at', async () => {
    const { price, at } = await known()
    const review = await prepare({ price, at: (at - 3n * HOUR) as Nanos })
    expect(looks(review)).toEqual([['price:old', 'attention']])
    expect(review.checks.find(({ id }) => id === 'price:old')?.text).toContain('3 hours old')
    await expect(
      wallet.calls['payments.approve']({ ...approving(account, review), accepted: ['first:0'] }),
    ).rejects.toThrow(coded('wallet.review_changed', { warning: 'new' }))
    await approved(wallet, account, review)
    await changeIsBack(wallet, account, BTC)
  })

  it('is not approved before a price of a time that the clock has not reached was looked at', async () => {
    const { price, at } = await known()
    const review = await prepare({ price, at: (at + 3n * HOUR) as Nanos })
    expect(looks(review)).toEqual([['price:later', 'attention']])
    await letGo(review.paymentId)
  })

  it('asks for a look where the price moved, and where none is known', async () => {
    const { price, at } = await known()
    const half = formatAmountShort(parseAmount(`${Math.floor(Number(price) / 2)}`))
    const moved = await prepare({ price: half, at })
    expect(looks(moved)).toEqual([[expect.stringMatching(/^price:moved/), 'attention']])
    await letGo(moved.paymentId)
    const unknown = await prepare({ price, at, currency: 'ZZZ' })
    expect(looks(unknown)).toEqual([['price:none', 'attention']])
    await letGo(unknown.paymentId)
  })

  it('is refused where the amount is not what the price makes of it', async () => {
    const { price, at } = await known()
    const priced = { currency: 'USD', value: parseAmount('50'), price, at }
    const row = { payee: { kind: 'user', userId: MAYA } as const, amount: parseAmount('0.5'), priced }
    await expect(wallet.calls['payments.prepare'](paying(account, BTC, [], { rows: [row] }))).rejects.toThrow(
      coded('input.amount'),
    )
  })
})

/** What a directory says of bitcoin, after the service named prices of it. */
function priced() {
  const time = { now: 500_000n * HOUR }
  const store = openAccount(newFolder('store'), { now: () => time.now as Nanos })
  onTestFinished(() => store.close())
  const directory = createDirectory({
    ...{ table: assets, cache: store.cache, account: ACCOUNT, groups: store.intents.groups },
  })
  const put = (price_usd: string, change_usd = '') =>
    store.cache.assets.put([{ asset_id: BTC, kernel_asset_id: kernelAssetId(BTC), price_usd, change_usd } as Asset]) // what is read of it
  return { time, store, directory, put }
}

describe('the price that an amount is typed by', () => {
  it('is as old as it was read, and stands beside the one before it', () => {
    const { time, store, directory, put } = priced()
    put('100')
    expect(quoteOf({ store, directory }, BTC, 'USD')).toEqual({ price: '100', at: time.now, before: null })
    time.now += 2n * HOUR
    put('150')
    expect(quoteOf({ store, directory }, BTC, 'USD')).toEqual({ price: '150', at: time.now, before: '100' })
    expect(quoteOf({ store, directory }, BTC, 'ZZZ').price).toBeNull()
  })

  it('stands beside what it would have been by each rate of the day, and is as old as the rate', () => {
    const { time, store, directory, put } = priced()
    const rated = (...rates: readonly [code: string, rate: number][]) =>
      store.cache.fiats.put(rates.map(([code, rate]) => ({ code, rate })) as Fiat[])
    const quote = () => quoteOf({ store, directory }, BTC, 'EUR')
    put('100')
    rated(['EUR', 1])
    expect(quote()).toEqual({ price: '100', at: time.now, before: null })
    rated(['EUR', 0.01])
    expect(quote()).toEqual({ price: '1', at: time.now, before: '100' })
    time.now += 20n * HOUR
    for (const price of ['110', '120']) {
      put(price)
      rated(['EUR', 0.01])
      time.now += 2n * HOUR
    }
    expect(quote()).toMatchObject({ price: '1.2', before: '110' })
    time.now += 2n * HOUR
    put('120')
    rated(['EUR', 0.01])
    time.now += HOUR
    const told = time.now
    time.now += 18n * HOUR
    put('120')
    rated(['JPY', 150])
    expect(quote()).toEqual({ price: '1.2', at: told, before: '1.2' })
  })

  it('is none where the service says nothing, or a price of nothing', () => {
    const { directory, put } = priced()
    const market = () => [directory.asset(BTC).priceUsd, directory.asset(BTC).changeUsd]
    put('100', '0.02')
    expect(market()).toEqual(['100', '0.02'])
    for (const none of ['', '0', '0.00000000']) {
      put(none, '0')
      expect(market()).toEqual([null, null])
    }
  })
})

describe('what is to be looked at of amounts that were typed in a currency', () => {
  type Row = Pick<Intent, 'rows'>['rows'][number]
  /** A row of that price, typed so many minutes ago. */
  const typed = (price: string, minutes: bigint, now: bigint): Row => ({
    payee: { kind: 'user', userId: MAYA },
    amount: parseAmount('1'),
    priced: { currency: 'USD', value: parseAmount(price), price, at: (now - minutes * (HOUR / 60n)) as Nanos },
  })

  it.each<[what: string, rows: [price: string, minutes: bigint][], before: string, now: string, looks: string[]]>([
    ['nothing of a price that moved by less than a tenth', [['100', 0n]], '109', '109', []],
    ['a price that rose by a tenth since', [['100', 0n]], '110', '110', ['moved']],
    ['a price that fell by a tenth since', [['100', 0n]], '90', '90', ['moved']],
    [
      'the price of one of several that moved',
      [
        ['110', 0n],
        ['100', 0n],
        ['110', 0n],
      ],
      '110',
      '110',
      ['moved'],
    ],
    ['nothing of a price that differs from the one before by less than a tenth', [['110', 0n]], '101', '110', []],
    ['a price a tenth above the one before', [['110', 0n]], '100', '110', ['jump']],
    ['a price a tenth below the one before', [['90', 0n]], '100', '90', ['jump']],
    ['nothing of a price of an hour ago', [['100', 60n]], '100', '100', []],
    [
      'the oldest of several prices',
      [
        ['100', 0n],
        ['100', 61n],
        ['100', 0n],
      ],
      '100',
      '100',
      ['old'],
    ],
  ])('is %s', (_, rows, before, now, looks) => {
    const { time, store, directory, put } = priced()
    put(before)
    time.now += 2n * HOUR
    put(now)
    const detail = {
      ...{ assetId: BTC, rows: rows.map(([price, minutes]) => typed(price, minutes, time.now)), memoHex: '' },
      ...{ references: [], fee: null, coins: null, label: '', returnTo: null },
    } as unknown as Json // as the journal gives it back
    const checks = priceChecks(
      { assetId: BTC, detail },
      { now: () => time.now as Nanos, quote: (...of) => quoteOf({ store, directory }, ...of), directory },
    )
    expect(checks.map(({ id, result }) => [id.split(':')[1], result])).toEqual(looks.map((id) => [id, 'attention']))
  })

  it('is a rate of the currency that leapt within the day, whatever the price did', () => {
    const { time, store, directory, put } = priced()
    const looks = [1, 0.95, 0.7, 0.7].map((rate) => {
      put('100')
      store.cache.fiats.put([{ code: 'EUR', rate } as Fiat])
      time.now += 3n * HOUR
      const row = typed(String(100 * rate), 0n, time.now)
      const rows = row.priced === undefined ? [] : [{ ...row, priced: { ...row.priced, currency: 'EUR' } }]
      const detail = {
        ...{ assetId: BTC, rows, memoHex: '', references: [], fee: null, coins: null, label: '', returnTo: null },
      } as unknown as Json // as the journal gives it back
      const parts = {
        now: () => time.now as Nanos,
        quote: (...of: [typeof BTC, string]) => quoteOf({ store, directory }, ...of),
        directory,
      }
      return priceChecks({ assetId: BTC, detail }, parts).flatMap(({ id, result }) =>
        result === 'attention' ? id.split(':').slice(0, 2).join(':') : [],
      )
    })
    expect(looks).toEqual([[], [], ['price:jump'], ['price:jump']])
  })

  it('is no sum where only some of them were', () => {
    const one = typed('100', 0n, 0n)
    const other = { payee: one.payee, amount: one.amount }
    expect(pricedTotal({ rows: [one, one] })).toMatchObject({ priced: { value: parseAmount('200') } })
    expect(pricedTotal({ rows: [one, other] })).toEqual({})
  })
})
