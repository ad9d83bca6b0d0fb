import type { UserId } from '#contract/domain'
import type { Call, Handlers } from '../call.ts'
import { ensureEntry, entryRecord, listDeposits } from '../ledger/deposits.ts'
import { registeredSpendKey } from '../ledger/ghosts.ts'
import { ensureHolder } from '../ledger/holders.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'
import { actingFor, PAGE, registered } from './money.ts'

function checkMembers(world: World, caller: UserId, members: readonly UserId[], threshold: number): void {
  if (new Set(members).size !== members.length) throw new Refusal(REFUSED.receivers, 'Receivers are duplicate.')
  if (threshold > members.length) throw invalidField('threshold', 'more than there are members')
  if (!members.includes(caller)) throw forbidden('one must be a member oneself')
  for (const member of members) registeredSpendKey(world, member)
}

function entryOf(world: World, { caller, body }: Call<'deposits.entries'>) {
  registered(caller)
  const chain = world.catalog.chain(body.chain_id)
  if (chain === undefined || chain.kernelAssetId === '') throw notFound('The chain')
  if (body.asset_id !== undefined && world.catalog.asset(body.asset_id)?.chain !== chain) {
    throw invalidField('asset_id', 'not on this chain')
  }
  const members = body.members ?? [caller.userId]
  const threshold = body.threshold ?? 1
  checkMembers(world, caller.userId, members, threshold)
  const holder = ensureHolder(world, members, threshold)
  return entryRecord(ensureEntry(world, holder, chain), holder)
}

export function depositCalls(world: World): Pick<Handlers, 'deposits.entries' | 'deposits.list'> {
  return {
    'deposits.entries': (call) => [entryOf(world, call)],

    'deposits.list': ({ someone, query }) =>
      listDeposits(world, {
        member: someone === null ? query.user : actingFor(world, registered(someone), query.user),
        assetId: query.asset,
        chainId: query.chain_id,
        destination: query.destination,
        tag: query.tag,
        offset: query.offset,
        order: query.order ?? 'ASC',
        limit: query.limit ?? PAGE,
      }),
  }
}
