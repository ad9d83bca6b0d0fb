import type { UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { encodeMixAddress, mixAddressOf } from '#protocol'
import { foldedText } from '#protocol/text'
import type { AccountStore } from '#store'
import { groupAddress, isGroup } from '../book.ts'
import { paidIn } from '../payments/paid.ts'

/** People compare the ends of an address, so that is what a forger makes equal. */
const ENDS = 4

interface Known {
  readonly text: string
  /** What it is, after "begins and ends like". */
  readonly what: string
  readonly saved: boolean
}

/** Whether two ids or addresses are told apart only by what lies between their first and last four characters. */
export function looksAlike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a !== b && a.length > 2 * ENDS && a.slice(0, ENDS) === b.slice(0, ENDS) && a.slice(-ENDS) === b.slice(-ENDS)
}

/**
 * What is suspicious about a receiver next to the ones that are known here: saved, paid before, or one's own. Money that
 * came in teaches nothing, since anybody can send dust from an address that looks like another.
 */
export function alikeWarnings(payee: Payee, store: AccountStore): string[] {
  if (payee.kind === 'user') return personWarnings(payee.userId, store)
  const text = textOf(payee)
  const known = knownAddresses(store)
  const same = known.some((one) => one.saved && one.text.toLowerCase() === text.toLowerCase())
  const alike = same ? undefined : known.find((one) => looksAlike(one.text, text))
  return [
    ...(alike === undefined ? [] : [alikeText('address', alike.what)]),
    ...(payee.kind === 'chain' ? tagWarnings(payee.destination, payee.tag, store) : []),
  ]
}

const alikeText = (noun: 'address' | 'id', what: string): string =>
  `This ${noun} begins and ends like ${what}, but is another one. Compare every character: a false ${noun} is often made to look like this.`

function textOf(payee: Exclude<Payee, { kind: 'user' }>): string {
  if (payee.kind === 'chain') return payee.destination
  if (payee.kind === 'kernel') return payee.address
  // What others ask for may be a group that cannot be; it has no address, and is refused by name.
  if (!isGroup(payee)) return ''
  return encodeMixAddress(mixAddressOf([...payee.members].sort(), payee.threshold))
}

function knownAddresses({ intents, cache }: AccountStore): Known[] {
  return [
    ...intents.contactAddresses
      .list()
      .map(({ destination, label }) => ({ text: destination, what: `the saved address “${label}”`, saved: true })),
    ...intents.groups
      .list()
      .map((group) => ({ text: groupAddress(group), what: `the group ${group.name}`, saved: true })),
    ...cache.holders
      .list()
      .flatMap((holder) => intents.depositPins.list(holder.id))
      .map(({ entry }) => ({ text: entry.destination, what: 'an address of your own', saved: true })),
    ...paidIn({ intents })
      .receivers()
      .flatMap((payee) =>
        payee.kind === 'user' ? [] : [{ text: textOf(payee), what: whatWasPaid(payee), saved: false }],
      ),
  ]
}

const whatWasPaid = ({ kind }: Payee): string =>
  kind === 'chain' ? 'one that you withdrew to before' : 'one that you paid before'

function tagWarnings(destination: string, tag: string, { intents }: AccountStore): string[] {
  const saved = intents.contactAddresses.list().filter((one) => one.destination === destination)
  const first = saved[0]
  if (first === undefined || saved.some((one) => one.tag === tag)) return []
  return [
    first.tag === ''
      ? `You saved this address as “${first.label}” without a tag.`
      : `You saved this address as “${first.label}” with the tag ${first.tag}.`,
  ]
}

function personWarnings(userId: UserId, { intents, cache }: AccountStore): string[] {
  const contacts = cache.relations.list('friends')
  if (contacts.some((contact) => contact.user_id === userId)) return []
  const names = new Map<UserId, string>([
    ...intents.contactPins.list().map((pin): [UserId, string] => [pin.userId, pin.name]),
    ...contacts.map((contact): [UserId, string] => [contact.user_id, contact.full_name]),
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
  const name = folded(cache.users.get(userId)?.full_name ?? '')
  if (name === '') return []
  return cache.relations
    .list('friends')
    .filter((contact) => contact.user_id !== userId && folded(contact.full_name) === name)
}

/** Names that read the same. */
export const folded = foldedText
