import { createHash } from 'node:crypto'
import type { AssetId, Hash, HolderId, OutputId, RequestId } from '#contract/domain'
import {
  amountColumns,
  amountOf,
  bytesOf,
  codeIn,
  fromJson,
  hexOf,
  joinedHex,
  jsonOf,
  memberOf,
  nanos,
  orNull,
  seal,
  splitHex,
  uuidBytes,
  uuidOf,
} from '../columns.ts'
import type { Column, Database, Value } from '../database.ts'
import {
  type Conflict,
  type Hold,
  type Json,
  KINDS,
  type Payment,
  type PaymentInput,
  type PaymentOutput,
  type PaymentSummary,
  type PaymentTransaction,
  type Problem,
  PURPOSES,
  ROLES,
  STATES,
} from './payment.ts'
import { openVoidHolds } from './void-rows.ts'

/*
 * Rows of the payment journal and their SQL. A row is read whole, changed, and written whole with its checksum.
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

export interface TransactionRow {
  row: bigint
  payment: bigint
  position: bigint
  request_id: Buffer
  dead: bigint
  purpose: bigint
  asset: Buffer
  kernel: Buffer
  extra: Buffer
  refs: Buffer
  hash: Buffer | null
  raw: Buffer | null
  raw_check: Buffer | null
  signed: Buffer | null
  signed_check: Buffer | null
  record: string | null
  input_count: bigint
  output_count: bigint
  accepted_at: bigint | null
  final_at: bigint | null
  conflict: string | null
  seal: bigint
}

export interface InputRow {
  transaction_row: bigint
  position: bigint
  output_id: Buffer
  hash: Buffer
  output_index: bigint
  units: bigint
  large: Buffer
  mask: Buffer
  keys: Buffer
  seal: bigint
}

interface OutputRow {
  transaction_row: bigint
  position: bigint
  role: bigint
  payee: string
  units: bigint
  large: Buffer
  threshold: bigint
  hint: Buffer | null
  mask: Buffer | null
  keys: Buffer | null
  script: Buffer | null
  seal: bigint
}

interface HoldRow {
  output_id: Buffer
  id: Buffer
  asset: Buffer
  units: bigint
  large: Buffer
}

const PAYMENT_COLUMNS = [
  ...['id', 'holder', 'kind', 'state', 'asset', 'units', 'large', 'detail', 'parts', 'digest', 'attempts', 'problem'],
  ...['created_at', 'updated_at', 'approved_at', 'signed_at', 'sent_at', 'accepted_at', 'final_at'],
]
const TRANSACTION_COLUMNS = [
  ...['payment', 'position', 'request_id', 'dead', 'purpose', 'asset', 'kernel', 'extra', 'refs', 'hash'],
  ...[
    'raw',
    'raw_check',
    'signed',
    'signed_check',
    'record',
    'input_count',
    'output_count',
    'accepted_at',
    'final_at',
    'conflict',
  ],
]
const INPUT_COLUMNS = 'transaction_row, position, output_id, hash, output_index, units, large, mask, keys, seal'
const OUTPUT_COLUMNS = 'transaction_row, position, role, payee, units, large, threshold, hint, mask, keys, script, seal'

const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ')
const valuesOf = (row: PaymentRow | TransactionRow): Column[] => (Object.values(row) as Column[]).slice(1, -1) // members are columns

/** SHA-256 of raw bytes, kept beside them. */
const checkOf = (raw: Buffer): Buffer => createHash('sha256').update(raw).digest()

