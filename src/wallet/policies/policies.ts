import { type AssetId, type Hash, HOUR, type HolderId, type Nanos, type RequestId, takingTurns } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import { sumsByAsset } from '../shared/sums.ts'
import { countedOf, type Took } from './contested.ts'
import {
  type Asked,
  type Counted,
  countingIn,
  type Finding,
  judge,
  type Known,
  type Left,
  LOOK_PAUSE,
  type Spend,
  type Worth,
  within,
} from './judge.ts'
import { createKept, type Kept } from './kept.ts'
import type { RuleClockParts } from './rule-clock.ts'
import { isKnownZone, isLooser, type Rules } from './rules.ts'
import {
  type Entry,
  isUsed,
  readSealedRules,
  type SealedRules,
  type SealedRulesParts,
  type Standing,
  standingIn,
  writeSealedRules,
} from './sealed-rules.ts'
import { createTold } from './told.ts'
import { toldNow, worthOf, worthThen } from './worth.ts'

/** Something that is about to be signed, or is only looked at. */
export interface Subject {
  readonly id: RequestId
  readonly holder: HolderId
  /** Of what exactly is agreed to. */
  readonly digest: Hash
  /** What leaves its owner, read from the bytes. */
  readonly spends: readonly Spend[]
}

interface PoliciesParts extends SealedRulesParts, RuleClockParts {
  readonly store: SealedRulesParts['store'] & Parameters<typeof worthOf>[0]
  /** What left by payments of a holder, read from their bytes; nothing for what was given up unsigned. */
  readonly tookFrom: (id: RequestId, holder: HolderId) => Took
  readonly known: (payee: Payee, assetId: AssetId) => Known
  readonly chainOf: (assetId: AssetId) => AssetId
  /** What was said of rules has become old by time alone. */
  readonly changed: () => void
}

/** What the rules say of a subject, or that they are lost. */
export type Verdict = readonly (Finding | LostFinding)[]
interface LostFinding {
  readonly rule: 'lost'
  readonly why: NonNullable<Standing['lost']>['why']
  readonly stops: true
  readonly until: Nanos | null
}

export interface Policies {
  /** What a review says. Throws `vault.locked`. */
  verdict(subject: Subject): Promise<Verdict>
  /**
   * Reads the rules and answers a question to be asked in the same turn as what it is about is written down, so that two payments
   * cannot both pass where one fits: it throws `wallet.rules_stop` or `wallet.look_again`, or counts the subject as signed.
   */
  ready(subject: () => Subject): Promise<() => void>
  /**
   * A payment is taken over by its bytes, which another computer or another copy of these files signed. No rule here could stop it, but what left the
   * account left it, so there is less room for more. Only the service could say since when, so it counts from now.
   */
  took(id: RequestId): void
  standing(holder: HolderId): Promise<Standing & { readonly clockBehind: boolean; readonly now: Nanos }>
  /** What left in the last day. */
  today(holder: HolderId): readonly Left['spends'][number][]
  /** What that counts for by a limit in a currency, together and of each asset, which add up to it; where nobody can say of all, what can be said of each. */
  todayIn(holder: HolderId, currency: string): { readonly all: Worth; readonly of: ReadonlyMap<AssetId, Worth> }
  /** Throws `input.invalid` for rules that say two things of one asset, or name a time zone that there is not. */
  set(holder: HolderId, rules: Rules | null): Promise<void>
  keep(holder: HolderId): Promise<void>
  /** Whether they would come into force at once. */
  isAtOnce(holder: HolderId, rules: Rules | null): Promise<boolean>
  /** Time passes, which is seen where there are rules. */
  tick(): void
}

interface Context {
  readonly parts: PoliciesParts
  readonly kept: Kept
  readonly told: ReturnType<typeof createTold>
}

