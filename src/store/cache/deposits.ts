import type { HolderId, Nanos, PendingDeposit } from '#contract/domain'
import type { Database } from '../database.ts'
import { nanos, uuidBytes } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'
import type { Progress } from './progress.ts'

/** Deposits on their way. The service drops them from its list once they are credited, so a list replaces the last. */
export function openDeposits(db: Database, progress: Progress) {
  const write = sealedWriter(db, 'pending_deposits', ['holder', 'deposit_id'])
  const remove = db.prepare('DELETE FROM pending_deposits WHERE holder = ? AND deposit_id = ?')
  const list = db.prepare<{ deposit_id: Buffer; record: string }>(
    'SELECT deposit_id, record FROM pending_deposits WHERE holder = ?',
  )
  return {
    /** Answers whether anything is different. */
    replacePending(holder: HolderId, deposits: readonly PendingDeposit[], at: Nanos): boolean {
      return db.transaction(() => {
        const ids = deposits.map((deposit) => uuidBytes(deposit.deposit_id))
        const gone = list.all(holder).filter((row) => !ids.some((id) => id.equals(row.deposit_id)))
        for (const row of gone) remove.run(holder, row.deposit_id)
        const different = deposits.map((deposit) => write([holder, uuidBytes(deposit.deposit_id), jsonOf(deposit)]))
        progress.set(`deposits:${holder}`, String(at))
        return gone.length > 0 || different.includes(true)
      })
    },
    /** Newest first. */
    listPending: (holder: HolderId): PendingDeposit[] =>
      db
        .readable('pending deposit', list.all(holder), (row) => fromJson<PendingDeposit>(row.record))
        .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0)),
    /** When the list was last read from the service. */
    readAt: (holder: HolderId): Nanos | null => {
      const at = progress.get(`deposits:${holder}`)
      return at === null ? null : nanos(BigInt(at))
    },
  }
}
