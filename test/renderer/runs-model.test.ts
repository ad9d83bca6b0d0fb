import fc from 'fast-check'
import { parse } from 'papaparse'
import { describe, expect, it } from 'vitest'
import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import {
  barOf,
  cutsOf,
  figureOf,
  formOfWithdrawal,
  hasRefused,
  missingFor,
  progressOf,
  reasonOf,
  repeatedRows,
  resultFile,
  rowsToPay,
  stateName,
  withdrawalsLeft,
} from '../../src/renderer/screens/runs/model.ts'
import type { RunRow } from '../../src/renderer/state/types.ts'

const row = (more: Partial<RunRow>) =>
  ({
    why: null,
    state: 'ready',
    short: false,
    sameAs: null,
    elsewhere: false,
    typed: '1',
    to: '40110',
    ...more,
  }) as RunRow // what is looked at

describe('a row of a run that is left out', () => {
  it.each([
    ['-5', 'Leave out the sign.'],
    ['0', 'The amount must be more than zero.'],
    ['1.123456789', 'At most 8 decimals; this has 9.'],
    ['', 'Enter an amount.'],
    ['1,234', 'The amount cannot be read.'],
  ])('says what is wrong with its amount as the list did: %j', (typed, said) => {
    expect(reasonOf(row({ why: 'amount', state: 'left_out', typed }))).toContain(said)
  })

  it('says that it names nobody, apart from a name that nobody bears', () => {
    expect(reasonOf(row({ why: 'payee', state: 'left_out', to: '' }))).toBe('No recipient is named.')
    expect(reasonOf(row({ why: 'payee', state: 'left_out' }))).toBe('Nobody is found under this.')
  })
})

describe('a row that leaves the network', () => {
  const asset = { assetId: 'an asset', tag: 'needed' } as NonNullable<RunRow['asset']> // what is looked at
  const leaving = (more: Partial<RunRow> = {}) =>
    row({
      ...{ state: 'to_withdraw', asset, to: 'rAddress', amount: '12.5', memoText: '77', label: '', party: null },
      ...{ withdrawal: { rowId: 'a row', tag: '77', feeWaits: false }, ...more },
    })
  const formOf = (more?: Partial<RunRow>) => formOfWithdrawal(leaving(more), { runId: 'a run', name: 'May' })

  it('is the form that pays it while it is to be paid, and says which row that is', () => {
    expect(formOf()).toMatchObject({
      ...{ assetId: 'an asset', rows: [{ to: 'rAddress', amount: '12.5' }] },
      ...{ tag: '77', memo: '', label: 'May', trace: null },
      listed: { runId: 'a run', rowId: 'a row', name: 'May', to: 'rAddress', amount: '12.5', tag: '77' },
    })
    expect(formOf({ state: 'refused', label: 'To the exchange' })).toMatchObject({ label: 'To the exchange' })
    for (const state of ['prepared', 'pending', 'paid', 'left_out'] as const) expect(formOf({ state })).toBeNull()
    expect(formOfWithdrawal(row({ asset, amount: '1' }), { runId: 'a run', name: 'May' })).toBeNull()
  })

  it('has the tag that is saved with its address where the list says none', () => {
    const withdrawal = { rowId: 'a row', tag: '', feeWaits: false }
    const party = { kind: 'chain', destination: 'rAddress', tag: '88', chainId: null, chainName: 'XRP' } as const
    expect(formOf({ withdrawal, party })).toMatchObject({ tag: '88', listed: { tag: '' } })
  })

  it('is not called left out, and counts as still to be paid', () => {
    const rows = [leaving(), leaving({ sameAs: 1 }), leaving({ state: 'paid' })]
    expect(stateName(leaving())).toBe('To withdraw')
    expect([rowsToPay({ rows }), withdrawalsLeft({ rows }), repeatedRows({ rows })]).toEqual([3, 2, 1])
  })

  it('has the list itself try nothing again where it was refused', () => {
    expect(hasRefused({ rows: [leaving({ state: 'refused' })] })).toBe(false)
    expect(hasRefused({ rows: [row({ state: 'refused' })] })).toBe(true)
  })

  it('says of a group’s that nothing leaves before its fee is paid', () => {
    const withdrawal = { rowId: 'a row', tag: '77', feeWaits: true }
    expect(reasonOf(leaving({ state: 'paid', withdrawal }))).toMatch(/fee is still to be paid/)
  })
})

describe('a row that a group is asked for', () => {
  it('is not called on its way while signatures are missing', () => {
    expect(stateName(row({ state: 'pending', asks: true }))).toBe('Waits for signatures')
    expect(stateName(row({ state: 'pending' }))).toBe('On its way')
  })
})

describe('a row for which there is no money', () => {
  it('is not called ready', () => {
    expect(stateName(row({}))).toBe('Ready')
    expect(stateName(row({ short: true }))).toBe('Not enough')
  })
})

describe('a row that came to nothing after it was signed', () => {
  it('is called never paid where that is proved, and put away where its owner did that', () => {
    const said = (code: 'wallet.conflict' | 'wallet.put_away') =>
      reasonOf(row({ state: 'refused', problem: { code, details: {} } }))
    expect(said('wallet.conflict')).toMatch(/^Never paid/)
    expect(said('wallet.put_away')).toMatch(/^Put away by you/)
  })
})

