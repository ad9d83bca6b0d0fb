import { createHash } from 'node:crypto'
import type { AssetId, Hash, RequestId } from '#contract/domain'
import type { Database } from '../../database.ts'
import { bytesOf, hexOf, memberOf, nanos, orNull, splitHex, uuidBytes, uuidOf } from '../../encoding.ts'
import { isSealed, sealedInsert, sealedUpdate, sealedValues } from '../../sealed.ts'
import { jsonIn, valueIn } from '../../stored.ts'
import { conflict, type PaymentSummary, type PaymentTransaction, PURPOSES } from '../payment.ts'
import type { PartRows } from './part-rows.ts'

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

/** The one that is not dead, else the newest. SQLite takes ten times longer to prepare for sorting them than to find them. */
const foremost = (rows: readonly TransactionRow[]): TransactionRow | undefined =>
  rows.toSorted((a, b) => Number(a.dead - b.dead) || Number(b.row - a.row))[0]

/** Transactions of payments, each with its inputs and outputs. */
export function openTransactionRows(db: Database, parts: PartRows) {
  const insert = sealedInsert(db, 'payment_transactions')
  const update = sealedUpdate(db, 'payment_transactions')
  const drop = db.prepare('DELETE FROM payment_transactions WHERE payment = ?')
  const ofPayment = db.prepare<TransactionRow>('SELECT * FROM payment_transactions WHERE payment = ? ORDER BY position')
  const byRequest = db.prepare<TransactionRow>('SELECT * FROM payment_transactions WHERE request_id = ?')
  const byHash = db.prepare<TransactionRow>('SELECT * FROM payment_transactions WHERE hash IS NOT NULL AND hash = ?')
  const deadAmong = db.prepare<{ payment: bigint }>(`
    SELECT max(payment) AS payment FROM payment_transactions
    WHERE hash IS NOT NULL AND hash IN (SELECT unhex(value) FROM json_each(?)) GROUP BY hash HAVING min(dead) = 1`)
  const knownAmong = db.prepare<{ hash: Buffer }>(`
    SELECT DISTINCT hash FROM payment_transactions
    WHERE hash IS NOT NULL AND hash IN (SELECT unhex(value) FROM json_each(?)) AND dead = 0`)
  const finalSpends = db.prepare<{ hash: Buffer }>(`
    SELECT part.hash FROM payment_inputs AS input JOIN payment_transactions AS part ON part.row = input.transaction_row
    WHERE input.output_id = ? AND part.hash IS NOT NULL AND part.final_at IS NOT NULL`)
  // Most that two were to spend one of them gave up: of what is dead nothing more is read.
  const finalTwice = db.prepare<{ output_id: Buffer }>(`
    WITH twice AS MATERIALIZED (
      SELECT output_id FROM payment_inputs INDEXED BY payment_inputs_output GROUP BY output_id HAVING count(*) > 1)
    SELECT twice.output_id FROM twice
    CROSS JOIN payment_inputs AS input INDEXED BY payment_inputs_output ON input.output_id = twice.output_id
    CROSS JOIN payment_transactions AS part ON part.row = input.transaction_row
    WHERE part.dead = 0 AND part.hash IS NOT NULL AND part.final_at IS NOT NULL
    GROUP BY twice.output_id HAVING count(*) > 1`)
  const provedKeys = db.prepare<{ keys: Buffer }>(`
    SELECT input.keys FROM payment_inputs AS input JOIN payment_transactions AS part ON part.row = input.transaction_row
    WHERE input.output_id = ? AND part.record IS NOT NULL`)

  function readRaw(raw: Buffer | null, check: Buffer | null): string | null {
    if (raw === null) return null
    if (check === null || !checkOf(raw).equals(check)) throw db.damaged('transaction')
    return hexOf(raw)
  }

  return {
    find: (id: RequestId): TransactionRow | undefined => foremost(byRequest.all(uuidBytes(id))),
    findByHash: (hash: Hash): TransactionRow | undefined => foremost(byHash.all(bytesOf(hash))),
    /** The payments of those of some that ended before anything was signed, in one look at the index. */
    deadAmong: (hashes: readonly Hash[]): bigint[] =>
      deadAmong.all(JSON.stringify(hashes)).map(({ payment }) => payment),
    knownAmong: (hashes: readonly Hash[]): Hash[] =>
      knownAmong.all(JSON.stringify(hashes)).map(({ hash }) => hexOf<Hash>(hash)),
    of: (payment: bigint): TransactionRow[] => ofPayment.all(payment),
    read(row: TransactionRow): PaymentTransaction {
      if (!isSealed('payment_transactions', row)) throw db.damaged('transaction')
      return {
        requestId: uuidOf<RequestId>(row.request_id),
        purpose: memberOf(PURPOSES, row.purpose),
        assetId: uuidOf<AssetId>(row.asset),
        kernelAssetId: hexOf<Hash>(row.kernel),
        extra: hexOf(row.extra),
        references: splitHex<Hash>(row.refs),
        inputs: parts.readInputs(row.row),
        outputs: parts.readOutputs(row.row),
        hash: orNull(row.hash, (bytes) => hexOf<Hash>(bytes)),
        unsignedRaw: readRaw(row.raw, row.raw_check),
        signedRaw: readRaw(row.signed, row.signed_check),
        record: orNull(row.record, (text) => jsonIn(db, 'record of a transaction', text)),
        acceptedAt: orNull(row.accepted_at, nanos),
        finalAt: orNull(row.final_at, nanos),
        // Without it the proof is looked for again.
        conflict: orNull(row.conflict, (text) => valueIn(db, 'conflict of a transaction', text, conflict) ?? null),
      }
    },
    /** Without bytes, inputs and outputs. */
    summaries: (payment: bigint): PaymentSummary['transactions'] =>
      ofPayment.all(payment).map((row) => ({
        requestId: uuidOf<RequestId>(row.request_id),
        purpose: memberOf(PURPOSES, row.purpose),
        assetId: uuidOf<AssetId>(row.asset),
        hash: orNull(row.hash, (bytes) => hexOf<Hash>(bytes)),
        acceptedAt: orNull(row.accepted_at, nanos),
        finalAt: orNull(row.final_at, nanos),
      })),
    insert: (row: Omit<TransactionRow, 'row' | 'seal'>): void => void insert(sealedValues('payment_transactions', row)),
    save: (row: TransactionRow): void => update(row.row, sealedValues('payment_transactions', row)),
    /** Forgets those of a payment; answers how many there were. */
    drop: (payment: bigint): number => drop.run(payment),
    /** Outputs that more than one final transaction of this journal spends. */
    finalTwice: (): Buffer[] => finalTwice.all().map(({ output_id: id }) => id),
    /** Hashes of this journal's final transactions that spend an output. */
    finalSpends: (outputId: Buffer): Hash[] => finalSpends.all(outputId).map(({ hash }) => hexOf<Hash>(hash)),
    /** Keys of an output under which a transaction of this journal was to spend it, and was verified. */
    provedKeys: (outputId: Buffer): string[] => provedKeys.all(outputId).map(({ keys }) => splitHex(keys).join()),
  }
}

/** SHA-256 of raw bytes, kept beside them. */
const checkOf = (raw: Buffer): Buffer => createHash('sha256').update(raw).digest()

/** Raw bytes with the checksum that is verified whenever they are read. */
export function rawColumns(rawHex: string): { readonly raw: Buffer; readonly check: Buffer } {
  const raw = bytesOf(rawHex)
  return { raw, check: checkOf(raw) }
}
