import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import type { ActivityRow, StatementFormat } from '#contract/ipc'
import { formatAmountShort, parseAmount, parseSignedAmount, toAmount } from '#protocol'
import { coinTrackingOf, koinlyOf } from '../../src/wallet/statements/forms.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  ETH,
  fund,
  newPhrase,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'

/* A withdrawal with its fee in its own sum, and one whose fee is a movement of another asset: as people find them, and as programs count them. */

const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let words: readonly string[]
const fees = { btc: toAmount(0n), eth: toAmount(0n) }

const wish = (search = '') => ({ account: ana, holder: null, others: [], filter: { ...ALL_MOVEMENTS, search } })
const found = async (search: string): Promise<readonly ActivityRow[]> =>
  (await wallet.calls['activity.list']({ ...wish(search), cursor: null, limit: 50 })).rows

async function lines(format: StatementFormat): Promise<readonly (readonly string[])[]> {
  const { file } = await wallet.calls['statements.file']({ ...wish(), format })
  const { text } = await wallet.calls['statements.part']({ account: ana, file, part: 0 })
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

beforeAll(async () => {
  wallet = await network.open()
  ana = (await wallet.calls['accounts.createLocal']({ name: 'Ana' })).account
  words = await newPhrase(wallet, ana)
  await wallet.calls['registration.submit']({ account: ana })
  await fund(wallet, ana, BTC, '1')
  await fund(wallet, ana, ETH, '1')
  await fund(wallet, ana, USDT_ERC20, '500', ETH)
  const out = async (assetId: typeof BTC, feeAssetId: typeof BTC, destination: string, amount: string) => {
    const payee = { kind: 'chain', destination, tag: '' } as const
    const payment = await pay(wallet, paying(ana, assetId, [{ payee, amount }], { feeAssetId, label: 'Rent' }))
    await wallet.calls['labels.setTags']({ account: ana, id: `p:${payment.paymentId}`, tags: ['home'] })
    return payment.fee?.amount ?? toAmount(0n)
  }
  fees.btc = await out(BTC, BTC, BITCOIN, '0.25')
  fees.eth = await out(USDT_ERC20, ETH, ETHEREUM, '120')
  // Three that came, two that went, and the fee that is a movement.
  await wallet.until(
    () => found(''),
    (rows) => rows.length === 6 && rows.every(({ id }) => id.startsWith('s:')),
  )
})

describe('the movement that pays the fee of another one', () => {
  it('has no words of that payment, so that what is seen and what is found are the same', async () => {
    const shown = (await found('')).filter(({ tags, label }) => tags.includes('home') || label === 'Rent')
    for (const search of ['tag:home', 'rent']) {
      expect((await found(search)).map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
    }
    expect(shown.map(({ asset }) => asset.assetId)).toEqual([USDT_ERC20, BTC])
  })

  it('is called a fee, and no payment to somebody', async () => {
    const went = (await found('')).filter(({ amount }) => amount < 0n)
    expect(went.map(({ asset, kind }) => [asset.assetId, kind])).toEqual(
      expect.arrayContaining([
        [ETH, 'fee'],
        [USDT_ERC20, 'withdrawal'],
        [BTC, 'withdrawal'],
      ]),
    )
  })

  it('is a fee on a computer that did not pay it', async () => {
    const other = await network.open()
    await other.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    const drawn = () => other.calls['statements.draw'](wish())
    const { rows, assets } = await other.until(drawn, ({ count }) => count === 6)
    expect(rows.filter(({ kind }) => kind === 'fee').map(({ asset }) => asset.assetId)).toEqual([ETH])
    const eth = assets.find(({ asset }) => asset.assetId === ETH)
    expect([eth?.out, eth?.fees]).toEqual([0n, fees.eth])
  })

  it('takes words of its own, by which it is found', async () => {
    const fee = (await found('')).find(({ amount, asset }) => asset.assetId === ETH && amount < 0n)
    const id = fee?.id ?? ''
    await wallet.calls['labels.setTags']({ account: ana, id, tags: ['gas'] })
    expect((await found('tag:gas')).map((row) => row.id)).toEqual([id])
    expect((await found('tag:home')).map(({ tags }) => tags)).toEqual([['home'], ['home']])
    await wallet.calls['labels.setTags']({ account: ana, id, tags: [] })
    expect(await found('tag:gas')).toEqual([])
  })
})

describe('a statement of what went', () => {
  it('has the sums of every asset that moved, also of one that only paid a fee', async () => {
    const { rows, assets } = await wallet.calls['statements.draw']({
      ...wish(),
      filter: { ...ALL_MOVEMENTS, direction: 'out' },
    })
    expect(new Set(assets.map(({ asset }) => asset.assetId))).toEqual(new Set(rows.map(({ asset }) => asset.assetId)))
    const eth = assets.find(({ asset }) => asset.assetId === ETH)
    expect([eth?.out, eth?.fees]).toEqual([0n, fees.eth])
  })
})

describe('a fee in a file for a program', () => {
  it('is beside what was sent for Koinly, which takes both away', async () => {
    const rows = await lines('koinly')
    const sent = (symbol: string) =>
      rows.filter((row) => row[2] === symbol).map((row) => [row[1], row[5], row[6], row[9]])
    expect(sent('BTC')).toEqual([['0.25', formatAmountShort(fees.btc), 'BTC', '']])
    expect(sent('USDT')).toEqual([['120', '', '', '']])
    expect(sent('ETH')).toEqual([[formatAmountShort(fees.eth), '', '', 'cost']])
  })

  it('is not in what was sent was worth for Koinly, which values it by itself', async () => {
    const { rows } = await wallet.calls['statements.draw'](wish())
    const [row] = rows.filter(({ kind, asset }) => kind === 'withdrawal' && asset.assetId === BTC)
    const cents = (text: string | null | undefined): number => Number(text?.replace(/[-.]/g, ''))
    const [, , , , , , , worth] = (await lines('koinly')).find((line) => line[2] === 'BTC') ?? []
    const share = 0.25 / Number(formatAmountShort(toAmount(-(row?.amount ?? 0n))))
    expect(cents(worth)).toBe(Math.round(cents(row?.fiatThen) * share))
    expect(cents(worth)).toBeLessThan(cents(row?.fiatThen))
  })

  it('is within what went for CoinTracking, which only names it, or a row of its own', async () => {
    const rows = await lines('cointracking')
    const sold = (symbol: string) =>
      rows.filter((row) => row[4] === symbol).map((row) => [row[0], row[3], row[5], row[6]])
    const all = formatAmountShort(toAmount(parseAmount('0.25') + fees.btc))
    expect(sold('BTC')).toEqual([['Withdrawal', all, formatAmountShort(fees.btc), 'BTC']])
    expect(sold('USDT')).toEqual([['Withdrawal', '120', '', '']])
    expect(sold('ETH')).toEqual([['Other Fee', formatAmountShort(fees.eth), '', '']])
  })

  it.each([
    ['koinly', [3, 4], [1, 2], [5, 6]],
    ['cointracking', [1, 2], [3, 4], null],
  ] as const)(
    'leaves what the account has, counted as %s counts',
    async (format, [came, ofCame], [went, ofWent], fee) => {
      const [, ...rows] = await lines(format)
      const sum = (at: number, of: number, symbol: string): bigint =>
        rows.reduce((all, row) => (row[of] === symbol ? all + parseSignedAmount(row[at] ?? '') : all), 0n)
      for (const [assetId, symbol] of [
        [BTC, 'BTC'],
        [ETH, 'ETH'],
        [USDT_ERC20, 'USDT'],
      ] as const) {
        const taken = fee === null ? 0n : sum(fee[0], fee[1], symbol)
        const left = sum(came, ofCame, symbol) - sum(went, ofWent, symbol) - taken
        // What comes back of a payment is there a moment after it.
        const read = () => wallet.calls['balances.read']({ account: ana, holder: null, assetId })
        expect((await wallet.until(read, ({ total }) => total === left)).total, symbol).toBe(left)
      }
    },
  )
})

describe('an asset that only has the symbol of another', () => {
  const FORGED = '0f8f1e2d-3c4b-4a59-8877-665544332211'

  it.each([
    ['Koinly', koinlyOf],
    ['CoinTracking', coinTrackingOf],
  ] as const)('is no bitcoin for %s, which knows assets by their symbols', async (_program, form) => {
    const view = await wallet.calls['statements.draw'](wish())
    const known = view.assets.map(({ asset }) => asset)
    const forged = (symbol: string): typeof view => ({
      ...view,
      rows: view.rows.map((row) => {
        const assetId = FORGED as typeof row.asset.assetId
        return { ...row, asset: { ...row.asset, symbol, assetId, trust: 'unlisted' as const } }
      }),
    })
    const symbols = (of: typeof view): Set<string> => new Set(form(of, known).match(/BTC[^,]*|PEPE[^,]*/g))
    expect(symbols(forged('BTC'))).toEqual(new Set(['BTC 0f8f1e2d']))
    expect(symbols(forged('btc'))).toEqual(new Set())
    expect(form(forged('btc'), known)).toContain('btc 0f8f1e2d')
    expect(symbols(forged('PEPE'))).toEqual(new Set(['PEPE']))
    expect(symbols(view)).toContain('BTC')
    expect(symbols(view)).not.toContain('BTC 0f8f1e2d')
  })
})
