import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type Clock,
  DAY,
  type Fiat,
  type Hash,
  HOUR,
  type HolderId,
  type Moment,
  momentOf,
  type Nanos,
  type RequestId,
} from '#contract/domain'
import type { PolicyRules } from '#contract/ipc'
import { toAmount } from '#protocol'
import { openAccountStore } from '#store'
import type { Vault } from '#vault'
import { LOOK_PAUSE, type Spend } from '../../src/wallet/policies/judge.ts'
import { createPolicies, type Policies, type Subject } from '../../src/wallet/policies/policies.ts'
import { aHolder, anAsset, asset, hashOf, request, user } from '../support/store.ts'
import { ANA, credentials, type VaultWorld, vaultWorld } from '../support/vault.ts'
import { FREE } from './rules.ts'

/* Rules as they lie there: real files of a vault and of an account. */

const GOLD = asset('gold')
const [HOLDER, GROUP]: [HolderId, HolderId] = [aHolder('me').id, aHolder('me', 'you').id]
const free = { assetId: GOLD, day: null, waitAbove: null, lookAbove: null }
const limit = (day: bigint, more: Partial<PolicyRules> = {}): PolicyRules => ({
  ...FREE,
  assets: [{ ...free, day: toAmount(day) }],
  ...more,
})

const HOURS = { days: 'all', fromHour: 9, toHour: 17, zone: 'Etc/GMT' } as const

type Store = ReturnType<typeof openAccountStore>

interface Time {
  /** By how far the computer's clock is wrong. */
  wrong: bigint
  /** True time since the beginning. */
  passed: bigint
}

interface Place {
  readonly world: VaultWorld
  vault: Vault
  store: Store
  policies: Policies
  readonly time: Time
  /** When its owner opened it. */
  openedAt: Moment
  /** Its owner opens it now. */
  opened(): void
  readonly spent: Map<string, bigint>
  /** Of what was signed, what is said to be impossible since. */
  readonly lost: Set<string>
  /** What is another try of what was signed before. */
  readonly tries: Map<string, RequestId[]>
  /** How often a window was told that what it was told of rules is old. */
  told: number
  /** Another start of the program. */
  restart(): Promise<void>
}

async function newPlace(guarded = false): Promise<Place> {
  const world = vaultWorld()
  const begun = world.clock.now()
  const spent = new Map<string, bigint>()
  const [lost, tries] = [new Set<string>(), new Map<string, RequestId[]>()]
  const time: Time = { wrong: 0n, passed: 0n }
  const clock: Clock = {
    ...world.clock,
    now: () => (begun + time.passed + time.wrong) as Nanos,
    monotonicMs: () => Number(time.passed / 1_000_000n),
  }
  const openStore = (): Store =>
    openAccountStore({ dir: world.dir, network: 'local', account: ANA, clock, log: () => undefined })
  const openPolicies = (vault: Vault, store: Store): Policies =>
    createPolicies({
      ...{ account: ANA, store, clock, guarded: () => guarded, openedAt: () => place.openedAt },
      vault: { ...vault, accounts: { ...vault.accounts, ...pausing(vault, () => place) } },
      tookFrom: (id) => {
        const amount = spent.get(id)
        const sums = amount === undefined ? [] : [spend(amount)]
        const [spends, contested] = lost.has(id) ? [[], sums] : [sums, []]
        return { spends, contested, takers: [], tries: tries.get(id) ?? [] }
      },
      known: () => ({ savedSince: null, isNew: false }),
      chainOf: (assetId) => assetId,
      changed: () => {
        place.told += 1
      },
    })
  const vault = await world.open()
  await vault.accounts.add(ANA, credentials({ spendSeed: '22'.repeat(32) }))
  const store = openStore()
  const place: Place = {
    ...{ world, vault, store, spent, lost, tries, time, told: 0, openedAt: momentOf(clock) },
    policies: openPolicies(vault, store),
    opened() {
      place.openedAt = momentOf(clock)
    },
    async restart() {
      place.store.close()
      await place.vault.close()
      place.vault = await world.open()
      place.store = openStore()
      place.opened()
      place.policies = openPolicies(place.vault, place.store)
    },
  }
  onTestFinished(async () => {
    place.store.close()
    await place.vault.close()
  })
  return place
}

