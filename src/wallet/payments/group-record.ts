import type { MultisigRecord } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { CallOptions, Remote } from '#remote'

/**
 * A group's request by its id or hash. Its record does not say what became of the transaction, so once enough have signed
 * the transaction's own record is asked as well. Throws `remote.*`.
 */
export async function readGroupRecord(remote: Remote, id: string, line: CallOptions): Promise<MultisigRecord> {
  const record = await remote.call('multisigs.read', { params: { id } }, line)
  const isComplete = record.senders_threshold > 0 && record.signers.length >= record.senders_threshold
  if (!isComplete || record.revoked_by !== null || isFinal(record)) return record
  try {
    const sent = await remote.call('transactions.read', { params: { id: record.request_id } }, line)
    if (sent.transaction_hash !== record.transaction_hash) return record
    const { state, snapshot_id, snapshot_hash, snapshot_at } = sent
    return { ...record, state, snapshot_id, snapshot_hash, snapshot_at }
  } catch (error) {
    if (codeOf(error) !== 'remote.not_found' && codeOf(error) !== 'remote.forbidden') throw error
    return record
  }
}

/** Some services name state or snapshot in the group's record already. */
export function isFinal(record: MultisigRecord): boolean {
  return record.state === 'spent' || record.snapshot_hash !== null
}
