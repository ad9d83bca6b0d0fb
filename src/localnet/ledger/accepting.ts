import type { Transaction } from '#protocol'
import { REFUSED, Refusal } from '../refusal.ts'
import type { LedgerHolder } from './holders.ts'
import type { World } from './world.ts'

/** A transaction that the kernel's rules have let through. */
interface Accepted {
  readonly hash: string
  readonly kind: string
  readonly raw: string
  readonly transaction: Transaction
  readonly holders: readonly (LedgerHolder | null)[]
  /** Null for the custodian. */
  readonly sender: LedgerHolder | null
  readonly requestId: string | null
}

/** Holds outputs for a transaction; whichever is held for another one already is refused with 10105. */
export function lockInputs(world: World, transaction: Transaction, hash: string, requestId: string | null): void {
  const time = world.now()
  for (const [input, { hash: spent, index }] of transaction.inputs.entries()) {
    const changed = world.db.run(
      `UPDATE output SET state = 'signed', locked_by = ?, locking_request = ?, signed_at = ?, updated_at = ?
       WHERE transaction_hash = ? AND output_index = ? AND (state = 'unspent' OR (state = 'signed' AND locked_by = ?))`,
      hash,
      requestId,
      time,
      time,
      spent,
      index,
      hash,
    )
    if (changed !== 1) throw new Refusal(REFUSED.outputLocked, 'Locked: an input is held by another one.', { input })
  }
}

/** Gives outputs back that were held for a transaction which is given up. */
export function unlockInputs(world: World, transaction: Transaction, hash: string): void {
  for (const { hash: spent, index } of transaction.inputs) {
    world.db.run(
      `UPDATE output SET state = 'unspent', locked_by = NULL, locking_request = NULL, signed_at = NULL, updated_at = ?
       WHERE transaction_hash = ? AND output_index = ? AND locked_by = ? AND state = 'signed'`,
      world.now(),
      spent,
      index,
      hash,
    )
  }
}

/** Takes a transaction: its one-time keys are used up for ever, and it becomes final in its turn. */
export function accept(world: World, accepted: Accepted): void {
  const { transaction, hash, requestId } = accepted
  // What the custodian brings in spends nothing that is here.
  if (transaction.inputs.every(({ deposit }) => deposit === undefined)) lockInputs(world, transaction, hash, requestId)
  for (const key of transaction.outputs.flatMap(({ keys }) => keys)) {
    world.db.run('INSERT INTO used_key (key, transaction_hash) VALUES (?, ?)', key, hash)
  }
  world.db.run(
    `INSERT INTO kernel_transaction (hash, sequence, kind, asset, extra, raw, holders, sender_id, request_id, state, accepted_at)
     VALUES (?, (SELECT coalesce(max(sequence), 0) + 1 FROM kernel_transaction), ?, ?, ?, ?, ?, ?, ?, 'accepted', ?)`,
    hash,
    accepted.kind,
    transaction.asset,
    transaction.extra,
    accepted.raw,
    JSON.stringify(accepted.holders.map((holder) => (holder === null ? null : Number(holder.id)))),
    accepted.sender?.id ?? null,
    requestId,
    world.now(),
  )
}
