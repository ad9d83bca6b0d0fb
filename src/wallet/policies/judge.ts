import { type AssetId, DAY, type Hash, HOUR, type Nanos } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol/text'
import { sumsByAsset } from '../shared/sums.ts'
import { isWithin, limitsOf, listedKey, type Rules } from './rules.ts'

/*
 * Whether rules let something out, and what they say of it. Pure: what is spent was read from bytes, what was spent before from
 * the journal, and times come from the clock of this room.
 */

/**
 * Between the two looks at one payment. Long enough to be out of a phone call or the haste of a mistake, short enough for an errand; a
 * second question a second later is clicked away.
 */
export const LOOK_PAUSE: bigint = HOUR / 12n
/** A first look is forgotten after so long. */
const LOOK_LASTS = DAY

/** Money that leaves its owner by one output. */
export interface Spend {
  readonly assetId: AssetId
  readonly amount: Amount
  /** Null where nobody knows who can spend it. */
  readonly payee: Payee | null
  /** What pays the network or is burnt for storage goes to nobody that could be chosen. */
  readonly charge: boolean
  /** The transaction that takes it out; absent before its bytes are made. */
  readonly by?: Hash
  /** Its transaction carries no memo, which it could. */
  readonly bare?: boolean
  /** Its row of the review, where there are others besides what leaves; -1 where it has none. */
  readonly row?: number
}

/** What this wallet knows of somebody who is paid. */
export interface Known {
  /** Since when it has had them as a contact, a saved address or an own group. */
  readonly savedSince: Nanos | null
  /** It has not paid them before. */
  readonly isNew: boolean
}

/** What units cost, and what a dollar is in a currency, as the service told it when something was agreed to. */
export interface Told {
  readonly prices: readonly (readonly [AssetId, string])[]
  readonly currency: string
  readonly rate: number
}

/** What left within the last day, and when. */
export interface Left {
  readonly at: Nanos
  readonly spends: readonly Pick<Spend, 'assetId' | 'amount'>[]
  /** Absent where it was not agreed to here. */
  readonly told?: Told
}

export type Untold = 'no_price' | 'old_price' | 'jump'
/** Hundredths of a currency, or why nobody can say. */
export type Worth = { readonly cents: bigint } | { readonly why: Untold }

export interface Asked {
  readonly now: Nanos
  readonly spends: readonly Spend[]
  readonly day: readonly Left[]
  readonly known: (payee: Payee, assetId: AssetId) => Known
  readonly chainOf: (assetId: AssetId) => AssetId
  readonly worth: (assetId: AssetId, amount: Amount, currency: string) => Worth
  /** What it was worth in cents when it left; null where nobody knows. */
  readonly worthThen: (assetId: AssetId, amount: Amount, currency: string, left: Left) => bigint | null
  /** When it was prepared, as far as this wallet has seen it. */
  readonly since: () => Nanos
  /** When exactly this was looked at and agreed to for the first time. */
  readonly lookedAt: Nanos | null
}

interface Stopping {
  /** Whether it may not be signed now. */
  readonly stops: boolean
  /** From when on it may be, where that is known. */
  readonly until: Nanos | null
}

/** Why something is looked at twice. */
type LookReason = 'amount' | 'memo' | 'hours'

export type Finding = Stopping &
  (
    | { readonly rule: 'asset'; readonly assetId: AssetId }
    | { readonly rule: 'day'; readonly assetId: AssetId; readonly left: Amount; readonly limit: Amount }
    | {
        readonly rule: 'fiat'
        readonly currency: string
        readonly left: bigint
        readonly limit: Amount
        readonly why: 'over' | 'no_price' | 'old_price' | 'jump' | null
        /** It is of what was signed for before that nobody knows what it is worth. */
        readonly earlier?: boolean
      }
    | { readonly rule: 'payee'; readonly why: 'saved' | 'listed' | 'unknown' | null; readonly row: number }
    | { readonly rule: 'wait' }
    | { readonly rule: 'look'; readonly why: LookReason; readonly state: 'first' | 'pause' | 'done' }
  )

/** Every rule that applies, in the order of the rules. Nothing where nothing leaves. */
export function judge(rules: Rules, asked: Asked): Finding[] {
  if (asked.spends.length === 0) return []
  const sums = sumsByAsset(asked.spends)
  return [
    ...[...sums].flatMap(([assetId, sum]) => dayFindings(rules, assetId, sum, asked)),
    ...fiatFindings(rules, asked),
    ...payeeFindings(rules, asked),
    ...waitFindings(rules, sums, asked),
    ...lookFindings(rules, sums, asked),
  ]
}

