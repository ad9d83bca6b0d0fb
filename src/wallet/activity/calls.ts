import { v4 as uuid } from 'uuid'
import type { Hash, Holder, HolderId, Random, Snapshot, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { type ActivityDetail, type ActivityRow, type DraftView, type PartyView, sendForm } from '#contract/ipc'
import { isUuid, toAmount } from '#protocol'
import { type Draft, type PaymentSummary, readStored, type SnapshotFilter } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { shownIntent } from '../payments/intent.ts'
import { mainOf } from '../payments/review-checks.ts'
import { sharesOf } from '../payments/shares.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { subjectOfPayment } from '../shared/label-keys.ts'
import { shortHex } from '../shared/memo.ts'
import { fiatThen } from '../value/then.ts'
import { batchesWanted, othersIn, rowsOf } from './batches.ts'
import { cancelledOf, endedRequests } from './given-up.ts'
import { groupDetail, groupPage } from './groups.ts'
import { pageOf } from './page.ts'
import { depositRow, labelOf, noteOf, paymentOf, paymentRow, snapshotRow } from './rows.ts'
import { earlierOf, type Search, searchOf } from './search.ts'
import { isRecorded, unrecordedIn } from './unrecorded.ts'

/*
 * History is what the service has recorded (snapshots), and at their times the payments that got no record. In front of it stands what
 * is on its way: deposits with too few confirmations and payments whose signed bytes are out.
 */

const OUT_STATES = ['signed', 'sent', 'accepted'] as const

/** What is on its way, newest first, and what was cancelled where that is searched: it stands before the first page of history. */
function earlyRows(runtime: ApprovalsDesk, holder: HolderId, search: Search): ActivityRow[] {
  const { cache, intents } = runtime.store
  // What is out stands here however long ago it was signed.
  const out = intents.payments.list({ holder, states: OUT_STATES })
  const failed = unrecordedIn(runtime.store)
    .of(holder)
    .filter(({ state }) => state === 'failed')
  const payments = [...out.filter((payment) => !isRecorded(payment, cache)), ...failed]
  const paying = [
    ...payments.map((payment) => [payment, paymentRow(payment, runtime)] as const).filter(isWanted(runtime, search)),
    ...cancelledRows(runtime, holder, search),
  ].map(([, row]) => row)
  const arriving = arrivingRows(runtime, holder).filter((row) => search.passes(row))
  return [...paying, ...arriving].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

type PaymentRow = readonly [payment: PaymentSummary, row: ActivityRow]

const isWanted =
  (runtime: ApprovalsDesk, search: Search) =>
  ([payment, row]: PaymentRow): boolean =>
    search.passes(row, othersIn(payment, runtime))

/** What was cancelled, where that is searched. */
function cancelledRows(runtime: ApprovalsDesk, holder: HolderId, search: Search): PaymentRow[] {
  if (!search.cancelled) return []
  const wanted = isWanted(runtime, search)
  const rowOf = (payment: PaymentSummary): PaymentRow => [payment, paymentRow(payment, runtime)]
  return cancelledOf(runtime.store.intents, holder, (payment) => wanted(rowOf(payment))).map(rowOf)
}

/** Of a group, where that is searched: its requests that ended unpaid, and what was cancelled before anybody was asked. */
function endedRows(runtime: ApprovalsDesk, holder: Holder, search: Search): ActivityRow[] {
  if (!search.cancelled && !search.failed) return []
  const requests = endedRequests(runtime, holder).filter((row) => search.passes(row))
  const known = new Set(requests.map(({ id }) => id))
  const cancelled = cancelledRows(runtime, holder.id, search)
    .filter(([payment]) => !known.has(subjectOfPayment(payment)))
    .map(([, row]) => row)
  return [...requests, ...cancelled].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** What is over: recorded, or a payment that ended well and of which there is no record. */
function settledIn(
  runtime: ApprovalsDesk,
  holder: HolderId,
  asked: {
    readonly search: Search
    readonly history: SnapshotFilter
    readonly limit: number
    readonly also: readonly Hash[]
  },
): Parameters<typeof pageOf>[0] {
  const { search, history, limit, also } = asked
  const wanted = isWanted(runtime, search)
  return {
    recorded(place) {
      const filter = { ...history, to: earlierOf(history.to ?? null, place.to) }
      const { snapshots, ...end } = runtime.store.cache.snapshots.list({ filter, cursor: place.history, limit, also })
      return { rows: snapshots.map((snapshot) => snapshotRow(snapshot, runtime)), ...end }
    },
    payments: unrecordedIn(runtime.store)
      .of(holder)
      .filter(({ state }) => state === 'final'),
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
  { store }: ApprovalsDesk,
): readonly ActivityRow[] {
  if (opponent === null) return rows
  const shares = sharesOf(opponent, store)
  return rows.map((row) => {
    const share = row.hash === null ? undefined : shares.get(row.hash)
    return share?.assetId === row.asset.assetId ? { ...row, share: toAmount(-share.amount) } : row
  })
}

/** Newest first. */
const arrivingRows = (runtime: ApprovalsDesk, holder: HolderId): ActivityRow[] =>
  runtime.store.cache.deposits.listPending(holder).map((deposit) => depositRow(deposit, runtime))

function detailOf(runtime: ApprovalsDesk, holder: HolderId, id: string): ActivityDetail {
  const { cache, intents } = runtime.store
  const key = id.slice(2)
  if (id.startsWith('s:')) {
    const snapshot = cache.snapshots.get(key as Snapshot['snapshot_id']) // unknown ids give nothing
    if (snapshot !== undefined) return snapshotDetail(snapshot, runtime)
  }
  if (id.startsWith('p:')) {
    const payment = intents.payments.summary(key as PaymentSummary['id']) // unknown ids give nothing
    if (payment !== undefined) return paymentDetail(payment, runtime)
  }
  const deposit = cache.deposits.listPending(holder).find((each) => id === `d:${each.deposit_id}`)
  if (deposit === undefined) throw failure('remote.not_found', 'no such movement')
  return {
    ...rowThen(depositRow(deposit, runtime), runtime),
    memoHex: '',
    snapshotId: null,
    requestId: null,
    paymentId: null,
    note: labelOf(runtime, id).note,
    fee: null,
    deposit: {
      hash: deposit.transaction_hash,
      index: deposit.output_index,
      sender: deposit.sender,
      destination: deposit.destination,
      tag: deposit.tag,
    },
    withdrawal: null,
    paidBefore: null,
    rows: [],
  }
}

/** A row, and what it was worth when it happened. */
const rowThen = (row: ActivityRow, runtime: ApprovalsDesk) => ({ row, fiatThen: fiatThen(runtime, row) })

/** What a payment's own movement cost; the movement that pays it is that fee itself. */
function feeOf(payment: PaymentSummary, hash: Hash | null, { directory }: ApprovalsDesk): ActivityDetail['fee'] {
  const { fee } = shownIntent(payment)
  if (fee === null || hash !== (mainOf(payment)?.hash ?? null)) return null
  return { asset: directory.asset(fee.assetId), amount: fee.amount }
}

function snapshotDetail(snapshot: Snapshot, runtime: ApprovalsDesk): ActivityDetail {
  const payment = snapshot.amount < 0n ? paymentOf(snapshot, runtime) : undefined
  const { deposit, withdrawal, opponent_id: opponent } = snapshot
  const chain = payment === undefined ? undefined : shownIntent(payment).rows[0]?.payee
  const rows = rowsOf(payment, runtime)
  const row = snapshotRow(snapshot, runtime)
  return {
    ...rowThen(row, runtime),
    memoHex: shortHex(snapshot.memo),
    snapshotId: snapshot.snapshot_id,
    requestId: snapshot.request_id,
    paymentId: payment?.id ?? null,
    note: noteOf(runtime, row),
    fee: payment === undefined ? null : feeOf(payment, snapshot.transaction_hash, runtime),
    deposit:
      deposit === null
        ? null
        : {
            hash: deposit.deposit_hash,
            index: deposit.deposit_index,
            sender: deposit.sender,
            destination: deposit.destination,
            tag: deposit.tag,
          },
    withdrawal:
      withdrawal === null
        ? null
        : {
            hash: withdrawal.withdrawal_hash,
            receiver: withdrawal.receiver,
            tag: chain?.kind === 'chain' ? chain.tag : '',
          },
    paidBefore:
      opponent === null || rows.length > 0
        ? null
        : runtime.paymentSteps.paidBefore({ kind: 'user', userId: opponent }, null),
    rows,
  }
}

function paymentDetail(payment: PaymentSummary, runtime: ApprovalsDesk): ActivityDetail {
  const rows = rowsOf(payment, runtime)
  const payee = rows.length > 0 ? undefined : shownIntent(payment).rows[0]?.payee
  return {
    ...rowThen(paymentRow(payment, runtime), runtime),
    memoHex: shownIntent(payment).memoHex,
    snapshotId: null,
    requestId: payment.id,
    paymentId: payment.id,
    note: labelOf(runtime, subjectOfPayment(payment)).note,
    fee: feeOf(payment, mainOf(payment)?.hash ?? null, runtime),
    deposit: null,
    withdrawal: payee?.kind === 'chain' ? { hash: '', receiver: payee.destination, tag: payee.tag } : null,
    paidBefore: payee === undefined ? null : runtime.paymentSteps.paidBefore(payee, payment.assetId),
    rows,
  }
}

export function activityCalls(runtimes: Runtimes<ApprovalsDesk>, random: Random): CallsOf<'activity' | 'drafts'> {
  return {
    async 'activity.list'({ account, holder: id, filter, cursor, limit }) {
      const runtime = runtimes.any(account)
      const holder = runtime.holder(id)
      const search = searchOf(filter)
      if (holder.members.length > 1) {
        // A group's payments that are not out yet stand among the requests.
        const arriving = arrivingRows(runtime, holder.id).filter((row) => search.passes(row))
        const page = groupPage(runtime, holder, search.passes, { cursor, limit })
        const early = cursor === null ? [...arriving, ...endedRows(runtime, holder, search)] : []
        return { rows: [...early, ...page.rows], cursor: page.cursor }
      }
      const early = cursor === null ? earlyRows(runtime, holder.id, search) : []
      const { history } = search
      if (history === null) return { rows: early, cursor: null }
      const also = batchesWanted({ opponent: filter.opponent, words: search.names }, runtime, {
        row: (snapshot) => snapshotRow(snapshot, runtime),
        passes: search.passes,
      })
      const page = pageOf(settledIn(runtime, holder.id, { search, history, limit, also }), { cursor, limit })
      return { rows: [...early, ...withShares(page.rows, filter.opponent, runtime)], cursor: page.cursor }
    },

    async 'activity.read'({ account, holder, id }) {
      const runtime = runtimes.any(account)
      const owner = runtime.holder(holder)
      const isOfGroup = owner.members.length > 1 && /^[ort]:/.test(id)
      return isOfGroup ? groupDetail(runtime, owner, id) : detailOf(runtime, owner.id, id)
    },

    async 'drafts.list'({ account, holder }) {
      const runtime = runtimes.any(account)
      return runtime.store.intents.drafts
        .list(runtime.holder(holder).id)
        .flatMap((draft) => draftView(draft, runtime) ?? [])
    },

    async 'drafts.save'({ account, holder, draftId, form }) {
      const runtime = runtimes.any(account)
      const { drafts } = runtime.store.intents
      const owner = runtime.holder(holder).id
      // One of another owner's money stays theirs.
      const isOwn = draftId !== null && (drafts.get(draftId)?.holder ?? owner) === owner
      const id = isOwn ? draftId : uuid({ random: random(16) })
      const { savedAt } = drafts.save({ id, holder: owner, form })
      return { draftId: id, form, savedAt }
    },

    async 'drafts.remove'({ account, holder, draftId }) {
      const runtime = runtimes.any(account)
      const { drafts } = runtime.store.intents
      if (drafts.get(draftId)?.holder === runtime.holder(holder).id) drafts.remove(draftId)
      return null
    },
  }
}

/** Undefined for a form that cannot be read. */
function draftView({ id, form, savedAt }: Draft, runtime: ApprovalsDesk): DraftView | undefined {
  const read = readStored(sendForm, form)
  if (read === undefined) return undefined
  return { draftId: id, form: read, savedAt, party: knownAs(read.rows[0]?.to.trim() ?? '', runtime) }
}

/** The person of that number or id among those that were ever read. */
function knownAs(text: string, { store, directory }: ApprovalsDesk): PartyView | null {
  const found = [...(isUuid(text) ? store.cache.users.getMany([text as UserId]) : store.cache.users.search(text))]
  const user = found.find((one) => one.user_id === text || one.identity_number === text)
  return user === undefined ? null : { kind: 'user', user: directory.user(user.user_id) }
}
