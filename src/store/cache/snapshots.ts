import type { AssetId, Hash, Nanos, RequestId, Snapshot, SnapshotId } from '#contract/domain'
import type { Database } from '../database.ts'
import { amountOf, bytesOf, nanos, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
import type { Assets } from './assets.ts'
import { openDepartures } from './departures.ts'
import type { Dictionary } from './dictionary.ts'
import { openHistory, type SnapshotPage, type SnapshotQuery } from './history.ts'
import { openHistoryBlocks } from './history-blocks.ts'
import { openLabelTexts } from './label-texts.ts'
import { sameValue } from './output-row.ts'
import type { Progress } from './progress.ts'
import {
  AT,
  assetNamed,
  decodeSnapshot,
  encodeSnapshot,
  openNamed,
  type SnapshotRow,
  snapshotValues,
} from './snapshot-row.ts'
import type { Users } from './users.ts'

const CURSOR = 'snapshots'

type Named = Pick<SnapshotRow, 'asset' | 'claimed_asset'>

export function openSnapshots(
  db: Database,
  parts: { dictionary: Dictionary; users: Users; assets: Assets; progress: Progress },
) {
  const { dictionary, progress } = parts
  const labels = openLabelTexts(db)
  const blocks = openHistoryBlocks(db, labels)
  const history = openHistory(db, { ...parts, blocks, labels })
  const [byId, byHash, byRequest] = [
    openNamed(db, 'id'),
    openNamed(db, 'transaction_hash'),
    openNamed(db, 'request_id', 'request_id IS NOT NULL'),
  ]
  const plainSums = db.prepare<Named & { high: bigint; low: bigint }>(`
    SELECT asset, claimed_asset, sum(units >> 32) AS high, sum(units & 4294967295) AS low
    FROM snapshots WHERE created_at < ? AND inscription IS NULL AND large = x'' GROUP BY asset, claimed_asset`)
  const largeBefore = db.prepare<Named & { units: bigint; large: Buffer }>(
    "SELECT asset, claimed_asset, units, large FROM snapshots WHERE created_at < ? AND inscription IS NULL AND large <> x''",
  )
  const leaving = db.prepare<Pick<SnapshotRow, 'id' | 'created_at'>>(`
    SELECT id, created_at FROM snapshots INDEXED BY snapshots_leaving
    WHERE instr(withdrawal, '"withdrawal_hash":""') > 0 ORDER BY created_at DESC`)
  const find = (id: Uint8Array): SnapshotRow | undefined => byId(id)[0]
  /** Oldest first. SQLite would take longer to prepare for sorting them than to find them. */
  const findAll = (named: typeof byId, bytes: Uint8Array): SnapshotRow[] =>
    named(bytes).sort((a, b) => Number(a.created_at - b.created_at) || Number(a.row - b.row))
  const decode = (row: SnapshotRow): Snapshot => decodeSnapshot(row, dictionary, db)

  /** Answers what became of it. */
  function put(snapshot: Snapshot, labelled: boolean): 'inserted' | 'changed' | 'same' {
    const values = encodeSnapshot(snapshot, dictionary)
    const stored = find(values[AT.id] as Buffer) // as it is encoded
    if (stored !== undefined) {
      const before = snapshotValues(stored)
      if (values.every((value, at) => sameValue(value, before[at] ?? null))) return 'same'
      blocks.remove(stored.row)
    }
    blocks.add(values, labelled)
    return stored === undefined ? 'inserted' : 'changed'
  }

  return {
    /**
     * A page of history and the place up to which it is now known, in one transaction; `shared` as with outputs. Answers which of its
     * snapshots are new.
     */
    applyPage(page: { snapshots: readonly Snapshot[]; cursor: string; shared?: number }): readonly SnapshotId[] {
      const all = (): SnapshotId[] => {
        const labelled = labels.any()
        const outcomes = page.snapshots.map((snapshot) => put(snapshot, labelled))
        blocks.added(outcomes.filter((outcome) => outcome !== 'same').length)
        progress.set(CURSOR, page.cursor)
        return page.snapshots.flatMap(({ snapshot_id }, at) => (outcomes[at] === 'inserted' ? [snapshot_id] : []))
      }
      return page.shared === undefined ? dictionary.write(all) : dictionary.share(all, page.shared)
    },

    /** The cursor of the last page; null before the first. */
    cursor: (): string | null => progress.get(CURSOR),

    get: (id: SnapshotId): Snapshot | undefined => orUndefined(find(uuidBytes(id)), decode),

    byRequest: (requestId: RequestId): Snapshot[] => findAll(byRequest, uuidBytes(requestId)).map(decode),

    /** Rises whenever a snapshot came or changed. */
    version: (): number => db.version('snapshots'),

    /** What left for another chain and whose transaction there is not known yet, newest first. */
    leaving: (): Pick<Snapshot, 'snapshot_id' | 'created_at'>[] =>
      leaving.all().map((row) => ({ snapshot_id: uuidOf<SnapshotId>(row.id), created_at: nanos(row.created_at) })),

    /** What left, as it may have paid something. */
    departures: openDepartures(db),

    byTransaction: (hash: Hash): Snapshot[] => findAll(byHash, bytesOf(hash)).map(decode),

    /** Does a piece of what the first question would have to wait for; tells whether there is more. */
    prepare: (): boolean => blocks.prepare(),

    /**
     * What all before a time add up to of each asset, named as the snapshots themselves name it, collectibles apart. Summed by SQLite in two
     * halves, which cannot overflow.
     */
    sumsBefore(time: Nanos): ReadonlyMap<AssetId, bigint> {
      const sums = new Map<AssetId, bigint>()
      const add = (named: Named, amount: bigint): void => {
        const assetId = assetNamed(named, dictionary, db)
        sums.set(assetId, (sums.get(assetId) ?? 0n) + amount)
      }
      for (const { high, low, ...named } of plainSums.all(time)) add(named, (high << 32n) + low)
      for (const { units, large, ...named } of largeBefore.all(time)) add(named, amountOf(units, large))
      return sums
    },

    /** Newest first. Of several snapshots with one time, those that came later are newer. */
    list: (query: SnapshotQuery): SnapshotPage => history.list(query),

    /**
     * Makes a label's words findable. The labels themselves are rows of intents.db; a subject is `s:` and a snapshot
     * id, or `p:` and a payment's request id. Empty text forgets.
     */
    setLabelText(subject: string, text: string): void {
      dictionary.write(() => {
        if (!labels.set(subject, text)) return
        const id = uuidBytes(subject.slice(2))
        const named = subject.startsWith('s:') ? byId : subject.startsWith('p:') ? byRequest : null
        const rows = named === null ? [] : findAll(named, id)
        for (const row of rows) {
          blocks.remove(row.row)
          blocks.add(snapshotValues(row), true)
        }
      })
    },
  }
}
