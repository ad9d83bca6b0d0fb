import type { AssetId, OutputId, RequestId } from '#contract/domain'
import { bytesOf, joinedHex, uuidBytes, uuidOf } from '../../encoding.ts'
import { type Hold, type Reservation, type TransactionPlan, UNSIGNED } from '../payment.ts'
import { type Journal, partOf } from './journal.ts'
import type { PaymentRow } from './rows.ts'
import type { TransactionRow } from './transaction-rows.ts'

/** Coins set aside for a payment that is not signed, and what it is to make of them. */
export function reserving({ rows, voids, transaction: atomically, known, advance }: Journal) {
  function plan(transaction: TransactionRow, wanted: TransactionPlan, depth: bigint): void {
    transaction.hash = transaction.raw = transaction.raw_check = null
    transaction.record = null
    if (wanted.extra !== undefined) transaction.extra = bytesOf(wanted.extra)
    if (wanted.references !== undefined) transaction.refs = joinedHex(wanted.references)
    rows.replaceInputs(transaction, wanted.inputs)
    rows.replaceOutputs(
      transaction,
      wanted.outputs.map((output) => ({ ...output, keys: null, script: null })),
    )
    rows.holdInputs(transaction, depth)
  }

  /**
   * What others hold. A payment that makes another one impossible may take what that one holds, and nothing that is held
   * beside it already.
   */
  function heldByOthers(row: PaymentRow, plans: readonly TransactionPlan[]): Hold[] {
    const depth = voids.depthOf(row.id)
    const target = voids.target(row.id)
    const voided = target === undefined ? undefined : rows.find(uuidOf<RequestId>(target))?.row
    return plans.flatMap(({ inputs }) =>
      inputs.flatMap((input) => {
        const bytes = uuidBytes(input.outputId)
        const below = depth === 0n ? undefined : rows.holder(bytes, depth - 1n)
        const owner = below !== undefined && below !== voided ? below : rows.holderFrom(bytes, depth)
        const other = owner === undefined || owner === row.row ? undefined : rows.findByRow(owner)
        if (other === undefined) return []
        const asset =
          rows.transactions(other.row).find((each) => holdsOutput(each, input.outputId))?.asset ?? other.asset
        const { outputId, amount } = input
        return [{ outputId, paymentId: uuidOf<RequestId>(other.id), assetId: uuidOf<AssetId>(asset), amount }]
      }),
    )
  }

  function holdsOutput(transaction: TransactionRow, outputId: OutputId): boolean {
    const wanted = uuidBytes(outputId)
    return rows.inputIds(transaction).some((id) => id.equals(wanted))
  }

  return {
    /**
     * Holds the inputs of every transaction and fixes its outputs. Allowed until something is signed; planning anew
     * gives up the inputs, bytes and approval of the plan before. Answers which outputs other live payments hold.
     */
    reserve(id: RequestId, plans: readonly TransactionPlan[]): Reservation {
      return atomically(() => {
        const held = heldByOthers(known(id), plans)
        if (held.length > 0) return { ok: false, reason: 'held', held }
        const payment = advance(id, UNSIGNED, (row, transactions) => {
          rows.release(row.row)
          const depth = voids.depthOf(row.id)
          for (const transaction of transactions) plan(transaction, partOf(plans, transaction), depth)
          row.digest = row.approved_at = null
          return 'reserved'
        })
        return { ok: true, payment }
      })
    },
  }
}