/** A vault that can be cut off before it counts, or once it has. */
const cut = new WeakMap<Place, 'before' | 'after'>()
const pausing = (vault: Vault, place: () => Place): Pick<Vault['accounts'], 'raiseRules'> => ({
  raiseRules: async (id, to) => {
    if (cut.get(place()) !== 'before') await vault.accounts.raiseRules(id, to)
    if (cut.has(place())) throw new Error('killed')
  },
})

const spend = (amount: bigint): Spend => ({
  ...{ assetId: GOLD, amount: toAmount(amount), payee: { kind: 'user', userId: user('ben') }, charge: false },
})
const subject = (name: number, amount: bigint, holder = HOLDER): Subject => ({
  ...{ id: request(name), holder, digest: hashOf(name) as Hash, spends: [spend(amount)] },
})
/** Signs, where rules let it. */
async function sign(place: Place, name: number, amount: bigint): Promise<boolean> {
  const pass = await place.policies.ready(() => subject(name, amount))
  try {
    pass()
  } catch {
    return false
  }
  place.spent.set(request(name), amount)
  return true
}
const copyOf = ({ store }: Place) => store.intents.settings.get('rules') as { texts: string[] }
const standing = async ({ policies }: Place, holder = HOLDER) => policies.standing(holder)

it('a limit counts what is said to be impossible once with its next try, and beside anything else', async () => {
  const place = await newPlace()
  await place.policies.set(HOLDER, limit(5n))
  expect(await sign(place, 1, 4n)).toBe(true)
  place.lost.add(request(1))
  expect(await sign(place, 2, 4n)).toBe(false)
  place.tries.set(request(2), [request(1)])
  expect(await sign(place, 2, 4n)).toBe(true)
})

describe('time that passes', () => {
  const MINUTE = HOUR / 60n
  const pass = (place: Place, minutes: bigint): void => {
    for (let minute = 0n; minute < minutes; minute += 1n) {
      place.time.passed += MINUTE
      place.policies.tick()
    }
  }
  const seen = ({ store }: Place) => (store.intents.settings.get('rules.kept') as { seen: bigint }).seen

  it('is written down each minute, and no answer is read again for it', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    await standing(place)
    const heard: unknown[] = []
    place.store.subscribe((topics) => heard.push([...topics]))
    const before = BigInt(seen(place))
    for (let minute = 0; minute < 30; minute += 1) {
      pass(place, 1n)
      await Promise.resolve()
    }
    expect(BigInt(seen(place)) - before).toBe(30n * MINUTE)
    expect([heard, place.told]).toEqual([[], 0])
  })

  it.each([
    ['a payment leaves the day', limit(5n), DAY],
    ['a payment has waited', limit(5n, { wait: { hours: 3, newPayees: true } }), 3n * HOUR],
    ['the hours of the week begin or end', limit(9n, { look: { ...FREE.look, hours: HOURS } }), HOUR / 4n],
  ])('is told of once %s, and not before', async (_, rules, until) => {
    const place = await newPlace()
    await place.policies.set(HOLDER, {
      ...rules,
      assets: rules.assets.map((each) => ({ ...each, waitAbove: toAmount(5n) })),
    })
    expect(await sign(place, 1, 5n)).toBe(true)
    await place.policies.verdict(subject(2, 6n))
    pass(place, until / MINUTE - 15n)
    expect(place.told).toBe(0)
    pass(place, 16n)
    expect(place.told).toBe(1)
    pass(place, 60n)
    expect(place.told).toBe(1)
  })

  it('is told of when looser rules come into force, and when the clock is put right', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n, { changeHours: 2 }))
    await place.policies.set(HOLDER, limit(6n, { changeHours: 2 }))
    expect((await standing(place)).pending).not.toBeNull()
    pass(place, 100n)
    expect(place.told).toBe(0)
    pass(place, 21n)
    expect(place.told).toBe(1)
    place.time.wrong = -5n * HOUR
    expect((await standing(place)).clockBehind).toBe(true)
    pass(place, 2n)
    expect(place.told).toBe(1)
    place.time.wrong = 0n
    pass(place, 2n)
    expect(place.told).toBe(2)
  })
})

