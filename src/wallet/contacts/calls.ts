import type { NetworkProfile, Random, User, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Input } from '#contract/ipc'
import { isUuid } from '#protocol'
import { ruleTime } from '../policies/kept.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { Desk } from '../shared/desk.ts'
import { nobody } from '../shared/nobody.ts'
import { saveAddress } from './addresses.ts'
import { between } from './between.ts'
import { botCalls } from './bots.ts'
import { addressView, contactView, freshUser, labelOfUser, ownOf, remembered, userCard } from './card.ts'
import { exportContacts, importContacts, previewImport } from './file.ts'

type Action = 'ADD' | 'REMOVE' | 'BLOCK' | 'UNBLOCK' | 'UPDATE'

/**
 * Who somebody is when one decides about them, and when that was: a later change of number is an alarm, and stays one. Rules ask since when
 * somebody is a contact, which whoever was merely paid before is from now on.
 */
function pin(runtime: Desk, user: User, merelyPaid = false): void {
  const { contactPins } = runtime.store.intents
  const known = contactPins.get(user.user_id)
  if (user.identity_number === '' || (known !== undefined && known.identityNumber !== user.identity_number)) return
  contactPins.put(
    { userId: user.user_id, identityNumber: user.identity_number, name: user.full_name, merelyPaid },
    ruleTime(runtime),
  )
}

/**
 * Contacts, relationships and shared bots. Lists live with the service and are cached here; notes (labels) and addresses on
 * other chains live here alone.
 */
export function contactCalls(
  runtimes: Runtimes,
  { dialect, random }: { readonly dialect: NetworkProfile['dialect']; readonly random: Random },
): CallsOf<'contacts' | 'bots'> {
  return {
    ...botCalls(runtimes),

    async 'contacts.list'({ account }) {
      const runtime = runtimes.any(account)
      const { relations } = runtime.store.cache
      return {
        contacts: relations
          .list('friends')
          .map((user) => contactView(user, runtime))
          .sort((a, b) => a.user.name.localeCompare(b.user.name, 'en')),
        blocked: relations.list('blocked').map((user) => runtime.directory.user(user.user_id, user)),
      }
    },

    async 'contacts.refresh'({ account }) {
      await runtimes.ready(account).sync.refresh()
      return null
    },

    async 'contacts.find'({ account, text }) {
      const runtime = runtimes.ready(account)
      return userCard(await freshUser(runtime, await idOf(runtime, text)), runtime)
    },

    async 'contacts.card'({ account, userId }) {
      const runtime = runtimes.ready(account)
      return userCard(await freshUser(runtime, userId), runtime)
    },

    'contacts.between': async ({ account, userId }) => between(userId, runtimes.any(account)),

    async 'contacts.save'({ account, ...wanted }) {
      const runtime = runtimes.ready(account)
      return userCard(await saveContact(runtime, wanted, dialect), runtime)
    },

    async 'contacts.remove'({ account, userId }) {
      await relate(runtimes.ready(account), userId, 'REMOVE')
      return null
    },

    async 'contacts.block'({ account, userId }) {
      await relate(runtimes.ready(account), userId, 'BLOCK')
      return null
    },

    async 'contacts.unblock'({ account, userId }) {
      await relate(runtimes.ready(account), userId, 'UNBLOCK')
      return null
    },

    async 'contacts.acceptNumber'({ account, userId, identityNumber }) {
      const runtime = runtimes.ready(account)
      const user = await freshUser(runtime, userId)
      runtime.store.intents.contactPins.remove(userId)
      // What the service names by now may be a third number, which nobody has looked at. To accept that of somebody who is no contact does not save them.
      pin(runtime, { ...user, identity_number: identityNumber }, user.relationship !== 'FRIEND')
      return null
    },

    async 'contacts.addresses'({ account }) {
      const runtime = runtimes.any(account)
      return runtime.store.intents.contactAddresses.list().map((address) => addressView(address, runtime))
    },

    async 'contacts.saveAddress'({ account, ...input }) {
      const runtime = runtimes.ready(account)
      return addressView(await saveAddress(runtime, input, random), runtime)
    },

    async 'contacts.removeAddress'({ account, addressId }) {
      runtimes.any(account).store.intents.contactAddresses.remove(addressId)
      return null
    },

    'contacts.export': async ({ account }) => exportContacts(runtimes.any(account)),
    'contacts.previewImport': async ({ account, text }) => previewImport(runtimes.ready(account), text),

    async 'contacts.import'({ account, text, overwrite }) {
      const runtime = runtimes.ready(account)
      const done = await importContacts(runtime, text, {
        overwrite,
        save: (wanted) => saveContact(runtime, wanted, dialect),
        saveAddress: (input) => saveAddress(runtime, input, random),
      })
      if (done.groups > 0) runtime.refreshSoon()
      return done
    },
  }
}

/** Adds a contact or changes its name. Only the real service has a word of its own for the change. */
async function saveContact(
  runtime: Desk,
  { userId, alias, phone, note }: Omit<Input<'contacts.save'>, 'account'>,
  dialect: NetworkProfile['dialect'],
): Promise<User> {
  const before = await freshUser(runtime, userId)
  const friend = before.relationship === 'FRIEND'
  if (!friend) pin(runtime, before)
  const same = friend && before.full_name === alias && before.phone === phone
  const user = same
    ? before
    : await relate(runtime, userId, friend && dialect === 'upstream' ? 'UPDATE' : 'ADD', {
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
  return remembered(runtime, ownOf(user, userId))
}

/** The id behind a number, a phone or an id. */
async function idOf(runtime: Desk, text: string): Promise<string> {
  if (isUuid(text.toLowerCase())) return text.toLowerCase()
  const q = text.replace(/[\s()-]/g, '')
  if (!/^\+?\d{4,20}$/.test(q)) throw failure('input.payee', 'neither a number nor an id')
  try {
    return (await runtime.remote.call('users.search', { params: { q } })).user_id
  } catch (error) {
    if (codeOf(error) === 'remote.not_found') throw nobody(error)
    throw error
  }
}
