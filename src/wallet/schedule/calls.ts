import { v4 as uuid } from 'uuid'
import { type HolderId, MINUTE, type Nanos, type RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Answer, HomeView, Input } from '#contract/ipc'
import type { PaymentsDesk } from '../payments/desk.ts'
import { MEMO_BYTES_MAX } from '../payments/intent.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { timeBehind } from '../shared/time-behind.ts'
import { putRight, saidAt } from './clock.ts'
import type { ScheduleDesk } from './desk.ts'
import { hasHolder, type KnownPlan, lastTerm, listPlans, needPlan, savePlan } from './records.ts'
import { openTimes, openView, planRow, planView } from './view.ts'
import { isZone, lastSlot, nextSlots, type When } from './when.ts'

export function scheduleCalls(runtimes: Runtimes<ScheduleDesk>): CallsOf<'schedule'> {
  return {
    'schedule.save': async (input) => save(runtimes.ready(input.account), input),

    async 'schedule.list'({ account, holder }) {
      const desk = runtimes.any(account)
      const { id } = desk.holder(holder)
      return listPlans(desk.store)
        .filter((plan) => plan.holder === id)
        .map((plan) => planRow(desk, plan))
        .sort((one, other) => Number((one.next?.at ?? NEVER) - (other.next?.at ?? NEVER)))
    },

    async 'schedule.read'({ account, planId }) {
      const desk = runtimes.any(account)
      return planView(desk, needPlan(desk.store, planId))
    },

    async 'schedule.dates'({ account, when }) {
      const desk = runtimes.any(account)
      if (!isZone(when.zone)) throw failure('input.invalid', 'no such zone', { details: { field: 'zone' } })
      return { coming: nextSlots(when, sinceWriting(desk.now()), SHOWN), last: lastSlot(when) }
    },

    async 'schedule.open'({ account }) {
      const desk = runtimes.any(account)
      return listPlans(desk.store)
        .filter((plan) => hasHolder(desk, plan))
        .flatMap((plan) => openView(desk, plan))
        .sort((one, other) => Number(one.at - other.at))
    },

    'schedule.prepare': async ({ account, planId, day }) => runtimes.ready(account).schedule.prepare({ planId, day }),

    async 'schedule.answer'({ account, skip, prepare }) {
      const desk = runtimes.ready(account)
      const done = { prepared: [] as RequestId[], failed: 0, skipped: 0 }
      for (const time of skip) if (await desk.schedule.skip(time)) done.skipped += 1
      for (const time of prepare) {
        try {
          done.prepared.push((await desk.schedule.prepare(time)).paymentId)
        } catch (error) {
          desk.log('info', 'schedule.not_prepared', { code: codeOf(error) })
          done.failed += 1
        }
      }
      return done
    },

    'schedule.set': async ({ account, planId, state }) => set(runtimes.any(account), planId, state),

    async 'schedule.remove'({ account, planId }) {
      runtimes.any(account).store.intents.plans.remove(planId)
      return null
    },
  }
}

const NEVER = (10n ** 19n) as Nanos
const SHOWN = 3

/** Filling a form takes a while: a time that passed meanwhile is due at once. */
const WRITING: bigint = 5n * MINUTE
const sinceWriting = (now: Nanos): Nanos => (now - (now % MINUTE) - WRITING) as Nanos

function needTimes(when: When, from: Nanos): void {
  const field = isZone(when.zone) ? 'when' : 'zone'
  if (field === 'zone' || nextSlots(when, from, 1).length === 0)
    throw failure('input.invalid', 'there is no such time to come', { details: { field } })
}

function needPayees({ rows, memoHex }: Pick<Input<'schedule.save'>, 'rows' | 'memoHex'>): void {
  if (rows.some(({ amount }) => amount <= 0n)) throw failure('input.amount', 'amounts must be positive')
  const leaves = rows.some(({ payee }) => payee.kind === 'chain')
  if (leaves && rows.length > 1) throw failure('input.payee', 'a withdrawal has one receiver')
  const bytes = memoHex.length / 2
  if (bytes > MEMO_BYTES_MAX) {
    throw failure('input.memo_too_long', 'memo is too long', { details: { bytes, most: MEMO_BYTES_MAX } })
  }
}

/** What lies before now is as it was; from now on it is as it is said here. */
function save(desk: ScheduleDesk, input: Input<'schedule.save'>): Answer<'schedule.save'> {
  const { name, when, assetId, memoHex, label, reason = '', feeAssetId } = input
  const rows = input.rows.map(({ payee, amount }) => ({ payee, amount }))
  const pays = { assetId, rows, memoHex, label, ...(reason === '' ? {} : { reason }), feeAssetId }
  const known = input.planId === null ? undefined : putRight(desk, needPlan(desk.store, input.planId))
  const now = known === undefined ? timeBehind(desk) : saidAt(desk, known)
  const from = known === undefined ? sinceWriting(now) : now
  needTimes(when, from)
  needPayees(input)
  const holder: HolderId = desk.holder(input.holder).id
  if (known !== undefined && known.holder !== holder)
    throw failure('input.invalid', 'a plan stays with whom it pays from', { details: { field: 'holder' } })
  const plan: KnownPlan =
    known === undefined
      ? {
          ...{ id: uuid({ random: desk.random(16) }) as RequestId, holder, name, state: 'on', madeAt: now }, // a fresh uuid
          ...{ terms: [{ from, until: null, when, pays }], settledTo: from },
        }
      : {
          ...began(ended(known, now), now),
          name,
          terms: [...ended(known, now).terms, { from, until: known.state === 'on' ? null : now, when, pays }],
        }
  savePlan(desk.store, plan)
  // What is due in this very minute is prepared now.
  desk.sync.look().catch(() => undefined)
  return planView(desk, plan)
}

/** Its last term ends now, if it has not ended before. */
function ended(plan: KnownPlan, now: Nanos): KnownPlan {
  return { ...plan, terms: plan.terms.map((term) => (term.until === null ? { ...term, until: now } : term)) }
}

/** Times from now on are looked at, also where the clock had been further. */
const began = (plan: KnownPlan, now: Nanos): KnownPlan => ({
  ...plan,
  settledTo: plan.settledTo > now ? now : plan.settledTo,
})

function set(desk: ScheduleDesk, planId: RequestId, state: Input<'schedule.set'>['state']): Answer<'schedule.set'> {
  const plan = putRight(desk, needPlan(desk.store, planId))
  if (plan.state === state) return planView(desk, plan)
  if (plan.state === 'ended') throw failure('input.invalid', 'the plan has ended', { details: { field: 'state' } })
  const now = state === 'on' ? saidAt(desk, plan) : desk.now()
  const { when, pays } = lastTerm(plan)
  const next: KnownPlan =
    state === 'on'
      ? { ...began(plan, now), state, terms: [...plan.terms, { from: now, until: null, when, pays }] }
      : { ...ended(plan, now), state }
  savePlan(desk.store, next)
  return planView(desk, next)
}

/** What of a holder's plans waits for an answer, as Home says it. */
export function scheduledAttention(desk: PaymentsDesk, holder: HolderId): HomeView['attention'] {
  const waiting = listPlans(desk.store)
    .filter((plan) => plan.holder === holder)
    .flatMap((plan) => openTimes(desk, plan).map(({ state }) => ({ state, planId: plan.id, name: plan.name })))
    .filter(({ state }) => state === 'asks' || state === 'problem')
  const [first] = waiting
  if (first === undefined) return []
  const { name } = first
  const others = new Set(waiting.map(({ planId }) => planId)).size - 1
  return [{ kind: 'scheduled', count: waiting.length, name, others }]
}
