import { failure } from '#contract/errors'
import { snapshotOf } from './files.ts'
import { INTENTS_MIGRATIONS } from './intents/intents.ts'
import { dropIncomplete } from './intents/merge.ts'
import { salvage } from './rebuild.ts'

/** What a snapshot of an account's journal has in it. */
interface SnapshotFacts {
  readonly payments: number
  /** Signed, and not known to be final or dead. */
  readonly open: number
  readonly plans: number
  readonly runs: number
  readonly drafts: number
  readonly labels: number
  readonly groups: number
  readonly addresses: number
}

type Identity = Readonly<Record<string, string>>

/**
 * A snapshot as a restore takes it: itself where all of its rows are whole, or else those that are, by way of a file at `path`. Throws
 * `store.damaged` where nothing of that account is found in it.
 */
export function soundOf(
  bytes: Uint8Array,
  identity: Identity,
  path: string,
): { readonly bytes: Uint8Array; readonly isWhole: boolean } {
  const found = salvage(bytes, { migrations: INTENTS_MIGRATIONS, identity })
  if (found === null) throw failure('store.damaged', 'journal gives nothing of this account')
  try {
    if (found.whole) return { bytes, isWhole: true }
    dropIncomplete(found.db)
    return { bytes: snapshotOf(found.db, path), isWhole: false }
  } finally {
    found.db.close()
  }
}

/** Reads a snapshot through, every row and its checksum, and changes nothing. Throws `store.damaged` if one is not whole. */
export function checkSnapshot(
  bytes: Uint8Array,
  identity: { readonly network: string; readonly account: string },
): SnapshotFacts {
  const found = salvage(bytes, { migrations: INTENTS_MIGRATIONS, identity })
  if (found === null || !found.whole) {
    found?.db.close()
    throw failure('store.damaged', 'snapshot is not whole')
  }
  const count = (sql: string): number =>
    Number(found.db.prepare<{ n: bigint }>(`SELECT count(*) AS n FROM ${sql}`).get()?.n ?? 0)
  try {
    return {
      payments: count('payments'),
      open: count('payments WHERE state BETWEEN 6 AND 8'),
      plans: count('plans WHERE detail IS NOT NULL'),
      // The wallet keeps each of them as a setting of its own.
      runs: count("settings WHERE key GLOB 'runs:*'"),
      drafts: count('drafts'),
      labels: count("labels WHERE label <> '' OR note <> '' OR tags IS NOT NULL"),
      groups: count('groups'),
      addresses: count('contact_addresses'),
    }
  } finally {
    found.db.close()
  }
}