describe('the copy of rules', () => {
  it('costs an account nothing that never had any', async () => {
    const place = await newPlace()
    expect(await sign(place, 1, 999n)).toBe(true)
    expect(place.store.intents.settings.get('rules')).toBeUndefined()
    expect(place.store.intents.settings.get('rules.kept')).toBeUndefined()
    expect(place.vault.accounts.describe(ANA).rules).toBe(0)
  })

  it('is what holds after another start', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    await place.restart()
    expect((await standing(place)).rules).toEqual(limit(5n))
    expect(await sign(place, 1, 6n)).toBe(false)
    expect(await sign(place, 2, 5n)).toBe(true)
  })

  it('lets nothing out that was asked about before it was written anew', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    const pass = await place.policies.ready(() => subject(1, 5n))
    await place.policies.set(HOLDER, limit(4n))
    expect(pass).toThrow('rules changed meanwhile')
  })

  it('says nothing of what it says to whoever reads the file', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    expect(JSON.stringify(copyOf(place))).not.toContain(GOLD)
  })

  it('that is older stops what leaves', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    const older = copyOf(place)
    await place.policies.set(HOLDER, limit(4n))
    place.store.intents.settings.set('rules', older)
    await place.restart()
    expect(await standing(place)).toMatchObject({ rules: null, lost: { why: 'older' } })
    expect(await sign(place, 1, 1n)).toBe(false)
  })

  it('that is gone stops what leaves', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    place.store.intents.settings.remove('rules')
    expect(await standing(place)).toMatchObject({ lost: { why: 'missing' } })
    expect(await sign(place, 1, 1n)).toBe(false)
  })

  it('that was altered stops what leaves', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    const [text = ''] = copyOf(place).texts
    place.store.intents.settings.set('rules', {
      texts: [`${text.slice(0, 60)}${text[60] === 'A' ? 'B' : 'A'}${text.slice(61)}`],
    })
    expect(await standing(place)).toMatchObject({ lost: { why: 'altered' } })
    expect(await sign(place, 1, 1n)).toBe(false)
  })

  it('of another account is nobody’s', async () => {
    const [place, other] = [await newPlace(), await newPlace()]
    await place.policies.set(HOLDER, limit(5n))
    await other.vault.accounts.remove(ANA)
    await other.vault.accounts.add(ANA, credentials({ spendSeed: '33'.repeat(32) }))
    await other.policies.set(HOLDER, limit(9n))
    place.store.intents.settings.set('rules', copyOf(other))
    expect(await standing(place)).toMatchObject({ lost: { why: 'altered' } })
  })

  it('of the first versions, which named no chains, lets nobody be paid at an address', async () => {
    const place = await newPlace()
    const ben = { kind: 'user', userId: user('ben') } as const
    const bare = { kind: 'chain', destination: '0xabc', tag: '' }
    const rules = { ...FREE, payees: { kind: 'listed', payees: [bare, ben] } }
    const holders = { [HOLDER]: { rules, lost: false, pending: null } }
    const written = JSON.stringify({ version: 1, count: 1, lost: null, holders })
    const text = await place.vault.wrapFor(ANA, 'rules:1', new TextEncoder().encode(written))
    place.store.intents.settings.set('rules', { texts: [text] })
    expect(await standing(place)).toMatchObject({ lost: null, rules: { payees: { kind: 'listed', payees: [ben] } } })
  })

  it('of before there were looks without an amount ask for none', async () => {
    const place = await newPlace()
    const { look, ...before } = limit(5n)
    const holders = { [HOLDER]: { rules: { ...before, assets: [] }, lost: false, pending: null } }
    const written = JSON.stringify({ version: 1, count: 1, lost: null, holders })
    const text = await place.vault.wrapFor(ANA, 'rules:1', new TextEncoder().encode(written))
    place.store.intents.settings.set('rules', { texts: [text] })
    expect(await standing(place)).toMatchObject({ lost: null, rules: { look } })
  })

  it('names addresses with their chain after another start too', async () => {
    const place = await newPlace()
    const ben = { kind: 'chain', destination: '0xabc', tag: '7', chainId: GOLD } as const
    const rules: PolicyRules = { ...FREE, payees: { kind: 'listed', payees: [ben] } }
    await place.policies.set(HOLDER, rules)
    await place.restart()
    expect((await standing(place)).rules).toEqual(rules)
  })

  it('that nobody can open stops nothing where the vault has never counted one', async () => {
    const [place, other] = [await newPlace(), await newPlace()]
    await other.vault.accounts.remove(ANA)
    await other.vault.accounts.add(ANA, credentials({ spendSeed: '33'.repeat(32) }))
    await other.policies.set(HOLDER, limit(9n))
    place.store.intents.settings.set('rules', copyOf(other))
    expect(await standing(place)).toMatchObject({ rules: null, lost: null })
    expect(await sign(place, 1, 999n)).toBe(true)
  })

  it('that a backup brought to a vault without a number holds', async () => {
    const [place, fresh] = [await newPlace(), await newPlace()]
    await place.policies.set(HOLDER, limit(5n))
    fresh.store.intents.settings.set('rules', copyOf(place))
    expect((await standing(fresh)).rules).toEqual(limit(5n))
    expect(fresh.vault.accounts.describe(ANA).rules).toBe(1)
  })

  it('of a backup that is older than the vault’s number is noticed', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    const backup = copyOf(place)
    await place.policies.set(HOLDER, limit(4n))
    place.store.intents.settings.remove('rules')
    place.store.intents.settings.set('rules', backup)
    expect(await standing(place)).toMatchObject({ lost: { why: 'older' } })
  })

  it.each([
    ['stays the one before', 'before', 5n],
    ['is the new one', 'after', 4n],
  ] as const)('%s, where the program was killed %s the vault had counted', async (_, when, most) => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    cut.set(place, when)
    await expect(place.policies.set(HOLDER, limit(4n))).rejects.toThrow('killed')
    cut.delete(place)
    await place.restart()
    expect(await standing(place)).toMatchObject({ rules: limit(most), lost: null })
    await place.policies.set(HOLDER, limit(3n))
    expect((await standing(place)).rules).toEqual(limit(3n))
  })
})

