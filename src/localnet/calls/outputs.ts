import type { LegacyOutput, Output, UserId } from '#contract/domain'
import { hashMembers } from '#protocol'
import type { Call, Caller, Handlers } from '../call.ts'
import { isMadeBy } from '../ledger/accounts.ts'
import { askedAsset } from '../ledger/assets.ts'
import { depositOf } from '../ledger/deposits.ts'
import { holdersByHash } from '../ledger/holders.ts'
import { tokenIdOf } from '../ledger/inscriptions.ts'
import { findOutput, listOutputs, listOutputsByTime } from '../ledger/outputs.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField, notFound } from '../refusal.ts'
import { actingFor, PAGE, registered } from './money.ts'

/** Holders behind a members hash, as far as this user is one of the members. What is unknown or foreign is empty. */
function holdersOf(world: World, userId: UserId, membersHash: string, threshold: number | undefined): bigint[] {
  return holdersByHash(world, membersHash)
    .filter((holder) => threshold === undefined || holder.threshold === threshold)
    .filter(({ members }) => members.includes(userId))
    .map(({ id }) => id)
}

/** A bot and the network users that it made, each alone. */
function holdersOfApp(world: World, caller: Caller, app: UserId): bigint[] {
  if (caller.kind !== 'bot' || app !== caller.userId) throw forbidden('only a bot may ask, and for itself')
  const users = world.db.all<{ user_id: UserId }>('SELECT user_id FROM account WHERE creator_id = ?', app)
  return [app, ...users.map(({ user_id }) => user_id)].flatMap((userId) =>
    holdersOf(world, userId, hashMembers([userId]), 1),
  )
}

function list(world: World, { caller, query }: Call<'outputs.list'>): Output[] {
  registered(caller)
  if (query.members === undefined && query.threshold !== undefined && query.threshold !== 1) {
    throw invalidField('members', 'a threshold goes with members')
  }
  const holderIds =
    query.app === undefined
      ? holdersOf(world, caller.userId, query.members ?? hashMembers([caller.userId]), query.threshold)
      : holdersOfApp(world, caller, query.app)
  return listOutputs(world, {
    holderIds,
    state: query.state,
    asset: query.asset === undefined ? undefined : askedAsset(world, query.asset).kernelAssetId,
    offset: query.offset,
    order: query.order ?? 'ASC',
    limit: query.limit ?? PAGE,
  })
}

function isVisible(world: World, output: Output, caller: UserId): boolean {
  return output.receivers.some((member) => member === caller || isMadeBy(world, member, caller))
}

function visible(world: World, id: string, caller: UserId): Output {
  const output = findOutput(world, id)
  if (output === undefined || !isVisible(world, output, caller)) throw notFound('The output')
  return output
}

/**
 * The merged list of two older interfaces, whose records are told apart by their type: coins, and what has a token id. Ids are
 * named as there: `utxo_id` of coins, `output_id` of collectibles.
 */
function legacyOf(output: Output, userId: UserId): LegacyOutput {
  const common = {
    user_id: userId,
    transaction_hash: output.transaction_hash,
    output_index: output.output_index,
    amount: output.amount,
    members_hash: output.receivers_hash,
    state: output.state,
    created_at: output.created_at,
    updated_at: output.updated_at,
    signed_by: output.signed_by ?? '',
    signed_tx: '',
  }
  if (output.inscription_hash === null) {
    return {
      type: 'multisig_utxo',
      ...common,
      output_id: null,
      utxo_id: output.output_id,
      asset_id: output.asset_id,
      token_id: null,
      members: output.receivers,
      threshold: output.receivers_threshold,
      receivers: [],
      receivers_threshold: 0,
      memo: output.extra,
      extra: '',
    }
  }
  return {
    type: 'non_fungible_output',
    ...common,
    output_id: output.output_id,
    utxo_id: null,
    asset_id: null,
    token_id: tokenIdOf(output.inscription_hash),
    members: [],
    threshold: 0,
    receivers: output.receivers,
    receivers_threshold: output.receivers_threshold,
    memo: '',
    extra: output.extra,
  }
}

function legacyHolders(world: World, { caller, query }: Call<'legacyOutputs.list'>): bigint[] {
  if ((query.members === undefined) !== (query.threshold === undefined)) {
    throw invalidField(query.members === undefined ? 'members' : 'threshold', 'members and threshold go together')
  }
  if (query.members !== undefined) return holdersOf(world, caller.userId, query.members, query.threshold)
  return world.db
    .all<{ holder_id: bigint }>('SELECT holder_id FROM holder_member WHERE user_id = ?', caller.userId)
    .map(({ holder_id }) => holder_id)
}

type OutputCalls = 'outputs.list' | 'outputs.read' | 'outputs.deposit' | 'outputs.fetch' | 'legacyOutputs.list'

export function outputCalls(world: World): Pick<Handlers, OutputCalls> {
  return {
    'outputs.list': (call) => list(world, call),

    'outputs.read': ({ caller, params }) => visible(world, params.id, registered(caller).userId),

    'outputs.deposit'({ caller, params }) {
      const output = visible(world, params.id, registered(caller).userId)
      const deposit = depositOf(world, output.transaction_hash)
      if (deposit === undefined) throw notFound('The deposit')
      return deposit
    },

    'outputs.fetch'({ caller, body }) {
      const userId = actingFor(world, registered(caller), body.user_id)
      return [...new Set(body.ids)].flatMap((id) => {
        const output = findOutput(world, id)
        return output?.receivers.includes(userId) === true ? [output] : []
      })
    },

    'legacyOutputs.list'(call) {
      const { userId } = registered(call.caller)
      const outputs = listOutputsByTime(world, {
        holderIds: legacyHolders(world, call),
        state: call.query.state,
        offset: call.query.offset,
        order: call.query.order ?? 'ASC',
        limit: call.query.limit ?? PAGE,
      })
      return outputs.map((output) => legacyOf(output, userId))
    },
  }
}
