import { say } from '#words'
import { isSome } from '../../lib/digits.ts'
import type { Balance, Group, Hold, Party, RequestRow, User } from '../../state/types.ts'

/* What makes a group: who belongs to it, how many must sign, and what that means. */

const MEMBERS_MAX = 64

export interface GroupForm {
  readonly name: string
  /** Without oneself, who is always a member. */
  readonly others: readonly User[]
  readonly threshold: number
}

export const EMPTY_GROUP: GroupForm = { name: '', others: [], threshold: 2 }

/** A form that begins with the members of a group, of which this account is one. */
export function formLike(group: Pick<Group, 'name' | 'members' | 'threshold'>, me: string): GroupForm {
  return {
    name: group.name,
    others: group.members.filter(({ userId }) => userId !== me),
    threshold: group.threshold,
  }
}

/** Whether the members and threshold of a form are those of a group that there is: nothing would change. */
function isSameGroup(form: GroupForm, group: Pick<Group, 'members' | 'threshold'>, me: string): boolean {
  const ids = (users: readonly User[]) => [...new Set([me, ...users.map(({ userId }) => userId)])].sort().join()
  return form.threshold === group.threshold && ids(form.others) === ids(group.members)
}

type MoveState = 'to-move' | 'asked' | 'moved'

export interface Move {
  readonly asset: Balance['asset']
  readonly available: string
  readonly held: string
  /** The newest request that moves it. */
  readonly request: RequestRow | null
  /** The own payment, not sent to anybody yet, that holds of it; null where requests do. */
  readonly payment: string | null
  readonly state: MoveState
}

/** What is left to move from a group to another one, by its balances and by the requests that pay that other one. */
export function movesOf(
  { balances, holds }: { readonly balances: readonly Balance[]; readonly holds: readonly Hold[] },
  requests: readonly RequestRow[],
  to: Pick<Group, 'membersHash' | 'threshold'>,
): Move[] {
  const asked = new Set(requests.map(({ requestId }) => requestId))
  const paymentOf = (assetId: string) =>
    holds.find(({ asset, paymentId }) => asset.assetId === assetId && !asked.has(paymentId))?.paymentId ?? null
  const paying = requests.filter(
    ({ party, state }) =>
      party.kind === 'group' &&
      party.membersHash === to.membersHash &&
      party.threshold === to.threshold &&
      state !== 'revoked' &&
      state !== 'dead',
  )
  const requestOf = (assetId: string) => paying.find(({ asset }) => asset.assetId === assetId) ?? null
  const held = balances.map(({ asset, available, held }): Move => {
    const request = requestOf(asset.assetId)
    const isAsked = request !== null && (request.state === 'open' || request.state === 'complete')
    return {
      ...{ asset, available, held, request, payment: paymentOf(asset.assetId) },
      state: isAsked ? 'asked' : isSome(available) || isSome(held) ? 'to-move' : 'moved',
    }
  })
  const here = new Set(balances.map(({ asset }) => asset.assetId))
  const gone = paying
    .filter(
      (request, at) =>
        !here.has(request.asset.assetId) &&
        paying.findIndex(({ asset }) => asset.assetId === request.asset.assetId) === at,
    )
    .map(
      (request): Move => ({
        ...{ asset: request.asset, available: '0', held: '0', request, payment: null },
        state: request.state === 'final' ? 'moved' : 'asked',
      }),
    )
  return [...held, ...gone]
}

/** Adds a person once, and never oneself. Says why when it cannot be. */
export function addMember(
  form: GroupForm,
  user: User,
  me: string,
): { readonly form: GroupForm; readonly problem: string | null } {
  if (user.userId === me) return { form, problem: say('groups.you-are-a-member-already') }
  if (form.others.some((one) => one.userId === user.userId)) return { form, problem: say('groups.already-in-the-list') }
  if (form.others.length + 1 >= MEMBERS_MAX)
    return { form, problem: say('groups.a-group-has-at-most-members', { membersMax: MEMBERS_MAX }) }
  return { form: { ...form, others: [...form.others, user] }, problem: null }
}

export function removeMember(form: GroupForm, userId: string): GroupForm {
  const others = form.others.filter((one) => one.userId !== userId)
  return { ...form, others, threshold: Math.max(1, Math.min(form.threshold, others.length + 1)) }
}

/** The person that a text was understood as, or why it names nobody who can be a member. */
export function memberOf(party: Party): { readonly user: User } | { readonly problem: string } {
  if (party.kind === 'user') return { user: party.user }
  if (party.kind === 'self') return { problem: say('groups.you-are-a-member-already') }
  return { problem: say('groups.only-people-and-bots-of-the') }
}

/** The group of one's own to which this one was last asked to pay. */
export function movingTo(requests: readonly RequestRow[], groups: readonly Group[]): Group | undefined {
  for (const { party, state, holder } of requests) {
    if (party.kind !== 'group' || state === 'revoked' || state === 'dead') continue
    const to = groups.find((one) => one.membersHash === party.membersHash && one.threshold === party.threshold)
    if (to !== undefined && to.holder !== holder) return to
  }
  return undefined
}

/** What still keeps the group from being made, or null. `before` is the group whose members it is to change. */
export function groupObstacle(form: GroupForm, before: Group | null = null, me = ''): string | null {
  if (before !== null && isSameGroup(form, before, me)) return say('groups.nothing-is-changed-yet')
  if (form.name.trim() === '') return say('groups.give-the-group-a-name')
  if (form.others.length === 0) return say('groups.add-at-least-one-other-person')
  return null
}

/** What a choice of members and threshold means, in sentences that a person can weigh. */
export function consequences(threshold: number, members: number): string[] {
  const spare = members - threshold
  const lines: string[] = []
  if (threshold < members) lines.push(say('groups.any-of-the-can-pay-nobody', { threshold, members }))
  else if (members > 1) lines.push(say('groups.everybody-must-sign-every-payment'))
  if (threshold === 1) lines.push(say('groups.each-member-alone-can-pay-out'))
  else if (spare === 0) lines.push(say('groups.if-one-member-loses-the-key'))
  else lines.push(say('groups.the-money-stays-within-reach-if', { spare }))
  lines.push(say('groups.members-and-threshold-are-the-group'))
  return lines
}