export function createPolicies(parts: PoliciesParts): Policies {
  const context: Context = { parts, kept: createKept(parts), told: createTold() }
  const { kept, told } = context
  const inTurn = takingTurns()
  return {
    verdict: (subject) => verdict(context, subject),
    ready: (subject) => ready(context, subject),
    took(id) {
      // Rules that are first laid down later find it in the journal.
      if (isUsed(parts)) kept.sign(id)
    },
    async standing(holder) {
      const { sealed, now } = await opened(context)
      const standing = standingIn(sealed, holder, now)
      const clockBehind = sealed.count > 0 && kept.isBehind()
      if (sealed.count > 0) {
        told.said(now, { until: [standing.pending?.at ?? null], signed: kept.signed(), byHours: false })
        told.saidBehind(clockBehind)
      }
      return { ...standing, clockBehind, now }
    },
    today: (holder) => (isUsed(parts) ? leftToday(context, holder, null).flatMap(({ spends }) => spends) : []),
    todayIn: (holder, currency) => todayIn(context, holder, currency),
    set: (holder, rules) => inTurn(() => set(context, holder, rules)),
    keep: (holder) => inTurn(() => keep(context, holder)),
    async isAtOnce(holder, rules) {
      const { sealed, now } = await opened(context)
      return isAtOnce(context, standingIn(sealed, holder, now), rules)
    },
    tick() {
      if (!isUsed(parts)) return
      kept.tick()
      if (told.isOld(kept.now(), kept.isBehind())) parts.changed()
    },
  }
}

async function opened({ parts, kept }: Context): Promise<{ sealed: SealedRules; now: Nanos }> {
  const sealed = await readSealedRules(parts)
  if (sealed.count > 0) kept.tick()
  return { sealed, now: sealed.count > 0 ? kept.now() : parts.clock.now() }
}

/** What was signed within the day for a holder, beside what is asked about. */
function leftToday({ parts, kept }: Context, holder: HolderId, next: Pick<Subject, 'id' | 'spends'> | null): Left[] {
  const recent = within(kept.signed(), kept.now()).filter(({ id }) => id !== next?.id)
  const took = recent.map((signed) => ({ ...signed, ...parts.tookFrom(signed.id, holder) }))
  const tries = next === null ? [] : parts.tookFrom(next.id, holder).tries
  return countedOf(took, { id: next?.id ?? null, spends: next?.spends ?? [], tries })
}

/** What the service's prices make of amounts, for a limit in a currency. */
function pricesFor({ parts }: Context, currency: string): Pick<Asked, 'worth' | 'worthThen'> {
  return {
    worth: (assetId, amount) => worthOf(parts.store, { assetId, amount, currency, now: parts.clock.now() }),
    worthThen: (assetId, amount, _, { at, told }) => worthThen(parts.store, { assetId, amount, currency, at, told }),
  }
}

function todayIn(context: Context, holder: HolderId, currency: string): ReturnType<Policies['todayIn']> {
  const [left, prices] = [leftToday(context, holder, null), pricesFor(context, currency)]
  const all: Counted = countingIn(currency, left, prices)(left)
  const of = [...sumsByAsset(left.flatMap(({ spends }) => spends))].map(([assetId, amount]): [AssetId, Worth] => [
    assetId,
    'of' in all ? { cents: all.of.get(assetId) ?? 0n } : prices.worth(assetId, amount, currency),
  ])
  return { all, of: new Map(of) }
}

function judged(context: Context, standing: Standing, subject: Subject): Verdict {
  const { parts, kept } = context
  const { id, holder, digest, spends } = subject
  if (spends.length === 0) return []
  if (standing.lost !== null) {
    return [{ rule: 'lost', why: standing.lost.why, stops: true, until: standing.pending?.at ?? null }]
  }
  const { rules } = standing
  if (rules === null) return []
  const now = kept.now()
  return judge(rules, {
    ...{ now, spends },
    day: leftToday(context, holder, subject),
    ...{ known: parts.known, chainOf: parts.chainOf },
    ...pricesFor(context, rules.fiat?.currency ?? 'USD'),
    since: () => kept.waitingSince(id, digest),
    lookedAt: kept.lookedAt(id, digest),
  })
}

