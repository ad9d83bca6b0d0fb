import { MINUTE, type Nanos } from '#contract/domain'
import type { Desk } from './desk.ts'

/* When something was said, where the clock of this computer may stand ahead: a moment that is yet to come would let nothing count as later. */

export type Clocked = Pick<Desk, 'now' | 'remote'>

/** A clock that is off by less is one that is being kept right. */
export const WRONG: bigint = 5n * MINUTE

export const earlier = (one: Nanos, other: Nanos): Nanos => (one < other ? one : other)
export const later = (one: Nanos, other: Nanos): Nanos => (one > other ? one : other)

/** The time here, or as late as the service says where the clock here is far ahead of it. */
export function timeBehind({ now, remote }: Clocked): Nanos {
  const [here, there] = [now(), remote.serverTime()]
  return there !== null && here > there + WRONG ? there : here
}
