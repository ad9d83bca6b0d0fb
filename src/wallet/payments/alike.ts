import type { UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { foldedText } from '#protocol/text'
import type { AccountStore, Group } from '#store'
import { type Said, said } from '#words/facts'
import { looksAlike, sameAddress, textOf } from '../shared/ends.ts'
import { groupAddress } from '../shared/names.ts'
import { paidIn } from './paid.ts'

interface Known {
  readonly text: string
  /** What is said of an address that begins and ends like it. */
  readonly alike: Said
  readonly saved: boolean
}

/**
 * What is suspicious about a receiver next to the ones that are known here: saved, paid before, or one's own. Money that
 * came in teaches nothing, since anybody can send dust from an address that looks like another.
 */
export function alikeWarnings(payee: Payee, store: AccountStore): Said[] {
  if (payee.kind === 'user') return personWarnings(payee.userId, store)
  const text = textOf(payee)
  const known = knownAddresses(text, store)
  const same = known.some((one) => one.saved && sameAddress(one.text, text))
  const alike = same ? undefined : known.find((one) => looksAlike(one.text, text))
  return [
    ...(alike === undefined ? [] : [alike.alike]),
    ...(payee.kind === 'group' ? groupWarnings(payee, store) : []),
    ...(payee.kind === 'chain' ? contractWarnings(payee.destination, store) : []),
    ...(payee.kind === 'chain' ? tagWarnings(payee.destination, payee.tag, store) : []),
    ...(payee.kind === 'chain' && isOwnDeposit(payee, store) ? [said('check.payments.own-address')] : []),
  ]
}

const depositEntries = ({ intents, cache }: AccountStore) =>
  cache.holders
    .list()
    .flatMap((holder) => intents.depositPins.list(holder.id))
    .map(({ entry }) => entry)

/** Where an address serves many, its tag says whose it is. */
const isOwnDeposit = ({ destination, tag }: Extract<Payee, { kind: 'chain' }>, store: AccountStore): boolean =>
  depositEntries(store).some((own) => sameAddress(own.destination, destination) && own.tag === tag)

/** What is known here and begins and ends like a text; of what there may be many, only that is read. */
function knownAddresses(text: string, store: AccountStore): Known[] {
  const { intents } = store
  return [
    ...intents.contactAddresses.alike(text).map(({ destination, label }) => ({
      text: destination,
      alike: said('check.payments.alike-saved', { label }),
      saved: true,
    })),
    ...intents.groups.list().map((group) => ({
      text: groupAddress(group),
      alike: said('check.payments.alike-group', { group: group.name }),
      saved: true,
    })),
    ...depositEntries(store).map(({ destination }) => ({
      text: destination,
      alike: said('check.payments.alike-own'),
      saved: true,
    })),
    ...paidIn({ intents })
      .alike(text)
      .map((payee) => ({ text: textOf(payee), alike: likePaid(payee), saved: false })),
  ]
}

type GroupPayee = Extract<Payee, { kind: 'group' }>

/**
 * A group that is nearly one of one's own: of the same members with another threshold, or with one member more, less or otherwise. A group of one's
 * own is told apart by its name, which it may share.
 */
function groupWarnings(payee: GroupPayee, store: AccountStore): Said[] {
  if (paidIn(store).before(payee) !== null) return []
  const groups = store.intents.groups.list()
  const own = groups.find((group) => isSameGroup(group, payee))
  const near = groups.find(
    (group) => isNearlySame(group, payee) && (own === undefined || folded(own.name) === folded(group.name)),
  )
  if (near === undefined) return []
  const group = near.name
  if (own !== undefined) return [said('check.payments.group-namesake', { group })]
  return isSameList(near.members, payee.members)
    ? [said('check.payments.group-other-threshold', { group, threshold: payee.threshold, known: near.threshold })]
    : [said('check.payments.group-other-members', { group })]
}

const isSameGroup = (one: Pick<Group, 'members' | 'threshold'>, other: GroupPayee): boolean =>
  one.threshold === other.threshold && isSameList(one.members, other.members)

export const isSameList = (one: readonly UserId[], other: readonly UserId[]): boolean =>
  [...one].sort().join() === [...other].sort().join()

/** Two people have too many groups of two in common with others for those to be alike. */
const SHARED_MIN = 2

function isNearlySame(one: Pick<Group, 'members' | 'threshold'>, other: GroupPayee): boolean {
  const members = new Set(other.members)
  const shared = one.members.filter((id) => members.has(id)).length
  const more = Math.max(one.members.length, members.size)
  return !isSameGroup(one, other) && shared >= SHARED_MIN && shared >= more - 1
}

const likePaid = ({ kind }: Payee): Said =>
  kind === 'chain' ? said('check.payments.alike-withdrawn') : said('check.payments.alike-paid')

/** Who copies an address out of an explorer sometimes copies that of the token. */
function contractWarnings(destination: string, { cache }: AccountStore): Said[] {
  const token = cache.assets
    .list()
    .find(({ asset_key }) => asset_key !== '' && asset_key.toLowerCase() === destination.toLowerCase())
  return token === undefined ? [] : [said('check.payments.token-contract', { symbol: token.symbol })]
}

function tagWarnings(destination: string, tag: string, { intents }: AccountStore): Said[] {
  const saved = intents.contactAddresses.alike(destination).filter((one) => sameAddress(one.destination, destination))
  const first = saved[0]
  if (first === undefined || saved.some((one) => one.tag === tag)) return []
  return [
    first.tag === ''
      ? said('check.payments.saved-without-tag', { label: first.label })
      : said('check.payments.saved-with-tag', { label: first.label, tag: first.tag }),
  ]
}

function personWarnings(userId: UserId, store: AccountStore): Said[] {
  return [
    ...(store.cache.relations.isOn('friends', userId) ? [] : idWarnings(userId, store)),
    ...nameWarnings(userId, store),
  ]
}

function idWarnings(userId: UserId, { intents, cache }: AccountStore): Said[] {
  const names = new Map<UserId, string>([
    ...intents.contactPins.beginningLike(userId).map((pin): [UserId, string] => [pin.userId, pin.name]),
    ...cache.relations
      .beginningLike('friends', userId)
      .map((contact): [UserId, string] => [contact.user_id, contact.full_name]),
  ])
  const alike = [...names].find(([id]) => looksAlike(id, userId))
  return alike === undefined ? [] : [said('check.payments.alike-person', { name: alike[1] })]
}

/** Of two contacts with one name, either is easily picked for the other. Whoever was paid before is known apart. */
function nameWarnings(userId: UserId, { intents, cache }: AccountStore): Said[] {
  const namesake = namesakesOf(userId, { cache })[0]
  if (namesake === undefined || paidIn({ intents }).before({ kind: 'user', userId }) !== null) return []
  return [said('check.payments.namesake', { number: namesake.identity_number })]
}

/** Contacts with another id and the same name, or one that is drawn like it. */
export function namesakesOf(userId: UserId, { cache }: Pick<AccountStore, 'cache'>) {
  const name = cache.users.get(userId)?.full_name ?? ''
  if (folded(name) === '') return []
  const { relations } = cache
  const alike = [...relations.called('friends', name), ...relations.friendsDrawnLike(name)]
  return alike.filter(({ user_id: id }, at) => id !== userId && alike.findIndex(({ user_id }) => user_id === id) === at)
}

/** Names that read the same. */
export const folded = foldedText