describe('lost rules', () => {
  async function lost(hours: number, next = hours, isGone = false): Promise<Place> {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n, { changeHours: hours }))
    // More than before, it waits.
    if (next !== hours) await place.policies.set(HOLDER, limit(6n, { changeHours: next }))
    const older = copyOf(place)
    await place.policies.set(HOLDER, limit(4n, { changeHours: hours }))
    if (isGone) place.store.intents.settings.remove('rules')
    else place.store.intents.settings.set('rules', older)
    return place
  }

  it.each([
    ['as long as a copy said, a day at least', 1, 1, false, 24n],
    ['as long as a copy said', 72, 72, false, 72n],
    ['as long as those of a copy that were to come into force', 2, 72, false, 72n],
    ['a day where nothing can be read', 72, 72, true, 24n],
  ])('set anew wait %s', async (_, hours, next, isGone, wait) => {
    const place = await lost(hours, next, isGone)
    await place.policies.set(HOLDER, null)
    const { pending, lost: still } = await standing(place)
    expect(still).not.toBeNull()
    expect(pending?.at).toBe((pending?.from ?? 0n) + wait * HOUR)
    expect(await sign(place, 1, 1n)).toBe(false)
    place.time.passed += wait * HOUR
    expect(await standing(place)).toMatchObject({ rules: null, lost: null })
    expect(await sign(place, 2, 1n)).toBe(true)
  })

  it('stop each group until its own are set anew, which are lost by nothing that others set', async () => {
    const place = await lost(24)
    await place.policies.set(HOLDER, limit(5n))
    place.time.passed += DAY
    expect(await standing(place, GROUP)).toMatchObject({ lost: { why: 'older' } })
    await place.policies.set(GROUP, limit(4n))
    expect(await standing(place)).toMatchObject({ rules: limit(5n), lost: null })
  })

  it('stay lost where those that were set anew are given up', async () => {
    const place = await lost(24)
    await place.policies.set(HOLDER, limit(5n))
    await place.policies.keep(HOLDER)
    place.time.passed += DAY
    expect(await standing(place)).toMatchObject({ rules: null, lost: { why: 'older' }, pending: null })
    expect(await sign(place, 1, 1n)).toBe(false)
  })

  it('never stop what leaves nobody', async () => {
    const place = await lost(24)
    const pass = await place.policies.ready(() => ({ ...subject(1, 0n), spends: [] }))
    expect(pass).not.toThrow()
  })
})