/** Those of the last day; what seems to lie ahead, since a clock was wrong, counts too. */
export const within = <Each extends { readonly at: Nanos }>(day: readonly Each[], now: Nanos): Each[] =>
  day.filter(({ at }) => now - at < DAY)

const spentOf = (day: readonly Left[], asset: AssetId): bigint =>
  day.reduce((sum, { spends }) => sum + (sumsByAsset(spends).get(asset) ?? 0n), 0n)

/** The first time at which what is left of the day fits beside `fits`; null where that never comes. */
function fitsAt(day: readonly Left[], fits: (left: readonly Left[]) => boolean): Nanos | null {
  const inOrder = day.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  for (let gone = 1; gone <= inOrder.length; gone += 1) {
    const last = inOrder[gone - 1]
    if (last !== undefined && fits(inOrder.slice(gone))) return (last.at + DAY) as Nanos
  }
  return null
}

function dayFindings(rules: Rules, assetId: AssetId, sum: bigint, { day, now }: Asked): Finding[] {
  const { refused, day: limit } = limitsOf(rules, assetId)
  if (refused) return [{ rule: 'asset', assetId, stops: true, until: null }]
  if (limit === null) return []
  const recent = within(day, now)
  const fits = (left: readonly Left[]): boolean => spentOf(left, assetId) + sum <= limit
  const free = limit - spentOf(recent, assetId)
  const stops = !fits(recent)
  const left = stops ? free : free - sum
  return [
    {
      ...{ rule: 'day', assetId, stops, until: stops ? fitsAt(recent, fits) : null },
      ...{ left: toAmount(left < 0n ? 0n : left), limit: toAmount(limit) },
    },
  ]
}

export const CENT: bigint = 1_000_000n

/** What something counts for by a limit in a currency: all together, and of each asset; or why nobody can say. */
export type Counted =
  | Extract<Worth, { why: unknown }>
  | { readonly cents: bigint; readonly of: ReadonlyMap<AssetId, bigint> }
type Prices = Pick<Asked, 'worth' | 'worthThen'>

const adding = (parts: Iterable<readonly [AssetId, bigint]>): Extract<Counted, { of: unknown }> => {
  const of = new Map<AssetId, bigint>()
  for (const [assetId, cents] of parts) of.set(assetId, (of.get(assetId) ?? 0n) + cents)
  return { of, cents: [...of.values()].reduce((sum, cents) => sum + cents, 0n) }
}

function worthNow(all: readonly Pick<Spend, 'assetId' | 'amount'>[], currency: string, { worth }: Prices): Counted {
  const parts: [AssetId, bigint][] = []
  for (const [assetId, amount] of sumsByAsset(all)) {
    const one = worth(assetId, amount, currency)
    if ('why' in one) return one
    parts.push([assetId, one.cents])
  }
  return adding(parts)
}

/** Counts what left within a day, or a part of it: for no less than it was worth then, or a price that fell since would make room for more. */
export function countingIn(currency: string, day: readonly Left[], prices: Prices): (left: readonly Left[]) => Counted {
  const centsNow = (assetId: AssetId, amount: Amount): bigint => {
    const now = prices.worth(assetId, amount, currency)
    return 'cents' in now ? now.cents : 0n
  }
  const thens = new Map(
    day.map((each) => [
      each,
      [...sumsByAsset(each.spends)].map(([id, gone]): [AssetId, bigint] => [
        id,
        // What nobody knows of then counts for what it is worth now.
        prices.worthThen(id, gone, currency, each) ?? centsNow(id, gone),
      ]),
    ]),
  )
  return (left) => {
    const today = worthNow(
      left.flatMap(({ spends }) => spends),
      currency,
      prices,
    )
    if ('why' in today) return today
    const then = adding(left.flatMap((each) => thens.get(each) ?? []))
    return then.cents > today.cents ? then : today
  }
}

