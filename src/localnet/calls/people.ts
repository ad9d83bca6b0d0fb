import type { SharedBot, UserId } from '#contract/domain'
import type { Handlers } from '../call.ts'
import { type AccountRow, accountOf, findAccount, findAnyAccount, userRecord } from '../ledger/accounts.ts'
import type { World } from '../ledger/world.ts'
import { invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'

const SHARED_MAX = 3

type Action = 'ADD' | 'REMOVE' | 'BLOCK' | 'UNBLOCK' | 'UPDATE'
interface Change {
  readonly user_id: UserId
  readonly action: Action
  readonly full_name?: string | undefined
  readonly phone?: string | undefined
}

function put(world: World, caller: UserId, kind: 'FRIEND' | 'BLOCKING', change: Change): void {
  const alias = kind === 'FRIEND' ? (change.full_name ?? '') : ''
  const phone = kind === 'FRIEND' ? (change.phone ?? '') : ''
  world.db.run(
    `INSERT INTO relationship (user_id, other_id, kind, alias, phone, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, other_id) DO UPDATE SET kind = excluded.kind, alias = excluded.alias, phone = excluded.phone`,
    caller,
    change.user_id,
    kind,
    alias,
    phone,
    world.now(),
  )
}

function drop(world: World, caller: UserId, kind: 'FRIEND' | 'BLOCKING', other: UserId): void {
  world.db.run('DELETE FROM relationship WHERE user_id = ? AND other_id = ? AND kind = ?', caller, other, kind)
}

/** A new alias for a friend; whoever is no friend has none. */
function rename(world: World, caller: UserId, { user_id, full_name, phone }: Change): void {
  const changed = world.db.run(
    `UPDATE relationship SET alias = coalesce(?, alias), phone = coalesce(?, phone)
     WHERE user_id = ? AND other_id = ? AND kind = 'FRIEND'`,
    full_name ?? null,
    phone ?? null,
    caller,
    user_id,
  )
  if (changed === 0) throw invalidField('user_id', 'not a friend')
}

function change(world: World, caller: UserId, wanted: Change): AccountRow {
  const other = accountOf(world, wanted.user_id)
  if (other.user_id === caller) throw invalidField('user_id', 'oneself')
  const actions: Record<Action, () => void> = {
    ADD: () => put(world, caller, 'FRIEND', wanted),
    REMOVE: () => drop(world, caller, 'FRIEND', wanted.user_id),
    BLOCK: () => put(world, caller, 'BLOCKING', wanted),
    UNBLOCK: () => drop(world, caller, 'BLOCKING', wanted.user_id),
    UPDATE: () => rename(world, caller, wanted),
  }
  actions[wanted.action]()
  return other
}

function related(world: World, caller: UserId, kind: 'FRIEND' | 'BLOCKING') {
  return world.db
    .all<AccountRow>(
      `SELECT account.* FROM relationship JOIN account ON account.user_id = relationship.other_id
       WHERE relationship.user_id = ? AND relationship.kind = ? ORDER BY relationship.created_at`,
      caller,
      kind,
    )
    .map((row) => userRecord(world, row, caller))
}

function sharedBots(world: World, userId: UserId): SharedBot[] {
  return world.db
    .all<Omit<SharedBot, 'type'>>(
      'SELECT user_id, app_id, created_at FROM shared_bot WHERE user_id = ? ORDER BY created_at',
      userId,
    )
    .map((row) => ({ type: 'app', ...row }))
}

function share(world: World, caller: UserId, botId: UserId): void {
  if (findAccount(world, botId)?.kind !== 'bot') throw notFound('The bot')
  const shared = sharedBots(world, caller)
  if (shared.some(({ app_id }) => app_id === botId)) return
  if (shared.length >= SHARED_MAX) {
    throw new Refusal(REFUSED.sharedBotsFull, `At most ${SHARED_MAX} bots can be shared.`)
  }
  world.db.run('INSERT INTO shared_bot (user_id, app_id, created_at) VALUES (?, ?, ?)', caller, botId, world.now())
}

function someone(world: World, idOrNumber: string, viewer: UserId) {
  const row = findAnyAccount(world, idOrNumber)
  if (row === undefined) throw notFound('The user')
  return userRecord(world, row, viewer)
}

type PeopleCalls =
  | 'users.read'
  | 'users.fetch'
  | 'users.search'
  | 'friends.list'
  | 'relationships.update'
  | 'relationships.blocked'
  | 'sharedBots.list'
  | 'sharedBots.share'
  | 'sharedBots.unshare'

export function peopleCalls(world: World): Pick<Handlers, PeopleCalls> {
  return {
    'users.read': ({ caller, params }) => someone(world, params.id, caller.userId),

    'users.fetch': ({ caller, body }) =>
      [...new Set(body)].flatMap((id) => {
        const row = findAccount(world, id)
        return row === undefined ? [] : [userRecord(world, row, caller.userId)]
      }),

    'users.search': ({ caller, params }) => someone(world, params.q, caller.userId),

    'friends.list': ({ caller }) => related(world, caller.userId, 'FRIEND'),

    'relationships.update': ({ caller, body }) => userRecord(world, change(world, caller.userId, body), caller.userId),

    'relationships.blocked': ({ caller }) => related(world, caller.userId, 'BLOCKING'),

    'sharedBots.list': ({ params }) => sharedBots(world, accountOf(world, params.user_id).user_id),

    'sharedBots.share'({ caller, params }) {
      share(world, caller.userId, params.client_id)
      return sharedBots(world, caller.userId)
    },

    'sharedBots.unshare'({ caller, params }) {
      world.db.run('DELETE FROM shared_bot WHERE user_id = ? AND app_id = ?', caller.userId, params.client_id)
      return undefined
    },
  }
}
