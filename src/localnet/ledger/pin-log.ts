import type { Nanos, UserId } from '#contract/domain'
import type { EndpointAnswer, EndpointName } from '#contract/http'
import { REFUSED, Refusal } from '../refusal.ts'
import { startOf, type TimePage } from './time-page.ts'
import type { World } from './world.ts'

/** What a PIN was for, in words of which no source has a list: they are assumed. */
const USES: { readonly [Name in EndpointName]?: string } = {
  'pin.verify': 'VERIFICATION',
  'pin.update': 'UPDATE_PIN',
  'me.register': 'REGISTER',
  'addresses.create': 'ADD_ADDRESS',
  'addresses.remove': 'DELETE_ADDRESS',
}

/** Notes a wrong PIN, which is all that is left of its request. */
export function noteWrongPin(world: World, userId: string, name: EndpointName, error: unknown): void {
  const use = USES[name]
  if (use === undefined || !(error instanceof Refusal) || error.code !== REFUSED.pinIncorrect) return
  world.db.transaction(() =>
    world.db.run(
      'INSERT INTO wrong_pin (log_id, user_id, code, created_at) VALUES (?, ?, ?, ?)',
      ...[world.uuid(), userId, use, world.now()],
    ),
  )
}

interface LogRow {
  readonly log_id: string
  readonly code: string
  readonly created_at: Nanos
}

/** Everybody who asks is on this machine. */
const HERE = '127.0.0.1'

export function wrongPins(world: World, userId: UserId, page: TimePage): EndpointAnswer<'profile.logs'> {
  const [comparison, start] = startOf(page)
  return world.db
    .all<LogRow>(
      `SELECT log_id, code, created_at FROM wrong_pin WHERE user_id = ? AND created_at ${comparison} ?
       ORDER BY created_at ${page.order} LIMIT ?`,
      ...[userId, start, BigInt(page.limit)],
    )
    .map((row) => ({ type: 'log', ...row, ip_address: HERE }))
}