function fiatFindings(rules: Rules, { spends, day, now, ...prices }: Asked): Finding[] {
  const { fiat } = rules
  if (fiat === null) return []
  const { currency, day: limit } = fiat
  const totalOf = countingIn(currency, day, prices)
  const recent = within(day, now)
  const [spent, sum] = [totalOf(recent), worthNow(spends, currency, prices)]
  const unknown = 'why' in spent ? spent.why : 'why' in sum ? sum.why : null
  const common = { rule: 'fiat', currency, limit } as const
  const fits = (left: readonly Left[]): boolean => {
    const worn = totalOf(left)
    return 'cents' in worn && 'cents' in sum && (worn.cents + sum.cents) * CENT <= limit
  }
  if (unknown !== null || 'why' in spent || 'why' in sum) {
    // What left counts for a day, also where nobody knows what it is worth, as of a collectible.
    const [earlier, until] = [!('why' in sum), fitsAt(recent, fits)]
    return [{ ...common, left: 0n, why: unknown ?? 'no_price', earlier, stops: true, until }]
  }
  const stops = !fits(recent)
  const free = limit / CENT - spent.cents - (stops ? 0n : sum.cents)
  const until = stops ? fitsAt(recent, fits) : null
  return [{ ...common, left: free < 0n ? 0n : free, why: stops ? 'over' : null, stops, until }]
}

function payeeFindings({ payees }: Rules, { spends, known, chainOf, now }: Asked): Finding[] {
  if (payees.kind === 'anyone') return []
  const listed = payees.kind === 'listed' ? new Set(payees.payees.map(listedKey)) : null
  const paid = spends.filter(({ charge }) => !charge)
  const found = paid.flatMap(({ payee, assetId, row: told }, at): Finding[] => {
    const row = told ?? at
    const refuse = (why: 'saved' | 'listed' | 'unknown', until: bigint | null = null): Finding[] => [
      { rule: 'payee', why, row, stops: true, until: until as Nanos | null },
    ]
    if (payee === null) return refuse('unknown')
    if (listed !== null) {
      const one = payee.kind === 'chain' ? { ...payee, chainId: chainOf(assetId) } : payee
      return listed.has(listedKey(one)) ? [] : refuse('listed')
    }
    if (payees.kind !== 'saved') return []
    const { savedSince } = known(payee, assetId)
    if (savedSince === null) return refuse('saved')
    const until = savedSince + BigInt(payees.hours) * HOUR
    return until <= now ? [] : refuse('saved', until)
  })
  return found.length > 0 || paid.length === 0
    ? found
    : [{ rule: 'payee', why: null, row: 0, stops: false, until: null }]
}

function waitFindings(rules: Rules, sums: ReadonlyMap<AssetId, bigint>, asked: Asked): Finding[] {
  const { wait } = rules
  if (wait === null) return []
  const large = [...sums].some(([assetId, sum]) => {
    const { waitAbove } = limitsOf(rules, assetId)
    return waitAbove !== null && sum > waitAbove
  })
  const toNew =
    wait.newPayees &&
    asked.spends.some(({ payee, assetId, charge }) => !charge && (payee === null || asked.known(payee, assetId).isNew))
  if (!large && !toNew) return []
  const until = (asked.since() + BigInt(wait.hours) * HOUR) as Nanos
  return [{ rule: 'wait', stops: asked.now < until, until }]
}

function lookReason(rules: Rules, sums: ReadonlyMap<AssetId, bigint>, { spends, now }: Asked): LookReason | null {
  const { withoutMemo, hours } = rules.look
  const isLarge = [...sums].some(([assetId, sum]) => {
    const { lookAbove } = limitsOf(rules, assetId)
    return lookAbove !== null && sum > lookAbove
  })
  if (isLarge) return 'amount'
  if (withoutMemo && spends.some(({ bare, charge }) => bare === true && !charge)) return 'memo'
  return hours !== null && !isWithin(hours, now) ? 'hours' : null
}

function lookFindings(rules: Rules, sums: ReadonlyMap<AssetId, bigint>, asked: Asked): Finding[] {
  const { lookedAt, now } = asked
  const why = lookReason(rules, sums, asked)
  if (why === null) return []
  if (lookedAt === null || now - lookedAt > LOOK_LASTS)
    return [{ rule: 'look', why, state: 'first', stops: false, until: null }]
  const until = (lookedAt + LOOK_PAUSE) as Nanos
  return now < until
    ? [{ rule: 'look', why, state: 'pause', stops: true, until }]
    : [{ rule: 'look', why, state: 'done', stops: false, until: null }]
}
