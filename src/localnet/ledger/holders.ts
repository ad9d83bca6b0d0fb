import type { UserId } from '#contract/domain'
import { hashMembers } from '#protocol'
import type { World } from './world.ts'

/** Members, ascending, and how many of them must sign. One person is a group of one. */
export interface LedgerHolder {
  readonly id: bigint
  readonly membersHash: string
  readonly threshold: number
  readonly members: readonly UserId[]
}

interface HolderRow {
  readonly id: bigint
  readonly members_hash: string
  readonly threshold: bigint
  readonly members: string
}

function holderOf(row: HolderRow): LedgerHolder {
  return {
    id: row.id,
    membersHash: row.members_hash,
    threshold: Number(row.threshold),
    members: JSON.parse(row.members) as UserId[], // written by `ensureHolder`
  }
}

export function readHolder(world: World, id: bigint): LedgerHolder {
  const row = world.db.get<HolderRow>('SELECT * FROM holder WHERE id = ?', id)
  if (row === undefined) throw new Error('a holder is missing from the ledger')
  return holderOf(row)
}

/** Everything that one members hash stands for here, at any threshold. */
export function holdersByHash(world: World, membersHash: string): LedgerHolder[] {
  return world.db.all<HolderRow>('SELECT * FROM holder WHERE members_hash = ?', membersHash).map(holderOf)
}

export function ensureHolder(world: World, members: readonly UserId[], threshold: number): LedgerHolder {
  const sorted = members.toSorted()
  const membersHash = hashMembers(sorted)
  const known = world.db.get<HolderRow>(
    'SELECT * FROM holder WHERE members_hash = ? AND threshold = ?',
    membersHash,
    threshold,
  )
  if (known !== undefined) return holderOf(known)
  const row = world.db.get<HolderRow>(
    'INSERT INTO holder (members_hash, threshold, members) VALUES (?, ?, ?) RETURNING *',
    membersHash,
    threshold,
    JSON.stringify(sorted),
  )
  if (row === undefined) throw new Error('a holder was not written')
  for (const member of new Set(sorted)) {
    world.db.run('INSERT INTO holder_member (user_id, holder_id) VALUES (?, ?)', member, row.id)
  }
  return holderOf(row)
}
