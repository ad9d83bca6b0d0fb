import type { HolderId, Nanos, RequestId } from '#contract/domain'
import type { Database } from '../database.ts'
import { codeIn, memberOf, nanos, orUndefined, uuidBytes, uuidOf } from '../encoding.ts'
import { type Json, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'
import { jsonIn, valueIn } from '../stored.ts'
import { type Problem, problem, UNREADABLE } from './payment.ts'

/** Payments to come, as a person planned them. */
export interface Plan {
  readonly id: RequestId
  readonly holder: HolderId
  /** The wallet's own description: who is paid, how much, and when. */
  readonly detail: Json
  readonly madeAt: Nanos
  readonly updatedAt: Nanos
}

const TIME_STATES = ['failed', 'prepared', 'skipped'] as const
type PlanTimeState = (typeof TIME_STATES)[number]

/** What was decided about one of a plan's times, which is named by its day. */
export interface PlanTime {
  readonly day: string
  readonly state: PlanTimeState
  /** Why it could not be prepared. */
  readonly problem: Problem | null
  readonly at: Nanos
}

interface PlanRow {
  readonly id: Buffer
  readonly holder: string
  readonly detail: string
  readonly made_at: bigint
  readonly updated_at: bigint
}

interface TimeRow {
  readonly day: string
  readonly state: bigint
  readonly problem: string | null
  readonly updated_at: bigint
}

/** Plans, and what was decided about their times; what became of the payments stands with these. */
export function openPlans(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'plans', ['id'])
  const writeTime = sealedWriter(db, 'plan_times', ['plan', 'day'])
  const find = db.prepare<PlanRow>('SELECT * FROM plans WHERE id = ? AND detail IS NOT NULL')
  const list = db.prepare<PlanRow>('SELECT * FROM plans WHERE detail IS NOT NULL ORDER BY made_at DESC, id')
  const times = db.prepare<TimeRow>('SELECT * FROM plan_times WHERE plan = ? AND day >= ? ORDER BY day')
  const forget = db.prepare('DELETE FROM plan_times WHERE plan = ?')
  const decode = (row: PlanRow): Plan => ({
    id: uuidOf<RequestId>(row.id),
    holder: row.holder as HolderId, // stored from a HolderId
    detail: jsonIn(db, 'plan', row.detail),
    madeAt: nanos(row.made_at),
    updatedAt: nanos(row.updated_at),
  })
  const get = (id: RequestId): Plan | undefined => orUndefined(find.get(uuidBytes(id)), decode)
  return {
    get,
    /** Newest first. */
    list: (): Plan[] => db.readable('plan', list.all(), decode),
    save({ id, holder, detail }: Pick<Plan, 'id' | 'holder' | 'detail'>): void {
      db.transaction(() => {
        const at = clock.now()
        write([uuidBytes(id), holder, jsonOf(detail), get(id)?.madeAt ?? at, at])
      })
    },
    /** Its payments stay. Of the plan only its id does, so that no older copy brings it back. */
    remove(id: RequestId): void {
      const known = get(id)
      if (known === undefined) return
      db.transaction(() => {
        write([uuidBytes(id), known.holder, null, known.madeAt, clock.now()])
        forget.run(uuidBytes(id))
      })
    },
    /** What was decided from that day on. */
    times: (id: RequestId, from = ''): PlanTime[] =>
      times.all(uuidBytes(id), from).map((row) => ({
        day: row.day,
        state: memberOf(TIME_STATES, row.state),
        problem: row.problem === null ? null : (valueIn(db, 'plan time', row.problem, problem) ?? UNREADABLE),
        at: nanos(row.updated_at),
      })),
    setTime(id: RequestId, { day, state, problem: why }: Omit<PlanTime, 'at'>): void {
      const stored = why === null ? null : jsonOf(why)
      writeTime([uuidBytes(id), day, codeIn(TIME_STATES, state), stored, clock.now()])
    },
  }
}
