import type { Hash, Nanos, UserId } from '#contract/domain'
import { decodeTransaction, OUTPUT, outputId, type Transaction } from '#protocol'
import { type LedgerHolder, readHolder } from './holders.ts'
import { readInscription } from './inscribing.ts'
import { moveItems } from './inscriptions.ts'
import { totalOf } from './kernel.ts'
import { insertSnapshot } from './snapshots.ts'
import { noteWithdrawals } from './withdrawals.ts'
import type { World } from './world.ts'

interface WaitingRow {
  readonly hash: Hash
  readonly kind: string
  readonly asset: string
  readonly raw: string
  readonly holders: string
  readonly sender_id: bigint | null
  readonly request_id: string | null
  readonly accepted_at: Nanos
}

const COLUMNS = 'hash, kind, asset, raw, holders, sender_id, request_id, accepted_at'
/** What wallets make; the rest is brought in by the network itself. */
const OF_WALLETS: readonly string[] = ['script', 'withdrawal_submit']

/** Bytes that went to the kernel past the service are on the ledger and in nobody's history. */
const isIndexed = ({ kind, request_id }: WaitingRow): boolean => request_id !== null || !OF_WALLETS.includes(kind)

/** The only member of a group of one. */
const onlyMember = (holder: LedgerHolder | null): UserId | null =>
  holder !== null && holder.members.length === 1 ? (holder.members[0] ?? null) : null

function addToTotal(world: World, asset: string, change: { deposited?: bigint; withdrawn?: bigint }): void {
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
      // An item is carried by the first output of its transaction, whatever stands behind it.
      index === 0 ? item : null,
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
  if (submit !== undefined) addToTotal(world, row.asset, { withdrawn: submit.amount })
  noteWithdrawals(world, row.hash, transaction, holders)
  for (const { deposit } of transaction.inputs) {
    if (deposit !== undefined) addToTotal(world, row.asset, { deposited: deposit.amount })
  }
  if (isIndexed(row)) tell(world, row, transaction, holders)
  readInscription(world, row.hash, transaction)
  world.db.run(
    "UPDATE kernel_transaction SET state = 'final', final_at = ?, snapshot_hash = ? WHERE hash = ?",
    time,
    world.keys.derive(`snapshot:${row.hash}`),
    row.hash,
  )
}

/**
 * Makes final, in their order, all that was accepted. With a span of time, what was accepted within it waits, and so does what came later
 * than that. Answers how many.
 */
export function settleAccepted(world: World, waiting?: { readonly after: Nanos; readonly before: Nanos }): number {
  return world.db.transaction(() => {
    const rows = world.db.all<WaitingRow>(
      `SELECT ${COLUMNS} FROM kernel_transaction WHERE state = 'accepted' ORDER BY sequence`,
    )
    let count = 0
    for (const row of rows) {
      // What came later never overtakes what it may refer to.
      if (waiting !== undefined && row.accepted_at > waiting.after && row.accepted_at < waiting.before) break
      settle(world, row)
      count += 1
    }
    return count
  })
}

/** Makes one final out of turn that spends and refers to nothing that still waits. */
export function settleNow(world: World, hash: string): void {
  const row = world.db.get<WaitingRow>(
    `SELECT ${COLUMNS} FROM kernel_transaction WHERE hash = ? AND state = 'accepted'`,
    hash,
  )
  if (row === undefined) throw new Error('a transaction does not wait')
  settle(world, row)
}

/** When the oldest waiting transaction was accepted. */
export function oldestWaiting(world: World): Nanos | undefined {
  return world.db.get<{ accepted_at: Nanos }>(
    "SELECT accepted_at FROM kernel_transaction WHERE state = 'accepted' ORDER BY sequence LIMIT 1",
  )?.accepted_at
}
