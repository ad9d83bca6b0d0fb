import type { Database } from '../database.ts'
import { sealedInsert, sealedWriter } from '../sealed.ts'
import type { InputRow } from './payments/part-rows.ts'
import type { TransactionRow } from './payments/transaction-rows.ts'

/** What payments hold that make others impossible, beside what is held already. */
export function openVoidHolds(db: Database) {
  const insert = sealedInsert(db, 'void_holds')
  const find = db.prepare<{ payment: bigint }>('SELECT payment FROM void_holds WHERE output_id = ? AND depth = ?')
  const findFrom = db.prepare<{ payment: bigint }>(
    'SELECT payment FROM void_holds WHERE output_id = ? AND depth >= ? ORDER BY depth LIMIT 1',
  )
  const releaseAll = db.prepare('DELETE FROM void_holds WHERE payment = ?')
  const releaseOne = db.prepare('DELETE FROM void_holds WHERE output_id = ? AND payment = ?')
  return {
    hold(input: InputRow, transaction: TransactionRow, depth: bigint): void {
      insert([input.output_id, depth, transaction.payment, transaction.asset, input.units, input.large])
    },
    holder: (outputId: Buffer, depth: bigint): bigint | undefined => find.get(outputId, depth)?.payment,
    /** The same at that depth or, where nobody has it there, at the next greater one. */
    holderFrom: (outputId: Buffer, depth: bigint): bigint | undefined => findFrom.get(outputId, depth)?.payment,
    release: (payment: bigint): void => void releaseAll.run(payment),
    releaseOne: (outputId: Buffer, payment: bigint): void => void releaseOne.run(outputId, payment),
  }
}

interface VoidRow {
  readonly payment: Buffer
  readonly voids: Buffer
  readonly depth: bigint
}

/** Which payment is to make which other one impossible. */
export function openVoids(db: Database) {
  const write = sealedWriter(db, 'payment_voids', ['payment'])
  const find = db.prepare<VoidRow>('SELECT payment, voids, depth FROM payment_voids WHERE payment = ?')
  const of = db.prepare<VoidRow>('SELECT payment, voids, depth FROM payment_voids WHERE voids = ?')
  const remove = db.prepare('DELETE FROM payment_voids WHERE payment = ?')
  const depthOf = (payment: Buffer): bigint => find.get(payment)?.depth ?? 0n
  return {
    set: (payment: Buffer, voids: Buffer): void => void write([payment, voids, depthOf(voids) + 1n]),
    remove: (payment: Buffer): void => void remove.run(payment),
    /** 0 for an ordinary payment. */
    depthOf,
    /** What a payment is to make impossible. */
    target: (payment: Buffer): Buffer | undefined => find.get(payment)?.voids,
    /** The payments that are to make this one impossible. */
    against: (payment: Buffer): Buffer[] => of.all(payment).map((row) => row.payment),
  }
}
