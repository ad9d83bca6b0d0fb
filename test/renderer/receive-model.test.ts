import { describe, expect, it } from 'vitest'
import { askDue, askWords } from '../../src/renderer/screens/receive/asks.ts'
import { addressFacts, arrival, missedWords } from '../../src/renderer/screens/receive/model.ts'
import type { Ask, DepositAddress, IncomingDeposit, MissedDeposit } from '../../src/renderer/state/types.ts'
import { ago, asset } from './fake-data.ts'

const btc = asset('BTC')
const network = { chainId: btc.chainId, name: btc.chainName, assets: [btc] }
const address = (bounds: Pick<DepositAddress, 'minimum' | 'maximum'>): DepositAddress => ({
  newer: null,
  ...{ chainId: btc.chainId, chainName: btc.chainName, destination: 'bc1q', tag: '', verified: true },
  ...{ pinnedAt: ago(5), confirmations: 3, members: [], threshold: 1, ...bounds },
})
const told = (bounds: Pick<DepositAddress, 'minimum' | 'maximum'>): string =>
  addressFacts(address(bounds), { asset: btc, network } as Parameters<typeof addressFacts>[1])[1] ?? ''

const plain = (text: string): string => text.replace(/\s/g, ' ')

describe('what stands under an address', () => {
  it.each([
    [{ minimum: '0.001', maximum: '' }, 'Minimum 0.001 BTC'],
    [{ minimum: '', maximum: '20' }, 'Maximum 20 BTC'],
    [{ minimum: '0.001', maximum: '20' }, 'Minimum 0.001 BTC · Maximum 20 BTC'],
  ])('names the bounds that the service gives: %o', (bounds, words) => {
    expect(told(bounds)).toMatch(new RegExp(`confirm.* · ${words}$`))
  })

  it('names no asset for bounds of an address that takes several', () => {
    const shared = { ...network, assets: [btc, asset('USDT')] }
    const facts = (bounds: Pick<DepositAddress, 'minimum' | 'maximum'>): readonly string[] =>
      addressFacts(address(bounds), { asset: asset('USDT'), network: shared } as Parameters<typeof addressFacts>[1])
    const [, counts, least = ''] = facts({ minimum: '0.001', maximum: '' })
    expect(counts).not.toContain('·')
    expect(least).toMatch(/a minimum of 0\.001 for this address, but not in which asset: .*\.$/)
    expect(least).not.toContain('USDT')
    expect(facts({ minimum: '', maximum: '20' })[2]).toMatch(/a maximum of 20 for this address/)
    expect(facts({ minimum: '1', maximum: '20' })[2]).toMatch(/a minimum of 1 and a maximum of 20 for/)
    expect(facts({ minimum: '0', maximum: '' })).toHaveLength(2)
  })

  it('groups the digits of a bound as those of all other amounts', () => {
    expect(plain(told({ minimum: '', maximum: '25000' }))).toMatch(/Maximum 25 000 BTC$/)
  })

  it('names no minimum where it is the smallest amount that there is', () => {
    expect(told({ minimum: '0.00000001', maximum: '' })).not.toContain('·')
    expect(told({ minimum: '0.00000002', maximum: '' })).toMatch(/Minimum 0\.00000002 BTC$/)
  })

  it.each(['', '0', '0.00'])('names none where the service gives "%s"', (none) => {
    expect(told({ minimum: none, maximum: none })).not.toContain('·')
  })
})

