import type { Hash, Nanos, OutputId } from '#contract/domain'
import type { Database, Value } from '../database.ts'
import { bytesOf, uuidBytes } from '../encoding.ts'
import { sealedInsert } from '../sealed.ts'
import { AT, SPENT } from './output-row.ts'

/** Outputs that final transactions of this wallet spent; rows are only ever added. */
export function openOwnSpends(db: Database) {
  const add = sealedInsert(db, 'own_spends', 'ON CONFLICT DO NOTHING')
  const find = db.prepare<{ transaction_hash: Buffer; at: bigint }>(
    'SELECT transaction_hash, at FROM own_spends WHERE output_id = ?',
  )
  const first = db.prepare('SELECT 1 FROM own_spends LIMIT 1')
  return {
    any: (): boolean => first.get() !== undefined,
    has: (id: OutputId): boolean => find.get(uuidBytes(id)) !== undefined,
    add: (id: OutputId, transaction: Hash, at: Nanos): void => void add([uuidBytes(id), bytesOf(transaction), at]),
    /** What we spent stays spent, with our own transaction as the reason, even when the service forgets. */
    keep(values: Value[]): void {
      const spend = find.get(values[AT.id] ?? null)
      if (spend === undefined) return
      values[AT.state] = SPENT
      values[AT.signedBy] = spend.transaction_hash
      values[AT.spentAt] = spend.at
    },
  }
}

export type OwnSpends = ReturnType<typeof openOwnSpends>
