import { z } from 'zod'
import { contactAddress, contactView, importPreview, sharedBots, userCard } from './contact-views.ts'
import { account, type Method, method, nothing } from './method.ts'
import { userView } from './views.ts'
import { assetId, userId, uuid } from './wire.ts'

const person = z.object({ ...account, userId })
const file = z.string().min(1).max(1_000_000)

/** Contacts, relationships and shared bots. */
export const contactMethods = {
  'contacts.list': method(z.object(account), z.object({ contacts: z.array(contactView), blocked: z.array(userView) })),
  /** Reads the lists of the service now. */
  'contacts.refresh': method(z.object(account), nothing),
  /** Who has that number, phone or id. Throws `input.payee` when nobody has. */
  'contacts.find': method(z.object({ ...account, text: z.string().trim().min(1).max(64) }), userCard),
  /** What is known of one person, read anew from the service; from memory while it cannot be reached. */
  'contacts.card': method(person, userCard),
  /** Adds a contact, or changes its name, phone and note. An empty alias leaves the name as the account gives it. */
  'contacts.save': method(
    z.object({
      ...account,
      userId,
      alias: z.string().trim().max(128),
      phone: z.string().trim().max(32),
      note: z.string().max(4000),
    }),
    userCard,
  ),
  'contacts.remove': method(person, nothing),
  'contacts.block': method(person, nothing),
  'contacts.unblock': method(person, nothing),
  /** The person has made sure that an id with another number is still who it was. */
  'contacts.acceptNumber': method(person, nothing),
  'contacts.addresses': method(z.object(account), z.array(contactAddress)),
  'contacts.saveAddress': method(
    z.object({
      ...account,
      addressId: uuid.nullable(),
      userId: userId.nullable(),
      label: z.string().trim().min(1).max(64),
      chainId: assetId,
      destination: z.string().trim().min(8).max(512),
      tag: z.string().trim().max(512),
    }),
    contactAddress,
  ),
  'contacts.removeAddress': method(z.object({ ...account, addressId: uuid }), nothing),
  /** Contacts and addresses, a line of JSON each. */
  'contacts.export': method(z.object(account), z.object({ fileName: z.string(), text: z.string() })),
  'contacts.previewImport': method(z.object({ ...account, text: file }), importPreview),
  /** Adds what is new; what is here already is only changed with `overwrite`. */
  'contacts.import': method(
    z.object({ ...account, text: file, overwrite: z.boolean() }),
    z.object({ added: z.number(), changed: z.number(), addresses: z.number(), left: z.number() }),
  ),

  'bots.list': method(person, sharedBots),
  'bots.share': method(z.object({ ...account, botId: userId }), sharedBots),
  'bots.unshare': method(z.object({ ...account, botId: userId }), sharedBots),
} as const satisfies Record<string, Method>
