import type { UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { foldedText } from '#protocol/text'
import type { AccountStore } from '#store'
import { looksAlike, textOf } from '../shared/ends.ts'
import { groupAddress } from '../shared/names.ts'
import { paidIn } from './paid.ts'

interface Known {
  readonly text: string
  /** What it is, after "begins and ends like". */
  readonly what: string
  readonly saved: boolean
}

/**
 * What is suspicious about a receiver next to the ones that are known here: saved, paid before, or one's own. Money that
 * came in teaches nothing, since anybody can send dust from an address that looks like another.
 */
export function alikeWarnings(payee: Payee, store: AccountStore): string[] {
  if (payee.kind === 'user') return personWarnings(payee.userId, store)
  const text = textOf(payee)
  const known = knownAddresses(text, store)
  const same = known.some((one) => one.saved && one.text.toLowerCase() === text.toLowerCase())
  const alike = same ? undefined : known.find((one) => looksAlike(one.text, text))
  return [
    ...(alike === undefined ? [] : [alikeText('address', alike.what)]),
    ...(payee.kind === 'chain' ? tagWarnings(payee.destination, payee.tag, store) : []),
  ]
}

const alikeText = (noun: 'address' | 'id', what: string): string =>
  `This ${noun} begins and ends like ${what}, but is another one. Compare every character: a false ${noun} is often made to look like this.`

/** What is known here and begins and ends like a text; of what there may be many, only that is read. */
function knownAddresses(text: string, { intents, cache }: AccountStore): Known[] {
  return [
    ...intents.contactAddresses
      .alike(text)
      .map(({ destination, label }) => ({ text: destination, what: `the saved address “${label}”`, saved: true })),
    ...intents.groups
      .list()
      .map((group) => ({ text: groupAddress(group), what: `the group ${group.name}`, saved: true })),
    ...cache.holders
      .list()
      .flatMap((holder) => intents.depositPins.list(holder.id))
      .map(({ entry }) => ({ text: entry.destination, what: 'an address of your own', saved: true })),
    ...paidIn({ intents })
      .alike(text)
      .map((payee) => ({ text: textOf(payee), what: whatWasPaid(payee), saved: false })),
  ]
}

const whatWasPaid = ({ kind }: Payee): string =>
  kind === 'chain' ? 'one that you withdrew to before' : 'one that you paid before'

function tagWarnings(destination: string, tag: string, { intents }: AccountStore): string[] {
  const saved = intents.contactAddresses.alike(destination).filter((one) => one.destination === destination)
  const first = saved[0]
  if (first === undefined || saved.some((one) => one.tag === tag)) return []
  return [
    first.tag === ''
      ? `You saved this address as “${first.label}” without a tag.`
      : `You saved this address as “${first.label}” with the tag ${first.tag}.`,
  ]
}

function personWarnings(userId: UserId, { intents, cache }: AccountStore): string[] {
  if (cache.relations.isOn('friends', userId)) return []
  const names = new Map<UserId, string>([
    ...intents.contactPins.beginningLike(userId).map((pin): [UserId, string] => [pin.userId, pin.name]),
    ...cache.relations
      .beginningLike('friends', userId)
      .map((contact): [UserId, string] => [contact.user_id, contact.full_name]),
  ])
  const alike = [...names].find(([id]) => looksAlike(id, userId))
  const namesake = namesakesOf(userId, { cache })[0]
  const paid = paidIn({ intents }).before({ kind: 'user', userId }) !== null
  return [
    ...(alike === undefined ? [] : [alikeText('id', `that of ${alike[1]}`)]),
    ...(namesake === undefined || paid
      ? []
      : [`A contact of yours has the same name and the number ${namesake.identity_number}. This is somebody else.`]),
  ]
}

/** Contacts with the same name and another id. */
export function namesakesOf(userId: UserId, { cache }: Pick<AccountStore, 'cache'>) {
  const name = cache.users.get(userId)?.full_name ?? ''
  if (folded(name) === '') return []
  return cache.relations.called('friends', name).filter((contact) => contact.user_id !== userId)
}

/** Names that read the same. */
export const folded = foldedText
