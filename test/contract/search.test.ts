import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printSearch, readSearch, SEARCH_STATES, type SearchNames, searchBounds } from '#contract/search'

const NAMES: SearchNames = { operators: { amount: ['金額'], to: ['宛先'] }, states: { cancelled: ['取消'] } }
const NOTHING = readSearch('')

/** Pieces of which questions are made, and of which most mistakes are. */
const piece = fc.oneof(
  fc.constantFrom(
    'amount',
    'before',
    'after',
    'on',
    'asset',
    'to',
    'from',
    'is',
    'tag',
    '金額',
    'rent',
    'maya',
    '100',
    '.5',
  ),
  fc.constantFrom(
    '2026',
    '2026-11',
    '2026-02-30',
    'in',
    'cancelled',
    '>',
    '<',
    '>=',
    '=',
    ':',
    '：',
    '"',
    '“',
    ' ',
    '  ',
  ),
  fc.string({ maxLength: 6 }),
)
const typed = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('what is typed to find movements', () => {
  it('takes an amount also behind a colon, and by its sign alone', () => {
    const more = { ...NOTHING, amounts: [{ sign: '>', value: '1000' }] }
    expect([readSearch('amount:>1000'), readSearch('>1000'), readSearch('1000').words]).toEqual([more, more, ['1000']])
  })

  it('names what looks like an operator and is none; addresses of pages and times of day are words', () => {
    expect(readSearch('date:2026 -asset:btc https://a.example 12:30')).toEqual({
      ...NOTHING,
      unread: ['date:2026', '-asset:btc'],
      words: ['https://a.example', '12:30'],
    })
  })

  it('is read whatever it is, and printed so that it is read the same again', () => {
    fc.assert(
      fc.property(fc.oneof(typed, fc.string()), (text) => {
        const read = readSearch(text)
        expect(readSearch(printSearch(read))).toEqual(read)
      }),
      { numRuns: 2_000 },
    )
  })

  it('means the same in English once it was read in another language', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { unread: _, words: __, ...read } = readSearch(text, NAMES)
        const { unread: ___, words: ____, ...again } = readSearch(printSearch(readSearch(text, NAMES)))
        expect(again).toEqual(read)
      }),
    )
    expect(readSearch('金額>5 宛先:maya is:取消', NAMES)).toEqual(readSearch('amount>5 to:maya is:cancelled'))
  })

  it('tells operators from words, and quoted words from others', () => {
    expect(readSearch('rent amount>=100 to:"Maya Okafor" asset:btc "of the boat" is:in on:2026-11')).toEqual({
      ...NOTHING,
      words: ['rent'],
      phrases: ['of the boat'],
      amounts: [{ sign: '>=', value: '100' }],
      days: [{ when: 'on', day: '2026-11' }],
      assets: ['btc'],
      to: ['Maya Okafor'],
      is: ['in'],
    })
  })

  it('knows every state by its English name', () => {
    expect(readSearch(SEARCH_STATES.map((state) => `is:${state}`).join(' ')).is).toEqual(SEARCH_STATES)
  })

  it('names what it does not understand, operators that there are none of too', () => {
    expect(readSearch('amount>many before:2026-13 is:purple foo:bar')).toEqual({
      ...NOTHING,
      unread: ['amount>many', 'before:2026-13', 'is:purple', 'foo:bar'],
    })
  })

  it('asks for nothing while an operator is being typed', () => {
    expect(readSearch('rent amount> to: "')).toEqual({ ...NOTHING, words: ['rent'] })
  })

  it('takes the signs of keyboards for Chinese and Japanese', () => {
    expect(readSearch('amount≥5 to：“Maya Okafor”')).toEqual(readSearch('amount>=5 to:"Maya Okafor"'))
  })
})

describe('the bounds of a question', () => {
  const bounds = (text: string) => searchBounds(readSearch(text))

  it('are the narrowest of all that are named', () => {
    expect(bounds('amount>1 amount<=2.5 amount<3')).toMatchObject({ least: 100_000_001n, most: 250_000_000n })
    expect(bounds('amount=.5')).toMatchObject({ least: 50_000_000n, most: 50_000_000n })
    expect(bounds('rent')).toEqual({ from: null, to: null, least: null, most: null })
  })

  it('take a day, a month or a year from its beginning to its end, here', () => {
    expect(bounds('on:2026-12')).toMatchObject({ from: new Date(2026, 11, 1), to: new Date(2027, 0, 1) })
    expect(bounds('after:2026-11-03 before:2027')).toMatchObject({
      from: new Date(2026, 10, 3),
      to: new Date(2027, 0, 1),
    })
    expect(bounds('on:2024-02-29')).toMatchObject({ from: new Date(2024, 1, 29), to: new Date(2024, 2, 1) })
  })

  it('keep what lies above one and below the other apart', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 20n }), (value, limit) => {
        const text = `${limit / 100_000_000n}.${(limit % 100_000_000n).toString().padStart(8, '0')}`
        const lies = (question: string): boolean => {
          const { least, most } = bounds(question)
          return (least === null || value >= least) && (most === null || value <= most)
        }
        expect(lies(`amount>${text}`)).toBe(value > limit)
        expect(lies(`amount>=${text}`)).toBe(value >= limit)
        expect(lies(`amount<${text}`)).toBe(value < limit)
        expect(lies(`amount<=${text}`)).toBe(value <= limit)
        expect(lies(`amount:${text}`)).toBe(value === limit)
      }),
    )
  })
})