describe('a wait', () => {
  it('is over for the bytes that have waited, and for no others under their id', async () => {
    const place = await newPlace()
    const waits: PolicyRules = {
      ...{ ...FREE, wait: { hours: 10, newPayees: false } },
      assets: [{ ...free, waitAbove: toAmount(1n) }],
    }
    await place.policies.set(HOLDER, waits)
    const [small, large] = [subject(1, 2n), { ...subject(1, 900n), digest: hashOf('other bytes') as Hash }]
    const stops = async (one: Subject) => (await place.policies.verdict(one)).some((found) => found.stops)
    expect(await stops(small)).toBe(true)
    place.time.passed += 10n * HOUR
    expect(await stops(small)).toBe(false)
    expect(await stops(large)).toBe(true)
    place.time.passed += 10n * HOUR
    expect(await stops(large)).toBe(false)
    expect(await stops(small)).toBe(true)
  })
})

describe('a payment that is agreed to again', () => {
  it('counts once', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    expect([await sign(place, 1, 5n), await sign(place, 1, 5n)]).toEqual([true, true])
    expect(await sign(place, 2, 1n)).toBe(false)
  })
})

describe('a wait of several payments', () => {
  it('goes on for one while another begins to wait', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, {
      ...{ ...FREE, wait: { hours: 10, newPayees: false } },
      assets: [{ ...free, waitAbove: toAmount(1n) }],
    })
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += 9n * HOUR
    expect(await sign(place, 2, 2n)).toBe(false)
    place.time.passed += HOUR
    expect([await sign(place, 2, 2n), await sign(place, 1, 2n)]).toEqual([false, true])
  })
})

describe('a second look', () => {
  async function looking(): Promise<Place> {
    const place = await newPlace()
    await place.policies.set(HOLDER, { ...FREE, assets: [{ ...free, lookAbove: toAmount(1n) }] })
    return place
  }

  it('is of the bytes that were looked at, and of no others under their id', async () => {
    const place = await looking()
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += LOOK_PAUSE
    const other = await place.policies.ready(() => ({ ...subject(1, 900n), digest: hashOf('other bytes') as Hash }))
    expect(other).toThrow('looked at once more')
  })

  it('counts for one payment though others were looked at since', async () => {
    const place = await looking()
    expect([await sign(place, 1, 2n), await sign(place, 2, 2n)]).toEqual([false, false])
    place.time.passed += LOOK_PAUSE
    expect([await sign(place, 1, 2n), await sign(place, 2, 2n)]).toEqual([true, true])
  })

  it('comes no later for what is tried in between', async () => {
    const place = await looking()
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += LOOK_PAUSE / 2n
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += LOOK_PAUSE / 2n
    expect(await sign(place, 1, 2n)).toBe(true)
  })

  it('comes after the first look of its day, also where there was one long ago', async () => {
    const place = await looking()
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += 2n * DAY
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += LOOK_PAUSE
    expect(await sign(place, 1, 2n)).toBe(true)
  })
})

