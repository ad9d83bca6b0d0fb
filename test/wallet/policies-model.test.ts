import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssetId, DAY, HOUR, type Nanos, type UserId } from '#contract/domain'
import type { PolicyRules } from '#contract/ipc'
import { toAmount } from '#protocol'
import { type Asked, judge, type Left, LOOK_PAUSE, type Spend } from '../../src/wallet/policies/judge.ts'
import { isLooser } from '../../src/wallet/policies/rules.ts'
import { asset, user } from '../support/store.ts'
import { FREE } from './rules.ts'

/* What rules mean, without a wallet around them. */

const [GOLD, TIN] = [asset('gold'), asset('tin')]
const NOW = (100n * DAY) as Nanos
const limits = (more: Partial<PolicyRules['assets'][number]>): PolicyRules => ({
  ...FREE,
  assets: [{ assetId: GOLD, day: null, waitAbove: null, lookAbove: null, ...more }],
})
const payeeOf = (name: string): Spend['payee'] => ({ kind: 'user', userId: user(name) })
const spend = (amount: bigint, more: Partial<Spend> = {}): Spend => ({
  ...{ assetId: GOLD, amount: toAmount(amount), payee: payeeOf('ben'), charge: false },
  ...more,
})
const asked = (more: Partial<Asked>): Asked => ({
  ...{ now: NOW, spends: [spend(1n)], day: [], since: () => NOW, lookedAt: null },
  known: () => ({ savedSince: null, isNew: false }),
  worth: (_asset, amount) => ({ cents: amount }),
  worthThen: () => null,
  chainOf: (assetId) => assetId,
  ...more,
})
const stops = (rules: PolicyRules, question: Asked): boolean => judge(rules, question).some((each) => each.stops)
const left = (at: bigint, amount: bigint): Left => ({ at: at as Nanos, spends: [spend(amount)] })

