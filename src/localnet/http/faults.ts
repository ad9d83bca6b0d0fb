import { z } from 'zod'
import type { World } from '../ledger/world.ts'

const met = { path: z.string(), times: z.int().min(1) }

/**
 * What can be made to go wrong, for the next `times` requests whose path begins with `path`:
 * `delay` answers late; `drop-before` cuts the line without having done anything and `drop-after` after having done
 * everything; `error` refuses with a code; `garbage` answers something that is no JSON; `steal-keys` makes one-time keys
 * for these receivers that open with the keys of another user, until it is set anew without receivers.
 */
export const faultOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), ...met, milliseconds: z.int().min(0).max(60_000) }),
  z.object({ kind: z.enum(['drop-before', 'drop-after', 'garbage']), ...met }),
  z.object({ kind: z.literal('error'), ...met, code: z.int().min(1) }),
  z.object({ kind: z.literal('steal-keys'), user_id: z.uuid(), receivers: z.array(z.uuid()) }),
])

type Order = z.output<typeof faultOrder>
export type Fault = Exclude<Order, { kind: 'steal-keys' }>

export interface Faults {
  add(order: Order): void
  /** The fault that this request meets, used up by one. */
  take(path: string): Fault | undefined
}

export function createFaults(world: World): Faults {
  const waiting: { readonly fault: Fault; left: number }[] = []
  return {
    add(order) {
      if (order.kind === 'steal-keys') {
        world.thief = order.receivers.length === 0 ? null : { userId: order.user_id, receivers: order.receivers }
      } else waiting.push({ fault: order, left: order.times })
    },
    take(path) {
      const met = waiting.find(({ fault, left }) => left > 0 && path.startsWith(fault.path))
      if (met === undefined) return undefined
      met.left -= 1
      return met.fault
    },
  }
}