describe('a deposit on its way', () => {
  const HOUR = 60
  const deposit = (over: Partial<IncomingDeposit>): IncomingDeposit => ({
    ...{ depositId: 'one', asset: btc, amount: '1', confirmations: 0, threshold: 3, state: 'pending' },
    ...{ transactionHash: 'ab', destination: 'bc1q', tag: '', createdAt: ago(HOUR), ...over },
  })
  const told = (over: Partial<IncomingDeposit>) => arrival(deposit(over), Date.now())

  it('is never called more than confirmed before its coin is there', () => {
    expect(told({})).toMatchObject({ text: '0 of 3 confirmations', missing: 3, late: null })
    for (const over of [{ confirmations: 3 }, { state: 'confirmed' as const }])
      expect(told(over).text).toBe('Confirmed, but not credited yet')
  })

  it('is not called confirmed where nobody says how many confirmations it needs', () => {
    expect(told({ threshold: 0 })).toMatchObject({ text: 'Seen on its network, not credited yet', late: null })
  })

  it('is said to be late after a day, and who may know why', () => {
    expect(told({ createdAt: ago(23 * HOUR) }).late).toBeNull()
    const createdAt = ago(25 * HOUR)
    expect(told({ createdAt }).late).toMatch(/more than a day.*Whoever sent it/)
    expect(told({ createdAt, confirmations: 3 }).late).toMatch(/more than a day.*whoever runs the service/)
  })
})

describe('a deposit that is listed no more', () => {
  const missed = (over: Partial<MissedDeposit>) =>
    missedWords(
      {
        ...{ depositId: 'one', asset: btc, amount: '1', confirmations: 0, threshold: 3, state: 'pending' },
        ...{ transactionHash: 'ab', destination: 'bc1q', tag: '', createdAt: ago(60), since: ago(14), credited: null },
        ...over,
      },
      Date.now(),
    )

  it('is about to be credited at first, and then nobody’s until its owner has asked', () => {
    expect(missed({})).toEqual({ text: 'Listed no more, about to be credited', late: null })
    for (const since of [ago(16), ago(-16)])
      expect(missed({ since })).toMatchObject({
        text: 'Listed no more, and not credited',
        late: expect.stringMatching(/its hash/),
      })
  })

  it('says how much of what was announced came', () => {
    const { text, late } = missed({ credited: '0.7' })
    expect(plain(text).replace(/[\u2066-\u2069]/g, '')).toBe('0.7 of 1 BTC credited')
    expect(late).toMatch(/less than it had announced/)
  })
})

describe('what was asked for', () => {
  const eth = { amount: '3', asset: asset('ETH') }
  const ask = (over: Partial<Ask>): Ask => ({
    ...{ askId: 'one', link: '', asset: btc, amount: '0.25', memo: '', askedAt: ago(60), reviewBy: null },
    ...{ state: 'waiting', received: '0', others: [], at: null, row: null },
    ...over,
  })

  it.each([
    [{ state: 'waiting' }, 'plain', 'No payment yet', []],
    [{ state: 'paid', received: '0.25' }, 'ok', 'Paid', []],
    [{ state: 'paid', received: '0.5' }, 'ok', 'Paid, and more came than was asked for', ['0.5']],
    [{ state: 'less', received: '0.1' }, 'warn', 'Paid too little', ['0.1']],
    [{ state: 'other', others: [eth] }, 'warn', 'Another asset came', ['3']],
  ] as const)('says what came of it: %o', (over, tone, word, sums) => {
    const said = askWords(ask(over as Partial<Ask>))
    expect([said.tone, said.word, said.sums.map(({ amount }) => amount)]).toEqual([tone, word, sums])
  })

  it('is to be looked at on its day, and not any more once it was paid', () => {
    const now = new Date(2026, 10, 20, 12).getTime()
    const on = (day: number) => new Date(2026, 10, day, 23, 59, 59).toISOString()
    const words = (reviewBy: string | null, state: Ask['state'] = 'waiting') => askDue({ state, reviewBy }, now)?.word
    expect(plain(words(on(21)) ?? '')).toBe('look again by 21 Nov')
    expect(words(on(20))).toBe('look again today')
    expect(plain(words(on(19)) ?? '')).toBe('to be looked at since 19 Nov')
    expect([words(null), words(on(19), 'paid')]).toEqual([undefined, undefined])
  })
})
