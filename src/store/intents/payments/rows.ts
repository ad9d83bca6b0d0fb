import type { AssetId, Hash, HolderId, RequestId } from '#contract/domain'
import { PAYMENT_STATES } from '#contract/wire'
import type { Database } from '../../database.ts'
import { amountOf, hexOf, memberOf, nanos, orNull, uuidBytes, uuidOf } from '../../encoding.ts'
import { isSealed, sealedAdding, sealedUpdate, sealedValues } from '../../sealed.ts'
import { jsonIn, valueIn } from '../../stored.ts'
import {
  KINDS,
  type Payment,
  type PaymentInput,
  type PaymentOutput,
  type PaymentSummary,
  problem,
  UNREADABLE,
} from '../payment.ts'
import { openHolds } from './holds.ts'
import { openPartRows } from './part-rows.ts'
import { openTransactionRows, type TransactionRow } from './transaction-rows.ts'

/*
 * Rows of the payment journal and their SQL. A row is read whole, changed, and written whole with its checksum. What is asked
 * for each payment or in each round names its index where SQLite would rather walk all rows.
 */

export interface PaymentRow {
  row: bigint
  id: Buffer
  holder: string
  kind: bigint
  state: bigint
  asset: Buffer
  units: bigint
  large: Buffer
  detail: string
  parts: bigint
  digest: Buffer | null
  attempts: bigint
  problem: string | null
  created_at: bigint
  updated_at: bigint
  approved_at: bigint | null
  signed_at: bigint | null
  sent_at: bigint | null
  accepted_at: bigint | null
  final_at: bigint | null
  seal: bigint
}

export function openPaymentRows(db: Database) {
  const parts = openPartRows(db)
  const transactions = openTransactionRows(db, parts)
  const holds = openHolds(db, parts)
  const lists = openLists(db)
  const insert = sealedAdding(db, 'payments')
  const update = sealedUpdate(db, 'payments')
  const byId = db.prepare<PaymentRow>('SELECT * FROM payments WHERE id = ?')
  const byRow = db.prepare<PaymentRow>('SELECT * FROM payments WHERE row = ?')
  const drop = db.prepare('DELETE FROM payments WHERE row = ?')

  const headOf = (row: PaymentRow): Omit<PaymentSummary, 'transactions'> => {
    if (!isSealed('payments', row)) throw db.damaged('payment')
    return decodeHead(db, row)
  }
  const summary = (row: PaymentRow): PaymentSummary => ({
    ...headOf(row),
    transactions: transactions.summaries(row.row),
  })

  return {
    find: (id: RequestId): PaymentRow | undefined => byId.get(uuidBytes(id)),
    findByRow: (row: bigint): PaymentRow | undefined => byRow.get(row),
    findByRequest: transactions.find,
    findByHash: transactions.findByHash,
    deadAmong: transactions.deadAmong,
    knownAmong: transactions.knownAmong,
    transactions: transactions.of,
    inputs: (transaction: TransactionRow): PaymentInput[] => parts.inputs(transaction.row),
    inputIds: (transaction: TransactionRow): Buffer[] =>
      parts.inputRows(transaction.row).map((input) => input.output_id),
    outputs: (transaction: TransactionRow): PaymentOutput[] => parts.outputs(transaction.row),
    read: (row: PaymentRow): Payment => ({
      ...headOf(row),
      transactions: transactions.of(row.row).map(transactions.read),
    }),

    summary,

    /** Newest first. */
    list: (query: ListQuery): PaymentSummary[] => lists.all(query).map(summary),
    /** Oldest first; with those whose description cannot be read, for they may belong to any run. */
    listOfRun: (run: string): PaymentSummary[] => lists.ofRun(run).map(summary),
    /** What was signed, or approved, since then, newest first. */
    listPaid: (query: PaidQuery): PaymentSummary[] => lists.paid(query).map(summary),
    listReferring: lists.referring,
    /** What failed after it was signed, newest first. */
    listFailed: (query: PageQuery): PaymentSummary[] => lists.failed(query).map(summary),

    insert: (row: Omit<PaymentRow, 'row' | 'seal'>): bigint => insert(sealedValues('payments', row)),
    save: (row: PaymentRow): void => update(row.row, sealedValues('payments', row)),
    insertTransaction: transactions.insert,
    saveTransaction: transactions.save,
    replaceInputs(transaction: TransactionRow, inputs: readonly PaymentInput[]): void {
      transaction.input_count = BigInt(inputs.length)
      parts.replaceInputs(transaction.row, inputs)
    },
    replaceOutputs(transaction: TransactionRow, outputs: readonly PaymentOutput[]): void {
      transaction.output_count = BigInt(outputs.length)
      parts.replaceOutputs(transaction.row, outputs)
    },
    /** Forgets a payment with all its parts; answers how many rows of it there were. */
    drop(payment: bigint): number {
      holds.release(payment)
      return transactions.drop(payment) + drop.run(payment)
    },

    holder: (outputId: Buffer, depth = 0n): bigint | undefined => holds.holder(outputId, depth),
    holderFrom: holds.holderFrom,
    holdInputs: holds.holdInputs,
    holdFreeInputs: holds.holdFreeInputs,
    release: holds.release,
    releaseOne: holds.releaseOne,
    holds: holds.list,
    finalSpends: transactions.finalSpends,
    finalTwice: transactions.finalTwice,
    provedKeys: transactions.provedKeys,
  }
}

