import type { NetworkProfile, Random, User, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { Desk } from '../shared/desk.ts'
import { saveAddress } from './addresses.ts'
import { botCalls } from './bots.ts'
import { addressView, contactView, freshUser, labelOfUser, remembered, userCard } from './card.ts'
import { exportContacts, importContacts, previewImport } from './file.ts'

type Action = 'ADD' | 'REMOVE' | 'BLOCK' | 'UNBLOCK' | 'UPDATE'

/** Who somebody is when one decides about them: a later change of number is an alarm. */
export function pin(runtime: Desk, user: User): void {
  const { contactPins } = runtime.store.intents
  if (user.identity_number === '' || contactPins.get(user.user_id) !== undefined) return
  contactPins.put({ userId: user.user_id, identityNumber: user.identity_number, name: user.full_name })
}

/** Contacts, relationships and shared bots. */
export function contactCalls(
  runtimes: Runtimes,
  deps: { readonly network: Pick<NetworkProfile, 'dialect'>; readonly random: Random },
): CallsOf<'contacts' | 'bots'> {
  async function relate(runtime: Desk, userId: UserId, action: Action, more: object = {}): Promise<User> {
    if (userId === runtime.account) throw failure('input.invalid', 'oneself', { details: { field: 'user' } })
    const user = await runtime.remote.call('relationships.update', { body: { user_id: userId, action, ...more } })
    return remembered(runtime, user)
  }

  /** Adds a contact or changes its name. Only the real service has a word of its own for the change. */
  async function save(
    runtime: Desk,
    wanted: { readonly userId: UserId; readonly alias: string; readonly phone: string; readonly note: string },
  ): Promise<User> {
    const { userId, alias, phone, note } = wanted
    const before = await freshUser(runtime, userId)
    const friend = before.relationship === 'FRIEND'
    if (!friend) pin(runtime, before)
    const same = friend && before.full_name === alias && before.phone === phone
    const user = same
      ? before
      : await relate(runtime, userId, friend && deps.network.dialect === 'upstream' ? 'UPDATE' : 'ADD', {
          full_name: alias,
          phone,
        })
    const { labels } = runtime.store.intents
    if ((labels.get(labelOfUser(userId))?.note ?? '') !== note) {
      labels.set(labelOfUser(userId), '', note)
      runtime.announce(['labels'])
    }
    return user
  }

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
        blocked: relations.list('blocked').map((user) => runtime.book.user(user.user_id, user)),
      }
    },

    async 'contacts.refresh'({ account }) {
      await runtimes.ready(account).sync.refresh()
      return null
    },

    async 'contacts.find'({ account, text }) {
      const runtime = runtimes.ready(account)
      const user = await freshUser(runtime, await idOf(runtime, text))
      return userCard(user, runtime)
    },

    async 'contacts.card'({ account, userId }) {
      const runtime = runtimes.ready(account)
      return userCard(await freshUser(runtime, userId), runtime)
    },

    async 'contacts.save'({ account, ...wanted }) {
      const runtime = runtimes.ready(account)
      return userCard(await save(runtime, wanted), runtime)
    },

    async 'contacts.remove'({ account, userId }) {
      await relate(runtimes.ready(account), userId, 'REMOVE')
      return null
    },

    async 'contacts.block'({ account, userId }) {
      const runtime = runtimes.ready(account)
      await relate(runtime, userId, 'BLOCK')
      runtime.announce(['payments'])
      return null
    },

    async 'contacts.unblock'({ account, userId }) {
      const runtime = runtimes.ready(account)
      await relate(runtime, userId, 'UNBLOCK')
      runtime.announce(['payments'])
      return null
    },

    async 'contacts.acceptNumber'({ account, userId }) {
      const runtime = runtimes.ready(account)
      const user = await freshUser(runtime, userId)
      runtime.store.intents.contactPins.remove(userId)
      pin(runtime, user)
      runtime.announce(['contacts', 'payments'])
      return null
    },

    async 'contacts.addresses'({ account }) {
      const runtime = runtimes.any(account)
      return runtime.store.intents.contactAddresses.list().map((address) => addressView(address, runtime))
    },

    async 'contacts.saveAddress'({ account, ...input }) {
      const runtime = runtimes.ready(account)
      return addressView(await saveAddress(runtime, input, deps.random), runtime)
    },

    async 'contacts.removeAddress'({ account, addressId }) {
      const runtime = runtimes.any(account)
      runtime.store.intents.contactAddresses.remove(addressId)
      runtime.announce(['contacts'])
      return null
    },

    async 'contacts.export'({ account }) {
      return exportContacts(runtimes.any(account))
    },

    async 'contacts.previewImport'({ account, text }) {
      return previewImport(runtimes.ready(account), text)
    },

    async 'contacts.import'({ account, text, overwrite }) {
      const runtime = runtimes.ready(account)
      return importContacts(runtime, text, {
        overwrite,
        save: (wanted) => save(runtime, wanted),
        saveAddress: (input) => saveAddress(runtime, input, deps.random),
      })
    },
  }
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
