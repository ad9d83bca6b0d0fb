import type { Hash, Holder, HolderId, Snapshot, UserId } from '#contract/domain'
import type { ActivityRow } from '#contract/ipc'
import { toAmount } from '#protocol'
import type { PaymentSummary, SnapshotFilter } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { sharesOf } from '../payments/shares.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { meetItems } from '../shared/items.ts'
import { subjectOfPayment } from '../shared/label-keys.ts'
import { withThen } from '../value/then.ts'
import { batchesWanted, othersIn } from './batches.ts'
import { confirmedId } from './carried-words.ts'
import { detailOf } from './detail.ts'
import { cancelledOf, endedRequests } from './given-up.ts'
import { groupDetail, groupRows } from './groups.ts'
import { itemsWanted } from './items.ts'
import { byTime, pageIn, pageOf } from './page.ts'
import { depositRow, noteOf, paymentRow, snapshotRow } from './rows.ts'
import { earlierOf, type Search, searchOf } from './search.ts'
import { turnedElsewhere } from './turned.ts'
import { isRecorded, unrecordedIn } from './unrecorded.ts'

/*
 * History is what the service has recorded (snapshots), and at their times the payments that got no record. In front of it stands what
 * is on its way: deposits with too few confirmations and payments whose signed bytes are out.
 */

const OUT_STATES = ['signed', 'sent', 'accepted'] as const

/** What is on its way, newest first: it stands before the first page of history, however long ago it was signed. */
function earlyRows(runtime: ApprovalsDesk, holder: HolderId, search: Search): ActivityRow[] {
  const { cache, intents } = runtime.store
  const paying = intents.payments
    .list({ holder, states: OUT_STATES })
    .filter((payment) => !isRecorded(payment, cache))
    .map((payment) => [payment, paymentRow(payment, runtime)] as const)
    .filter(isWanted(runtime, search))
    .map(([, row]) => row)
  return [...paying, ...arrivingRows(runtime, holder, search)].sort(byTime)
}

type PaymentRow = readonly [payment: PaymentSummary, row: ActivityRow]

const isWanted =
  (runtime: ApprovalsDesk, search: Search) =>
  ([payment, row]: PaymentRow): boolean =>
    search.passes(row, othersIn(payment, runtime))

/** What was cancelled, where that is searched. */
function cancelledIn(runtime: ApprovalsDesk, holder: HolderId, search: Search): PaymentSummary[] {
  if (!search.cancelled) return []
  const wanted = isWanted(runtime, search)
  return cancelledOf(runtime.store.intents, holder, (payment) => wanted([payment, paymentRow(payment, runtime)]))
}

/** Of a group, where that is searched: its requests that ended unpaid, and what was cancelled before anybody was asked. */
function endedRows(runtime: ApprovalsDesk, holder: Holder, search: Search): ActivityRow[] {
  if (!search.cancelled && !search.failed) return []
  const requests = endedRequests(runtime, holder)
  // A request and the payment that asked for it are one, whose time is the request's.
  const known = new Set(requests.map(({ row }) => row.id))
  const cancelled = cancelledIn(runtime, holder.id, search).filter((payment) => !known.has(subjectOfPayment(payment)))
  return [
    ...requests.flatMap(({ row, others }) => (search.passes(row, others) ? [row] : [])),
    ...cancelled.map((payment) => paymentRow(payment, runtime)),
  ]
}

/** What is over: recorded, or a payment that ended and of which there is no record. */
function settledIn(
  runtime: ApprovalsDesk,
  holder: HolderId,
  asked: {
    readonly search: Search
    readonly history: SnapshotFilter | null
    readonly limit: number
    readonly also: readonly Hash[]
  },
): Parameters<typeof pageOf>[0] {
  const { search, history, limit, also } = asked
  const wanted = isWanted(runtime, search)
  return {
    recorded(place) {
      if (history === null) return { rows: [], cursor: null, until: null }
      const filter = { ...history, to: earlierOf(history.to ?? null, place.to) }
      const { snapshots, ...end } = runtime.store.cache.snapshots.list({ filter, cursor: place.history, limit, also })
      return { rows: snapshots.map((snapshot) => snapshotRow(snapshot, runtime)), ...end }
    },
    payments: [...unrecordedIn(runtime.store).of(holder), ...cancelledIn(runtime, holder, search)],
    untold: history === null ? [] : turnedElsewhere(runtime).filter((each) => search.passes(each)),
    row(payment) {
      const row = paymentRow(payment, runtime)
      return wanted([payment, row]) ? row : undefined
    },
  }
}

/** In a list about one person, with what of payments to several went there. */
function withShares(
  rows: readonly ActivityRow[],
  opponent: UserId | null,
  runtime: ApprovalsDesk,
): readonly ActivityRow[] {
  if (opponent === null) return rows
  const shares = sharesOf(opponent, runtime)
  return rows.map((row) => {
    const share = row.hash === null ? undefined : shares.get(row.hash)
    return share?.assetId === row.asset.assetId ? { ...row, share: toAmount(-share.amount) } : row
  })
}

/** Newest first. */
const arrivingRows = (runtime: ApprovalsDesk, holder: HolderId, search: Search): ActivityRow[] =>
  runtime.store.cache.deposits
    .listPending(holder)
    .map((deposit) => depositRow(deposit, runtime))
    .filter((row) => search.passes(row))

export function activityCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'activity'> {
  return {
    async 'activity.list'({ account, holder: id, filter, cursor, limit }) {
      const runtime = runtimes.any(account)
      const holder = runtime.holder(id)
      const search = searchOf(filter, (row) => noteOf(runtime, row))
      if (holder.members.length > 1) {
        // A group's payments that are not out yet stand among the requests.
        const arriving = cursor === null ? arrivingRows(runtime, holder.id, search) : []
        const over = [...groupRows(runtime, holder, search.passes), ...endedRows(runtime, holder, search)]
        const page = pageIn(over, { cursor, limit })
        return { rows: withThen(runtime, [...arriving, ...page.rows]), cursor: page.cursor }
      }
      const early = cursor === null ? earlyRows(runtime, holder.id, search) : []
      const { history } = search
      const row = (snapshot: Snapshot) => snapshotRow(snapshot, runtime)
      const about = { opponent: filter.opponent, words: search.names }
      const also = [
        ...batchesWanted(about, runtime, { row, passes: search.passes }),
        ...itemsWanted(search, runtime, row),
      ]
      const page = pageOf(settledIn(runtime, holder.id, { search, history, limit, also }), { cursor, limit })
      const rows = [...early, ...withShares(page.rows, filter.opponent, runtime)]
      return { rows: withThen(runtime, rows), cursor: page.cursor }
    },

    async 'activity.read'({ account, holder, id: asked }) {
      const runtime = runtimes.any(account)
      // A deposit that came while somebody looked at it is looked at on.
      const id = confirmedId(runtime, asked) ?? asked
      const owner = runtime.holder(holder)
      const isOfGroup = owner.members.length > 1 && /^[ort]:/.test(id)
      const detail = isOfGroup ? groupDetail(runtime, owner, id) : detailOf(runtime, owner.id, id)
      if (detail.row.inscription !== null) meetItems(runtime, [detail.row.inscription])
      return detail
    },
  }
}