describe('a rate that leapt', () => {
  it('lets nothing out until it has stood for a day, whatever it is of other currencies', async () => {
    const place = await newPlace()
    const { cache } = place.store
    const tell = (rate: number) => {
      cache.assets.put([{ ...anAsset('gold'), price_usd: '1' }])
      cache.fiats.put([
        { code: 'EUR', rate },
        { code: 'JPY', rate: 150 },
      ] as Fiat[])
      place.policies.tick()
    }
    const within = (currency: string): PolicyRules => ({ ...FREE, fiat: { currency, day: toAmount(10n ** 12n) } })
    tell(1)
    await place.policies.set(HOLDER, within('EUR'))
    await place.policies.set(GROUP, within('JPY'))
    expect(await sign(place, 1, 1n)).toBe(true)
    place.time.passed += 2n * HOUR
    const leaves: boolean[] = []
    for (const hours of [1n, 22n, 1n]) {
      tell(0.4)
      leaves.push(await sign(place, 2, 1n))
      place.time.passed += hours * HOUR
    }
    tell(0.4)
    leaves.push(await sign(place, 2, 1n))
    expect(leaves).toEqual([false, false, false, true])
  })

  it('is another than the one of when rules named the currency, and has stood since it was told, also where nothing was to leave then', async () => {
    const place = await newPlace()
    const tell = (rate: number) => {
      place.store.cache.assets.put([{ ...anAsset('gold'), price_usd: '1' }])
      place.store.cache.fiats.put([{ code: 'EUR', rate }] as Fiat[])
      place.policies.tick()
    }
    tell(1)
    await place.policies.set(HOLDER, { ...FREE, fiat: { currency: 'EUR', day: toAmount(10n ** 12n) } })
    const leaves: boolean[] = []
    for (const hours of [2n, 24n]) {
      place.time.passed += hours * HOUR
      tell(0.4)
      if (hours === 2n) leaves.push((await place.policies.verdict(subject(1, 1n))).every((found) => !found.stops))
    }
    expect([...leaves, await sign(place, 1, 1n)]).toEqual([false, true])
  })
})

describe('what left', () => {
  const tell = ({ store: { cache } }: Place, price_usd: string, rate: number) => {
    cache.assets.put([{ ...anAsset('gold'), price_usd }])
    cache.fiats.put([{ code: 'EUR', rate }] as Fiat[])
  }
  const UNIT = 100_000_000n
  const within = (currency: string): PolicyRules => ({ ...FREE, fiat: { currency, day: toAmount(11n * UNIT) } })

  it.each<[string, readonly [string, number], readonly [string, number], bigint]>([
    ['the price of its hour was told otherwise', ['10', 1], ['5.1', 1], 0n],
    ['the rate of its currency fell', ['10', 1], ['10', 0.51], 2n * HOUR],
    ['the rate of its currency fell within its hour', ['10', 1], ['10', 0.51], 0n],
  ])('counts for what it was worth as it was signed, where %s', async (_, then, now, after) => {
    const place = await newPlace()
    if (after === 0n) {
      // Of an hour the price that was told last is kept, and the rate that was told first.
      tell(place, '10', then[1] === now[1] ? 1 : 0.51)
    }
    await place.policies.set(HOLDER, within('EUR'))
    tell(place, ...then)
    expect(await sign(place, 1, UNIT)).toBe(true)
    place.time.passed += after
    tell(place, ...now)
    expect(await sign(place, 2, UNIT / 2n)).toBe(false)
    await place.restart()
    expect(await sign(place, 3, UNIT / 2n)).toBe(false)
    place.time.passed += DAY
    tell(place, ...now)
    expect(await sign(place, 4, UNIT / 2n)).toBe(true)
  })
})

