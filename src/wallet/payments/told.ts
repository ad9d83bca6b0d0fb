import type { Hash } from '#contract/domain'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore } from '#store'
import { saysNone } from '../shared/none.ts'

interface Parts {
  readonly remote: Remote
  readonly store: Pick<AccountStore, 'cache'>
  readonly line: CallOptions
}

/** So many entries of one transaction are asked for: a history can hold more of it than there ever were. */
const ASKED_MOST = 4

/** The history that is known here has it. */
export const isInHistory = ({ cache }: Parts['store'], hash: Hash): boolean =>
  cache.snapshots.byTransaction(hash).length > 0

/**
 * Whether the service tells of a transaction in its history, asked now: what is known of a history stays, also what was never so. Throws what asking
 * throws.
 */
export async function isTold({ remote, store, line }: Parts, hash: Hash): Promise<boolean> {
  for (const { snapshot_id: id } of store.cache.snapshots.byTransaction(hash).slice(0, ASKED_MOST)) {
    const read = await remote.call('snapshots.read', { params: { id } }, line).catch((error: unknown) => {
      if (!saysNone(error)) throw error
      return null
    })
    if (read?.transaction_hash === hash) return true
  }
  return false
}
