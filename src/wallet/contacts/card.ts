import type { User, UserId } from '#contract/domain'
import { answerOf, broken } from '#contract/errors'
import type { ContactAddressView, ContactView, UserCard } from '#contract/ipc'
import type { ContactAddress } from '#store'
import { namesakesOf } from '../payments/alike.ts'
import { paidIn } from '../payments/paid.ts'
import type { Desk } from '../shared/desk.ts'
import { nobody } from '../shared/nobody.ts'

/** As long as one may be written here. */
const PHONE_MAX = 32

export const labelOfUser = (userId: UserId): string => `u:${userId}`

/** Reads somebody anew; from memory while the service does not answer. Throws `input.payee` when nobody has that id. */
export async function freshUser(runtime: Desk, id: string): Promise<User> {
  try {
    const user = await runtime.remote.call('users.read', { params: { id } })
    return remembered(runtime, ownOf(user, id))
  } catch (error) {
    const code = answerOf(error)
    const known = runtime.store.cache.users.get(id as UserId) // an id that is none finds nothing
    if (known !== undefined && code.startsWith('remote.')) return known
    if (code === 'remote.not_found') throw nobody(error)
    throw error
  }
}

/** Throws where a record is of somebody else than was asked for. */
export function ownOf(user: User, id: string): User {
  if (user.user_id !== id) throw broken('identity', 'the record is of somebody else')
  return user
}

/** Keeps a record that was just read. */
export function remembered(runtime: Desk, user: User): User {
  const { cache, intents } = runtime.store
  if (user.relationship !== 'FRIEND' && cache.relations.isOn('friends', user.user_id))
    intents.contactPins.unsave([user.user_id])
  cache.relations.put(user)
  return user
}

/** What is known here. */
type Known = Pick<Desk, 'store' | 'directory'>

export function addressView(address: ContactAddress, runtime: Known): ContactAddressView {
  const { id, userId, label, chainId, destination, tag } = address
  return {
    addressId: id as ContactAddressView['addressId'], // stored from a uuid
    userId,
    owner: userId === null ? null : runtime.directory.user(userId).name,
    label,
    chainId,
    chainName: runtime.directory.chain(chainId).name,
    destination,
    tag,
  }
}

export function contactView(user: User, runtime: Known): ContactView {
  const { intents } = runtime.store
  const pin = intents.contactPins.get(user.user_id)
  const moved = pin !== undefined && user.identity_number !== '' && pin.identityNumber !== user.identity_number
  return {
    user: runtime.directory.user(user.user_id, user),
    phone: user.phone.slice(0, PHONE_MAX),
    note: intents.labels.get(labelOfUser(user.user_id))?.note ?? '',
    addresses: intents.contactAddresses.ofUser(user.user_id).map((address) => addressView(address, runtime)),
    paidBefore: paidIn(runtime.store).before({ kind: 'user', userId: user.user_id }),
    alarm: moved ? { identityNumber: pin.identityNumber, name: pin.name, since: pin.pinnedAt } : null,
  }
}

export function userCard(user: User, runtime: Desk): UserCard {
  const { intents } = runtime.store
  const pin = intents.contactPins.get(user.user_id)
  const totals = paidIn(runtime.store).totals(user.user_id)
  const friend = user.relationship === 'FRIEND'
  return {
    ...contactView(user, runtime),
    biography: user.biography,
    ownName: friend && pin !== undefined && pin.name !== user.full_name ? pin.name : null,
    namesakes: friend
      ? []
      : namesakesOf(user.user_id, runtime.store).map((one) => runtime.directory.user(one.user_id, one)),
    paid: [...totals].map(([assetId, amount]) => ({ asset: runtime.directory.asset(assetId), amount })),
  }
}
