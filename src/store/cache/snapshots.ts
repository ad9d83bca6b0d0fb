import type { Hash, RequestId, Snapshot, SnapshotId } from '#contract/domain'
import type { Database, Value } from '../database.ts'
import { bytesOf, uuidBytes } from '../encoding.ts'
import { isSealed, sealedPlacing, sealedWriter } from '../sealed.ts'
import type { Assets } from './assets.ts'
import type { Dictionary } from './dictionary.ts'
import { openHistory, type SnapshotPage, type SnapshotQuery } from './history.ts'
import { sameValue } from './output-row.ts'
import type { Progress } from './progress.ts'
import { searchedText, tagsOf } from './search.ts'
import { AT, decodeSnapshot, encodeSnapshot, type SnapshotRow, snapshotValues } from './snapshot-row.ts'
import type { Users } from './users.ts'

interface SnapshotChanges {
  readonly inserted: readonly SnapshotId[]
  readonly changed: readonly SnapshotId[]
}

const CURSOR = 'snapshots'

export function openSnapshots(
  db: Database,
  parts: { dictionary: Dictionary; users: Users; assets: Assets; progress: Progress },
) {
  const { dictionary, progress } = parts
  const history = openHistory(db, parts)
  const insert = sealedPlacing(db, 'snapshots')
  const remove = db.prepare('DELETE FROM snapshots WHERE row = ?')
  const occupied = db.prepare('SELECT 1 FROM snapshots WHERE row = ?')
  const byId = db.prepare<SnapshotRow>('SELECT * FROM snapshots WHERE id = ?')
  const byHash = db.prepare<SnapshotRow>(`
    SELECT * FROM snapshots WHERE substr(transaction_hash, 1, 8) = ? AND transaction_hash = ? ORDER BY row`)
  const byRequest = db.prepare<SnapshotRow>(`
    SELECT * FROM snapshots WHERE request_id IS NOT NULL AND substr(request_id, 1, 8) = ? AND request_id = ? ORDER BY row`)
  const indexWords = db.prepare('INSERT OR REPLACE INTO snapshot_words (rowid, words, tags) VALUES (?, ?, ?)')
  const forgetWords = db.prepare('DELETE FROM snapshot_words WHERE rowid = ?')
  const readLabel = db.prepare<{ text: string; seal: bigint }>('SELECT * FROM label_texts WHERE subject = ?')
  const anyLabel = db.prepare('SELECT 1 FROM label_texts LIMIT 1')
  const writeLabel = sealedWriter(db, 'label_texts', ['subject'])
  const removeLabel = db.prepare('DELETE FROM label_texts WHERE subject = ?')
  const decode = (row: SnapshotRow): Snapshot => decodeSnapshot(row, dictionary, db)

  function freeRow(createdAt: bigint): bigint {
    let row = createdAt
    while (occupied.get(row) !== undefined) row += 1n
    return row
  }

  /** Answers what became of it. A snapshot whose time changed gets a new place. */
  function put(snapshot: Snapshot, labelled: boolean): 'inserted' | 'changed' | 'same' {
    const values = encodeSnapshot(snapshot, dictionary)
    const stored = byId.get(values[AT.id] ?? null)
    if (stored !== undefined) {
      const before = snapshotValues(stored)
      if (values.every((value, at) => sameValue(value, before[at] ?? null))) return 'same'
      remove.run(stored.row)
      forgetWords.run(stored.row)
    }
    const stays = stored !== undefined && stored.created_at === values[AT.createdAt]
    const row = stays ? stored.row : freeRow(snapshot.created_at)
    insert(row, values)
    index(row, values, snapshot, labelled)
    return stored === undefined ? 'inserted' : 'changed'
  }

  function index(row: bigint, values: readonly Value[], snapshot: Snapshot, labelled: boolean): void {
    const labels = labelled ? labelsOf(snapshot) : []
    const found = {
      person: (values[AT.opponent] ?? null) as bigint | null, // integer columns are encoded as bigint
      asset: values[AT.asset] as bigint, // as above
      class: values[AT.class] as bigint, // as above
    }
    indexWords.run(row, searchedText(snapshot, labels), tagsOf(found))
  }

  function labelsOf(snapshot: Snapshot): string[] {
    const subjects = [
      `s:${snapshot.snapshot_id}`,
      ...(snapshot.request_id === null ? [] : [`p:${snapshot.request_id}`]),
    ]
    return subjects.flatMap((subject) => {
      const row = readLabel.get(subject)
      if (row !== undefined && !isSealed('label_texts', row)) throw db.damaged('label')
      return row?.text ?? []
    })
  }

  return {
    /** A page of history and the place up to which it is now known, in one transaction. */
    applyPage(page: { snapshots: readonly Snapshot[]; cursor: string }): SnapshotChanges {
      return dictionary.write(() => {
        const labelled = anyLabel.get() !== undefined
        const inserted: SnapshotId[] = []
        const changed: SnapshotId[] = []
        for (const snapshot of page.snapshots) {
          const outcome = put(snapshot, labelled)
          if (outcome === 'inserted') inserted.push(snapshot.snapshot_id)
          else if (outcome === 'changed') changed.push(snapshot.snapshot_id)
        }
        progress.set(CURSOR, page.cursor)
        return { inserted, changed }
      })
    },

    /** The cursor of the last page; null before the first. */
    cursor: (): string | null => progress.get(CURSOR),

    get(id: SnapshotId): Snapshot | undefined {
      const row = byId.get(uuidBytes(id))
      return row === undefined ? undefined : decode(row)
    },

    byRequest(requestId: RequestId): Snapshot[] {
      const bytes = uuidBytes(requestId)
      return byRequest.all(bytes.subarray(0, 8), bytes).map(decode)
    },

    /** Rises whenever a snapshot came or changed. */
    version: (): number => db.version('snapshots'),

    byTransaction(hash: Hash): Snapshot[] {
      const bytes = bytesOf(hash)
      return byHash.all(bytes.subarray(0, 8), bytes).map(decode)
    },

    /** Newest first. Of several snapshots with one time, those that came later count as newer by a nanosecond. */
    list: (query: SnapshotQuery): SnapshotPage => history.list(query),

    /**
     * Makes a label's words findable. The labels themselves are rows of intents.db; a subject is `s:` and a snapshot
     * id, or `p:` and a payment's request id. Empty text forgets.
     */
    setLabelText(subject: string, text: string): void {
      dictionary.write(() => {
        if (text === '') removeLabel.run(subject)
        else writeLabel([subject, text])
        const id = uuidBytes(subject.slice(2))
        const rows = subject.startsWith('s:')
          ? [byId.get(id)]
          : subject.startsWith('p:')
            ? byRequest.all(id.subarray(0, 8), id)
            : []
        for (const row of rows) if (row !== undefined) index(row.row, snapshotValues(row), decode(row), true)
      })
    },
  }
}
