import type { AssetId, Nanos } from '#contract/domain'
import { fromJson, nanos, uuidOf } from '../columns.ts'
import type { Database } from '../database.ts'
import type { Json } from './payment.ts'

/** A payment that became final, as far as it teaches what was paid to whom. */
export interface Finished {
  /** Number of the journal's event; later ones are larger. */
  readonly event: bigint
  readonly assetId: AssetId
  readonly detail: Json
  readonly at: Nanos
}

interface Row {
  readonly event: bigint
  readonly asset: Buffer
  readonly detail: string
  readonly at: bigint
}

/** What the journal paid, in the order in which it became final. */
export function openFinished(db: Database) {
  const after = db.prepare<Row>(`
    SELECT e.row AS event, p.asset, p.detail, e.at
    FROM payment_events e JOIN payments p ON p.id = e.payment
    WHERE e.row > ? AND e.what = 'final' ORDER BY e.row`)
  return {
    /** Those after an event; all of them after 0. */
    after: (event: bigint): Finished[] =>
      after.all(event).map((row) => ({
        event: row.event,
        assetId: uuidOf<AssetId>(row.asset),
        detail: fromJson<Json>(row.detail),
        at: nanos(row.at),
      })),
  }
}
