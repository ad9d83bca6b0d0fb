import type { Hash, Nanos, UserId } from '#contract/domain'
import { decodeTransaction, OUTPUT, outputId, type Transaction } from '#protocol'
import { REFUSED, Refusal } from '../refusal.ts'
import { type LedgerHolder, readHolder } from './holders.ts'
import { moveItems } from './inscriptions.ts'
import { totalOf } from './kernel.ts'
import { insertSnapshot } from './snapshots.ts'
import type { World } from './world.ts'

/** A transaction that the kernel's rules have let through. */
export interface Accepted {
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
export function lockInputs(world: World, transaction: Transaction, hash: string, requestId: string): void {
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
  if (requestId !== null) lockInputs(world, transaction, hash, requestId)
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

interface WaitingRow {
  readonly hash: Hash
  readonly kind: string
  readonly asset: string
  readonly raw: string
  readonly holders: string
  readonly sender_id: bigint | null
}

/** The only member of a group of one. */
const onlyMember = (holder: LedgerHolder | null): UserId | null =>
  holder !== null && holder.members.length === 1 ? (holder.members[0] ?? null) : null

export function addToTotal(world: World, asset: string, change: { deposited?: bigint; withdrawn?: bigint }): void {
  const { deposited, withdrawn } = totalOf(world, asset)
  world.db.run(
    `INSERT INTO asset_total (asset, deposited, withdrawn) VALUES (?, ?, ?)
     ON CONFLICT (asset) DO UPDATE SET deposited = excluded.deposited, withdrawn = excluded.withdrawn`,
    asset,
    String(deposited + (change.deposited ?? 0n)),
    String(withdrawn + (change.withdrawn ?? 0n)),
  )
}

function insertOutputs(
  world: World,
  hash: string,
  { asset, outputs }: Transaction,
  holders: readonly unknown[],
  item: Hash | null,
): void {
  for (const [index, { type, amount, keys, mask, script }] of outputs.entries()) {
    if (type !== OUTPUT.script) continue
    const time = world.now()
    const holder = holders[index]
    world.db.run(
      `INSERT INTO output (output_id, transaction_hash, output_index, holder_id, asset, amount, type, mask, keys, script,
                           inscription_hash, state, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'unspent', ?, ?)`,
      outputId(hash, index),
      hash,
      index,
      typeof holder === 'number' ? BigInt(holder) : null,
      asset,
      String(amount),
      type,
      mask,
      JSON.stringify(keys),
      script,
      item,
      time,
      time,
    )
  }
}

/** One line for whoever paid, over all that left, and one for each output that somebody else received. */
function tell(
  world: World,
  row: WaitingRow,
  transaction: Transaction,
  holders: readonly (LedgerHolder | null)[],
): void {
  const sender = row.sender_id === null ? null : readHolder(world, row.sender_id)
  const payer = onlyMember(sender)
  const leaving = transaction.outputs.flatMap((output, index) => {
    const holder = holders[index] ?? null
    return sender !== null && holder?.id === sender.id ? [] : [{ output, index, receiver: onlyMember(holder) }]
  })
  const { hash, asset } = row
  if (payer !== null && leaving.length > 0) {
    const receivers = new Set(leaving.map(({ receiver }) => receiver))
    insertSnapshot(world, {
      kind: row.kind === 'withdrawal_submit' ? 'withdrawal' : 'snapshot',
      userId: payer,
      opponentId: receivers.size === 1 ? (leaving[0]?.receiver ?? null) : null,
      hash,
      outputIndex: null,
      asset,
      amount: -leaving.reduce((sum, { output }) => sum + output.amount, 0n),
    })
  }
  for (const { output, index, receiver } of leaving) {
    if (receiver === null) continue
    const kind = row.kind === 'deposit' ? 'deposit' : 'snapshot'
    const amount = output.amount
    insertSnapshot(world, { kind, userId: receiver, opponentId: payer, hash, outputIndex: index, asset, amount })
  }
}

function settle(world: World, row: WaitingRow): void {
  const transaction = decodeTransaction(row.raw)
  const holderIds = JSON.parse(row.holders) as (number | null)[] // written by `accept`
  const holders = holderIds.map((id) => (id === null ? null : readHolder(world, BigInt(id))))
  const time = world.now()
  for (const { hash, index } of transaction.inputs) {
    world.db.run(
      "UPDATE output SET state = 'spent', spent_at = ?, updated_at = ? WHERE transaction_hash = ? AND output_index = ?",
      time,
      time,
      hash,
      index,
    )
  }
  insertOutputs(world, row.hash, transaction, holderIds, moveItems(world, row.hash, transaction, holders))
  const submit = transaction.outputs.find(({ type }) => type === OUTPUT.withdrawalSubmit)
  if (submit !== undefined) {
    addToTotal(world, row.asset, { withdrawn: submit.amount })
    world.db.run(
      'INSERT INTO withdrawal (transaction_hash, asset_id, amount, destination, tag, final_height) VALUES (?, ?, ?, ?, ?, ?)',
      row.hash,
      world.catalog.asset(row.asset)?.assetId ?? '',
      String(submit.amount),
      submit.withdrawal?.address ?? '',
      submit.withdrawal?.tag ?? '',
      world.height(),
    )
  }
  for (const { deposit } of transaction.inputs) {
    if (deposit !== undefined) addToTotal(world, row.asset, { deposited: deposit.amount })
  }
  tell(world, row, transaction, holders)
  world.db.run(
    "UPDATE kernel_transaction SET state = 'final', final_at = ?, snapshot_hash = ? WHERE hash = ?",
    time,
    world.keys.derive(`snapshot:${row.hash}`),
    row.hash,
  )
}

/** Makes final, in their order, what was accepted at this time or before. Answers how many. */
export function settleUntil(world: World, time: Nanos): number {
  return world.db.transaction(() => {
    const rows = world.db.all<WaitingRow>(
      "SELECT hash, kind, asset, raw, holders, sender_id FROM kernel_transaction WHERE state = 'accepted' ORDER BY sequence",
    )
    const waits = new Set(
      world.db
        .all<{ hash: string }>("SELECT hash FROM kernel_transaction WHERE state = 'accepted' AND accepted_at > ?", time)
        .map(({ hash }) => hash),
    )
    let count = 0
    for (const row of rows) {
      // What came later never overtakes what it may refer to.
      if (waits.has(row.hash)) break
      settle(world, row)
      count += 1
    }
    return count
  })
}

/** When the oldest waiting transaction was accepted. */
export function oldestWaiting(world: World): Nanos | undefined {
  return world.db.get<{ accepted_at: Nanos }>(
    "SELECT accepted_at FROM kernel_transaction WHERE state = 'accepted' ORDER BY sequence LIMIT 1",
  )?.accepted_at
}
