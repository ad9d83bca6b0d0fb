import type { Hash, HolderId, Snapshot } from '#contract/domain'
import { failure } from '#contract/errors'
import type { ActivityDetail, ActivityRow } from '#contract/ipc'
import type { PaymentSummary } from '#store'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { type Foreign, feeBeside, foreignOf } from '../payments/foreign.ts'
import { shownIntent } from '../payments/intent.ts'
import { mainOf } from '../payments/review-checks.ts'
import { isTurned, subjectOfPayment } from '../shared/label-keys.ts'
import { shortHex } from '../shared/memo.ts'
import { fiatThen } from '../value/then.ts'
import { rowsOf } from './batches.ts'
import { subjectsOfPending } from './carried-words.ts'
import { depositRow, labelOf, noteOf, paymentOf, paymentRow, snapshotRow } from './rows.ts'
import { turnedElsewhere } from './turned.ts'

/** All that is known of a movement. Throws `remote.not_found`. */
export function detailOf(runtime: ApprovalsDesk, holder: HolderId, id: string): ActivityDetail {
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
  const turned = isTurned(id) ? turnedElsewhere(runtime).find((row) => row.id === id) : undefined
  if (turned !== undefined) return turnedDetail(turned, runtime)
  const deposit = cache.deposits.listPending(holder).find((each) => id === `d:${each.deposit_id}`)
  if (deposit === undefined) throw failure('remote.not_found', 'no such movement')
  return {
    ...rowThen(depositRow(deposit, runtime), runtime),
    memoHex: '',
    snapshotId: null,
    requestId: null,
    paymentId: null,
    note: labelOf(runtime, ...subjectsOfPending(deposit)).note,
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

const turnedDetail = (row: ActivityRow, runtime: ApprovalsDesk): ActivityDetail => ({
  ...rowThen(row, runtime),
  ...{ memoHex: '', snapshotId: null, requestId: null, paymentId: null, note: noteOf(runtime, row) },
  ...{ fee: null, deposit: null, withdrawal: null, paidBefore: null, rows: [] },
})

/** A row with what it was worth when it happened. */
const rowThen = (row: ActivityRow, runtime: ApprovalsDesk) => ({ row: { ...row, fiatThen: fiatThen(runtime, row) } })

/** What a payment's own movement cost; the movement that pays it is that fee itself. */
function feeOf(payment: PaymentSummary, hash: Hash | null, { directory }: ApprovalsDesk): ActivityDetail['fee'] {
  const { fee } = shownIntent(payment)
  if (fee === null || hash !== (mainOf(payment)?.hash ?? null)) return null
  return { asset: directory.asset(fee.assetId), amount: fee.amount }
}

function snapshotDetail(snapshot: Snapshot, runtime: ApprovalsDesk): ActivityDetail {
  const payment = snapshot.amount < 0n ? paymentOf(snapshot, runtime) : undefined
  const { deposit, withdrawal, opponent_id: opponent } = snapshot
  const foreign = payment === undefined ? foreignOf(runtime, snapshot) : undefined
  const rows = foreign === undefined ? rowsOf(payment, runtime) : foreignRows(foreign, runtime)
  const row = snapshotRow(snapshot, runtime)
  return {
    ...rowThen(row, runtime),
    memoHex: shortHex(snapshot.memo),
    snapshotId: snapshot.snapshot_id,
    requestId: snapshot.request_id,
    paymentId: payment?.id ?? null,
    note: noteOf(runtime, row),
    ...(payment === undefined
      ? foreignFee(row, foreign, runtime)
      : { fee: feeOf(payment, snapshot.transaction_hash, runtime) }),
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
    withdrawal: withdrawalOf(withdrawal, payment, foreign),
    paidBefore:
      opponent === null || rows.length > 0
        ? null
        : runtime.paymentSteps.paidBefore({ kind: 'user', userId: opponent }, null),
    rows,
  }
}

/** What a withdrawal cost that another computer made: nothing that was read yet says that it cost nothing. */
function foreignFee(
  { kind, asset, amount, hash }: ActivityRow,
  foreign: Foreign | undefined,
  runtime: ApprovalsDesk,
): Pick<ActivityDetail, 'fee' | 'feeUnknown'> {
  if (kind !== 'withdrawal' || amount >= 0n || hash === null) return { fee: null }
  if (foreign?.fee != null) return { fee: { asset, amount: foreign.fee } }
  const fee = feeBeside(runtime, hash)
  return fee === null ? { fee, feeUnknown: true } : { fee }
}

/** Of several who were paid, each with how often this wallet has paid them. */
const foreignRows = ({ rows }: Foreign, { paymentSteps }: ApprovalsDesk): ActivityDetail['rows'] =>
  rows.length < 2
    ? []
    : rows.map(({ party, amount }) => ({
        ...{ party, amount },
        paidBefore:
          party.kind === 'user' ? paymentSteps.paidBefore({ kind: 'user', userId: party.user.userId }, null) : null,
      }))

/** Where it went: as the service says, with the tag of this journal, or as the bytes say of what it did not make. */
function withdrawalOf(
  told: Snapshot['withdrawal'],
  payment: PaymentSummary | undefined,
  foreign: Foreign | undefined,
): ActivityDetail['withdrawal'] {
  const hash = told?.withdrawal_hash ?? ''
  if (foreign?.chain != null) return { hash, receiver: foreign.chain.destination, tag: foreign.chain.tag }
  const chain = payment === undefined ? undefined : shownIntent(payment).rows[0]?.payee
  return told === null ? null : { hash, receiver: told.receiver, tag: chain?.kind === 'chain' ? chain.tag : '' }
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
