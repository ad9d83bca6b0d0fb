import type { Holder, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { GroupCard, GroupView } from '#contract/ipc'
import { decodeMixAddress, readMembers } from '#protocol'
import { shownText } from '#protocol/text'
import type { Group } from '#store'
import { ruleTime } from '../policies/kept.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { groupWords } from '../shared/group-words.ts'
import { holderOf } from '../shared/holder.ts'
import { groupAddress, isGroup } from '../shared/names.ts'
import { nobody } from '../shared/nobody.ts'
import type { ApprovalsDesk } from './desk.ts'

const COLOURS = 8
const CARD = 'coffer-group'
const LINK = 'coffer://group'

function groupView(group: Group, runtime: ApprovalsDesk): GroupView {
  return {
    holder: group.id,
    membersHash: group.membersHash,
    threshold: group.threshold,
    members: group.members.map((id) => runtime.directory.user(id)),
    name: group.name,
    colour: group.colour,
    order: group.order,
    address: groupAddress(group),
    words: groupWords(group.membersHash, group.threshold),
    createdAt: group.createdAt,
  }
}

/** A group as a card shows it. One that is known bears the name it has here, whatever the card calls it. */
export function groupCardOf(holder: Holder, name: string, runtime: ApprovalsDesk): GroupCard {
  const known = runtime.store.intents.groups.get(holder.id)
  return {
    members: holder.members.map((id) => runtime.directory.user(id)),
    threshold: holder.threshold,
    membersHash: holder.membersHash,
    name: known?.name ?? name,
    address: groupAddress(holder),
    words: groupWords(holder.membersHash, holder.threshold),
    member: holder.members.includes(runtime.account),
    added: known !== undefined,
  }
}

/** A group that a card's text names: a link of our own, or the content of a card file. Undefined for anything else. */
export function readGroupCard(text: string): { holder: Holder; name: string } | undefined {
  const found = cardParts(text.trim())
  if (found === undefined) return undefined
  const { members, threshold } = decodeMixAddress(found.address)
  if (members.some((member) => member.startsWith('XIN'))) throw failure('input.group', 'a group of people is needed')
  if (threshold < 1 || threshold > members.length)
    throw failure('input.group', 'the threshold does not fit the members')
  return { holder: holderOf(members as UserId[], threshold), name: shownText(found.name, CARD_NAME_MAX) } // the decoder gives uuids
}

/** A longer name than a group can have here is shown as it is, and shortened by whoever adds it. */
const CARD_NAME_MAX = 1000

function cardParts(text: string): { address: string; name: string } | undefined {
  if (text.startsWith(`${LINK}?`)) {
    const query = new URLSearchParams(text.slice(LINK.length + 1))
    const only = (name: 'address' | 'name'): string => {
      const [first = '', ...others] = query.getAll(name)
      // Nobody knows which one was meant, and another program may take the other one.
      if (others.length > 0)
        throw failure('protocol.link', 'a part occurs twice', { details: { reason: `${name} occurs twice` } })
      return first
    }
    return { address: only('address'), name: only('name') }
  }
  if (!text.startsWith('{') || !text.slice(0, 200).includes(CARD)) return undefined
  const { kind, address, name } = readMembers(text) ?? {}
  return kind === CARD && typeof address === 'string' && typeof name === 'string' ? { address, name } : undefined
}

export function groupCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'groups'> {
  function find(runtime: ApprovalsDesk, id: Group['id']): Group {
    const group = runtime.store.intents.groups.get(id)
    if (group === undefined) throw failure('wallet.group_unknown', 'no such group')
    return group
  }

  return {
    async 'groups.list'({ account }) {
      const runtime = runtimes.any(account)
      return runtime.store.intents.groups.list().map((group) => groupView(group, runtime))
    },

    async 'groups.create'({ account, name, members, threshold }) {
      const runtime = runtimes.ready(account)
      const holder = holderOf([account, ...members], threshold)
      if (holder.members.length < 2)
        throw failure('input.group', 'a group has at least two members', { details: { reason: 'members' } })
      if (threshold > holder.members.length) {
        throw failure('input.group', 'more signatures than members', { details: { reason: 'threshold' } })
      }
      // What no address can name could be neither shown nor paid.
      if (!isGroup(holder)) throw failure('input.group', 'too many members', { details: { reason: 'members' } })
      const { groups } = runtime.store.intents
      const known = groups.get(holder.id)
      if (known !== undefined) return groupView(known, runtime)
      const people = await runtime.remote.call('users.fetch', { body: [...holder.members] })
      runtime.store.cache.users.put(people)
      const missing = holder.members.filter((id) => !people.some((user) => user.user_id === id))
      if (missing.length > 0) throw nobody()
      const unregistered = people.filter((user) => user.has_safe === false)
      if (unregistered.length > 0) {
        throw failure('wallet.payee_unregistered', 'a member is not registered', {
          details: { names: unregistered.map((user) => user.full_name) },
        })
      }
      const order = groups.list().length
      const group: Group = { ...holder, name, colour: order % COLOURS, order, createdAt: ruleTime(runtime) }
      groups.put(group)
      runtime.store.cache.holders.put(holder)
      runtime.refreshSoon()
      return groupView(group, runtime)
    },

    async 'groups.update'({ account, holder, name, colour }) {
      const runtime = runtimes.any(account)
      const group = { ...find(runtime, holder), name, colour }
      runtime.store.intents.groups.put(group)
      return groupView(group, runtime)
    },

    async 'groups.remove'({ account, holder }) {
      const runtime = runtimes.any(account)
      const live = runtime.store.intents.payments.list({ holder, live: true })
      if (live.length > 0)
        throw failure('wallet.payment_state', 'payments of the group are not finished', { details: { state: 'live' } })
      runtime.store.intents.groups.remove(holder)
      return null
    },

    async 'groups.card'({ account, holder }) {
      const runtime = runtimes.any(account)
      const group = find(runtime, holder)
      const card = groupCardOf(group, group.name, runtime)
      const link = `${LINK}?${new URLSearchParams({ address: card.address, name: group.name })}`
      const text = JSON.stringify({ kind: CARD, version: 1, name: group.name, address: card.address }, null, 2)
      const fileName = `${group.name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'group'}.coffer-group.json`
      return { card, link, fileName, text }
    },
  }
}
