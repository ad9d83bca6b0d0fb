import { z } from 'zod'
import { DAY, type Nanos, type RequestId } from '#contract/domain'
import { requestId } from '#contract/wire'
import type { Database } from '../database.ts'
import { nanos, uuidOf } from '../encoding.ts'
import { readStored, storedObject, storedTime } from '../stored.ts'
import { openSettings } from './records.ts'

/*
 * Payments whose signatures this journal learned of from another one. What counts them takes them from here; until then they lie in the journal, written in
 * the transaction that brought them, so that no kill loses one.
 */

/** Setting that holds them. It tells of this journal only and never comes from another one. */
export const LEARNED = 'rules.learned'
/** What counts already; in a journal that had none, that of a copy knows nothing of what was signed here. */
export const COUNTED = 'rules.kept'

const stored = storedObject({
  payments: z.array(storedObject({ id: requestId, at: storedTime, final: z.boolean() })),
})

export interface Learned {
  readonly id: RequestId
  /** When it was signed, by the clock of the computer that did. */
  readonly at: Nanos
  /** Whether that computer knew it as final. */
  readonly final: boolean
}

const clocked = storedObject({ seen: storedTime })

/** How late it is for what counts: never before a time that it has seen; null where nothing counts here. */
export function countedTime(db: Database, now: Nanos): Nanos | null {
  const counted = openSettings(db).get(COUNTED)
  if (counted === undefined) return null
  const seen = readStored(clocked, counted)?.seen ?? now
  return seen > now ? seen : now
}

/** A final payment that was signed that long ago is of no day that still counts, whichever clock is believed. */
const LONG_AGO: bigint = 7n * DAY

export const readLearned = (settings: Pick<ReturnType<typeof openSettings>, 'get'>): readonly Learned[] =>
  readStored(stored, settings.get(LEARNED) ?? null)?.payments ?? []

interface SignedRow {
  readonly id: Buffer
  readonly signed_at: bigint
  readonly final_at: bigint | null
}

/** Notes payments by their ids, or all that are signed, beside those that were noted before. */
export function noteLearned(db: Database, ids: readonly Uint8Array[] | 'all', now: Nanos): void {
  const columns = 'SELECT id, signed_at, final_at FROM payments WHERE signed_at IS NOT NULL'
  const one = db.prepare<SignedRow>(`${columns} AND id = ?`)
  const rows = ids === 'all' ? db.prepare<SignedRow>(columns).all() : ids.flatMap((id) => one.get(id) ?? [])
  const news = rows.flatMap(({ id, signed_at, final_at }): Learned[] => {
    const isOver = final_at !== null && now - signed_at > LONG_AGO
    return isOver ? [] : [{ id: uuidOf<RequestId>(id), at: nanos(signed_at), final: final_at !== null }]
  })
  if (news.length === 0) return
  const settings = openSettings(db)
  const known = readLearned(settings).filter(({ id }) => !news.some((each) => each.id === id))
  settings.set(LEARNED, { payments: [...known, ...news].map((each) => ({ ...each })) })
}
