import { describe, expect, it } from 'vitest'
import { MONEY_WORDS } from '../../src/renderer/components/money-state.tsx'
import { actName, NO_FILTER, titleOf, underTitle, whatOf } from '../../src/renderer/components/movement.ts'
import { dayStart } from '../../src/renderer/lib/time.ts'
import {
  hides,
  isFiltered,
  isNarrowed,
  isTurned,
  linesOf,
  mayPayAgain,
  neighboursOf,
  periodStart,
} from '../../src/renderer/screens/activity/model.ts'
import type { ActivityRow } from '../../src/renderer/state/types.ts'
import { ANA, asset, CHEN, KAOS, person } from './fake-data.ts'

const NOW = new Date(2026, 10, 21, 12).getTime()

const row = (id: string, over: Partial<ActivityRow> = {}): ActivityRow => ({
  ...{
    id,
    asset: asset('BTC'),
    amount: '-1',
    fiat: '67412.18',
    fiatThen: '67412.18',
    party: { kind: 'unknown' },
    kind: 'transfer',
  },
  ...{ direction: 'out', memoText: null, label: '', tags: [], money: 'final', hash: '', confirmations: null },
  ...{ inscription: null, at: new Date(2026, 10, 21, 9).toISOString() },
  ...over,
})

describe('what a movement is called', () => {
  it('is what was written with it', () => {
    expect(titleOf(row('s:1', { memoText: '[rent] for {us}' }))).toBe('[rent] for {us}')
  })

  it('is what happened, where programs wrote to each other', () => {
    for (const memoText of ['{"operation":"distribute","sequence":0}', ' [{"a":1}]', '{}', '["a"]']) {
      expect(titleOf(row('s:1', { memoText, direction: 'in' }))).toBe('From somebody unknown')
    }
  })

  it('is the item that moved, unless there are words for it', () => {
    const moved = row('s:1', { direction: 'in', item: 'Kites #3', memoText: '{"operation":"distribute","sequence":3}' })
    const nameless = { code: 'shared.item-by-hash', values: { hash: '1a2b3c4d' } } as const
    expect([
      titleOf(moved),
      titleOf({ ...moved, item: nameless }),
      titleOf({ ...moved, memoText: 'For your wall' }),
      titleOf({ ...moved, label: 'Mine' }),
    ]).toEqual(['Kites #3', 'Collectible 1a2b3c4d', 'For your wall', 'Mine'])
  })

  it('has below it what it does not say: the item, and what happened', () => {
    const moved = row('s:1', { direction: 'in', item: 'Kites #3', party: person(ANA) })
    expect([
      underTitle(moved),
      underTitle({ ...moved, memoText: 'For your wall' }),
      underTitle(row('s:1', { direction: 'in', party: person(ANA) })),
    ]).toEqual(['Received from Ana Lima', 'Kites #3 · Received from Ana Lima', ''])
  })
})

describe('what narrows the list', () => {
  const state = { filter: NO_FILTER, period: 'any', until: '' } as const

  it('is cleared together where it is more than a search text, which is cleared in its field', () => {
    const rent = { ...NO_FILTER, search: 'rent' }
    expect([isNarrowed(state), isNarrowed({ ...state, filter: rent })]).toEqual([false, false])
    expect(isNarrowed({ ...state, filter: { ...rent, direction: 'out' } })).toBe(true)
    expect(isNarrowed({ ...state, period: 'month' })).toBe(true)
    expect(isNarrowed({ ...state, until: '2026-11-20' })).toBe(true)
  })
})

describe('a payment in the history', () => {
  it('can be paid again once it is known what became of it', () => {
    const may = (over: Partial<ActivityRow>, paymentId: string | null = 'p') =>
      mayPayAgain({ paymentId, row: row('p:1', over) })
    for (const money of ['final', 'cancelled', 'cannot_complete'] as const) expect(may({ money })).toBe(true)
    for (const money of ['unknown_checking', 'submitted', 'accepted'] as const) expect(may({ money })).toBe(false)
    expect([may({}, null), may({ kind: 'fee' }), may({ inscription: 'ab' })]).toEqual([false, false, false])
  })
})