describe('the amount of a row', () => {
  it('is a figure where a plain number was typed, whatever else is wrong with its line', () => {
    expect(figureOf(row({ amount: '1', typed: '1.0' }))).toBe('1')
    expect(figureOf(row({ amount: null, typed: '0.002' }))).toBe('0.002')
    for (const typed of ['', '-5', '1,234', '1.123456789', 'five'])
      expect(figureOf(row({ amount: null, typed }))).toBeNull()
  })
})

describe('rows that stand in the list twice', () => {
  it('are counted for as long as they are still to be paid', () => {
    const rows = [row({}), row({ sameAs: 2 }), row({ sameAs: 2, state: 'paid' }), row({ sameAs: 2, state: 'prepared' })]
    expect(repeatedRows({ rows })).toBe(2)
  })
})

describe('how far a run is', () => {
  const symbols = ['BTC', 'ETH'] as const
  const asset = (symbol: string) => ({ assetId: symbol, symbol }) as NonNullable<RunRow['asset']> // what is looked at
  const paying = (state: RunRow['state'], amount: string) => row({ state, amount, asset: asset('BTC') })

  it('is measured by all that the list is to pay, what waits to be approved and what was refused among it', () => {
    const rows = [paying('paid', '1'), paying('prepared', '2'), paying('refused', '3'), paying('ready', '4')]
    expect(progressOf({ rows })).toEqual([{ asset: asset('BTC'), paid: '1', all: '10' }])
    expect(rowsToPay({ rows })).toBe(4)
    expect(barOf({ rows }, 100)).toEqual({ paid: 10, going: 0 })
  })

  it('comes to the sums of its rows, whatever became of each', () => {
    const states = ['ready', 'to_withdraw', 'left_out', 'prepared', 'pending', 'paid', 'refused'] as const
    const some = fc.record({
      ...{ state: fc.constantFrom(...states), symbol: fc.constantFrom(...symbols) },
      units: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 20 }), (given) => {
        const text = (units: bigint): string => formatAmountShort(toAmount(units))
        const rows = given.map(({ state, symbol, units }) => row({ state, asset: asset(symbol), amount: text(units) }))
        for (const symbol of symbols) {
          const own = given.filter((each) => each.symbol === symbol && each.state !== 'left_out')
          const sum = (parts: typeof own) => parts.reduce((all, { units }) => all + units, 0n)
          const told = progressOf({ rows }).find((each) => each.asset.symbol === symbol)
          expect(parseExactAmount(told?.all ?? '0')).toBe(sum(own))
          expect(parseExactAmount(told?.paid ?? '0')).toBe(sum(own.filter(({ state }) => state === 'paid')))
        }
        expect(rowsToPay({ rows })).toBe(given.filter(({ state }) => state !== 'left_out').length)
      }),
    )
  })
})

describe('the bar of a run', () => {
  const of = (...amounts: string[]) => ({
    rows: amounts.map((amount) => row({ amount, asset: { assetId: 'an asset' } as NonNullable<RunRow['asset']> })), // what is looked at
  })

  it('is cut by rows while each of them can be seen', () => {
    expect(cutsOf(of('1', '3'), 104)?.map(({ at, width }) => [at, width])).toEqual([
      [0, 25],
      [29, 75],
    ])
    expect(cutsOf(of('1', '300'), 104)).toBeNull()
  })
})

describe('what a run still needs', () => {
  it('is what there is too little of, asset by asset', () => {
    const asset = { assetId: 'an asset', symbol: 'XIN' } as NonNullable<RunRow['asset']> // what is looked at
    expect(missingFor({ short: [{ asset, needed: '401.45', has: '15' }] })).toEqual([{ asset, amount: '386.45' }])
  })
})

describe('the result of a run as a file', () => {
  it('tells two assets of one symbol apart', () => {
    const asset = (assetId: string) => ({ assetId, symbol: 'USDT' }) as NonNullable<RunRow['asset']> // what is looked at
    const more = { party: null, memoText: '', label: '', at: null, paymentId: null, problem: null, line: 1 }
    const rows = ['one', 'other'].map((id) => row({ ...more, asset: asset(id), state: 'paid', amount: '1' }))
    const text = resultFile({ rows, gone: { rows: 1, amounts: [{ asset: asset('third'), amount: '2' }] } })
    const { data } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(data.map(({ asset: symbol, asset_id: id }) => [symbol, id])).toEqual([
      ['USDT', 'one'],
      ['USDT', 'other'],
      ['USDT', 'third'],
    ])
  })

  it('has all that the run paid, also for rows that its list has no more', () => {
    const asset = { assetId: 'BTC', symbol: 'BTC' } as NonNullable<RunRow['asset']> // what is looked at
    const more = { asset, party: null, memoText: '', label: '', at: null, paymentId: null, problem: null, line: 1 }
    const rows = [row({ ...more, state: 'paid', amount: '1.5' }), row({ ...more, state: 'ready', amount: '2' })]
    const text = resultFile({ rows, gone: { rows: 2, amounts: [{ asset, amount: '0.25' }] } })
    const { data } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    const told = data.map(({ amount, asset: symbol, result }) => [amount, symbol, result])
    expect(told).toEqual([
      ['1.5', 'BTC', 'paid'],
      ['2', 'BTC', 'ready'],
      ['0.25', 'BTC', 'gone_from_list'],
    ])
  })
})
