import { z } from 'zod'
import { amount, assetId, shown, shownLines, shownOf, time, told, userId, uuid } from '../wire.ts'
import { account, type Method, method, nothing } from './method.ts'
import { assetView, paidBefore, userView } from './shared.ts'

/** An address on another chain, under the name that the person gave it. */
const contactAddress = z.object({
  addressId: uuid,
  /** Whose it is; null for one that belongs to nobody in particular. */
  userId: userId.nullable(),
  owner: shown.nullable(),
  label: shown,
  chainId: assetId,
  chainName: told,
  destination: shown,
  /** Empty where the chain uses none; otherwise as necessary as the address. */
  tag: shown,
})

/** The number that somebody had when pinned, while the service now says another. */
const numberAlarm = z.object({ identityNumber: shown, name: shown, since: time })

const contactView = z.object({
  user: userView,
  phone: shown,
  note: shownLines,
  addresses: z.array(contactAddress),
  paidBefore: paidBefore.nullable(),
  alarm: numberAlarm.nullable(),
})

const sharedBotView = z.object({ bot: userView, sharedAt: time })

/** A user's shared bots; `max` is how many anybody may share. */
const sharedBots = z.object({ bots: z.array(sharedBotView), max: z.number() })

const userCard = contactView.extend({
  biography: shownLines,
  /** The name the account gave itself, where a contact's name here is another; as far as it is known. */
  ownName: shown.nullable(),
  /** Contacts with the same name and another id. */
  namesakes: z.array(userView),
  /** What this wallet paid to this person, per asset. */
  paid: z.array(z.object({ asset: assetView, amount })),
})

/** Money that went one way, each movement at the price that was known when it happened. */
const passed = z.object({
  fiat: shown,
  count: z.number().int(),
  /** Of these nobody knows what they were worth; they are counted and not summed. */
  unpriced: z.number().int(),
})

/** What passed between this account and one person. */
const betweenView = z.object({
  in: passed,
  out: passed,
  /** The last twelve, oldest first, as `2026-11`. */
  months: z.array(z.object({ month: shown, in: passed, out: passed })),
  /** There is more than was looked at: the sums are of the newest. */
  newestOnly: z.boolean(),
})

const IMPORT_KINDS = ['new', 'changed', 'same', 'unknown', 'broken'] as const

/** What a file of contacts would do here, line by line, before anything is done. */
const importPreview = z.object({
  rows: z.array(
    z.object({
      line: z.number(),
      /** `unknown`: the network knows nobody with that id; `broken`: the line cannot be read. */
      kind: z.enum(IMPORT_KINDS),
      name: shown,
      /** What differs from what is here, or what is wrong. */
      text: told,
    }),
  ),
  counts: z.record(z.enum(IMPORT_KINDS), z.number()),
  /** Addresses that would be added. */
  addresses: z.number(),
  /** Groups that would be added. */
  groups: z.number(),
})

export type ContactAddressView = z.output<typeof contactAddress>
export type Between = z.output<typeof betweenView>
export type ContactView = z.output<typeof contactView>
export type ImportPreview = z.output<typeof importPreview>
export type SharedBotsView = z.output<typeof sharedBots>
export type UserCard = z.output<typeof userCard>

const person = z.strictObject({ ...account, userId })
const file = z.string().min(1).max(1_000_000)

/** Contacts, relationships and shared bots. */
export const contactMethods = {
  'contacts.list': method(
    z.strictObject(account),
    z.object({ contacts: z.array(contactView), blocked: z.array(userView) }),
  ),
  /** Reads the lists of the service now. */
  'contacts.refresh': method(z.strictObject(account), nothing),
  /** Who has that number, phone or id. Throws `input.payee` when nobody has. */
  'contacts.find': method(z.strictObject({ ...account, text: z.string().trim().min(1).max(64) }), userCard),
  /** What is known of one person, read anew from the service; from memory while it cannot be reached. */
  'contacts.card': method(person, userCard),
  'contacts.between': method(person, betweenView),
  /** Adds a contact, or changes its name, phone and note. An empty alias leaves the name as the account gives it. */
  'contacts.save': method(
    z.strictObject({
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
  /** The person has made sure that an id with another number, the one that they were shown, is still who it was. */
  'contacts.acceptNumber': method(person.extend({ identityNumber: shownOf(1, 64) }), nothing),
  'contacts.addresses': method(z.strictObject(account), z.array(contactAddress)),
  'contacts.saveAddress': method(
    z.strictObject({
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
  'contacts.removeAddress': method(z.strictObject({ ...account, addressId: uuid }), nothing),
  /** Contacts and addresses, a line of JSON each. */
  'contacts.export': method(z.strictObject(account), z.object({ fileName: z.string(), text: z.string() })),
  'contacts.previewImport': method(z.strictObject({ ...account, text: file }), importPreview),
  /** Adds what is new; what is here already is only changed with `overwrite`. */
  'contacts.import': method(
    z.strictObject({ ...account, text: file, overwrite: z.boolean() }),
    z.object({ added: z.number(), changed: z.number(), addresses: z.number(), groups: z.number(), left: z.number() }),
  ),

  'bots.list': method(person, sharedBots),
  'bots.share': method(z.strictObject({ ...account, botId: userId }), sharedBots),
  'bots.unshare': method(z.strictObject({ ...account, botId: userId }), sharedBots),
} as const satisfies Record<string, Method>
