import type { Hash, OutputId } from '#contract/domain'
import type { Database } from '../../database.ts'
import {
  amountColumns,
  amountOf,
  bytesOf,
  codeIn,
  hexOf,
  joinedHex,
  memberOf,
  orNull,
  splitHex,
  uuidBytes,
  uuidOf,
} from '../../encoding.ts'
import { jsonOf } from '../../exact-json.ts'
import { isSealed, sealedInsert } from '../../sealed.ts'
import { jsonIn } from '../../stored.ts'
import { type PaymentInput, type PaymentOutput, ROLES } from '../payment.ts'

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

/** Inputs and outputs of transactions, by the transaction's row. */
export function openPartRows(db: Database) {
  const insertInput = sealedInsert(db, 'payment_inputs')
  const insertOutput = sealedInsert(db, 'payment_outputs')
  const clearInputs = db.prepare('DELETE FROM payment_inputs WHERE transaction_row = ?')
  const clearOutputs = db.prepare('DELETE FROM payment_outputs WHERE transaction_row = ?')
  const inputsOf = db.prepare<InputRow>('SELECT * FROM payment_inputs WHERE transaction_row = ? ORDER BY position')
  const outputsOf = db.prepare<OutputRow>('SELECT * FROM payment_outputs WHERE transaction_row = ? ORDER BY position')
  return {
    inputRows: (transaction: bigint): InputRow[] => inputsOf.all(transaction),
    /** As they are to be shown or sent: a row that does not carry its checksum is `store.damaged`. */
    readInputs: (transaction: bigint): PaymentInput[] =>
      inputsOf.all(transaction).map((row) => {
        if (!isSealed('payment_inputs', row)) throw db.damaged('transaction input')
        return decodeInput(row)
      }),
    readOutputs: (transaction: bigint): PaymentOutput[] =>
      outputsOf.all(transaction).map((row) => {
        if (!isSealed('payment_outputs', row)) throw db.damaged('transaction output')
        return decodeOutput(db, row)
      }),
    inputs: (transaction: bigint): PaymentInput[] => inputsOf.all(transaction).map(decodeInput),
    outputs: (transaction: bigint): PaymentOutput[] => outputsOf.all(transaction).map((row) => decodeOutput(db, row)),

    replaceInputs(transaction: bigint, inputs: readonly PaymentInput[]): void {
      clearInputs.run(transaction)
      inputs.forEach((input, at) => {
        const { units, large } = amountColumns(input.amount)
        insertInput([
          ...[transaction, BigInt(at), uuidBytes(input.outputId), bytesOf(input.hash), BigInt(input.index)],
          ...[units, large, bytesOf(input.mask), joinedHex(input.keys)],
        ])
      })
    },
    replaceOutputs(transaction: bigint, outputs: readonly PaymentOutput[]): void {
      clearOutputs.run(transaction)
      outputs.forEach((output, at) => {
        const { units, large } = amountColumns(output.amount)
        insertOutput([
          ...[transaction, BigInt(at), codeIn(ROLES, output.role), jsonOf(output.payee), units, large],
          ...[BigInt(output.threshold), orNull(output.hint, uuidBytes)],
          ...[orNull(output.keys, ({ mask }) => bytesOf(mask)), orNull(output.keys, ({ keys }) => joinedHex(keys))],
          orNull(output.script, bytesOf),
        ])
      })
    },
  }
}

export type PartRows = ReturnType<typeof openPartRows>

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

function decodeOutput(db: Database, row: OutputRow): PaymentOutput {
  return {
    role: memberOf(ROLES, row.role),
    payee: jsonIn(db, 'payee', row.payee),
    amount: amountOf(row.units, row.large),
    threshold: Number(row.threshold),
    hint: orNull(row.hint, (bytes) => uuidOf(bytes)),
    keys: row.mask === null || row.keys === null ? null : { mask: hexOf(row.mask), keys: splitHex(row.keys) },
    script: orNull(row.script, (bytes) => hexOf(bytes)),
  }
}