export interface PageQuery {
  readonly holder: HolderId | null
  /** Rows below this one. */
  readonly before: bigint
  readonly limit: number
}

export interface PaidQuery {
  readonly holder: HolderId
  readonly assetId: AssetId
  readonly since: bigint
  /** A run whose payments are not wanted. */
  readonly otherThan: string | null
}

export interface ListQuery extends PageQuery {
  /** A bit for each wanted state. */
  readonly states: bigint
  /** Whether only live ones are wanted. */
  readonly live: boolean
}

function openLists(db: Database) {
  const any = db.prepare<PaymentRow>(`
    SELECT * FROM payments WHERE (? IS NULL OR holder = ?) AND row < ? AND (? >> state) & 1 ORDER BY row DESC LIMIT ?`)
  // Named, because the planner would rather walk down all payments than sort the few that are live.
  const live = db.prepare<PaymentRow>(`
    SELECT * FROM payments INDEXED BY payments_live WHERE state < 9 AND (? IS NULL OR holder = ?) AND row < ? AND (? >> state) & 1
    ORDER BY row DESC LIMIT ?`)
  const failed = db.prepare<PaymentRow>(`
    SELECT * FROM payments INDEXED BY payments_failed
    WHERE state = 11 AND signed_at IS NOT NULL AND (? IS NULL OR holder = ?) AND row < ? ORDER BY row DESC LIMIT ?`)
  const run = "CASE WHEN json_valid(detail) THEN json_extract(detail, '$.run.id') ELSE '' END"
  const ofRun = db.prepare<PaymentRow>(`
    SELECT * FROM payments INDEXED BY payments_run WHERE ${run} IN (?, '') AND ${run} IS NOT NULL ORDER BY row`)
  const paid = db.prepare<PaymentRow>(`
    SELECT * FROM payments INDEXED BY payments_paid
    WHERE holder = ? AND asset = ? AND coalesce(signed_at, final_at, approved_at) >= ? AND (? IS NULL OR ${run} IS NOT ?) ORDER BY row DESC`)
  const referring = db.prepare<Pick<PaymentRow, 'row' | 'id'>>(`
    SELECT row, id FROM payments
    WHERE row >= ? AND holder = ? AND CASE WHEN json_valid(detail) THEN json_array_length(detail, '$.references') END > 0
    ORDER BY row`)
  const newest = db.prepare<{ row: bigint | null }>('SELECT max(row) AS row FROM payments')
  return {
    /** The last one may have been dropped since, and another one have its place. */
    referring: (holder: string, from: bigint) => ({
      ids: referring.all(from, holder).map(({ id }) => uuidOf<RequestId>(id)),
      end: newest.get()?.row ?? 0n,
    }),
    paid: ({ holder, assetId, since, otherThan }: PaidQuery): PaymentRow[] =>
      paid.all(holder, uuidBytes(assetId), since, otherThan, otherThan),
    ofRun: (run: string): PaymentRow[] => ofRun.all(run),
    all: (query: ListQuery): PaymentRow[] =>
      (query.live ? live : any).all(query.holder, query.holder, query.before, query.states, query.limit),
    failed: (query: PageQuery): PaymentRow[] => failed.all(query.holder, query.holder, query.before, query.limit),
  }
}

/** Whether money is held or out is in columns: a description that cannot be read takes nothing of that away. */
function decodeHead(db: Database, row: PaymentRow): Omit<PaymentSummary, 'transactions'> {
  return {
    id: uuidOf<RequestId>(row.id),
    holder: row.holder as HolderId, // stored from a HolderId
    kind: memberOf(KINDS, row.kind),
    state: memberOf(PAYMENT_STATES, row.state),
    assetId: uuidOf<AssetId>(row.asset),
    amount: amountOf(row.units, row.large),
    detail: jsonIn(db, 'payment', row.detail),
    digest: orNull(row.digest, (bytes) => hexOf<Hash>(bytes)),
    attempts: Number(row.attempts),
    problem: orNull(row.problem, (text) => valueIn(db, 'problem of a payment', text, problem) ?? UNREADABLE),
    createdAt: nanos(row.created_at),
    updatedAt: nanos(row.updated_at),
    approvedAt: orNull(row.approved_at, nanos),
    signedAt: orNull(row.signed_at, nanos),
    sentAt: orNull(row.sent_at, nanos),
    acceptedAt: orNull(row.accepted_at, nanos),
    finalAt: orNull(row.final_at, nanos),
  }
}