async function verdict(context: Context, subject: Subject): Promise<Verdict> {
  const { sealed, now } = await opened(context)
  if (sealed.count === 0) return []
  const standing = standingIn(sealed, subject.holder, now)
  const found = judged(context, standing, subject)
  context.told.said(now, {
    until: [standing.pending?.at ?? null, ...found.map(({ until }) => until)],
    signed: context.kept.signed(),
    byHours: (standing.rules?.look.hours ?? null) !== null,
  })
  return found
}

async function ready(context: Context, subjectOf: () => Subject): Promise<() => void> {
  const { parts, kept } = context
  const { sealed } = await opened(context)
  return () => {
    // Rules may have been written since they were read.
    if (parts.vault.accounts.describe(parts.account).rules !== sealed.count)
      throw failure('wallet.review_changed', 'rules changed meanwhile')
    if (sealed.count === 0) return
    const subject = subjectOf()
    const standing = standingIn(sealed, subject.holder, kept.now())
    const found = judged(context, standing, subject)
    const look = found.find((each) => each.rule === 'look')
    const others = found.filter((each) => each.stops && each !== look)
    if (others.length > 0) {
      throw failure('wallet.rules_stop', 'rules forbid it', { details: { rules: others.map(({ rule }) => rule) } })
    }
    if (look?.rule === 'look' && look.state !== 'done') {
      if (look.state === 'first') kept.look(subject.id, subject.digest)
      throw failure('wallet.look_again', 'it is to be looked at once more', { details: { minutes: LOOK_MINUTES } })
    }
    const [assets, currency] = [sumsByAsset(subject.spends).keys(), standing.rules?.fiat?.currency ?? 'USD']
    kept.sign(subject.id, toldNow(parts.store, { assets, currency, now: parts.clock.now() }))
  }
}

const LOOK_MINUTES = Number((LOOK_PAUSE * 60n) / HOUR)

function isAtOnce({ kept }: Context, { rules: from, lost }: Standing, to: Rules | null): boolean {
  return lost === null && !kept.isBehind() && !isLooser(from, to)
}

async function set(context: Context, holder: HolderId, rules: Rules | null): Promise<void> {
  const { parts, kept } = context
  const named = rules?.assets.map(({ assetId }) => assetId) ?? []
  if (new Set(named).size < named.length)
    throw failure('input.invalid', 'an asset is named twice', { details: { field: 'rules' } })
  if (rules !== null && rules.look.hours !== null && !isKnownZone(rules.look.hours))
    throw failure('input.invalid', 'no such time zone', { details: { field: 'rules' } })
  const { sealed, now } = await opened(context)
  const standing = standingIn(sealed, holder, now)
  const atOnce = isAtOnce(context, standing, rules)
  if (sealed.count > 0 && kept.isBehind()) kept.resetTime()
  kept.begin()
  const from = kept.passed()
  const hours = standing.lost?.hours ?? standing.rules?.changeHours ?? 0
  const entry: Entry = atOnce
    ? { rules, lost: false, pending: null }
    : {
        ...{ rules: standing.rules, lost: standing.lost !== null },
        pending: { rules, from, at: (from + BigInt(hours) * HOUR) as Nanos },
      }
  await write(parts, sealed, holder, entry, now)
}

/** What came into force is what is written from now on. */
async function write(
  parts: PoliciesParts,
  sealed: SealedRules,
  holder: HolderId,
  entry: Entry,
  now: Nanos,
): Promise<void> {
  const settled = [...sealed.holders].map(([id, each]): [HolderId, Entry] => {
    const { rules, lost, pending } = standingIn(sealed, id, now)
    return [id, { rules, lost: each.lost && lost !== null, pending }]
  })
  await writeSealedRules(parts, sealed, { lost: sealed.lost, holders: new Map([...settled, [holder, entry]]) })
}

async function keep(context: Context, holder: HolderId): Promise<void> {
  const { sealed, now } = await opened(context)
  const { rules, lost, pending } = standingIn(sealed, holder, now)
  if (pending === null) return
  await write(context.parts, sealed, holder, { rules, lost: lost !== null, pending: null }, now)
}
