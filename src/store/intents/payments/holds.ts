import type { AssetId, HolderId, OutputId, RequestId } from '#contract/domain'
import type { Database } from '../../database.ts'
import { amountOf, uuidOf } from '../../encoding.ts'
import { sealedInsert } from '../../sealed.ts'
import type { Hold } from '../payment.ts'
import { openVoidHolds } from '../void-rows.ts'
import type { InputRow, PartRows } from './part-rows.ts'
import type { TransactionRow } from './transaction-rows.ts'

interface HoldRow {
  output_id: Buffer
  id: Buffer
  asset: Buffer
  units: bigint
  large: Buffer
}

/** What live payments have set aside. Depth 0 is that of ordinary payments. */
export function openHolds(db: Database, parts: PartRows) {
  const voidHolds = openVoidHolds(db)
  const insert = sealedInsert(db, 'holds')
  const find = db.prepare<{ payment: bigint }>('SELECT payment FROM holds WHERE output_id = ?')
  const releaseAll = db.prepare('DELETE FROM holds WHERE payment = ?')
  const releaseOne = db.prepare('DELETE FROM holds WHERE output_id = ? AND payment = ?')
  const list = db.prepare<HoldRow>(`
    SELECT held.output_id, payments.id, held.asset, held.units, held.large
    FROM (SELECT output_id, payment, asset, units, large FROM holds
      UNION ALL SELECT output_id, payment, asset, units, large FROM void_holds AS beside
      WHERE NOT EXISTS (SELECT 1 FROM holds WHERE holds.output_id = beside.output_id)
      AND NOT EXISTS (SELECT 1 FROM void_holds WHERE output_id = beside.output_id AND depth < beside.depth)) AS held
    JOIN payments ON payments.row = held.payment
    WHERE ? IS NULL OR payments.holder = ? ORDER BY held.payment, held.output_id`)

  function holder(outputId: Buffer, depth: bigint): bigint | undefined {
    return depth === 0n ? find.get(outputId)?.payment : voidHolds.holder(outputId, depth)
  }
  function hold(input: InputRow, transaction: TransactionRow, depth: bigint): void {
    if (depth > 0n) voidHolds.hold(input, transaction, depth)
    else insert([input.output_id, transaction.payment, transaction.asset, input.units, input.large])
  }

  return {
    /** Which live payment has this output at a depth, as its row. */
    holder,
    /** The same at that depth or a greater one: what was to make a payment impossible keeps its coin where that has ended in another way. */
    holderFrom: (outputId: Buffer, depth: bigint): bigint | undefined =>
      (depth === 0n ? find.get(outputId)?.payment : undefined) ?? voidHolds.holderFrom(outputId, depth),
    /** Sets a transaction's inputs aside for its payment; what another payment has set aside at that depth is refused by the key. */
    holdInputs(transaction: TransactionRow, depth: bigint): void {
      for (const input of parts.inputRows(transaction.row)) hold(input, transaction, depth)
    },
    /** The same for those inputs that no other payment has set aside; for a journal that is brought back. */
    holdFreeInputs(transaction: TransactionRow, depth: bigint): void {
      for (const input of parts.inputRows(transaction.row)) {
        if (holder(input.output_id, depth) === undefined) hold(input, transaction, depth)
      }
    },
    release(payment: bigint): void {
      releaseAll.run(payment)
      voidHolds.release(payment)
    },
    releaseOne(outputId: Buffer, payment: bigint): void {
      releaseOne.run(outputId, payment)
      voidHolds.releaseOne(outputId, payment)
    },
    /** Each output once, by the payment that had it first. */
    list: (holderId: HolderId | null): Hold[] =>
      list.all(holderId, holderId).map((row) => ({
        outputId: uuidOf<OutputId>(row.output_id),
        paymentId: uuidOf<RequestId>(row.id),
        assetId: uuidOf<AssetId>(row.asset),
        amount: amountOf(row.units, row.large),
      })),
  }
}
