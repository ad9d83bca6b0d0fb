import { z } from 'zod'
import { ENDPOINTS } from '#contract/http'
import { notFound } from '../refusal.ts'
import { findRequest, SAFE } from './requests.ts'
import type { World } from './world.ts'

// The same form as in the rows of the endpoint table.
const requestId = ENDPOINTS['transactions.send'].body.element.shape.request_id

/** For people and tests: what a service of vaults on other chains says that a group's request is for. */
export const proposalOrder = z.object({ request_id: requestId, safe: SAFE })

export function propose(world: World, order: z.output<typeof proposalOrder>): void {
  const row = findRequest(world, order.request_id)
  if (row === undefined || row.kind !== 'multisig') throw notFound('The multisig request')
  const purpose = order.safe === null ? null : JSON.stringify(z.encode(SAFE, order.safe))
  world.db.run('UPDATE request SET purpose = ? WHERE request_id = ?', purpose, order.request_id)
}