const amount = fc.option(fc.bigInt(0n, 9n).map(toAmount), { nil: null })
const anyRules: fc.Arbitrary<PolicyRules> = fc.record({
  assets: fc.uniqueArray(
    fc.record({ assetId: fc.constantFrom(GOLD, TIN), day: amount, waitAbove: amount, lookAbove: amount }),
    { selector: ({ assetId }) => assetId },
  ),
  others: fc.constantFrom('free', 'look', 'refused'),
  fiat: fc.option(
    fc.record({
      currency: fc.constantFrom('USD', 'EUR'),
      day: fc.bigInt(0n, 9n).map((cents) => toAmount(cents * 1_000_000n)),
    }),
    {
      nil: null,
    },
  ),
  payees: fc.oneof(
    fc.constant({ kind: 'anyone' as const }),
    fc.record({ kind: fc.constant('saved' as const), hours: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      kind: fc.constant('listed' as const),
      payees: fc.subarray(['ben', 'carl'].map((name) => ({ kind: 'user' as const, userId: user(name) }))),
    }),
  ),
  wait: fc.option(fc.record({ hours: fc.integer({ min: 1, max: 3 }), newPayees: fc.boolean() }), { nil: null }),
  look: fc.record({
    withoutMemo: fc.boolean(),
    hours: fc.option(
      fc.record({
        zone: fc.constantFrom('UTC', 'Asia/Tokyo'),
        days: fc.constantFrom('all', 'mon_fri', 'mon_sat', 'sun_thu'),
        fromHour: fc.integer({ min: 0, max: 2 }),
        toHour: fc.integer({ min: 3, max: 24 }),
      }),
      { nil: null },
    ),
  }),
  changeHours: fc.integer({ min: 1, max: 3 }),
})
const anyQuestion: fc.Arbitrary<Asked> = fc
  .record({
    spends: fc.array(
      fc.record({
        assetId: fc.constantFrom(GOLD, TIN),
        amount: fc.bigInt(0n, 9n).map(toAmount),
        payee: fc.constantFrom(payeeOf('ben'), payeeOf('carl'), payeeOf('dora'), null),
        charge: fc.boolean(),
        bare: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    before: fc.array(fc.tuple(fc.bigInt(0n, 30n), fc.bigInt(0n, 9n)), { maxLength: 3 }),
    age: fc.bigInt(0n, 4n),
    savedFor: fc.option(fc.bigInt(0n, 4n), { nil: null }),
    isNew: fc.boolean(),
  })
  .map(({ spends, before, age, savedFor, isNew }) =>
    asked({
      spends,
      day: before.map(([hours, sum]) => left(NOW - hours * HOUR, sum)),
      since: () => (NOW - age * HOUR) as Nanos,
      known: () => ({ savedSince: savedFor === null ? null : ((NOW - savedFor * HOUR) as Nanos), isNew }),
    }),
  )

describe('looser rules', () => {
  it('are all that let anything through which those before did not', () => {
    fc.assert(
      fc.property(anyRules, anyRules, anyQuestion, (from, to, question) => {
        const looks = (rules: PolicyRules) => judge(rules, question).some(({ rule }) => rule === 'look')
        const passes = stops(from, question) && !stops(to, question)
        // Where both let it through, a second look that is not asked for any more is looser as well.
        const unlooked = !stops(from, question) && looks(from) && !looks(to) && !stops(to, question)
        // Worth differs by currency, which no question here knows.
        if (passes || unlooked) expect(isLooser(from, to)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('are never the very same rules', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        expect(isLooser(rules, structuredClone(rules))).toBe(false)
      }),
    )
  })

  it('are none at all, and those that wait less before they change', () => {
    expect(isLooser(FREE, null)).toBe(true)
    expect(isLooser({ ...FREE, changeHours: 24 }, { ...FREE, changeHours: 23 })).toBe(true)
    expect(isLooser(null, FREE)).toBe(false)
  })

  const [day, more] = [toAmount(5n), toAmount(6n)]
  const wait = { hours: 2, newPayees: true }
  const hours = { zone: 'UTC', days: 'mon_fri', fromHour: 9, toHour: 17 } as const
  const look = { withoutMemo: true, hours }
  const seen = (other: Partial<NonNullable<PolicyRules['look']['hours']>>): PolicyRules => ({
    ...FREE,
    look: { ...look, hours: { ...hours, ...other } },
  })
  const waiting = (waitAbove: PolicyRules['assets'][number]['waitAbove']): PolicyRules => ({
    ...limits({ waitAbove }),
    wait,
  })
  const fiat: PolicyRules = { ...FREE, fiat: { currency: 'USD', day } }
  const [ben, carl] = (['ben', 'carl'] as const).map((name) => ({ kind: 'user' as const, userId: user(name) }))
  const listed = (...payees: (typeof ben)[]): PolicyRules => ({
    ...FREE,
    payees: { kind: 'listed', payees: payees.flatMap((payee) => payee ?? []) },
  })
  const saved = (since: number): PolicyRules => ({ ...FREE, payees: { kind: 'saved', hours: since } })
  const ways: [what: string, from: PolicyRules, to: PolicyRules][] = [
    ['let more of an asset leave in a day', limits({ day }), limits({ day: more })],
    ['have no limit of a day any more', limits({ day }), limits({})],
    ['have less of an asset wait', waiting(day), waiting(more)],
    ['have nothing of an asset wait any more', waiting(day), waiting(null)],
    ['have less of an asset looked at twice', limits({ lookAbove: day }), limits({ lookAbove: more })],
    ['have nothing of an asset looked at twice any more', limits({ lookAbove: day }), limits({})],
    ['name an asset no more', limits({ day }), FREE],
    ['let all others leave', { ...FREE, others: 'refused' }, { ...FREE, others: 'look' }],
    ['have all others looked at once', { ...FREE, others: 'look' }, FREE],
    ['name an asset where all others stay', { ...FREE, others: 'refused' }, { ...limits({ day }), others: 'refused' }],
    ['let more of a currency leave', fiat, { ...FREE, fiat: { currency: 'USD', day: more } }],
    ['have no limit in a currency any more', fiat, FREE],
    ['have one in another currency', fiat, { ...FREE, fiat: { currency: 'EUR', day } }],
    ['let anyone be paid, who had to be on a list', listed(ben), FREE],
    ['name one more on a list', listed(ben), listed(ben, carl)],
    ['let be paid who is saved, who had to be on a list', listed(ben), saved(2)],
    ['let anyone be paid, who had to be saved', saved(2), FREE],
    ['let be paid who is saved for a shorter time', saved(2), saved(1)],
    ['have nothing wait', { ...FREE, wait }, FREE],
    ['have it wait for a shorter time', { ...FREE, wait }, { ...FREE, wait: { ...wait, hours: 1 } }],
    ['have nobody new wait', { ...FREE, wait }, { ...FREE, wait: { ...wait, newPayees: false } }],
    ['ask for no memo', { ...FREE, look }, { ...FREE, look: { ...look, withoutMemo: false } }],
    ['name no hours', { ...FREE, look }, { ...FREE, look: { ...look, hours: null } }],
    ['have hours of another zone', seen({}), seen({ zone: 'Asia/Tokyo' })],
    ['have hours that begin earlier', seen({}), seen({ fromHour: 8 })],
    ['have hours that end later', seen({}), seen({ toHour: 18 })],
    ['have hours on more days', seen({}), seen({ days: 'mon_sat' })],
  ]

  it.each(ways)('are those that %s, and not the other way round where they allow less', (what, from, to) => {
    expect(isLooser(from, to)).toBe(true)
    const isOther = what.includes('another') || what.includes('saved, who had to be on a list')
    expect(isLooser(to, from)).toBe(isOther)
  })

  it('are none that have more of an asset wait where nothing waits', () => {
    expect(isLooser(limits({ waitAbove: day }), waiting(more))).toBe(false)
  })
})

describe('the limit of a day', () => {
  it('says when enough of the day has gone by', () => {
    const day = [left(NOW - 20n * HOUR, 3n), left(NOW - 5n * HOUR, 4n)]
    const [found] = judge(limits({ day: toAmount(8n) }), asked({ day, spends: [spend(3n)] }))
    expect(found).toMatchObject({ rule: 'day', stops: true, until: NOW + 4n * HOUR, left: 1n })
  })

  it('says what is left after this, and nothing of one that was lowered below what left', () => {
    const leaves = (most: bigint) => judge(limits({ day: toAmount(most) }), asked({ day: [left(NOW - HOUR, 4n)] }))[0]
    expect([leaves(8n), leaves(3n)]).toMatchObject([
      { left: 3n, stops: false, until: null },
      { left: 0n, stops: true },
    ])
  })

  it('lets nothing of an asset out that may not leave at all', () => {
    expect(stops({ ...FREE, others: 'refused' }, asked({}))).toBe(true)
  })

  it('names no time for what is more than the limit itself', () => {
    const [found] = judge(limits({ day: toAmount(8n) }), asked({ spends: [spend(9n)] }))
    expect(found).toMatchObject({ stops: true, until: null })
  })

  it('counts what seems to lie ahead, since a clock was wrong', () => {
    expect(stops(limits({ day: toAmount(8n) }), asked({ day: [left(NOW + 99n * DAY, 8n)] }))).toBe(true)
  })

  it('counts a fee with what it is paid for', () => {
    expect(stops(limits({ day: toAmount(8n) }), asked({ spends: [spend(8n), spend(1n, { charge: true })] }))).toBe(true)
  })
})

describe('a limit in a currency', () => {
  const rules: PolicyRules = { ...FREE, fiat: { currency: 'USD', day: toAmount(5_000_000n) } }

  it.each(['no_price', 'old_price', 'jump'] as const)('counts what nobody can value as over (%s)', (why) => {
    const [found] = judge(rules, asked({ worth: () => ({ why }) }))
    expect(found).toMatchObject({ rule: 'fiat', why, stops: true })
  })

  it('says whether it is this payment that nobody can value, or what was signed for before', () => {
    const worth: Asked['worth'] = (_asset, amount) => (amount === 4n ? { why: 'no_price' } : { cents: amount })
    const day = [left(NOW - HOUR, 4n)]
    expect(judge(rules, asked({ worth, day, spends: [spend(5n)] }))[0]).toMatchObject({ stops: true, earlier: true })
    expect(judge(rules, asked({ worth, spends: [spend(4n)] }))[0]).toMatchObject({ stops: true, earlier: false })
  })

  it('says until when what left and nobody can value stands in the way, as a collectible does', () => {
    const worth: Asked['worth'] = (_asset, amount) => (amount >= 4n ? { why: 'no_price' } : { cents: 1n })
    const day = [left(NOW - HOUR, 4n), left(NOW - 2n * HOUR, 4n)]
    const [found] = judge(rules, asked({ worth, day, spends: [spend(1n)] }))
    expect(found).toMatchObject({ stops: true, earlier: true, until: NOW - HOUR + DAY })
    const own = judge(rules, asked({ worth, day, spends: [spend(4n)] }))
    expect(own[0]).toMatchObject({ stops: true, earlier: false, until: null })
  })

  it('counts what left for what it is worth now, where that is more than it was then', () => {
    const nine = { ...rules, fiat: { currency: 'USD', day: toAmount(9_000_000n) } }
    const day = [left(NOW - HOUR, 4n)]
    const half: Asked['worthThen'] = (_asset, amount) => amount / 2n
    expect(stops(nine, asked({ day, spends: [spend(5n)], worthThen: half }))).toBe(false)
    expect(stops(nine, asked({ day, spends: [spend(6n)], worthThen: half }))).toBe(true)
  })

  it('is not made larger by a price that fell since something left', () => {
    const day = [left(NOW - HOUR, 8n)]
    const half: Asked['worth'] = (_asset, amount) => ({ cents: amount / 2n })
    const whole: Asked['worthThen'] = (_asset, amount) => amount
    const rest = { day, spends: [spend(2n)], worth: half }
    expect(
      stops({ ...rules, fiat: { currency: 'USD', day: toAmount(9_000_000n) } }, asked({ ...rest, worthThen: whole })),
    ).toBe(false)
    expect(
      stops({ ...rules, fiat: { currency: 'USD', day: toAmount(8_000_000n) } }, asked({ ...rest, worthThen: whole })),
    ).toBe(true)
    expect(stops({ ...rules, fiat: { currency: 'USD', day: toAmount(8_000_000n) } }, asked(rest))).toBe(false)
  })

  it('counts what nobody knows the worth of then for what it is worth now, beside what fell since', () => {
    const day: Left[] = [
      { at: (NOW - 2n * HOUR) as Nanos, spends: [spend(5n)] },
      { at: (NOW - HOUR) as Nanos, spends: [spend(5n, { assetId: TIN })] },
    ]
    // Gold cost nobody knows what; tin cost one and is worth nothing by now.
    const question = asked({
      ...{ day, spends: [spend(1n)] },
      worth: (assetId, amount) => ({ cents: assetId === GOLD ? amount : 0n }),
      worthThen: (assetId, amount) => (assetId === GOLD ? null : amount),
    })
    const most = (cents: bigint): PolicyRules => ({
      ...FREE,
      fiat: { currency: 'USD', day: toAmount(cents * 1_000_000n) },
    })
    expect(stops(most(10n), question)).toBe(true)
    expect(stops(most(11n), question)).toBe(false)
  })

  it('asks what each payment was worth when it left once, however many it paid and however often it is compared', () => {
    const day = Array.from({ length: 20 }, (_, at): Left => {
      return { at: (NOW - HOUR + BigInt(at)) as Nanos, spends: Array.from({ length: 100 }, () => spend(1n)) }
    })
    let count = 0
    const worthThen: Asked['worthThen'] = (_asset, amount) => {
      count += 1
      return amount
    }
    const [found] = judge(rules, asked({ day, worthThen }))
    expect(found).toMatchObject({ rule: 'fiat', stops: true, until: (day.at(-1)?.at ?? 0n) + DAY })
    expect(count).toBe(20)
  })

  it('says what is left after this, of what does not fit what was left before, and never less than nothing', () => {
    const leaves = (gone: bigint, before: bigint) =>
      judge(rules, asked({ day: [left(NOW - HOUR, before)], spends: [spend(gone)] }))[0]
    expect([leaves(1n, 2n), leaves(4n, 2n), leaves(1n, 7n)]).toMatchObject([
      { left: 2n, why: null, stops: false, until: null },
      { left: 3n, why: 'over', stops: true },
      { left: 0n, why: 'over', stops: true },
    ])
  })

  it('adds all assets together', () => {
    expect(stops(rules, asked({ spends: [spend(3n), spend(2n, { assetId: TIN })] }))).toBe(false)
    expect(stops(rules, asked({ spends: [spend(3n), spend(3n, { assetId: TIN })] }))).toBe(true)
  })
})

describe('recipients', () => {
  it('that nobody can name are not on any list', () => {
    const rules: PolicyRules = { ...FREE, payees: { kind: 'listed', payees: [] } }
    expect(judge(rules, asked({ spends: [spend(1n, { payee: null })] }))).toMatchObject([
      { why: 'unknown', stops: true },
    ])
  })

  describe('on a list of addresses', () => {
    const place = { kind: 'chain', destination: '0xabc', tag: '7' } as const
    const listing = (chainId: AssetId): PolicyRules => ({
      ...FREE,
      payees: { kind: 'listed', payees: [{ ...place, chainId }] },
    })
    const paying = (more: Partial<Spend>) => asked({ spends: [spend(1n, { payee: place, ...more })] })

    it('are told apart by their tag', () => {
      expect(stops(listing(GOLD), paying({}))).toBe(false)
      expect(stops(listing(GOLD), paying({ payee: { ...place, tag: '8' } }))).toBe(true)
    })

    it('are somebody else on another chain', () => {
      expect(stops(listing(GOLD), paying({ assetId: TIN }))).toBe(true)
      // Whatever asset of the chain it is.
      expect(stops(listing(GOLD), { ...paying({ assetId: TIN }), chainOf: () => GOLD })).toBe(false)
    })

    it('make looser rules of those that name another chain', () => {
      expect(isLooser(listing(GOLD), listing(TIN))).toBe(true)
      expect(isLooser(listing(GOLD), listing(GOLD))).toBe(false)
    })
  })

  it('of charges are not chosen, so no list is asked', () => {
    const rules: PolicyRules = { ...FREE, payees: { kind: 'listed', payees: [] } }
    expect(
      stops(
        rules,
        asked({ spends: [spend(1n, { charge: true, payee: { kind: 'user', userId: user('fees') as UserId } })] }),
      ),
    ).toBe(false)
  })
})

describe('the edge of a rule', () => {
  it('of a day leaves out what left a day ago to the moment', () => {
    const question = (age: bigint) => asked({ day: [left(NOW - age, 8n)], spends: [spend(1n)] })
    expect(stops(limits({ day: toAmount(8n) }), question(DAY))).toBe(false)
    expect(stops(limits({ day: toAmount(8n) }), question(DAY - 1n))).toBe(true)
  })

  it('of somebody who is saved for hours is their very end', () => {
    const saved: PolicyRules = { ...FREE, payees: { kind: 'saved', hours: 2 } }
    const since = (at: bigint) => asked({ known: () => ({ savedSince: at as Nanos, isNew: false }) })
    expect(stops(saved, since(NOW - 2n * HOUR))).toBe(false)
    expect(stops(saved, since(NOW - 2n * HOUR + 1n))).toBe(true)
  })

  it('of a wait is its very end', () => {
    const rules = { ...limits({ waitAbove: toAmount(0n) }), wait: { hours: 2, newPayees: false } }
    const since = (at: bigint) => asked({ since: () => at as Nanos })
    expect(stops(rules, since(NOW - 2n * HOUR))).toBe(false)
    expect(stops(rules, since(NOW - 2n * HOUR + 1n))).toBe(true)
  })

  it('of a wait is more than the amount, and nobody new where rules do not ask for that', () => {
    const rules = { ...limits({ waitAbove: toAmount(5n) }), wait: { hours: 2, newPayees: false } }
    const waits = (gone: bigint) =>
      stops(rules, asked({ spends: [spend(gone)], known: () => ({ savedSince: null, isNew: true }) }))
    expect([waits(5n), waits(6n)]).toEqual([false, true])
  })

  it('of a day is the whole limit', () => {
    const question = (gone: bigint) => asked({ day: [left(NOW - HOUR, 3n)], spends: [spend(gone)] })
    expect(stops(limits({ day: toAmount(8n) }), question(5n))).toBe(false)
    expect(stops(limits({ day: toAmount(8n) }), question(6n))).toBe(true)
  })

  it('of a second look is more than the amount', () => {
    const looks = (gone: bigint) =>
      judge(limits({ lookAbove: toAmount(5n) }), asked({ spends: [spend(gone)] })).some(({ rule }) => rule === 'look')
    expect([looks(5n), looks(6n)]).toEqual([false, true])
  })

  it('of a first look is a day, after which it is forgotten', () => {
    const state = (age: bigint) =>
      judge(limits({ lookAbove: toAmount(0n) }), asked({ lookedAt: (NOW - age) as Nanos })).map((each) =>
        each.rule === 'look' ? each.state : each.rule,
      )
    expect([state(DAY), state(DAY + 1n)]).toEqual([['done'], ['first']])
  })

  it('of a wait for new payees is whom this wallet has not paid, also where nobody can say who that is', () => {
    const waits = (isNew: boolean, more: Partial<Spend> = {}) => {
      const question = asked({ spends: [spend(1n, more)], known: () => ({ savedSince: null, isNew }) })
      return stops({ ...FREE, wait: { hours: 1, newPayees: true } }, question)
    }
    expect([waits(true), waits(false)]).toEqual([true, false])
    expect([waits(true, { charge: true }), waits(false, { payee: null })]).toEqual([false, true])
  })
})

describe('a payment of several', () => {
  const fee = spend(1n, { assetId: TIN, charge: true })

  it('is to be looked at twice where one of its assets is more than may leave at once', () => {
    const found = judge(limits({ lookAbove: toAmount(5n) }), asked({ spends: [spend(6n), fee] }))
    expect(found).toEqual([{ rule: 'look', why: 'amount', state: 'first', stops: false, until: null }])
  })

  it('waits where one of its assets is more than may leave at once', () => {
    const rules = { ...limits({ waitAbove: toAmount(5n) }), wait: { hours: 1, newPayees: false } }
    expect(stops(rules, asked({ spends: [spend(6n), fee] }))).toBe(true)
    expect(stops(rules, asked({ spends: [spend(5n), fee] }))).toBe(false)
  })

  it('waits where one of those who are paid is new', () => {
    const known: Asked['known'] = (payee) => ({ savedSince: null, isNew: payee === carl })
    const carl = payeeOf('carl') ?? undefined
    const question = asked({ spends: [spend(1n), spend(1n, { payee: carl ?? null })], known })
    expect(stops({ ...FREE, wait: { hours: 1, newPayees: true } }, question)).toBe(true)
  })
})

describe('a look at what is unusual', () => {
  const withLook = (look: Partial<PolicyRules['look']>): PolicyRules => ({ ...FREE, look: { ...FREE.look, ...look } })
  const reason = (rules: PolicyRules, more: Partial<Asked>) =>
    judge(rules, asked(more)).map((each) => (each.rule === 'look' ? each.why : each.rule))

  it('is asked for where something leaves without a memo, and not for what the network takes', () => {
    const rules = withLook({ withoutMemo: true })
    expect(reason(rules, { spends: [spend(1n, { bare: true })] })).toEqual(['memo'])
    expect(reason(rules, { spends: [spend(1n), spend(1n, { bare: true, charge: true })] })).toEqual([])
  })

  it('is asked for where only some of what leaves has no memo', () => {
    const rules = withLook({ withoutMemo: true })
    expect(reason(rules, { spends: [spend(1n), spend(1n, { bare: true })] })).toEqual(['memo'])
    expect(reason(rules, { spends: [spend(1n, { bare: true }), spend(1n, { charge: true })] })).toEqual(['memo'])
  })

  it('is asked for without a memo only where rules say so', () => {
    expect(reason(FREE, { spends: [spend(1n, { bare: true })] })).toEqual([])
  })

  // 1970-04-11 is a Saturday.
  const HOURS = { zone: 'Asia/Tokyo', days: 'mon_fri', fromHour: 9, toHour: 17 } as const
  const at = (day: bigint, hour: bigint, more: Partial<NonNullable<PolicyRules['look']['hours']>> = {}) =>
    reason(withLook({ hours: { ...HOURS, ...more } }), { now: (NOW + day * DAY + hour * HOUR) as Nanos })

  it('is asked for before the first hour and from the last, by the clock of its zone', () => {
    // Monday in Tokyo, where it is nine hours later.
    expect([at(1n, 23n), at(2n, 0n), at(2n, 7n), at(2n, 8n)]).toEqual([['hours'], [], [], ['hours']])
  })

  it('is asked for on days that are not named', () => {
    expect([at(0n, 1n), at(0n, 1n, { days: 'mon_sat' }), at(1n, 1n, { days: 'mon_sat' })]).toEqual([
      ['hours'],
      [],
      ['hours'],
    ])
    expect([at(1n, 1n, { days: 'sun_thu' }), at(-1n, 1n, { days: 'sun_thu' }), at(1n, 1n, { days: 'all' })]).toEqual([
      [],
      ['hours'],
      [],
    ])
  })

  it('is asked for at any hour of a zone that this computer does not know', () => {
    expect(at(2n, 3n, { zone: 'Nowhere/Land' })).toEqual(['hours'])
  })
})

it('a second look lets nothing out before its pause is over', () => {
  const stopped = (age: bigint) => stops(limits({ lookAbove: toAmount(0n) }), asked({ lookedAt: (NOW - age) as Nanos }))
  expect([stopped(LOOK_PAUSE - 1n), stopped(LOOK_PAUSE)]).toEqual([true, false])
})
