import { z } from 'zod'
import type { HolderId, Nanos, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { assetId, hex } from '#contract/wire'
import { type AccountStore, type Plan, readStored, storedAmount, storedObject, storedTime } from '#store'
import { storedPayee } from '../payments/target.ts'
import type { Desk } from '../shared/desk.ts'
import { earlier, later } from '../shared/time-behind.ts'
import { isZone, nextSlots, type Slot, slotsBetween, type When } from './when.ts'

const REPEATS = ['once', 'daily', 'weekly', 'biweekly', 'monthly', 'month_end', 'yearly'] as const

const when = storedObject({
  first: z.iso.date(),
  time: z.string().regex(/^\d\d:\d\d$/),
  zone: z.string().refine(isZone, 'no time zone of this system'),
  repeats: z.enum(REPEATS),
  end: z.discriminatedUnion('kind', [
    storedObject({ kind: z.literal('never') }),
    storedObject({ kind: z.literal('until'), day: z.iso.date() }),
    storedObject({ kind: z.literal('times'), times: z.number().int().min(1) }),
  ]),
}) satisfies z.ZodType<When>

/** What one of a plan's times pays. */
const pays = storedObject({
  assetId,
  rows: z
    .array(storedObject({ payee: storedPayee, amount: storedAmount }))
    .min(1)
    .readonly(),
  memoHex: hex,
  label: z.string(),
  reason: z.string().exactOptional(),
  feeAssetId: assetId.nullable(),
})
export type Pays = z.output<typeof pays>

/**
 * What a plan said from one moment to another. A change begins a new one, a pause ends one: what a time in the past was for stays as it
 * was then.
 */
const term = storedObject({ from: storedTime, until: storedTime.nullable(), when, pays })
type Term = z.output<typeof term>

export const storedSchedule = storedObject({
  name: z.string(),
  state: z.enum(['on', 'paused', 'ended']),
  terms: z.array(term).min(1).readonly(),
  /** All of its times before this are settled, so that nobody looks at them again. */
  settledTo: storedTime,
})
type PlanDetail = z.output<typeof storedSchedule>

export interface KnownPlan extends PlanDetail {
  readonly id: RequestId
  readonly holder: HolderId
  readonly madeAt: Nanos
}

type Store = Pick<AccountStore, 'intents'>

/** One that this version cannot read pays nothing; that there is one is told with the damage. */
const readPlan = ({ id, holder, madeAt, detail }: Plan): KnownPlan | undefined => {
  const read = readStored(storedSchedule, detail)
  return read === undefined ? undefined : { ...read, id, holder, madeAt }
}

export function findPlan({ intents }: Store, id: RequestId): KnownPlan | undefined {
  const plan = intents.plans.get(id)
  return plan === undefined ? undefined : readPlan(plan)
}

export const noPlan = () => failure('input.invalid', 'no such plan', { details: { field: 'plan' } })

export function needPlan(store: Store, id: RequestId): KnownPlan {
  const plan = findPlan(store, id)
  if (plan === undefined) throw noPlan()
  return plan
}

export const listPlans = ({ intents }: Store): KnownPlan[] =>
  intents.plans.list().flatMap((plan) => readPlan(plan) ?? [])

/** A group that was taken off the list, and may come back, has its plans still: until then they rest, and nobody is asked about them. */
export const hasHolder = (
  { self, store }: Pick<Desk, 'self' | 'store'>,
  { holder }: Pick<KnownPlan, 'holder'>,
): boolean => holder === self.id || store.intents.groups.get(holder) !== undefined

export function savePlan({ intents }: Store, { id, holder, madeAt: _, ...detail }: KnownPlan): void {
  intents.plans.save({ id, holder, detail })
}

/** The term that is or was the last: it says what the plan pays. */
export function lastTerm({ terms }: Pick<PlanDetail, 'terms'>): Term {
  const last = terms.at(-1)
  if (last === undefined) throw new RangeError('a plan has a term')
  return last
}

/** A time of a plan with what it pays. */
export interface Occurrence extends Slot {
  readonly pays: Pays
}

/** Times of a plan within a stretch, the end left out. A day counts once: what was changed on it pays nobody twice. */
export function occurrencesOf(plan: Pick<PlanDetail, 'terms'>, from: Nanos, until: Nanos): Occurrence[] {
  const days = new Map<string, Occurrence>()
  for (const each of plan.terms) {
    for (const slot of slotsBetween(each.when, later(each.from, from), earlier(each.until ?? until, until))) {
      if (!days.has(slot.day)) days.set(slot.day, { ...slot, pays: each.pays })
    }
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}

/** What is still to come. */
export function comingOf(plan: Pick<PlanDetail, 'terms' | 'state'>, now: Nanos, count: number): Slot[] {
  if (plan.state !== 'on') return []
  const { when: times, from } = lastTerm(plan)
  return nextSlots(times, later(from, now), count)
}
