import { say } from '#words'
import type { Party, User } from '../../state/types.ts'

/* What makes a group: who belongs to it, how many must sign, and what that means. */

const MEMBERS_MAX = 64

export interface GroupForm {
  readonly name: string
  /** Without oneself, who is always a member. */
  readonly others: readonly User[]
  readonly threshold: number
}

export const EMPTY_GROUP: GroupForm = { name: '', others: [], threshold: 2 }

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

/** What still keeps the group from being made, or null. */
export function groupObstacle(form: GroupForm): string | null {
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
