import type { AssetId, Hash, HolderId, Nanos, RequestId } from '#contract/domain'
import type { Database } from '../database.ts'
import { codeIn, hexOf, nanos, orNull, uuidOf } from '../encoding.ts'
import type { Json } from '../exact-json.ts'
import { jsonIn } from '../stored.ts'
import { PURPOSES } from './payment.ts'

/** A payment that became final, as far as it teaches what was paid to whom. */
export interface Finished {
  /** Number of the journal's event; later ones are larger. */
  readonly event: bigint
  readonly id: RequestId
  readonly assetId: AssetId
  /** The transaction that paid; null where none is known. */
  readonly hash: Hash | null
  readonly detail: Json
  readonly at: Nanos
}

interface Row {
  readonly event: bigint
  readonly id: Buffer
  readonly asset: Buffer
  readonly hash: Buffer | null
  readonly detail: string
  readonly at: bigint
}

/** A payment that became final, or failed, or is final no more. */
export interface Ended {
  readonly event: bigint
  readonly id: RequestId
  readonly holder: HolderId
}

const NEVER = 2n ** 63n - 1n
/** Events of any kind that are looked through at once. */
const PAGE = 500n

const endedOf = (row: { readonly event: bigint; readonly id: Buffer; readonly holder: string }): Ended => ({
  event: row.event,
  id: uuidOf<RequestId>(row.id),
  holder: row.holder as HolderId, // stored from a HolderId
})

/** What the journal paid, in the order in which it became final. */
export function openFinished(db: Database) {
  const after = db.prepare<Row>(`
    SELECT e.row AS event, p.id, p.asset, p.detail, e.at, (
      SELECT t.hash FROM payment_transactions t WHERE t.payment = p.row ORDER BY t.purpose <> ${codeIn(PURPOSES, 'payment')}, t.position LIMIT 1
    ) AS hash
    FROM payment_events e JOIN payments p ON p.id = e.payment
    WHERE e.row > ? AND e.what = 'final'
    AND NOT EXISTS (
      SELECT 1 FROM payment_events f WHERE f.payment = e.payment AND f.row > e.row AND f.what IN ('final', 'final_denied'))
    ORDER BY e.row`)
  const endedAfter = db.prepare<{ event: bigint; id: Buffer; holder: string }>(`
    SELECT e.row AS event, p.id, p.holder FROM payment_events e JOIN payments p ON p.id = e.payment
    WHERE e.row > ? AND e.row <= ? AND e.what IN ('final', 'failed', 'final_denied') ORDER BY e.row`)
  const newestOf = db.prepare<{ at: bigint | null }>(
    'SELECT max(at) AS at FROM payment_events WHERE row > ? AND row <= ?',
  )
  const deniedAfter = db.prepare<{ row: bigint }>(
    `SELECT row FROM payment_events WHERE row > ? AND what = 'final_denied' LIMIT 1`,
  )
  const last = db.prepare<{ row: bigint | null }>('SELECT max(row) AS row FROM payment_events')
  return {
    /** The newest event of any kind. */
    last: (): bigint => last.get()?.row ?? 0n,
    /** What ended after an event, in that order. */
    endedAfter: (event: bigint): Ended[] => endedAfter.all(event, NEVER).map(endedOf),
    /** What ended since a time, newest first; with some from before. */
    *endedSince(time: bigint): Generator<Ended> {
      for (let to = last.get()?.row ?? 0n; to > 0n; to -= PAGE) {
        const newest = newestOf.get(to - PAGE, to)?.at ?? time
        if (newest < time) return
        yield* endedAfter
          .all(to - PAGE, to)
          .map(endedOf)
          .reverse()
      }
    },
    /** Whether since an event something was taken back that had been called final. */
    deniedAfter: (event: bigint): boolean => deniedAfter.get(event) !== undefined,
    /** Those after an event that are final still; all of them after 0. */
    after: (event: bigint): Finished[] =>
      after.all(event).map((row) => ({
        event: row.event,
        id: uuidOf<RequestId>(row.id),
        assetId: uuidOf<AssetId>(row.asset),
        hash: orNull(row.hash, hexOf<Hash>),
        detail: jsonIn(db, 'payment', row.detail),
        at: nanos(row.at),
      })),
  }
}
