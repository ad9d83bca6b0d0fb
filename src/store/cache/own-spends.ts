import type { Hash, Nanos, OutputId } from '#contract/domain'
import type { Database, Value } from '../database.ts'
import { bytesOf, hexOf, uuidBytes } from '../encoding.ts'
import { isSealed, sealedInsert } from '../sealed.ts'
import { AT, SPENT } from './output-row.ts'

interface SpendRow {
  readonly transaction_hash: Buffer
  readonly at: bigint
  readonly seal: bigint
}

/** Outputs that final transactions of this wallet spent. */
export function openOwnSpends(db: Database) {
  const add = sealedInsert(db, 'own_spends', 'ON CONFLICT DO NOTHING')
  const read = db.prepare<SpendRow>('SELECT * FROM own_spends WHERE output_id = ?')
  const remove = db.prepare('DELETE FROM own_spends WHERE output_id = ? AND transaction_hash = ?')
  const first = db.prepare('SELECT 1 FROM own_spends LIMIT 1')
  const find = (id: Value) => {
    const row = read.get(id)
    if (row !== undefined && !isSealed('own_spends', row)) throw db.damaged('own spend')
    return row
  }
  /** Transactions whose coins the service has listed as open since. */
  const denied = new Set<Hash>()

  /** What we spent stays spent, with our own transaction as the reason, even when the service forgets. */
  function keep(values: Value[]): SpendRow | undefined {
    const spend = find(values[AT.id] ?? null)
    if (spend === undefined) return undefined
    values[AT.state] = SPENT
    values[AT.signedBy] = spend.transaction_hash
    values[AT.spentAt] = spend.at
    return spend
  }

  return {
    any: (): boolean => first.get() !== undefined,
    has: (id: OutputId): boolean => find(uuidBytes(id)) !== undefined,
    /** Of two that are called final for one coin the first is worth another look. */
    add(id: OutputId, transaction: Hash, at: Nanos): void {
      const before = find(uuidBytes(id))
      if (before !== undefined && hexOf(before.transaction_hash) !== transaction)
        denied.add(hexOf(before.transaction_hash))
      add([uuidBytes(id), bytesOf(transaction), at])
    },
    keep,
    /** The same for a coin that the service lists as open, which is noted. */
    keepListed(values: Value[]): void {
      const spend = keep(values)
      if (spend !== undefined) denied.add(hexOf(spend.transaction_hash))
    },
    deny: (transaction: Hash): void => void denied.add(transaction),
    /** What is noted, from now on forgotten until the service says it again. */
    takeDenied(): Hash[] {
      const all = [...denied]
      denied.clear()
      return all
    },
    remove: (id: OutputId, transaction: Hash): void => void remove.run(uuidBytes(id), bytesOf(transaction)),
  }
}

export type OwnSpends = ReturnType<typeof openOwnSpends>
