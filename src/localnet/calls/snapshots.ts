import type { Call, Handlers } from '../call.ts'
import { isMadeBy } from '../ledger/accounts.ts'
import { askedAsset } from '../ledger/assets.ts'
import { findSnapshot, listSnapshots } from '../ledger/snapshots.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField, notFound } from '../refusal.ts'
import { PAGE, registered } from './money.ts'

function list(world: World, { caller, query }: Call<'snapshots.list'>) {
  registered(caller)
  const { app, asset, opponent } = query
  if ([app, asset, opponent].filter((filter) => filter !== undefined).length > 1) {
    throw invalidField('app', 'app, asset and opponent exclude each other')
  }
  if (app !== undefined && (caller.kind !== 'bot' || app !== caller.userId)) {
    throw forbidden('only a bot may ask, and for itself')
  }
  return listSnapshots(world, {
    of: app === undefined ? { userId: caller.userId } : { madeBy: app },
    asset: asset === undefined ? undefined : askedAsset(world, asset).kernelAssetId,
    opponent,
    destination: query.destination,
    tag: query.tag,
    offset: query.offset,
    order: query.order ?? 'ASC',
    limit: query.limit ?? PAGE,
  })
}

export function snapshotCalls(world: World): Pick<Handlers, 'snapshots.list' | 'snapshots.read'> {
  return {
    'snapshots.list': (call) => list(world, call),

    'snapshots.read'({ caller, params }) {
      const { userId } = registered(caller)
      const snapshot = findSnapshot(world, params.id)
      const mine = snapshot !== undefined && (snapshot.user_id === userId || isMadeBy(world, snapshot.user_id, userId))
      if (snapshot === undefined || !mine) throw notFound('The snapshot')
      return snapshot
    },
  }
}