export function openPaymentRows(db: Database) {
  const insertPayment = db.prepare<{ row: bigint }>(`
    INSERT INTO payments (${PAYMENT_COLUMNS.join(', ')}, seal) VALUES (${marks(PAYMENT_COLUMNS.length + 1)}) RETURNING row`)
  const updatePayment = db.prepare(`
    UPDATE payments SET ${PAYMENT_COLUMNS.map((name) => `${name} = ?`).join(', ')}, seal = ? WHERE row = ?`)
  const insertTransaction = db.prepare(`
    INSERT INTO payment_transactions (${TRANSACTION_COLUMNS.join(', ')}, seal)
    VALUES (${marks(TRANSACTION_COLUMNS.length + 1)})`)
  const updateTransaction = db.prepare(`
    UPDATE payment_transactions SET ${TRANSACTION_COLUMNS.map((name) => `${name} = ?`).join(', ')}, seal = ? WHERE row = ?`)
  const insertInput = db.prepare(`INSERT INTO payment_inputs (${INPUT_COLUMNS}) VALUES (${marks(10)})`)
  const insertOutput = db.prepare(`INSERT OR REPLACE INTO payment_outputs (${OUTPUT_COLUMNS}) VALUES (${marks(12)})`)
  const clearInputs = db.prepare('DELETE FROM payment_inputs WHERE transaction_row = ?')
  const clearOutputs = db.prepare('DELETE FROM payment_outputs WHERE transaction_row = ?')
  const byId = db.prepare<PaymentRow>('SELECT * FROM payments WHERE id = ?')
  const byRow = db.prepare<PaymentRow>('SELECT * FROM payments WHERE row = ?')
  const transactionsOf = db.prepare<TransactionRow>(
    'SELECT * FROM payment_transactions WHERE payment = ? ORDER BY position',
  )
  const byRequest = db.prepare<TransactionRow>(
    'SELECT * FROM payment_transactions WHERE request_id = ? ORDER BY dead, row DESC LIMIT 1',
  )
  const byHash = db.prepare<TransactionRow>(
    'SELECT * FROM payment_transactions WHERE hash IS NOT NULL AND hash = ? ORDER BY dead, row DESC LIMIT 1',
  )
  const inputsOf = db.prepare<InputRow>('SELECT * FROM payment_inputs WHERE transaction_row = ? ORDER BY position')
  const outputsOf = db.prepare<OutputRow>('SELECT * FROM payment_outputs WHERE transaction_row = ? ORDER BY position')
  const list = db.prepare<PaymentRow>(`
    SELECT * FROM payments WHERE (? IS NULL OR holder = ?) AND row < ? AND (? >> state) & 1 ORDER BY row DESC LIMIT ?`)
  // Named, because the planner would rather walk down all payments than sort the few that are live.
  const listLive = db.prepare<PaymentRow>(`
    SELECT * FROM payments INDEXED BY payments_live WHERE state < 9 AND (? IS NULL OR holder = ?) AND row < ? AND (? >> state) & 1
    ORDER BY row DESC LIMIT ?`)
  const listFailed = db.prepare<PaymentRow>(`
    SELECT * FROM payments INDEXED BY payments_failed
    WHERE state = 11 AND signed_at IS NOT NULL AND (? IS NULL OR holder = ?) AND row < ? ORDER BY row DESC LIMIT ?`)
  const insertHold = db.prepare(
    'INSERT INTO holds (output_id, payment, asset, units, large, seal) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const findHold = db.prepare<{ payment: bigint }>('SELECT payment FROM holds WHERE output_id = ?')
  const voidHolds = openVoidHolds(db)
  const dropTransactions = db.prepare('DELETE FROM payment_transactions WHERE payment = ?')
  const dropPayment = db.prepare('DELETE FROM payments WHERE row = ?')
  const releaseAll = db.prepare('DELETE FROM holds WHERE payment = ?')
  const releaseHold = db.prepare('DELETE FROM holds WHERE output_id = ? AND payment = ?')
  const release = (payment: bigint): void => {
    releaseAll.run(payment)
    voidHolds.release(payment)
  }
  const holds = db.prepare<HoldRow>(`
    SELECT held.output_id, payments.id, held.asset, held.units, held.large
    FROM (SELECT output_id, payment, asset, units, large FROM holds
      UNION ALL SELECT output_id, payment, asset, units, large FROM void_holds AS beside
      WHERE NOT EXISTS (SELECT 1 FROM holds WHERE holds.output_id = beside.output_id)
      AND NOT EXISTS (SELECT 1 FROM void_holds WHERE output_id = beside.output_id AND depth < beside.depth)) AS held
    JOIN payments ON payments.row = held.payment
    WHERE ? IS NULL OR payments.holder = ? ORDER BY held.payment, held.output_id`)
  const finalSpends = db.prepare<{ hash: Buffer }>(`
    SELECT part.hash FROM payment_inputs AS input JOIN payment_transactions AS part ON part.row = input.transaction_row
    WHERE input.output_id = ? AND part.hash IS NOT NULL AND part.final_at IS NOT NULL`)

  function readRaw(raw: Buffer | null, check: Buffer | null): string | null {
    if (raw === null) return null
    if (check === null || !checkOf(raw).equals(check)) throw db.damaged('transaction')
    return hexOf(raw)
  }

  function readTransaction(row: TransactionRow): PaymentTransaction {
    if (seal(valuesOf(row)) !== row.seal) throw db.damaged('transaction')
    return {
      ...draftOf(row),
      inputs: inputsOf.all(row.row).map((input) => {
        if (!isIntact(input)) throw db.damaged('transaction input')
        return decodeInput(input)
      }),
      outputs: outputsOf.all(row.row).map((output) => {
        if (!isIntact(output)) throw db.damaged('transaction output')
        return decodeOutput(output)
      }),
      hash: orNull(row.hash, (bytes) => hexOf<Hash>(bytes)),
      unsignedRaw: readRaw(row.raw, row.raw_check),
      signedRaw: readRaw(row.signed, row.signed_check),
      record: row.record === null ? null : fromJson<Json>(row.record),
      acceptedAt: orNull(row.accepted_at, nanos),
      finalAt: orNull(row.final_at, nanos),
      conflict: row.conflict === null ? null : fromJson<Conflict>(row.conflict),
    }
  }

  function summary(row: PaymentRow): PaymentSummary {
    const transactions = transactionsOf.all(row.row).map((transaction) => ({
      requestId: uuidOf<RequestId>(transaction.request_id),
      purpose: memberOf(PURPOSES, transaction.purpose),
      assetId: uuidOf<AssetId>(transaction.asset),
      hash: orNull(transaction.hash, (bytes) => hexOf<Hash>(bytes)),
      acceptedAt: orNull(transaction.accepted_at, nanos),
      finalAt: orNull(transaction.final_at, nanos),
    }))
    return { ...headOf(row), transactions }
  }

  function headOf(row: PaymentRow): Omit<PaymentSummary, 'transactions'> {
    if (seal(valuesOf(row)) !== row.seal) throw db.damaged('payment')
    return {
      id: uuidOf<RequestId>(row.id),
      holder: row.holder as HolderId, // stored from a HolderId
      kind: memberOf(KINDS, row.kind),
      state: memberOf(STATES, row.state),
      assetId: uuidOf<AssetId>(row.asset),
      amount: amountOf(row.units, row.large),
      detail: fromJson<Json>(row.detail),
      digest: orNull(row.digest, (bytes) => hexOf<Hash>(bytes)),
      attempts: Number(row.attempts),
      problem: row.problem === null ? null : fromJson<Problem>(row.problem),
      createdAt: nanos(row.created_at),
      updatedAt: nanos(row.updated_at),
      approvedAt: orNull(row.approved_at, nanos),
      signedAt: orNull(row.signed_at, nanos),
      sentAt: orNull(row.sent_at, nanos),
      acceptedAt: orNull(row.accepted_at, nanos),
      finalAt: orNull(row.final_at, nanos),
    }
  }

  return {
    find: (id: RequestId): PaymentRow | undefined => byId.get(uuidBytes(id)),
    findByRow: (row: bigint): PaymentRow | undefined => byRow.get(row),
    findByRequest: (id: RequestId): TransactionRow | undefined => byRequest.get(uuidBytes(id)),
    findByHash: (hash: Hash): TransactionRow | undefined => byHash.get(bytesOf(hash)),
    transactions: (payment: bigint): TransactionRow[] => transactionsOf.all(payment),
    inputs: (transaction: TransactionRow): PaymentInput[] => inputsOf.all(transaction.row).map(decodeInput),
    inputIds: (transaction: TransactionRow): Buffer[] => inputsOf.all(transaction.row).map((input) => input.output_id),
    outputs: (transaction: TransactionRow): PaymentOutput[] => outputsOf.all(transaction.row).map(decodeOutput),
    read: (row: PaymentRow): Payment => ({
      ...headOf(row),
      transactions: transactionsOf.all(row.row).map(readTransaction),
    }),
    summary,

    /** Newest first. */
    list: (query: { holder: HolderId | null; before: bigint; states: bigint; live: boolean; limit: number }) =>
      (query.live ? listLive : list)
        .all(query.holder, query.holder, query.before, query.states, query.limit)
        .map(summary),

    /** What failed after it was signed, newest first. */
    listFailed: (query: { holder: HolderId | null; before: bigint; limit: number }) =>
      listFailed.all(query.holder, query.holder, query.before, query.limit).map(summary),

    insert(row: Omit<PaymentRow, 'row' | 'seal'>): bigint {
      const values = Object.values(row)
      const inserted = insertPayment.get(...values, seal(values))
      if (inserted === undefined) throw db.damaged('payment')
      return inserted.row
    },
    save: (row: PaymentRow): void => void updatePayment.run(...valuesOf(row), seal(valuesOf(row)), row.row),
    insertTransaction(row: Omit<TransactionRow, 'row' | 'seal'>): void {
      const values = Object.values(row)
      insertTransaction.run(...values, seal(values))
    },
    saveTransaction: (row: TransactionRow): void =>
      void updateTransaction.run(...valuesOf(row), seal(valuesOf(row)), row.row),

    replaceInputs(transaction: TransactionRow, inputs: readonly PaymentInput[]): void {
      clearInputs.run(transaction.row)
      transaction.input_count = BigInt(inputs.length)
      inputs.forEach((input, at) => {
        const { units, large } = amountColumns(input.amount)
        const values: Value[] = [
          ...[transaction.row, BigInt(at), uuidBytes(input.outputId), bytesOf(input.hash), BigInt(input.index)],
          ...[units, large, bytesOf(input.mask), joinedHex(input.keys)],
        ]
        insertInput.run(...values, seal(values))
      })
    },
    replaceOutputs(transaction: TransactionRow, outputs: readonly PaymentOutput[]): void {
      clearOutputs.run(transaction.row)
      transaction.output_count = BigInt(outputs.length)
      outputs.forEach((output, at) => {
        const { units, large } = amountColumns(output.amount)
        const values: Value[] = [
          ...[transaction.row, BigInt(at), codeIn(ROLES, output.role), jsonOf(output.payee), units, large],
          ...[BigInt(output.threshold), orNull(output.hint, uuidBytes)],
          ...[
            output.keys === null ? null : bytesOf(output.keys.mask),
            output.keys === null ? null : joinedHex(output.keys.keys),
          ],
          orNull(output.script, bytesOf),
        ]
        insertOutput.run(...values, seal(values))
      })
    },

    /** Which live payment has this output at a depth, as its row; 0 is that of ordinary payments. */
    holder: (outputId: Buffer, depth = 0n): bigint | undefined =>
      depth === 0n ? findHold.get(outputId)?.payment : voidHolds.holder(outputId, depth),
    /** Sets a transaction's inputs aside for its payment; what another payment has set aside at that depth is refused by the key. */
    holdInputs(transaction: TransactionRow, depth = 0n): void {
      for (const input of inputsOf.all(transaction.row)) {
        if (depth > 0n) voidHolds.hold(input, transaction, depth)
        else {
          const values = [input.output_id, transaction.payment, transaction.asset, input.units, input.large]
          insertHold.run(...values, seal(values))
        }
      }
    },
    /** The same for those inputs that no other payment has set aside; for a journal that is brought back. */
    holdFreeInputs(transaction: TransactionRow, depth: bigint): void {
      for (const input of inputsOf.all(transaction.row)) {
        if (depth > 0n) {
          if (voidHolds.holder(input.output_id, depth) === undefined) voidHolds.hold(input, transaction, depth)
        } else if (findHold.get(input.output_id) === undefined) {
          const values = [input.output_id, transaction.payment, transaction.asset, input.units, input.large]
          insertHold.run(...values, seal(values))
        }
      }
    },
    release,
    /** Forgets a payment with all its parts; answers how many rows of it there were. */
    drop(payment: bigint): number {
      release(payment)
      return dropTransactions.run(payment) + dropPayment.run(payment)
    },
    releaseOne(outputId: Buffer, payment: bigint): void {
      releaseHold.run(outputId, payment)
      voidHolds.releaseOne(outputId, payment)
    },
    /** Hashes of this journal's final transactions that spend an output. */
    finalSpends: (outputId: Buffer): Hash[] => finalSpends.all(outputId).map(({ hash }) => hexOf<Hash>(hash)),
    /** Each output once, by the payment that had it first. */
    holds: (holder: HolderId | null): Hold[] =>
      holds.all(holder, holder).map((row) => ({
        outputId: uuidOf<OutputId>(row.output_id),
        paymentId: uuidOf<RequestId>(row.id),
        assetId: uuidOf<AssetId>(row.asset),
        amount: amountOf(row.units, row.large),
      })),
  }
}

/** Raw bytes with the checksum that is verified whenever they are read. */
export function rawColumns(rawHex: string): { readonly raw: Buffer; readonly check: Buffer } {
  const raw = bytesOf(rawHex)
  return { raw, check: checkOf(raw) }
}

function isIntact(row: InputRow | OutputRow): boolean {
  const values = Object.values(row) as Column[] // members are columns
  return seal(values.slice(0, -1)) === row.seal
}

function draftOf(row: TransactionRow) {
  return {
    requestId: uuidOf<RequestId>(row.request_id),
    purpose: memberOf(PURPOSES, row.purpose),
    assetId: uuidOf<AssetId>(row.asset),
    kernelAssetId: hexOf<Hash>(row.kernel),
    extra: hexOf(row.extra),
    references: splitHex<Hash>(row.refs),
  }
}

function decodeInput(row: InputRow): PaymentInput {
  return {
    outputId: uuidOf<OutputId>(row.output_id),
    hash: hexOf<Hash>(row.hash),
    index: Number(row.output_index),
    amount: amountOf(row.units, row.large),
    mask: hexOf(row.mask),
    keys: splitHex(row.keys),
  }
}

function decodeOutput(row: OutputRow): PaymentOutput {
  return {
    role: memberOf(ROLES, row.role),
    payee: fromJson<Json>(row.payee),
    amount: amountOf(row.units, row.large),
    threshold: Number(row.threshold),
    hint: orNull(row.hint, (bytes) => uuidOf(bytes)),
    keys: row.mask === null || row.keys === null ? null : { mask: hexOf(row.mask), keys: splitHex(row.keys) },
    script: orNull(row.script, (bytes) => hexOf(bytes)),
  }
}