describe('the list of movements', () => {
  it('groups by day, and puts what is not recorded yet above the days', () => {
    const lines = linesOf(
      [
        row('p:1', { money: 'submitted' }),
        row('s:2'),
        row('s:3', { at: new Date(2026, 10, 20, 9).toISOString() }),
        row('p:4', { money: 'cannot_complete' }),
      ],
      NOW,
    )
    expect(lines.map((line) => (line.kind === 'heading' ? line.text : line.key))).toEqual([
      'On the way',
      'p:1',
      'Today',
      's:2',
      'p:4',
      'Yesterday',
      's:3',
    ])
  })

  it('puts money that moved to oneself, which gets no record, into its day once it is final', () => {
    const at = (hour: number) => new Date(2026, 10, 21, hour).toISOString()
    const lines = linesOf([row('p:1', { money: 'final', at: at(10) }), row('s:2', { at: at(11) }), row('s:3')], NOW)
    expect(lines.map((line) => (line.kind === 'heading' ? line.text : line.key))).toEqual([
      'Today',
      's:2',
      'p:1',
      's:3',
    ])
  })

  it('never says that money which left came from somebody', () => {
    expect(whatOf(row('s:1', { direction: 'out' }))).toBe('Sent to an unknown recipient')
    expect(whatOf(row('s:1', { direction: 'in' }))).toBe('From somebody unknown')
    const storage = { kind: 'kernel', address: 'XIN', members: 1, threshold: 64 } as const
    expect(whatOf(row('s:1', { direction: 'out', party: storage }))).toBe('Sent to Storage (burnt)')
  })

  it('never says that money was sent which did not leave', () => {
    const cancelled = row('p:1', { direction: 'out', money: 'cancelled' })
    expect([actName(cancelled), whatOf(cancelled)]).toEqual(['Cancelled', 'Payment to an unknown recipient'])
    expect(actName({ ...cancelled, money: 'cannot_complete' })).not.toBe('Sent')
  })

  it('says of nothing that it is done before it is', () => {
    const party = person(ANA)
    const named = (over: Partial<ActivityRow>) => {
      const each = row('p:1', { direction: 'out', party, ...over })
      return [actName(each), whatOf(each)]
    }
    const states = ['draft', 'checking', 'ready', 'signing', 'unknown_checking', 'arriving'] as const
    for (const money of states) expect(named({ money })).toEqual([MONEY_WORDS[money], 'Payment to Ana Lima'])
    for (const money of ['submitted', 'accepted'] as const) {
      expect(named({ money })).toEqual(['Sending', 'Sending to Ana Lima'])
      expect(named({ money, direction: 'self' })).toEqual(['Moving', 'Moving to Ana Lima'])
    }
  })

  it('says that coins were combined once they are', () => {
    const named = (money: ActivityRow['money']) => {
      const each = row('p:1', { kind: 'consolidation', direction: 'self', money })
      return [actName(each), whatOf(each)]
    }
    expect(named('final')).toEqual(['Coins combined', 'Coins combined'])
    for (const money of ['ready', 'submitted', 'unknown_checking'] as const)
      expect(named(money)).toEqual(['Combining coins', 'Combining coins'])
    expect(named('cancelled')).toEqual(['Cancelled', 'Combining coins'])
    expect(named('cannot_complete')).toEqual(['Cannot complete', 'Combining coins'])
  })

  it('tells addresses without a name apart, also those that begin and end alike', () => {
    const party = { kind: 'chain', chainId: null, chainName: 'Bitcoin', tag: '' } as const
    const [one, other] = ['1A1zP1ePQGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1ePxxxxxxxxxxxxxxxxxxxDivfNa'].map((destination) =>
      whatOf(row('s:1', { kind: 'withdrawal', direction: 'out', party: { ...party, destination } })),
    )
    expect(one).toBe('Withdrawal to Bitcoin address 1A1zP1eP…2DMPTf…DivfNa')
    expect(other).not.toBe(one)
  })

  it('adds up what came in and went out on a day that is all here, at the prices of then', () => {
    const yesterday = new Date(2026, 10, 20, 9).toISOString()
    const rows = [
      row('s:1', { direction: 'in', fiatThen: '5.50' }),
      row('s:2', { fiat: '-3.00', fiatThen: '-1.25' }),
      row('s:3', { fiatThen: '-0.05' }),
      row('s:4', { at: yesterday, fiatThen: '-2.00' }),
    ]
    const sums = (hasMore: boolean) =>
      linesOf(rows, NOW, hasMore).flatMap((line) => (line.kind === 'heading' ? [line.sums] : []))
    expect(sums(false)).toEqual([
      { in: '5.50', out: '1.30', today: false },
      { in: '0.00', out: '2.00', today: false },
    ])
    expect(sums(true)).toEqual([{ in: '5.50', out: '1.30', today: false }, null])
  })

  it('adds up no items, which are no money', () => {
    const item = row('s:2', { fiat: null, fiatThen: null, inscription: 'ab'.repeat(32) })
    const [head] = linesOf([row('s:1', { fiatThen: '-1.25' }), item], NOW)
    expect(head).toMatchObject({ sums: { in: '0.00', out: '1.25', today: false } })
  })

  it('counts nothing of a payment that came to nothing', () => {
    const [head] = linesOf([row('p:1', { money: 'cannot_complete' }), row('s:2', { fiatThen: '-2.00' })], NOW)
    expect(head).toMatchObject({ rows: 2, sums: { in: '0.00', out: '2.00' } })
  })

  it('adds up a day of which one price was not kept at those of now, and says so', () => {
    const [head] = linesOf([row('s:1', { fiat: '-1.00', fiatThen: null }), row('s:2', { fiat: '-2.00' })], NOW)
    expect(head).toMatchObject({ sums: { in: '0.00', out: '3.00', today: true } })
  })

  it('says no sum of a day of which one movement has no price', () => {
    const [head] = linesOf([row('s:1'), row('s:2', { fiat: null, fiatThen: null })], NOW)
    expect(head).toMatchObject({ kind: 'heading', rows: 2, sums: null })
  })

  it('knows the movements above and below one as they stand on screen', () => {
    const lines = linesOf([row('s:1'), row('p:2', { money: 'submitted' }), row('s:3')], NOW)
    expect(neighboursOf(lines, 's:1')).toEqual({ before: 'p:2', after: 's:3' })
    expect(neighboursOf(lines, 'p:2')).toEqual({ before: null, after: 's:1' })
    expect(neighboursOf(lines, 's:9')).toEqual({ before: null, after: null })
  })

  it('has no heading without rows under it', () => {
    expect(linesOf([], NOW)).toEqual([])
  })

  it('gives every line a key of its own', () => {
    const keys = linesOf([row('s:1'), row('p:2', { money: 'submitted' }), row('s:3')], NOW).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('names what happened by kind and direction', () => {
    expect(actName({ kind: 'transfer', direction: 'in', money: 'final' })).toBe('Received')
    expect(actName({ kind: 'transfer', direction: 'out', money: 'final' })).toBe('Sent')
    expect(actName({ kind: 'withdrawal', direction: 'out', money: 'final' })).toBe('Withdrawal')
  })
})

describe('an own act on an item', () => {
  it.each([
    ['release', 'final', 'Item released', 'Item released'],
    ['release', 'submitted', 'Releasing an item', 'Releasing an item'],
    ['release', 'cancelled', 'Cancelled', 'Releasing an item'],
    ['occupy', 'final', 'Item occupied', 'Item occupied'],
    ['occupy', 'accepted', 'Occupying an item', 'Occupying an item'],
  ] as const)('is told as what it is: %s, %s', (kind, money, act, what) => {
    const one = row('s:1', { kind, money, direction: 'self' })
    expect([actName(one), whatOf(one)]).toEqual([act, what])
  })
})

describe('the filter of the list', () => {
  it('is off at first and on as soon as one thing is chosen', () => {
    expect(isFiltered(NO_FILTER)).toBe(false)
    expect(isFiltered({ ...NO_FILTER, search: 'rent' })).toBe(true)
    expect(isFiltered({ ...NO_FILTER, direction: 'in' })).toBe(true)
  })

  it('knows days of which the first one comes after the last', () => {
    const days = { period: 'custom', fromDay: '2026-11-20', toDay: '2026-11-20' } as const
    expect(isTurned(days)).toBe(false)
    expect(isTurned({ ...days, toDay: '2026-11-19' })).toBe(true)
    expect(isTurned({ ...days, toDay: '' })).toBe(false)
    expect(isTurned({ ...days, period: 'week', toDay: '2026-11-19' })).toBe(false)
  })

  it('starts a period at a local midnight', () => {
    expect(periodStart('today', NOW)).toBe(new Date(2026, 10, 21).toISOString())
    expect(periodStart('week', NOW)).toBe(new Date(2026, 10, 15).toISOString())
    expect(periodStart('any', NOW)).toBeNull()
  })

  it('reads the day of a date field and nothing else', () => {
    expect(dayStart('2026-05-03')).toBe(new Date(2026, 4, 3).toISOString())
    expect(dayStart('2026-05-03', 1)).toBe(new Date(2026, 4, 4).toISOString())
    expect(dayStart('3 May')).toBeNull()
  })
})

describe('small amounts from strangers', () => {
  const cheap = { ...asset('BTC'), priceUsd: '50000' }
  const dust = (id: string, over: Partial<ActivityRow> = {}) =>
    row(id, { direction: 'in', amount: '0.000001', asset: cheap, fiat: '0.05', fiatThen: '0.05', ...over })
  const NONE: ReadonlySet<string> = new Set()
  const told = (rows: readonly ActivityRow[], open = NONE, shown: string | null = null) =>
    linesOf(rows, NOW, false, { open, shown }).flatMap((line) =>
      line.kind === 'heading' ? [] : [line.kind === 'row' ? line.row.id : `${line.count} small`],
    )
  const rows = [row('s:1'), dust('s:2'), row('s:3', { direction: 'in', amount: '1' }), dust('s:4')]

  it('stand in one line with their count, and below it once somebody wants to see them', () => {
    expect(told(rows)).toEqual(['s:1', '2 small', 's:3'])
    const [fold] = linesOf(rows, NOW, false, { open: NONE, shown: null }).filter(({ kind }) => kind === 'fold')
    expect(told(rows, new Set([fold?.key ?? '']))).toEqual(['s:1', '2 small', 's:2', 's:4', 's:3'])
  })

  it('are shown where one of them is asked for, and where somebody searches', () => {
    expect(told(rows, NONE, 's:4')).toEqual(['s:1', '2 small', 's:2', 's:4', 's:3'])
    expect(linesOf(rows, NOW).filter(({ kind }) => kind === 'row')).toHaveLength(4)
  })

  it('are hidden by their own line alone when it is closed', () => {
    const earlier = { at: new Date(2026, 10, 19, 10).toISOString() }
    const lines = linesOf([...rows, dust('s:5', earlier), dust('s:6', earlier)], NOW, false, {
      open: NONE,
      shown: 's:4',
    })
    const folds = lines.filter((line) => line.kind === 'fold')
    const hidden = folds.map((fold) => ['s:1', 's:2', 's:4', 's:3', null].filter((id) => hides(lines, fold, id)))
    expect(hidden).toEqual([['s:2', 's:4'], []])
  })

  it('count in the sums of their day', () => {
    const sums = (folds: { open: ReadonlySet<string>; shown: null } | null) =>
      linesOf(rows, NOW, false, folds).flatMap((line) => (line.kind === 'heading' ? [line.sums] : []))
    expect(sums({ open: NONE, shown: null })).toEqual(sums(null))
  })

  it('end the list as its last line, with as many lines under the head as there are', () => {
    const lines = linesOf([row('s:1'), dust('s:2'), dust('s:3')], NOW, false, { open: NONE, shown: null })
    expect(lines).toMatchObject([{ rows: 2 }, { kind: 'row', last: false }, { kind: 'fold', last: true }])
  })

  it.each([
    ['one alone', [dust('s:1')]],
    ['of a contact', [dust('s:1', { party: person(ANA) }), dust('s:2')]],
    ['of a verified bot', [dust('s:1', { party: person(KAOS) }), dust('s:2')]],
    ['with a label', [dust('s:1', { label: 'trial' }), dust('s:2')]],
    ['that went out', [dust('s:1', { direction: 'out' }), dust('s:2')]],
    ['worth more', [dust('s:1', { amount: '0.00001' }), dust('s:2')]],
    ['without a price', [dust('s:1', { asset: { ...cheap, priceUsd: null } }), dust('s:2')]],
    ['of items', [dust('s:1', { inscription: 'ab'.repeat(32) }), dust('s:2')]],
  ])('are no others: %s', (_what, all) => {
    expect(told(all)).toEqual(all.map(({ id }) => id))
  })

  it('are those of people who are no contacts', () => {
    expect(told([dust('s:1', { party: person(CHEN) }), dust('s:2', { party: person(CHEN) })])).toEqual(['2 small'])
  })
})
