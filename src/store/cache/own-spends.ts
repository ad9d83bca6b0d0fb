import type { Hash, Nanos, OutputId } from '#contract/domain'
import type { Database, Value } from '../database.ts'
import { bytesOf, uuidBytes } from '../encoding.ts'
import { isSealed, sealedInsert } from '../sealed.ts'
import { AT, SPENT } from './output-row.ts'

/** Outputs that final transactions of this wallet spent; rows are only ever added. */
export function openOwnSpends(db: Database) {
  const add = sealedInsert(db, 'own_spends', 'ON CONFLICT DO NOTHING')
  const read = db.prepare<{ transaction_hash: Buffer; at: bigint; seal: bigint }>(
    'SELECT * FROM own_spends WHERE output_id = ?',
  )
  const first = db.prepare('SELECT 1 FROM own_spends LIMIT 1')
  const find = (id: Value) => {
    const row = read.get(id)
    if (row !== undefined && !isSealed('own_spends', row)) throw db.damaged('own spend')
    return row
  }
  return {
    any: (): boolean => first.get() !== undefined,
    has: (id: OutputId): boolean => find(uuidBytes(id)) !== undefined,
    add: (id: OutputId, transaction: Hash, at: Nanos): void => void add([uuidBytes(id), bytesOf(transaction), at]),
    /** What we spent stays spent, with our own transaction as the reason, even when the service forgets. */
    keep(values: Value[]): void {
      const spend = find(values[AT.id] ?? null)
      if (spend === undefined) return
      values[AT.state] = SPENT
      values[AT.signedBy] = spend.transaction_hash
      values[AT.spentAt] = spend.at
    },
  }
}

export type OwnSpends = ReturnType<typeof openOwnSpends>
