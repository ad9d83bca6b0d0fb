import type { Nanos } from '#contract/domain'
import type { Answer } from '#contract/ipc'
import { sumOf } from '#protocol'
import { memoText } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { partyOf } from '../payments/review.ts'
import { together } from '../payments/titles.ts'
import { problemView } from '../payments/view.ts'
import { formerText, placedBy } from '../shared/placed-by.ts'
import { leftPayees } from './changed.ts'
import { comingOf, type KnownPlan, lastTerm, type Pays } from './records.ts'
import { isOpen, type Standing, standingsOf } from './standing.ts'

type PlanRow = Answer<'schedule.list'>[number]
type PlanView = Answer<'schedule.read'>
type TimeView = PlanView['history'][number]

const COMING = 3
/** More would be no list that a person looks through: what was paid stands in Activity. */
const HISTORY_MAX = 100

function rowsOf(desk: PaymentsDesk, pays: Pays): PlanView['rows'] {
  const asset = desk.directory.asset(pays.assetId)
  return pays.rows.map(({ payee, amount }) => {
    const party = placedBy(partyOf(payee, desk.directory), asset, desk.store.intents)
    return { payee, party, amount }
  })
}

const partyFor = (desk: PaymentsDesk, pays: Pays) =>
  together(rowsOf(desk, pays).map(({ party }) => party)) ?? { kind: 'unknown' as const }

/** Of addresses that were taken from the saved ones and are others there by now. */
function formerOf({ directory, store }: PaymentsDesk, { assetId, rows }: Pays): PlanRow['former'] {
  const { chainId } = directory.asset(assetId)
  return rows.flatMap(({ payee }) =>
    payee.kind === 'chain' ? (formerText(store.intents, { ...payee, chainId }) ?? []) : [],
  )
}

/** Null for the account itself, as windows name it. */
const holderOf = (desk: PaymentsDesk, { holder }: KnownPlan) => (holder === desk.self.id ? null : holder)

function timeView(desk: PaymentsDesk, time: Standing): TimeView {
  const { day, at, state, pays, payment, problem } = time
  const why = state === 'impossible' ? (payment?.problem ?? null) : problem
  return {
    ...{ day, at, state, asset: desk.directory.asset(pays.assetId), amount: sumOf(pays.rows) },
    paymentId: payment?.id ?? null,
    problem: problemView(why),
  }
}

/** What of a plan waits for the person, oldest first. */
export function openTimes(desk: PaymentsDesk, plan: KnownPlan): Standing[] {
  return standingsOf(desk.store, plan, { from: plan.settledTo, now: desk.now() }).filter(isOpen)
}

export function openView(desk: PaymentsDesk, plan: KnownPlan): Answer<'schedule.open'> {
  return openTimes(desk, plan).map((time) => ({
    ...timeView(desk, time),
    ...{ planId: plan.id, name: plan.name, holder: holderOf(desk, plan), party: partyFor(desk, time.pays) },
  }))
}

export function planRow(desk: PaymentsDesk, plan: KnownPlan): PlanRow {
  const { pays, when } = lastTerm(plan)
  const [next = null] = comingOf(plan, (desk.now() + 1n) as Nanos, 1)
  return {
    ...{ planId: plan.id, name: plan.name, holder: holderOf(desk, plan), when, next },
    // One without a further time has ended by itself.
    state: plan.state === 'on' && next === null ? 'ended' : plan.state,
    asset: desk.directory.asset(pays.assetId),
    amount: sumOf(pays.rows),
    party: partyFor(desk, pays),
    open: openTimes(desk, plan).length,
    former: plan.state === 'ended' ? [] : [...formerOf(desk, pays), ...leftPayees(desk, plan, pays)],
  }
}

export function planView(desk: PaymentsDesk, plan: KnownPlan): PlanView {
  const { pays } = lastTerm(plan)
  const { memoHex, label, reason = '', feeAssetId } = pays
  const now = desk.now()
  const [first] = plan.terms
  const all = standingsOf(desk.store, plan, { from: first?.from ?? now, now })
  return {
    ...planRow(desk, plan),
    rows: rowsOf(desk, pays),
    ...{ memoHex, label, reason, feeAssetId, madeAt: plan.madeAt },
    memoText: memoHex === '' ? null : memoText(memoHex),
    coming: comingOf(plan, (now + 1n) as Nanos, COMING),
    history: all
      .slice(-HISTORY_MAX)
      .reverse()
      .map((time) => timeView(desk, time)),
    older: all.length > HISTORY_MAX,
  }
}