describe('a clock', () => {
  it('that is turned forward while the wallet is open shortens no wait', async () => {
    const place = await newPlace(true)
    await place.policies.set(HOLDER, limit(5n))
    await place.policies.set(HOLDER, null)
    place.time.wrong = 30n * DAY
    expect((await standing(place)).rules).not.toBeNull()
    place.time.passed += DAY
    expect((await standing(place)).rules).toBeNull()
  })

  it.each([
    ['', false],
    [', also where the program was started again in between', true],
  ])('that was set back frees no part of a limit early once it is put right%s', async (_, again) => {
    const place = await newPlace(true)
    await place.policies.set(HOLDER, limit(5n))
    place.time.wrong = -90n * HOUR
    place.time.passed += 10n * HOUR
    place.policies.tick()
    if (again) await place.restart()
    expect(await sign(place, 1, 5n)).toBe(true)
    place.time.wrong = 0n
    if (again) await place.restart()
    place.time.passed += 14n * HOUR
    expect(await sign(place, 2, 1n)).toBe(false)
    place.time.passed += 10n * HOUR
    expect(await sign(place, 3, 5n)).toBe(true)
  })

  it('that was set back makes no wait of rules or of a payment shorter once it is put right', async () => {
    const place = await newPlace(true)
    const rules: PolicyRules = { ...limit(900n), wait: { hours: 10, newPayees: false } }
    const [gold] = rules.assets
    await place.policies.set(HOLDER, {
      ...rules,
      assets: gold === undefined ? [] : [{ ...gold, waitAbove: toAmount(1n) }],
    })
    place.time.wrong = -5n * (HOUR / 60n)
    place.time.passed += 4n * (HOUR / 60n)
    place.policies.tick()
    await place.policies.set(HOLDER, null)
    place.time.passed += 1n * (HOUR / 60n)
    const { pending, now } = await standing(place)
    expect((pending?.at ?? 0n) - now).toBeGreaterThanOrEqual(24n * HOUR + 3n * (HOUR / 60n))
    place.time.wrong = -90n * HOUR
    place.time.passed += 10n * HOUR
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.wrong = 0n
    place.time.passed += 5n * HOUR
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += 5n * HOUR
    expect(await sign(place, 1, 2n)).toBe(true)
  })

  it('that was set back makes no time between two looks shorter once it is put right', async () => {
    const place = await newPlace(true)
    await place.policies.set(HOLDER, { ...FREE, assets: [{ ...free, lookAbove: toAmount(1n) }] })
    place.time.wrong = -90n * HOUR
    place.time.passed += 10n * HOUR
    place.policies.tick()
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.wrong = 0n
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += LOOK_PAUSE
    expect(await sign(place, 1, 2n)).toBe(true)
  })

  it('that once stood far ahead is put right by setting rules, which wait', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    place.time.wrong = 900n * DAY
    expect(await sign(place, 1, 5n)).toBe(true)
    place.time.wrong = 0n
    expect(await standing(place)).toMatchObject({ clockBehind: true })
    await place.policies.set(HOLDER, limit(5n))
    expect(await standing(place)).toMatchObject({ clockBehind: false, rules: limit(5n) })
    expect(await sign(place, 2, 1n)).toBe(false)
    place.time.passed += DAY
    expect(await sign(place, 3, 5n)).toBe(true)
  })
})

