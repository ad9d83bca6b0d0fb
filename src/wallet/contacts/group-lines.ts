import type { Holder, User, UserId } from '#contract/domain'
import { type ImportPreview, METHODS } from '#contract/ipc'
import type { Members } from '#protocol'
import type { Group } from '#store'
import { type Said, said } from '#words/facts'
import { ruleTime } from '../policies/kept.ts'
import type { Desk } from '../shared/desk.ts'
import { holderOf } from '../shared/holder.ts'
import { groupAddress } from '../shared/names.ts'

/*
 * Groups as lines of a file of contacts. Which people at which threshold is proved by the hash and the address that stand beside them: a
 * line in which one of them was changed is not that group.
 */

type Row = ImportPreview['rows'][number]

export interface GroupLine {
  readonly holder: Holder
  readonly name: string
  readonly colour: number
}

export const groupLines = ({ store }: Desk) =>
  store.intents.groups.list().map((group) => {
    const { name, members, threshold, colour, membersHash } = group
    const proof = { members_hash: membersHash, address: groupAddress(group) }
    return { type: 'group', name, members, threshold, colour, ...proof }
  })

/** What stands in a line; a sentence where that is no group. */
export function readGroup({
  name,
  members,
  threshold,
  colour = 0,
  members_hash: hash,
  address,
}: Members): GroupLine | Said {
  // The schemas of the calls say what a name, people and a colour may be.
  const made = METHODS['groups.create'].input.omit({ account: true }).safeParse({ name, members, threshold })
  const looks = METHODS['groups.update'].input.pick({ colour: true }).safeParse({ colour })
  if (!made.success || !looks.success) return said('check.contacts.group-broken')
  const holder = holderOf(made.data.members, made.data.threshold)
  const isWhole = holder.members.length > 1 && holder.threshold <= holder.members.length
  if (!isWhole) return said('check.contacts.group-broken')
  if (hash !== holder.membersHash || address !== groupAddress(holder)) return said('check.contacts.group-changed')
  return { holder, name: made.data.name, colour: looks.data.colour }
}

export function judgeGroup(
  { holder, name, colour }: GroupLine,
  line: number,
  {
    runtime,
    users,
    seen,
  }: { readonly runtime: Desk; readonly users: ReadonlyMap<UserId, User>; readonly seen: Set<string> },
): Row {
  const as = (kind: Row['kind'], text: Row['text']): Row => ({ line, kind, name, text })
  if (seen.has(holder.id)) return as('broken', said('check.contacts.group-earlier'))
  seen.add(holder.id)
  if (!holder.members.includes(runtime.account)) return as('broken', said('check.contacts.group-without-you'))
  const people = holder.members.map((id) => users.get(id))
  if (people.includes(undefined)) return as('unknown', said('check.contacts.group-nobody'))
  if (people.some((user) => user?.has_safe === false)) return as('unknown', said('check.contacts.group-unregistered'))
  const size = { threshold: holder.threshold, members: holder.members.length }
  const known = runtime.store.intents.groups.get(holder.id)
  if (known === undefined) return as('new', said('check.contacts.group', size))
  const differences = [
    ...(known.name === name ? [] : [said('check.contacts.other-name', { name: known.name })]),
    ...(known.colour === colour ? [] : [said('check.contacts.other-colour')]),
  ]
  return differences.length === 0
    ? as('same', said('check.contacts.same'))
    : as('changed', said('check.contacts.changed', { differences }))
}

/** Adds it, or takes over how it is called and coloured. */
export function keepGroup(runtime: Desk, { holder, name, colour }: GroupLine): void {
  const { groups } = runtime.store.intents
  const known = groups.get(holder.id)
  const made: Group = known ?? { ...holder, name, colour, order: groups.list().length, createdAt: ruleTime(runtime) }
  groups.put({ ...made, name, colour })
  if (known === undefined) runtime.store.cache.holders.put(holder)
}
