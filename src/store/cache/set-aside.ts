import type { HolderId, Nanos, Output, OutputId } from '#contract/domain'
import type { Database } from '../database.ts'
import { nanos, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
import { fromJson, jsonOf } from '../exact-json.ts'
import { sealedInsert } from '../sealed.ts'
import type { Dictionary } from './dictionary.ts'
import type { Doubt, Facts } from './facts.ts'

/** An output that is neither counted nor spent, with what differs. */
export interface SetAside {
  readonly outputId: OutputId
  readonly fields: readonly Doubt[]
  /** What was known first; null for one whose very first description cannot be true. */
  readonly kept: Facts | null
  readonly seen: Facts
  /** As it was first listed. */
  readonly record: Output
  readonly at: Nanos
}

interface Row {
  readonly output_id: Buffer
  readonly fields: string
  readonly kept: string | null
  readonly seen: string
  readonly record: string
  readonly at: bigint
}

/** Whoever tells what cannot be true may go on for ever, so only so many that were never known are kept of a holder. */
const NEVER_KNOWN_MOST = 1_000n

/** Outputs that were taken off the books; none as long as nobody lies. */
export function openSetAside(db: Database, dictionary: Dictionary) {
  const insert = sealedInsert(db, 'set_aside', 'ON CONFLICT DO NOTHING')
  const remove = db.prepare('DELETE FROM set_aside WHERE output_id = ?')
  const find = db.prepare<Row>('SELECT * FROM set_aside WHERE output_id = ?')
  const ofHolder = db.prepare<Row>('SELECT * FROM set_aside WHERE holder = ? ORDER BY at, output_id')
  const first = db.prepare('SELECT 1 FROM set_aside LIMIT 1')
  const neverKnown = db.prepare<{ count: bigint }>(
    'SELECT count(*) AS count FROM set_aside WHERE holder = ? AND kept IS NULL',
  )
  const decode = (row: Row): SetAside => ({
    outputId: uuidOf<OutputId>(row.output_id),
    fields: fromJson<Doubt[]>(row.fields),
    kept: row.kept === null ? null : fromJson<Facts>(row.kept),
    seen: fromJson<Facts>(row.seen),
    record: fromJson<Output>(row.record),
    at: nanos(row.at),
  })
  return {
    any: (): boolean => first.get() !== undefined,
    get: (id: OutputId): SetAside | undefined => orUndefined(find.get(uuidBytes(id)), decode),
    /** Part of a change of outputs; the first difference stays. */
    put(holder: bigint, aside: SetAside): void {
      const { outputId, fields, kept, seen, record, at } = aside
      if (kept === null && (neverKnown.get(holder)?.count ?? 0n) >= NEVER_KNOWN_MOST) return
      insert([
        ...[uuidBytes(outputId), holder, jsonOf(fields), kept === null ? null : jsonOf(kept), jsonOf(seen)],
        ...[jsonOf(record), at],
      ])
    },
    /** For an output whose first description could not be true, once a true one has come. */
    remove: (id: OutputId): void => void remove.run(uuidBytes(id)),
    list(holder: HolderId): SetAside[] {
      const row = dictionary.holderRow(holder)
      return row === undefined ? [] : ofHolder.all(row).map(decode)
    },
  }
}

export type SetAsides = ReturnType<typeof openSetAside>