describe('a clock that once stood far ahead and was put right', () => {
  async function putRight(guarded: boolean): Promise<Place> {
    const place = await newPlace(guarded)
    await place.policies.set(HOLDER, limit(5n))
    place.time.wrong = 900n * DAY
    await place.restart()
    expect(await sign(place, 1, 5n)).toBe(true)
    place.time.wrong = 0n
    await place.policies.set(HOLDER, null)
    return place
  }

  it.each([false, true])(
    'has what waits from then on wait no longer than rules say (with a passphrase: %s)',
    async (guarded) => {
      const place = await putRight(guarded)
      const { pending, now, clockBehind } = await standing(place)
      expect([(pending?.at ?? 0n) - now, clockBehind]).toEqual([DAY, false])
    },
  )

  it('has stricter rules wait as well that put it right', async () => {
    const place = await newPlace()
    await place.policies.set(HOLDER, limit(5n))
    place.time.wrong = 900n * DAY
    place.policies.tick()
    place.time.wrong = 0n
    await place.policies.set(HOLDER, limit(4n))
    expect(await standing(place)).toMatchObject({ rules: limit(5n), pending: { rules: limit(4n) } })
  })

  it.each([
    [
      'had to wait',
      { assets: [{ ...free, waitAbove: toAmount(1n) }], wait: { hours: 10, newPayees: false } },
      10n * HOUR,
    ],
    ['was looked at', { assets: [{ ...free, lookAbove: toAmount(1n) }] }, LOOK_PAUSE],
  ])('lets out what %s meanwhile no later than rules say', async (_, rules, pause) => {
    const place = await newPlace()
    await place.policies.set(HOLDER, { ...FREE, ...rules })
    place.time.wrong = 900n * DAY
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.wrong = 0n
    await place.policies.set(HOLDER, { ...FREE, ...rules })
    expect(await sign(place, 1, 2n)).toBe(false)
    place.time.passed += pause
    expect(await sign(place, 1, 2n)).toBe(true)
  })

  it('shortens no wait when it is turned forward again while the wallet is open', async () => {
    const place = await putRight(true)
    place.time.wrong = 30n * DAY
    expect((await standing(place)).rules).not.toBeNull()
  })
})

describe('a clock that went on while the wallet was closed', () => {
  it('is believed once its owner has opened it', async () => {
    const place = await newPlace(true)
    await place.policies.set(HOLDER, limit(5n))
    await place.policies.set(HOLDER, null)
    // Asleep, which the monotonic clock does not count.
    place.time.wrong = DAY
    expect((await standing(place)).rules).not.toBeNull()
    place.opened()
    expect((await standing(place)).rules).toBeNull()
  })
})

describe('whatever happens', () => {
  const MINUTE = HOUR / 60n
  const step = fc.oneof(
    fc.record({ do: fc.constant('sign' as const), amount: fc.bigInt(1n, 8n) }),
    fc.record({ do: fc.constant('together' as const), amount: fc.bigInt(1n, 6n) }),
    fc.record({ do: fc.constant('wait' as const), hours: fc.bigInt(0n, 20n) }),
    fc.record({ do: fc.constant('turn' as const), hours: fc.constantFrom(-90n, -7n, 0n, 0n, 7n, 90n) }),
    fc.record({ do: fc.constant('restart' as const) }),
    fc.record({ do: fc.constant('killed' as const), amount: fc.bigInt(1n, 6n) }),
  )

  it('never more than the limit is signed in a day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const place = await newPlace(true)
        await place.policies.set(HOLDER, limit(8n))
        const signed: { at: bigint; amount: bigint }[] = []
        let name = 0
        const note = (amount: bigint): void => void signed.push({ at: place.time.passed, amount })
        for (const each of steps) {
          name += 2
          if (each.do === 'sign' && (await sign(place, name, each.amount))) note(each.amount)
          if (each.do === 'together') {
            const both = await Promise.all([sign(place, name, each.amount), sign(place, name + 1, each.amount)])
            for (const done of both) if (done) note(each.amount)
          }
          if (each.do === 'wait') {
            place.time.passed += each.hours * HOUR
            // As after each round of the wallet.
            place.policies.tick()
          }
          if (each.do === 'turn') place.time.wrong = each.hours * HOUR
          if (each.do === 'restart' || each.do === 'killed') {
            // Killed after it was counted and before it was written down as approved: nothing was signed, and nothing is lost.
            if (each.do === 'killed') {
              const pass = await place.policies.ready(() => subject(name, each.amount))
              try {
                pass()
              } catch {
                // Rules forbid it.
              }
            }
            // Ahead of its time it is only while the wallet is open; see this room's page.
            place.time.wrong = place.time.wrong > 0n ? 0n : place.time.wrong
            await place.restart()
          }
        }
        for (const { at } of signed) {
          const day = signed.filter((one) => one.at <= at && at - one.at < DAY - 2n * MINUTE)
          expect(day.reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThanOrEqual(8n)
        }
      }),
      { numRuns: 25 },
    )
  })
})
