import type { NetworkProfile, Random, User, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Answer, ContactAddressView, Input, UserCard } from '#contract/ipc'
import { ruleTime } from '../policies/kept.ts'
import { bound, type CallsOf, type Runtimes } from '../shared/calls.ts'
import type { Desk } from '../shared/desk.ts'
import { saveAddress } from './addresses.ts'
import { between } from './between.ts'
import { botCalls } from './bots.ts'
import { addressView, contactView, freshUser, labelOfUser, remembered, userCard } from './card.ts'
import { exportContacts, importContacts, previewImport } from './file.ts'

type Action = 'ADD' | 'REMOVE' | 'BLOCK' | 'UNBLOCK' | 'UPDATE'

/**
 * Who somebody is when one decides about them, and when that was: a later change of number is an alarm, and stays one. Rules ask since when
 * somebody is a contact, which whoever was merely paid before is from now on.
 */
function pin(runtime: Desk, user: User): void {
  const { contactPins } = runtime.store.intents
  const known = contactPins.get(user.user_id)
  if (user.identity_number === '' || (known !== undefined && known.identityNumber !== user.identity_number)) return
  contactPins.put(
    { userId: user.user_id, identityNumber: user.identity_number, name: user.full_name, merelyPaid: false },
    ruleTime(runtime),
  )
}

interface Context {
  readonly runtimes: Runtimes
  readonly network: Pick<NetworkProfile, 'dialect'>
  readonly random: Random
}

/**
 * Contacts, relationships and shared bots. Lists live with the service and are cached here; notes (labels) and addresses on
 * other chains live here alone.
 */
export function contactCalls(runtimes: Runtimes, deps: Omit<Context, 'runtimes'>): CallsOf<'contacts' | 'bots'> {
  const context: Context = { ...deps, runtimes }
  return {
    ...botCalls(runtimes),
    ...bound(context, {
      'contacts.list': list,
      'contacts.refresh': refresh,
      'contacts.find': find,
      'contacts.card': card,
      'contacts.between': async (_, { account, userId }) => between(userId, runtimes.any(account)),
      'contacts.save': save,
      'contacts.remove': remove,
      'contacts.block': block,
      'contacts.unblock': unblock,
      'contacts.acceptNumber': acceptNumber,
      'contacts.addresses': addresses,
      'contacts.saveAddress': addAddress,
      'contacts.removeAddress': removeAddress,
      'contacts.export': exportAll,
      'contacts.previewImport': previewAll,
      'contacts.import': importAll,
    }),
  }
}

async function list({ runtimes }: Context, { account }: Input<'contacts.list'>): Promise<Answer<'contacts.list'>> {
  const runtime = runtimes.any(account)
  const { relations } = runtime.store.cache
  return {
    contacts: relations
      .list('friends')
      .map((user) => contactView(user, runtime))
      .sort((a, b) => a.user.name.localeCompare(b.user.name, 'en')),
    blocked: relations.list('blocked').map((user) => runtime.directory.user(user.user_id, user)),
  }
}

async function refresh({ runtimes }: Context, { account }: Input<'contacts.refresh'>): Promise<null> {
  await runtimes.ready(account).sync.refresh()
  return null
}

async function find({ runtimes }: Context, { account, text }: Input<'contacts.find'>): Promise<UserCard> {
  const runtime = runtimes.ready(account)
  const user = await freshUser(runtime, await idOf(runtime, text))
  return userCard(user, runtime)
}

async function card({ runtimes }: Context, { account, userId }: Input<'contacts.card'>): Promise<UserCard> {
  const runtime = runtimes.ready(account)
  return userCard(await freshUser(runtime, userId), runtime)
}

async function save(context: Context, { account, ...wanted }: Input<'contacts.save'>): Promise<UserCard> {
  const runtime = context.runtimes.ready(account)
  return userCard(await saveContact(runtime, wanted, context), runtime)
}

async function remove({ runtimes }: Context, { account, userId }: Input<'contacts.remove'>): Promise<null> {
  await relate(runtimes.ready(account), userId, 'REMOVE')
  return null
}

async function block({ runtimes }: Context, { account, userId }: Input<'contacts.block'>): Promise<null> {
  await relate(runtimes.ready(account), userId, 'BLOCK')
  return null
}

async function unblock({ runtimes }: Context, { account, userId }: Input<'contacts.unblock'>): Promise<null> {
  await relate(runtimes.ready(account), userId, 'UNBLOCK')
  return null
}

async function acceptNumber({ runtimes }: Context, { account, userId }: Input<'contacts.acceptNumber'>): Promise<null> {
  const runtime = runtimes.ready(account)
  const user = await freshUser(runtime, userId)
  runtime.store.intents.contactPins.remove(userId)
  pin(runtime, user)
  return null
}

async function addresses(
  { runtimes }: Context,
  { account }: Input<'contacts.addresses'>,
): Promise<ContactAddressView[]> {
  const runtime = runtimes.any(account)
  return runtime.store.intents.contactAddresses.list().map((address) => addressView(address, runtime))
}

async function addAddress(
  { runtimes, random }: Context,
  { account, ...input }: Input<'contacts.saveAddress'>,
): Promise<ContactAddressView> {
  const runtime = runtimes.ready(account)
  return addressView(await saveAddress(runtime, input, random), runtime)
}

async function removeAddress(
  { runtimes }: Context,
  { account, addressId }: Input<'contacts.removeAddress'>,
): Promise<null> {
  runtimes.any(account).store.intents.contactAddresses.remove(addressId)
  return null
}

async function exportAll({ runtimes }: Context, { account }: Input<'contacts.export'>) {
  return exportContacts(runtimes.any(account))
}

async function previewAll({ runtimes }: Context, { account, text }: Input<'contacts.previewImport'>) {
  return previewImport(runtimes.ready(account), text)
}

async function importAll(context: Context, { account, text, overwrite }: Input<'contacts.import'>) {
  const runtime = context.runtimes.ready(account)
  const done = await importContacts(runtime, text, {
    overwrite,
    save: (wanted) => saveContact(runtime, wanted, context),
    saveAddress: (input) => saveAddress(runtime, input, context.random),
  })
  if (done.groups > 0) runtime.refreshSoon()
  return done
}

/** Adds a contact or changes its name. Only the real service has a word of its own for the change. */
async function saveContact(
  runtime: Desk,
  { userId, alias, phone, note }: Omit<Input<'contacts.save'>, 'account'>,
  { network }: Pick<Context, 'network'>,
): Promise<User> {
  const before = await freshUser(runtime, userId)
  const friend = before.relationship === 'FRIEND'
  if (!friend) pin(runtime, before)
  const same = friend && before.full_name === alias && before.phone === phone
  const user = same
    ? before
    : await relate(runtime, userId, friend && network.dialect === 'upstream' ? 'UPDATE' : 'ADD', {
        full_name: alias,
        phone,
      })
  const { labels } = runtime.store.intents
  if ((labels.get(labelOfUser(userId))?.note ?? '') !== note) labels.set(labelOfUser(userId), '', note)
  return user
}

async function relate(runtime: Desk, userId: UserId, action: Action, more: object = {}): Promise<User> {
  if (userId === runtime.account) throw failure('input.invalid', 'oneself', { details: { field: 'user' } })
  const user = await runtime.remote.call('relationships.update', { body: { user_id: userId, action, ...more } })
  return remembered(runtime, user)
}

/** The id behind a number, a phone or an id. */
async function idOf(runtime: Desk, text: string): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(text)) return text.toLowerCase()
  const q = text.replace(/[\s()-]/g, '')
  if (!/^\+?\d{4,20}$/.test(q)) throw failure('input.payee', 'neither a number nor an id')
  try {
    return (await runtime.remote.call('users.search', { params: { q } })).user_id
  } catch (error) {
    if (codeOf(error) === 'remote.not_found') throw failure('input.payee', 'nobody has that number', { cause: error })
    throw error
  }
}
